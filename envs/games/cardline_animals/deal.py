"""Setting a game up. CA-04 to CA-10, CA-46."""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.cards import push
from phylarium.envs.core.header import seat_after
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below, shuffle

from .cards import MAX_CARDS
from .drawing import draw
from .normal import normal
from .state import (
    EMPTY,
    LARGEST_LEVEL,
    RANDOM_CHARACTERISTIC,
    RANDOM_FIRST,
    ROUNDS,
    SHUFFLED_WORLD,
    SMALLEST_LEVEL,
    is_dealt_from,
)


@jit
def deal(state: Any) -> None:
    """A new game from `state.rng`."""
    options = state.options
    state.characteristic = options.characteristic
    if options.characteristic == RANDOM_CHARACTERISTIC:  # CA-04
        state.characteristic = below(state.rng, 3)
    state.first = 0
    if options.first_player == RANDOM_FIRST:  # CA-10
        state.first = below(state.rng, state.num_players)
    clear_table(state)
    if options.knowledge == SHUFFLED_WORLD:
        shift_world(state)
    size = 0
    for card in range(state.num_cards):
        if is_dealt_from(state, card):
            size = push(state.deck, size, card)
    shuffle(state.rng, state.deck, 0, size)  # CA-08
    state.deck_size = size
    for slot in range(options.hand_size):  # CA-05: one card at a time, from the first seat
        for steps in range(state.num_players):
            draw(state, seat_after(state, state.first, steps), slot)
    state.deck_size -= 1  # CA-07
    state.line_size = push(state.line, 0, state.deck[state.deck_size])
    state.deck[state.deck_size] = 0
    state.alive = (1 << state.num_players) - 1
    state.to_move = state.first
    state.deciding = 1 << state.first


@jit
def clear_table(state: Any) -> None:
    """An empty table: nobody holds a card, nothing is revealed, values are as printed.

    The characteristic in play is set already.
    """
    state.phase = ROUNDS
    state.last_card = EMPTY
    state.last_seat = EMPTY
    state.hands[:] = EMPTY
    state.level[:] = state.all_levels[state.characteristic]
    state.rank[:] = state.all_ranks[state.characteristic]


@jit
def shift_world(state: Any) -> None:
    """CA-46: this game's values: each family's and each card's factor, drawn once."""
    family_shift = 1000.0 * state.options.family_shift
    card_shift = 1000.0 * state.options.card_shift
    for family in range(10):
        shift = family_shift * normal(state.rng)
        for card in range(state.num_cards):
            if state.family[card] == family:
                set_level(state, card, state.level[card] + shift + card_shift * normal(state.rng))
    rank_levels(state)


@jit
def set_level(state: Any, card: int, level: float) -> None:
    """A card's value in this game's world, as a level."""
    state.level[card] = int(np.floor(min(max(level, SMALLEST_LEVEL), LARGEST_LEVEL) + 0.5))


@jit
def rank_levels(state: Any) -> None:
    """CA-46: dense ranks of the levels of this game's world; equal levels are equal values."""
    order = np.zeros(MAX_CARDS, np.int8)
    for card in range(state.num_cards):
        at = card
        while at > 0 and state.level[order[at - 1]] > state.level[card]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = card
    rank = 0
    for k in range(state.num_cards):
        if k > 0 and state.level[order[k]] != state.level[order[k - 1]]:
            rank += 1
        state.rank[order[k]] = rank
