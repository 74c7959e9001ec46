"""Scripted players and beliefs: CA-43, CA-47, CA-48; the encoder `hints`."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from cardline_animals.scenes import (
    BEE,
    BEETLE,
    BOWHEAD,
    CLOWNFISH,
    FLY,
    FOX,
    GIRAFFE,
    MITE,
    MOUSE,
    TIGER,
    WHALE,
    line,
    scene,
    setup,
)
from phylarium.envs.adapters.opponents import opponent
from phylarium.envs.core.errors import UnknownName
from phylarium.envs.core.position import Position
from phylarium.envs.games.cardline_animals.cards import SHIPPED
from phylarium.envs.games.cardline_animals.greedy import HUMAN_FACTOR, HUMAN_NOISE
from phylarium.envs.games.cardline_animals.normal import PROBABILITIES, QUANTILES, distribution


def test_tables_of_the_normal_distribution_are_right():
    """CA-42, CA-43"""
    assert abs(QUANTILES.mean()) < 1e-6
    assert QUANTILES.std() == pytest.approx(1.0, abs=2e-3)
    for z in (-7.0, -6.0, -2.345, -0.1, 0.0, 0.37, 1.96, 5.99, 6.0, 9.0):
        assert distribution(z) == pytest.approx(NormalDist().cdf(z), abs=1e-4)
    assert (np.diff(PROBABILITIES) >= 0).all()


def believed(position, seat, slot):
    """Mean and standard deviation of a belief, from first principles."""
    levels = SHIPPED.levels[position.row.characteristic]
    prior, spread = levels.mean(), levels.std()
    noise = 1000 * position.setup.options.noise[min(seat, len(position.setup.options.noise) - 1)]
    estimate = position.row.estimates[seat, seat, slot]
    precision = 1 / noise**2 + 1 / spread**2
    mean = (estimate / noise**2 + prior / spread**2) / precision
    return mean, math.sqrt(1 / precision)


def test_hints_say_how_likely_each_choice_is_right():
    """CA-43, CA-49"""
    position = scene(
        options={"noise": 0.25},
        line=f"{FLY} {MOUSE} {CLOWNFISH} {FOX}",
        hands=[f"{BEE} - {TIGER}", WHALE],
        estimates=[[[-1.7, None, 0.1], [1.4]], [[-1.9, None, 0.3], [1.4]]],
    )
    layout = position.setup.layout("hints")
    seen = position.observe(0, "hints")[layout.slices["probability"]].reshape(4, 110)
    levels = [SHIPPED.levels[0][SHIPPED.number_of[w]] for w in line(position)]
    for slot in (0, 2):
        normal = NormalDist(*believed(position, 0, slot))
        for gap in range(5):
            above = normal.cdf(levels[gap] + 12) if gap < 4 else 1.0
            below = normal.cdf(levels[gap - 1] - 12) if gap > 0 else 0.0
            assert seen[slot, gap] == pytest.approx(above - below, abs=2e-4)
    assert not seen[[1, 3]].any()
    assert not seen[:, 5:].any()
    best = position.observe(0, "hints")[layout.slices["best"]]
    assert best.tolist() == seen.max(axis=1).tolist()


def test_a_gap_inside_a_block_of_equal_cards_has_a_small_chance():
    """CA-43, CA-18"""
    position = scene(options={"noise": 0.1}, line=f"{MOUSE} {CLOWNFISH}", hands=[BEETLE, WHALE])
    layout = position.setup.layout("hints")
    seen = position.observe(0, "hints")[layout.slices["probability"]][:3]
    assert 0.05 < seen[1] < 0.15
    assert seen[0] + seen[2] == pytest.approx(1 + seen[1], abs=1e-4)


def test_hints_with_ranks_give_the_chance_of_the_gap_that_the_rank_leads_to():
    """CA-14, CA-43"""
    fields = {"line": f"{FLY} {MOUSE} {FOX}", "hands": [f"{BEE} {TIGER}", WHALE]}
    by_gap = scene(options={"noise": 0.25}, **fields)
    by_rank = scene(options={"noise": 0.25, "placing": "rank"}, **fields)
    where = by_gap.setup.layout("hints").slices["probability"]
    gaps, ranks = (p.observe(0, "hints")[where].reshape(4, 110) for p in (by_gap, by_rank))
    line_ranks = [SHIPPED.ranks[0][SHIPPED.number_of[w]] for w in line(by_gap)]
    for rank in range(110):
        gap = sum(r < rank for r in line_ranks)
        assert (ranks[:2, rank] == gaps[:2, gap]).all()


def test_greedy_places_the_card_most_likely_to_be_right_where_it_is():
    """CA-43"""
    made = setup(3, noise=0.3)
    for seed in range(10):
        position = Position.deal(made, seed)
        while not position.is_over:
            layout = made.layout("hints")
            seen = position.observe(position.to_move, "hints")[layout.slices["probability"]]
            action = position.choice_of("greedy", seed)
            assert seen[action] == pytest.approx(seen.max(), abs=1e-6)
            position.step(action)


def test_greedy_is_calibrated():
    """CA-43: what it takes for probable comes true as often."""
    made = setup(2, noise=0.3, characteristic="random", hand_size=8)
    said, right = [], []
    for seed in range(60):
        position = Position.deal(made, seed)
        while not position.is_over:
            where = made.layout("hints").slices["probability"]
            seen = position.observe(position.to_move, "hints")[where]
            action = position.choice_of("greedy", seed)
            said.append(seen[action])
            position.step(action)
            right.append(position.row.last_right)
    assert len(said) > 800
    assert np.mean(right) == pytest.approx(np.mean(said), abs=0.045)


def human_beliefs(style, characteristic, games=150, knowledge="noisy_prior"):
    """How far a human's belief is off the truth, seen through where a card is placed."""
    from phylarium.envs.games.cardline_animals.greedy import human_error

    made = setup(2, characteristic=characteristic, noise=0.1, knowledge=knowledge)
    errors = []
    for seed in range(games):
        position = Position.deal(made, seed)
        row = position.row
        for slot in range(4):
            estimate = row.estimates[0, 0, slot] + human_error(row, 0, slot, style)
            errors.append(estimate - row.level[row.hands[0, slot]])
    return np.array(errors)


@pytest.mark.parametrize("style", [1, 2, 3])
@pytest.mark.parametrize("characteristic", [0, 1, 2])
def test_human_beliefs_are_off_by_the_errors_of_card_player_and_family(style, characteristic):
    """CA-47"""
    name = ("size", "weight", "lifespan")[characteristic]
    card = HUMAN_NOISE[style] * HUMAN_FACTOR[characteristic]
    noise = 100 * HUMAN_FACTOR[characteristic]
    expected = math.sqrt(max(card, noise) ** 2 + 50**2 + 100**2)
    errors = human_beliefs(style, name)
    assert np.std(errors) == pytest.approx(expected, rel=0.12)
    assert abs(errors.mean()) < 4.5 * expected / math.sqrt(150)


def test_where_families_show_a_person_errs_about_a_family_as_a_whole():
    """CA-47"""
    from phylarium.envs.games.cardline_animals.greedy import family_bias, human_error
    from phylarium.envs.games.cardline_animals.normal import normal_of

    position = Position.deal(setup(2, knowledge="identity", hand_size=12), 4)
    row = position.row
    for slot in range(12):
        family = row.family[row.hands[0, slot]]
        card = slot * 65536 + row.estimates[0, 0, slot] + 32768
        own, player = 100 * normal_of(row.seed, card), 50 * normal_of(row.seed, 1 << 30)
        about = family_bias(row, 0, slot) * normal_of(row.seed, (1 << 32) + family)
        assert human_error(row, 0, slot, 1) == pytest.approx(own + player + about)
        assert family_bias(row, 0, slot) == (200 if family in (2, 3, 4, 6) else 100)


def test_human_beliefs_do_not_change_from_turn_to_turn():
    """CA-47"""
    position = scene(options={"noise": 0.2}, line=FOX, hands=[f"{BEE} {TIGER}", f"{FLY} {WHALE}"])
    first = [position.choice_of("human:child", seed) for seed in range(20)]
    assert len(set(first)) == 1


def duel(one, other, games, **options):
    """Share of two-player games that `one` wins, every deal from both seats; ties count half."""
    made = setup(2, first_player="random", **options)
    won = 0.0
    for seed in range(games // 2):
        for seat in range(2):
            position = Position.deal(made, seed)
            while not position.is_over:
                player = one if position.to_move == seat else other
                position.step(position.choice_of(player, position.row.plies))
            won += (1 + position.returns[seat]) / 2
    return won / games


@pytest.mark.parametrize(
    ("better", "worse"),
    [("human:expert", "human:child"), ("greedy", "edges"), ("edges", "random"),
     ("greedy", "human:child")],
)  # fmt: skip
def test_players_who_know_more_win_more(better, worse):
    """CA-47, CA-48, CA-43"""
    assert duel(better, worse, 100, noise=0.1) > 0.55


def test_edges_puts_the_most_extreme_card_to_its_end():
    """CA-48"""
    hands = [f"{BEE} {MOUSE} {GIRAFFE}", BOWHEAD]
    position = scene(line=f"{FLY} {FOX} {TIGER}", hands=hands)
    words = position.setup.actions.words
    assert words[position.choice_of("edges")] == "card 2 gap 3"
    position = scene(line=f"{FOX} {TIGER} {WHALE}", hands=hands)
    assert words[position.choice_of("edges")] == "card 0 gap 0"


@pytest.mark.parametrize("placing", ["gap", "rank"])
def test_the_oracle_is_always_right(placing):
    """CA-48"""
    made = setup(3, noise=1.0, placing=placing)
    position = Position.deal(made, 2)
    for ply in range(12):
        position.step(position.choice_of("oracle", ply))
        assert position.row.last_right


def test_the_oracle_is_refused_as_an_opponent():
    """CA-48"""
    with pytest.raises(UnknownName, match="for tests"):
        opponent("oracle", setup(2))
    assert opponent("human:expert", setup(2)) == 2


@pytest.mark.parametrize("player", ["greedy", "human:adult", "edges"])
def test_with_ranks_scripted_players_mean_the_same_gaps(player):
    """CA-14, CA-43"""
    fields = {"line": f"{MITE} {FLY} {MOUSE} {CLOWNFISH} {FOX}", "hands": [f"{BEE} {TIGER}", WHALE]}
    by_gap = scene(options={"noise": 0.1}, **fields)
    by_rank = scene(options={"noise": 0.1, "placing": "rank"}, **fields)
    for position in (by_gap, by_rank):
        position.step(position.choice_of(player, 3))
    assert line(by_gap) == line(by_rank)
