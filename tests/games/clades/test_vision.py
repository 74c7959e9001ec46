"""What may be called and what is known: CL-61 to CL-63."""

import numpy as np
import pytest
from clades.scenes import CLADE, NOISE, PLAIN, pile, scene, setup, shared, sizes
from phylarium.envs.core.errors import IllegalAction
from phylarium.envs.core.position import Position
from phylarium.envs.games.clades.cards import THIRD

LOOKS = {"vision": "looks", "tie_order": "seat"}


def calls(position):
    return [words for words in position.legal_words() if words.startswith("call")]


def test_with_slots_any_two_cards_in_sight_may_be_called():
    """CL-61"""
    position = scene(shared=f"{PLAIN} - mL1g", hands=["sA1g", "mA3g"])
    slots = ["s0", "s1", "s2", "s4", "p0"]
    pairs = [f"call {low} {high}" for j, high in enumerate(slots) for low in slots[:j]]
    assert calls(position) == pairs


def test_with_triples_each_true_triple_has_one_name_its_two_lowest_slots():
    """CL-61"""
    options = {"vision": "triples"}
    position = scene(options=options, shared=f"mL1b {PLAIN} mA1b mL2g sL2g", hands=["aL2g", ""])
    assert calls(position) == ["call s0 s1", "call s1 s2", "call s5 s6"]
    position.step("wait")
    assert calls(position) == ["call s0 s1", "call s1 s2"]


def test_with_triples_the_observation_says_what_each_brings():
    """CL-61"""
    position = scene(
        options={"vision": "triples"}, shared=f"{CLADE} mL2g sL2g aL2g", hands=["", ""]
    )
    section = position.observe(0)[position.setup.layout().slices["triples"]]
    names = position.setup.actions.ranges["call"]
    told = {position.setup.actions.words[names[p]]: section[p] for p in np.flatnonzero(section)}
    assert told == {"call s0 s1": 1.0, "call s3 s4": pytest.approx(1 / 3)}


def test_with_triples_open_hands_add_calls_and_two_personal_cards_never_make_one():
    """CL-61, CL-47"""
    options = {"vision": "triples", "open_hand": "open", "personal_cards": [2]}
    fields = {"shared": f"mW1b sW1b {NOISE}", "hands": ["", "aW1b"]}
    assert calls(scene(options=options, **fields)) == []
    assert calls(scene(options=options, hands_open=True, **fields)) == ["call s0 s1"]
    fields = {"shared": f"mW1b {NOISE}", "hands": ["sW1b aW1b", ""]}
    assert calls(scene(options=options, **fields)) == ["call s0 p0"]
    assert calls(scene(options=options, hands_open=True, **fields)) == []


def looking(players=2, **fields):
    options = {**LOOKS, **fields.pop("options", {})}
    return scene(players, options=options, **fields)


def test_with_looks_a_player_reads_of_a_card_no_more_than_its_clade():
    """CL-62: own personal cards included."""
    position = looking(shared=f"{PLAIN} {NOISE}", hands=["mW2b", "sA3r"])
    assert "mammals: s0 a mammal, s3 a mammal" in position.text(0)
    assert "Your personal cards: p0 a mammal." in position.text(0)
    assert "water" not in position.text(0)
    faces = position.observe(0)[position.setup.layout().slices["slots"]].reshape(-1, 4)
    assert faces[0].tolist() == [1, 1, 0, 0]
    assert faces[21].tolist() == [1, 1, 0, 0]
    assert faces[12].tolist() == [0, 0, 0, 0]


def test_a_look_tells_whether_the_third_card_is_in_sight_and_what_is_found_may_be_called():
    """CL-62"""
    position = looking(shared=f"{PLAIN} {NOISE}", hands=["", ""])
    assert calls(position) == []
    position.step("look s1 s2")
    position.step("look s0 s3")
    assert position.to_move == 0
    assert calls(position) == ["call s0 s1"]
    assert "Found to be in a triple: s0 s1, s0 s2, s1 s2." in position.text(0)
    position.step("call s0 s1")
    assert calls(position) == []
    assert "Looked at without finding: s0 s3." in position.text(1)
    position.step("wait")
    assert pile(position, 0) == set(PLAIN.split())


def test_each_seat_makes_one_choice_a_round_and_looks_may_be_left_unused():
    """CL-62, CL-57"""
    position = looking(3, options={"looks_per_tick": 2}, shared=f"{PLAIN} {NOISE}", hands=[""] * 3)
    order = []
    for words in ("look s0 s1", "wait", "look s0 s3", "call s0 s1", "look s0 s4", "ask"):
        order.append(position.to_move)
        position.step(words)
    assert order == [0, 1, 2, 0, 2, 2]
    assert position.row.turn == 1
    assert sizes(position) == [3, 0, 0]


def test_a_tick_has_no_more_looks_than_the_option_says():
    """CL-62"""
    position = looking(shared=f"{PLAIN} {NOISE}", hands=["", ""])
    position.step("look s0 s3")
    position.step("wait")
    assert not any(words.startswith("look") for words in position.legal_words())
    position.step("wait")
    assert "look s0 s4" in position.legal_words()


def test_a_pair_looked_at_is_not_looked_at_again():
    """CL-63"""
    position = looking(shared=f"{PLAIN} {NOISE}", hands=["", ""])
    for words in ("look s0 s3", "wait", "wait"):
        position.step(words)
    with pytest.raises(IllegalAction):
        position.step("look s0 s3")
    position.step("look s0 s4")


def test_a_personal_card_of_another_is_not_in_sight():
    """CL-62"""
    position = looking(shared=f"mW1b sW1b {NOISE}", hands=["mW2b", "aW1b"])
    position.step("look s0 s1")
    position.step("look s0 s1")
    assert calls(position) == []
    position.step("wait")
    assert calls(position) == ["call s0 s1"]


def test_notes_about_a_card_go_when_it_leaves_and_its_place_can_be_looked_at_anew():
    """CL-63"""
    position = looking(shared=f"{PLAIN} {NOISE}", hands=["", ""])
    for words in ("look s0 s1", "look s0 s3", "call s0 s1", "wait"):
        position.step(words)
    assert not position.row.notes.any()
    assert "look s0 s3" in position.legal_words()


def test_when_a_card_of_a_found_triple_goes_the_other_two_are_known_to_lack_their_third():
    """CL-63"""
    position = looking(shared=f"{PLAIN} mL1b mA1b {NOISE[5:20]}", hands=["", ""])
    for words in ("look s0 s1", "look s0 s3", "call s0 s1", "wait"):
        position.step(words)
    assert pile(position, 0) == set(PLAIN.split())
    assert "Looked at without finding: s3 s4." in position.text(1)
    assert "Found to be in a triple: nothing." in position.text(1)


def test_a_triple_with_a_new_card_is_found_by_a_pair_with_the_new_card():
    """CL-63"""
    position = looking(shared=f"mW1b sW1b {NOISE}", hands=["", ""], deck="aW1b")
    for words in ("look s0 s1", "ask", "ask"):
        position.step(words)
    assert shared(position).endswith("aW1b")
    assert "look s0 s1" not in position.legal_words()
    position.step("look s1 s11")
    position.step("wait")
    assert calls(position) == ["call s0 s1"]


def test_notes_about_anothers_card_go_when_hands_are_picked_up():
    """CL-63, CL-49"""
    position = looking(
        options={"open_hand": "open"},
        shared=f"{PLAIN} mL2g {NOISE[5:20]}",
        hands=["sA3g", "aL2b"],
        hands_open=True,
    )
    for words in ("look s3 n1p0", "look s0 s1", "wait", "call s0 s1"):
        position.step(words)
    assert not position.row.hands_open
    assert not position.row.notes[0].any()
    assert not any("n1p0" in words for words in position.legal_words())


def consistent(position, seat, before):
    """Whether all that a seat has noted holds in the present faces."""
    assert position.observe(seat).tobytes() == before[0]
    assert position.text(seat) == before[1]
    for words in calls(position) if position.to_move == seat else []:
        trial = position.copy()
        trial.row.deciding = trial.row.owing = 1 << seat
        trial.step(words)
        assert trial.row.num_triples[seat] == position.row.num_triples[seat] + 1
    return True


def test_new_faces_fit_what_a_seat_has_noted():
    """CL-62, CL-63: along played games, and they are new."""
    changed = 0
    for seed in range(6):
        position = Position.deal(setup(2, vision="looks", looks_per_tick=3), seed)
        for ply in range(90):
            if position.is_over:
                break
            if ply % 15 == 14:
                seat = position.to_move
                before = position.observe(seat).tobytes(), position.text(seat)
                other = position.copy()
                other.determinize(seat, ply)
                assert consistent(other, seat, before)
                changed += shared(other) != shared(position)
                looked_out(position, other, seat)
            position.step(position.choice_of("greedy", ply))
    assert changed > 10


def looked_out(position, other, seat):
    """No triple of new faces is one that a look has ruled out in the true game."""
    row, new = position.row, other.row
    high_low = [(b, a) for b in range(21) for a in range(b)]
    for pair, (b, a) in enumerate(high_low):
        note = row.notes[seat, pair]
        if note in (0, 255):
            continue
        third = new.place[THIRD[new.table[a], new.table[b]]]
        is_seen = 0 <= third < 21 or third == 102 + 3 * seat
        assert not (is_seen and row.came[third] < note)
