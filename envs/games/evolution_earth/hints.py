"""The encoder `hints`: what `vector` tells, and what each action would bring.

Worlds, tabled POP and piles are public and the hand is the seat's own, so all of it is known; a
learner need not find out how cataclysms are reckoned. A section has one number for each action of a
range, 0 where the rules refuse the action.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.game import Setup
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section

from .actions import NUM_PILES
from .cards import (
    ATTACK,
    CATACLYSM,
    CATACLYSM_COST,
    FISHES,
    NUM_CATACLYSMS,
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
from .state import ABSENT, HAND_SIZE
from .world import can_table, species_in


def hints_layout(setup: Setup) -> Layout:
    """`vector`, and behind it what actions bring."""
    species, targets = NUM_SPECIES * NUM_TERRITORIES, NUM_CATACLYSMS * NUM_TERRITORIES
    most = 10.0 * (setup.num_players - 1)
    sections = (
        Section("pop_tabled", HAND_SIZE + 1, "POP that tabling so many brings / 5"),
        Section("buy_points", NUM_PILES, "species that can be paid: points / 10", high=10.0),
        Section("buy_attack", NUM_PILES, "cataclysms that can be paid: attack / 10", high=10.0),
        Section("territory_new", NUM_TERRITORIES, "territories in hand that can be tabled"),
        Section("species_points", species, "points gained / 10", low=-10.0, high=10.0),
        Section("species_wins", species, "tablings that win"),
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
    at += 2 * NUM_PILES
    for territory in range(NUM_TERRITORIES):
        is_held = state.hand[seat, TERRITORY + territory] > 0
        out[at + territory] = is_held and state.world[seat, territory] == ABSENT
    at += NUM_TERRITORIES
    write_tabling(state, seat, out, at)
    write_attacks(state, seat, out, at + 2 * NUM_SPECIES * NUM_TERRITORIES)


@jit
def write_buying(state: Any, seat: int, out: Any, at: int) -> None:
    """The sections `buy_points` and `buy_attack`."""
    for species in range(FISHES, NUM_SPECIES):
        if state.supply[species] > 0:
            if state.options.species_table[SPECIES_COST + species] <= state.pop[seat]:
                out[at + species - FISHES] = state.options.species_table[POINTS + species] * 0.1
    at += NUM_PILES + NUM_SPECIES - FISHES
    for cataclysm in range(NUM_CATACLYSMS):
        if state.supply[CATACLYSM + cataclysm] > 0:
            if state.options.cataclysm_table[CATACLYSM_COST + cataclysm] <= state.pop[seat]:
                out[at + cataclysm] = state.options.cataclysm_table[ATTACK + cataclysm] * 0.1


@jit
def write_tabling(state: Any, seat: int, out: Any, at: int) -> None:
    """The sections `species_points` and `species_wins`."""
    present = species_in(state, seat)
    wanted = state.options.goal - points_of(state, seat)
    for species in range(NUM_SPECIES):
        if state.hand[seat, species] > 0:
            for territory in range(NUM_TERRITORIES):
                if can_table(state, seat, species, territory, present):
                    gain = points_gained(state, seat, species, territory)
                    cell = at + species * NUM_TERRITORIES + territory
                    out[cell] = gain * 0.1
                    out[cell + NUM_SPECIES * NUM_TERRITORIES] = gain >= wanted


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
