"""The encoder `hints`: what `vector` tells, and what each action would bring.

Worlds, tabled POP and piles are public and the hand is the seat's own, so all of it is known; a
learner need not find out how cataclysms are reckoned. A section has one number for each action of a
range, 0 where the rules refuse the action.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.game import Setup
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section

from .actions import NUM_PILES
from .cards import (
    ANCESTOR,
    ATTACK,
    CATACLYSM,
    CATACLYSM_COST,
    FISHES,
    NUM_CATACLYSMS,
    NUM_KINDS,
    NUM_SPECIES,
    NUM_TERRITORIES,
    POINTS,
    POP,
    SPECIES_COST,
    TERRITORY,
)
from .cataclysm import can_target, leftover_attack, takes_species, territories_hit
from .observe import layout, write_known
from .scoring import points_of
from .state import ABSENT, EMPTY, HAND_SIZE
from .world import can_table, species_in


def hints_layout(setup: Setup) -> Layout:
    """`vector`, and behind it what actions bring."""
    species, targets = NUM_SPECIES * NUM_TERRITORIES, NUM_CATACLYSMS * NUM_TERRITORIES
    most = 10.0 * (setup.num_players - 1)
    sections = (
        Section("pop_tabled", HAND_SIZE + 1, "POP that tabling so many brings / 5"),
        Section("buy_points", NUM_PILES, "species that can be paid: points / 10", high=10.0),
        Section("buy_cost", NUM_PILES, "cards that can be paid: cost / 10", high=6.0),
        Section("buy_linked", NUM_PILES, "species to pay that the world could table"),
        Section("buy_new", NUM_PILES, "species to pay that the seat has nowhere"),
        Section(
            "buy_waiting", NUM_PILES, "untabled species of the seat / 5, at those to pay", high=10
        ),
        Section("buy_attack", NUM_PILES, "cataclysms that can be paid: attack / 10", high=10.0),
        Section("territory_new", NUM_TERRITORIES, "territories in hand that can be tabled"),
        Section("territory_wanted", NUM_TERRITORIES, "the same, where no other is empty"),
        Section("species_points", species, "points gained / 10", low=-10.0, high=10.0),
        Section("species_wins", species, "tablings that win"),
        Section("species_pop", species, "POP that comes under the deck / 10", high=6.0),
        Section("species_new", species, "tablings of a species new to the world"),
        Section("species_settles", species, "tablings on an empty territory"),
        Section("species_ends", species, "tablings that replace the last of their ancestors"),
        Section("cataclysm_points", targets, "points that others lose / 10", high=most),
        Section("cataclysm_pop", targets, "POP that others lose / 10", high=most),
    )
    return Layout((*layout(setup).sections, *sections))


@jit
def observe_hints(state: Any, seat: int, out: Any) -> None:
    """The encoder `hints`."""
    at = write_known(state, seat, out)
    for count in range(state.hand[seat, POP] + 1):
        out[at + count] = count * 0.2
    at += HAND_SIZE + 1
    write_buying(state, seat, out, at)
    at += 6 * NUM_PILES
    has_room = num_living(state, seat, EMPTY) > 0
    for territory in range(NUM_TERRITORIES):
        is_held = state.hand[seat, TERRITORY + territory] > 0
        is_new = is_held and state.world[seat, territory] == ABSENT
        out[at + territory] = is_new
        out[at + NUM_TERRITORIES + territory] = is_new and not has_room
    at += 2 * NUM_TERRITORIES
    write_tabling(state, seat, out, at)
    write_attacks(state, seat, out, at + 6 * NUM_SPECIES * NUM_TERRITORIES)


@jit
def write_buying(state: Any, seat: int, out: Any, at: int) -> None:
    """The sections `buy_points` to `buy_attack`."""
    owned = np.zeros(NUM_KINDS, np.int64)
    count_owned(state, seat, owned)
    present = species_in(state, seat)
    num_waiting = num_untabled(owned)
    for species in range(FISHES, NUM_SPECIES):
        cost = state.options.species_table[SPECIES_COST + species]
        if state.supply[species] > 0 and cost <= state.pop[seat]:
            cell = at + species - FISHES
            lives = has_bit(present, species)
            out[cell] = state.options.species_table[POINTS + species] * 0.1
            out[cell + NUM_PILES] = cost * 0.1
            out[cell + 2 * NUM_PILES] = lives or has_bit(present, ANCESTOR[species])
            out[cell + 3 * NUM_PILES] = not lives and owned[species] == 0
            out[cell + 4 * NUM_PILES] = num_waiting * 0.2
    at += NUM_SPECIES - FISHES
    for cataclysm in range(NUM_CATACLYSMS):
        cost = state.options.cataclysm_table[CATACLYSM_COST + cataclysm]
        if state.supply[CATACLYSM + cataclysm] > 0 and cost <= state.pop[seat]:
            out[at + NUM_PILES + cataclysm] = cost * 0.1
            attack = state.options.cataclysm_table[ATTACK + cataclysm]
            out[at + 5 * NUM_PILES + cataclysm] = attack * 0.1


@jit
def count_owned(state: Any, seat: int, owned: Any) -> None:
    """The untabled cards of a seat by kind, wherever they lie; the owner knows them by memory."""
    for kind in range(NUM_KINDS):
        owned[kind] = state.hand[seat, kind] + state.under[seat, kind]
    for i in range(state.deck_sizes[seat]):
        owned[state.deck[seat, i]] += 1


@jit
def num_untabled(owned: Any) -> int:
    """How many species but critters wait to be tabled."""
    count = 0
    for species in range(FISHES, NUM_SPECIES):
        count += owned[species]
    return count


@jit
def num_living(state: Any, seat: int, resident: int) -> int:
    """On how many territories of a world a species lives, or nobody (EMPTY)."""
    count = 0
    for territory in range(NUM_TERRITORIES):
        count += state.world[seat, territory] == resident
    return count


@jit
def write_tabling(state: Any, seat: int, out: Any, at: int) -> None:
    """The sections `species_points` to `species_ends`."""
    present = species_in(state, seat)
    wanted = state.options.goal - points_of(state, seat)
    size = NUM_SPECIES * NUM_TERRITORIES
    for species in range(NUM_SPECIES):
        if state.hand[seat, species] > 0:
            reward = pop_gained(state, species)
            for territory in range(NUM_TERRITORIES):
                if can_table(state, seat, species, territory, present):
                    gain = points_gained(state, seat, species, territory)
                    replaced = state.world[seat, territory]
                    cell = at + species * NUM_TERRITORIES + territory
                    out[cell] = gain * 0.1
                    out[cell + size] = gain >= wanted
                    out[cell + 2 * size] = reward * 0.1
                    out[cell + 3 * size] = not has_bit(present, species)
                    out[cell + 4 * size] = replaced == EMPTY
                    if replaced >= 0:
                        out[cell + 5 * size] = num_living(state, seat, replaced) == 1


@jit
def pop_gained(state: Any, species: int) -> int:
    """POP that tabling a species brings, as far as the pile can pay."""
    return min(state.options.species_table[POINTS + species], state.supply[POP])


@jit
def points_gained(state: Any, seat: int, species: int, territory: int) -> int:
    """Points that a world gains by a species there, less those of the one replaced."""
    gain = state.options.species_table[POINTS + species]
    replaced = state.world[seat, territory]
    if replaced >= 0:
        gain -= state.options.species_table[POINTS + replaced]
    return gain


@jit
def write_attacks(state: Any, seat: int, out: Any, at: int) -> None:
    """The sections `cataclysm_points` and `cataclysm_pop`."""
    hit = territories_hit(state, seat)
    for cataclysm in range(NUM_CATACLYSMS):
        is_held = state.hand[seat, CATACLYSM + cataclysm] > 0
        cost = state.options.cataclysm_table[CATACLYSM_COST + cataclysm]
        if is_held and cost <= state.pop[seat]:
            for territory in range(NUM_TERRITORIES):
                if has_bit(hit, territory) and can_target(state, cataclysm, territory):
                    cell = at + cataclysm * NUM_TERRITORIES + territory
                    out[cell] = points_taken(state, seat, cataclysm, territory) * 0.1
                    drained = pop_drained(state, seat, cataclysm, territory)
                    out[cell + NUM_CATACLYSMS * NUM_TERRITORIES] = drained * 0.1


@jit
def points_taken(state: Any, seat: int, cataclysm: int, territory: int) -> int:
    """Points that opponents would lose to a cataclysm there."""
    points = 0
    for victim in range(state.num_players):
        species = state.world[victim, territory]
        if victim != seat and species >= 0:
            if takes_species(state, leftover_attack(state, cataclysm, victim), species):
                points += state.options.species_table[POINTS + species]
    return points


@jit
def pop_drained(state: Any, seat: int, cataclysm: int, territory: int) -> int:
    """Tabled POP that opponents would lose to a cataclysm there."""
    drained = 0
    for victim in range(state.num_players):
        if victim != seat and state.world[victim, territory] >= 0:
            attack = state.options.cataclysm_table[ATTACK + cataclysm]
            drained += attack - leftover_attack(state, cataclysm, victim)
    return drained
