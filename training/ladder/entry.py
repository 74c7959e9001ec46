"""Who takes part in a ladder, at tables of how many, and how much is played."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from phylarium.envs import registry
from phylarium.envs.adapters.policy import fitting_baselines
from phylarium.envs.core.errors import OptionsError, PhylariumError
from phylarium.envs.core.game import Setup

from ..match import fitting_table

FEWEST_DEALS = 2
"""At a table: one deal says nothing about the spread."""


def default_agents(setup: Setup) -> list[str]:
    """`random`, the game's scripted players and every shipped baseline that fits the set-up; where
    that leaves seats free, tree search of 10 simulations, of 40, and so on.
    """
    shipped = dict.fromkeys(str(found["name"]) for found in fitting_baselines(setup))
    named = ["random", *setup.game.scripted_players, *shipped]
    free = max(0, setup.num_players - len(named))
    return [*named, *(f"mcts:{10 * 4**k}" for k in range(free))]


def choose_agents(
    game: str,
    specs: Sequence[str] | None,
    players: int | None,
    options: Mapping[str, Any] | None,
) -> tuple[Setup, list[str]]:
    """The set-up of a ladder and who takes part.

    specs    None: `default_agents`
    players  None: the game's own number; where there are fewer agents or a policy among them is
             for another number, the nearest smaller one that fits all, then the nearest larger one

    A ladder fills no seats: a copy of an agent would be rated as an agent of its own, and every
    pair with it. Raises `PhylariumError` for fewer agents than seats, `OptionsError` for a number
    of players that the game is not for or that leaves nobody to beat, and what making the agents
    raises.
    """
    chosen = dict(options or {})
    if players is not None:
        sizes = [players]
    else:
        low, high = registry.game(game).players
        usual = max(2, registry.setup(game, None, chosen).num_players)
        sizes = [*range(usual, max(low, 2) - 1, -1), *range(usual + 1, high + 1)]
    if players is not None and players < 2:
        raise OptionsError(f"a ladder takes tables of 2 players or more, got {players}")
    if specs is None:
        setup = registry.setup(game, sizes[0], chosen)
        return setup, default_agents(setup)
    fitting = [size for size in sizes if size <= len(specs)]
    if not fitting:
        registry.setup(game, min(sizes), chosen)  # a wrong number of players is the better message
        raise too_few(specs, min(sizes))
    return fitting_table(game, specs, chosen, fitting), list(specs)


def too_few(specs: Sequence[str], players: int) -> PhylariumError:
    """The error of a ladder with fewer agents than seats."""
    smaller = f", or play at tables of {len(specs)}" if 2 <= len(specs) < players else ""
    return PhylariumError(
        f"a ladder at tables of {players} takes at least {players} agents, got {len(specs)}: "
        f"{', '.join(specs) or 'none'}; name more{smaller}"
    )


def games_at_a_table(agents: int, players: int, games: int) -> int:
    """How many games each table plays so that every pair meets in at least `games`: a pair sits
    at (agents - 2) choose (players - 2) tables.
    """
    shared = math.comb(agents - 2, players - 2)
    return max(-(-games // shared), FEWEST_DEALS * players)


def ladder_games(agents: int, players: int, games: int) -> int:
    """Games of a whole ladder; each table rounds up to whole rotations."""
    each = -(-games_at_a_table(agents, players, games) // players) * players
    return math.comb(agents, players) * each
