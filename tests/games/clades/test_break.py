"""Victory break: CL-37 to CL-39."""

from clades.scenes import NOISE, PLAIN, hand, pile, scene, shared, tick

BREAK = {"victory_break": True, "tie_order": "seat"}


def test_who_scores_rests_until_another_player_scores():
    """CL-37"""
    position = scene(
        3, options=BREAK, shared=f"{PLAIN} mL2g sL2g aL2g {NOISE[5:20]}", hands=["", "", ""]
    )
    tick(position, "call s0 s1")
    assert position.row.resting == 0
    assert position.legal_words() == ["wait"]
    assert "player_0 rests until the next triple." in position.text(2)
    tick(position)
    assert position.row.resting == 0
    tick(position, "wait", "call s3 s4")
    assert position.row.resting == 1
    assert "call s6 s7" in position.legal_words()


def test_a_false_call_of_another_does_not_end_the_break():
    """CL-37"""
    position = scene(3, options=BREAK, shared=f"{PLAIN} {NOISE}", hands=["", "", ""], resting=0)
    tick(position, "wait", "call s0 s3")
    assert position.row.resting == 0


def test_a_used_personal_card_is_replaced_only_when_the_break_ends():
    """CL-38: before the new scorer replaces anything."""
    position = scene(
        options=BREAK,
        shared="mW1b sW1b mL2g sL2g aL2g",
        hands=["aW1b", "mW2b"],
        deck="mA1r mA2r aA1b sA1r sA2r aL1b",
    )
    tick(position, "call s0 s1")
    assert shared(position) == "mA1r mA2r mL2g sL2g aL2g"
    assert hand(position, 0) == ""
    assert position.row.owed[0] == 1
    tick(position)
    assert hand(position, 0) == ""
    tick(position, "wait", "call s2 s3")
    assert hand(position, 0) == "aA1b"
    assert shared(position) == "mA1r mA2r sA1r sA2r aL1b"
    assert position.row.owed[0] == 0


def test_a_bonus_card_for_an_owed_card_goes_to_the_neighbour_of_the_rested_player():
    """CL-38, CL-16"""
    position = scene(
        3,
        options=BREAK,
        shared="mW1b sW1b mL2g sL2g aL2g",
        hands=["aW1b", "mW2b", "sL1r"],
        deck="mA1r mA2r mollusk aA1b sA1r sA2r aL1b",
    )
    tick(position, "call s0 s1")
    tick(position, "wait", "wait", "call s2 s3")
    assert hand(position, 0) == "aA1b"
    assert pile(position, 1) == {"mollusk"}


def test_an_unused_personal_card_stays_in_hand():
    """CL-38"""
    position = scene(options=BREAK, shared=f"{PLAIN} {NOISE}", hands=["mW2b", "sL2b"])
    tick(position, "call s0 s1")
    assert hand(position, 0) == "mW2b"
    assert position.row.owed[0] == 0


def test_of_two_scorers_in_a_tick_only_the_last_rests():
    """CL-39, CL-38: the second one's triple brings the first one's owed card."""
    position = scene(
        3,
        options=BREAK,
        shared="mW1b sW1b mL2g sL2g aL2g",
        hands=["aW1b", "", ""],
        deck="mA1r mA2r aA1b sA1r sA2r aL1b",
    )
    tick(position, "call s0 s1", "wait", "call s2 s3")
    assert position.row.resting == 2
    assert shared(position) == "mA1r mA2r sA1r sA2r aL1b"
    assert hand(position, 0) == "aA1b"


def test_there_is_always_a_player_who_may_call():
    """CL-39"""
    position = scene(
        options=BREAK, shared="mW1b sW1b aW1b mL2g sL2g aL2g", hands=["", ""], deck="mA1r"
    )
    tick(position, "call s0 s1", "call s3 s4")
    assert position.row.resting == 1
    assert len(position.legal_words()) > 1


def test_when_the_deck_has_run_out_the_owed_card_never_comes():
    """CL-38, CL-17"""
    position = scene(
        options=BREAK,
        shared="mW1b sW1b mL2g sL2g aL2g mW3g sW3g aW3g",
        hands=["aW1b", ""],
        deck=[],
        rest="pile 0",
    )
    tick(position, "call s0 s1")
    tick(position, "wait", "call s2 s3")
    assert hand(position, 0) == ""
    assert position.row.owed[0] == 0
    assert not position.is_over
