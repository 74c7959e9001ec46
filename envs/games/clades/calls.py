"""Calls of a tick: judging them, paying for false ones, collecting triples. CL-18, CL-60."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit, with_bit
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below

from .cards import NUM_ANIMALS, is_clade_triple
from .deck import add_to_pile, first_empty, put, take, turn_card
from .order import rotate_order
from .scoring import gain
from .slots import PAIR_HIGH, PAIR_LOW, place_of
from .state import CLADE_EXTRA, EMPTY, NO_SOLITAIRE, PERSONAL, PILE, TEMPORARY, seats
from .triples import usable_third

WAIT = 0
ASK = 1
FIRST_CALL = 2


@jit
def is_call(action: int) -> bool:
    """Whether an action, or a choice already made, is a call."""
    return action >= FIRST_CALL


@jit
def called_low(state: Any, seat: int) -> int:
    """The place of the first card that a seat has called."""
    return place_of(state, seat, PAIR_LOW[state.choices[seat] - FIRST_CALL])


@jit
def called_high(state: Any, seat: int) -> int:
    """The place of the second card that a seat has called."""
    return place_of(state, seat, PAIR_HIGH[state.choices[seat] - FIRST_CALL])


@jit
def judge_calls(state: Any) -> int:
    """Bits of the seats whose calls are true on the table as it lies (CL-58).

    CL-42: a false call costs the tick, by itself no more. CL-43, CL-45: the variants' price is paid
    at once.
    """
    true_calls = 0
    for seat in seats(state):
        if is_call(int(state.choices[seat])):
            if usable_third(state, seat, called_low(state, seat), called_high(state, seat)) >= 0:
                true_calls = with_bit(true_calls, seat)
    for seat in seats(state):
        if is_call(int(state.choices[seat])) and not has_bit(true_calls, seat):
            if state.options.false_call_penalty:
                lay_temporary(state, seat)
            if state.options.false_call_lockout:
                state.lockouts[seat] = state.options.false_call_lockout + 1
    return true_calls


@jit
def lay_temporary(state: Any, seat: int) -> None:
    """CL-43: a random animal card of the pile becomes a temporary card; an empty pile
    pays nothing.
    """
    num_animals = 0
    for card in range(NUM_ANIMALS):
        num_animals += state.place[card] == PILE + seat
    if num_animals == 0:
        return
    skip = below(state.rng, num_animals)
    card = 0
    while state.place[card] != PILE + seat or skip > 0:
        skip -= state.place[card] == PILE + seat
        card += 1
    state.pile_sizes[seat] -= 1
    gain(state, seat, -1.0)
    put(state, card, first_empty(state, TEMPORARY, PERSONAL))


@jit
def collect_calls(state: Any, true_calls: int) -> None:
    """CL-18: in tie order, each true call takes its triple if all of it still lies there.

    CL-19: who comes too late loses nothing.
    """
    earlier = state.num_claims
    for i in seats(state):
        seat = int(state.order[i])
        if has_bit(true_calls, seat):
            a, b = called_low(state, seat), called_high(state, seat)
            if state.table[a] != EMPTY and state.table[b] != EMPTY:
                c = usable_third(state, seat, a, b)
                if c >= 0:
                    collect(state, seat, a, b, c)
    for i in range(earlier, state.num_claims):
        rotate_order(state, int(state.claim_seats[i]))


@jit
def collect(state: Any, seat: int, a: int, b: int, c: int) -> None:
    """CL-07, CL-09: the three cards go to the caller's pile; the places wait to be refilled."""
    is_clade = is_clade_triple(state.table[a], state.table[b])
    claim = state.num_claims
    low, high = min(a, b, c), max(a, b, c)
    state.claim_seats[claim] = seat
    state.claim_places[claim, 0] = low
    state.claim_places[claim, 1] = a + b + c - low - high
    state.claim_places[claim, 2] = high
    state.num_claims += 1
    for k in range(3):
        add_to_pile(state, take(state, int(state.claim_places[claim, k])), seat)
    state.num_triples[seat] += 1
    if is_clade and state.options.solitaire == NO_SOLITAIRE:
        take_clade_extra(state, seat)
    if state.options.victory_break:
        state.resting = seat  # CL-37, CL-39: this triple ends the break of whoever rested


@jit
def take_clade_extra(state: Any, seat: int) -> None:
    """CL-12, CL-14: two extra cards at once, before any refill; CL-31: as many as the deck has."""
    for _ in range(CLADE_EXTRA):
        card = turn_card(state, seat)
        if card >= 0:
            add_to_pile(state, card, seat)
