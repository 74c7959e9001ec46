"""What tree search wants of a position. No rule lives here."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .ending import population_points, trait_points
from .state import MAX_SPECIES


@jit
def standing(state: Any, seat: int) -> float:
    """The lead in points over the best other seat, if the game ended now."""
    best = -1.0
    for other in range(state.num_players):
        if other != seat:
            best = max(best, points_now(state, other))
    return points_now(state, seat) - best


@jit
def points_now(state: Any, seat: int) -> float:
    """Bag, fat, population and traits."""
    points = state.bags[seat] + population_points(state, seat) + trait_points(state, seat)
    for slot in range(MAX_SPECIES):
        points += state.species[seat, slot].fat
    return float(points)
