"""Cards and points in motion: the draw deck and what replaces it, hands, discards, food bags."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import shuffle

from .cards import NUM_CARDS, NUM_FACES
from .state import BY_SCORE, DEALING, FINAL, GROWING, NEXT_IS_FINAL, NO_CARD, NOT_FINAL


@jit
def draw_cards(state: Any, seat: int, count: int) -> None:
    """Draw into a hand; what the deck cannot pay even when replaced is not owed (CM-12)."""
    for _ in range(count):
        if state.deck_size == 0:
            replace_deck(state)
        if state.deck_size == 0:
            return
        state.deck_size -= 1
        face = state.deck[state.deck_size]
        state.deck[state.deck_size] = 0
        state.hands[seat, face] += 1
        state.hand_sizes[seat] += 1
        if state.deck_size == 0:
            run_out(state)


@jit
def run_out(state: Any) -> None:
    """CM-10, CM-11: the last card is gone: this round is final if it went while dealing, else the
    next; a deck that runs out again changes nothing (CM-12). The exchange cannot come here.
    """
    assert state.stage != GROWING
    if state.final == NOT_FINAL:
        state.final = FINAL if state.stage == DEALING else NEXT_IS_FINAL
    replace_deck(state)


@jit
def replace_deck(state: Any) -> None:
    """CM-10: the cards set aside become the deck; CM-12: if there are none, the discards,
    shuffled."""
    if state.aside_size > 0:
        start = NUM_CARDS - state.aside_size
        for i in range(state.aside_size):
            state.deck[i] = state.deck[start + i]
        state.deck_size = state.aside_size
        state.aside_size = 0
    else:
        size = 0
        for face in range(NUM_FACES):
            for _ in range(state.discards[face]):
                state.deck[size] = face
                size += 1
            state.discards[face] = 0
        state.deck_size = size
        shuffle(state.rng, state.deck, 0, size)
    for i in range(state.deck_size, NUM_CARDS):
        state.deck[i] = 0


@jit
def discard_from_hand(state: Any, seat: int, face: int) -> None:
    """Lay a card of a hand on the discard pile, face up."""
    assert state.hands[seat, face] > 0
    state.hands[seat, face] -= 1
    state.hand_sizes[seat] -= 1
    state.discards[face] += 1


@jit
def put_in_bag(state: Any, seat: int, tokens: int) -> None:
    """Food goes into a player's bag, where each token is a point (CM-64, CM-67)."""
    if tokens > 0:
        state.bags[seat] += tokens
        if state.options.reward == BY_SCORE:
            reward(state, seat, float(tokens))


@jit
def reward(state: Any, seat: int, points: float) -> None:
    """CM-94: pay a seat; with `zero_sum` the others pay for it in equal parts."""
    state.rewards[seat] += points
    if state.options.zero_sum:
        for other in range(state.num_players):
            if other != seat:
                state.rewards[other] -= points / (state.num_players - 1)


@jit
def take_from_hand(state: Any, seat: int, face: int) -> None:
    """A card leaves a hand for a place that the caller sees to."""
    assert face != NO_CARD
    assert state.hands[seat, face] > 0
    state.hands[seat, face] -= 1
    state.hand_sizes[seat] -= 1
