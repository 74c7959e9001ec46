"""Cards that come from the deck, and a deck that runs out. CA-05, CA-17, CA-20, CA-30, CA-33."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import shuffle

from .beliefs import estimate_card
from .state import RESHUFFLE


@jit
def draw(state: Any, seat: int, slot: int) -> None:
    """CA-05, CA-06: the top card of the deck, which must hold one, into a free slot; face down.

    CA-42: every player forms an estimate of it.
    """
    state.deck_size -= 1
    state.hands[seat, slot] = state.deck[state.deck_size]
    state.deck[state.deck_size] = 0
    state.hand_sizes[seat] += 1
    for knower in range(state.num_players):
        estimate_card(state, knower, seat, slot, state.rng)


@jit
def replace_card(state: Any, seat: int, slot: int) -> None:
    """CA-17, CA-20: a card is drawn into the freed slot; CA-30: or a marker is taken."""
    if reaches(state, 1):
        draw(state, seat, slot)
    else:
        state.markers[seat] += 1
        state.ran_out = 1


@jit
def reaches(state: Any, cards: int) -> bool:
    """Whether the deck can pay so many cards; CA-33: with `reshuffle` the box may help it out."""
    if state.deck_size < cards and state.options.deck_exhaustion == RESHUFFLE:
        # The cards of the box go under the deck in a new order.
        kept, returned = state.deck_size, state.box_size
        for i in range(kept - 1, -1, -1):
            state.deck[i + returned] = state.deck[i]
        for i in range(returned):
            state.deck[i] = state.box[i]
            state.box[i] = 0
        shuffle(state.rng, state.deck, 0, returned)
        state.deck_size = kept + returned
        state.box_size = 0
    return state.deck_size >= cards
