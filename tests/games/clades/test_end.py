"""The end and the points: CL-30, CL-32, CL-64, CL-65."""

import pytest
from clades.scenes import NOISE, PLAIN, scene, setup, sizes, tick
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.position import Position

OUT = {"deck": [], "rest": "pile 1"}


def test_the_game_goes_on_while_a_triple_is_left_and_ends_with_the_last():
    """CL-30"""
    position = scene(shared=f"{PLAIN} mL2g sL2g aL2g", hands=["", ""], **OUT)
    tick(position, "call s0 s1")
    assert not position.is_over
    tick(position, "call s3 s4")
    assert position.row.terminal
    assert position.to_move == -1


def test_a_personal_card_keeps_the_game_going_for_its_owner():
    """CL-30"""
    position = scene(shared=f"{PLAIN} mL2g sL2g", hands=["", "aL2g"], **OUT)
    tick(position, "call s0 s1")
    assert not position.is_over
    tick(position, "call s3 s4")
    assert position.row.silence == 1
    tick(position, "wait", "call s3 s4")
    assert position.row.terminal


def test_two_or_three_own_personal_cards_keep_it_going_too():
    """CL-30"""
    for table, held in ((f"{PLAIN} mL2g", "sL2g aL2g"), (PLAIN, "mL2g sL2g aL2g")):
        position = scene(options={"personal_cards": [3]}, shared=table, hands=[held, ""], **OUT)
        tick(position, "call s0 s1")
        assert not position.is_over


def test_personal_cards_of_two_players_make_no_triple():
    """CL-30"""
    position = scene(shared=f"{PLAIN} mL2g", hands=["sL2g", "aL2g"], **OUT)
    tick(position, "call s0 s1")
    assert position.row.terminal


def test_where_hands_may_be_opened_another_players_card_keeps_it_going():
    """CL-30, CL-46"""
    position = scene(
        3,
        options={"open_hand": "open", "victory_break": True},
        shared=f"{PLAIN} mL2g sL2g",
        hands=["aL2g", "mW2g", ""],
        **OUT,
    )
    tick(position, "call s0 s1")
    assert position.row.resting == 0
    assert not position.is_over


def test_with_hands_open_a_triple_of_two_personal_cards_does_not_count():
    """CL-30, CL-47"""
    options = {"open_hand": "open", "personal_cards": [2], "open_after": 1}
    position = scene(options=options, shared="mL2g", hands=["sL2g aL2g", "mW2g"], **OUT)
    tick(position)
    assert position.row.hands_open
    assert position.row.terminal


def test_a_triple_that_only_a_resting_player_could_make_does_not_count():
    """CL-30"""
    position = scene(
        options={"victory_break": True, "personal_cards": [2]},
        shared=f"{PLAIN} mL2g sL2g",
        hands=["aL2g", ""],
        **OUT,
    )
    tick(position, "call s0 s1")
    assert position.row.terminal


def test_a_low_limit_of_shared_cards_ends_the_game_when_nobody_can_go_on():
    """CL-23, CL-30"""
    position = scene(
        options={"shared_cards": 3, "shared_limit": 4},
        shared=PLAIN,
        hands=["", ""],
        deck="mA1r mA2r sL1g",
    )
    tick(position, "call s0 s1")
    assert not position.is_over
    tick(position, "ask", "ask")
    tick(position, "ask", "ask") if not position.is_over else None
    assert position.row.terminal
    assert position.row.deck_size > 0


def test_the_most_cards_win():
    """CL-32, CL-64"""
    position = scene(options={"reward": "win"}, shared=PLAIN, hands=["", ""], **OUT)
    tick(position, "call s0 s1")
    assert list(position.returns) == [0, 1]


def test_all_who_tie_for_the_most_cards_win_and_share_the_point():
    """CL-32, CL-64"""
    everything = "pile 2"
    position = scene(
        3,
        options={"reward": "win", "threes_only": True, "personal_cards": [0]},
        shared="mW3b sW3b aW3b",
        piles=[
            "mW3g sW3g aW3g mW3r sW3r aW3r mL3b sL3b aL3b",
            "mL3g sL3g aL3g mL3r sL3r aL3r mA3b sA3b aA3b mA3r sA3r aA3r",
            "",
        ],
        deck=[],
        rest=everything,
    )
    tick(position, "call s0 s1")
    assert sizes(position) == [12, 12, 3]
    assert list(position.returns) == [0.5, 0.5, 0]


def test_cards_left_on_the_table_and_in_hands_count_for_nobody():
    """CL-32"""
    position = scene(shared=f"{PLAIN} mA1g", hands=["mL2g", "sA3r"], **OUT)
    before = sizes(position)
    tick(position, "call s0 s1")
    assert position.row.terminal
    assert sizes(position) == [before[0] + 3, before[1]]
    assert sum(sizes(position)) == 83 - 3


def test_with_zero_sum_each_gain_is_paid_by_the_others_in_equal_shares():
    """CL-64"""
    position = scene(3, options={"zero_sum": True}, shared=f"{PLAIN} {NOISE}", hands=["", "", ""])
    tick(position, "call s0 s1")
    assert list(position.returns) == [3, -1.5, -1.5]


def test_a_win_counts_against_the_others_with_zero_sum():
    """CL-64"""
    position = scene(
        options={"zero_sum": True, "reward": "win"}, shared=PLAIN, hands=["", ""], **OUT
    )
    tick(position, "call s0 s1")
    assert list(position.returns) == [-1, 1]


def test_cards_dealt_to_piles_are_points_so_that_the_highest_return_wins():
    """CL-64"""
    position = Position.deal(setup(2, starter_cards=True, beginners_luck=[1, 0]), 1)
    assert list(position.returns) == [8, 3]
    position = Position.deal(setup(2, beginners_luck=[1, 0], zero_sum=True), 1)
    assert list(position.returns) == [5, -5]


def test_the_game_is_truncated_after_max_ticks_and_nobody_wins():
    """CL-65, CL-64"""
    position = Position.deal(setup(2, max_ticks=3, reward="win"), 1)
    for _ in range(3):
        assert not position.is_over
        tick(position)
    assert position.row.truncated
    assert not position.row.terminal
    assert list(position.returns) == [0, 0]
    assert position.row.plies == 6 <= position.setup.max_plies


def test_a_game_that_ends_in_its_last_tick_has_ended_and_is_not_cut_off():
    """CL-65"""
    position = scene(options={"max_ticks": 1}, shared=PLAIN, hands=["", ""], **OUT)
    tick(position, "call s0 s1")
    assert (position.row.terminal, position.row.truncated) == (1, 0)


@pytest.mark.parametrize("left", [[], ["fish"], ["mollusk", "fish"]])
def test_a_finished_position_must_say_so(left):
    """CL-30, CL-26"""
    with pytest.raises(PositionError, match="over"):
        scene(shared="mW1b sW1b mL2g", hands=["", ""], deck=left, rest="pile 1")
