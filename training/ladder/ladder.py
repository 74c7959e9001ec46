"""Ladders: a round robin of agents, and what it comes to as data.

Every choice of as many agents as the set-up has players plays at a table of its own, each deal in
all seat rotations (see `match`). Who takes part is `entry`'s care, ratings are `ratings`', tables
and text `report`'s, what is kept between two runs `finished_tables`'.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.adapters.policy import SavedPolicy
from phylarium.envs.core.errors import OptionsError, PhylariumError
from phylarium.envs.core.game import Setup
from phylarium.envs.core.rng import derive

from ..agents import Agent, make_agents
from ..match import play_table
from ..results import MatchResult, TableResult
from .entry import games_at_a_table, too_few
from .finished_tables import FinishedTables, table_key
from .ratings import ELO, PRIOR, RESAMPLES, Ratings, rate, total_points

LADDER = 12
"""Where the seeds of a ladder's tables part from those of a match."""

BOOTSTRAP = 13
"""Where the seed of the bootstrap parts from those of the deals."""

ANCHOR = "random"
"""The agent whose rating is 0, where it takes part."""


@dataclass(frozen=True)
class Ladder:
    """A finished ladder.

    games    that each pair of agents met in at least, as asked for
    result   all tables, as of a match
    weights  digest of the weights of each agent that is a saved policy, by name
    """

    setup: Setup
    games: int
    seed: int
    result: MatchResult
    ratings: Ratings
    weights: Mapping[str, str]

    @property
    def anchor(self) -> str | None:
        """The agent whose rating is 0; None: the mean is 0."""
        return ANCHOR if ANCHOR in self.result.agents else None

    def order(self) -> list[int]:
        """The agents' numbers, best first."""
        ratings = self.ratings
        return sorted(
            range(len(self.result.agents)), key=lambda a: (ratings.ranks[a], -ratings.points[a])
        )

    def rows(self) -> list[dict[str, Any]]:
        """For each agent, best first, its rank, rating and the figures of a match; mean finishing
        rank `mean_rank` (1 is first; shared ones are averaged).
        """
        ratings, figures = self.ratings, self.result.rows()
        return [
            {
                "rank": int(ratings.ranks[a]),
                "agent": self.result.agents[a],
                "rating": float(ratings.points[a]),
                "rating_low": float(ratings.low[a]),
                "rating_high": float(ratings.high[a]),
                "mean_rank": self._mean_rank(a),
                **{key: value for key, value in figures[a].items() if key != "agent"},
            }
            for a in self.order()
        ]

    def _mean_rank(self, agent: int) -> float:
        ranks = [
            table.finishing_ranks()[:, :, table.agents.index(agent)].ravel()
            for table in self.result.tables
            if agent in table.agents
        ]
        return float(np.concatenate(ranks).mean())

    def pairs(self) -> dict[str, Any]:
        """Points of each agent (row) against each other one (column), best first, and the
        intervals of the rating of the one less that of the other.
        """
        order = self.order()
        points = total_points(self.result.tables, len(order))

        def ordered(matrix: NDArray[np.float64]) -> Any:
            return matrix[np.ix_(order, order)].tolist()

        return {
            "agents": [self.result.agents[a] for a in order],
            "points": ordered(points),
            "games": ordered(points + points.T),
            "lead_low": ordered(self.ratings.lead_low),
            "lead_high": ordered(self.ratings.lead_high),
        }

    def document(self) -> dict[str, Any]:
        """The ladder as a JSON document; the same arguments and versions give the same one."""
        return {
            "setup": json.loads(json.dumps(self.setup.describe())),
            "games_per_pair": self.games,
            "seed": self.seed,
            "scale": {
                "points_per_logit": ELO,
                "zero": self.anchor or "mean",
                "credited_wins": PRIOR,
                "resamples": RESAMPLES,
            },
            "agents": self.rows(),
            "weights": dict(self.weights),
            "pairs": self.pairs(),
            "tables": [
                {
                    "agents": [self.result.agents[a] for a in table.agents],
                    "games": table.games,
                    "deals": len(table.scores),
                    "distinct_games": table.distinct,
                    "truncated_games": table.truncated,
                }
                for table in self.result.tables
            ],
        }


def play_ladder(
    setup: Setup,
    specs: Sequence[Any],
    games: int,
    seed: int = 0,
    finished: FinishedTables | None = None,
    progress: Callable[[int], None] = lambda games: None,
    say: Callable[[str], None] = lambda line: None,
) -> Ladder:
    """A ladder among the agents of these specifications (see `adapters.opponents`).

    games     in which every pair of agents meets, at least
    finished  tables found there are not played again, and every finished one is kept there
    progress  called with the number of games finished since the last call
    say       is told, a line at a time, how each table went

    A table's deals follow from the seed and the names of its agents, so that one more agent leaves
    the others' tables as they are. Raises what `play_match` raises.
    """
    if games < 1:
        raise PhylariumError(f"a ladder takes at least one game, got {games}")
    players = setup.num_players
    if players < 2:
        raise OptionsError(f"a ladder takes tables of 2 players or more, got {players}")
    if len(specs) < players:
        raise too_few([str(spec) for spec in specs], players)
    agents = make_agents(setup, specs)
    each = games_at_a_table(len(agents), players, games)
    tables = []
    choices = list(itertools.combinations(range(len(agents)), players))
    for number, (chosen, table) in enumerate(
        _tables(setup, agents, choices, each, seed, finished, progress), start=1
    ):
        names = [agents[a].name for a in chosen]
        rates = [table.outcomes(a).figures()["win_rate"] for a in chosen]
        say(
            f"table {number} of {len(choices)}: "
            + ", ".join(f"{name} {rate:.3f}" for name, rate in zip(names, rates, strict=True))
        )
        tables.append(table)
    result = MatchResult(tuple(agent.name for agent in agents), tuple(tables))
    anchor = result.agents.index(ANCHOR) if ANCHOR in result.agents else None
    ratings = rate(tables, len(agents), anchor, derive(seed, BOOTSTRAP))
    weights = {a.name: a.player.digest for a in agents if isinstance(a.player, SavedPolicy)}
    return Ladder(setup, games, seed, result, ratings, weights)


def _tables(
    setup: Setup,
    agents: Sequence[Agent],
    choices: Sequence[tuple[int, ...]],
    games: int,
    seed: int,
    finished: FinishedTables | None,
    progress: Callable[[int], None],
) -> Iterator[tuple[tuple[int, ...], TableResult]]:
    """Each table's agents and games, played or taken from those that are finished."""
    for chosen in choices:
        here = [agents[a] for a in chosen]
        dealt = _table_seed(seed, here)
        key = table_key(setup, here, games, dealt) if finished else {}
        table = finished.find(key, chosen) if finished else None
        if table is None:
            table = play_table(setup, agents, chosen, games, dealt, progress)
            if finished:
                finished.keep(key, table)
        else:
            progress(table.games)
        yield chosen, table


def _table_seed(seed: int, agents: Sequence[Agent]) -> int:
    names = json.dumps([agent.name for agent in agents]).encode()
    return derive(seed, LADDER, int.from_bytes(hashlib.sha256(names).digest()[:7], "big"))
