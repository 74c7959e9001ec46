"""Scripted players: what they call, where they look. They know what their seat knows, no more."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below

from .calls import ASK, FIRST_CALL, WAIT
from .cards import CLADE
from .scoring import triple_value
from .slots import PAIR_HIGH, PAIR_LOW, is_in_sight, num_pairs, place_of
from .state import FOUND, GIVING, LOOKS, MAX_HAND, PERSONAL
from .step import can_add_shared, can_open_hands, first_give, first_look, is_active
from .triples import next_triple

GREEDY, EAGER = 0, 1
SCRIPTED = ("greedy", "eager")
"""`greedy` calls the most valuable triple it sees, `eager` any of those it sees."""


@jit
def scripted(state: Any, style: int, rng: Any) -> int:
    """The choice of a scripted player for `to_move`."""
    seat = int(state.to_move)
    if state.phase == GIVING:
        return give_first(state, seat)
    if not is_active(state, seat):
        return WAIT
    call = best_call(state, seat, style, rng)
    if call >= 0:
        return call
    if state.options.vision == LOOKS and state.looks_left[seat] > 0:
        pair = pair_to_look_at(state, seat, rng)
        if pair >= 0:
            return first_look(state) + pair
    if state.options.vision == LOOKS and has_unseen_pair(state, seat):
        return WAIT
    return ASK if can_open_hands(state) or can_add_shared(state) else WAIT


@jit
def give_first(state: Any, seat: int) -> int:
    """Give the first card in hand."""
    k = 0
    while state.table[PERSONAL + MAX_HAND * seat + k] < 0:
        k += 1
    return first_give(state) + k


@jit
def best_call(state: Any, seat: int, style: int, rng: Any) -> int:
    """The call of the best triple in sight, ties drawn; -1 when the seat sees none."""
    best, best_worth, num_best = -1, 0, 0
    pair = next_triple(state, seat, 0)
    while pair >= 0:
        if state.options.vision != LOOKS or state.notes[seat, pair] == FOUND:
            worth = worth_of(state, seat, pair, style)
            if best < 0 or worth > best_worth:
                best, best_worth, num_best = pair, worth, 1
            elif worth == best_worth:
                num_best += 1
                if below(rng, num_best) == 0:
                    best = pair
        pair = next_triple(state, seat, pair + 1)
    return best + FIRST_CALL if best >= 0 else -1


@jit
def worth_of(state: Any, seat: int, pair: int, style: int) -> int:
    """What a triple is worth to a scripted player."""
    if style == EAGER:
        return 1
    a, b = place_of(state, seat, PAIR_LOW[pair]), place_of(state, seat, PAIR_HIGH[pair])
    return triple_value(state, a, b)


@jit
def pair_to_look_at(state: Any, seat: int, rng: Any) -> int:
    """A pair not yet looked at, of one clade if there is one (a clade triple brings more); -1 if
    none is left.
    """
    best, is_best_clade, num_best = -1, False, 0
    for high in range(1, state.num_slots):
        b = place_of(state, seat, high)
        if not is_in_sight(state, seat, b):
            continue
        for low in range(high):
            a = place_of(state, seat, low)
            if state.notes[seat, num_pairs(high) + low] or not is_in_sight(state, seat, a):
                continue
            is_same_clade = CLADE[state.table[a]] == CLADE[state.table[b]]
            if is_same_clade and not is_best_clade:
                best, is_best_clade, num_best = -1, True, 0
            if is_same_clade == is_best_clade:
                num_best += 1
                if below(rng, num_best) == 0:
                    best = num_pairs(high) + low
    return best


@jit
def has_unseen_pair(state: Any, seat: int) -> bool:
    """Whether there is a pair that the seat has not looked at."""
    for high in range(1, state.num_slots):
        if is_in_sight(state, seat, place_of(state, seat, high)):
            for low in range(high):
                if state.notes[seat, num_pairs(high) + low] == 0:
                    if is_in_sight(state, seat, place_of(state, seat, low)):
                        return True
    return False
