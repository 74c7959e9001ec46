"""What players believe: estimates with noise, and how likely a gap is right. CA-42, CA-43, CA-47.

A level is 1000 log10 of a value, so 1000 is a decade. An estimate is a level, drawn once when a
card comes into a hand, for each player apart.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from phylarium.envs.core.jit import jit

from .normal import distribution, normal
from .state import (
    BY_RANK,
    LARGEST_LEVEL,
    SHUFFLED_WORLD,
    SMALLEST_LEVEL,
)

TIE = 12.0
"""Levels within which printed values count as equal in a belief: about as often as the deck has
ties (0.3 to 1.2 % of pairs)."""

LEAST_SD = 1.0  # levels are whole numbers
WEIGHT, LIFESPAN = 1, 2


@jit
def noise_of(state: Any, seat: int) -> float:
    """CA-42: standard deviation, in levels, of a seat's estimates of the characteristic in play."""
    noise = 1000.0 * state.options.noise[seat]
    if state.characteristic == WEIGHT:
        return noise * state.options.weight_noise
    if state.characteristic == LIFESPAN:
        return noise * state.options.lifespan_noise
    return noise


@jit
def estimate_card(state: Any, knower: int, owner: int, slot: int, rng: Any) -> None:
    """CA-42: the knower's estimate of a card in a hand: its level with log-normal noise."""
    level = state.level[state.hands[owner, slot]] + noise_of(state, knower) * normal(rng)
    rounded = np.floor(level + 0.5)
    state.estimates[knower, owner, slot] = int(min(max(rounded, SMALLEST_LEVEL), LARGEST_LEVEL))


@jit
def prior_sd(state: Any) -> float:
    """Standard deviation, in levels, of values before anything is known of a card."""
    sd = state.prior_sd[state.characteristic]
    if state.options.knowledge == SHUFFLED_WORLD:
        family, card = 1000.0 * state.options.family_shift, 1000.0 * state.options.card_shift
        return sqrt(sd * sd + family * family + card * card)
    return sd


@jit
def believed_mean(state: Any, estimate: float, noise: float) -> float:
    """CA-43: the mean of a belief: the estimate, drawn towards the mean of the deck."""
    prior = prior_sd(state)
    weight = noise * noise / max(noise * noise + prior * prior, LEAST_SD)
    return estimate + (state.prior_mean[state.characteristic] - estimate) * weight


@jit
def believed_sd(state: Any, noise: float) -> float:
    """CA-43: the standard deviation of a belief formed from an estimate with that noise."""
    prior = prior_sd(state)
    variance = noise * noise * prior * prior / max(noise * noise + prior * prior, LEAST_SD)
    return max(sqrt(variance), LEAST_SD)


@jit
def gap_probability(state: Any, gap: int, mean: float, sd: float) -> float:
    """CA-43: how likely a card is right in a gap of the line, by a normal belief about its level.

    Values nearer than TIE count as equal, so a gap inside a block of equal cards has a chance too.
    """
    above, below = 1.0, 0.0
    if gap < state.line_size:
        above = distribution((state.level[state.line[gap]] + TIE - mean) / sd)
    if gap > 0:
        below = distribution((state.level[state.line[gap - 1]] - TIE - mean) / sd)
    return max(above - below, 0.0)


@jit
def gap_of_rank(state: Any, rank: int) -> int:
    """CA-14: the gap into which a card of that rank goes, left of cards of the same rank."""
    gap = 0
    while gap < state.line_size and state.rank[state.line[gap]] < rank:
        gap += 1
    return gap


@jit
def rank_for_gap(state: Any, gap: int) -> int:
    """A rank that leads to the gap, or to the right end of the block of equal cards around it."""
    if gap == 0:
        return 0
    return min(state.rank[state.line[gap - 1]] + 1, state.num_cards - 1)


@jit
def write_probabilities(state: Any, seat: int, out: Any, at: int) -> None:
    """One number for each action: how likely it is right by the seat's own belief."""
    noise = noise_of(state, seat)
    sd = believed_sd(state, noise)
    for slot in range(state.options.hand_size):
        if state.hands[seat, slot] < 0:
            continue
        mean = believed_mean(state, state.estimates[seat, seat, slot], noise)
        here = at + slot * state.num_cards
        if state.options.placing == BY_RANK:
            gap = 0
            probability = gap_probability(state, 0, mean, sd)
            for rank in range(state.num_cards):
                while gap < state.line_size and state.rank[state.line[gap]] < rank:
                    gap += 1
                    probability = gap_probability(state, gap, mean, sd)
                out[here + rank] = probability
        else:
            for gap in range(state.line_size + 1):
                out[here + gap] = gap_probability(state, gap, mean, sd)
