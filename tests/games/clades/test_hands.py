"""Open hands and the switch: CL-46 to CL-51."""

import pytest
from clades.scenes import NOISE, PLAIN, hand, pile, scene, shared, sizes, tick
from phylarium.envs.core.errors import IllegalAction

OPEN = {"open_hand": "open", "open_after": 2, "silence_limit": 3, "tie_order": "seat"}
SWITCH = {**OPEN, "open_hand": "switch"}


def test_silence_first_opens_the_hands_and_then_adds_a_card():
    """CL-46: each help has a limit of its own."""
    position = scene(options=OPEN, shared=f"{PLAIN} {NOISE}", hands=["mW2b", "sW2b"])
    tick(position)
    assert not position.row.hands_open
    tick(position)
    assert position.row.hands_open
    assert (position.row.silence, position.row.num_shared) == (0, 12)
    for _ in range(3):
        assert position.row.num_shared == 12
        tick(position)
    assert position.row.num_shared == 13


def test_asking_first_opens_the_hands_and_then_adds_a_card():
    """CL-46"""
    position = scene(options=OPEN, shared=f"{PLAIN} {NOISE}", hands=["mW2b", "sW2b"])
    tick(position, "ask", "ask")
    assert (position.row.hands_open, position.row.num_shared) == (1, 12)
    tick(position, "ask", "ask")
    assert (position.row.hands_open, position.row.num_shared) == (1, 13)


def test_hands_may_be_opened_with_the_deck_run_out():
    """CL-46"""
    position = scene(
        options=OPEN, shared="mW1b sW1b", hands=["mW2b", "aW1b"], deck=[], rest="pile 0"
    )
    tick(position, "ask", "ask")
    assert position.row.hands_open
    assert "ask" not in position.legal_words()


def test_closed_hands_are_hidden_and_open_ones_are_seen_by_all():
    """CL-46, CL-49"""
    position = scene(3, options=OPEN, shared=f"{PLAIN} {NOISE}", hands=["mW2b", "sW2b", "aW2g"])
    closed = position.copy()
    closed.determinize(0, 5)
    assert "closed card" in position.text(0)
    assert position.text(0) == closed.text(0)
    tick(position, "ask", "ask", "ask")
    assert "player_2's personal cards: n2p0 2 green arthropod water" in position.text(0)
    slots = position.setup.layout().slices["slots"]
    faces = position.observe(0)[slots].reshape(-1, 13)
    assert faces[21:24, 0].tolist() == [1, 1, 1]


def test_anybody_may_use_an_open_personal_card():
    """CL-47"""
    position = scene(
        options=OPEN, shared=f"mW1b sW1b {NOISE}", hands=["mW2b", "aW1b"], hands_open=True
    )
    other = position.copy()
    tick(position, "call s0 s1")
    assert pile(position, 0) == set(PLAIN.split())
    tick(other, "call s0 n1p0")
    assert pile(other, 0) == set(PLAIN.split())


def test_a_call_that_uses_two_personal_cards_of_open_hands_is_false():
    """CL-47: of whomever they are, the caller's own included."""
    options = {**OPEN, "personal_cards": [2], "false_call_lockout": 1}
    fields = {"shared": f"mW1b {NOISE}", "hands": ["sW1b aW1b", "mW2b"]}
    position = scene(options=options, hands_open=True, **fields)
    for words in ("call s0 p0", "call p0 p1"):
        wrong = position.copy()
        tick(wrong, words)
        assert sizes(wrong) == [0, 0]
        assert wrong.row.lockouts[0] == 1
    closed = scene(options=options, **fields)
    tick(closed, "call p0 p1")
    assert sizes(closed) == [3, 0]
    fields["hands"] = ["sW1b mW2b", "aW1b"]
    mixed = scene(options=options, hands_open=True, **fields)
    tick(mixed, "call s0 p0")
    assert sizes(mixed) == [0, 0]


def test_after_an_open_triple_the_owner_gets_the_first_new_card_then_the_table():
    """CL-48, CL-49"""
    position = scene(
        options=OPEN,
        shared=f"mW1b sW1b {NOISE}",
        hands=["mW2b", "aW1b"],
        hands_open=True,
        deck="sW2g sW2r aW2b",
    )
    tick(position, "call s0 s1")
    assert hand(position, 1) == "sW2g"
    assert shared(position).split()[:2] == ["sW2r", "aW2b"]
    assert not position.row.hands_open


def test_a_triple_of_shared_cards_closes_the_hands_too():
    """CL-49"""
    position = scene(
        options=OPEN, shared=f"{PLAIN} {NOISE}", hands=["mW2b", "sL2b"], hands_open=True
    )
    tick(position, "call s0 s1")
    assert not position.row.hands_open
    with pytest.raises(IllegalAction):
        position.step("call s0 n1p0")


def test_what_lay_open_is_remembered_until_it_is_replaced():
    """CL-49"""
    position = scene(
        options=OPEN, shared=f"mW1b sW1b {NOISE}", hands=["mW2b", "aW1b"], hands_open=True
    )
    tick(position, "call s0 s1")
    assert position.row.known[0] == 0b11
    assert position.row.known[3] == 0b10
    assert "n1p0 2 blue mammal water" in position.text(1)
    assert "closed card" in position.text(0)
    again = position.copy()
    again.determinize(1, 3)
    assert hand(again, 0) == "mW2b"


def test_a_resting_players_own_open_card_is_owed_and_anothers_is_replaced_at_once():
    """CL-38, CL-48"""
    options = {**OPEN, "victory_break": True}
    fields = {"shared": f"mW1b sW1b {NOISE}", "hands": ["aW1b", "mW2b"], "deck": "sW2g sW2r aW2b"}
    own = scene(options=options, hands_open=True, **fields)
    tick(own, "call s0 s1")
    assert (hand(own, 0), own.row.owed[0]) == ("", 1)
    others = scene(options=options, hands_open=True, **fields)
    tick(others, "wait", "call s0 s1")
    assert (hand(others, 0), others.row.owed[1]) == ("sW2g", 0)


def test_with_the_switch_the_scorer_gives_the_own_card_and_draws_the_new_one():
    """CL-50"""
    position = scene(
        options=SWITCH,
        shared=f"mW1b sW1b {NOISE}",
        hands=["mW2b", "aW1b"],
        hands_open=True,
        deck="sW2g sW2r aW2b",
    )
    tick(position, "call s0 s1")
    assert hand(position, 1) == "mW2b"
    assert hand(position, 0) == "sW2g"
    assert shared(position).split()[:2] == ["sW2r", "aW2b"]
    assert list(position.row.known[:4]) == [0b01, 0, 0, 0b11]


def test_who_used_an_own_card_gives_nothing():
    """CL-50"""
    position = scene(
        options=SWITCH,
        shared=f"mW1b sW1b {NOISE}",
        hands=["aW1b", "mW2b"],
        hands_open=True,
        deck="sW2g sW2r aW2b",
    )
    tick(position, "call s0 s1")
    assert (hand(position, 0), hand(position, 1)) == ("sW2g", "mW2b")


def test_with_the_deck_run_out_the_scorer_gives_and_gets_nothing():
    """CL-50, CL-17"""
    position = scene(
        options=SWITCH,
        shared="mW1b sW1b mL2g sL2g aL2g",
        hands=["mW2b", "aW1b"],
        hands_open=True,
        deck=[],
        rest="pile 0",
    )
    tick(position, "call s0 s1")
    assert (hand(position, 0), hand(position, 1)) == ("", "mW2b")


def test_a_victory_break_does_not_withhold_the_card_drawn_for_a_gift():
    """CL-50, CL-38"""
    position = scene(
        options={**SWITCH, "victory_break": True},
        shared=f"mW1b sW1b {NOISE}",
        hands=["mW2b", "aW1b"],
        hands_open=True,
        deck="sW2g sW2r aW2b",
    )
    tick(position, "call s0 s1")
    assert (hand(position, 0), position.row.owed[0]) == ("sW2g", 0)


def test_of_several_own_cards_the_scorer_chooses_one_to_give():
    """CL-51"""
    position = scene(
        options={**SWITCH, "personal_cards": [3, 1]},
        shared=f"mW1b sW1b {NOISE}",
        hands=["mW2b - sA2r", "aW1b"],
        hands_open=True,
        deck="sW2g sW2r aW2b",
    )
    tick(position, "call s0 s1")
    assert position.to_move == 0
    assert position.legal_words() == ["give p0", "give p2"]
    assert "give p0" in position.text(0)
    assert pile(position, 0) == set(PLAIN.split())
    position.step("give p2")
    assert hand(position, 1) == "sA2r"
    assert hand(position, 0) == "mW2b - sW2g"
    assert shared(position).split()[:2] == ["sW2r", "aW2b"]
    assert (position.row.turn, position.to_move) == (1, 0)


def test_who_has_no_card_to_give_leaves_the_owner_the_new_one():
    """CL-51"""
    position = scene(
        options={**SWITCH, "personal_cards": [0, 1]},
        shared=f"mW1b sW1b {NOISE}",
        hands=["", "aW1b"],
        hands_open=True,
        deck="sW2g sW2r aW2b",
    )
    tick(position, "call s0 s1")
    assert (hand(position, 0), hand(position, 1)) == ("", "sW2g")


def test_a_scorer_whose_only_card_another_scorer_used_has_none_to_give():
    """CL-50, CL-51: player_0 leaves player_1 the new card, player_1 then gives that one."""
    position = scene(
        options=SWITCH,
        shared="mW1b sW1b mL2g sL2g mA1r",
        hands=["aL2g", "aW1b"],
        hands_open=True,
        deck="sW2g sW2r aW2b mW2b mW2g mW2r",
    )
    tick(position, "call s0 s1", "call s2 s3")
    assert sizes(position) == [3, 3]
    assert hand(position, 0) == "sW2g"
    assert hand(position, 1) == "mW2b"
    assert shared(position) == "sW2r aW2b mW2g mW2r mA1r"


def test_the_next_scorers_replacing_waits_for_the_gift():
    """CL-51, CL-20"""
    position = scene(
        options={**SWITCH, "personal_cards": [2, 1]},
        shared="mW1b sW1b mL2g sL2g aL2g mA1r",
        hands=["mW2b sA2r", "aW1b"],
        hands_open=True,
        deck="sW2g sW2r aW2b mW2g mW2r mL1r",
    )
    tick(position, "call s0 s1", "call s2 s3")
    assert position.legal_words() == ["give p0", "give p1"]
    assert shared(position) == "- - - - - mA1r"
    position.step("give p0")
    assert shared(position) == "sW2r aW2b mW2g mW2r mL1r mA1r"


def test_hands_stay_open_while_a_chain_of_triples_goes_on():
    """CL-21, CL-49"""
    position = scene(
        options={**OPEN, "chain_before_refill": True},
        shared="mW1b sW1b mL2g sL2g aL2g",
        hands=["mW2b", "aW1b"],
        hands_open=True,
        deck="sW2g sW2r aW2b mW2g mW2r mL1r",
    )
    tick(position, "call s0 s1")
    assert position.row.hands_open
    assert hand(position, 1) == ""
    tick(position, "call s2 s3")
    assert not position.row.hands_open
    assert hand(position, 1) == "sW2g"
    assert shared(position) == "sW2r aW2b mW2g mW2r mL1r"
