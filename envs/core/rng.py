"""Randomness that lives in a record: SplitMix64, in the open.

Generator: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014; constants of Vigna's public domain version (https://prng.di.unimi.it/splitmix64.c). A
stream is an array `rng` of one uint64: the field `state.rng`, or a slice of an array of streams.
Nothing here touches a global generator.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import IS_COMPILED, jit

GOLDEN_GAMMA = 0x9E3779B97F4A7C15
MASK_64 = 0xFFFFFFFFFFFFFFFF

_GAMMA = np.uint64(GOLDEN_GAMMA)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
# Sums and products here wrap around on purpose; NumPy warns of that only in uncompiled runs.
_wrapping = jit if IS_COMPILED else np.errstate(over="ignore")

_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@_wrapping
def next_u64(rng: Any) -> Any:
    """The next 64 random bits of the stream."""
    rng[0] += _GAMMA
    z = rng[0]
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@jit
def below(rng: Any, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely; n from 1 to 2**31.

    Lemire's multiply-shift with rejection (ACM TOMACS 29, 2019), so no value is favoured.
    """
    assert n > 0
    span = np.uint64(n)
    product = (next_u64(rng) >> _S32) * span
    low = product & np.uint64(0xFFFFFFFF)
    if low < span:
        threshold = np.uint64(0x100000000 - n) % span
        while low < threshold:
            product = (next_u64(rng) >> _S32) * span
            low = product & np.uint64(0xFFFFFFFF)
    return int(product >> _S32)


@jit
def uniform(rng: Any) -> float:
    """A float from 0 up to but not including 1, with 53 random bits."""
    return float(next_u64(rng) >> np.uint64(11)) * 1.1102230246251565e-16


@jit
def shuffle(rng: Any, cards: Any, start: int, stop: int) -> None:
    """Shuffle cards[start:stop] in place (Fisher and Yates)."""
    for last in range(stop - 1, start, -1):
        other = start + below(rng, last - start + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@jit
def split(rng: Any, streams: Any) -> None:
    """Start so many streams of their own, uint64 [n, 1], from this one."""
    for k in range(streams.shape[0]):
        streams[k, 0] = next_u64(rng)


def mix(value: int) -> int:
    """SplitMix64's output function on a plain int; the same bits as `next_u64` gives for that
    state.
    """
    z = (value + GOLDEN_GAMMA) & MASK_64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK_64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK_64
    return z ^ (z >> 31)


@_wrapping
def following_seed(seed: Any) -> Any:
    """The seed of the game after the one with this seed: every adapter's chain of games is the
    same.
    """
    z = np.uint64(seed) + _GAMMA
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


def derive(seed: int, *path: int) -> int:
    """A seed of its own for a purpose named by whole numbers (row, seat, role), far from its
    relatives.
    """
    value = mix(seed & MASK_64)
    for step in path:
        value = mix((value + step + 1) & MASK_64)  # not symmetric in seed and step
    return value
