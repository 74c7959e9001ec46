"""Help for a table that sees no triple: CL-22, CL-23, CL-25, CL-26."""

from collections import Counter

import pytest
from clades.scenes import NOISE, PLAIN, deck, pile, scene, setup, shared, sizes, tick
from phylarium.envs.core.position import Position

STUCK = f"mW1b sW1b {NOISE} sW2r"


def test_when_all_ask_a_card_is_added():
    """CL-22"""
    position = scene(shared=STUCK, hands=["", ""], deck="aW2b")
    tick(position, "ask", "ask")
    assert shared(position) == f"{STUCK} aW2b"
    assert position.row.silence == 0


def test_when_one_does_not_ask_none_is_added():
    """CL-22"""
    position = scene(3, shared=STUCK, hands=["", "", ""])
    tick(position, "ask", "wait", "ask")
    assert position.row.num_shared == 12
    assert position.row.silence == 1


def test_a_call_in_the_same_tick_means_that_somebody_saw_a_triple():
    """CL-22: neither a true call nor a false one is an asking."""
    position = scene(shared=f"{PLAIN} {NOISE}", hands=["", ""])
    tick(position, "ask", "call s0 s1")
    assert position.row.num_shared == 12
    position = scene(shared=f"{PLAIN} {NOISE}", hands=["", ""])
    tick(position, "ask", "call s0 s3")
    assert position.row.num_shared == 12


def test_who_rests_or_sits_out_is_not_asked():
    """CL-22"""
    position = scene(
        3,
        options={"victory_break": True, "false_call_lockout": 2},
        shared=STUCK,
        hands=["", "", ""],
        resting=0,
        lockouts=[0, 2, 0],
    )
    tick(position, "wait", "wait", "ask")
    assert position.row.num_shared == 13


def test_a_wrong_caller_of_this_tick_has_not_asked():
    """CL-22, CL-45"""
    position = scene(options={"false_call_lockout": 2}, shared=STUCK, hands=["", ""])
    tick(position, "call s0 s3", "ask")
    assert position.row.num_shared == 12


def test_after_silence_a_card_is_added_and_the_count_starts_again():
    """CL-22"""
    position = scene(options={"silence_limit": 3}, shared=STUCK, hands=["", ""])
    for silent in (1, 2, 0, 1):
        tick(position)
        assert position.row.silence == silent
    assert position.row.num_shared == 13


def test_a_true_call_breaks_the_silence_and_a_false_one_does_not():
    """CL-22"""
    position = scene(
        options={"silence_limit": 3}, shared=f"{PLAIN} {NOISE}", hands=["", ""], silence=1
    )
    tick(position, "call s0 s3")
    assert position.row.silence == 2
    tick(position, "call s0 s1")
    assert position.row.silence == 0


def test_silence_brings_nothing_where_the_limit_is_zero():
    """CL-22"""
    position = scene(options={"silence_limit": 0}, shared=STUCK, hands=["", ""])
    for _ in range(50):
        tick(position)
    assert position.row.num_shared == 12


def test_a_fourteenth_card_comes_the_same_way_up_to_the_limit():
    """CL-23"""
    position = Position.deal(setup(2, shared_limit=14), 2)
    for count in (13, 14):
        tick(position, "ask", "ask")
        assert position.row.num_shared == count
    assert "ask" not in position.legal_words()
    tick(position)
    assert position.row.num_shared == 14


def test_twenty_one_shared_cards_always_hold_a_triple_so_the_limit_is_enough():
    """CL-23"""
    position = Position.deal(setup(2, vision="triples"), 4)
    for _ in range(9):
        tick(position, "ask", "ask")
    assert position.row.num_shared == 21
    words = position.legal_words()
    assert "ask" not in words
    assert any(name.startswith("call") for name in words)


@pytest.mark.parametrize("top", ["fish", "mollusk", "fish mollusk", "mollusk fish"])
def test_a_bonus_card_that_comes_up_is_replaced_first_and_then_shuffled_back(top):
    """CL-25"""
    places = Counter()
    for seed in range(60):
        position = scene(
            shared=STUCK, hands=["", ""], deck=f"{top} aW2b aW1g aW1r", rng=str(seed * 31)
        )
        tick(position, "ask", "ask")
        assert shared(position) == f"{STUCK} aW2b"
        assert sizes(position) == [0, 0]
        order = deck(position).split()
        assert {"fish", "mollusk"} <= set(order)
        places[order.index(top.split()[0]) * 2 // len(order)] += 1
    assert min(places[0], places[1]) > 15


def test_with_the_deck_run_out_there_is_no_help():
    """CL-26"""
    position = scene(
        options={"silence_limit": 1},
        shared=f"{PLAIN} {NOISE}",
        hands=["", ""],
        deck=[],
        rest="pile 0",
    )
    assert "ask" not in position.legal_words()
    tick(position)
    assert position.row.num_shared == 12
    assert not position.is_over


def test_a_deck_of_bonus_cards_counts_as_run_out():
    """CL-26"""
    position = scene(
        options={"silence_limit": 1},
        shared=f"{PLAIN} mL2g sL2g aL2g",
        hands=["", ""],
        deck="fish mollusk",
        rest="pile 0",
    )
    assert "ask" not in position.legal_words()
    tick(position)
    assert position.row.num_shared == 6
    assert deck(position) == "fish mollusk"


def test_the_last_animal_card_of_the_deck_may_be_added_and_end_the_game():
    """CL-26, CL-30"""
    position = scene(
        shared="mW1b sW1b mL2g", hands=["", ""], deck="fish aL3r mollusk", rest="pile 1"
    )
    tick(position, "ask", "ask")
    assert shared(position) == "mW1b sW1b mL2g aL3r"
    assert position.row.terminal
    assert pile(position, 0) == set()
