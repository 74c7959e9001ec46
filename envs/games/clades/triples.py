"""Which triples there are and who may use them. Claiming them is in calls.py."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import THIRD
from .slots import (
    PAIR_HIGH,
    PAIR_LOW,
    is_in_sight,
    num_pairs,
    owner_of,
    place_of,
    slot_of,
)
from .state import CLOSED_HANDS, MAX_HAND, NUM_PLACES, PERSONAL, PILE


@jit
def third_place(state: Any, a: int, b: int) -> int:
    """Where the card lies that makes a triple with the cards in places a and b; -1 if not in a
    place.
    """
    place = state.place[THIRD[state.table[a], state.table[b]]]
    return place if place < PILE else -1


@jit
def usable_third(state: Any, seat: int, a: int, b: int) -> int:
    """The place of the third card if the seat may collect this triple now, else -1.

    CL-08: shared cards and the seat's own personal cards, any number of these.
    CL-47: with hands open anybody's personal cards, but at most one in all.
    """
    c = third_place(state, a, b)
    if c < 0 or not is_in_sight(state, seat, c):
        return -1
    num_personal = int(a >= PERSONAL) + int(b >= PERSONAL) + int(c >= PERSONAL)
    if state.hands_open and num_personal > 1:
        return -1
    return c


@jit
def next_triple(state: Any, seat: int, pair: int) -> int:
    """The first pair of slots from `pair` on that names a triple the seat may collect, -1 for none.

    CL-61: a triple has one name, the pair of its two lowest slots. Count up to meet each once:
    `pair = next_triple(state, seat, pair + 1)`.
    """
    if pair >= num_pairs(state.num_slots):
        return -1
    low = PAIR_LOW[pair]
    for high in range(PAIR_HIGH[pair], state.num_slots):
        b = place_of(state, seat, high)
        if is_in_sight(state, seat, b):
            low = next_low(state, seat, low, high, b)
            if low < high:
                return num_pairs(high) + low
        low = 0
    return -1


@jit
def next_low(state: Any, seat: int, low: int, high: int, b: int) -> int:
    """The first slot from `low` on that names a triple together with the slot `high` of place b;
    `high` itself if there is none.

    Shared cards, the bulk of them, come first and are tested without asking for their place.
    """
    card = state.table[b]
    last = min(b, PERSONAL - 1)  # the third card lies beyond it, or in a hand
    num_shared_lows = min(high, state.shared_slots)
    while low < num_shared_lows:
        other = state.table[low]
        if other >= 0 and last < state.place[THIRD[card, other]] < PILE:
            if is_lowest_pair(state, seat, low, b):
                return low
        low += 1
    while low < high:
        a = place_of(state, seat, low)
        if is_in_sight(state, seat, a) and is_lowest_pair(state, seat, a, b):
            return low
        low += 1
    return high


@jit
def is_lowest_pair(state: Any, seat: int, a: int, b: int) -> bool:
    """Whether the seat may collect the triple of these places and their third has a later slot."""
    c = usable_third(state, seat, a, b)
    return c >= 0 and slot_of(state, seat, c) > slot_of(state, seat, b)


@jit
def can_somebody_call(state: Any) -> bool:
    """CL-30: whether any player not on a break could make a triple with what is now allowed.

    Where hands may be opened, a triple that would need that counts too.
    """
    may_open = state.options.open_hand != CLOSED_HANDS
    for b in range(PERSONAL):
        if state.table[b] >= 0:
            for a in range(b):
                if state.table[a] >= 0 and has_taker(state, third_place(state, a, b), may_open):
                    return True
    return not state.hands_open and can_somebody_call_own(state)


@jit
def has_taker(state: Any, third: int, may_open: bool) -> bool:
    """Whether the third card of two on the table is there for a player who is not on a break."""
    if third < PERSONAL:
        return third >= 0
    return may_open or owner_of(third) != state.resting


@jit
def can_somebody_call_own(state: Any) -> bool:
    """CL-08: whether a player not on a break has a triple with two or three own personal cards."""
    for b in range(PERSONAL, NUM_PLACES):
        seat = owner_of(b)
        if state.table[b] >= 0 and seat != state.resting:
            for a in range(PERSONAL + MAX_HAND * seat, b):
                if state.table[a] >= 0:
                    third = third_place(state, a, b)
                    if 0 <= third < PERSONAL or (third >= 0 and owner_of(third) == seat):
                        return True
    return False
