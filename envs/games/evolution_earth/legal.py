"""The mask: what the seat to move may choose. EE-10, EE-11, EE-13 to EE-17, EE-29, EE-45."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.jit import jit

from .actions import BUY, CATACLYSM_ACTION, PASS, PUT, SPECIES_ACTION, TERRITORY_ACTION
from .cards import (
    CATACLYSM,
    CATACLYSM_COST,
    FISHES,
    NUM_CATACLYSMS,
    NUM_KINDS,
    NUM_SPECIES,
    NUM_TERRITORIES,
    POP,
    SPECIES_COST,
    TERRITORY,
)
from .cataclysm import can_target, territories_hit
from .state import ABSENT, ACTING, ORDERING
from .world import can_table, species_in


@jit
def legal(state: Any, mask: Any) -> None:
    """The mask of `to_move`."""
    seat = int(state.to_move)
    mask[:] = 0
    if state.phase == ORDERING:
        for kind in range(NUM_KINDS):  # EE-50
            mask[PUT + kind] = state.under[seat, kind] > 0
    elif state.phase == ACTING:
        num_deeds = allow_deeds(state, seat, mask)
        # EE-45: to pass is always possible, and fatal where no POP was tabled
        is_fatal = state.has_tabled == 0
        mask[PASS] = not (state.options.forbid_suicide and is_fatal and num_deeds > 0)
    else:
        allow_tabling(state, seat, mask)


@jit
def allow_tabling(state: Any, seat: int, mask: Any) -> None:
    """EE-10: any number of the POP in hand; EE-45: with `forbid_suicide` not none of them where
    that would leave only the fatal pass.
    """
    num_pop = state.hand[seat, POP]
    if state.options.forbid_suicide and num_pop > 0:
        num_deeds = allow_deeds(state, seat, mask)
        mask[:] = 0
        mask[0] = num_deeds > 0
    else:
        mask[0] = 1
    for count in range(1, num_pop + 1):
        mask[count] = 1


@jit
def allow_deeds(state: Any, seat: int, mask: Any) -> int:
    """EE-11: every action but passing; returns how many there are."""
    return allow_buying(state, seat, mask) + allow_cards(state, seat, mask)


@jit
def allow_buying(state: Any, seat: int, mask: Any) -> int:
    """EE-13 to EE-15: cards of piles that are not empty, for tabled POP."""
    pop, count = state.pop[seat], 0
    for species in range(FISHES, NUM_SPECIES):
        if state.supply[species] > 0:
            if state.options.species_table[SPECIES_COST + species] <= pop:
                mask[BUY + species - FISHES] = 1
                count += 1
    first = BUY + NUM_SPECIES - FISHES
    for cataclysm in range(NUM_CATACLYSMS):
        if state.supply[CATACLYSM + cataclysm] > 0:
            if state.options.cataclysm_table[CATACLYSM_COST + cataclysm] <= pop:
                mask[first + cataclysm] = 1
                count += 1
    return count


@jit
def allow_cards(state: Any, seat: int, mask: Any) -> int:
    """EE-16, EE-18, EE-29: what may be done with the cards in hand."""
    count = 0
    present = species_in(state, seat)
    for species in range(NUM_SPECIES):
        if state.hand[seat, species] > 0:
            for territory in range(NUM_TERRITORIES):
                if can_table(state, seat, species, territory, present):
                    mask[SPECIES_ACTION + species * NUM_TERRITORIES + territory] = 1
                    count += 1
    for territory in range(NUM_TERRITORIES):
        if state.hand[seat, TERRITORY + territory] > 0 and state.world[seat, territory] == ABSENT:
            mask[TERRITORY_ACTION + territory] = 1
            count += 1
    hit = territories_hit(state, seat)
    for cataclysm in range(NUM_CATACLYSMS):
        if state.hand[seat, CATACLYSM + cataclysm] > 0:
            if state.options.cataclysm_table[CATACLYSM_COST + cataclysm] <= state.pop[seat]:
                for territory in range(NUM_TERRITORIES):
                    if has_bit(hit, territory) and can_target(state, cataclysm, territory):
                        mask[CATACLYSM_ACTION + cataclysm * NUM_TERRITORIES + territory] = 1
                        count += 1
    return count
