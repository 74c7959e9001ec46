"""Cataclysms: who may be hit, and what it takes from each. EE-29 to EE-40."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import (
    ATTACK,
    CATACLYSM,
    CATACLYSM_COST,
    DEFENCE,
    HITS_CONTINENTS,
    HITS_OCEANS,
    NUM_TERRITORIES,
    OCEAN,
    POP,
    TARGETS,
    TERRITORY,
)
from .deck import put_under, take_from_hand
from .state import ABSENT, EMPTY, LITERAL


@jit
def territories_hit(state: Any, seat: int) -> int:
    """EE-31: where an opponent of this seat has species, as a bit set. The dead have no world."""
    hit = 0
    for other in range(state.num_players):
        if other != seat:
            for territory in range(NUM_TERRITORIES):
                if state.world[other, territory] >= 0:
                    hit |= 1 << territory
    return hit


@jit
def can_target(state: Any, cataclysm: int, territory: int) -> bool:
    """EE-30: whether the card has the symbol of that kind of territory."""
    symbol = HITS_OCEANS if territory == OCEAN else HITS_CONTINENTS
    return (int(state.options.cataclysm_table[TARGETS + cataclysm]) & symbol) != 0


@jit
def leftover_attack(state: Any, cataclysm: int, victim: int) -> int:
    """EE-33, EE-34: what is left of the attack for the species, each victim reckoned apart."""
    return max(0, state.options.cataclysm_table[ATTACK + cataclysm] - state.pop[victim])


@jit
def takes_species(state: Any, leftover: int, species: int) -> bool:
    """EE-35, EE-36: what is left of the attack is the species' defence or more."""
    return leftover >= state.options.species_table[DEFENCE + species]


@jit
def takes_territory(state: Any, leftover: int, species: int, territory: int) -> bool:
    """EE-37: more than the species' defence; EE-38: with shields, the shield beyond it."""
    beyond = leftover - state.options.species_table[DEFENCE + species]
    if state.options.territory_defence == LITERAL:
        return beyond > 0
    return beyond >= state.options.territory_table[territory]


@jit
def play_cataclysm(state: Any, seat: int, cataclysm: int, territory: int) -> None:
    """EE-32: every opponent with a species there is hit; EE-39, EE-40: then the card is paid for
    and becomes a fossil.
    """
    take_from_hand(state, seat, CATACLYSM + cataclysm, 1)
    for victim in range(state.num_players):
        if victim != seat and state.world[victim, territory] >= 0:
            strike(state, seat, cataclysm, territory, victim)
    cost = state.options.cataclysm_table[CATACLYSM_COST + cataclysm]
    state.pop[seat] -= cost
    put_under(state, seat, POP, cost)
    state.fossils[CATACLYSM + cataclysm] += 1


@jit
def strike(state: Any, seat: int, cataclysm: int, territory: int, victim: int) -> None:
    """What one victim loses: POP to the supply (EE-34), then cards to the attacker (EE-39)."""
    leftover = leftover_attack(state, cataclysm, victim)
    lost = state.options.cataclysm_table[ATTACK + cataclysm] - leftover
    state.pop[victim] -= lost
    state.supply[POP] += lost
    species = state.world[victim, territory]
    if takes_species(state, leftover, species):
        put_under(state, seat, species, 1)
        state.world[victim, territory] = EMPTY
        if takes_territory(state, leftover, species, territory):
            put_under(state, seat, TERRITORY + territory, 1)
            state.world[victim, territory] = ABSENT
