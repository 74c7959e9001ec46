"""Goofspiel for two, solved for games won: a player whom nobody beats in the long run.

The score does not show in an observation, but up to three cards it follows from the hands: after
one round both bids and the prize are known, and the last round has no choice.
"""

from functools import cache

import numpy as np
from scipy.optimize import linprog


@cache
def solve(mine, theirs, lead, left, prize):
    """(chances of bidding each card of `mine`, share of the win) in balanced play.

    Hands and `left`, the prizes after this one, are sorted tuples; `lead` is what one is ahead.
    """
    payoffs = np.array(
        [[_after(mine, theirs, lead, left, prize, a, b) for b in theirs] for a in mine]
    )
    # Largest v with a mix x of rows such that x @ payoffs >= v in every column.
    rows, columns = payoffs.shape
    found = linprog(
        np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-payoffs.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[np.r_[np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(0, 1)],
    )
    return found.x[:rows], found.x[rows]


def _after(mine, theirs, lead, left, prize, a, b):
    lead += prize * ((a > b) - (a < b))
    if not left:
        return (np.sign(lead) + 1) / 2
    mine, theirs = (tuple(c for c in hand if c != bid) for hand, bid in ((mine, a), (theirs, b)))
    values = [
        solve(mine, theirs, lead, tuple(p for p in left if p != following), following)[1]
        for following in left
    ]
    return np.mean(values)


class Balanced:
    """The solution as a player of goofspiel with three cards."""

    def act(self, observations, masks, uniforms):
        return [self._bid(*row) for row in zip(observations, uniforms, strict=True)]

    def _bid(self, seen, uniform):
        prize, left, mine, theirs = (
            tuple(int(c) + 1 for c in np.flatnonzero(seen[3 * k : 3 * k + 3])) for k in range(4)
        )
        lead = 0
        if len(mine) == 2:
            [a], [b], [won] = ({1, 2, 3} - set(cards) for cards in (mine, theirs, left))
            lead = won * ((a > b) - (a < b))
        # With one card each there is nothing to choose, whatever the score.
        ahead = tuple(p for p in left if p not in prize)
        chances, _ = solve(mine, theirs, lead, ahead, prize[0])
        number = int(np.searchsorted(np.cumsum(chances), uniform * sum(chances), side="right"))
        return mine[min(number, len(mine) - 1)] - 1
