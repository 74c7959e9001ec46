"""Points: CA-35 to CA-38."""

import phylarium
import pytest
from cardline_animals.scenes import (
    BEE,
    BOWHEAD,
    FLY,
    FOX,
    GIRAFFE,
    LION,
    MOUSE,
    TIGER,
    WHALE,
    play,
    scene,
)


def test_the_winner_gets_a_point_that_the_others_pay():
    """CA-35"""
    position = scene(
        4, line=FOX, hands=[BEE, f"{MOUSE} {FLY}", f"{TIGER} {WHALE}", f"{LION} {GIRAFFE}"]
    )
    play(position, "card 0 gap 0", "card 0 gap 0", "card 0 gap 0", "card 0 gap 0")
    assert position.returns == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


def test_points_add_up_to_zero_whoever_shares():
    """CA-35, CA-37"""
    position = scene(
        4,
        line=FOX,
        hands=[BEE, MOUSE, f"{TIGER} {FLY}", f"{LION} {GIRAFFE}"],
        deck=f"{WHALE} {BOWHEAD}",
        rest="box",
    )
    play(position, "card 0 gap 0", "card 0 gap 1", "card 0 gap 3", "card 0 gap 4")
    assert position.rewards == pytest.approx([0, 0, -1 / 3, -1 / 3])
    play(position, "card 0 gap 5", "card 0 gap 5")
    assert position.row.terminal
    assert position.returns == pytest.approx([0.5, 0.5, -0.5, -0.5])


def test_who_is_out_pays_at_once_and_the_difference_when_the_win_is_shared():
    """CA-36, CA-37"""
    position = scene(
        3,
        line=FOX,
        hands=[BEE, MOUSE, f"{TIGER} {FLY}"],
        deck=f"{WHALE} {BOWHEAD}",
        rest="box",
    )
    play(position, "card 0 gap 0", "card 0 gap 1", "card 0 gap 3")
    assert list(position.rewards) == [0, 0, -0.5]
    play(position, "card 0 gap 4", "card 0 gap 4")
    assert list(position.rewards) == [0.5, 0.5, -0.5]
    assert list(position.returns) == [0.5, 0.5, -1]


def test_nothing_more_is_due_when_a_single_player_wins_the_tie_break():
    """CA-36, CA-37"""
    position = scene(3, line=FOX, hands=[BEE, MOUSE, f"{TIGER} {FLY}"], deck=f"{WHALE} {BOWHEAD}")
    play(position, "card 0 gap 0", "card 0 gap 1", "card 0 gap 3")
    play(position, "card 0 gap 4", "card 0 gap 0")
    assert list(position.rewards) == [1, -0.5, 0]
    assert list(position.returns) == [1, -0.5, -0.5]


def test_elimination_is_agent_death_in_pettingzoos_turn_form():
    """CA-36, CA-23"""
    document = scene(
        3, line=FOX, hands=[BEE, MOUSE, f"{TIGER} {FLY}"], deck=f"{WHALE} {BOWHEAD}"
    ).to_dict()
    env = phylarium.make(
        "cardline_animals", 3, options={"characteristic": "size", "first_player": "seat_0"}
    ).unwrapped
    env.reset(options={"position": document})
    for choice in ("card 0 gap 0", "card 0 gap 1", "card 0 gap 3"):
        env.step(choice)
    assert env.terminations == {"player_0": False, "player_1": False, "player_2": True}
    assert env.agent_selection == "player_2"
    assert env.last()[1] == -0.5
    env.step(None)
    assert env.agents == ["player_0", "player_1"]
    assert env.agent_selection == "player_0"


def test_a_right_placement_may_be_paid():
    """CA-38"""
    position = scene(
        options={"placement_reward": 0.25}, line=FOX, hands=[f"{BEE} {MOUSE}", f"{TIGER} {FLY}"]
    )
    play(position, "card 0 gap 0")
    assert list(position.rewards) == [0.25, 0]
    play(position, "card 0 gap 0")
    assert list(position.rewards) == [0, 0]
