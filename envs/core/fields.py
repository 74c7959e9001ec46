"""Values of a position document, each checked: known names, lists, whole numbers, flags, seats."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .errors import PositionError
from .game import Setup


def known_names(document: Any, names: tuple[str, ...], what: str) -> None:
    """`PositionError` for a field that is none of the known ones, with the nearest."""
    if not isinstance(document, Mapping):
        raise PositionError(f"{what} is a mapping, got {document!r}")
    for name in document:
        if name not in names:
            near = difflib.get_close_matches(str(name), names, n=1, cutoff=0.0)
            raise PositionError(f"{what} has no field {name!r}; the nearest is {near[0]!r}")


def list_of(document: Mapping[str, Any], field: str) -> list[Any]:
    """A list of the document, empty where it is left out."""
    value = document.get(field, [])
    if not isinstance(value, list | tuple):
        raise PositionError(f"{field}: a list is wanted, got {value!r}")
    return list(value)


def per_seat(document: Mapping[str, Any], field: str, setup: Setup, empty: Any) -> list[Any]:
    """A list of one entry a seat; `empty()` for each seat where it is left out."""
    if field not in document:
        return [empty() for _ in range(setup.num_players)]
    values = list_of(document, field)
    if len(values) != setup.num_players:
        raise PositionError(
            f"{field}: {len(values)} entries, the game has {setup.num_players} seats"
        )
    for value in values:
        if empty is list and not isinstance(value, list | tuple):
            raise PositionError(f"{field}: a list a seat is wanted, got {value!r}")
    return values


def whole(document: Mapping[str, Any], field: str, default: int, low: int, high: int) -> int:
    """A whole number of the document, within bounds."""
    return checked_whole(document.get(field, default), field, low, high)


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number; true and false are not."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def checked_whole(value: Any, field: str, low: int, high: int) -> int:
    """A value that must be a whole number within bounds."""
    if not is_whole(value):
        raise PositionError(f"{field}: a whole number is wanted, got {value!r}")
    if not low <= value <= high:
        raise PositionError(f"{field}: {value} is outside {low} to {high}")
    return int(value)


def word_64(document: Mapping[str, Any], field: str) -> np.uint64:
    """A 64-bit number written as a decimal or hexadecimal string, or as a number."""
    value = document.get(field, 0)
    try:
        number = int(value, 0) if isinstance(value, str) else value
    except ValueError:
        number = None
    if number is None or not is_whole(number):
        raise PositionError(f"{field}: a 64-bit number is wanted, got {value!r}")
    if not 0 <= number < 2**64:
        raise PositionError(f"{field}: {number} is not a 64-bit number")
    return np.uint64(number)


def bits_of(numbers: Iterable[int]) -> int:
    """The bit set of some numbers."""
    return sum(1 << int(number) for number in set(numbers))


def seat_list(document: Mapping[str, Any], field: str, default: list[int], setup: Setup) -> int:
    """A list of seats as a bit set."""
    seats = document.get(field, default)
    if not isinstance(seats, list | tuple):
        raise PositionError(f"{field}: a list of seats is wanted, got {seats!r}")
    return bits_of(checked_whole(seat, field, 0, setup.num_players - 1) for seat in seats)


def flag(document: Mapping[str, Any], field: str) -> bool:
    """True or false, false where it is left out."""
    value = document.get(field, False)
    if not isinstance(value, bool):
        raise PositionError(f"{field}: true or false is wanted, got {value!r}")
    return value
