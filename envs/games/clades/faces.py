"""`vision: looks`: new faces for cards that a seat knows by their clade and its notes only. CL-62,
CL-63.

Part of `determinize`. A deal of faces fits when every place keeps its clade, every triple that the
seat has found is still one, and no three cards that it knows to be none have become one. It is
drawn place by place, with a fresh start at a dead end; after MAX_TRIES dead ends the true faces
stay, which fit. Deals that fit are not all equally likely: a place dealt early has a freer choice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below, shuffle

from .cards import CLADE, NUM_ANIMALS, THIRD
from .looks import look
from .observe import is_known
from .slots import (
    PAIR_HIGH,
    PAIR_LOW,
    is_in_sight,
    num_pairs,
    owner_of,
    pair_number,
    place_of,
    slot_of,
)
from .state import DECK, FOUND, NUM_PLACES, PERSONAL, PILE, is_card_of_deck
from .triples import third_place

MAX_TRIES = 200

TRIPLE = 1
NO_TRIPLE = -1


@jit
def deal_unread_faces(state: Any, seat: int, rng: Any) -> None:
    """New faces in all places that the seat knows something about; other unseen cards go to the
    deck.
    """
    places = np.zeros(NUM_PLACES, np.int64)
    count = 0
    for place in range(NUM_PLACES):
        if is_known(state, seat, place):
            places[count] = place
            count += 1
    relations = np.zeros((count, count, count), np.int8)
    read_notes(state, seat, places, count, relations)
    sequence = np.arange(count)
    faces = np.zeros(count, np.int64)
    is_free = np.zeros(NUM_ANIMALS, np.int8)
    for _ in range(MAX_TRIES):
        shuffle(rng, sequence, 0, count)
        if try_faces(state, places, sequence, relations, faces, is_free, rng):
            set_faces(state, places, count, faces)
            return
    for i in range(count):
        faces[i] = state.table[places[i]]
    set_faces(state, places, count, faces)


@jit
def arrival(state: Any, seat: int, place: int) -> int:
    """The generation in which a card came into the seat's sight."""
    if place >= PERSONAL and owner_of(place) != seat:
        return max(state.came[place], state.opened)
    return state.came[place]


@jit
def read_notes(state: Any, seat: int, places: Any, count: int, relations: Any) -> None:
    """Fill in `relations[i, j, k]`: which three known places are a triple, or none, as the seat's
    notes say.

    A pair looked at without finding rules out every third card that lay in sight by then.
    """
    for j in range(count):
        for i in range(j):
            if not (is_in_sight(state, seat, places[i]) and is_in_sight(state, seat, places[j])):
                continue
            one, other = slot_of(state, seat, places[i]), slot_of(state, seat, places[j])
            noted = state.notes[seat, pair_number(min(one, other), max(one, other))]
            for k in range(count):
                if noted == 0 or k in (i, j) or not is_in_sight(state, seat, places[k]):
                    continue
                if noted == FOUND:
                    if third_place(state, places[i], places[j]) == places[k]:
                        relate(relations, i, j, k, TRIPLE)
                elif arrival(state, seat, places[k]) < noted:
                    relate(relations, i, j, k, NO_TRIPLE)


@jit
def relate(relations: Any, i: int, j: int, k: int, what: int) -> None:
    """Note a relation of three places, whatever the order they are asked in."""
    relations[i, j, k] = relations[i, k, j] = relations[j, i, k] = what
    relations[j, k, i] = relations[k, i, j] = relations[k, j, i] = what


@jit
def try_faces(
    state: Any, places: Any, sequence: Any, relations: Any, faces: Any, is_free: Any, rng: Any
) -> bool:
    """Deal a face to each known place in the order of `sequence`, forced ones first; False at a
    dead end.
    """
    for card in range(NUM_ANIMALS):
        is_free[card] = state.place[card] < PILE and is_card_of_deck(state, card)
    faces[:] = -1
    for _ in range(len(sequence)):
        i = forced_place(sequence, relations, faces)
        if i < 0:
            for place in sequence:
                if faces[place] < 0:
                    i = place
                    break
        chosen, num_fitting = -1, 0
        for card in range(NUM_ANIMALS):
            if is_free[card] and CLADE[card] == CLADE[state.table[places[i]]]:
                if is_fitting(i, card, relations, faces):
                    num_fitting += 1
                    if below(rng, num_fitting) == 0:
                        chosen = card
        if chosen < 0:
            return False
        faces[i] = chosen
        is_free[chosen] = 0
    return True


@jit
def forced_place(sequence: Any, relations: Any, faces: Any) -> int:
    """A place without a face whose triple has its other two faces already; -1 if there is none."""
    for i in sequence:
        if faces[i] < 0:
            for j in sequence:
                if faces[j] >= 0:
                    for k in sequence:
                        if faces[k] >= 0 and relations[i, j, k] == TRIPLE:
                            return i
    return -1


@jit
def is_fitting(i: int, card: int, relations: Any, faces: Any) -> bool:
    """Whether a face for place i agrees with all that is known of it and two dealt places."""
    for j in range(len(faces)):
        if faces[j] < 0:
            continue
        for k in range(j):
            if faces[k] >= 0 and relations[i, j, k] != 0:
                is_third = THIRD[faces[j], faces[k]] == card
                if is_third != (relations[i, j, k] == TRIPLE):
                    return False
    return True


@jit
def set_faces(state: Any, places: Any, count: int, faces: Any) -> None:
    """Lay the new faces down; every other unseen card of the set-up is in the deck for now."""
    for card in range(NUM_ANIMALS):
        if state.place[card] < PILE and is_card_of_deck(state, card):
            state.place[card] = DECK
    for i in range(count):
        state.table[places[i]] = faces[i]
        state.place[faces[i]] = places[i]


@jit
def look_anew(state: Any, seat: int, rng: Any) -> None:
    """Another seat has looked at as many pairs as before, but at pairs drawn anew, in the new
    faces.
    """
    num_notes, size = 0, 0
    for pair in range(num_pairs(state.num_slots)):
        num_notes += state.notes[seat, pair] != 0
    state.notes[seat, :] = 0
    pairs = np.zeros(num_pairs(state.num_slots), np.int64)
    for high in range(1, state.num_slots):
        for low in range(high):
            if is_in_sight(state, seat, place_of(state, seat, low)):
                if is_in_sight(state, seat, place_of(state, seat, high)):
                    pairs[size] = num_pairs(high) + low
                    size += 1
    shuffle(rng, pairs, 0, size)
    looks_left = state.looks_left[seat]
    for i in range(min(num_notes, size)):
        if state.notes[seat, pairs[i]] == 0:
            look(state, seat, PAIR_LOW[pairs[i]], PAIR_HIGH[pairs[i]])
    state.looks_left[seat] = looks_left
