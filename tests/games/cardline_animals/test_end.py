"""The end of a round and of the game: CA-21 to CA-28."""

import pytest
from cardline_animals.scenes import (
    BEE,
    BOWHEAD,
    FLY,
    FOX,
    GIRAFFE,
    LION,
    MITE,
    MOUSE,
    SQUID,
    TIGER,
    WHALE,
    hand,
    line,
    out,
    play,
    scene,
    setup,
)
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.position import Position

TWO_LEFT = f"{GIRAFFE} {BOWHEAD}"


def test_who_alone_places_the_last_card_in_a_round_wins_when_the_round_is_over():
    """CA-21"""
    position = scene(3, line=FOX, hands=[BEE, f"{MOUSE} {FLY}", f"{TIGER} {WHALE}"])
    play(position, "card 0 gap 0", "card 0 gap 1")
    assert not position.is_over
    assert position.to_move == 2
    play(position, "card 0 gap 3")
    assert position.row.terminal
    assert list(position.returns) == [1, -0.5, -0.5]


def test_a_later_seat_may_still_join_so_the_first_to_empty_the_hand_has_not_won():
    """CA-21, CA-23"""
    position = scene(line=FOX, hands=[BEE, MOUSE], deck=f"{TIGER} {WHALE}")
    play(position, "card 0 gap 0", "card 0 gap 1")
    assert not position.is_over
    assert position.row.phase == 1
    assert hand(position, 0) == [TIGER]
    assert hand(position, 1) == [WHALE]


def test_all_who_have_one_card_fail_and_play_goes_on():
    """CA-25"""
    position = scene(line=FOX, hands=[BEE, MOUSE], deck=f"{TIGER} {WHALE}")
    play(position, "card 0 gap 1", "card 0 gap 1")
    assert not position.is_over
    assert position.row.phase == 0
    assert position.row.round == 1
    assert (hand(position, 0), hand(position, 1)) == ([TIGER], [WHALE])


@pytest.mark.parametrize("early", [False, True])
def test_two_place_their_last_card_and_a_third_fails_so_the_third_is_out(early):
    """CA-23, CA-24"""
    position = scene(
        3,
        options={"early_end": early},
        line=FOX,
        hands=[BEE, MOUSE, f"- {TIGER}"],
        deck=f"{LION} {WHALE} {SQUID}",
    )
    play(position, "card 0 gap 0", "card 0 gap 1", "card 1 gap 0")
    assert out(position) == [2]
    assert position.row.phase == 1
    assert list(position.rewards) == [0, 0, -0.5]
    assert hand(position, 0) == [WHALE]  # LION went to the seat that failed
    assert hand(position, 1) == [SQUID]
    assert position.to_move == 0


def test_the_cards_of_a_tie_break_are_dealt_in_the_order_of_the_round_into_slot_0():
    """CA-24, CA-26"""
    position = scene(
        3,
        first=2,
        line=FOX,
        hands=[f"- - {MOUSE}", f"{FLY} {SQUID}", f"- {BEE}"],
        deck=f"{LION} {WHALE}",
    )
    play(position, "card 1 gap 0", "card 2 gap 1", "card 0 gap 0")
    assert out(position) == [1]
    assert hand(position, 2) == [LION]
    assert hand(position, 0) == [WHALE]
    assert position.to_move == 2


def test_the_next_player_opens_a_tie_break_when_the_first_is_out():
    """CA-26"""
    position = scene(
        4,
        first=1,
        line=FOX,
        hands=[BEE, f"{FLY} {SQUID}", f"{TIGER} {MITE}", MOUSE],
        deck=f"{LION} {WHALE}",
    )
    play(position, "card 0 gap 0", "card 0 gap 2", "card 0 gap 1", "card 0 gap 1")
    assert sorted(out(position)) == [1, 2]
    assert position.to_move == 3
    assert hand(position, 3) == [LION]


def test_cards_of_players_who_are_out_stay_theirs_and_in_sight():
    """CA-28"""
    position = scene(3, line=FOX, hands=[BEE, MOUSE, f"{TIGER} {FLY}"], deck=f"{LION} {WHALE}")
    play(position, "card 0 gap 0", "card 0 gap 1", "card 0 gap 3")
    assert out(position) == [2]
    assert hand(position, 2) == [None, FLY]
    assert FLY not in position.to_dict()["deck"]
    assert "player_2 (out of the game): card 1" in position.text(0)


def tie_break(**more):
    """Three players in a tie-break, each with one card; a fourth is out."""
    return scene(
        4,
        line=f"{FOX} {GIRAFFE}",
        hands=[BEE, MOUSE, TIGER, FLY],
        out=[3],
        tie_break=True,
        deck=f"{LION} {WHALE} {SQUID} {BOWHEAD} {MITE}",
        **more,
    )


def test_a_tie_break_is_won_by_the_only_one_who_is_right():
    """CA-27"""
    position = tie_break()
    play(position, "card 0 gap 0", "card 0 gap 0", "card 0 gap 0")
    assert position.row.terminal
    assert position.returns[0] == 1


def test_in_a_tie_break_those_who_fail_while_others_are_right_are_out():
    """CA-27, CA-23"""
    position = tie_break()
    play(position, "card 0 gap 0", "card 0 gap 1", "card 0 gap 0")
    assert sorted(out(position)) == [2, 3]
    assert hand(position, 0) == [WHALE]
    assert hand(position, 1) == [SQUID]


def test_if_all_are_right_in_a_tie_break_each_gets_another_card():
    """CA-27"""
    position = tie_break()
    play(position, "card 0 gap 0", "card 0 gap 1", "card 0 gap 3")
    assert out(position) == [3]
    assert [hand(position, seat) for seat in range(3)] == [[LION], [WHALE], [SQUID]]
    assert position.row.phase == 1


def test_if_nobody_is_right_in_a_tie_break_the_same_players_go_on_with_new_cards():
    """CA-25"""
    position = tie_break()
    play(position, "card 0 gap 2", "card 0 gap 2", "card 0 gap 0")
    assert out(position) == [3]
    assert [hand(position, seat) for seat in range(3)] == [[LION], [WHALE], [SQUID]]
    assert line(position) == [FOX, GIRAFFE]
    assert position.to_move == 0


def test_all_who_empty_their_hands_together_stay_in():
    """CA-23"""
    position = scene(3, line=FOX, hands=[BEE, MOUSE, TIGER])
    play(position, "card 0 gap 0", "card 0 gap 1", "card 0 gap 3")
    assert out(position) == []
    assert position.row.phase == 1
    assert list(position.rewards) == [0, 0, 0]


def test_with_early_end_a_round_that_is_won_for_sure_is_not_completed():
    """CA-22"""
    hands = [BEE, f"{MOUSE} {FLY}", f"{TIGER} {WHALE}"]
    position = scene(3, options={"early_end": True}, line=FOX, hands=hands)
    play(position, "card 0 gap 0")
    assert position.row.terminal
    assert list(position.returns) == [1, -0.5, -0.5]


def test_early_end_waits_for_whoever_holds_exactly_one_card():
    """CA-22"""
    position = scene(3, options={"early_end": True}, line=FOX, hands=[BEE, f"{MOUSE} {FLY}", TIGER])
    play(position, "card 0 gap 0")
    assert not position.is_over
    play(position, "card 0 gap 1")
    assert not position.is_over
    play(position, "card 0 gap 0")
    assert list(position.returns) == [1, -0.5, -0.5]


def test_a_position_that_early_end_has_ended_is_refused():
    """CA-22"""
    with pytest.raises(PositionError, match="over"):
        scene(options={"early_end": True}, line=FOX, to_move=1, hands=["", f"{BEE} {MOUSE}"])


@pytest.mark.parametrize("players", [2, 4])
def test_early_end_has_the_same_winner(players):
    """CA-22"""
    for seed in range(12):
        ends = []
        for early in (False, True):
            made = setup(players, early_end=early, noise=0.3)
            position = Position.deal(made, seed)
            while not position.is_over:
                position.step(position.choice_of("greedy", position.row.plies))
            ends.append(list(position.returns))
        assert ends[0] == ends[1]
