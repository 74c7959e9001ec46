"""What a match came to: wins, draws, losses, rates and scores per agent and seat, as data and as a
table.

A win is the sole highest final score at the table, a draw a shared highest one; a draw among k
counts 1/k in the win rate. Intervals are 95 %, over deals as blocks (see `statistics`). How the
games are played is `match`'s care.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .statistics import mean_interval, rate_interval

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class TableResult:
    """All final scores of one table.

    agents     indices, into the match's agents, of those who played here
    scores     float64 [deals, rotations, seats]: final score of each seat
    seats      int [rotations, agents]: the seat of each agent in a rotation
    distinct   games that differ from every other one: players without chance repeat themselves
    truncated  games that a limit cut off
    measures   name -> float64 [2, deals, rotations, seats]: hits and tries (see `Game.measures`)
    """

    agents: tuple[int, ...]
    scores: NDArray[np.float64]
    seats: NDArray[np.int64]
    distinct: int
    truncated: int
    measures: dict[str, NDArray[np.float64]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.scores.shape[0] * self.scores.shape[1])

    def agent_scores(self) -> NDArray[np.float64]:
        """Final scores by agent instead of by seat: float64 [deals, rotations, agents]."""
        places = np.broadcast_to(self.seats, self.scores.shape)
        return np.take_along_axis(self.scores, places, axis=2)

    def finishing_ranks(self) -> NDArray[np.float64]:
        """Where each agent finished: float64 [deals, rotations, agents]; 1 is the highest score.

        Agents with equal scores share the mean of their ranks.
        """
        scores = self.agent_scores()
        mine, others = scores[:, :, :, None], scores[:, :, None, :]
        ahead, equal = (others > mine).sum(axis=3), (others == mine).sum(axis=3)
        return np.asarray(ahead + (equal + 1) / 2.0)

    def outcomes(self, agent: int) -> Outcomes:
        """How agent number `agent` of the match did here, by deal and by its own seat."""
        highest = self.scores == self.scores.max(axis=2, keepdims=True)
        sharers = np.where(highest, highest.sum(axis=2, keepdims=True), 0)
        places = self.seats[:, self.agents.index(agent)]
        rotations = np.argsort(places)  # the rotation in which it sits at seat 0, 1, ...
        seats = places[rotations]
        return Outcomes(self.scores[:, rotations, seats], sharers[:, rotations, seats])

    def counted(self, agent: int) -> dict[str, NDArray[np.float64]]:
        """Hits and tries of agent number `agent` of the match here, by measure: float64 [2]."""
        places = self.seats[:, self.agents.index(agent)]
        rotations = np.arange(len(places))
        return {
            name: counts[:, :, rotations, places].sum(axis=(1, 2))
            for name, counts in self.measures.items()
        }


@dataclass(frozen=True)
class Outcomes:
    """An agent's games: final scores and how many shared the highest one, both [deals, seats].

    `sharers` counts the agent itself, and is 0 where it was not among them.
    """

    scores: NDArray[np.float64]
    sharers: NDArray[np.int64]

    def at(self, seat: int) -> Outcomes:
        """The games at one seat."""
        return Outcomes(self.scores[:, seat : seat + 1], self.sharers[:, seat : seat + 1])

    def rates(self) -> NDArray[np.float64]:
        """What each game counts in the win rate: float64 [deals, seats]."""
        shares = np.zeros(self.sharers.shape)
        return np.divide(1.0, self.sharers, out=shares, where=self.sharers > 0)

    def figures(self) -> dict[str, Any]:
        """Counts, rates and intervals."""
        rates = self.rates()
        games = self.scores.size
        rate_low, rate_high = rate_interval(rates.mean(axis=1).tolist(), games)
        score_low, score_high = mean_interval(self.scores.mean(axis=1).tolist())
        wins, draws = int((self.sharers == 1).sum()), int((self.sharers > 1).sum())
        return {
            "games": games,
            "wins": wins,
            "draws": draws,
            "losses": games - wins - draws,
            "win_rate": float(rates.mean()),
            "win_rate_low": rate_low,
            "win_rate_high": rate_high,
            "mean_score": float(self.scores.mean()),
            "mean_score_low": score_low,
            "mean_score_high": score_high,
        }


def joined(outcomes: Sequence[Outcomes]) -> Outcomes:
    """The games of several tables together."""
    return Outcomes(
        np.concatenate([o.scores for o in outcomes]), np.concatenate([o.sharers for o in outcomes])
    )


@dataclass(frozen=True)
class MatchResult:
    """A match: its agents, by names no two of which are equal, and its tables."""

    agents: tuple[str, ...]
    tables: tuple[TableResult, ...]

    @property
    def games(self) -> int:
        """Games played at all tables."""
        return sum(table.games for table in self.tables)

    def rows(self) -> list[dict[str, Any]]:
        """For each agent its figures over all games, with those of each seat under `seats`.

        Where there are several tables, `tables` has the figures of each, by the others there.
        """
        return [self._row(agent) for agent in range(len(self.agents))]

    def _row(self, agent: int) -> dict[str, Any]:
        here = [table for table in self.tables if agent in table.agents]
        outcomes = joined([table.outcomes(agent) for table in here])
        row = {
            "agent": self.agents[agent],
            **outcomes.figures(),
            "seats": [
                {"seat": seat, **outcomes.at(seat).figures()}
                for seat in range(outcomes.scores.shape[1])
            ],
            "deals": len(outcomes.scores),
            "distinct_games": sum(table.distinct for table in here),
            "truncated_games": sum(table.truncated for table in here),
        }
        measures = _rates([table.counted(agent) for table in here])
        if measures:
            row["measures"] = measures
        if len(self.tables) > 1:
            row["tables"] = [
                {
                    "against": [self.agents[other] for other in table.agents if other != agent],
                    **table.outcomes(agent).figures(),
                }
                for table in here
            ]
        return row

    def document(self) -> dict[str, Any]:
        """The match as a JSON document."""
        return {"agents": self.rows()}

    def to_json(self) -> str:
        """The match as JSON text."""
        return json.dumps(self.document(), indent=1)

    def table(self, title: str) -> Table:
        """The match as a table for a terminal."""
        from rich.table import Table

        table = Table(title=title, caption=self._caption())
        table.add_column("agent")
        table.add_column("seat", justify="right")
        for column in ("games", "wins", "draws", "losses", "win rate", "95 %"):
            table.add_column(column, justify="right")
        table.add_column("mean score", justify="right")
        table.add_column("95 %", justify="right")
        for row in self.rows():
            table.add_row(row["agent"], "all", *_cells(row), style="bold")
            for name, rate in row.get("measures", {}).items():
                table.add_row(f"  {name}: {rate:.3f}")
            for each in row.get("tables", ()):
                table.add_row(f"  against {', '.join(each['against'])}", "all", *_cells(each))
            for seat in row["seats"]:
                table.add_row("", str(seat["seat"]), *_cells(seat))
            table.add_section()
        return table

    def _caption(self) -> str:
        deals = sum(len(table.scores) for table in self.tables)
        distinct = sum(table.distinct for table in self.tables)
        truncated = sum(table.truncated for table in self.tables)
        caption = f"{deals} deals, each in {self.tables[0].scores.shape[1]} seat rotations"
        if distinct < self.games:
            caption += f"; only {distinct} of the {self.games} games are distinct"
        if truncated:
            caption += f"; {truncated} cut off by a limit"
        return caption


def _rates(counted: Sequence[dict[str, NDArray[np.float64]]]) -> dict[str, float]:
    """Hits over tries of each measure, over all tables; those never tried are left out."""
    total: dict[str, NDArray[np.float64]] = {}
    for table in counted:
        for name, counts in table.items():
            total[name] = total.get(name, np.zeros(2)) + counts
    return {name: float(hits / tries) for name, (hits, tries) in total.items() if tries > 0}


def _cells(row: dict[str, Any]) -> list[str]:
    low, high = row["mean_score_low"], row["mean_score_high"]
    return [
        *(str(row[key]) for key in ("games", "wins", "draws", "losses")),
        f"{row['win_rate']:.3f}",
        f"{row['win_rate_low']:.3f} to {row['win_rate_high']:.3f}",
        f"{row['mean_score']:.2f}",
        "one deal" if low is None else f"{low:.2f} to {high:.2f}",
    ]
