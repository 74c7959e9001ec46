"""Ratings of agents from who finished ahead of whom: Bradley and Terry's model, on Elo's scale.

In every game each pair of agents at the table counts 1 for the one with the higher final score, 1/2
each when equal, whatever the number of players. The ratings are those that make these counts most
likely (R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39,
1952), fitted by the library `choix`. What is played is `ladder`'s care.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.core.errors import PhylariumError

from ..extras import need
from ..results import TableResult

# Online ratings (Elo's own, Glicko, TrueSkill, OpenSkill) update after each game, for players who
# change and are met one by one. Their result depends on the order of the games. Agents do not
# change, all games are there at once, and the same games should give the same ratings.

ELO = 400.0 / math.log(10.0)
"""Points of Elo's scale for one unit of log odds: 400 points ahead is ten to one."""

PRIOR = 0.5
"""Wins that every agent is credited with against each other one, besides those it played for.

It keeps the rating of an agent that never wins (or always) finite. In a single pair it is Jeffreys'
prior of a rate, Beta(1/2, 1/2): one drawn game, which hundreds of games hardly notice.
"""

RESAMPLES = 400
"""Bootstrap resamples behind every interval."""

MOST_ITERATIONS = 10_000

_RESAMPLED_AT_ONCE = 1 << 22
"""Counts of a resample held in memory at once."""


@dataclass(frozen=True)
class Ratings:
    """Ratings of n agents in Elo points, with 95 % intervals.

    points     float64 [n]; the anchor has 0, or the mean where there is no anchor
    low, high  float64 [n]: interval of each rating, which is its distance from the anchor
    lead_low, lead_high  float64 [n, n]: interval of the rating of i less that of j
    ranks      int64 [n]: 1 + how many agents are ahead of it beyond doubt (`lead_low` above 0)
    """

    points: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    lead_low: NDArray[np.float64]
    lead_high: NDArray[np.float64]
    ranks: NDArray[np.int64]


def pair_points(table: TableResult) -> NDArray[np.float64]:
    """Points of each agent at a table against each other one: float64 [deals, agents, agents].

    Entry (d, a, b) counts, over the rotations of deal d, 1 for every game in which a finished ahead
    of b and 1/2 for every one in which they were equal. The diagonal is 0.
    """
    scores = table.agent_scores()
    mine, others = scores[:, :, :, None], scores[:, :, None, :]
    points = ((mine > others) + 0.5 * (mine == others)).sum(axis=1)
    points[:, np.arange(points.shape[1]), np.arange(points.shape[1])] = 0.0
    return np.asarray(points, np.float64)


def total_points(tables: Sequence[TableResult], agents: int) -> NDArray[np.float64]:
    """`pair_points` of all tables and deals together: float64 [agents, agents]."""
    total = np.zeros((agents, agents))
    for table in tables:
        total[np.ix_(table.agents, table.agents)] += pair_points(table).sum(axis=0)
    return total


def rate(
    tables: Sequence[TableResult],
    agents: int,
    anchor: int | None = None,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Ratings:
    """Ratings of `agents` agents, each two of whom met at one of the tables.

    anchor     the agent that is 0; None: the mean is 0
    seed       of the bootstrap

    Intervals are percentiles of a bootstrap over deals, since the rotations of a deal share their
    cards: each resample draws as many deals as a table had, with repetition, and rates anew. The
    credited wins (`PRIOR`) are drawn too, from the gamma distribution of that mean. So an agent
    that won every game keeps an interval, where drawing won games from won games would leave none:
    in a single pair it is that of Jeffreys for a rate.

    Raises `PhylariumError` where two agents never met, and `MissingExtra` without `choix`.
    """
    need("choix", "ladder")
    points = total_points(tables, agents)
    apart = np.argwhere((points + points.T == 0) & ~np.eye(agents, dtype=bool))
    if len(apart):
        first, second = apart[0].tolist()
        raise PhylariumError(f"agents {first} and {second} of a ladder never met")
    others = 1.0 - np.eye(agents)
    logits = _fit(points + PRIOR * others)
    rng = np.random.default_rng(seed)
    drawn = np.array(
        [
            _fit(counts + rng.gamma(PRIOR, size=counts.shape) * others, logits)
            for counts in _resampled(tables, agents, resamples, rng)
        ]
    )
    leads = drawn[:, :, None] - drawn[:, None, :]
    lead_low, lead_high = ELO * np.quantile(leads, (0.025, 0.975), axis=0)
    relative = drawn - _zero(drawn, anchor)[:, None]
    low, high = ELO * np.quantile(relative, (0.025, 0.975), axis=0)
    ranks = 1 + (lead_low > 0.0).sum(axis=0)
    return Ratings(ELO * (logits - _zero(logits, anchor)), low, high, lead_low, lead_high, ranks)


def _zero(logits: NDArray[np.float64], anchor: int | None) -> NDArray[np.float64]:
    """What is called 0 on the scale, for each row of log odds."""
    return np.asarray(logits.mean(axis=-1) if anchor is None else logits[..., anchor])


def _resampled(
    tables: Sequence[TableResult], agents: int, resamples: int, rng: np.random.Generator
) -> Iterator[NDArray[np.float64]]:
    """Points of each resample: float64 [agents, agents]."""
    totals = np.zeros((resamples, agents, agents))
    for table in tables:
        points = pair_points(table)
        deals, seated = points.shape[:2]
        at_once = max(1, _RESAMPLED_AT_ONCE // deals)
        for start in range(0, resamples, at_once):
            stop = min(start + at_once, resamples)
            times = rng.multinomial(deals, np.full(deals, 1.0 / deals), size=stop - start)
            sums = (times @ points.reshape(deals, -1)).reshape(-1, seated, seated)
            rows, columns = np.ix_(table.agents, table.agents)
            totals[start:stop, rows, columns] += sums
    yield from totals


def _fit(
    points: NDArray[np.float64], start: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """The log odds that make the points most likely: float64 [agents], with mean 0."""
    import choix

    found = choix.ilsr_pairwise_dense(points, initial_params=start, max_iter=MOST_ITERATIONS)
    return np.asarray(found - found.mean(), np.float64)
