"""Points, and the end of the game."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.header import end_game
from phylarium.envs.core.jit import jit

from .cards import is_clade_triple
from .state import BY_PILE, BY_WIN, CLADE_EXTRA, NO_SOLITAIRE, RACE, RACE_TRIPLES, seats


@jit
def gain(state: Any, seat: int, cards: float) -> None:
    """CL-64: cards won or lost are points, unless only the win counts or the race is against the
    clock.
    """
    if state.options.reward == BY_PILE and state.options.solitaire != RACE:
        reward(state, seat, cards)


@jit
def reward(state: Any, seat: int, points: float) -> None:
    """CL-64: points for a seat; with zero_sum each other seat pays an equal share of them."""
    state.rewards[seat] += points
    if state.options.zero_sum:
        others = state.num_players - 1
        for other in seats(state):
            if other != seat:
                state.rewards[other] -= points / others


@jit
def finish(state: Any) -> None:
    """CL-32: the most cards win, and all who tie for it; CL-54: the race is won with ten
    triples.
    """
    if state.options.reward == BY_WIN:
        if state.options.solitaire == RACE:
            if state.num_triples[0] >= RACE_TRIPLES:
                reward(state, 0, 1.0)
        else:
            reward_winners(state)
    end_game(state, True)


@jit
def reward_winners(state: Any) -> None:
    """CL-32, CL-64: one point, shared among those with the most cards."""
    most, winners = -1, 0
    for seat in seats(state):
        if state.pile_sizes[seat] > most:
            most, winners = state.pile_sizes[seat], 1
        elif state.pile_sizes[seat] == most:
            winners += 1
    for seat in seats(state):
        if state.pile_sizes[seat] == most:
            reward(state, seat, 1.0 / winners)


@jit
def triple_value(state: Any, a: int, b: int) -> int:
    """Cards that the triple of places a and b would bring: three, and what a clade triple draws
    (CL-12).
    """
    if state.options.solitaire == NO_SOLITAIRE and is_clade_triple(state.table[a], state.table[b]):
        return 3 + min(CLADE_EXTRA, state.deck_size - state.bonus_in_deck)
    return 3
