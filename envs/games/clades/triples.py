"""Which triples there are and who may use them. Claiming them is in calls.py."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import THIRD
from .slots import is_in_sight, owner_of
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
