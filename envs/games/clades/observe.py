"""What a seat knows, as numbers: the encoders `vector` and (privileged) `full`. The text is in
render.py.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.game import Setup
from phylarium.envs.core.header import seat_after
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section

from .actions import slot_counts
from .cards import CLADE, FISH, NUM_ANIMALS, NUM_CARDS, QUALITIES
from .scoring import triple_value
from .slots import PAIR_HIGH, PAIR_LOW, num_pairs, place_of
from .state import (
    BY_SEAT,
    CLOSED_HANDS,
    EMPTY,
    FOUND,
    LOOKS,
    MAX_HAND,
    PERSONAL,
    PILE,
    ROTATING,
    TRIPLES,
    seats,
)
from .triples import next_triple

FACE = 13  # present, then three types of each quality
CLADE_FACE = 4  # present, then three clades


def layout(setup: Setup) -> Layout:
    """The sections of `vector`; own seat first, the others in turn order."""
    counts, players, options = slot_counts(setup), setup.num_players, setup.options
    if options.vision == "looks":
        sections = [
            Section("slots", counts.total * CLADE_FACE, "each slot: card there, clade one-hot"),
            Section("looked", counts.pairs, "pairs of slots that this seat has looked at"),
            Section("found", counts.pairs, "pairs that this seat knows to be in a triple"),
        ]
    else:
        sections = [
            Section(
                "slots",
                counts.total * FACE,
                "each slot: card there, then clade, environment, number, colour one-hot",
            )
        ]
    if options.vision == "triples":
        sections.append(
            Section("triples", counts.pairs, "each true triple: (cards it brings - 2) / 3")
        )
    sections += [
        Section("gone", NUM_ANIMALS, "animal cards that lie in piles"),
        Section("piles", players, "cards in each pile / 83"),
        Section("deck", 1, "cards in the deck / 83"),
        Section("bonus", 2, "fish and mollusk have come up"),
        Section("silence", 1, "silent ticks / the limit for the next help"),
        Section("tick", 1, "tick / max_ticks"),
    ]
    if options.victory_break:
        sections.append(Section("resting", players, "who is on a victory break"))
    if options.false_call_lockout:
        sections.append(Section("lockouts", players, "ticks to sit out / false_call_lockout"))
    if options.open_hand != "off":
        sections.append(Section("hands_open", 1, "hands lie open"))
    if options.chain_before_refill:
        sections.append(Section("unrefilled", 1, "claimed cards wait to be replaced"))
    if options.tie_order in ("rotating", "seat"):
        sections.append(Section("tie_rank", players, "place in the tie order / (players - 1)"))
    return Layout(tuple(sections))


def full_layout(setup: Setup) -> Layout:
    """`vector`, and behind it what is hidden."""
    hands = setup.num_players * slot_counts(setup).hand
    hidden = (
        Section("all_hands", hands * FACE, "every personal card, own hand first"),
        Section("all_shared", slot_counts(setup).shared * FACE, "the faces of the shared cards"),
        Section("deck_order", NUM_CARDS, "each card: 0 not in the deck, else nearness to its top"),
        Section("choices", setup.num_players, "(choice made this tick + 1) / number of actions"),
    )
    return Layout((*layout(setup).sections, *hidden))


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """The encoder `vector`."""
    out[:] = 0.0
    write_known(state, seat, out)


@jit
def observe_full(state: Any, seat: int, out: Any) -> None:
    """The encoder `full`."""
    out[:] = 0.0
    at = write_known(state, seat, out)
    for steps in seats(state):
        owner = seat_after(state, seat, steps)
        for k in range(state.hand_slots):
            write_face(out, at, state.table[PERSONAL + MAX_HAND * owner + k])
            at += FACE
    for slot in range(state.shared_slots):
        write_face(out, at, state.table[slot])
        at += FACE
    for position in range(state.deck_size):
        out[at + state.deck[position]] = (position + 1.0) / state.deck_size
    at += NUM_CARDS
    for steps in seats(state):
        choice = state.choices[seat_after(state, seat, steps)]
        out[at + steps] = (choice + 1.0) / state.num_actions


@jit
def write_known(state: Any, seat: int, out: Any) -> int:
    """Write all sections of `vector` into zeros; returns where they end."""
    if state.options.vision == LOOKS:
        at = write_clades(state, seat, out)
        at = write_notes(state, seat, out, at)
    else:
        at = write_faces(state, seat, out)
    if state.options.vision == TRIPLES:
        at = write_triples(state, seat, out, at)
    for card in range(NUM_ANIMALS):
        out[at + card] = state.place[card] >= PILE
    return write_counts(state, seat, out, at + NUM_ANIMALS)


@jit
def is_known(state: Any, seat: int, place: int) -> bool:
    """Whether a seat knows the card of a place: on the table, or a personal card it holds or has
    seen.
    """
    if state.table[place] == EMPTY:
        return False
    return place < PERSONAL or has_bit(state.known[place - PERSONAL], seat)


@jit
def write_faces(state: Any, seat: int, out: Any) -> int:
    """The section `slots`."""
    for slot in range(state.num_slots):
        place = place_of(state, seat, slot)
        if is_known(state, seat, place):
            write_face(out, slot * FACE, state.table[place])
    return state.num_slots * FACE


@jit
def write_face(out: Any, at: int, card: int) -> None:
    """One card: present, and a one for its type of each quality; nothing for an empty place."""
    if card >= 0:
        out[at] = 1.0
        out[at + 1 + QUALITIES[card, 0]] = 1.0
        out[at + 4 + QUALITIES[card, 1]] = 1.0
        out[at + 7 + QUALITIES[card, 2]] = 1.0
        out[at + 10 + QUALITIES[card, 3]] = 1.0


@jit
def write_clades(state: Any, seat: int, out: Any) -> int:
    """The section `slots` with `vision: looks` (CL-62): the rows on the table show the clades, no
    more.
    """
    for slot in range(state.num_slots):
        place = place_of(state, seat, slot)
        if is_known(state, seat, place):
            out[slot * CLADE_FACE] = 1.0
            out[slot * CLADE_FACE + 1 + CLADE[state.table[place]]] = 1.0
    return state.num_slots * CLADE_FACE


@jit
def write_notes(state: Any, seat: int, out: Any, at: int) -> int:
    """The sections `looked` and `found` (CL-63)."""
    pairs = num_pairs(state.num_slots)
    for pair in range(pairs):
        out[at + pair] = state.notes[seat, pair] != 0
        out[at + pairs + pair] = state.notes[seat, pair] == FOUND
    return at + 2 * pairs


@jit
def write_triples(state: Any, seat: int, out: Any, at: int) -> int:
    """The section `triples`: what each true triple would bring now."""
    pair = next_triple(state, seat, 0)
    while pair >= 0:
        a = place_of(state, seat, PAIR_LOW[pair])
        b = place_of(state, seat, PAIR_HIGH[pair])
        out[at + pair] = (triple_value(state, a, b) - 2.0) / 3.0
        pair = next_triple(state, seat, pair + 1)
    return at + num_pairs(state.num_slots)


@jit
def write_counts(state: Any, seat: int, out: Any, at: int) -> int:
    """The sections of single numbers and of numbers a seat."""
    options, players = state.options, state.num_players
    for steps in range(players):
        out[at + steps] = state.pile_sizes[seat_after(state, seat, steps)] / NUM_CARDS
    at += players
    out[at] = state.deck_size / NUM_CARDS
    out[at + 1] = state.place[FISH] >= PILE
    out[at + 2] = state.place[FISH + 1] >= PILE
    out[at + 3] = silence_share(state)
    out[at + 4] = state.turn / options.max_ticks
    at += 5
    if options.victory_break:
        if state.resting >= 0:
            out[at + (state.resting - seat) % players] = 1.0
        at += players
    if options.false_call_lockout:
        for steps in range(players):
            out[at + steps] = (
                state.lockouts[seat_after(state, seat, steps)] / options.false_call_lockout
            )
        at += players
    if options.open_hand != CLOSED_HANDS:
        out[at] = state.hands_open
        at += 1
    if options.chain_before_refill:
        out[at] = state.num_claims > 0
        at += 1
    if options.tie_order == ROTATING or options.tie_order == BY_SEAT:
        for rank in range(players):
            out[at + (state.order[rank] - seat) % players] = rank / max(1, players - 1)
        at += players
    return at


@jit
def silence_share(state: Any) -> float:
    """How near silence has come to the next help; 0 where silence brings none."""
    limit = state.options.silence_limit
    if state.options.open_hand != CLOSED_HANDS and not state.hands_open:
        limit = state.options.open_after
    return min(1.0, state.silence / limit) if limit > 0 else 0.0
