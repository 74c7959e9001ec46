"""Taking food: how much a species takes, and how Cooperation passes it on. CM-56, CM-75, CM-77,
CM-79.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import CARNIVORE, COOPERATION, FAT_TISSUE, FORAGING
from .species import has, room
from .state import ASK, BANK, HOLE, NONE, OFFER, PLANT


@jit
def take(
    state: Any, seat: int, slot: int, amount: int, kind: int, source: int, to_fat: bool
) -> int:
    """One take of up to `amount` tokens; returns how many came.

    The board fills first, then Fat Tissue (CM-77, not where `to_fat` is False). Foraging adds a
    plant token for an unfed population (CM-79). A take of something starts or carries on a chain of
    Cooperation with the species to the right (CM-75); a take of nothing ends it.
    """
    species = state.species[seat, slot]
    supply = state.watering_hole if source == HOLE else amount + 1
    amount = min(amount, supply)
    eaten = min(amount, species.population - species.food)
    species.food += eaten
    stored = 0
    if to_fat and has(species, FAT_TISSUE):
        stored = min(amount - eaten, species.body - species.fat)
        species.fat += stored
    taken = eaten + stored
    if taken > 0 and kind == PLANT and has(species, FORAGING):
        if species.food < species.population and taken < supply:
            species.food += 1
            taken += 1
    if source == HOLE:
        state.watering_hole -= taken
    else:
        state.bank_out += taken
    if taken > 0 and has(species, COOPERATION):
        state.chain_seat = seat
        state.chain_slot = slot + 1
        state.chain_kind = kind
        state.chain_source = source
    else:
        end_chain(state)
    return taken


@jit
def end_chain(state: Any) -> None:
    """Nothing is being passed on."""
    state.chain_seat = 0
    state.chain_slot = NONE
    state.chain_kind = 0
    state.chain_source = 0


@jit
def start_chain(state: Any, seat: int, slot: int, kind: int) -> None:
    """A species is to be offered one token from the Food Bank."""
    state.chain_seat = seat
    state.chain_slot = slot
    state.chain_kind = kind
    state.chain_source = BANK


@jit
def answer_offer(state: Any, accepts: bool) -> None:
    """CM-77: store what was offered, or leave it."""
    if accepts:
        seat, slot = state.chain_seat, state.chain_slot
        take(state, seat, slot, 1, state.chain_kind, state.chain_source, True)
    else:
        end_chain(state)


@jit
def pass_on(state: Any) -> bool:
    """Offer the species of the chain one token. Returns whether its owner has to choose: food that
    could only be stored may be left (CM-77); for an unfed population it is taken.
    """
    seat, slot = state.chain_seat, state.chain_slot
    if slot >= state.num_species[seat]:
        end_chain(state)
        return False
    species = state.species[seat, slot]
    is_refused = state.chain_kind == PLANT and has(species, CARNIVORE)  # CM-57: never plants
    is_gone = state.chain_source == HOLE and state.watering_hole == 0
    if is_refused or is_gone or room(species) == 0:
        end_chain(state)
        return False
    if species.food == species.population and state.options.fat_offers == ASK:
        state.phase = OFFER
        state.to_move = seat
        state.deciding = 1 << seat
        return True
    answer_offer(state, True)
    return False
