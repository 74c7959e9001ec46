"""Setting a game up. EE-01 to EE-04, EE-07, EE-49."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below

from .cards import (
    CATACLYSM,
    CATACLYSM_COPIES,
    CRITTERS,
    FISHES,
    NUM_CATACLYSMS,
    NUM_SPECIES,
    NUM_TERRITORIES,
    OCEAN,
    POP,
    POP_PILE,
    SPECIES_PILE,
    STARTER_CARDS,
    STARTER_CRITTERS,
    STARTER_POP,
    TERRITORY,
)
from .deck import shuffle_deck
from .state import ABSENT, EMPTY
from .turn import begin_turn


@jit
def deal(state: Any) -> None:
    """A new game from `state.rng`: the decks in seat order, then who begins."""
    fill_supply(state)
    for seat in range(state.num_players):
        for territory in range(NUM_TERRITORIES):
            state.world[seat, territory] = ABSENT
        state.world[seat, OCEAN] = EMPTY
        deal_deck(state, seat)
    state.alive = (1 << state.num_players) - 1
    state.to_move = state.options.first_player
    if state.to_move < 0:
        state.to_move = below(state.rng, state.num_players)
    begin_turn(state, int(state.to_move))


@jit
def fill_supply(state: Any) -> None:
    """EE-01, EE-02: twenty piles."""
    for species in range(FISHES, NUM_SPECIES):
        state.supply[species] = SPECIES_PILE[state.num_players]
    state.supply[POP] = POP_PILE[state.num_players]
    for cataclysm in range(NUM_CATACLYSMS):
        state.supply[CATACLYSM + cataclysm] = CATACLYSM_COPIES


@jit
def deal_deck(state: Any, seat: int) -> None:
    """EE-03, EE-04: the starter deck, shuffled; EE-49: in Blue Pearl all have the first one's
    order, or the one that the options give.
    """
    if state.options.blue_pearl:
        state.known_tops[seat] = STARTER_CARDS
        if seat > 0 or state.options.starting_order[0] >= 0:
            for i in range(STARTER_CARDS):
                if seat > 0:
                    state.deck[seat, i] = state.deck[0, i]
                else:
                    state.deck[0, i] = state.options.starting_order[STARTER_CARDS - 1 - i]
            state.deck_sizes[seat] = STARTER_CARDS
            return
    state.under[seat, CRITTERS] = STARTER_CRITTERS
    state.under[seat, POP] = STARTER_POP
    for continent in range(OCEAN + 1, NUM_TERRITORIES):
        state.under[seat, TERRITORY + continent] = 1
    shuffle_deck(state, seat)
