"""Values of a position document that are this game's own, each checked: entries by seat, numbers,
kinds of cards and their counts. What all games share is `core.fields`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import numpy as np
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.fields import checked_whole
from phylarium.envs.core.game import Setup

from .cards import NUMBER_OF, WORDS


def per_seat(document: Mapping[str, Any], field: str, setup: Setup, default: Any) -> list[Any]:
    """A list of one entry a seat; the default for each where it is left out."""
    values = document.get(field, [default] * setup.num_players)
    if not isinstance(values, list | tuple):
        raise PositionError(f"{field}: a list of one entry a seat is wanted, got {values!r}")
    if len(values) != setup.num_players:
        raise PositionError(
            f"{field}: {len(values)} entries, the game has {setup.num_players} seats"
        )
    return list(values)


def number_at(value: Any, field: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise PositionError(f"{field}: a number is wanted, got {value!r}")
    return float(value)


def kind_of(word: Any, field: str) -> int:
    """The kind of card that a word names."""
    if not isinstance(word, str) or word not in NUMBER_OF:
        near = difflib.get_close_matches(str(word), WORDS, n=1, cutoff=0.0)
        raise PositionError(f"{field}: no card {word!r}; the nearest is {near[0]!r}")
    return NUMBER_OF[word]


def counts_of(value: Any, field: str) -> dict[int, int]:
    """How many of which kind: a mapping of words to counts, or a list of words."""
    if isinstance(value, Mapping):
        return {kind_of(word, field): checked_whole(n, field, 0, 100) for word, n in value.items()}
    if not isinstance(value, list | tuple):
        raise PositionError(f"{field}: cards and their counts are wanted, got {value!r}")
    found: dict[int, int] = {}
    for word in value:
        kind = kind_of(word, field)
        found[kind] = found.get(kind, 0) + 1
    return found
