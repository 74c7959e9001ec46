"""The fields that every game's record starts with."""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import jit

NOBODY = -1


def header_fields(max_players: int) -> list[tuple[Any, ...]]:
    """Header of a game for up to `max_players`; a game adds its own fields and its options.

    rng          stream of the game's own randomness (see `rng`)
    seed         the seed it was dealt from
    rewards      points each seat got since the last choice began; a game adds, the core clears
    returns      sum of a seat's rewards so far
    num_actions  size of the action space of this set-up
    turn         the game's own count of turns, rounds or ticks
    plies        choices made so far
    deciding     bits of the seats that still owe a choice in the present round of choices
    alive        bits of the seats still in the game
    num_players  seats
    to_move      the seat whose choice is next; -1 when the game is over
    phase        the game's own phase number
    terminal     1 when the rules have ended the game
    truncated    1 when a limit that the rules do not know has cut it off
    skip_forced  1: a choice with one possibility is made by the core

    A round of choices: in a sequential game `deciding` is the bit of `to_move`. Where players
    choose at the same time, it starts as the bits of all who owe a choice; `to_move` goes through
    them in seat order, each makes one small choice, hidden from the others, and its bit is cleared.
    Whoever then owes another link of a chain (a second look, a target) is set again in the next
    round. Within a round the mask of a deciding seat does not depend on what the others chose in
    it: with `to_move` set to any deciding seat, `legal` gives its mask. That is what lets Parallel
    hand in one choice of every deciding seat at once.
    """
    return [
        ("rng", np.uint64, (1,)),
        ("seed", np.uint64),
        ("rewards", np.float64, (max_players,)),
        ("returns", np.float64, (max_players,)),
        ("num_actions", np.int32),
        ("turn", np.int32),
        ("plies", np.int32),
        ("deciding", np.int16),
        ("alive", np.int16),
        ("num_players", np.int8),
        ("to_move", np.int8),
        ("phase", np.int8),
        ("terminal", np.int8),
        ("truncated", np.int8),
        ("skip_forced", np.int8),
    ]


HEADER_NAMES = tuple(field[0] for field in header_fields(1))


@jit
def is_over(state: Any) -> bool:
    """Whether no choice is left to make."""
    over: bool = state.terminal != 0 or state.truncated != 0
    return over


@jit
def seat_after(state: Any, seat: int, steps: int) -> int:
    """The seat so many places on in turn order."""
    seat_there: int = (seat + steps) % state.num_players
    return seat_there


@jit
def end_game(state: Any, by_rule: bool) -> None:
    """End the game: by its rules (terminal) or by a limit the rules do not know (truncated)."""
    if by_rule:
        state.terminal = 1
    else:
        state.truncated = 1
    state.to_move = NOBODY
    state.deciding = 0
