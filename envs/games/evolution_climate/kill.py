"""What an attack does once all about it is chosen, and the Scavengers it calls. CM-59 to CM-62."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import HORNS, SCAVENGER
from .species import go_extinct, has, lose_population
from .state import BANK, MAX_SPECIES, MEAT, NONE
from .takes import end_chain, start_chain, take


@jit
def resolve_attack(state: Any) -> None:
    """CM-62: Horns, the loss of the attacked, meat, and then Scavengers, in this order; whoever
    falls to population 0 goes extinct at that moment (CM-66).
    """
    seat, slot = state.feeder, state.attacker
    prey_seat, prey_slot = state.victim_seat, state.victim
    prey = state.species[prey_seat, prey_slot]
    meat = prey.body  # CM-60: the printed body size
    has_horns = has(prey, HORNS) and not state.ignored & 1 << HORNS
    state.has_acted = 1
    if state.at_night != 0:
        state.species[seat, slot].fed_at_night = 1
    else:
        state.has_fed = 1
    forget_attack(state)
    if has_horns:  # CM-83
        lose_population(state, seat, slot, 1)
        if state.species[seat, slot].population == 0:
            go_extinct(state, seat, slot)
            if prey_seat == seat and prey_slot > slot:
                prey_slot -= 1
            slot = NONE
    lose_population(state, prey_seat, prey_slot, 1)  # CM-59
    if state.species[prey_seat, prey_slot].population == 0:
        go_extinct(state, prey_seat, prey_slot)
        if prey_seat == seat and prey_slot < slot:
            slot -= 1
    end_chain(state)
    if slot != NONE:
        take(state, seat, slot, meat, MEAT, BANK, True)  # CM-60, CM-75
    state.scavenger = 0


@jit
def forget_attack(state: Any) -> None:
    """No attack is being chosen."""
    state.attacker = NONE
    state.victim_seat = NONE
    state.victim = NONE
    state.ignored = 0
    state.named = NONE
    state.ambush_done = 0
    state.naming_done = 0
    state.at_night = 0


@jit
def next_scavenger(state: Any) -> None:
    """CM-90: the next Scavenger, clockwise from the attacker and left to right, is offered a meat
    token; none is left when `scavenger` is NONE.
    """
    while state.scavenger < state.num_players * MAX_SPECIES:
        seat = (state.feeder + state.scavenger // MAX_SPECIES) % state.num_players
        slot = state.scavenger % MAX_SPECIES
        if slot >= state.num_species[seat]:
            state.scavenger += MAX_SPECIES - slot
            continue
        state.scavenger += 1
        if has(state.species[seat, slot], SCAVENGER):
            start_chain(state, seat, slot, MEAT)
            return
    state.scavenger = NONE
