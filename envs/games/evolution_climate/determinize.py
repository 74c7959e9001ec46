"""Re-dealing what a seat cannot know, so that it cannot tell the difference. CM-97.

Hidden from a seat: the order of the deck and the cards set aside, other hands, Food Cards, cards
and traits that others have picked and not yet shown, traits that lie face down, in quick play all
that others have done (CM-23), the order of event cards that nobody has seen, and chance to come.
Cards that others put under the deck are hidden; those that the seat itself is putting there now
stay.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.batch import random_choice
from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import next_u64, shuffle

from .cards import NUM_CARDS, NUM_FACES, TRAIT_OF
from .growing import play
from .legal import allow_play
from .species import clear_species
from .state import DONE, EXCHANGE, FIRST_NAME, MAX_TRAITS, NO_CARD, NONE, PLAY


@jit
def determinize(state: Any, seat: int, rng: Any) -> None:
    """Re-deal in place what `seat` cannot know."""
    pool = np.zeros(NUM_CARDS, np.int64)
    undo_hidden_play(state, seat)
    size = gather_cards(state, seat, pool)
    shuffle(rng, pool, 0, size)
    size = deal_face_down(state, seat, pool, size)
    size = deal_hands(state, seat, pool, size)
    first = own_returned(state, seat)
    for i in range(first, state.deck_size):
        size -= 1
        state.deck[i] = pool[size]
    for i in range(NUM_CARDS - state.aside_size, NUM_CARDS):
        size -= 1
        state.deck[i] = pool[size]
    assert size == 0
    mask = np.zeros(state.num_actions, np.int8)
    for other in range(state.num_players):
        if other != seat:
            choose_anew(state, other, mask, rng)
    for side in range(2):
        unseen = state.num_events[side] - state.known_events[side]
        shuffle(rng, state.events[side], 1, unseen)
    state.rng[0] = next_u64(rng)


@jit
def undo_hidden_play(state: Any, seat: int) -> None:
    """CM-23: take back what others have done in this quick play; the cards go to their hands."""
    for other in range(state.num_players):
        if other == seat or state.num_shown[other] == 0:
            continue
        for slot in range(state.num_species[other]):  # cards on species now: back to the hand
            for k in range(MAX_TRAITS):
                card = state.species[other, slot].cards[k]
                if card > 0:
                    state.hands[other, card - 1] += 1
            clear_species(state.species[other, slot])
        state.num_species[other] = state.num_shown[other]
        for slot in range(state.num_shown[other]):  # and those that were there before: not in it
            state.species[other, slot] = state.shown[other, slot]
            for k in range(MAX_TRAITS):
                card = state.species[other, slot].cards[k]
                if card > 0:
                    state.hands[other, card - 1] -= 1
        for face in range(NUM_FACES):
            state.hands[other, face] += state.spent[other, face]
            state.spent[other, face] = 0
        state.hand_sizes[other] = state.shown_hand_sizes[other]
        state.spent_fat[other] = 0
        state.pending_cards[other] = NO_CARD
        state.pending_traits[other] = NONE


@jit
def own_returned(state: Any, seat: int) -> int:
    """Cards at the bottom of the deck that the seat knows: those it is putting there now."""
    return state.num_returned if state.phase == EXCHANGE and state.to_move == seat else 0


@jit
def gather_cards(state: Any, seat: int, pool: Any) -> int:
    """Collect all cards whose place the seat does not know; returns how many. Hands are emptied."""
    size = 0
    for i in range(own_returned(state, seat), state.deck_size):
        pool[size] = state.deck[i]
        size += 1
    for i in range(NUM_CARDS - state.aside_size, NUM_CARDS):
        pool[size] = state.deck[i]
        size += 1
    for other in range(state.num_players):
        if other == seat:
            continue
        for face in range(NUM_FACES):
            for _ in range(state.hands[other, face]):
                pool[size] = face
                size += 1
            state.hands[other, face] = 0
        if state.food_cards[other] != NO_CARD:
            pool[size] = state.food_cards[other]
            size += 1
        for slot in range(state.num_species[other]):
            species = state.species[other, slot]
            for k in range(MAX_TRAITS):
                if is_face_down(species, k):
                    pool[size] = species.cards[k] - 1
                    size += 1
    return size


@jit
def is_face_down(species: Any, k: int) -> bool:
    """Whether the k-th card of a species lies face down."""
    card = species.cards[k]
    return card > 0 and (species.hidden >> TRAIT_OF[card - 1]) & 1 == 1


@jit
def deal_face_down(state: Any, seat: int, pool: Any, size: int) -> int:
    """New cards for the face-down traits of others, none twice on a species (CM-17): the first of
    the shuffled pool that fits. Returns what is left.
    """
    for other in range(state.num_players):
        if other == seat:
            continue
        for slot in range(state.num_species[other]):
            species = state.species[other, slot]
            is_down = species.hidden
            species.traits &= ~is_down
            species.hidden = 0
            for k in range(MAX_TRAITS):
                card = species.cards[k]
                if card > 0 and (is_down >> TRAIT_OF[card - 1]) & 1 == 1:
                    i = size - 1
                    while i > 0 and (species.traits >> TRAIT_OF[pool[i]]) & 1:
                        i -= 1
                    face = pool[i]
                    pool[i] = pool[size - 1]
                    size -= 1
                    species.cards[k] = face + 1
                    species.traits |= 1 << TRAIT_OF[face]
                    species.hidden |= 1 << TRAIT_OF[face]
    return size


@jit
def deal_hands(state: Any, seat: int, pool: Any, size: int) -> int:
    """New hands and Food Cards for the others; returns what is left."""
    for other in range(state.num_players):
        if other == seat:
            continue
        for _ in range(state.hand_sizes[other]):
            size -= 1
            state.hands[other, pool[size]] += 1
        if state.food_cards[other] != NO_CARD:
            size -= 1
            state.food_cards[other] = pool[size]
    return size


@jit
def choose_anew(state: Any, other: int, mask: Any, rng: Any) -> None:
    """What another seat has picked out of sight may be anything it may pick: in quick play as many
    random choices as it has made (CM-23), in turn one card or trait.
    """
    if state.owing != 0 and state.num_shown[other] > 0:
        links = state.links[other]
        has_done = not has_bit(state.owing, other)
        for _ in range(links - 1 if has_done else links):
            mask[:] = 0
            allow_play(state, other, mask)
            mask[DONE] = 0
            if not mask.any():
                break
            play(state, other, random_choice(mask, rng))
        if has_done:
            state.pending_cards[other] = NO_CARD
            state.pending_traits[other] = NONE
        return
    has_card, has_name = state.pending_cards[other] != NO_CARD, state.pending_traits[other] != NONE
    if state.phase == PLAY and (has_card or has_name):
        state.pending_cards[other] = NO_CARD
        state.pending_traits[other] = NONE
        mask[:] = 0
        allow_play(state, other, mask)
        if has_card:
            mask[FIRST_NAME:] = 0
        else:
            mask[:FIRST_NAME] = 0
        mask[DONE] = 0
        if mask.any():
            play(state, other, random_choice(mask, rng))
