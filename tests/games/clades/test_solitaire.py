"""Solitaire: CL-52 to CL-56."""

import pytest
from clades.scenes import CLADE, NOISE, PLAIN, pile, scene, setup, shared, sizes, tick
from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.position import Position


def test_solitaire_has_no_personal_cards_no_bonus_cards_and_no_extra_cards():
    """CL-52"""
    row = Position.deal(setup(1), 1).row
    assert all(card < 0 for card in row.table[102:])
    assert (row.deck_size, row.bonus_in_deck, row.num_shared) == (81 - 12, 0, 12)
    position = scene(1, shared=f"{CLADE} {NOISE}")
    tick(position, "call s0 s1")
    assert sizes(position) == [3]


def test_one_player_plays_solitaire_and_nobody_else_does():
    """CL-52"""
    with pytest.raises(OptionsError, match="one player plays solitaire"):
        setup(1, solitaire="off")
    with pytest.raises(OptionsError, match="solitaire is for one player"):
        setup(2, solitaire="casual")


def test_a_casual_grid_has_as_many_cards_as_asked_for():
    """CL-53"""
    position = Position.deal(setup(1, shared_cards=18), 1)
    assert position.row.num_shared == 18
    tick(position, "ask")
    assert position.row.num_shared == 19


def test_a_casual_run_goes_on_until_no_triple_is_left():
    """CL-53, CL-30"""
    position = scene(1, shared=f"{PLAIN} mL2g sL2g", deck="aL2g", rest="pile 0")
    tick(position, "call s0 s1")
    assert not position.is_over
    assert shared(position) == "aL2g - - mL2g sL2g"
    tick(position, "call s0 s3")
    assert position.row.terminal


def race(found=0, ticks=0, **options):
    """A race with so many triples found, and a triple on the table."""
    return scene(
        1,
        options={"solitaire": "race", **options},
        shared=f"{PLAIN} {NOISE}",
        triples=[found],
        tick=ticks,
    )


def test_the_race_has_39_cards_and_42_are_set_aside():
    """CL-54"""
    row = Position.deal(setup(1, solitaire="race"), 3).row
    assert (row.num_shared, row.deck_size) == (12, 27)
    assert sum(place == -2 for place in row.place) == 42 + 2


def test_the_race_is_won_with_the_tenth_triple():
    """CL-54"""
    position = race(8, reward="win")
    tick(position, "call s0 s1")
    assert not position.is_over
    position = race(9, reward="win")
    tick(position, "call s0 s1")
    assert position.row.terminal
    assert list(position.returns) == [1]


def test_the_deck_runs_out_with_the_ninth_triple():
    """CL-54: 39 = 12 + 9 x 3, unless a card was asked for."""
    for seed in range(30):
        position = Position.deal(setup(1, solitaire="race", vision="triples"), seed)
        while not position.is_over and position.row.num_triples[0] < 9:
            words = position.choice_of("greedy")
            if words == 1:
                break
            position.step(words)
        if position.row.num_triples[0] == 9:
            assert position.row.deck_size == 0
            assert position.row.num_shared == 12
            return
    pytest.fail("no run of thirty came to its ninth triple without asking")


def test_a_thirteenth_card_may_be_asked_for_and_is_not_kept():
    """CL-55, CL-24"""
    position = race()
    tick(position, "ask")
    assert position.row.num_shared == 13
    tick(position, "call s0 s1")
    assert position.row.num_shared == 12


def test_a_race_without_a_tenth_triple_has_failed():
    """CL-55"""
    position = scene(
        1,
        options={"solitaire": "race", "reward": "win"},
        shared=f"{PLAIN} mL1g",
        deck=[],
        triples=[7],
        rest="pile 0",
    )
    tick(position, "call s0 s1")
    assert position.row.terminal
    assert list(position.returns) == [0]


def test_the_clock_of_the_race_counts_ticks():
    """CL-56, CL-64"""
    position = race()
    tick(position, "wait")
    tick(position, "call s0 s1")
    assert list(position.returns) == [-2]
    assert len(pile(position, 0)) == 3


def test_the_race_against_a_limit_fails_when_time_is_up():
    """CL-56"""
    position = race(ticks=3, race_limit=5, reward="win")
    tick(position, "wait")
    assert not position.is_over
    tick(position, "call s0 s1")
    assert position.row.terminal
    assert list(position.returns) == [0]


def test_the_tenth_triple_in_the_last_tick_wins():
    """CL-54, CL-56"""
    position = race(9, ticks=4, race_limit=5, reward="win")
    tick(position, "call s0 s1")
    assert list(position.returns) == [1]
