"""Who is out, who wins, and what it pays. CA-23, CA-27, CA-30, CA-35 to CA-38."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import count_bits, has_bit
from phylarium.envs.core.header import end_game
from phylarium.envs.core.jit import jit
from phylarium.envs.core.verbs import lead

from .state import MAX_HAND


@jit
def eliminate(state: Any, out: int) -> None:
    """CA-23: these seats leave the game with their cards; CA-36: what they surely lose is paid."""
    for seat in range(state.num_players):
        if has_bit(out, seat):
            state.rewards[seat] -= 1.0 / (state.num_players - 1)
    state.alive = state.alive & ~out


@jit
def fewest_left(state: Any) -> int:
    """CA-30: bits of the seats in the game with the fewest cards and markers together."""
    fewest, bits = 2 * MAX_HAND, 0
    for seat in range(state.num_players):
        if has_bit(state.alive, seat):
            left = state.hand_sizes[seat] + state.markers[seat]
            if left < fewest:
                fewest, bits = left, 0
            if left == fewest:
                bits |= 1 << seat
    return bits


@jit
def standing(state: Any, seat: int) -> float:
    """What tree search wants: to win, and a little to have fewer cards left than the others."""
    fewest = 2 * MAX_HAND
    for other in range(state.num_players):
        if other != seat and has_bit(state.alive, other):
            fewest = min(fewest, state.hand_sizes[other])
    return lead(state, seat) + (fewest - state.hand_sizes[seat]) / 20.0


@jit
def finish(state: Any, winners: int, by_rule: bool) -> None:
    """CA-35: the winners share one point, the others pay it; where all win nobody gets anything.

    CA-37: a seat eliminated before pays no more than what is still owed.
    """
    players = int(state.num_players)
    num_winners = count_bits(winners)
    if num_winners < players:
        share = 1.0 / (players - num_winners)
        for seat in range(players):
            if has_bit(winners, seat):
                state.rewards[seat] += 1.0 / num_winners
            elif has_bit(state.alive, seat):
                state.rewards[seat] -= share
            else:
                state.rewards[seat] -= share - 1.0 / (players - 1)
    end_game(state, by_rule)
