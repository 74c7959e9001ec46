"""Scripted players: the most probable placement under a belief. CA-43, CA-47, CA-48."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below

from .beliefs import (
    believed_mean,
    believed_sd,
    gap_probability,
    noise_of,
    rank_for_gap,
)
from .normal import normal_of
from .state import BY_RANK, MAX_HAND, shows_family, shows_identity

GREEDY, EXPERT, ADULT, CHILD, EDGES, ORACLE = 0, 1, 2, 3, 4, 5
SCRIPTED = ("greedy", "human:expert", "human:adult", "human:child", "edges")
PRIVILEGED = ("oracle",)

# CA-47: standard deviations in levels (1000 a decade); assumptions, not measured.
HUMAN_NOISE = np.array([0.0, 100.0, 225.0, 420.0])
"""float64 [style]: noise of a card's size."""

HUMAN_FACTOR = np.array([1.0, 1.75, 1.5])
"""float64 [characteristic]: noise of sizes, weights and lifespans over that of sizes."""

FAMILY_BIAS = np.array([100.0, 100.0, 200.0, 200.0, 200.0, 100.0, 200.0, 100.0, 100.0, 100.0])
"""float64 [family]: spread of a player's error about a family; invertebrates are less known."""

UNKNOWN_FAMILY_BIAS = 100.0
PLAYER_BIAS = 50.0
MAX_GAPS = 128


@jit
def scripted(state: Any, style: int, rng: Any) -> int:
    """The choice of a scripted player for `to_move`."""
    seat = int(state.to_move)
    if style == EDGES:
        return to_the_edge(state, seat)
    if style == ORACLE:
        return place_truly(state, seat, rng)
    best, best_probability, num_best = -1, -1.0, 0
    for slot in range(state.options.hand_size):
        if state.hands[seat, slot] < 0:
            continue
        noise = noise_of(state, seat)
        estimate = 1.0 * state.estimates[seat, seat, slot]
        if style != GREEDY:
            estimate += human_error(state, seat, slot, style)
            noise = human_noise(state, seat, slot, style)
        mean, sd = believed_mean(state, estimate, noise), believed_sd(state, noise)
        for gap in range(state.line_size + 1):
            probability = gap_probability(state, gap, mean, sd)
            if probability > best_probability:
                best, best_probability, num_best = slot * MAX_GAPS + gap, probability, 1
            elif probability == best_probability:
                num_best += 1
                if below(rng, num_best) == 0:
                    best = slot * MAX_GAPS + gap
    return action_of(state, best // MAX_GAPS, best % MAX_GAPS)


@jit
def action_of(state: Any, slot: int, gap: int) -> int:
    """CA-14: the number of the choice that puts a card into a gap."""
    number = gap
    if state.options.placing == BY_RANK:
        number = rank_for_gap(state, gap)
    return slot * state.num_cards + number


@jit
def family_bias(state: Any, seat: int, slot: int) -> float:
    """CA-47: spread of the error about the family, as far as the family is known."""
    if shows_family(state) or shows_identity(state):
        return FAMILY_BIAS[state.family[state.hands[seat, slot]]]
    return UNKNOWN_FAMILY_BIAS


@jit
def human_noise(state: Any, seat: int, slot: int, style: int) -> float:
    """CA-47: how far, in levels, a person's belief about a card in hand may be off."""
    own = max(HUMAN_NOISE[style] * HUMAN_FACTOR[state.characteristic], noise_of(state, seat))
    bias = family_bias(state, seat, slot)
    return sqrt(own * own + bias * bias + PLAYER_BIAS * PLAYER_BIAS)


@jit
def human_error(state: Any, seat: int, slot: int, style: int) -> float:
    """CA-47: how far a person's belief is off the seat's estimate: the same at every look.

    It follows from the game's seed, the seat and the card's slot and estimate, so that nothing has
    to be kept and a re-deal of what the seat cannot know leaves it as it is.
    """
    place = seat * MAX_HAND + slot
    card = place * 65536 + state.estimates[seat, seat, slot] + 32768
    noise = HUMAN_NOISE[style] * HUMAN_FACTOR[state.characteristic]
    seen = noise_of(state, seat)
    error = sqrt(max(noise * noise - seen * seen, 0.0)) * normal_of(state.seed, card)
    error += PLAYER_BIAS * normal_of(state.seed, (1 << 30) + seat)
    about = (1 << 31) + card
    if shows_family(state) or shows_identity(state):
        about = (1 << 32) + seat * 16 + state.family[state.hands[seat, slot]]
    return error + family_bias(state, seat, slot) * normal_of(state.seed, about)


@jit
def to_the_edge(state: Any, seat: int) -> int:
    """CA-48: the card farthest from the middle of the line goes to the end on its side."""
    low, high = state.level[state.line[0]], state.level[state.line[state.line_size - 1]]
    best, farthest = -1, -1.0
    for slot in range(state.options.hand_size):
        distance = abs(state.estimates[seat, seat, slot] - (low + high) / 2.0)
        if state.hands[seat, slot] >= 0 and distance > farthest:
            best, farthest = slot, distance
    is_small = state.estimates[seat, seat, best] < (low + high) / 2.0
    return action_of(state, best, 0 if is_small else state.line_size)


@jit
def place_truly(state: Any, seat: int, rng: Any) -> int:
    """CA-48: `oracle` knows the values: any card, into the first gap where it is right."""
    chosen, held, slot = below(rng, state.hand_sizes[seat]), -1, -1
    while held < chosen:
        slot += 1
        held += state.hands[seat, slot] >= 0
    if state.options.placing == BY_RANK:
        return slot * state.num_cards + state.rank[state.hands[seat, slot]]
    gap = 0
    while (
        gap < state.line_size and state.rank[state.line[gap]] < state.rank[state.hands[seat, slot]]
    ):
        gap += 1
    return slot * state.num_cards + gap
