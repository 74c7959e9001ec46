"""Re-dealing what a seat cannot know, so that it cannot tell the difference. CL-57, CL-62."""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.batch import random_choice
from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import next_u64, shuffle

from .cards import NUM_ANIMALS, NUM_CARDS, is_bonus
from .faces import deal_unread_faces, look_anew
from .legal import legal_for
from .state import (
    ASIDE,
    DECK,
    LOOKS,
    NO_CHOICE,
    NUM_PLACES,
    PERSONAL,
    is_card_of_deck,
    seats,
)
from .step import first_look


@jit
def determinize(state: Any, seat: int, rng: Any) -> None:
    """New deck order, new unseen cards in other hands and aside, new hidden choices, new chances to
    come.

    With `vision: looks` the faces that nobody reads are new too, as the seat's notes allow.
    """
    if state.options.vision == LOOKS:
        deal_unread_faces(state, seat, rng)
    deal_unknown_cards(state, seat, rng)
    if state.options.vision == LOOKS:
        for other in seats(state):
            if other != seat:
                look_anew(state, other, rng)
    choose_anew(state, seat, rng)
    state.rng[0] = next_u64(rng)


@jit
def is_unknown(state: Any, seat: int, place: int) -> bool:
    """Whether a personal card lies there that the seat has never seen."""
    if state.table[place] < 0:
        return False
    return not has_bit(state.known[place - PERSONAL], seat)


@jit
def deal_unknown_cards(state: Any, seat: int, rng: Any) -> None:
    """Shuffle together the deck, the cards set aside and the personal cards that the seat has not
    seen.

    Bonus cards are in the deck and nowhere else, and cards that the set-up leaves out stay out.
    """
    pool = np.zeros(NUM_CARDS, np.int8)
    size = gather_unknown(state, seat, pool)
    shuffle(rng, pool, 0, size)
    for place in range(PERSONAL, NUM_PLACES):
        if is_unknown(state, seat, place):
            size -= 1
            state.table[place] = pool[size]
            state.place[pool[size]] = place
    num_deck = 0
    for card in range(NUM_CARDS):
        if is_bonus(card) and state.place[card] == DECK:
            state.deck[num_deck] = card
            num_deck += 1
    while num_deck < state.deck_size:
        size -= 1
        state.deck[num_deck] = pool[size]
        state.place[pool[size]] = DECK
        num_deck += 1
    while size > 0:
        size -= 1
        state.place[pool[size]] = ASIDE
    shuffle(rng, state.deck, 0, state.deck_size)


@jit
def gather_unknown(state: Any, seat: int, pool: Any) -> int:
    """Collect the animal cards whose place the seat does not know; returns how many."""
    size = 0
    for card in range(NUM_ANIMALS):
        place = state.place[card]
        is_hidden = place == DECK or (place == ASIDE and is_card_of_deck(state, card))
        if PERSONAL <= place < NUM_PLACES:
            is_hidden = is_unknown(state, seat, place)
        if is_hidden:
            pool[size] = card
            size += 1
    return size


@jit
def choose_anew(state: Any, seat: int, rng: Any) -> None:
    """Others who have chosen this tick may have chosen anything that they may choose."""
    mask = np.zeros(state.num_actions, np.int8)
    for other in seats(state):
        if other != seat and state.choices[other] != NO_CHOICE:
            legal_for(state, other, mask)
            first = first_look(state)
            mask[first:] = 0
            state.choices[other] = random_choice(mask, rng)
