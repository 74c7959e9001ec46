"""Normal random numbers and probabilities from tables, the same bits in every mode and machine."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import numpy as np
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import following_seed, next_u64

_NORMAL = NormalDist()
_POINTS = 4096
_STEPS, _END = 64, 6  # probabilities are tabled 64 to the unit, from -6 to 6

QUANTILES = np.array([_NORMAL.inv_cdf((k + 0.5) / _POINTS) for k in range(_POINTS)]).round(6)
"""float64 [4096]: equally likely values of a standard normal number, mean 0, sd 0.9996."""

PROBABILITIES = np.array(
    [_NORMAL.cdf(k / _STEPS) for k in range(-_END * _STEPS, _END * _STEPS + 2)]
).round(9)
"""float64: the normal distribution function at k/64 for k from -384 to 385."""

_HALF_LINE = _END * _STEPS
_SHIFT = np.uint64(52)


@jit
def normal(rng: Any) -> float:
    """A standard normal number of the stream."""
    return QUANTILES[int(next_u64(rng) >> _SHIFT)]


@jit
def normal_of(seed: Any, number: int) -> float:
    """The standard normal number that belongs to a seed and a whole number (0 to 2**40)."""
    return QUANTILES[int(following_seed(seed ^ np.uint64(number + (1 << 41))) >> _SHIFT)]


@jit
def distribution(z: float) -> float:
    """The probability that a standard normal number is at most z; linear between table points."""
    place = z * _STEPS + _HALF_LINE
    if place <= 0.0:
        return 0.0
    if place >= 2 * _HALF_LINE:
        return 1.0
    k = int(place)
    return PROBABILITIES[k] + (PROBABILITIES[k + 1] - PROBABILITIES[k]) * (place - k)
