"""Errors that the package raises on purpose; each message names what was given and what is
allowed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class PhylariumError(ValueError):
    """The base of all of them, and a ValueError for callers who know nothing of this package."""


class UnknownName(PhylariumError):
    """A name that is not registered: game, option, encoder, opponent, action."""


class OptionsError(PhylariumError):
    """An option value out of range, or a combination that makes no sense, with the reason."""


class IllegalAction(PhylariumError):
    """An action that the rules refuse here; the state is untouched."""


class PositionError(PhylariumError):
    """A position document that no game can reach, naming the field."""


class VersionMismatch(PhylariumError):
    """A replay, baseline or checkpoint made by another version or layout."""


def nearest(kind: str, given: object, allowed: Iterable[str]) -> UnknownName:
    """An `UnknownName` that offers the nearest valid name and lists the rest."""
    names = sorted(allowed)
    close = difflib.get_close_matches(str(given), names, n=1, cutoff=0.3)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return UnknownName(f"unknown {kind} {given!r}{hint} Known: {', '.join(names) or 'none'}")
