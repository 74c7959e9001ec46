"""What a seat knows, as numbers: the encoders `vector` and (privileged) `full`. EE-54.

The text is in render.py; `hints`, which tells what each action would bring, in hints.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.game import Setup
from phylarium.envs.core.header import NOBODY
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section

from .cards import (
    CATACLYSM,
    CATACLYSM_COPIES,
    CRITTERS,
    FISHES,
    MOST_CARDS,
    NUM_CATACLYSMS,
    NUM_KINDS,
    NUM_SPECIES,
    NUM_TERRITORIES,
    POP,
    POP_PILE,
    SPECIES_PILE,
    STARTER_CRITTERS,
    STARTER_POP,
)
from .deck import count_cards
from .scoring import points_of
from .state import ABSENT, HAND_SIZE

PLACE = 1 + NUM_SPECIES  # a territory: tabled, and who lives there
ONE, FIFTH, THIRD = np.float32(1.0), np.float32(0.2), np.float32(1 / CATACLYSM_COPIES)
NEXT_HANDS = 4
"""Hands to come that Blue Pearl shows of the own deck."""


def layout(setup: Setup) -> Layout:
    """The sections of `vector`; own seat first, the others in turn order."""
    players = setup.num_players
    others, kinds, most = players - 1, NUM_KINDS, 3.0 * players
    sizes = MOST_CARDS / 20
    sections = [
        Section("worlds", players * NUM_TERRITORIES * PLACE, "territory tabled, species one-hot"),
        Section("pop", players, "tabled POP / 10", high=1.5 * players),
        Section("points", players, "victory points / goal, at most 1"),
        Section("alive", players, "who is still in the game"),
        Section("supply", 20, "cards of each pile / cards at the start; POP / all POP"),
        Section("fossils", 20, "six species, 14 cataclysms / all cards of the kind"),
        Section("hand", kinds, "own hand, cards of each kind / 5", high=most),
        Section("deck", kinds, "own cards above SHUFFLE / 5, by memory", high=most),
        Section("under", kinds, "own cards under SHUFFLE / 5, by memory", high=most),
        Section("others", others * kinds, "hand and deck, as far as unseen / 5", high=most),
        Section("deck_sizes", players, "cards above SHUFFLE / 20", high=sizes),
        Section("under_sizes", players, "cards under SHUFFLE / 20", high=sizes),
        Section("hand_sizes", players, "cards in each hand / 5"),
        Section("to_move", players, "whose turn it is"),
        Section("phase", 3, "tabling POP, acting, ordering cards"),
        Section("has_tabled", 1, "POP has been tabled in this turn"),
        Section("turns", 1, "turns that this seat has begun / max_turns"),
    ]
    if setup.options.blue_pearl:
        sections += [
            Section("next_hands", NEXT_HANDS * kinds, "own next four hands, cards / 5"),
            Section("others_next", others * kinds, "what is public of their next hands / 5"),
        ]
    else:
        sections += [
            Section("others_under", others * kinds, "openly put under SHUFFLE / 5", high=most)
        ]
    return Layout(tuple(sections))


def full_layout(setup: Setup) -> Layout:
    """`vector`, and behind it what is hidden."""
    players = setup.num_players
    hidden = (
        Section("all_hands", players * NUM_KINDS, "every hand, cards of each kind / 5"),
        Section("all_next", players * NUM_KINDS, "the top five cards of every deck / 5"),
        Section("all_decks", players * NUM_KINDS, "all above SHUFFLE / 5", high=3.0 * players),
    )
    return Layout((*layout(setup).sections, *hidden))


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """The encoder `vector`."""
    write_known(state, seat, out)


@jit
def observe_full(state: Any, seat: int, out: Any) -> None:
    """The encoder `full`."""
    at = write_known(state, seat, out)
    for steps in range(state.num_players):
        other = (seat + steps) % state.num_players
        at = write_counts(state.hand[other], out, at)
    for steps in range(state.num_players):
        other = (seat + steps) % state.num_players
        size = state.deck_sizes[other]
        at = write_deck(state, other, max(0, size - HAND_SIZE), size, out, at)
    for steps in range(state.num_players):
        other = (seat + steps) % state.num_players
        at = write_deck(state, other, 0, state.deck_sizes[other], out, at)


@jit
def write_known(state: Any, seat: int, out: Any) -> int:
    """Write all sections of `vector`; returns where they end."""
    out[:] = 0.0
    players = state.num_players
    at = 0
    for steps in range(players):
        other = (seat + steps) % players
        for territory in range(NUM_TERRITORIES):
            species = state.world[other, territory]
            if species != ABSENT:
                out[at] = 1.0
                if species >= 0:
                    out[at + 1 + species] = 1.0
            at += PLACE
    for steps in range(players):
        other = (seat + steps) % players
        out[at + steps] = state.pop[other] * 0.1
        out[at + players + steps] = min(1.0, points_of(state, other) / state.options.goal)
        out[at + 2 * players + steps] = has_bit(state.alive, other)
    at = write_piles(state, out, at + 3 * players)
    at = write_counts(state.hand[seat], out, at)
    at = write_deck(state, seat, 0, state.deck_sizes[seat], out, at)
    at = write_counts(state.under[seat], out, at)
    at = write_others(state, seat, out, at)
    at = write_moment(state, seat, out, at)
    if state.options.blue_pearl:
        return write_next_hands(state, seat, out, at)
    for steps in range(1, players):
        at = write_counts(state.seen[(seat + steps) % players], out, at)
    return at


@jit
def write_counts(counts: Any, out: Any, at: int) -> int:
    """Cards of each kind / 5; returns where they end."""
    cells = out[at : at + NUM_KINDS]  # over a slice, in float32, this compiles to vector code
    for kind in range(NUM_KINDS):
        cells[kind] = np.float32(counts[kind]) * FIFTH
    return at + NUM_KINDS


@jit
def write_deck(state: Any, seat: int, start: int, stop: int, out: Any, at: int) -> int:
    """Add the cards that lie at some places of a deck to what stands there, and take a fifth of it;
    returns where they end.
    """
    cells = out[at : at + NUM_KINDS]
    for i in range(start, stop):
        cells[state.deck[seat, i]] += ONE
    for kind in range(NUM_KINDS):
        cells[kind] *= FIFTH
    return at + NUM_KINDS


@jit
def write_piles(state: Any, out: Any, at: int) -> int:
    """The sections `supply` and `fossils`."""
    players = state.num_players
    share = ONE / np.float32(SPECIES_PILE[players])
    for species in range(FISHES, NUM_SPECIES):
        out[at + species - FISHES] = np.float32(state.supply[species]) * share
        out[at + 20 + species] = np.float32(state.fossils[species]) * share
    out[at + 20] = state.fossils[CRITTERS] / (STARTER_CRITTERS * players)
    cells, fossils = out[at + 5 : at + 19], out[at + 26 : at + 40]
    for cataclysm in range(NUM_CATACLYSMS):
        cells[cataclysm] = np.float32(state.supply[CATACLYSM + cataclysm]) * THIRD
        fossils[cataclysm] = np.float32(state.fossils[CATACLYSM + cataclysm]) * THIRD
    out[at + 19] = state.supply[POP] / (POP_PILE[players] + STARTER_POP * players)
    return at + 40


@jit
def write_others(state: Any, seat: int, out: Any, at: int) -> int:
    """The section `others`: what each owns by memory of all that was bought, gained and tabled; who
    holds it where is hidden, but for cards openly put under a deck.
    """
    is_memory = np.float32(0 if state.options.blue_pearl else 1)
    for steps in range(1, state.num_players):
        other = (seat + steps) % state.num_players
        hand, under, seen = state.hand[other], state.under[other], state.seen[other]
        cells = out[at : at + NUM_KINDS]
        for kind in range(NUM_KINDS):
            cells[kind] = np.float32(hand[kind]) + np.float32(under[kind])
            cells[kind] -= np.float32(seen[kind]) * is_memory
        at = write_deck(state, other, 0, state.deck_sizes[other], out, at)
    return at


@jit
def write_moment(state: Any, seat: int, out: Any, at: int) -> int:
    """Sizes of decks and hands, whose turn it is and how far it has come."""
    players = state.num_players
    for steps in range(players):
        other = (seat + steps) % players
        out[at + steps] = state.deck_sizes[other] * 0.05
        out[at + players + steps] = count_cards(state.under, other) * 0.05
        out[at + 2 * players + steps] = count_cards(state.hand, other) * 0.2
        out[at + 3 * players + steps] = other == state.to_move
    at += 4 * players
    if state.to_move != NOBODY:
        out[at + state.phase] = 1.0
    out[at + 3] = state.has_tabled
    out[at + 4] = state.turns[seat] / state.options.max_turns
    return at + 5


@jit
def write_next_hands(state: Any, seat: int, out: Any, at: int) -> int:
    """EE-49, EE-50: a Blue Pearl deck is in the order that its owner gave it; the first order is
    known to all.
    """
    stop = state.deck_sizes[seat]
    for _ in range(NEXT_HANDS):
        at = write_deck(state, seat, max(0, stop - HAND_SIZE), stop, out, at)
        stop = max(0, stop - HAND_SIZE)
    for steps in range(1, state.num_players):
        other = (seat + steps) % state.num_players
        size = state.deck_sizes[other]
        num_known = min(HAND_SIZE, state.known_tops[other])
        at = write_deck(state, other, size - num_known, size, out, at)
    return at
