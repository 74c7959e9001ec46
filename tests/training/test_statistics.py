"""Intervals from games in blocks cover the truth as often as they say."""

import random

import pytest
from phylarium.training.statistics import (
    effective_games,
    mean_interval,
    rate_interval,
    wilson,
)


def test_wilson_interval_agrees_with_the_published_values():
    low, high = wilson(0.8, 10)  # Newcombe, Statistics in Medicine 17, 1998: method 3 is Wilson's

    assert (low, high) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_a_rate_of_one_keeps_a_width():
    low, high = rate_interval([1.0] * 50, 100)

    assert high == 1.0
    assert low == pytest.approx(50 / (50 + 1.959964**2), abs=1e-6)


def test_one_block_says_nothing_about_the_spread_of_a_mean():
    assert mean_interval([3.0]) == (None, None)


def test_games_that_repeat_each_other_in_a_block_count_as_one():
    blocks = [0.0, 1.0] * 100  # each block two games with the same outcome

    assert effective_games(blocks, 400) == pytest.approx(200, rel=0.01)


def test_blocks_that_happen_to_agree_promise_no_more_than_the_games_played():
    assert effective_games([0.5] * 100, 200) == 200


def covered(interval, truth):
    return interval[0] <= truth <= interval[1]


@pytest.mark.parametrize("shared", [0.0, 0.7, 1.0])
def test_rate_intervals_cover_the_truth_whatever_the_games_of_a_deal_share(shared):
    """Simulated deals of two games: with probability `shared` the second one repeats the first."""
    source, truth, hits = random.Random(1), 0.3, 0
    for _ in range(600):
        blocks = []
        for _ in range(80):
            first = source.random() < truth
            second = first if source.random() < shared else source.random() < truth
            blocks.append((first + second) / 2)
        hits += covered(rate_interval(blocks, 160), truth)

    assert 0.92 <= hits / 600 <= 0.98


def test_rate_intervals_of_paired_deals_do_not_miss_the_truth_too_often():
    """Good deals decide: one seat wins them whoever sits there, so the two games balance."""
    source, hits = random.Random(2), 0
    for _ in range(400):
        blocks = [
            0.5 if source.random() < 0.6 else source.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(60)
        ]
        hits += covered(rate_interval(blocks, 120), 0.5)

    assert hits / 400 >= 0.93


def test_mean_intervals_cover_the_truth():
    source, hits = random.Random(3), 0
    for _ in range(600):
        hits += covered(
            mean_interval([source.gauss(5, 2) + source.expovariate(1) for _ in range(60)]), 6.0
        )

    assert 0.92 <= hits / 600 <= 0.98
