"""One choice, and the tick that follows when all choices are in. CL-57, CL-60."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit, without_bit
from phylarium.envs.core.header import end_game
from phylarium.envs.core.jit import jit

from .calls import ASK, FIRST_CALL, collect_calls, judge_calls
from .deck import first_empty, has_animals, put, turn_without_maker
from .hands import begin_arrivals, open_hands
from .looks import look
from .order import draw_order
from .refill import begin_refill, continue_refill, give_chosen
from .scoring import finish, reward
from .slots import PAIR_HIGH, PAIR_LOW, num_pairs
from .state import (
    BY_PILE,
    CHOOSING,
    CLOSED_HANDS,
    GIVING,
    LOOKS,
    NO_CHOICE,
    RACE,
    RACE_TRIPLES,
    TEMPORARY,
    seats,
)
from .triples import can_somebody_call


@jit
def step(state: Any, action: int) -> None:
    """Apply one legal choice of `to_move` and run on to the next choice or the end."""
    if state.phase == GIVING:
        give_chosen(state, action - first_give(state))
        continue_refill(state)
        if state.phase != GIVING:
            end_scoring_tick(state)
        return
    seat = int(state.to_move)
    look_pair = action - first_look(state)
    if look_pair >= 0:
        look(state, seat, PAIR_LOW[look_pair], PAIR_HIGH[look_pair])
    else:
        state.choices[seat] = action
        state.owing = without_bit(state.owing, seat)
    state.deciding = without_bit(state.deciding, seat)
    if state.deciding == 0:
        state.deciding = state.owing
    if state.deciding == 0:
        resolve_tick(state)
    else:
        state.to_move = next_deciding(state)


@jit
def first_look(state: Any) -> int:
    """The number of the action that looks at pair 0."""
    return FIRST_CALL + num_pairs(state.num_slots)


@jit
def first_give(state: Any) -> int:
    """The number of the action that gives the first personal card."""
    looks = num_pairs(state.num_slots) if state.options.vision == LOOKS else 0
    return first_look(state) + looks


@jit
def next_deciding(state: Any) -> int:
    """The lowest seat that still owes a choice in this round."""
    seat = 0
    while not has_bit(state.deciding, seat):
        seat += 1
    return seat


@jit
def resolve_tick(state: Any) -> None:
    """All choices are in: judge, collect, refill or help, and look for the end (CL-60)."""
    has_asked = have_all_asked(state)
    draw_order(state)
    earlier = state.num_claims
    collect_calls(state, judge_calls(state))
    state.choices[:] = NO_CHOICE
    if state.num_claims == 0:
        state.silence += 1
        end_tick(state, help_table(state, has_asked))
    elif is_chain_open(state, state.num_claims > earlier):
        state.silence = 0
        end_tick(state, False)
    else:
        begin_refill(state)
        continue_refill(state)
        if state.phase != GIVING:
            end_scoring_tick(state)


@jit
def is_chain_open(state: Any, has_scored: bool) -> bool:
    """CL-21: whether players go on before the claimed cards are replaced: somebody has just scored,
    and what remains holds another triple for somebody.
    """
    return state.options.chain_before_refill and has_scored and can_somebody_call(state)


@jit
def end_scoring_tick(state: Any) -> None:
    """All claims are refilled: the next tick begins."""
    state.silence = 0
    end_tick(state, True)


@jit
def is_active(state: Any, seat: int) -> bool:
    """Whether a seat may ask and call: not on a break (CL-37), not sitting out (CL-45)."""
    return state.resting != seat and state.lockouts[seat] == 0


@jit
def have_all_asked(state: Any) -> bool:
    """CL-22: whether every player who may has asked for help in this tick."""
    num_asking = 0
    for seat in seats(state):
        if state.choices[seat] == ASK:
            num_asking += 1
        elif is_active(state, seat):
            return False
    return num_asking > 0


@jit
def can_add_shared(state: Any) -> bool:
    """CL-23, CL-26: whether another shared card may come."""
    return state.num_shared < state.options.shared_limit and has_animals(state)


@jit
def can_open_hands(state: Any) -> bool:
    """CL-46: whether opening the hands is the next help."""
    return state.options.open_hand != CLOSED_HANDS and not state.hands_open


@jit
def help_table(state: Any, asked: bool) -> bool:
    """CL-22, CL-46: when all ask, or after silence, hands are opened; if they are open already, or
    stay closed in this variant, a shared card is added. Each help has a limit of silence of its
    own.
    """
    if can_open_hands(state):
        if asked or 0 < state.options.open_after <= state.silence:
            begin_arrivals(state)
            open_hands(state)
            state.silence = 0
            return True
    elif can_add_shared(state):
        if asked or 0 < state.options.silence_limit <= state.silence:
            begin_arrivals(state)
            place = first_empty(state, 0, TEMPORARY)
            put(state, turn_without_maker(state), place)
            state.silence = 0
            return True
    return False


@jit
def end_tick(state: Any, has_changed: bool) -> None:
    """The tick is over: the game ends, or the next tick begins.

    The end test runs only where a triple may have gone since the last one.
    """
    state.turn += 1
    if state.options.solitaire == RACE and state.options.reward == BY_PILE:
        reward(state, 0, -1.0)  # CL-56
    for seat in seats(state):
        if state.lockouts[seat] > 0:
            state.lockouts[seat] -= 1
    if is_race_over(state) or (has_changed and is_game_over(state)):
        finish(state)
    elif state.turn >= state.options.max_ticks:
        end_game(state, False)  # CL-65
    else:
        begin_tick(state)


@jit
def is_race_over(state: Any) -> bool:
    """CL-54, CL-56: ten triples are found, or time is up."""
    if state.options.solitaire != RACE:
        return False
    is_won = state.num_triples[0] >= RACE_TRIPLES
    return is_won or 0 < state.options.race_limit <= state.turn


@jit
def is_game_over(state: Any) -> bool:
    """CL-30, CL-53, CL-55: no card can come any more, and nobody can make a triple."""
    return not can_add_shared(state) and not can_somebody_call(state)


@jit
def begin_tick(state: Any) -> None:
    """CL-57: everybody owes a choice, those too who can only wait."""
    state.phase = CHOOSING
    state.owing = (1 << state.num_players) - 1
    state.deciding = state.owing
    state.to_move = 0
    if state.options.vision == LOOKS:
        for seat in seats(state):
            state.looks_left[seat] = state.options.looks_per_tick
