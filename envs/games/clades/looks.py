"""`vision: looks`: what players look at and what they note. Not in the rulebook."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .slots import is_in_sight, owner_of, pair_number, place_of, slot_of
from .state import FOUND, NUM_PLACES, PERSONAL, seats
from .triples import third_place


@jit
def look(state: Any, seat: int, low: int, high: int) -> None:
    """CL-62: look at the cards of two slots: the seat learns whether the third card is in its
    sight.
    """
    state.looks_left[seat] -= 1
    a, b = place_of(state, seat, low), place_of(state, seat, high)
    third = third_place(state, a, b)
    if third >= 0 and is_in_sight(state, seat, third):
        found = slot_of(state, seat, third)
        note(state, seat, low, high, FOUND)
        note(state, seat, low, found, FOUND)
        note(state, seat, high, found, FOUND)
    else:
        note(state, seat, low, high, state.generation + 1)


@jit
def note(state: Any, seat: int, one: int, other: int, what: int) -> None:
    """CL-63: keep what a seat knows of a pair of slots."""
    state.notes[seat, pair_number(min(one, other), max(one, other))] = what


@jit
def forget_place(state: Any, place: int) -> None:
    """CL-63: the card of a place leaves: nobody's notes about it mean anything any more."""
    for seat in seats(state):
        if place < PERSONAL or is_named(state, seat, place):
            forget_slot(state, seat, slot_of(state, seat, place))


@jit
def is_named(state: Any, seat: int, place: int) -> bool:
    """Whether a seat has a slot for a personal place: its own, or with open hands in play
    anybody's.
    """
    return slot_of(state, seat, place) < state.num_slots


@jit
def forget_slot(state: Any, seat: int, slot: int) -> None:
    """Wipe a seat's notes about every pair with this slot; its card lies there still.

    Where such a pair was known to be in a triple, its other two cards are now known to lack their
    third.
    """
    place = place_of(state, seat, slot)
    for other in range(state.num_slots):
        if other != slot:
            pair = pair_number(min(slot, other), max(slot, other))
            if state.notes[seat, pair] == FOUND:
                third = third_place(state, place, place_of(state, seat, other))
                note(state, seat, other, slot_of(state, seat, third), state.generation + 1)
                note(state, seat, slot, slot_of(state, seat, third), 0)
            state.notes[seat, pair] = 0


@jit
def forget_closed_hands(state: Any) -> None:
    """CL-63: hands are picked up: notes about cards of others go with them."""
    for place in range(PERSONAL, NUM_PLACES):
        if state.table[place] >= 0:
            for seat in seats(state):
                if owner_of(place) != seat:
                    forget_slot(state, seat, slot_of(state, seat, place))
