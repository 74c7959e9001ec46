"""What evaluations count beside points: placements, those of held-out animals apart. CA-45."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup


def measures(states: Any, setup: Setup) -> dict[str, tuple[Any, Any]]:
    """Right placements over all, by seat, of n finished games: int [n, players] each.

    With `knowledge: held_out` those of held-out animals apart from those of the others.
    """
    seats = slice(setup.num_players)
    right, placed = states["right"][:, seats], states["placements"][:, seats]
    if setup.options.knowledge != "held_out":
        return {"placements right": (right, placed)}
    held_right, held_placed = states["held_right"][:, seats], states["held_placements"][:, seats]
    return {
        "placements right": (right - held_right, placed - held_placed),
        "held-out placements right": (held_right, held_placed),
    }
