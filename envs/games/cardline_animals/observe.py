"""What a seat knows, as numbers: the encoders `vector` and (privileged) `full`. CA-41, CA-44.

A value is shown as 0.5 + v/2, where v is the place of its level in the deck's range, 0 for the
smallest and 1 for the largest (estimates may go beyond, down to -0.5 and up to 1.5); 0 is no value.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit
from phylarium.envs.core.game import Setup
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section

from .beliefs import noise_of
from .cards import FAMILIES
from .state import (
    EMPTY,
    NOISY_PRIOR,
    SHUFFLED_WORLD,
    TIE_BREAK,
    Options,
    deck_of,
    shows_family,
    shows_identity,
)

HIGHEST = 1.25  # of a shown value
SEAT_NUMBERS = 5
NUM_FAMILIES = len(FAMILIES)


def face_size(options: Options, num_cards: int) -> int:
    """Numbers for one card in hand: held, estimate, which animal, which family."""
    size = 1 + (options.knowledge == "noisy_prior")
    if options.knowledge in ("identity", "held_out", "shuffled_world"):
        size += num_cards
    if options.artwork_hint or options.knowledge in ("features", "held_out"):
        size += NUM_FAMILIES
    return size


def face_meaning(options: Options) -> str:
    """What the numbers of a card in hand say."""
    parts = ["held"]
    if options.knowledge == "noisy_prior":
        parts.append("own estimate")
    if options.knowledge in ("identity", "held_out", "shuffled_world"):
        parts.append("animal one-hot")
    if options.artwork_hint or options.knowledge in ("features", "held_out"):
        parts.append("family one-hot")
    return ", ".join(parts)


def common_sections(setup: Setup) -> list[Section]:
    """What every encoder begins with."""
    players, options = setup.num_players, setup.options
    seats = "each seat, own first: in the game, cards / hand size, markers, opens, has moved"
    sections = [
        Section("characteristic", 3, "in play, one-hot"),
        Section("round", 2, "it is a tie-break; the deck ran out and the round is the last"),
        Section("seats", players * SEAT_NUMBERS, seats),
        Section("sizes", 3, "cards of deck, line and box / cards of the deck of this set-up"),
    ]
    if options.knowledge == "noisy_prior":
        sections.append(Section("noise", 1, "sd of own estimates / range of the values, at most 1"))
    face = face_size(options, len(deck_of(setup)))
    meaning = f"each card in hand: {face_meaning(options)}"
    sections.append(Section("hand", options.hand_size * face, meaning, high=HIGHEST))
    return sections


def layout(setup: Setup) -> Layout:
    """The sections of `vector`; own seat first, the others in turn order."""
    options, cards, others = setup.options, len(deck_of(setup)), setup.num_players - 1
    if options.knowledge in ("identity", "held_out", "shuffled_world"):
        hands = Section("other_hands", others * cards, "each other seat: the animals in hand")
    else:
        hands = Section(
            "other_hands",
            others * options.hand_size * face_size(options, cards),
            f"each other seat, each card in hand: {face_meaning(options)}",
            high=HIGHEST,
        )
    revealed = "each animal, each characteristic: the value if in the line, minus it if in the box"
    last = "a card was revealed last, it was right, its value, who placed it (one-hot)"
    return Layout(
        (
            *common_sections(setup),
            hands,
            Section("line", cards, "values of the line, smallest first", high=HIGHEST),
            Section("revealed", 3 * cards, revealed, low=-HIGHEST, high=HIGHEST),
            Section("last", 3 + setup.num_players, last, high=HIGHEST),
        )
    )


def full_layout(setup: Setup) -> Layout:
    """`vector`, and behind it what is hidden."""
    players, hand = setup.num_players, setup.options.hand_size
    hidden = (
        Section("true_values", players * hand, "the value of every card in hand", high=HIGHEST),
        Section("estimates", players * players * hand, "each knower's of each hand", high=HIGHEST),
        Section("deck_order", len(deck_of(setup)), "each animal: nearness to the deck's top"),
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
    players, hand = state.num_players, state.options.hand_size
    estimates = at + players * hand
    for steps in range(players):
        owner = seat_beside(state, seat, steps)
        for slot in range(hand):
            card = state.hands[owner, slot]
            if card == EMPTY:
                continue
            out[at + steps * hand + slot] = shown(state, state.characteristic, state.level[card])
            for more in range(players):
                estimate = state.estimates[seat_beside(state, seat, more), owner, slot]
                cell = estimates + (more * players + steps) * hand + slot
                out[cell] = shown(state, state.characteristic, estimate)
    at = estimates + players * players * hand
    for position in range(state.deck_size):
        out[at + state.deck[position]] = (position + 1.0) / state.deck_size


@jit
def seat_beside(state: Any, seat: int, steps: int) -> int:
    """The seat so many places on; as `seat_after`, without a division."""
    other = seat + steps
    return other if other < state.num_players else other - state.num_players


@jit
def place_in_round(state: Any, seat: int) -> int:
    """How many seats come before this one in a round of all seats."""
    steps = seat - state.first
    return steps if steps >= 0 else steps + state.num_players


@jit
def shown(state: Any, characteristic: int, level: float) -> float:
    """A level as a number of an observation."""
    value = (level - state.lowest[characteristic]) * state.scale[characteristic]
    return 0.5 + min(max(value, -0.25), 0.75)


@jit
def write_known(state: Any, seat: int, out: Any) -> int:
    """Write all sections of `vector` into zeros; returns where they end."""
    at = write_common(state, seat, out, 0)
    if shows_identity(state):
        for steps in range(1, state.num_players):
            owner = seat_beside(state, seat, steps)
            for slot in range(state.options.hand_size):
                if state.hands[owner, slot] != EMPTY:
                    out[at + state.hands[owner, slot]] = 1.0
            at += state.num_cards
    else:
        for steps in range(1, state.num_players):
            at = write_hand(state, seat, seat_beside(state, seat, steps), out, at)
    write_line(state, out, at)
    at += state.num_cards
    write_revealed(state, out, at)
    at += 3 * state.num_cards
    if state.last_card != EMPTY:
        out[at] = 1.0
        out[at + 1] = state.last_right
        out[at + 2] = shown(state, state.characteristic, state.level[state.last_card])
        steps = state.last_seat - seat
        out[at + 3 + (steps if steps >= 0 else steps + state.num_players)] = 1.0
    return at + 3 + state.num_players


@jit
def write_line(state: Any, out: Any, at: int) -> None:
    """The values of the line, smallest first."""
    line, level = state.line, state.level
    for place in range(state.line_size):
        out[at + place] = shown(state, state.characteristic, level[line[place]])


@jit
def write_revealed(state: Any, out: Any, at: int) -> None:
    """CA-44: the cards of line and box show all their characteristics."""
    line, box, levels = state.line, state.box, state.all_levels
    for characteristic in range(3):
        here = at + characteristic
        low, scale = state.lowest[characteristic], state.scale[characteristic]
        for place in range(state.line_size):
            card = line[place]
            out[here + 3 * card] = 0.5 + (levels[characteristic, card] - low) * scale
        for place in range(state.box_size):
            card = box[place]
            out[here + 3 * card] = -0.5 - (levels[characteristic, card] - low) * scale
    if state.options.knowledge == SHUFFLED_WORLD:
        here = at + state.characteristic
        for place in range(state.line_size):
            card = line[place]
            out[here + 3 * card] = shown(state, state.characteristic, state.level[card])
        for place in range(state.box_size):
            card = box[place]
            out[here + 3 * card] = -shown(state, state.characteristic, state.level[card])


@jit
def write_common(state: Any, seat: int, out: Any, at: int) -> int:
    """The sections up to the own hand; returns where they end."""
    players = state.num_players
    out[at + state.characteristic] = 1.0
    out[at + 3] = state.phase == TIE_BREAK
    out[at + 4] = state.ran_out
    at += 5
    moving = place_in_round(state, state.to_move) if state.to_move >= 0 else players
    for steps in range(players):
        other = seat_beside(state, seat, steps)
        out[at] = has_bit(state.alive, other)
        out[at + 1] = state.hand_sizes[other] / state.options.hand_size
        out[at + 2] = state.markers[other]  # CA-30: one at most, since the round is the last
        out[at + 3] = other == state.first
        out[at + 4] = place_in_round(state, other) < moving
        at += SEAT_NUMBERS
    out[at] = state.deck_size / state.num_cards
    out[at + 1] = state.line_size / state.num_cards
    out[at + 2] = state.box_size / state.num_cards
    at += 3
    if state.options.knowledge == NOISY_PRIOR:
        out[at] = min(2.0 * noise_of(state, seat) * state.scale[state.characteristic], 1.0)
        at += 1
    return write_hand(state, seat, seat, out, at)


@jit
def write_hand(state: Any, seat: int, owner: int, out: Any, at: int) -> int:
    """CA-41: what a seat knows of the cards in a hand; returns where the numbers end."""
    is_noisy = state.options.knowledge == NOISY_PRIOR
    has_identity, has_family = shows_identity(state), shows_family(state)
    for slot in range(state.options.hand_size):
        card = state.hands[owner, slot]
        if card != EMPTY:
            out[at] = 1.0
        at += 1
        if is_noisy:
            if card != EMPTY:
                estimate = state.estimates[seat, owner, slot]
                out[at] = shown(state, state.characteristic, estimate)
            at += 1
        if has_identity:
            if card != EMPTY:
                out[at + card] = 1.0
            at += state.num_cards
        if has_family:
            if card != EMPTY:
                out[at + state.family[card]] = 1.0
            at += NUM_FAMILIES
    return at
