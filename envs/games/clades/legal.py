"""The mask: what a seat may choose. CL-57, CL-58, CL-61, CL-62."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .calls import ASK, FIRST_CALL, WAIT
from .slots import is_in_sight, num_pairs, place_of
from .state import FOUND, GIVING, LOOKS, MAX_HAND, PERSONAL, SLOTS
from .step import can_add_shared, can_open_hands, first_give, first_look, is_active
from .triples import next_triple


@jit
def legal(state: Any, mask: Any) -> None:
    """The mask of `to_move`."""
    legal_for(state, int(state.to_move), mask)


@jit
def legal_for(state: Any, seat: int, mask: Any) -> None:
    """The mask of a seat that owes a choice."""
    mask[:] = 0
    if state.phase == GIVING:
        allow_gifts(state, seat, mask)
        return
    mask[WAIT] = 1
    if not is_active(state, seat):
        return
    if can_open_hands(state) or can_add_shared(state):
        mask[ASK] = 1
    if state.options.vision == SLOTS:
        allow_pairs_in_sight(state, seat, mask)
    else:
        allow_triples(state, seat, mask)
        if state.options.vision == LOOKS and state.looks_left[seat] > 0:
            allow_looks(state, seat, mask)


@jit
def allow_gifts(state: Any, seat: int, mask: Any) -> None:
    """CL-51: any personal card that the scorer holds."""
    for k in range(state.hand_slots):
        if state.table[PERSONAL + MAX_HAND * seat + k] >= 0:
            mask[first_give(state) + k] = 1


@jit
def allow_pairs_in_sight(state: Any, seat: int, mask: Any) -> None:
    """CL-61: any two cards in sight may be called, right or wrong."""
    for high in range(1, state.num_slots):
        if is_in_sight(state, seat, place_of(state, seat, high)):
            first = FIRST_CALL + num_pairs(high)
            num_shared_lows = min(high, state.shared_slots)
            for low in range(num_shared_lows):
                mask[first + low] = state.table[low] >= 0
            for low in range(num_shared_lows, high):
                mask[first + low] = is_in_sight(state, seat, place_of(state, seat, low))


@jit
def allow_triples(state: Any, seat: int, mask: Any) -> None:
    """CL-61: each true triple under one name; CL-62: with looks those that the seat has found."""
    needs_note = state.options.vision == LOOKS
    pair = next_triple(state, seat, 0)
    while pair >= 0:
        if not needs_note or state.notes[seat, pair] == FOUND:
            mask[FIRST_CALL + pair] = 1
        pair = next_triple(state, seat, pair + 1)


@jit
def allow_looks(state: Any, seat: int, mask: Any) -> None:
    """CL-62, CL-63: any two cards in sight that the seat has not looked at together."""
    for high in range(1, state.num_slots):
        if is_in_sight(state, seat, place_of(state, seat, high)):
            first = num_pairs(high)
            for low in range(high):
                if state.notes[seat, first + low] == 0:
                    if is_in_sight(state, seat, place_of(state, seat, low)):
                        mask[first_look(state) + first + low] = 1
