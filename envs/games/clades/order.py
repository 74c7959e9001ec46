"""CL-59: who was first among the calls of one tick."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import shuffle, uniform

from .state import RANDOM, REACTION, ROTATING, seats


@jit
def draw_order(state: Any) -> None:
    """Set the tie order of this tick. A draw is made whether or not anybody called, so that the
    stream of randomness does not depend on what players do. Rotating and seat orders stand already.
    """
    if state.options.tie_order == RANDOM:
        seat_order(state)
        shuffle(state.rng, state.order, 0, state.num_players)
    elif state.options.tie_order == REACTION:
        seat_order(state)
        race_for_order(state)


@jit
def seat_order(state: Any) -> None:
    """The order of the seats."""
    for seat in seats(state):
        state.order[seat] = seat


@jit
def race_for_order(state: Any) -> None:
    """Seats in order of exponential delays with means `reaction_means`.

    The first of such delays belongs to a seat with probability proportional to 1 / mean, and so on
    among the rest; drawn in that way, no logarithm can differ between machines.
    """
    for first in range(state.num_players):
        total = 0.0
        for i in range(first, state.num_players):
            total += 1.0 / state.options.reaction_means[state.order[i]]
        mark = uniform(state.rng) * total
        chosen = first
        mark -= 1.0 / state.options.reaction_means[state.order[first]]
        while mark >= 0.0 and chosen < state.num_players - 1:
            chosen += 1
            mark -= 1.0 / state.options.reaction_means[state.order[chosen]]
        move_in_order(state, chosen, first)


@jit
def move_in_order(state: Any, start: int, stop: int) -> None:
    """Take the seat at one position of the order and put it in at another; those between
    move up.
    """
    seat = state.order[start]
    step = 1 if stop > start else -1
    for i in range(start, stop, step):
        state.order[i] = state.order[i + step]
    state.order[stop] = seat


@jit
def rotate_order(state: Any, scorer: int) -> None:
    """With `rotating`, who scored goes last."""
    if state.options.tie_order == ROTATING:
        for i in seats(state):
            if state.order[i] == scorer:
                move_in_order(state, i, state.num_players - 1)
                return
