"""Whose turn is next, and what the end of a round brings. CA-11, CA-21 to CA-26, CA-30 to CA-32."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import count_bits, has_bit
from phylarium.envs.core.jit import jit

from .drawing import draw, reaches
from .scoring import eliminate, fewest_left, finish
from .state import NOBODY, TIE_BREAK


@jit
def pass_turn(state: Any) -> None:
    """CA-11: clockwise to the next player of the round who is in the game; NOBODY at its end."""
    players = state.num_players
    done = (state.to_move - state.first) % players
    state.to_move = NOBODY
    state.deciding = 0
    for steps in range(done + 1, players):
        seat = (state.first + steps) % players
        if has_bit(state.alive, seat):
            state.to_move = seat
            state.deciding = 1 << seat
            return


@jit
def emptied_bits(state: Any) -> int:
    """The seats in the game that hold neither card nor marker."""
    bits = 0
    for seat in range(state.num_players):
        if has_emptied(state, seat):
            bits |= 1 << seat
    return bits


@jit
def is_decided(state: Any) -> bool:
    """CA-22: one player has emptied the hand, and nobody still to move in the round can."""
    num_emptied = 0
    done = (state.to_move - state.first) % state.num_players
    for steps in range(state.num_players):
        seat = (state.first + steps) % state.num_players
        num_emptied += has_emptied(state, seat)
        if steps > done and has_bit(state.alive, seat) and state.hand_sizes[seat] == 1:
            return False
    return num_emptied == 1


@jit
def has_emptied(state: Any, seat: int) -> bool:
    """Whether a seat in the game holds neither card nor marker: it has placed its last card."""
    is_empty = state.hand_sizes[seat] == 0 and state.markers[seat] == 0
    return is_empty and has_bit(state.alive, seat)


@jit
def end_round(state: Any) -> None:
    """CA-21: when all have had their turn, those who emptied the hand are judged together."""
    emptied = emptied_bits(state)
    num_emptied = count_bits(emptied)
    if num_emptied == 1:
        finish(state, emptied, True)  # CA-21
    elif num_emptied == 0 and state.ran_out:
        finish(state, fewest_left(state), True)  # CA-30
    elif num_emptied == 0:
        begin_round(state)  # CA-25
    elif reaches(state, num_emptied):
        eliminate(state, state.alive & ~emptied)  # CA-23
        for steps in range(state.num_players):  # CA-24: in the order of the round
            seat = (state.first + steps) % state.num_players
            if has_bit(emptied, seat):
                draw(state, seat, 0)
        state.phase = TIE_BREAK
        begin_round(state)
    else:
        finish(state, emptied, True)  # CA-31, CA-32


@jit
def begin_round(state: Any) -> None:
    """CA-11, CA-26: the first player, or of those still in the game the next clockwise, opens."""
    state.round += 1
    state.to_move = state.first
    while not has_bit(state.alive, state.to_move):
        state.to_move = (state.to_move + 1) % state.num_players
    state.deciding = 1 << state.to_move
