"""Setting a game up. CL-03 to CL-05, CL-33 to CL-36, CL-40, CL-41, CL-52 to CL-54."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import shuffle

from .cards import FISH, MOLLUSK, NUM_ANIMALS
from .deck import put, return_bonus
from .order import seat_order
from .scoring import finish, gain
from .slots import size_slots
from .state import (
    ASIDE,
    DECK,
    EMPTY,
    MAX_HAND,
    NO_CHOICE,
    PERSONAL,
    PILE,
    animals_in_play,
    hand_size,
    has_bonus_cards,
    is_card_of_deck,
    seats,
    starters,
)
from .step import begin_tick, is_game_over


@jit
def deal(state: Any) -> None:
    """A new game from `state.rng`.

    CL-05: a bonus card that comes up is replaced, and shuffled back in when all is dealt. The same
    chances come from dealing animal cards alone and shuffling the bonus cards into the rest (shown
    in RULES.md).
    """
    clear_table(state)
    build_animal_deck(state)
    for seat in seats(state):  # CL-36: starters come before the table
        for _ in range(starters(state, seat)):
            card = deal_card(state)
            state.place[card] = PILE + seat
            state.pile_sizes[seat] += 1
        gain(state, seat, starters(state, seat))  # CL-64: so that returns are what piles hold
    for seat in seats(state):
        for k in range(hand_size(state, seat)):
            put(state, deal_card(state), PERSONAL + MAX_HAND * seat + k)
    for place in range(state.target):
        put(state, deal_card(state), place)
    if has_bonus_cards(state):
        return_bonus(state, FISH)
        return_bonus(state, MOLLUSK)
        shuffle(state.rng, state.deck, 0, state.deck_size)
    state.alive = (1 << state.num_players) - 1
    if is_game_over(state):
        finish(state)
    else:
        begin_tick(state)


@jit
def clear_table(state: Any) -> None:
    """An empty table: no card lies anywhere, nobody has chosen, nobody rests."""
    size_slots(state)
    state.table[:] = EMPTY
    state.place[:] = ASIDE
    state.choices[:] = NO_CHOICE
    state.resting = -1
    seat_order(state)


@jit
def build_animal_deck(state: Any) -> None:
    """CL-04, CL-40: three-animal cards alone, or all; CL-33, CL-54: some of them stay aside,
    unseen.
    """
    size = 0
    for card in range(NUM_ANIMALS):
        if is_card_of_deck(state, card):
            state.deck[size] = card
            size += 1
    shuffle(state.rng, state.deck, 0, size)
    for i in range(animals_in_play(state), size):
        state.deck[i] = 0
    state.deck_size = animals_in_play(state)
    for i in range(state.deck_size):
        state.place[state.deck[i]] = DECK
    if has_bonus_cards(state):
        state.place[FISH] = DECK
        state.place[MOLLUSK] = DECK


@jit
def deal_card(state: Any) -> int:
    """The top card of the animal deck."""
    assert state.deck_size > 0
    state.deck_size -= 1
    card = state.deck[state.deck_size]
    state.deck[state.deck_size] = 0
    return card
