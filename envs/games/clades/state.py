"""The record of one game of Clades, its options, sizes and phases. No rule lives here.

Where a card lies is kept twice: `table[place]` is the card in a place, `place[card]` the place of a
card.

places 0 to 20 shared cards 21 to 101 temporary shared cards 102 to 119 personal cards, three places
a seat 120 to 125 the pile of a seat (in `place` only) -1, -2 in the deck, set aside (in `place`
only)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from phylarium.envs.core.header import header_fields
from phylarium.envs.core.jit import jit
from phylarium.envs.core.options import option, options_record
from phylarium.envs.core.record import record_dtype

from .cards import NUM_ANIMALS, NUM_CARDS, QUALITIES

MAX_PLAYERS = 6
MAX_SHARED = 21  # CL-23: 21 shared cards always hold a triple
MAX_TEMPORARY = NUM_ANIMALS  # the bound is proven in RULES.md
MAX_HAND = 3
MAX_CLAIMS = 27  # triples claimed before a refill: each takes three of 81 cards

TEMPORARY = MAX_SHARED
PERSONAL = TEMPORARY + MAX_TEMPORARY
NUM_PLACES = PERSONAL + MAX_HAND * MAX_PLAYERS
PILE = NUM_PLACES
DECK = -1
ASIDE = -2
EMPTY = -1

MAX_LOOK_SLOTS = MAX_SHARED + MAX_HAND * MAX_PLAYERS
MAX_LOOK_PAIRS = MAX_LOOK_SLOTS * (MAX_LOOK_SLOTS - 1) // 2
FOUND = 255

CHOOSING = 0
GIVING = 1

NO_CHOICE = -1

SLOTS, TRIPLES, LOOKS = 0, 1, 2
RANDOM, ROTATING, REACTION, BY_SEAT = 0, 1, 2, 3
CLOSED_HANDS, OPEN_HANDS, SWITCH_HANDS = 0, 1, 2
NO_SOLITAIRE, CASUAL, RACE = 0, 1, 2
BY_PILE, BY_WIN = 0, 1

CARDS_ASIDE = 27  # CL-33
CARDS_ASIDE_OF_THREES = 9
RACE_CARDS = 39  # CL-54
RACE_TRIPLES = 10
STARTERS = 3  # CL-34
BEGINNERS_STARTERS = 5  # CL-35
CLADE_EXTRA = 2  # CL-12


@dataclass(frozen=True)
class Options:
    """The variants of the rulebook and the choices of the tick model; see RULES.md."""

    learning: bool = option(
        False, "Learning layout: three-animal cards only, 7 shared cards, no bonus cards."
    )
    threes_only: bool = option(False, "A deck of the 27 three-animal cards, without bonus cards.")
    smaller_deck: bool = option(
        False, "A third of the animal cards is set aside at random, unseen."
    )
    starter_cards: bool = option(False, "Every player starts with 3 cards in the pile.")
    beginners_luck: tuple[int, ...] = option(
        (0,), "1 for a seat that starts with 5 cards in its pile.", low=0, high=1, size=MAX_PLAYERS
    )
    victory_break: bool = option(
        False, "Who scores rests until the next triple, and is owed a used personal card till then."
    )
    personal_cards: tuple[int, ...] = option(
        (1,), "Personal cards of each seat.", low=0, high=MAX_HAND, size=MAX_PLAYERS
    )
    false_call_penalty: bool = option(
        False, "A false call costs a random animal card of the pile, laid down as a temporary card."
    )
    false_call_lockout: int = option(
        0, "Ticks that a player sits out after a false call; not in the rulebook.", low=0, high=100
    )
    open_hand: Literal["off", "open", "switch"] = option(
        "off", "Hands are laid open when nobody calls; `switch`: a card used is paid for with one."
    )
    open_after: int = option(
        5, "Silent ticks until hands are opened; 0: only when all ask.", low=0, high=10_000
    )
    silence_limit: int = option(
        10, "Silent ticks until a shared card is added; 0: only when all ask.", low=0, high=10_000
    )
    shared_cards: int = option(
        0, "Shared cards to lie on the table; 0: 12, with `learning` 7.", low=0, high=MAX_SHARED
    )
    shared_limit: int = option(
        MAX_SHARED, "The most shared cards that asking brings.", low=3, high=MAX_SHARED
    )
    chain_before_refill: bool = option(
        False, "Claimed cards are replaced only when nobody makes a triple of what remains."
    )
    solitaire: Literal["off", "casual", "race"] = option(
        "off", "One player: `casual` plays the deck out, `race` looks for 10 triples in 39 cards."
    )
    race_limit: int = option(
        0, "Ticks in which the race must be won; 0: no limit.", low=0, high=1_000_000
    )
    vision: Literal["slots", "triples", "looks"] = option(
        "slots",
        "What may be called: any two cards in sight, true triples, triples found by looking.",
    )
    looks_per_tick: int = option(
        1, "Pairs that a player may look at in a tick, with `looks`.", low=1, high=100
    )
    tie_order: Literal["random", "rotating", "reaction", "seat"] = option(
        "random", "Who was first among calls of one tick: a draw, last scorer last, delays, seats."
    )
    reaction_means: tuple[float, ...] = option(
        (1.0,),
        "Mean delay of each seat, with `reaction`.",
        low=0.001,
        high=1000.0,
        size=MAX_PLAYERS,
    )
    reward: Literal["pile", "win"] = option(
        "pile", "`pile`: cards gained (in the race -1 a tick); `win`: 1 shared among the winners."
    )
    zero_sum: bool = option(False, "Each seat also loses the mean of what the others gain.")
    max_ticks: int = option(
        2000, "The game is truncated after so many ticks.", low=1, high=1_000_000
    )
    theme: Literal["living", "prehistoric"] = option(
        "living", "Which animals the text names; decoration."
    )


FIELDS: list[tuple[Any, ...]] = [
    *header_fields(MAX_PLAYERS),
    ("options", options_record(Options)),
    ("silence", np.int32),  # ticks since the last valid call or help
    ("choices", np.int16, (MAX_PLAYERS,)),  # made this tick, hidden till all are in; -1: none yet
    ("num_triples", np.int16, (MAX_PLAYERS,)),  # triples collected
    ("lockouts", np.int16, (MAX_PLAYERS,)),  # ticks still to sit out
    ("num_slots", np.int8),  # slots that a seat names, see slots.py; these four are set by deal
    ("shared_slots", np.int8),
    ("temporary_slots", np.int8),
    ("hand_slots", np.int8),
    ("target", np.int8),  # shared cards that should lie on the table
    ("num_shared", np.int8),  # shared cards on the table, temporary ones not counted
    ("deck_size", np.int8),
    ("bonus_in_deck", np.int8),
    ("resting", np.int8),  # the seat on a victory break, -1: nobody
    ("hands_open", np.int8),  # 1: personal cards lie face up
    ("claimed_open", np.int8),  # 1: the claims being refilled were made with hands open
    ("owing", np.int8),  # bits of seats that have not yet chosen wait, ask or call this tick
    ("num_claims", np.int8),  # triples claimed and not yet refilled, in call order
    ("num_refilled", np.int8),  # of them, refilled
    ("pile_sizes", np.int8, (MAX_PLAYERS,)),
    ("owed", np.int8, (MAX_PLAYERS,)),  # bits of personal places to fill when the break ends
    ("order", np.int8, (MAX_PLAYERS,)),  # tie order, first to last
    ("looks_left", np.int8, (MAX_PLAYERS,)),  # looks not yet used this tick
    ("claim_seats", np.int8, (MAX_CLAIMS,)),
    ("claim_places", np.int8, (MAX_CLAIMS, 3)),  # places of a claimed triple, ascending
    ("known", np.int8, (MAX_HAND * MAX_PLAYERS,)),  # bits of seats that know a personal card
    ("place", np.int8, (NUM_CARDS,)),
    ("table", np.int8, (NUM_PLACES,)),  # EMPTY or a card
    ("deck", np.int8, (NUM_CARDS,)),  # the top is deck[deck_size - 1]; zero above
    # `looks` only: arrivals are numbered by generation, a new one each time cards come into sight
    ("generation", np.uint8),
    ("opened", np.uint8),  # generation in which hands were last opened
    ("came", np.uint8, (NUM_PLACES,)),  # generation in which the card of a place came
    # 0: pair not looked at; g + 1: looked at in generation g without finding; FOUND: a triple
    ("notes", np.uint8, (MAX_PLAYERS, MAX_LOOK_PAIRS)),
]

RECORD = record_dtype("clades", FIELDS)


@jit
def seats(state: Any) -> Any:
    """The seats of the game, in order."""
    return range(int(state.num_players))


@jit
def animals_in_play(state: Any) -> int:
    """Animal cards of the set-up, those set aside unseen not counted."""
    if state.options.solitaire == RACE:
        return RACE_CARDS
    if state.options.threes_only or state.options.learning:
        return NUM_ANIMALS // 3 - (CARDS_ASIDE_OF_THREES if state.options.smaller_deck else 0)
    return NUM_ANIMALS - (CARDS_ASIDE if state.options.smaller_deck else 0)


@jit
def is_card_of_deck(state: Any, card: int) -> bool:
    """CL-04, CL-40: whether an animal card belongs to the deck of this set-up, dealt or set aside
    unseen.
    """
    return not (state.options.threes_only or state.options.learning) or QUALITIES[card, 2] == 2


@jit
def has_bonus_cards(state: Any) -> bool:
    """CL-04, CL-40, CL-52: the bonus cards are left out of the small decks and of solitaire."""
    options = state.options
    return not (options.threes_only or options.learning or options.solitaire != NO_SOLITAIRE)


@jit
def hand_size(state: Any, seat: int) -> int:
    """CL-03, CL-41, CL-52: personal cards that a seat is dealt."""
    if state.options.solitaire != NO_SOLITAIRE:
        return 0
    return state.options.personal_cards[seat]


@jit
def starters(state: Any, seat: int) -> int:
    """CL-34, CL-35: cards in a seat's pile at the start; the two add up."""
    return (
        STARTERS * state.options.starter_cards
        + BEGINNERS_STARTERS * state.options.beginners_luck[seat]
    )


@jit
def shared_target(state: Any) -> int:
    """CL-03, CL-04: shared cards that should lie on the table."""
    if state.options.shared_cards:
        return state.options.shared_cards
    return 7 if state.options.learning else 12
