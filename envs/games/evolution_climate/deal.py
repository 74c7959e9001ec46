"""Setting a game up, and the deal that opens each round. CM-03 to CM-12."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below, shuffle

from .cards import EVENTS_A_SIDE, NUM_CARDS, TEMPERATE, WHOLE_DECK, WHOLE_EVENT_DECK
from .deck import draw_cards
from .kill import forget_attack
from .species import add_species
from .state import (
    DEALING,
    FINAL,
    FOOD_CARD,
    GROWING,
    MAX_PLAYERS,
    NEXT_IS_FINAL,
    NO_CARD,
    NONE,
)
from .takes import end_chain


@jit
def deal(state: Any) -> None:
    """A new game from `state.rng`, dealt up to the first choice of Food Cards."""
    clear_board(state)
    for i in range(NUM_CARDS):
        state.deck[i] = WHOLE_DECK[i]
    shuffle(state.rng, state.deck, 0, NUM_CARDS)
    state.aside_size = cards_aside(state.num_players)
    state.deck_size = NUM_CARDS - state.aside_size
    if state.options.climate_events != 0:  # CM-05, CM-33
        for side in range(2):
            state.num_events[side] = EVENTS_A_SIDE
            for i in range(EVENTS_A_SIDE):
                state.events[side, i] = WHOLE_EVENT_DECK[side, i]
            shuffle(state.rng, state.events[side], 0, EVENTS_A_SIDE)
    state.first = below(state.rng, state.num_players)  # CM-07
    state.alive = (1 << state.num_players) - 1
    begin_round(state)


@jit
def clear_board(state: Any) -> None:
    """CM-03: the marker in the temperate zone, and nothing chosen, pending or under way."""
    state.zone = TEMPERATE
    state.thaw = NONE
    state.volcano = NONE
    state.scavenger = NONE
    state.migrant = NONE
    for seat in range(MAX_PLAYERS):
        state.food_cards[seat] = NO_CARD
        state.pending_cards[seat] = NO_CARD
        state.pending_traits[seat] = NONE
    end_chain(state)
    forget_attack(state)


@jit
def cards_aside(num_players: int) -> int:
    """CM-04: cards removed from the deck, by the number of players."""
    if num_players == 2:
        return NUM_CARDS // 2
    if num_players == 3:
        return 60
    return 30 if num_players == 4 else 0


@jit
def begin_round(state: Any) -> bool:
    """Phase 1, and Phase 2 opened; returns whether a choice is owed (nobody has a card: none is).

    CM-46: what a Wildfire set aside comes first. CM-08: a species for whoever has none. CM-09: 4
    cards and one a species, the whole hand of a player at once, from the First Player on.
    """
    state.turn += 1
    if state.final == NEXT_IS_FINAL:  # CM-11
        state.final = FINAL
    state.watering_hole += state.wildfire_food
    state.wildfire_food = 0
    state.stage = DEALING
    for seat in range(state.num_players):
        if state.num_species[seat] == 0:
            add_species(state, seat, False)
    for steps in range(state.num_players):
        seat = (state.first + steps) % state.num_players
        draw_cards(state, seat, 4 + state.num_species[seat])
    state.stage = GROWING
    state.phase = FOOD_CARD
    state.deciding = 0
    for seat in range(state.num_players - 1, -1, -1):  # CM-13
        if state.hand_sizes[seat] > 0:
            state.deciding |= 1 << seat
            state.to_move = seat
    return state.deciding != 0
