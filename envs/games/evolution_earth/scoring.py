"""Victory points, the end of the game, and what it pays. EE-41, EE-42, EE-52."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.header import end_game
from phylarium.envs.core.jit import jit
from phylarium.envs.core.verbs import lead

from .cards import NUM_TERRITORIES, POINTS


@jit
def points_of(state: Any, seat: int) -> int:
    """EE-42: the points of the species that live in a world now."""
    total = 0
    for territory in range(NUM_TERRITORIES):
        species = state.world[seat, territory]
        if species >= 0:
            total += state.options.species_table[POINTS + species]
    return total


@jit
def standing(state: Any, seat: int) -> float:
    """What tree search wants: to win, and points beyond the best other's, in parts of the goal."""
    best = 0
    for other in range(state.num_players):
        if other != seat and has_bit(state.alive, other):
            best = max(best, points_of(state, other))
    points = points_of(state, seat) - best
    return 0.5 * lead(state, seat) + 2.0 * points / state.options.goal


@jit
def win(state: Any, seat: int) -> None:
    """EE-41, EE-47: the game ends at once; EE-52: the winner gets 1, who is left pays."""
    state.rewards[seat] += 1.0
    for other in range(state.num_players):
        if other != seat and has_bit(state.alive, other):
            pay_loss(state, other)
    end_game(state, True)


@jit
def pay_loss(state: Any, seat: int) -> None:
    """EE-52: a loser's share of the winner's point, which an eliminated seat pays when it dies."""
    state.rewards[seat] -= 1.0 / (state.num_players - 1)
