"""Values as people read them: mg to t, mm to m, days to years. Only for texts."""

from __future__ import annotations

from decimal import Decimal

from .cards import CHARACTERISTICS

# (least value in the base unit, units that make one base unit, name), largest unit first
_UNITS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "size": (("1", "1", "m"), ("0.01", "100", "cm"), ("0", "1000", "mm")),
    "weight": (
        ("1000", "0.001", "t"),
        ("1", "1", "kg"),
        ("0.001", "1000", "g"),
        ("0", "1000000", "mg"),
    ),
    "lifespan": (("1", "1", "years"), ("0.25", "12", "months"), ("0", "365.25", "days")),
}


def in_units(value: Decimal, characteristic: str) -> str:
    """A value in metres, kilograms or years in its natural unit, to three digits: `4.8 t`.

    Two values that look alike here need not be equal: ranks decide (CA-19).
    """
    _, factor, unit = next(u for u in _UNITS[characteristic] if value >= Decimal(u[0]))
    number = rounded(value * Decimal(factor))
    if number == "1" and unit.endswith("s"):
        unit = unit[:-1]
    return f"{number} {unit}"


def rounded(number: Decimal) -> str:
    """To three digits, without zeros at the end of decimals."""
    places = max(0, 2 - number.adjusted())
    text = f"{number:.{places}f}" if number < 1000 else f"{number:,.0f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def level_in_units(level: float, characteristic: int) -> str:
    """The value of a level (1000 log10) in its natural unit."""
    return in_units(Decimal(10) ** (Decimal(level) / 1000), CHARACTERISTICS[characteristic])
