"""Piles as an array and a count, and sets of small numbers as bits."""

import numpy as np
import pytest
from phylarium.envs.core.cards import (
    count_bits,
    find,
    has_bit,
    insert_at,
    push,
    remove_at,
    with_bit,
    without_bit,
)


@pytest.fixture
def pile():
    """Cards 5, 6, 7 in room for five."""
    return np.array([5, 6, 7, 0, 0], np.int8)


def test_a_pushed_card_lies_on_top(pile):
    assert push(pile, 3, 9) == 4
    assert pile.tolist() == [5, 6, 7, 9, 0]


def test_a_removed_card_leaves_the_order_of_the_rest(pile):
    assert remove_at(pile, 3, 0) == 2
    assert pile.tolist() == [6, 7, 0, 0, 0]


def test_an_inserted_card_pushes_the_rest_up(pile):
    assert insert_at(pile, 3, 1, 9) == 4
    assert pile.tolist() == [5, 9, 6, 7, 0]


def test_a_card_may_be_inserted_at_the_bottom_and_on_top(pile):
    assert insert_at(pile, 3, 0, 8) == 4
    assert insert_at(pile, 4, 4, 9) == 5
    assert pile.tolist() == [8, 5, 6, 7, 9]


def test_find_looks_only_at_the_cards_of_the_pile(pile):
    assert find(pile, 3, 7) == 2
    assert find(pile, 2, 7) == -1
    assert find(pile, 3, 0) == -1


@pytest.mark.parametrize(
    ("act", "arguments"),
    [
        (push, (5, 1)),
        (push, (-1, 1)),
        (remove_at, (3, 3)),
        (remove_at, (3, -1)),
        (insert_at, (5, 0, 1)),
        (insert_at, (3, 4, 1)),
    ],
)
def test_a_pile_refuses_what_it_has_no_place_for(pile, act, arguments):
    before = pile.tolist()
    with pytest.raises(AssertionError):
        act(pile, *arguments)
    assert pile.tolist() == before


@pytest.mark.parametrize("number", [0, 1, 31, 62])
def test_a_number_is_in_the_set_once_added_and_out_once_taken(number):
    bits = with_bit(0b1010_0000, number)
    assert has_bit(bits, number)
    assert with_bit(bits, number) == bits
    assert not has_bit(without_bit(bits, number), number)
    assert without_bit(0, number) == 0


@pytest.mark.parametrize("bits", [0, 1, 0b1011, 2**62, 2**62 - 1])
def test_the_count_of_a_set_is_the_number_of_its_bits(bits):
    assert count_bits(bits) == bits.bit_count()
