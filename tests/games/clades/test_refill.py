"""Clade triples, replacing, bonus cards: CL-12 to CL-17, CL-20, CL-21, CL-24, CL-27 to CL-29,
CL-31.
"""

import pytest
from clades.scenes import CLADE, NOISE, PLAIN, deck, hand, pile, scene, shared, sizes, tick

SEAT = {"tie_order": "seat"}


def test_a_clade_triple_brings_two_extra_cards():
    """CL-12, CL-14: they are drawn before the table is refilled."""
    position = scene(
        shared=f"{CLADE} {NOISE}", hands=["", ""], deck="mW2g mW2r sW1b sW1g sW1r sW2b"
    )
    tick(position, "call s0 s1")
    assert pile(position, 0) == {*CLADE.split(), "mW2g", "mW2r"}
    assert shared(position).split()[:3] == ["sW1b", "sW1g", "sW1r"]
    assert list(position.returns) == [5, 0]


def test_a_plain_triple_brings_none():
    """CL-12"""
    position = scene(shared=f"{PLAIN} {NOISE}", hands=["", ""])
    tick(position, "call s0 s1")
    assert sizes(position) == [3, 0]


@pytest.mark.parametrize(("bonus", "receiver"), [("fish", 0), ("mollusk", 2)])
def test_a_bonus_card_among_the_extras_goes_to_a_neighbour_and_is_replaced(bonus, receiver):
    """CL-13, CL-27: player_1 scores; right of it sits player_0, left of it player_2."""
    position = scene(
        3, shared=f"{CLADE} {NOISE}", hands=["", "", ""], deck=f"mW2g {bonus} mW2r sW1b sW1g"
    )
    tick(position, "wait", "call s0 s1")
    assert pile(position, 1) == {*CLADE.split(), "mW2g", "mW2r"}
    assert pile(position, receiver) == {bonus}
    assert shared(position).split()[:2] == ["sW1b", "sW1g"]


def test_extras_of_several_scorers_are_drawn_in_call_order_before_any_refill():
    """CL-14"""
    position = scene(
        options=SEAT,
        shared=f"{CLADE} mL2b mL2g mL2r",
        hands=["", ""],
        deck="sW1b sW1g sW1r sW2b aW1b aW1g",
    )
    tick(position, "call s0 s1", "call s3 s4")
    assert pile(position, 0) == {*CLADE.split(), "sW1b", "sW1g"}
    assert pile(position, 1) == {"mL2b", "mL2g", "mL2r", "sW1r", "sW2b"}
    assert shared(position).split()[:2] == ["aW1b", "aW1g"]


def test_shared_cards_are_replaced_first_and_then_the_personal_card():
    """CL-15"""
    position = scene(
        shared=f"mW1b sW1b {NOISE}", hands=["aW1b", "mW2b"], deck="sW2g sW2r aW2b aW2g"
    )
    tick(position, "call s0 s1")
    assert shared(position).split()[:2] == ["sW2g", "sW2r"]
    assert hand(position, 0) == "aW2b"
    assert position.row.known[0] == 0b01


@pytest.mark.parametrize(("bonus", "receiver"), [("fish", 2), ("mollusk", 1)])
def test_a_bonus_card_on_a_refill_goes_to_a_neighbour_of_the_triples_maker(bonus, receiver):
    """CL-16, CL-27, CL-29"""
    position = scene(
        3,
        shared=f"{PLAIN} {NOISE}",
        hands=["", "", ""],
        deck=f"sW2g {bonus} sW2r aW2b aW2g",
    )
    tick(position, "call s0 s1")
    assert shared(position).split()[:3] == ["sW2g", "sW2r", "aW2b"]
    assert pile(position, receiver) == {bonus}
    assert position.row.pile_sizes[receiver] == 1
    assert position.returns[receiver] == 1


def test_with_two_players_both_bonus_cards_go_to_the_opponent():
    """CL-27"""
    position = scene(shared=f"{PLAIN} {NOISE}", hands=["", ""], deck="fish sW2g sW2r mollusk aW2b")
    tick(position, "call s0 s1")
    assert {"fish", "mollusk"} <= pile(position, 1)


def test_the_second_bonus_card_brings_five_more_after_its_replacement():
    """CL-28: the five are taken before the next place is filled."""
    position = scene(
        3,
        shared=f"{PLAIN} {NOISE}",
        hands=["", "", ""],
        piles=["", "", "fish"],
        deck="sW2g mollusk sW2r mW2b mW2g mW2r mL2b mL2g aW2b aW2g",
    )
    tick(position, "call s0 s1")
    assert shared(position).split()[:3] == ["sW2g", "sW2r", "aW2b"]
    assert pile(position, 1) == {"mollusk", "mW2b", "mW2g", "mW2r", "mL2b", "mL2g"}


def test_a_bonus_card_that_replaces_a_bonus_card_is_replaced_too():
    """CL-16, CL-28"""
    position = scene(
        3,
        shared=f"{PLAIN} {NOISE}",
        hands=["", "", ""],
        deck="fish mollusk sW2r mW2b mW2g mW2r mL2b mL2g aW2b aW2g",
    )
    tick(position, "call s0 s1")
    assert shared(position).split()[:3] == ["sW2r", "aW2b", "aW2g"]
    assert pile(position, 2) == {"fish"}
    assert pile(position, 1) == {"mollusk", "mW2b", "mW2g", "mW2r", "mL2b", "mL2g"}


def test_the_five_cards_are_as_many_as_the_deck_has():
    """CL-17, CL-28"""
    position = scene(
        shared=f"{PLAIN} mL2g sL2g aL2g",
        hands=["", ""],
        piles=["fish", ""],
        deck="sW2g mollusk sW2r mW2b",
        rest="pile 0",
    )
    tick(position, "call s0 s1")
    assert shared(position).split()[:2] == ["sW2g", "sW2r"]
    assert pile(position, 1) == {"mollusk", "mW2b"}


def test_when_the_deck_runs_out_places_stay_empty_and_nothing_is_owed():
    """CL-17"""
    position = scene(
        shared="mW1b sW1b mL2g sL2g aL2g",
        hands=["aW1b", "mW2b"],
        deck="sW2g",
        rest="pile 1",
    )
    tick(position, "call s0 s1")
    assert shared(position) == "sW2g - mL2g sL2g aL2g"
    assert hand(position, 0) == ""
    assert not position.is_over


def test_a_bonus_card_that_is_all_the_deck_has_is_still_turned_up():
    """CL-17"""
    position = scene(shared=f"{PLAIN} mL2g sL2g aL2g", hands=["", ""], deck="fish", rest="pile 0")
    tick(position, "call s0 s1")
    assert pile(position, 1) == {"fish"}
    assert shared(position) == "- - - mL2g sL2g aL2g"


def test_the_first_scorer_replaces_first():
    """CL-20: so the neighbour of the first scorer gets the first bonus card."""
    position = scene(
        3,
        options=SEAT,
        shared=f"{PLAIN} mL2g sL2g aL2g",
        hands=["", "", ""],
        deck="sW1g sW1r mollusk aW1g aW1r mA1b mA1g",
    )
    tick(position, "wait", "call s3 s4", "call s0 s1")
    assert shared(position) == "aW1r mA1b mA1g sW1g sW1r aW1g"
    assert pile(position, 2) >= {"mollusk"}


def test_the_narrow_reading_refills_after_the_calls_already_made():
    """CL-21"""
    position = scene(shared=f"{PLAIN} mL2g sL2g aL2g", hands=["", ""], deck="mA1r mA2r mA3r")
    tick(position, "call s0 s1")
    assert shared(position) == "mA1r mA2r mA3r mL2g sL2g aL2g"


def test_the_wide_reading_plays_on_until_nobody_makes_a_triple_of_the_rest():
    """CL-21"""
    position = scene(
        options={"chain_before_refill": True},
        shared=f"{PLAIN} mL2g sL2g aL2g",
        hands=["", ""],
        deck="mA1r mA2r mA3r sA1r sA2r",
    )
    tick(position, "call s0 s1")
    assert shared(position) == "- - - mL2g sL2g aL2g"
    assert "Claimed cards have not been replaced yet." in position.text(0)
    tick(position, "wait", "call s3 s4")
    assert shared(position).split()[:5] == ["mA1r", "mA2r", "mA3r", "sA1r", "sA2r"]
    assert sizes(position) == [3, 3]


def test_in_the_wide_reading_a_tick_without_a_true_call_replaces_the_cards():
    """CL-21"""
    position = scene(
        options={"chain_before_refill": True, "silence_limit": 1},
        shared=f"{PLAIN} mL2g sL2g aL2g",
        hands=["", ""],
        deck="mA1r mA2r mA3r sA1r",
    )
    tick(position, "call s0 s1")
    tick(position, "ask", "ask")
    assert shared(position) == "mA1r mA2r mA3r mL2g sL2g aL2g"
    assert position.row.silence == 0
    tick(position)
    assert shared(position).split()[-1] == "sA1r"


def test_in_the_wide_reading_the_first_scorer_still_replaces_first():
    """CL-20, CL-21"""
    position = scene(
        3,
        options={"chain_before_refill": True},
        shared=f"{PLAIN} mL2g sL2g aL2g",
        hands=["", "", ""],
        deck="mollusk mA1r mA2r mA3r fish sA1r",
    )
    tick(position, "wait", "call s3 s4")
    tick(position, "call s0 s1")
    assert shared(position).split()[3:6] == ["mA1r", "mA2r", "mA3r"]
    assert pile(position, 2) >= {"mollusk", "fish"}


def test_after_a_triple_from_thirteen_the_table_goes_back_to_twelve():
    """CL-24"""
    position = scene(shared=f"{PLAIN} {NOISE} sW2r", hands=["", ""], deck="aW2b aW2g aW1g")
    tick(position, "call s0 s1")
    assert position.row.num_shared == 12
    assert shared(position).split()[:3] == ["aW2b", "aW2g", "-"]


def test_thirteen_stay_when_personal_cards_made_the_triple():
    """CL-24"""
    position = scene(
        options={"personal_cards": [2]},
        shared=f"mW1b {NOISE} sW2r sW2g aL2g mL2g",
        hands=["sW1b aW1b", ""],
        deck="aW2b aW2g",
    )
    tick(position, "call s0 p0")
    assert position.row.num_shared == 13
    assert hand(position, 0) == "aW2b aW2g"


def test_of_several_scorers_above_twelve_the_first_fills_first_and_the_next_what_is_left():
    """CL-24"""
    position = scene(
        options=SEAT,
        shared=f"{PLAIN} mL2g sL2g aL2g mA1g mA3g mW3r sL3r sL3b aL3b mA3r",
        hands=["", ""],
        deck="aW2b aW2g aW1g aW1r sW1g sW1r",
    )
    assert position.row.num_shared == 13
    tick(position, "call s0 s1", "call s3 s4")
    assert shared(position).split()[:6] == ["aW2b", "aW2g", "aW1g", "aW1r", "sW1g", "-"]
    assert position.row.num_shared == 12


def test_bonus_cards_count_as_cards_of_the_pile():
    """CL-29, CL-32"""
    position = scene(
        options={"reward": "win"},
        shared=PLAIN,
        hands=["", ""],
        piles=["mW2b sW2g", "fish mollusk"],
        deck=[],
        rest="pile 1",
    )
    before = sizes(position)
    tick(position, "call s0 s1")
    assert position.is_over
    assert sizes(position) == [before[0] + 3, before[1]]
    assert list(position.returns) == [0, 1]


def test_a_resting_player_still_receives_bonus_cards():
    """CL-29"""
    position = scene(
        3,
        options={"victory_break": True},
        shared=f"{PLAIN} {NOISE}",
        hands=["", "", ""],
        resting=1,
        deck="mollusk mA1r mA2r sW2g",
    )
    tick(position, "call s0 s1")
    assert pile(position, 1) == {"mollusk"}


@pytest.mark.parametrize(("left", "extra"), [("", 0), ("sW1g", 1), ("sW1g fish", 1), ("fish", 0)])
def test_a_clade_triple_brings_what_the_deck_has(left, extra):
    """CL-31, CL-17"""
    position = scene(shared=f"{CLADE} mL2g sL2g aL2g", hands=["", ""], deck=left, rest="pile 1")
    tick(position, "call s0 s1")
    assert sizes(position)[0] == 3 + extra
    assert deck(position) == ""
