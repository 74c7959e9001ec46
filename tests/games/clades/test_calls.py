"""Calls and ticks: CL-07 to CL-11, CL-18, CL-19, CL-42 to CL-45, CL-57 to CL-60."""

from collections import Counter

import numpy as np
import pytest
from clades.scenes import NOISE, PLAIN, hand, pile, scene, setup, shared, sizes, temporary, tick
from phylarium.envs.core.errors import IllegalAction
from phylarium.envs.core.position import Position
from phylarium.envs.games.clades.cards import THIRD, is_triple

is_triple = getattr(is_triple, "py_func", is_triple)

BOTH = {"options": {"tie_order": "seat"}, "hands": ["", ""]}


def test_the_caller_of_a_triple_collects_its_three_cards():
    """CL-07, CL-09"""
    position = scene(shared=f"{PLAIN} {NOISE}", hands=["", ""])
    tick(position, "call s0 s1")
    assert pile(position, 0) == set(PLAIN.split())
    assert sizes(position) == [3, 0]
    assert list(position.returns) == [3, 0]
    assert position.row.num_triples[0] == 1


def test_piles_are_told_to_all():
    """CL-09"""
    position = scene(shared=f"{PLAIN} {NOISE}", hands=["", ""], piles=["mW2b", "mW2g aW2g"])
    assert "Piles: player_0 1, player_1 2." in position.text(1)
    gone = position.setup.layout().slices["gone"]
    assert np.flatnonzero(position.observe(0)[gone]).tolist() == [3, 4, 58]


def test_an_own_personal_card_completes_a_triple_and_another_players_does_not():
    """CL-08"""
    position = scene(shared=f"mW1b sW1b {NOISE}", hands=["", "aW1b"])
    other = position.copy()
    tick(position, "wait", "call s0 s1")
    assert pile(position, 1) == set(PLAIN.split())
    tick(other, "call s0 s1")
    assert sizes(other) == [0, 0]


def test_a_triple_may_use_several_own_personal_cards():
    """CL-08"""
    options = {"personal_cards": [3, 1]}
    position = scene(options=options, shared=f"mW1b {NOISE}", hands=["sW1b aW1b", ""])
    tick(position, "call s0 p0")
    assert pile(position, 0) == set(PLAIN.split())
    position = scene(options=options, shared=NOISE, hands=[PLAIN, ""])
    tick(position, "call p1 p2")
    assert pile(position, 0) == set(PLAIN.split())


@pytest.mark.parametrize(
    ("cards", "is_one"),
    [
        ((0, 27, 54), True),  # three clades, all else the same
        ((0, 40, 80), True),  # all four different
        ((0, 9, 18), True),  # three environments
        ((0, 1, 5), False),  # two of one colour
        ((0, 9, 27), False),
        ((4, 4, 4), False),  # one card thrice
    ],
)
def test_three_cards_are_a_triple_when_each_quality_is_all_the_same_or_all_different(cards, is_one):
    """CL-10"""
    assert bool(is_triple(*cards)) == is_one


def test_any_two_cards_have_exactly_one_third():
    """CL-11"""
    for a in range(81):
        for b in range(81):
            thirds = [c for c in range(81) if is_triple(a, b, c)]
            assert thirds == ([] if a == b else [THIRD[a, b]])


def test_two_calls_of_one_tick_are_both_collected_before_anything_is_replaced():
    """CL-18, CL-20"""
    options = {"tie_order": "seat"}
    position = scene(
        options=options,
        hands=["", ""],
        shared=f"{PLAIN} mL2g sL2g aL2g",
        deck="mA1r mA2r mA3r sA1r",
    )
    tick(position, "call s0 s1", "call s3 s4")
    assert pile(position, 0) == set(PLAIN.split())
    assert pile(position, 1) == {"mL2g", "sL2g", "aL2g"}
    assert shared(position) == "mA1r mA2r mA3r sA1r mW1g mW1r"


def test_who_calls_first_takes_the_card_that_two_triples_share():
    """CL-18, CL-19"""
    position = scene(**BOTH, shared=f"{PLAIN} mL1b mA1b {NOISE[:20]}")
    tick(position, "call s0 s1", "call s0 s3")
    assert pile(position, 0) == set(PLAIN.split())
    assert sizes(position)[1] == 0


def test_an_out_of_luck_call_is_no_false_call():
    """CL-19, CL-43"""
    options = {"tie_order": "seat", "false_call_penalty": True, "false_call_lockout": 3}
    position = scene(
        options=options, hands=["", ""], shared=f"{PLAIN} {NOISE}", piles=["", "mW2b sW2b"]
    )
    tick(position, "call s0 s1", "call s1 s2")
    assert sizes(position) == [3, 2]
    assert position.row.lockouts[1] == 0
    assert temporary(position) == ""


def test_a_false_call_costs_the_tick_and_no_more():
    """CL-42"""
    position = scene(shared=f"{PLAIN} {NOISE}", hands=["", ""], piles=["mW2b", ""])
    before = shared(position)
    tick(position, "call s0 s3")
    assert sizes(position) == [1, 0]
    assert shared(position) == before
    assert position.row.silence == 1
    tick(position, "call s0 s1")
    assert sizes(position) == [4, 0]


def test_the_penalty_lays_a_random_animal_card_of_the_pile_down_as_a_temporary_card():
    """CL-43"""
    drawn = Counter()
    for seed in range(60):
        position = scene(
            options={"false_call_penalty": True},
            shared=f"{PLAIN} {NOISE}",
            hands=["", ""],
            piles=["mW2b sW2b fish", ""],
            rng=str(seed),
        )
        tick(position, "call s0 s3")
        assert sizes(position) == [2, 0]
        assert list(position.returns) == [-1, 0]
        drawn[temporary(position)] += 1
    assert set(drawn) == {"mW2b", "sW2b"}
    assert min(drawn.values()) > 15


def test_an_empty_pile_and_a_pile_of_bonus_cards_pay_nothing():
    """CL-43"""
    for pile_words in ("", "fish"):
        position = scene(
            options={"false_call_penalty": True},
            shared=f"{PLAIN} {NOISE}",
            hands=["", ""],
            piles=[pile_words, ""],
        )
        tick(position, "call s0 s3")
        assert temporary(position) == ""
        assert sizes(position) == [len(pile_words.split()), 0]


def test_each_wrong_caller_pays_and_any_number_of_temporary_cards_may_lie_there():
    """CL-43, CL-44"""
    position = scene(
        options={"false_call_penalty": True},
        shared=f"{PLAIN} {NOISE}",
        hands=["", ""],
        piles=["mW2b sW2b aW2b", "mL2g sL2g aL2g"],
    )
    for _ in range(3):
        tick(position, "call s0 s3", "call s0 s4")
    assert set(temporary(position).split()) == {"mW2b", "sW2b", "aW2b", "mL2g", "sL2g", "aL2g"}
    assert position.row.num_shared == 12
    assert sizes(position) == [0, 0]


def test_a_temporary_card_is_not_replaced_and_its_payer_may_collect_it():
    """CL-43, CL-44"""
    position = scene(
        options={"false_call_penalty": True},
        shared=f"mW1b sW1b {NOISE}",
        hands=["", ""],
        piles=["aW1b", ""],
        deck="mA1b mA1r sA1r",
    )
    tick(position, "call s0 s3")
    assert temporary(position) == "aW1b"
    tick(position, "call s0 t0")
    assert pile(position, 0) == set(PLAIN.split())
    assert temporary(position) == ""
    assert shared(position).split()[:2] == ["mA1b", "mA1r"]
    assert position.row.deck_size == 83 - 3 - 2 - 9


def test_a_wrong_caller_sits_out_as_many_ticks_as_the_option_says():
    """CL-45, CL-57"""
    position = scene(options={"false_call_lockout": 2}, shared=f"{PLAIN} {NOISE}", hands=["", ""])
    tick(position, "call s0 s3")
    for _ in range(2):
        assert position.legal_words() == ["wait"]
        assert len(position.text(0).split("sits out")) == 2
        tick(position)
    assert "call s0 s1" in position.legal_words()


def test_choices_of_a_tick_stay_hidden_until_all_are_in():
    """CL-57"""
    position = scene(3, shared=f"{PLAIN} {NOISE}", hands=["", "", ""])
    seen = [(position.observe(s).tobytes(), position.text(s)) for s in (1, 2)]
    position.step("call s0 s1")
    assert position.to_move == 1
    assert position.row.deciding == 0b110
    assert [(position.observe(s).tobytes(), position.text(s)) for s in (1, 2)] == seen
    assert "You have chosen: call s0 s1." in position.text(0)
    assert sizes(position) == [0, 0, 0]
    position.step("wait")
    position.step("wait")
    assert sizes(position) == [3, 0, 0]


def test_a_call_is_judged_on_the_table_as_it_lay_when_the_tick_began():
    """CL-58: the card that player_0 pays would have completed player_1's call."""
    options = {"false_call_penalty": True, "tie_order": "seat"}
    position = scene(
        options=options,
        shared=f"mW1b sW1b {NOISE}",
        hands=["", ""],
        piles=["aW1b", "mW2b"],
    )
    tick(position, "call s0 s3", "call s0 s1")
    assert sizes(position) == [0, 0]
    assert set(temporary(position).split()) == {"aW1b", "mW2b"}


def test_a_call_names_its_lower_slot_first_and_only_cards_in_sight():
    """CL-58"""
    position = scene(shared=f"{PLAIN} - - {NOISE}", hands=["", ""])
    before = position.tobytes()
    for words in ("call s0 s3", "call s0 p0"):
        with pytest.raises(IllegalAction, match="not legal"):
            position.step(words)
    assert position.tobytes() == before


def same_call(tie_order, ticks, **options):
    """Who wins the same triple when both call it, over many deals."""
    winners = Counter()
    for seed in range(ticks):
        position = scene(
            options={"tie_order": tie_order, **options},
            shared=f"{PLAIN} {NOISE}",
            hands=["", ""],
            rng=str(seed * 7919 + 1),
        )
        tick(position, "call s0 s1", "call s0 s1")
        winners[sizes(position).index(3)] += 1
    return winners


def test_a_random_tie_order_is_fair():
    """CL-59"""
    winners = same_call("random", 200)
    assert 70 < winners[0] < 130


def test_reaction_favours_the_quicker_seat_as_its_delays_say():
    """CL-59: with means 1 and 3 the first seat is first with probability 3/4."""
    winners = same_call("reaction", 200, reaction_means=[1.0, 3.0])
    assert 128 < winners[0] < 172


def test_in_seat_order_the_first_seat_is_first():
    """CL-59"""
    assert same_call("seat", 5) == {0: 5}


def test_in_rotating_order_who_scores_goes_last():
    """CL-59"""
    position = scene(
        3,
        options={"tie_order": "rotating"},
        shared=f"{PLAIN} mL2g sL2g aL2g",
        hands=["", "", ""],
        order=[0, 1, 2],
    )
    tick(position, "call s0 s1", "wait", "call s0 s1")
    assert sizes(position)[0] == 3
    assert list(position.row.order[:3]) == [1, 2, 0]
    assert "player_1 before player_2 before player_0" in position.text(2)
    tick(position, "call s3 s4", "call s3 s4", "wait")
    assert position.row.num_triples[1] == 1
    assert list(position.row.order[:3]) == [2, 0, 1]


@pytest.mark.parametrize("tie_order", ["random", "reaction"])
def test_the_draw_of_a_tie_order_does_not_depend_on_what_players_do(tie_order):
    """CL-59"""
    options = {"tie_order": tie_order}
    calling = scene(options=options, shared=f"{PLAIN} {NOISE}", hands=["", ""], rng="5")
    waiting = calling.copy()
    tick(calling, "call s0 s1", "call s3 s4")
    tick(waiting)
    assert calling.row.rng[0] == waiting.row.rng[0] != 5


def test_false_calls_are_paid_before_true_ones_are_collected():
    """CL-60: the wrong caller cannot pay with cards won in the same tick, nor the winner
    be asked.
    """
    options = {"false_call_penalty": True, "tie_order": "seat"}
    position = scene(options=options, shared=f"{PLAIN} {NOISE}", hands=["", ""], piles=["", "mW2b"])
    tick(position, "call s0 s1", "call s0 s3")
    assert sizes(position) == [3, 0]
    assert temporary(position) == "mW2b"


def test_every_seat_is_asked_in_every_tick():
    """CL-57"""
    position = Position.deal(setup(4), 3)
    for _ in range(3):
        for seat in range(4):
            assert position.to_move == seat
            position.step("wait")
    assert position.row.turn == 3
    assert hand(position, 0) != ""
