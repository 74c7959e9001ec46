"""Personal cards: opening and closing hands, giving a card in the switch variant. CL-46
to CL-51.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .deck import put, take, turn_card
from .looks import forget_closed_hands
from .slots import owner_of
from .state import EMPTY, LOOKS, MAX_HAND, NUM_PLACES, PERSONAL


@jit
def begin_arrivals(state: Any) -> None:
    """CL-63: cards are about to come into sight; notes already made are older than they."""
    if state.options.vision == LOOKS:
        state.generation += 1


@jit
def open_hands(state: Any) -> None:
    """CL-46: all lay their personal cards face up before them; everybody then knows them."""
    state.hands_open = 1
    if state.options.vision == LOOKS:
        state.opened = state.generation
    for place in range(PERSONAL, NUM_PLACES):
        if state.table[place] != EMPTY:
            state.known[place - PERSONAL] = (1 << state.num_players) - 1


@jit
def close_hands(state: Any) -> None:
    """CL-49: all pick their personal cards up again."""
    state.hands_open = 0
    if state.options.vision == LOOKS:
        state.opened = 0
        forget_closed_hands(state)


@jit
def fill_hand(state: Any, place: int, maker: int) -> None:
    """CL-15: replace a used personal card; nothing comes once the deck has run out (CL-17)."""
    if state.table[place] == EMPTY:
        card = turn_card(state, maker)
        if card >= 0:
            put(state, card, place)


@jit
def num_in_hand(state: Any, seat: int) -> int:
    """How many personal cards a seat holds."""
    count = 0
    for k in range(MAX_HAND):
        count += state.table[PERSONAL + MAX_HAND * seat + k] != EMPTY
    return count


@jit
def first_in_hand(state: Any, seat: int) -> int:
    """The place of a seat's first personal card; it must hold one."""
    place = PERSONAL + MAX_HAND * seat
    while state.table[place] == EMPTY:
        place += 1
    assert owner_of(place) == seat
    return place


@jit
def give_card(state: Any, seat: int, given: int, used: int) -> None:
    """CL-50: the scorer's card goes to the place of the card that was used, and the scorer draws.

    Those who knew the card know it still; a scorer knows what was given away.
    """
    known = state.known[given - PERSONAL]
    card = take(state, given)
    put(state, card, used)
    state.known[used - PERSONAL] |= known
    fill_hand(state, given, seat)
