"""Decks: drawing, shuffling, and what goes under them. EE-08, EE-09, EE-48.

`deck[seat, :deck_sizes[seat]]` are the cards above the SHUFFLE card, the top one last; `under` are
those below it, whose order means nothing since they are shuffled before anybody draws them. Blue
Pearl has no SHUFFLE card: there `under` is the pile that a turn collects, until its owner has
ordered it.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import shuffle

from .cards import NUM_KINDS
from .state import HAND_SIZE


@jit
def draw_hand(state: Any, seat: int) -> None:
    """EE-08: five cards, or as many as there are."""
    for _ in range(HAND_SIZE):
        if state.deck_sizes[seat] == 0 and not state.options.blue_pearl:
            shuffle_deck(state, seat)
        size = state.deck_sizes[seat] - 1
        if size < 0:
            return
        card = state.deck[seat, size]
        state.deck[seat, size] = 0
        state.deck_sizes[seat] = size
        state.hand[seat, card] += 1
        if state.known_tops[seat] > 0:
            state.known_tops[seat] -= 1
            state.seen[seat, card] += 1


@jit
def shuffle_deck(state: Any, seat: int) -> None:
    """EE-09: SHUFFLE lies on top, so all that lies under it becomes the deck."""
    size = 0
    for kind in range(NUM_KINDS):
        for _ in range(state.under[seat, kind]):
            state.deck[seat, size] = kind
            size += 1
        state.under[seat, kind] = 0
        state.seen[seat, kind] = 0
    state.deck_sizes[seat] = size
    shuffle(state.rng, state.deck[seat], 0, size)


@jit
def put_under(state: Any, seat: int, kind: int, count: int) -> None:
    """Put cards under a deck before everybody's eyes. EE-27: the turn can use them no more."""
    state.under[seat, kind] += count
    if not state.options.blue_pearl:
        state.seen[seat, kind] += count


@jit
def put_hand_under(state: Any, seat: int) -> None:
    """EE-12: the rest of the hand goes under the deck, unseen."""
    for kind in range(NUM_KINDS):
        state.under[seat, kind] += state.hand[seat, kind]
        state.hand[seat, kind] = 0
        if state.options.blue_pearl:
            state.seen[seat, kind] = 0


@jit
def take_from_hand(state: Any, seat: int, kind: int, count: int) -> None:
    """Cards leave a hand openly; whoever knew of such cards there has now seen them."""
    state.hand[seat, kind] -= count
    if state.options.blue_pearl:
        state.seen[seat, kind] = max(0, state.seen[seat, kind] - count)


@jit
def put_lowest(state: Any, seat: int, kind: int) -> None:
    """EE-50: the next card of the turn's pile goes under the deck, below all others."""
    for i in range(state.deck_sizes[seat], 0, -1):
        state.deck[seat, i] = state.deck[seat, i - 1]
    state.deck[seat, 0] = kind
    state.deck_sizes[seat] += 1
    state.under[seat, kind] -= 1


@jit
def count_cards(counts: Any, seat: int) -> int:
    """How many cards a seat has in `hand` or `under`."""
    total, mine = 0, counts[seat]
    for kind in range(NUM_KINDS):
        total += mine[kind]
    return total
