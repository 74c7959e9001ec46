"""One choice, and what follows from it up to the next. CM-95, CM-96; the stack is told in state.py.

`advance` is the only loop: it looks at what waits, the innermost first (a chain of Cooperation,
then Scavengers, then the stage), lets it do its next piece, and stops where a choice is owed.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit, without_bit
from phylarium.envs.core.jit import jit

from .before_reveal import next_trait, trigger, waiting_bit
from .climate import modify_environment
from .deal import begin_round
from .ending import end_round, next_migrant
from .feeding import begin_turn, choose_in_attack, choose_in_turn, next_menu, think
from .growing import after_play, begin_growing, exchange, play
from .kill import next_scavenger
from .state import (
    AFTERWARDS,
    BEFORE_REVEAL,
    CLIMATE,
    DEALING,
    DONE,
    EXCHANGE,
    FEED,
    FEEDING,
    FIRST_CARD,
    FIRST_NAME,
    FIRST_SPECIES,
    FOOD_CARD,
    GROWING,
    MIGRATING,
    NIGHT,
    NONE,
    OFFER,
    ORDER,
    PLAY,
    THINK,
)
from .takes import answer_offer, pass_on


@jit
def step(state: Any, action: int) -> None:
    """Apply one legal choice of `to_move` and run on to the next choice or the end."""
    seat = int(state.to_move)
    phase = int(state.phase)
    is_owed = False
    if phase == FOOD_CARD:
        is_owed = lay_food_card(state, seat, action - FIRST_CARD)
    elif phase == PLAY:
        is_owed = after_play(state, seat, play(state, seat, action))
    elif phase == EXCHANGE:
        is_owed = exchange(state, seat, action)
    elif phase == ORDER:
        is_owed = choose_order(state, seat, action)
    elif phase == OFFER:
        answer_offer(state, action != DONE)
    elif phase in (NIGHT, FEED, AFTERWARDS):
        is_owed = choose_in_turn(state, seat, action)
    elif phase == THINK:
        think(state, seat, action - FIRST_SPECIES)
    else:
        is_owed = choose_in_attack(state, seat, action)
    if not is_owed:
        advance(state)


@jit
def advance(state: Any) -> None:
    """Run on until a choice is owed or the game is over."""
    while state.terminal == 0:
        if state.chain_slot != NONE:
            if pass_on(state):
                return
        elif state.scavenger != NONE:
            next_scavenger(state)
        elif state.stage == DEALING:
            if begin_round(state):
                return
            begin_growing(state)
            return
        elif state.stage == BEFORE_REVEAL:
            if next_trait(state):
                return
        elif state.stage == CLIMATE:
            modify_environment(state)
            state.stage = FEEDING
            begin_turn(state, state.first)
        elif state.stage == FEEDING:
            if next_menu(state):
                return
        elif state.stage == MIGRATING:
            next_migrant(state)
        else:
            assert state.stage != GROWING
            end_round(state)


@jit
def lay_food_card(state: Any, seat: int, face: int) -> bool:
    """CM-13: a Food Card face down on the Watering Hole; when all have laid one, Phase 3 begins."""
    state.hands[seat, face] -= 1
    state.hand_sizes[seat] -= 1
    state.food_cards[seat] = face
    state.deciding = without_bit(state.deciding, seat)
    if state.deciding == 0:
        begin_growing(state)
    else:
        while not has_bit(state.deciding, state.to_move):
            state.to_move += 1
    return True


@jit
def choose_order(state: Any, seat: int, action: int) -> bool:
    """CM-25: a trait by its name, then its species; returns whether the species is owed."""
    if state.pending_traits[seat] == NONE:
        state.pending_traits[seat] = action - FIRST_NAME
        return True
    bit = waiting_bit(state.pending_traits[seat])
    state.pending_traits[seat] = NONE
    trigger(state, seat, action - FIRST_SPECIES, bit)
    return False
