"""One structured record is one whole game; this module builds its dtype and makes rows readable in
Python.

Compiled code reads `states[i].field` natively. Plain Python cannot (a NumPy void row has no
attributes, and its int8 scalars overflow where compiled code widens), so `Row` gives the same
reading there: attributes, nested records, and whole numbers as Python ints.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .jit import IS_COMPILED

States = NDArray[np.void]


def record_dtype(game: str, fields: list[tuple[Any, ...]]) -> np.dtype[np.void]:
    """A packed record dtype, widest fields first, with the one-byte field that names the game.

    Dispatch is by dtype, so the last field (`is_<game>`) keeps any two games apart.
    """

    def width(field: tuple[Any, ...]) -> int:
        base = np.dtype(field[1])
        return (
            max((base[n].base.itemsize for n in base.names), default=1)
            if base.names
            else base.itemsize
        )

    ordered = sorted(fields, key=width, reverse=True)
    return np.dtype([*ordered, (f"is_{game}", np.int8)], align=False)


class Row:
    """One record, read and written by attribute from plain Python; a view, so writes reach the
    array.
    """

    __slots__ = ("_void",)

    def __init__(self, void: Any) -> None:
        object.__setattr__(self, "_void", void)

    def __getattr__(self, name: str) -> Any:
        try:
            return readable(self._void[name])
        except (ValueError, KeyError):
            raise AttributeError(
                f"a {self._void.dtype.names[-1]} record has no field {name!r}"
            ) from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._void.dtype.names:
            raise AttributeError(f"a {self._void.dtype.names[-1]} record has no field {name!r}")
        self._void[name] = value._void if isinstance(value, Row) else value

    @property
    def dtype(self) -> np.dtype[np.void]:
        """The record type, by which uncompiled verbs find their bodies."""
        return self._void.dtype  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"Row({', '.join(f'{n}={self._void[n]}' for n in self._void.dtype.names)})"


class Cells(np.ndarray[Any, Any]):
    """An array inside a row: its elements come out as Python ints (uint64 stays, for the
    generators).
    """

    def __getitem__(self, key: Any) -> Any:
        return readable(super().__getitem__(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value._void if isinstance(value, Row) else value)

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))


class Rows(np.ndarray[Any, Any]):
    """An array of games for uncompiled runs, where `states[i]` must read like a compiled record."""

    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(key)
        return Row(item) if isinstance(item, np.void) else item

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value._void if isinstance(value, Row) else value)


def readable(value: Any) -> Any:
    """A field's value in the form that rules written for the compiler expect."""
    if isinstance(value, np.void):
        return Row(value)
    if isinstance(value, np.ndarray):
        return value.view(Cells)
    if isinstance(value, np.uint64):
        return value
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.floating):
        return float(value)
    return value


def new_states(dtype: np.dtype[np.void], n: int) -> Any:
    """An array of n blank games, of the class that loops need in this mode."""
    states = np.zeros(n, dtype)
    return states if IS_COMPILED else states.view(Rows)


def as_states(states: Any) -> Any:
    """The same memory in the class that loops need in this mode (after a load, a copy, a slice)."""
    return states.view(np.ndarray) if IS_COMPILED else states.view(Rows)


def row(states: Any, i: int = 0) -> Row:
    """Game i of an array, readable from Python in both modes."""
    return Row(states.view(np.ndarray)[i])
