"""Phase 3: playing cards, in turn or all at once, and the exchange of cards. CM-15 to CM-24."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit, without_bit
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import shuffle

from .before_reveal import mark_traits
from .cards import NUM_FACES, TRAIT_OF
from .deck import draw_cards, put_in_bag, take_from_hand
from .species import add_species, clear_species, remove_trait
from .state import (
    BEFORE_REVEAL,
    DONE,
    EXCHANGE,
    FIRST_BODY,
    FIRST_CARD,
    FIRST_NAME,
    FIRST_POPULATION,
    FIRST_SPECIES,
    FIRST_TRAIT,
    MAX_PLAYERS,
    MAX_TRAITS,
    NEW_LEFT,
    NO_CARD,
    NONE,
    PLAY,
)


@jit
def is_quick(state: Any) -> bool:
    """CM-23: whether all play at once: an option, and the rule with six players."""
    return state.options.quick_play != 0 or state.num_players == MAX_PLAYERS


@jit
def begin_growing(state: Any) -> None:
    """CM-15: the First Player begins; CM-23: in quick play everybody does, out of sight."""
    state.phase = PLAY
    state.turns_taken = 0
    if is_quick(state):
        state.owing = (1 << state.num_players) - 1
        state.deciding = state.owing
        state.to_move = 0
        for seat in range(state.num_players):
            state.num_shown[seat] = state.num_species[seat]
            state.shown_hand_sizes[seat] = state.hand_sizes[seat]
            for slot in range(state.num_species[seat]):
                state.shown[seat, slot] = state.species[seat, slot]
    else:
        state.to_move = state.first
        state.deciding = 1 << state.first


@jit
def play(state: Any, seat: int, action: int) -> bool:
    """One link of a turn in Phase 3; returns whether the seat goes on."""
    if state.pending_cards[seat] != NO_CARD:
        place_card(state, seat, action)
    elif state.pending_traits[seat] != NONE:
        trait = state.pending_traits[seat]
        state.pending_traits[seat] = NONE
        lay_off(state, seat, remove_trait(state, seat, action - FIRST_SPECIES, trait))
    elif action == DONE:
        return False
    elif action < FIRST_TRAIT:
        state.pending_cards[seat] = action - FIRST_CARD
    else:
        state.pending_traits[seat] = action - FIRST_NAME
    return True


@jit
def place_card(state: Any, seat: int, action: int) -> None:
    """The card just picked becomes a trait (CM-16), a new species (CM-18) or a step of growth
    (CM-19).
    """
    face = state.pending_cards[seat]
    state.pending_cards[seat] = NO_CARD
    take_from_hand(state, seat, face)
    if action < FIRST_POPULATION:
        species = state.species[seat, action - FIRST_TRAIT]
        k = 0
        while species.cards[k] > 0:
            k += 1
        assert k < MAX_TRAITS
        species.cards[k] = face + 1
        species.traits |= 1 << TRAIT_OF[face]
        species.hidden |= 1 << TRAIT_OF[face]
        return
    lay_off(state, seat, face)
    if action < FIRST_BODY:
        state.species[seat, action - FIRST_POPULATION].population += 1
    elif action < NEW_LEFT:
        state.species[seat, action - FIRST_BODY].body += 1
    else:
        add_species(state, seat, action == NEW_LEFT)


@jit
def lay_off(state: Any, seat: int, face: int) -> None:
    """A card goes to the discards, in quick play out of sight until all have done (CM-23)."""
    if state.owing != 0:
        state.spent[seat, face] += 1
    else:
        state.discards[face] += 1


@jit
def after_play(state: Any, seat: int, goes_on: bool) -> bool:
    """Who plays next; returns whether a choice is owed. In turn, a seat that has done exchanges
    before the next one plays; at once, exchanges come when all have shown (CM-21, CM-23).
    """
    if state.owing == 0:
        if goes_on:
            return True
        return begin_exchange(state, seat) or next_grower(state)
    state.links[seat] += 1
    if not goes_on:
        state.owing = without_bit(state.owing, seat)
    state.deciding = without_bit(state.deciding, seat)
    if state.deciding == 0:
        state.deciding = state.owing
    if state.deciding != 0:
        state.to_move = 0
        while not has_bit(state.deciding, state.to_move):
            state.to_move += 1
        return True
    show_all(state)
    return begin_exchange(state, state.first) or next_grower(state)


@jit
def show_all(state: Any) -> None:
    """CM-23: discards, new species and traits of quick play come into sight."""
    for seat in range(state.num_players):
        for slot in range(state.num_shown[seat]):
            clear_species(state.shown[seat, slot])
        state.num_shown[seat] = 0
        state.shown_hand_sizes[seat] = 0
        state.links[seat] = 0
        put_in_bag(state, seat, state.spent_fat[seat])
        state.spent_fat[seat] = 0
        for face in range(NUM_FACES):
            state.discards[face] += state.spent[seat, face]
            state.spent[seat, face] = 0
    reveal_traits(state)


@jit
def reveal_traits(state: Any) -> None:
    """CM-22: newly played traits are turned face up."""
    for seat in range(state.num_players):
        for slot in range(state.num_species[seat]):
            state.species[seat, slot].hidden = 0


@jit
def begin_exchange(state: Any, seat: int) -> bool:
    """CM-21: a seat may exchange cards; returns False where hand or deck is empty."""
    if state.hand_sizes[seat] == 0 or state.deck_size == 0:
        return False
    state.phase = EXCHANGE
    state.to_move = seat
    state.deciding = 1 << seat
    return True


@jit
def exchange(state: Any, seat: int, action: int) -> bool:
    """CM-21: put a card under the deck, or be done: those put there are mixed, and as many drawn
    from the top. Returns whether a choice is owed.
    """
    if action != DONE:
        face = action - FIRST_CARD
        take_from_hand(state, seat, face)
        for i in range(state.deck_size, 0, -1):
            state.deck[i] = state.deck[i - 1]
        state.deck[0] = face
        state.deck_size += 1
        state.num_returned += 1
        return True
    count = state.num_returned
    state.num_returned = 0
    shuffle(state.rng, state.deck, 0, count)
    draw_cards(state, seat, count)
    return next_grower(state)


@jit
def next_grower(state: Any) -> bool:
    """The next seat plays, or in quick play exchanges; after the last, traits are shown and the
    stage is over. Returns whether a choice is owed.
    """
    is_at_once = is_quick(state)
    while True:
        state.turns_taken += 1
        if state.turns_taken == state.num_players:
            break
        seat = (state.first + state.turns_taken) % state.num_players
        if is_at_once:
            if begin_exchange(state, seat):
                return True
        else:
            state.phase = PLAY
            state.to_move = seat
            state.deciding = 1 << seat
            return True
    reveal_traits(state)
    state.turns_taken = 0
    state.stage = BEFORE_REVEAL
    mark_traits(state)
    return False
