"""Values in a position document, checked; each refusal is a `PositionError` naming the field."""

from __future__ import annotations

import math
from typing import Any

from phylarium.envs.core.errors import PositionError


def whole(value: Any, field: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PositionError(f"{field} is a whole number from {low} to {high}, got {value!r}")
    return value


def decimal(value: Any, field: str, bound: float) -> float:
    """A number no farther from 0 than the bound."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or abs(value) > bound:
        raise PositionError(f"{field} is a number from -{bound:g} to {bound:g}, got {value!r}")
    return float(value)


def flag(value: Any, field: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise PositionError(f"{field} is true or false, got {value!r}")
    return value


def word_64(value: Any, field: str) -> int:
    """A 64-bit number as a string, decimal or `0x...`."""
    try:
        number = int(value, 0) if isinstance(value, str) else -1
    except ValueError:
        number = -1
    if not 0 <= number < 2**64:
        raise PositionError(f"{field} is a string with a number from 0 to 2**64 - 1, got {value!r}")
    return number


def list_of(value: Any, field: str, most: int) -> list[Any]:
    """A list of at most so many entries."""
    if not isinstance(value, list | tuple):
        raise PositionError(f"{field} is a list, got {value!r}")
    if len(value) > most:
        raise PositionError(f"{field} has at most {most} entries, got {len(value)}")
    return list(value)


def per_seat(value: Any, field: str, players: int) -> list[Any]:
    """A list of one entry a seat."""
    entries = list_of(value, field, players)
    if len(entries) != players:
        raise PositionError(f"{field} has one entry for each of {players} seats, got {value!r}")
    return entries
