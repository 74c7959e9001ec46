"""Re-dealing what a seat cannot know, so that it cannot tell the difference. EE-54.

Everybody sees what is bought, paid, gained and tabled, so what another owns is known by kind; which
of it lies where is not. Before the eyes of all, cards go under a deck (`seen`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import next_u64, shuffle

from .cards import MOST_CARDS, NUM_KINDS
from .deck import count_cards


@jit
def determinize(state: Any, seat: int, rng: Any) -> None:
    """New orders of decks, new hidden cards in other hands and decks, new chances to come."""
    pool = np.zeros(MOST_CARDS, np.int8)
    for other in range(state.num_players):
        if other != seat:
            redeal(state, other, pool, rng)
        elif not state.options.blue_pearl:  # there the owner knows the order
            shuffle(rng, state.deck[seat], 0, state.deck_sizes[seat])
    state.rng[0] = next_u64(rng)


@jit
def redeal(state: Any, other: int, pool: Any, rng: Any) -> None:
    """Shuffle together all cards of another player that lie hidden, and deal them back.

    In Blue Pearl the top cards in their first order, and cards of the hand drawn from there, are
    known; of all others it is not remembered in which turn they went under the deck.
    """
    is_pearl = state.options.blue_pearl != 0
    num_hand = count_cards(state.hand, other)
    num_open = state.deck_sizes[other] - (state.known_tops[other] if is_pearl else 0)
    size = 0
    for kind in range(NUM_KINDS):
        hidden = state.hand[other, kind] + state.under[other, kind] - state.seen[other, kind]
        for _ in range(hidden):
            pool[size] = kind
            size += 1
        if is_pearl:
            num_hand -= state.seen[other, kind]
            state.hand[other, kind] = state.seen[other, kind]
            state.under[other, kind] = 0
        else:
            state.hand[other, kind] = 0
            state.under[other, kind] = state.seen[other, kind]
    for i in range(num_open):
        pool[size] = state.deck[other, i]
        size += 1
    shuffle(rng, pool, 0, size)
    for i in range(num_open):
        size -= 1
        state.deck[other, i] = pool[size]
    for _ in range(num_hand):
        size -= 1
        state.hand[other, pool[size]] += 1
    for i in range(size):
        state.under[other, pool[i]] += 1
