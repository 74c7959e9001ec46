"""Traits that act before the Food Cards are revealed: Fat Tissue, Fertile, Long Neck. CM-25."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import CARNIVORE, FAT_TISSUE, FERTILE, LONG_NECK
from .species import has
from .state import (
    CLIMATE,
    FAT_WAITS,
    FERTILE_WAITS,
    LONG_NECK_WAITS,
    MAX_SIZE,
    NONE,
    ORDER,
    PLANT,
)
from .takes import start_chain


@jit
def mark_traits(state: Any) -> None:
    """Note on each species which of its traits have yet to act. Those that can do nothing in any
    order are left out: Fertile beside an empty Watering Hole (CM-78) or at population 6, Long Neck
    of a Carnivore (CM-57), Fat Tissue without food where no Long Neck could bring some.
    """
    for seat in range(state.num_players):
        has_long_neck = False
        for slot in range(state.num_species[seat]):
            species = state.species[seat, slot]
            if has(species, LONG_NECK) and not has(species, CARNIVORE):
                species.todo |= LONG_NECK_WAITS
                has_long_neck = True
            if has(species, FERTILE) and state.watering_hole > 0:
                if species.population < MAX_SIZE:
                    species.todo |= FERTILE_WAITS
        for slot in range(state.num_species[seat]):
            species = state.species[seat, slot]
            if has(species, FAT_TISSUE) and (species.fat > 0 or has_long_neck):
                species.todo |= FAT_WAITS


@jit
def next_trait(state: Any) -> bool:
    """CM-25: from the First Player on, an owner of several traits chooses which acts next; a single
    one acts at once. Returns whether a choice is owed.
    """
    if state.turns_taken == state.num_players:
        state.turns_taken = 0
        state.stage = CLIMATE
        return False
    seat = (state.first + state.turns_taken) % state.num_players
    count, only_slot, only_bit = 0, 0, 0
    for slot in range(state.num_species[seat]):
        for bit in (FAT_WAITS, FERTILE_WAITS, LONG_NECK_WAITS):
            if state.species[seat, slot].todo & bit:
                count, only_slot, only_bit = count + 1, slot, bit
    if count == 0:
        state.turns_taken += 1
        return False
    if count == 1:
        trigger(state, seat, only_slot, only_bit)
        return False
    state.phase = ORDER
    state.to_move = seat
    state.deciding = 1 << seat
    state.pending_traits[seat] = NONE
    return True


@jit
def waiting_bit(trait: int) -> int:
    """The bit of `todo` that stands for a trait, 0 for one that does not act before the reveal."""
    if trait == FAT_TISSUE:
        return FAT_WAITS
    if trait == FERTILE:
        return FERTILE_WAITS
    return LONG_NECK_WAITS if trait == LONG_NECK else 0


@jit
def trigger(state: Any, seat: int, slot: int, bit: int) -> None:
    """One trait acts."""
    species = state.species[seat, slot]
    species.todo &= ~bit
    if bit == FAT_WAITS:  # CM-77: moved, not taken; compulsory up to the unfed population
        moved = min(species.fat, species.population - species.food)
        species.food += moved
        species.fat -= moved
    elif bit == FERTILE_WAITS:  # CM-78
        species.population += 1
    else:  # CM-85: a take of one plant token from the bank
        start_chain(state, seat, slot, PLANT)
