"""Ratings: the fit against a direct one, ties, tables of more than two, intervals and ranks."""

import numpy as np
import pytest
from phylarium.envs.core.errors import PhylariumError
from phylarium.training.ladder.ratings import ELO, PRIOR, pair_points, rate, total_points
from phylarium.training.results import TableResult
from scipy.optimize import minimize


def table(agents, scores):
    """A table from final scores by agent, [deals, rotations, agents]."""
    scores = np.asarray(scores, float)
    players = scores.shape[2]
    seats = (np.arange(players)[:, None] + np.arange(players)[None, :]) % players
    by_seat = np.take_along_axis(scores, np.argsort(seats, axis=1)[None], axis=2)
    return TableResult(tuple(agents), by_seat, seats, scores[..., 0].size, 0)


def duel(first, second, chance, deals, rng, shared=0.0):
    """Deals of two games; with probability `shared` the second game of a deal goes as the first."""
    won = rng.random((deals, 2)) < chance
    won[:, 1] = np.where(rng.random(deals) < shared, won[:, 0], won[:, 1])
    return table((first, second), np.stack([won, ~won], axis=2))


def round_robin(strengths, deals, rng, shared=0.0):
    """Duels of agents whose log odds of winning are the differences of their strengths."""
    return [
        duel(a, b, 1 / (1 + np.exp(strengths[b] - strengths[a])), deals, rng, shared)
        for a in range(len(strengths))
        for b in range(a + 1, len(strengths))
    ]


def test_points_follow_the_agents_through_the_seats():
    # agent 4 scores 3, 3; agent 7 scores 1, 3: one win and one tie
    found = pair_points(table((4, 7), [[[3, 1], [3, 3]]]))

    np.testing.assert_array_equal(found, [[[0, 1.5], [0.5, 0]]])


def test_a_game_of_three_counts_every_pair_at_the_table():
    scores = [[[5, 2, 2], [1, 2, 3], [4, 4, 4]]]

    points = total_points([table((2, 0, 1), scores)], 3)

    # 2 against 0: win, loss, tie; 2 against 1: win, loss, tie; 0 against 1: tie, loss, tie
    np.testing.assert_array_equal(points, [[0, 1.0, 1.5], [2.0, 0, 1.5], [1.5, 1.5, 0]])


def test_the_ratings_maximise_the_likelihood():
    rng = np.random.default_rng(1)
    tables = [table((0, 1, 2), rng.integers(0, 4, (40, 3, 3))), *round_robin([0, 1, 3], 30, rng)]
    points = total_points(tables, 3) + PRIOR * (1 - np.eye(3))

    def minus_log_likelihood(free):
        logits = np.array([0.0, *free])
        return (points * np.log1p(np.exp(logits[None, :] - logits[:, None]))).sum()

    best = minimize(minus_log_likelihood, np.zeros(2), tol=1e-12).x
    np.testing.assert_allclose(rate(tables, 3, 0).points, ELO * np.array([0, *best]), atol=0.01)


def test_ten_to_one_is_400_points():
    wins = np.arange(2200) % 11 > 0
    found = rate([table((0, 1), np.stack([wins, ~wins], axis=1).reshape(1100, 2, 2))], 2, anchor=1)

    assert found.points == pytest.approx([400, 0], abs=1.0)
    assert found.points[1] == found.low[1] == found.high[1] == 0


def test_without_an_anchor_the_mean_is_0():
    found = rate(round_robin([0, 1, 2], 50, np.random.default_rng(2)), 3)

    assert found.points.sum() == pytest.approx(0, abs=1e-6)
    assert (found.low < found.points).all()
    assert (found.points < found.high).all()


def test_the_order_of_the_games_does_not_matter():
    tables = round_robin([0, 0.5, 1], 60, np.random.default_rng(3))
    turned = [TableResult(t.agents, t.scores[::-1], t.seats, t.distinct, 0) for t in tables]

    np.testing.assert_allclose(rate(tables, 3).points, rate(turned[::-1], 3).points, atol=1e-6)


def test_an_agent_that_never_wins_has_a_finite_rating_with_an_interval():
    wins = np.ones((100, 2))
    found = rate([table((0, 1), np.stack([wins, 0 * wins], axis=2))], 2, anchor=1)

    assert found.points[0] == pytest.approx(400 * np.log10(200.5 / 0.5), abs=0.1)
    # Jeffreys' interval of a rate for 200 wins in 200 games begins at 0.9875 (Brown, Cai,
    # DasGupta, Statistical Science 16, 2001)
    assert found.low[0] == pytest.approx(400 * np.log10(0.9875 / 0.0125), abs=40)
    assert found.low[0] < found.points[0] < found.high[0] < np.inf
    assert found.ranks.tolist() == [1, 2]


def test_agents_that_the_games_do_not_tell_apart_share_a_rank():
    found = rate(round_robin([2, 0, 0.02, -2], 100, np.random.default_rng(4)), 4)

    assert found.ranks.tolist() == [1, 2, 2, 4]
    assert found.lead_low[0, 1] > 0
    assert found.lead_low[1, 2] < 0 < found.lead_high[1, 2]


def test_a_rank_counts_only_those_who_are_ahead_beyond_doubt():
    def duel_won(first, second, wins):
        won = np.arange(200).reshape(100, 2) < wins
        return table((first, second), np.stack([won, ~won], axis=2))

    found = rate([duel_won(0, 1, 112), duel_won(1, 2, 112), duel_won(0, 2, 124)], 3)

    # the first is ahead of the last, and the one between is told apart from neither
    assert found.ranks.tolist() == [1, 1, 2]


def test_deals_are_resampled_whole():
    """Two games that repeat each other say as much as one: the interval is wider by root two."""
    alone = rate(round_robin([0, 0.3], 400, np.random.default_rng(6), shared=0.0), 2)
    twice = rate(round_robin([0, 0.3], 400, np.random.default_rng(6), shared=1.0), 2)

    widths = [(found.high - found.low)[0] for found in (alone, twice)]
    assert widths[1] / widths[0] == pytest.approx(np.sqrt(2), rel=0.15)


def test_the_bootstrap_repeats_with_its_seed():
    tables = round_robin([0, 1], 30, np.random.default_rng(7))

    np.testing.assert_array_equal(rate(tables, 2, seed=1).low, rate(tables, 2, seed=1).low)
    assert (rate(tables, 2, seed=1).low != rate(tables, 2, seed=2).low).any()


def test_agents_that_never_met_are_refused():
    with pytest.raises(PhylariumError, match="agents 0 and 2 of a ladder never met"):
        rate(round_robin([0, 1], 5, np.random.default_rng(8)), 3)


def coverage(strengths, deals, shared, times, seed):
    """How often the intervals of all leads hold the true one, over simulated ladders."""
    rng = np.random.default_rng(seed)
    truth = ELO * np.subtract.outer(strengths, strengths)
    above = np.triu_indices(len(strengths), 1)
    hits = []
    for number in range(times):
        found = rate(round_robin(strengths, deals, rng, shared), len(strengths), None, number, 200)
        hits.append(((found.lead_low <= truth) & (truth <= found.lead_high))[above])
    return float(np.mean(hits))


def test_intervals_hold_the_truth_as_often_as_they_say():
    assert 0.91 <= coverage([0.0, 0.5, 1.5], 80, shared=0.5, times=40, seed=9) <= 0.99


@pytest.mark.full
@pytest.mark.parametrize("shared", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("strengths", [[0.0, 0.0, 0.0], [0.0, 0.5, 1.5], [0.0, 2.0, 5.0]])
def test_intervals_hold_the_truth_as_often_as_they_say_at_length(strengths, shared):
    assert 0.92 <= coverage(strengths, 100, shared, times=300, seed=10) <= 0.98
