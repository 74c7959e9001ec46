"""Phase 4 strikes species: climate losses, Wildfire, Desertification. CM-29 to CM-31."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import (
    BURROWING,
    COLD_STOPPED,
    FAT_TISSUE,
    HEAT,
    HEAT_ADDED,
    HEAT_STOPPED,
    LOSS,
    LOSS_BODY_HIGH,
    LOSS_BODY_LOW,
    LOSS_KIND,
    NO_LOSS,
    NUM_TRAITS,
)
from .deck import put_in_bag
from .species import bury_the_dead, has, lose_population


@jit
def losses(state: Any, seat: int, slot: int, zone: int) -> int:
    """CM-29, CM-30: population that a species loses in a zone: its icons where the body size is in
    range, with Heavy Fur one more from heat (CM-81), less what all its traits stop, at least 0.

    Stops: CM-71, CM-74, CM-76, CM-81, CM-82, CM-86, CM-87, CM-88.
    """
    if LOSS_KIND[zone] == NO_LOSS:
        return 0
    species = state.species[seat, slot]
    is_heat = LOSS_KIND[zone] == HEAT
    is_in_range = LOSS_BODY_LOW[zone] <= species.body <= LOSS_BODY_HIGH[zone]
    loss = LOSS[zone] if is_in_range else 0
    for trait in range(NUM_TRAITS):
        if has(species, trait):
            if is_heat:
                loss -= HEAT_STOPPED[trait]
                if is_in_range or state.options.heavy_fur_out_of_range != 0:
                    loss += HEAT_ADDED[trait]
            else:
                loss -= COLD_STOPPED[trait]
    return max(0, loss)


@jit
def strike_by_climate(state: Any, zone: int) -> None:
    """CM-29, CM-31: all species lose at the same time, then the dead are buried."""
    if LOSS_KIND[zone] == NO_LOSS:
        return
    for seat in range(state.num_players):
        for slot in range(state.num_species[seat]):
            lose_population(state, seat, slot, losses(state, seat, slot, zone))
    bury_the_dead(state)


@jit
def strike_by_fire(state: Any) -> None:
    """CM-46: every species without Burrowing loses 1 population, at the same time."""
    for seat in range(state.num_players):
        for slot in range(state.num_species[seat]):
            if not has(state.species[seat, slot], BURROWING):
                lose_population(state, seat, slot, 1)
    bury_the_dead(state)


@jit
def shrink_bodies(state: Any) -> None:
    """CM-41: every body size falls by 1, to 1 at least; fat that no longer fits goes to the bag."""
    for seat in range(state.num_players):
        for slot in range(state.num_species[seat]):
            species = state.species[seat, slot]
            species.body = max(1, species.body - 1)
            if has(species, FAT_TISSUE) and species.fat > species.body:
                put_in_bag(state, seat, species.fat - species.body)
                species.fat = species.body
