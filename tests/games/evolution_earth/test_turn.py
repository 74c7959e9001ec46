"""Drawing, shuffling, tabling POP, one action, and what goes under the deck."""

from collections import Counter

import pytest
from evolution_earth.scenes import scene, setup, told
from phylarium.envs.core.errors import IllegalAction
from phylarium.envs.core.position import Position

# player 0 is about to hand over the turn to player 1
HANDING_OVER = {"has_tabled": True, "pop": [1, 0]}


def test_a_turn_begins_with_five_cards_from_the_top():
    """EE-08"""
    deck = ["pop", "pop", "africa", "critters", "flood", "india", "pop"]
    position = scene(decks=[[], deck], **HANDING_OVER)
    position.step("pass")
    assert position.to_move == 1
    assert told(position, "hands", 1) == {"pop": 2, "africa": 1, "critters": 1, "flood": 1}
    assert told(position, "decks", 1) == ["india", "pop"]
    assert told(position, "phase") == "pop"


@pytest.mark.parametrize("count", range(5))
def test_who_has_fewer_cards_takes_what_is_there(count):
    """EE-08: also none at all."""
    position = scene(decks=[[], ["pop"] * count], **HANDING_OVER)
    position.step("pass")
    assert told(position, "hands", 1) == ({"pop": count} if count else {})
    assert position.legal_words() == [f"table {k} pop" for k in range(count + 1)]


def test_the_deck_is_shuffled_only_when_a_card_must_be_drawn_from_below_the_shuffle_card():
    """EE-09: with five cards above it nothing is shuffled yet."""
    position = scene(decks=[[], ["pop"] * 5], under=[{}, {"africa": 1}], **HANDING_OVER)
    position.step("pass")
    assert told(position, "hands", 1) == {"pop": 5}
    assert told(position, "under", 1) == {"africa": 1}
    assert told(position, "decks", 1) == []


def test_drawing_goes_on_after_a_shuffle_of_all_that_lies_below():
    """EE-09"""
    found = set()
    for seed in range(30):
        position = scene(decks=[[], ["flood"] * 2], under=[{}, {"africa": 1, "pop": 5}],
                         rng=str(seed), **HANDING_OVER)  # fmt: skip
        position.step("pass")
        hand = told(position, "hands", 1)
        assert hand["flood"] == 2
        assert sum(hand.values()) == 5
        assert Counter(hand) + Counter(told(position, "decks", 1)) == Counter(
            {"flood": 2, "africa": 1, "pop": 5}
        )
        assert told(position, "under", 1) == {}
        found.add(tuple(told(position, "decks", 1)))
    assert len(found) == 4  # africa drawn, or in one of three places of the new deck


def test_cards_that_went_under_in_an_earlier_turn_are_in_the_shuffle():
    """EE-09, EE-10: all owned cards but hand, tabled POP and the world."""
    position = scene(
        pop=[5, 0], hands=[{"critters": 1, "india": 1}, {}], under=[{"africa": 1}, {}],
        decks=[[], ["pop"] * 5],
    )  # fmt: skip
    position.step("buy reptiles")
    assert told(position, "under", 0) == {
        "africa": 1, "reptiles": 1, "pop": 5, "critters": 1, "india": 1
    }  # fmt: skip
    position.step("table 1 pop")
    position.step("pass")
    assert position.to_move == 0
    assert Counter(told(position, "hands", 0)) + Counter(told(position, "decks", 0)) == Counter(
        {"africa": 1, "reptiles": 1, "pop": 5, "critters": 1, "india": 1}
    )
    assert len(told(position, "decks", 0)) == 4


def test_any_number_of_the_pop_in_hand_may_be_tabled():
    """EE-10"""
    for count in range(4):
        position = scene(phase="pop", hands=[{"pop": 3, "africa": 1}, {}], pop=[2, 0])
        assert position.legal_words() == [f"table {k} pop" for k in range(4)]
        position.step(f"table {count} pop")
        assert told(position, "pop", 0) == 2 + count
        assert told(position, "hands", 0).get("pop", 0) == 3 - count
        assert told(position, "phase") == "action"


def test_pop_is_tabled_before_the_action_and_not_after():
    """EE-10, EE-11: once an action is chosen the turn is over."""
    position = scene(
        phase="pop", hands=[{"pop": 2, "africa": 1}, {}], decks=[[], ["pop"]], pop=[0, 1]
    )
    position.step("table 1 pop")
    with pytest.raises(IllegalAction):
        position.step("table 1 pop")
    position.step("table africa")
    assert position.to_move == 1


def test_exactly_one_action_is_done():
    """EE-11"""
    position = scene(hands=[{"africa": 1, "india": 1}, {}], decks=[[], ["pop"]])
    position.step("table africa")
    assert position.to_move == 1
    assert told(position, "worlds", 0) == {"ocean": None, "africa": None}


def test_the_rest_of_the_hand_goes_under_the_deck():
    """EE-12"""
    position = scene(hands=[{"africa": 1, "pop": 2, "flood": 1}, {}], decks=[["india"], ["pop"]])
    position.step("table africa")
    assert told(position, "hands", 0) == {}
    assert told(position, "under", 0) == {"pop": 2, "flood": 1}
    assert told(position, "decks", 0) == ["india"]


def test_the_turn_is_a_chain_of_194_actions():
    """EE-51: with Blue Pearl 29 more for the kinds of card."""
    assert setup().num_actions == 194
    assert setup(blue_pearl=True).num_actions == 223
    ranges = {name: len(actions) for name, actions in setup().actions.ranges.items()}
    assert ranges == {
        "pop": 6, "buy": 19, "territory": 8, "species": 48, "cataclysm": 112, "pass": 1
    }  # fmt: skip


def test_after_max_turns_the_game_is_cut_off_and_nobody_wins():
    """EE-53: who has begun so many turns begins no other."""
    position = scene(options={"max_turns": 9}, turns=[9, 9], to_move=1, pop=[3, 1], has_tabled=True)
    position.step("pass")
    assert position.row.truncated
    assert not position.row.terminal
    assert list(position.rewards) == [0.0, 0.0]


def test_before_max_turns_the_game_goes_on():
    """EE-53"""
    position = scene(options={"max_turns": 9}, turns=[8, 9], to_move=1, pop=[3, 1], has_tabled=True)
    position.step("pass")
    assert position.to_move == 0
    assert list(position.row.turns[:2]) == [9, 9]


def test_a_game_cut_off_after_a_death_pays_the_living_nothing():
    """EE-52, EE-53"""
    made = setup(3, max_turns=5)
    position = Position.from_dict(
        made, {"alive": [0, 1], "turns": [5, 5, 3], "to_move": 1, "returns": [0, 0, -0.5],
               "worlds": [{}, {}, {}], "pop": [0, 1, 0], "has_tabled": True}
    )  # fmt: skip
    position.step("pass")
    assert position.row.truncated
    assert list(position.returns) == [0.0, 0.0, -0.5]
