"""Randomness that lives in a record: known numbers, fair draws, separate streams."""

import numpy as np
import pytest
from phylarium.envs.core.rng import (
    MASK_64,
    below,
    derive,
    following_seed,
    mix,
    next_u64,
    shuffle,
    uniform,
)


def stream(seed):
    return np.array([seed], np.uint64)


def test_the_generator_gives_the_published_numbers_of_splitmix64():
    rng = stream(1234567)
    assert [int(next_u64(rng)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_mix_gives_the_first_number_of_a_stream():
    for seed in (0, 1, 1234567, MASK_64):
        assert mix(seed) == int(next_u64(stream(seed)))


@pytest.mark.parametrize("n", [2, 3, 7, 12, 81])
def test_every_number_below_n_is_equally_likely(n):
    rng, draws = stream(42), 20_000
    counts = np.bincount([below(rng, n) for _ in range(draws)], minlength=n)
    chi_square = float(((counts - draws / n) ** 2 / (draws / n)).sum())
    # Mean n - 1, deviation sqrt(2 (n - 1)); the seed is fixed, so this does not fail by chance.
    assert abs(chi_square - (n - 1)) < 3.5 * np.sqrt(2 * (n - 1))
    assert len(counts) == n


def test_draws_that_would_favour_a_number_are_rejected_exactly():
    # 2**32 mod n is nearly n here, so that a third of the raw draws have to go.
    n = 1_431_655_766
    rng, raw = stream(7), stream(7)
    rejected = 0
    for _ in range(200):
        while True:
            product = (int(next_u64(raw)) >> 32) * n
            if product & 0xFFFFFFFF >= 2**32 % n:
                break
            rejected += 1
        assert below(rng, n) == product >> 32
    assert 60 < rejected < 140
    assert rng[0] == raw[0]


def test_below_one_is_always_zero():
    rng = stream(3)
    assert {below(rng, 1) for _ in range(50)} == {0}


def test_uniform_numbers_lie_from_zero_up_to_but_not_including_one():
    rng = stream(11)
    numbers = np.array([uniform(rng) for _ in range(5_000)])
    assert numbers.min() >= 0.0
    assert numbers.max() < 1.0
    assert abs(numbers.mean() - 0.5) < 0.015
    assert abs(numbers.var() - 1 / 12) < 0.005


def test_the_largest_draw_is_still_below_one():
    assert float(MASK_64 >> 11) * 1.1102230246251565e-16 < 1.0


def test_a_shuffle_keeps_the_cards_and_touches_only_its_range():
    cards = np.arange(10, dtype=np.int8)
    shuffle(stream(5), cards, 2, 8)
    assert cards[:2].tolist() == [0, 1]
    assert cards[8:].tolist() == [8, 9]
    assert sorted(cards[2:8].tolist()) == [2, 3, 4, 5, 6, 7]
    assert cards[2:8].tolist() != [2, 3, 4, 5, 6, 7]


def test_every_order_of_three_cards_comes_equally_often():
    rng, counts = stream(8), {}
    for _ in range(6_000):
        cards = np.array([0, 1, 2], np.int8)
        shuffle(rng, cards, 0, 3)
        counts[tuple(cards.tolist())] = counts.get(tuple(cards.tolist()), 0) + 1
    assert len(counts) == 6
    assert (
        sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5
    )  # chi-square, 5, 0.001


def test_a_shuffle_of_nothing_draws_nothing():
    rng, cards = stream(5), np.arange(4, dtype=np.int8)
    shuffle(rng, cards, 2, 2)
    shuffle(rng, cards, 2, 3)
    assert int(rng[0]) == 5
    assert cards.tolist() == [0, 1, 2, 3]


def test_the_seed_of_the_next_game_is_the_same_from_python_and_from_compiled_code():
    for seed in (0, 9, 2**63, MASK_64):
        assert int(following_seed(np.uint64(seed))) == mix(seed)


def test_derived_seeds_differ_by_every_step_of_their_path():
    seeds = [
        derive(s, *path) for s in range(20) for path in ((), (0,), (1,), (0, 0), (0, 1), (1, 0))
    ]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed <= MASK_64 for seed in seeds)
    assert derive(3, 1, 2) == derive(3, 1, 2)
