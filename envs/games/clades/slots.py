"""Slots: the names that a seat gives to places, and the numbers of pairs of slots. No rule of play.

Seat-relative, so that the same call has the same number for every seat: shared cards, temporary
cards, own personal cards, then (with open hands) the personal cards of the next seat, of the one
after it, and so on. A pair of slots low < high has the number high (high - 1) / 2 + low, whatever
the number of slots.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.jit import jit

from .state import (
    CLOSED_HANDS,
    MAX_HAND,
    NUM_PLACES,
    PERSONAL,
    TEMPORARY,
    animals_in_play,
    hand_size,
    seats,
    shared_target,
)

_HIGH, _LOW = np.tril_indices(NUM_PLACES, -1)
PAIR_HIGH = _HIGH.astype(np.int64)
PAIR_LOW = _LOW.astype(np.int64)


@jit
def pair_number(low: int, high: int) -> int:
    """The number of a pair of slots, low < high."""
    return high * (high - 1) // 2 + low


@jit
def num_pairs(num_slots: int) -> int:
    """How many pairs so many slots have."""
    return num_slots * (num_slots - 1) // 2


@jit
def size_slots(state: Any) -> None:
    """Fill in how many slots of each kind this set-up has."""
    state.target = shared_target(state)
    state.shared_slots = state.options.shared_limit
    state.temporary_slots = animals_in_play(state) if state.options.false_call_penalty else 0
    largest = 0
    for seat in seats(state):
        largest = max(largest, hand_size(state, seat))
    state.hand_slots = largest
    hands = 1 if state.options.open_hand == CLOSED_HANDS else state.num_players
    state.num_slots = state.shared_slots + state.temporary_slots + hands * largest


@jit
def place_of(state: Any, seat: int, slot: int) -> int:
    """The place that a seat names with a slot."""
    if slot < state.shared_slots:
        return slot
    beyond = slot - state.shared_slots
    if beyond < state.temporary_slots:
        return TEMPORARY + beyond
    beyond -= state.temporary_slots
    owner = (seat + beyond // state.hand_slots) % state.num_players
    return PERSONAL + MAX_HAND * owner + beyond % state.hand_slots


@jit
def slot_of(state: Any, seat: int, place: int) -> int:
    """The slot by which a seat names a place; the inverse of `place_of`."""
    if place < TEMPORARY:
        return place
    if place < PERSONAL:
        return state.shared_slots + place - TEMPORARY
    steps = (owner_of(place) - seat) % state.num_players
    return (
        state.shared_slots
        + state.temporary_slots
        + steps * state.hand_slots
        + (place - PERSONAL) % MAX_HAND
    )


@jit
def owner_of(place: int) -> int:
    """The seat whose personal card lies in a place."""
    return (place - PERSONAL) // MAX_HAND


@jit
def is_in_sight(state: Any, seat: int, place: int) -> bool:
    """Whether a card lies there that the seat can point at: on the table, its own, or in an open
    hand.
    """
    if state.table[place] < 0:
        return False
    return place < PERSONAL or state.hands_open != 0 or owner_of(place) == seat
