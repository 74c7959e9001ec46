"""What a match came to: wins, draws, losses, rates and scores per agent and seat, as data and as a
table.

A win is the sole highest final score at the table, a draw a shared highest one; a draw among k
counts 1/k in the win rate. Intervals are 95 %, over deals as blocks (see `statistics`). How the
games are played is `match`'s care.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .statistics import mean_interval, rate_interval

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class MatchResult:
    """All final scores of a match.

    agents     a name for each agent, no two equal
    scores     float64 [deals, rotations, seats]: final score of each seat
    seats      int [rotations, agents]: the seat of each agent in a rotation
    distinct   games that differ from every other one: two players without chance in them repeat
               themselves
    truncated  games that a limit cut off
    """

    agents: tuple[str, ...]
    scores: NDArray[np.float64]
    seats: NDArray[np.int64]
    distinct: int
    truncated: int

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.scores.shape[0] * self.scores.shape[1])

    def rows(self) -> list[dict[str, Any]]:
        """For each agent its figures over all games, with those of each seat under `seats`."""
        highest = self.scores == self.scores.max(axis=2, keepdims=True)
        sharers = highest.sum(axis=2, keepdims=True)
        shares = highest / sharers
        return [
            self._row(agent, shares, np.where(highest, sharers, 0))
            for agent in range(len(self.agents))
        ]

    def _row(self, agent: int, shares: Any, sharers: Any) -> dict[str, Any]:
        def own(values: Any) -> Any:
            places = self.seats[:, agent][None, :, None]
            return np.take_along_axis(
                values, np.broadcast_to(places, (*values.shape[:2], 1)), axis=2
            )[:, :, 0]

        scores, rates, outcomes = own(self.scores), own(shares), own(sharers)
        seats = []
        for rotation in np.argsort(self.seats[:, agent], kind="stable"):
            at = slice(rotation, rotation + 1)
            seats.append(
                {
                    "seat": int(self.seats[rotation, agent]),
                    **figures(scores[:, at], rates[:, at], outcomes[:, at]),
                }
            )
        return {
            "agent": self.agents[agent],
            **figures(scores, rates, outcomes),
            "seats": seats,
            "deals": int(self.scores.shape[0]),
            "distinct_games": self.distinct,
            "truncated_games": self.truncated,
        }

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
        for column in (
            "agent",
            "seat",
            "games",
            "wins",
            "draws",
            "losses",
            "win rate",
            "95 %",
            "mean score",
            "95 % ",
        ):
            table.add_column(column, justify="left" if column == "agent" else "right")
        for row in self.rows():
            table.add_row(row["agent"], "all", *_cells(row), style="bold")
            for seat in row["seats"]:
                table.add_row("", str(seat["seat"]), *_cells(seat))
            table.add_section()
        return table

    def _caption(self) -> str:
        caption = f"{self.scores.shape[0]} deals, each in {self.scores.shape[1]} seat rotations"
        if self.distinct < self.games:
            caption += f"; only {self.distinct} of the {self.games} games are distinct"
        if self.truncated:
            caption += f"; {self.truncated} cut off by a limit"
        return caption


def figures(
    scores: NDArray[np.float64], rates: NDArray[np.float64], sharers: NDArray[Any]
) -> dict[str, Any]:
    """Counts, rates and intervals from an agent's games, all [deals, rotations].

    `rates` is 1 for a win, 1/k for a draw among k, else 0; `sharers` is how many shared the highest
    score with the agent, itself included, 0 where it lost.
    """
    games = scores.size
    win_rate_low, win_rate_high = rate_interval(rates.mean(axis=1).tolist(), games)
    score_low, score_high = mean_interval(scores.mean(axis=1).tolist())
    wins, draws = int((sharers == 1).sum()), int((sharers > 1).sum())
    return {
        "games": games,
        "wins": wins,
        "draws": draws,
        "losses": games - wins - draws,
        "win_rate": float(rates.mean()),
        "win_rate_low": win_rate_low,
        "win_rate_high": win_rate_high,
        "mean_score": float(scores.mean()),
        "mean_score_low": score_low,
        "mean_score_high": score_high,
    }


def _cells(row: dict[str, Any]) -> list[str]:
    low, high = row["mean_score_low"], row["mean_score_high"]
    return [
        *(str(row[key]) for key in ("games", "wins", "draws", "losses")),
        f"{row['win_rate']:.3f}",
        f"{row['win_rate_low']:.3f} to {row['win_rate_high']:.3f}",
        f"{row['mean_score']:.2f}",
        "one deal" if low is None else f"{low:.2f} to {high:.2f}",
    ]
