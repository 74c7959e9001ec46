"""Re-dealing what a seat cannot know, so that it cannot tell the difference. CA-46, CA-49."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below, next_u64, shuffle, uniform

from .beliefs import LEAST_SD, estimate_card, noise_of
from .cards import MAX_CARDS
from .deal import rank_levels, set_level
from .normal import normal
from .state import (
    EMPTY,
    SHUFFLED_WORLD,
    shows_family,
    shows_identity,
)

SWEEPS = 4
TINY = 1e-18


@jit
def determinize(state: Any, seat: int, rng: Any) -> None:
    """New deck order, animals behind hidden cards, worlds, estimates of others, chances to come.

    The seat's own estimates stay, and what is new is drawn in the light of them.
    """
    if not shows_identity(state):
        redeal_hands(state, seat, rng)
    if state.options.knowledge == SHUFFLED_WORLD:
        shift_anew(state, seat, rng)
    shuffle(rng, state.deck, 0, state.deck_size)
    for owner in range(state.num_players):
        for slot in range(state.options.hand_size):
            if state.hands[owner, slot] != EMPTY:
                for knower in range(state.num_players):
                    if knower != seat:
                        estimate_card(state, knower, owner, slot, rng)
    state.rng[0] = next_u64(rng)


@jit
def redeal_hands(state: Any, seat: int, rng: Any) -> None:
    """Draw the animals of all hands again from those not revealed, by how well they fit.

    `pool` holds the hidden cards, those in hands first, then the deck. Each hand's card is drawn in
    turn in proportion to its likelihood, then single exchanges (Metropolis) even out the order.
    """
    pool = np.zeros(MAX_CARDS, np.int8)
    estimates = np.zeros(MAX_CARDS, np.int16)
    families = np.full(MAX_CARDS, -1, np.int8)  # the family that a place must keep, -1: any
    held = 0
    for owner in range(state.num_players):
        for slot in range(state.options.hand_size):
            card = state.hands[owner, slot]
            if card != EMPTY:
                pool[held] = card
                estimates[held] = state.estimates[seat, owner, slot]
                if shows_family(state):
                    families[held] = state.family[card]
                held += 1
    total = held + state.deck_size
    for i in range(state.deck_size):
        pool[held + i] = state.deck[i]
    sd = max(noise_of(state, seat), LEAST_SD)
    for place in range(held):
        best, best_score = place, -1e300
        for other in range(place, total):
            if families[place] < 0 or state.family[pool[other]] == families[place]:
                gumbel = -log(-log(uniform(rng) + TINY) + TINY)
                score = fit(state, pool[other], estimates[place], sd) + gumbel
                if score > best_score:
                    best, best_score = other, score
        card = pool[place]
        pool[place] = pool[best]
        pool[best] = card
    for _ in range(SWEEPS):
        for place in range(held):
            exchange(state, pool, estimates, families, place, below(rng, total), held, sd, rng)
    held = 0
    for owner in range(state.num_players):
        for slot in range(state.options.hand_size):
            if state.hands[owner, slot] != EMPTY:
                state.hands[owner, slot] = pool[held]
                held += 1
    for i in range(state.deck_size):
        state.deck[i] = pool[held + i]


@jit
def fit(state: Any, card: int, estimate: int, sd: float) -> float:
    """Log likelihood of an estimate if it is of that card, but for a constant."""
    distance = (state.level[card] - estimate) / sd
    return -0.5 * distance * distance


@jit
def exchange(
    state: Any,
    pool: Any,
    estimates: Any,
    families: Any,
    a: int,
    b: int,
    held: int,
    sd: float,
    rng: Any,
) -> None:
    """Exchange the cards of two places if chance, and the families that show, allow it."""
    one, other = pool[a], pool[b]
    if families[a] >= 0 and state.family[other] != families[a]:
        return
    gain = fit(state, other, estimates[a], sd) - fit(state, one, estimates[a], sd)
    if b < held:
        if families[b] >= 0 and state.family[one] != families[b]:
            return
        gain += fit(state, one, estimates[b], sd) - fit(state, other, estimates[b], sd)
    if log(uniform(rng) + TINY) < gain:
        pool[a] = other
        pool[b] = one


@jit
def shift_anew(state: Any, seat: int, rng: Any) -> None:
    """CA-46: new values for the animals not revealed in this game's world.

    A family's factor is drawn from what its revealed cards say of it, a card's own factor from the
    seat's estimate where it has one.
    """
    is_revealed = np.zeros(MAX_CARDS, np.int8)
    for place in range(state.line_size):
        is_revealed[state.line[place]] = 1
    for place in range(state.box_size):
        is_revealed[state.box[place]] = 1
    family_var = (1000.0 * state.options.family_shift) ** 2
    card_var = (1000.0 * state.options.card_shift) ** 2
    noise_var = noise_of(state, seat) ** 2
    for family in range(10):
        count, total = 0, 0.0
        for card in range(state.num_cards):
            if is_revealed[card] and state.family[card] == family:
                count += 1
                total += state.level[card] - state.all_levels[state.characteristic, card]
        spread = max(card_var + count * family_var, TINY)
        shift = family_var * total / spread
        shift += sqrt(family_var * card_var / spread if count else family_var) * normal(rng)
        for card in range(state.num_cards):
            if not is_revealed[card] and state.family[card] == family:
                level = state.all_levels[state.characteristic, card] + shift
                set_level(state, card, level + sqrt(card_var) * normal(rng))
    for owner in range(state.num_players):
        for slot in range(state.options.hand_size):
            card = state.hands[owner, slot]
            if card != EMPTY:
                weight = card_var / max(card_var + noise_var, TINY)
                level, estimate = state.level[card], state.estimates[seat, owner, slot]
                # A draw around the estimate and the draw of the world, weighed as in a Kalman step.
                seen = estimate + sqrt(noise_var) * normal(rng)
                set_level(state, card, level + weight * (seen - level))
    rank_levels(state)
