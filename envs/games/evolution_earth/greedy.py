"""Scripted players: each weighs what every legal action would bring, and takes the best.

They know what their seat knows: worlds, piles, the own hand, and by memory what the own deck holds.
The styles differ in their weights alone: `greedy` builds and leaves cataclysms alone, `aggressive`
buys and plays them eagerly, `mixed` when they pay.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below

from .actions import BUY, CATACLYSM_ACTION, PASS, PUT, SPECIES_ACTION, TERRITORY_ACTION
from .cards import (
    ANCESTOR,
    ATTACK,
    CATACLYSM,
    CATACLYSM_COST,
    CRITTERS,
    FISHES,
    MAMMALS,
    NUM_CATACLYSMS,
    NUM_KINDS,
    NUM_SPECIES,
    NUM_TERRITORIES,
    POINTS,
    POP,
    REPTILES,
    SPECIES_COST,
    TERRITORY,
)
from .hints import points_gained, points_taken, pop_drained
from .legal import legal
from .scoring import points_of
from .state import ABSENT, EMPTY, HAND_SIZE, ORDERING, TABLING
from .world import species_in

SCRIPTED = ("greedy", "greedy:aggressive", "greedy:mixed")
"""The styles, by the rows of `WEIGHTS`."""

# What is weighed: columns of WEIGHTS.
(
    GAIN, REWARD, NEW_LINK, LAST_LINK, FILLS_EMPTY,  # tabling a species
    LAND, FIRST_LAND,  # tabling a territory
    BUY_POINTS, BUY_COST, BUY_UNLINKED, BUY_SURPLUS, BUY_LINK,  # buying a species
    ARM, ARM_ATTACK, ARM_OWNED,  # buying a cataclysm
    STRIKE, STRIKE_POINTS, STRIKE_POP, STRIKE_COST, STRIKE_LEADER,  # playing one
) = range(20)  # fmt: skip

WEIGHTS = np.array(
    [
        [3, -0.5, 12, -7, -4, 10, 11, 2, -1, -23, -7, 17, -99, 0, 0, -99, 0, 0, 0, 0],
        [3, -0.5, 12, -7, -4, 10, 11, 2, -1, -23, -7, 17, 4, 1, -6, -4, 3, 1, -0.5, 4],
        [3, -0.5, 12, -7, -4, 10, 11, 2, -1, -23, -7, 17, -1, 0.3, -6, -4, 3, 1, -0.5, 4],
    ],
    np.float64,
)
"""float64 [3, 20]: what each consideration weighs in each style; to pass weighs nothing.

The builder's were set by hand and then climbed on games of two: it wins 73 % against its first
form. The other two build in the same way; what they add was chosen for what games look like.
"""

WINNING, FATAL = 1e6, -1e6


@jit
def scripted(state: Any, style: int, rng: Any) -> int:
    """The choice of a scripted player for `to_move`."""
    seat = int(state.to_move)
    if state.phase == TABLING:
        return state.hand[seat, POP]
    if state.phase == ORDERING:
        return PUT + kind_to_put(state, seat)
    return best_action(state, seat, WEIGHTS[style], rng)


@jit
def best_action(state: Any, seat: int, weights: Any, rng: Any) -> int:
    """The legal action of the highest worth, ties drawn."""
    mask = np.zeros(state.num_actions, np.int8)
    legal(state, mask)
    owned = np.zeros(NUM_KINDS, np.int64)
    count_owned(state, seat, owned)
    best, best_worth, num_best = PASS, 0.0, 1
    if not state.has_tabled:
        best_worth = FATAL
    for action in range(BUY, PASS):
        if mask[action]:
            worth = worth_of(state, seat, action, weights, owned)
            if worth > best_worth:
                best, best_worth, num_best = action, worth, 1
            elif worth == best_worth:
                num_best += 1
                if below(rng, num_best) == 0:
                    best = action
    return best


@jit
def count_owned(state: Any, seat: int, owned: Any) -> None:
    """The untabled cards of a seat by kind, wherever they lie."""
    for kind in range(NUM_KINDS):
        owned[kind] = state.hand[seat, kind] + state.under[seat, kind]
    for i in range(state.deck_sizes[seat]):
        owned[state.deck[seat, i]] += 1


@jit
def worth_of(state: Any, seat: int, action: int, weights: Any, owned: Any) -> float:
    """What a legal action is worth to a style."""
    if action < TERRITORY_ACTION:
        pile = action - BUY
        if pile < NUM_SPECIES - FISHES:
            return worth_of_species(state, seat, pile + FISHES, weights, owned)
        return worth_of_arms(state, pile - (NUM_SPECIES - FISHES), weights, owned)
    if action < SPECIES_ACTION:
        has_room = False
        for territory in range(NUM_TERRITORIES):
            has_room = has_room or state.world[seat, territory] == EMPTY
        return weights[LAND] + (0.0 if has_room else weights[FIRST_LAND])
    if action < CATACLYSM_ACTION:
        choice = action - SPECIES_ACTION
        species, territory = choice // NUM_TERRITORIES, choice % NUM_TERRITORIES
        return worth_of_tabling(state, seat, species, territory, weights, owned)
    choice = action - CATACLYSM_ACTION
    cataclysm, territory = choice // NUM_TERRITORIES, choice % NUM_TERRITORIES
    return worth_of_strike(state, seat, cataclysm, territory, weights)


@jit
def worth_of_tabling(
    state: Any, seat: int, species: int, territory: int, weights: Any, owned: Any
) -> float:
    """A species on a territory: points, the POP it brings, and what can evolve then."""
    gain = points_gained(state, seat, species, territory)
    if points_of(state, seat) + gain >= state.options.goal:
        return WINNING
    reward = min(state.options.species_table[POINTS + species], state.supply[POP])
    worth = weights[GAIN] * gain + weights[REWARD] * reward
    present = species_in(state, seat)
    if not has_bit(present, species):
        worth += weights[NEW_LINK]
    replaced = state.world[seat, territory]
    if replaced < 0:
        return worth + weights[FILLS_EMPTY]
    num_there = 0
    for other in range(NUM_TERRITORIES):
        num_there += state.world[seat, other] == replaced
    if num_there == 1:  # nothing can evolve from it any more
        worth += weights[LAST_LINK]
    return worth


@jit
def worth_of_species(state: Any, seat: int, species: int, weights: Any, owned: Any) -> float:
    """A species for sale: its points and price, and whether a place for it is in sight."""
    worth = weights[BUY_POINTS] * state.options.species_table[POINTS + species]
    worth += weights[BUY_COST] * state.options.species_table[SPECIES_COST + species]
    present = species_in(state, seat)
    ancestor = ANCESTOR[species]
    is_linked = has_bit(present, species) or has_bit(present, ancestor)
    if not is_linked and owned[species] + owned[ancestor] == 0:
        worth += weights[BUY_UNLINKED]
    num_waiting = 0  # species for which a place must be found before this one
    for other in range(FISHES, MAMMALS + 1):
        num_waiting += owned[other]
    worth += weights[BUY_SURPLUS] * num_waiting
    is_link = species in (FISHES, REPTILES)
    if is_link and owned[species] == 0 and not has_bit(present, species):
        worth += weights[BUY_LINK]
    return worth


@jit
def worth_of_arms(state: Any, cataclysm: int, weights: Any, owned: Any) -> float:
    """A cataclysm for sale."""
    num_owned = 0
    for other in range(NUM_CATACLYSMS):
        num_owned += owned[CATACLYSM + other]
    attack = state.options.cataclysm_table[ATTACK + cataclysm]
    return weights[ARM] + weights[ARM_ATTACK] * attack + weights[ARM_OWNED] * num_owned


@jit
def worth_of_strike(state: Any, seat: int, cataclysm: int, territory: int, weights: Any) -> float:
    """A cataclysm in hand: what it takes from whom, and its price."""
    lead = 0.0
    for victim in range(state.num_players):
        if victim != seat and state.world[victim, territory] >= 0:
            lead = max(lead, points_of(state, victim) / state.options.goal)
    taken = points_taken(state, seat, cataclysm, territory)
    worth = weights[STRIKE] + weights[STRIKE_POINTS] * taken
    worth += weights[STRIKE_POP] * pop_drained(state, seat, cataclysm, territory)
    worth += weights[STRIKE_COST] * state.options.cataclysm_table[CATACLYSM_COST + cataclysm]
    if taken > 0:
        worth += weights[STRIKE_LEADER] * lead
    return worth


@jit
def kind_to_put(state: Any, seat: int) -> int:
    """Blue Pearl: each hand to come gets one card to act with, and POP beside it."""
    wants_pop = state.deck_sizes[seat] % HAND_SIZE != 0
    best, best_rank = -1, -1
    for kind in range(NUM_KINDS):
        if state.under[seat, kind] > 0:
            rank = kind  # cataclysms early
            if kind == POP:
                rank = 100 if wants_pop else 0
            elif kind < POP:
                rank = 1 if kind == CRITTERS else 50 + kind
            elif kind < CATACLYSM:
                rank = 40 if state.world[seat, kind - TERRITORY] == ABSENT else 1
            if rank > best_rank:
                best, best_rank = kind, rank
    return best
