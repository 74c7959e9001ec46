"""A deck that runs out, and how long games last: CA-30 to CA-34, CA-39."""

import pytest
from cardline_animals.scenes import (
    BEE,
    FLY,
    FOX,
    LION,
    MITE,
    MOUSE,
    TIGER,
    WHALE,
    box,
    hand,
    out,
    play,
    scene,
    setup,
)
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.position import Position


def test_a_draw_from_an_empty_deck_is_a_marker_and_the_round_is_the_last():
    """CA-30: the fewest cards and markers win."""
    position = scene(
        3, line=FOX, hands=[f"{BEE} {MITE}", f"{MOUSE} {FLY}", f"{TIGER} {WHALE}"], rest="box"
    )
    play(position, "card 0 gap 1")
    assert list(position.row.markers)[:3] == [1, 0, 0]
    assert hand(position, 0) == [None, MITE]
    assert "The deck has run out" in position.text(-1)
    play(position, "card 0 gap 0")
    assert not position.is_over
    play(position, "card 0 gap 0")
    assert position.row.terminal
    assert list(position.returns) == [-0.5, 1, -0.5]


def test_all_who_tie_for_the_fewest_share_the_win():
    """CA-30, CA-35"""
    position = scene(
        3, line=FOX, hands=[f"{BEE} {MITE}", f"{MOUSE} {FLY}", f"{TIGER} {WHALE}"], rest="box"
    )
    play(position, "card 0 gap 1", "card 0 gap 0", "card 0 gap 2")
    assert position.is_over is False or list(position.returns) == [-1, 0.5, 0.5]
    assert list(position.returns) == [-1, 0.5, 0.5]


def test_if_all_tie_nobody_gets_anything():
    """CA-30, CA-35"""
    position = scene(line=FOX, hands=[BEE, MOUSE], rest="box")
    play(position, "card 0 gap 1", "card 0 gap 1")
    assert position.row.terminal
    assert list(position.returns) == [0, 0]


def test_a_marker_is_a_card_that_cannot_be_played_so_its_owner_has_not_emptied_the_hand():
    """CA-30, CA-21"""
    position = scene(3, line=FOX, hands=[BEE, MOUSE, f"{TIGER} {FLY}"], rest="box")
    play(position, "card 0 gap 1", "card 0 gap 0", "card 0 gap 2")
    assert list(position.returns) == [-0.5, 1, -0.5]


def test_several_who_empty_their_hands_in_the_last_round_share_whatever_others_hold():
    """CA-32, CA-31"""
    position = scene(3, line=FOX, hands=[BEE, MOUSE, TIGER], rest="box")
    play(position, "card 0 gap 0", "card 0 gap 1", "card 0 gap 0")
    assert position.row.terminal
    assert list(position.returns) == [0.5, 0.5, -1]


def test_a_deck_too_short_for_a_tie_break_is_not_dealt_and_the_win_is_shared():
    """CA-31"""
    position = scene(3, line=FOX, hands=[BEE, MOUSE, f"{TIGER} {FLY}"], deck=LION, rest="box")
    play(position, "card 0 gap 0", "card 0 gap 1", "card 0 gap 3")
    assert position.row.terminal
    assert out(position) == []
    assert list(position.returns) == [0.5, 0.5, -1]
    assert position.to_dict()["deck"] == [LION]


def test_in_a_tie_break_in_which_the_deck_runs_out_and_nobody_is_right_all_share():
    """CA-30, CA-25"""
    position = scene(
        3,
        line=FOX,
        hands=[BEE, MOUSE, FLY],
        out=[2],
        tie_break=True,
        deck=LION,
        rest="box",
        returns=[0, 0, -0.5],
    )
    play(position, "card 0 gap 1", "card 0 gap 1")
    assert list(position.returns) == [0.5, 0.5, -1]


def test_reshuffle_makes_a_new_deck_of_the_box_with_the_card_just_returned():
    """CA-33"""
    position = scene(
        options={"deck_exhaustion": "reshuffle"}, line=FOX, hands=[f"{BEE} {MITE}", MOUSE],
        rest="box",
    )  # fmt: skip
    before = set(box(position))
    play(position, "card 0 gap 1")
    assert box(position) == []
    assert {*position.to_dict()["deck"], hand(position, 0)[0]} == before | {BEE}
    assert position.row.markers[0] == 0


def test_reshuffle_pays_for_a_tie_break_too():
    """CA-33"""
    position = scene(
        options={"deck_exhaustion": "reshuffle"}, line=FOX, hands=[BEE, MOUSE], deck=LION,
        rest="box",
    )  # fmt: skip
    play(position, "card 0 gap 0", "card 0 gap 1")
    assert position.row.phase == 1
    assert hand(position, 0) == [LION]


def test_a_game_with_reshuffle_is_cut_off_after_the_turn_limit_and_those_left_share():
    """CA-34"""
    options = {"deck_exhaustion": "reshuffle", "turn_limit": 3}
    position = scene(
        3, options=options, line=FOX, hands=[BEE, MOUSE, FLY], out=[2], tie_break=True, turn=1,
        returns=[0, 0, -0.5],
    )  # fmt: skip
    play(position, "card 0 gap 1", "card 0 gap 1")
    assert (position.row.terminal, position.row.truncated) == (0, 1)
    assert list(position.returns) == [0.5, 0.5, -1]


def test_a_position_at_the_turn_limit_must_say_that_it_is_over():
    """CA-34"""
    options = {"deck_exhaustion": "reshuffle", "turn_limit": 3}
    with pytest.raises(PositionError, match="over"):
        scene(options=options, line=FOX, hands=[BEE, MOUSE], turn=3)


@pytest.mark.parametrize(("players", "options"), [(2, {}), (8, {}), (4, {"hand_size": 12})])
def test_no_game_has_more_turns_than_cards_beside_the_initial_one(players, options):
    """CA-39"""
    made = setup(players, **options)
    assert made.max_plies == 109
    for seed in range(3):
        position = Position.deal(made, seed)
        while not position.is_over:
            position.step(position.choice_of("random", position.row.plies))
        assert position.row.turn <= 109


def test_eight_random_players_may_run_the_deck_out():
    """CA-30, CA-39"""
    made, ran_out = setup(8), 0
    for seed in range(8):
        position = Position.deal(made, seed)
        while not position.is_over:
            position.step(position.choice_of("random", position.row.plies))
        ran_out += position.row.ran_out
    assert ran_out > 0


def test_perfect_players_play_to_the_end_of_the_deck_and_share_the_win():
    """CA-31, CA-39, CA-14: the longest line in which somebody acts has 108 cards, 109 gaps."""
    position, longest = Position.deal(setup(2), 5), 0
    while not position.is_over:
        longest = max(longest, int(position.row.line_size))
        gaps = position.mask().reshape(4, 110).max(axis=0).sum()
        assert gaps == position.row.line_size + 1
        position.step(position.choice_of("oracle", position.row.plies))
    assert longest == 108
    assert position.row.line_size == 109
    assert list(position.returns) == [0, 0]
