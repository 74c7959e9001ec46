"""One choice of a turn. EE-10, EE-11, EE-13, EE-16, EE-50."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.header import is_over
from phylarium.envs.core.jit import jit

from .actions import (
    BUY,
    CATACLYSM_ACTION,
    PASS,
    PUT,
    SPECIES_ACTION,
    TERRITORY_ACTION,
)
from .cards import (
    CATACLYSM,
    CATACLYSM_COST,
    FISHES,
    NUM_SPECIES,
    NUM_TERRITORIES,
    POP,
    SPECIES_COST,
    TERRITORY,
)
from .cataclysm import play_cataclysm
from .deck import count_cards, put_lowest, put_under, take_from_hand
from .state import ACTING, EMPTY, ORDERING, TABLING
from .turn import die_out, finish_turn, pass_turn_on
from .world import table_species


@jit
def step(state: Any, action: int) -> None:
    """Apply one legal choice of `to_move` and run on to the next choice or the end."""
    seat = int(state.to_move)
    if state.phase == TABLING:
        table_pop(state, seat, action)
    elif state.phase == ORDERING:
        put_lowest(state, seat, action - PUT)
        if count_cards(state.under, seat) == 0:
            pass_turn_on(state, seat)
    elif action == PASS and state.has_tabled == 0:
        die_out(state, seat)  # EE-44
    else:
        act(state, seat, action)
        if not is_over(state):
            finish_turn(state, seat)


@jit
def table_pop(state: Any, seat: int, count: int) -> None:
    """EE-10: POP from the hand into the population supply, before the action."""
    take_from_hand(state, seat, POP, count)
    state.pop[seat] += count
    state.has_tabled = count > 0
    state.phase = ACTING


@jit
def act(state: Any, seat: int, action: int) -> None:
    """EE-11: the one action of the turn."""
    if action < TERRITORY_ACTION:
        buy(state, seat, action - BUY)
    elif action < SPECIES_ACTION:  # EE-16
        territory = action - TERRITORY_ACTION
        take_from_hand(state, seat, TERRITORY + territory, 1)
        state.world[seat, territory] = EMPTY
    elif action < CATACLYSM_ACTION:
        choice = action - SPECIES_ACTION
        table_species(state, seat, choice // NUM_TERRITORIES, choice % NUM_TERRITORIES)
    elif action < PASS:
        choice = action - CATACLYSM_ACTION
        play_cataclysm(state, seat, choice // NUM_TERRITORIES, choice % NUM_TERRITORIES)


@jit
def buy(state: Any, seat: int, pile: int) -> None:
    """EE-13: the card of a pile and its price in tabled POP go under the deck."""
    if pile < NUM_SPECIES - FISHES:
        kind = pile + FISHES
        cost = state.options.species_table[SPECIES_COST + kind]
    else:
        cataclysm = pile - (NUM_SPECIES - FISHES)
        kind = CATACLYSM + cataclysm
        cost = state.options.cataclysm_table[CATACLYSM_COST + cataclysm]
    state.supply[kind] -= 1
    state.pop[seat] -= cost
    put_under(state, seat, kind, 1)
    put_under(state, seat, POP, cost)
