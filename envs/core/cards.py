"""Piles of cards as an array and a count, and sets of small numbers as bits.

A pile is `cards[:count]`; its top is `cards[count - 1]`. Counts stay with the caller, since a
record field cannot be passed by reference: `state.deck_size = push(state.deck, state.deck_size,
card)`.
"""

from __future__ import annotations

from typing import Any

from .jit import jit


@jit
def push(cards: Any, count: int, card: int) -> int:
    """Lay a card on top; returns the new count."""
    assert 0 <= count < len(cards)
    cards[count] = card
    return count + 1


@jit
def remove_at(cards: Any, count: int, position: int) -> int:
    """Take out the card at a position, keeping the order of the rest; returns the new count."""
    assert 0 <= position < count
    for i in range(position, count - 1):
        cards[i] = cards[i + 1]
    cards[count - 1] = 0
    return count - 1


@jit
def insert_at(cards: Any, count: int, position: int, card: int) -> int:
    """Put a card in at a position, pushing the rest up; returns the new count."""
    assert 0 <= position <= count < len(cards)
    for i in range(count, position, -1):
        cards[i] = cards[i - 1]
    cards[position] = card
    return count + 1


@jit
def find(cards: Any, count: int, card: int) -> int:
    """The first position of a card, -1 where it is not among the first `count`."""
    for i in range(count):
        if cards[i] == card:
            return i
    return -1


@jit
def has_bit(bits: int, i: int) -> bool:
    """Whether number i (0 to 62) is in the set."""
    return (int(bits) >> i) & 1 == 1


@jit
def with_bit(bits: int, i: int) -> int:
    """The set with number i added."""
    return int(bits) | (1 << i)


@jit
def without_bit(bits: int, i: int) -> int:
    """The set with number i taken out."""
    return int(bits) & ~(1 << i)


@jit
def count_bits(bits: int) -> int:
    """How many numbers are in the set."""
    rest = int(bits)
    count = 0
    while rest:
        rest &= rest - 1
        count += 1
    return count
