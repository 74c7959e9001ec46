"""Parts of the package that a plain install leaves out: one sentence with the pip line where one is
missing.
"""

from __future__ import annotations

import importlib.util

from phylarium.envs.core.errors import PhylariumError


class MissingExtra(PhylariumError):
    """A library of an optional extra is not installed."""


def need(module: str, extra: str) -> None:
    """Raise `MissingExtra` when `module` cannot be imported."""
    if not has(module):
        raise MissingExtra(
            f"this needs {module}, which is not installed: pip install 'phylarium[{extra}]'"
        )


def need_configs() -> None:
    """Raise `MissingExtra` unless what reads configs is installed; `train` asks for the rest."""
    for library in ("pydantic", "yaml"):
        need(library, "train")


def has(module: str) -> bool:
    """Whether a module is installed; it is not imported."""
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False
