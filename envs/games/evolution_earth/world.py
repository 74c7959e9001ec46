"""Worlds: tabling territories and species, spreading, evolution. EE-16 to EE-28."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.jit import jit

from .cards import ANCESTOR, CRITTERS, NUM_TERRITORIES, POINTS, POP
from .deck import put_under, take_from_hand
from .scoring import points_of, win
from .state import EMPTY


@jit
def species_in(state: Any, seat: int) -> int:
    """The species that live in a world, as a bit set."""
    present = 0
    for territory in range(NUM_TERRITORIES):
        if state.world[seat, territory] >= 0:
            present |= 1 << int(state.world[seat, territory])
    return present


@jit
def can_table(state: Any, seat: int, species: int, territory: int, present: int) -> bool:
    """Whether a species may be tabled there, by the rules and the species present in the world.

    EE-19: on an empty territory by spreading; EE-20: critters always; EE-21: with the direct
    ancestor in the world. EE-22, EE-23: on a species only in place of the direct ancestor.
    """
    place = state.world[seat, territory]
    ancestor = ANCESTOR[species]
    if place == EMPTY:
        return species == CRITTERS or has_bit(present, species) or has_bit(present, ancestor)
    return species != CRITTERS and place == ancestor


@jit
def table_species(state: Any, seat: int, species: int, territory: int) -> None:
    """EE-18: the card goes from the hand onto the territory; EE-22: a replaced ancestor becomes a
    fossil. EE-41: the tabling that wins ends the game, and takes no POP any more.
    """
    replaced = state.world[seat, territory]
    if replaced >= 0:
        state.fossils[replaced] += 1
    take_from_hand(state, seat, species, 1)
    state.world[seat, territory] = species
    if points_of(state, seat) >= state.options.goal:
        win(state, seat)
        return
    # EE-25, EE-26: as many POP as the whole card is worth, or as many as are left
    reward = min(state.options.species_table[POINTS + species], state.supply[POP])
    state.supply[POP] -= reward
    put_under(state, seat, POP, reward)
