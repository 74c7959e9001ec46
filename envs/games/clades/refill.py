"""Replacing claimed cards, claim by claim in call order. CL-15 to CL-20, CL-24, CL-38, CL-48."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit, with_bit
from phylarium.envs.core.jit import jit

from .deck import put, turn_card
from .hands import begin_arrivals, close_hands, fill_hand, first_in_hand, give_card, num_in_hand
from .slots import owner_of
from .state import (
    CHOOSING,
    EMPTY,
    GIVING,
    MAX_HAND,
    PERSONAL,
    SWITCH_HANDS,
    TEMPORARY,
    seats,
)


@jit
def begin_refill(state: Any) -> None:
    """Note whether the waiting claims were made with hands open: that turns the order around
    (CL-48).
    """
    state.claimed_open = state.hands_open
    begin_arrivals(state)


@jit
def continue_refill(state: Any) -> None:
    """CL-20: replace the cards of each claim in turn, until done or until a scorer must choose what
    to give.
    """
    while state.num_refilled < state.num_claims:
        claim = state.num_refilled
        seat = int(state.claim_seats[claim])
        end_breaks(state, seat)
        if state.claimed_open:
            used = used_of_other(state, claim)
            if used >= 0 and state.options.open_hand == SWITCH_HANDS:
                if num_in_hand(state, seat) > 1:
                    ask_to_give(state, seat)
                    return
                if num_in_hand(state, seat) == 1:
                    give_card(state, seat, first_in_hand(state, seat), used)
        finish_claim(state, claim, seat)
    clear_claims(state)


@jit
def end_breaks(state: Any, scorer: int) -> None:
    """CL-38: who comes back from a break gets the owed personal cards before the new scorer
    refills.

    They replace cards of that player's own triple, so a bonus card goes to that player's neighbour.
    """
    for seat in seats(state):
        if seat != scorer and state.owed[seat]:
            for k in range(MAX_HAND):
                if has_bit(state.owed[seat], k):
                    fill_hand(state, PERSONAL + MAX_HAND * seat + k, seat)
            state.owed[seat] = 0


@jit
def used_of_other(state: Any, claim: int) -> int:
    """The place of another player's personal card that a claim used, else -1."""
    for k in range(3):
        place = int(state.claim_places[claim, k])
        if place >= PERSONAL and owner_of(place) != state.claim_seats[claim]:
            return place
    return -1


@jit
def ask_to_give(state: Any, seat: int) -> None:
    """CL-51: a scorer with several personal cards chooses which to give."""
    state.phase = GIVING
    state.to_move = seat
    state.deciding = 1 << seat


@jit
def give_chosen(state: Any, index: int) -> None:
    """CL-51: the scorer has chosen; the refilling goes on."""
    claim = state.num_refilled
    seat = int(state.claim_seats[claim])
    state.phase = CHOOSING
    give_card(state, seat, PERSONAL + MAX_HAND * seat + index, used_of_other(state, claim))
    finish_claim(state, claim, seat)


@jit
def finish_claim(state: Any, claim: int, seat: int) -> None:
    """CL-15: shared cards first, then personal ones; CL-48: with hands open personal cards first,
    then hands are picked up, then shared cards.
    """
    if state.claimed_open:
        fill_personal(state, claim, seat)
        if state.hands_open:
            close_hands(state)
        fill_shared(state, claim, seat)
    else:
        fill_shared(state, claim, seat)
        fill_personal(state, claim, seat)
    state.num_refilled += 1


@jit
def fill_shared(state: Any, claim: int, maker: int) -> None:
    """CL-24: the claim's own shared places are refilled while fewer than 12 lie there.

    CL-44: temporary cards are not replaced, and do not count.
    """
    for k in range(3):
        place = int(state.claim_places[claim, k])
        if place < TEMPORARY and state.num_shared < state.target:
            card = turn_card(state, maker)
            if card >= 0:
                put(state, card, place)


@jit
def fill_personal(state: Any, claim: int, maker: int) -> None:
    """Replace the personal cards of a claim; on a victory break the scorer's own wait (CL-38)."""
    for k in range(3):
        place = int(state.claim_places[claim, k])
        if place >= PERSONAL and state.table[place] == EMPTY:
            if state.options.victory_break and owner_of(place) == maker:
                state.owed[maker] = with_bit(state.owed[maker], (place - PERSONAL) % MAX_HAND)
            else:
                fill_hand(state, place, maker)


@jit
def clear_claims(state: Any) -> None:
    """All claims are refilled."""
    for claim in range(state.num_claims):
        state.claim_seats[claim] = 0
        for k in range(3):
            state.claim_places[claim, k] = 0
    state.num_claims = 0
    state.num_refilled = 0
    state.claimed_open = 0
