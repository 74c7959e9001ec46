"""The record of one game of Cardline: Animals, its options, sizes and phases. No rule lives here.

Tables of the deck stand in the record (`prepare` fills them in every fresh record), since another
deck may be played. In the record a value is its exact dense `rank`, by which rules compare, and its
`level`, 1000 log10, by which beliefs and observations measure. Both are of the characteristic in
play; `all_ranks` and `all_levels` hold the deck as printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from phylarium.envs.core.game import Setup
from phylarium.envs.core.header import header_fields
from phylarium.envs.core.jit import jit
from phylarium.envs.core.options import option, options_record
from phylarium.envs.core.record import record_dtype

from .cards import MAX_CARDS, Deck, deck_named, held_out_cards

MAX_PLAYERS = 8
MAX_HAND = 12
EMPTY = -1
NOBODY = -1

ROUNDS, TIE_BREAK = 0, 1  # phases

RANDOM_CHARACTERISTIC = 3
NOISY_PRIOR, IDENTITY, FEATURES, HELD_OUT, SHUFFLED_WORLD = 0, 1, 2, 3, 4
RANDOM_FIRST, SEAT_0_FIRST = 0, 1
MARKERS, RESHUFFLE = 0, 1
BY_GAP, BY_RANK = 0, 1
FROM_TRAIN, FROM_TEST, MIXED = 0, 1, 2

SMALLEST_LEVEL, LARGEST_LEVEL = -32_000, 32_000


@dataclass(frozen=True)
class Options:
    """What the rulebook leaves to the players, how its gaps are filled, what players know."""

    characteristic: Literal["size", "weight", "lifespan", "random"] = option(
        "random", "What the line is ordered by; `random`: drawn for each game."
    )
    hand_size: int = option(4, "Cards dealt to each player; below 4 for tests.", low=1, high=12)
    deck: int = option(
        0, "Key of a deck loaded with `load_deck`; 0: the shipped animals.", low=0, high=2**31 - 1
    )
    first_player: Literal["random", "seat_0"] = option(
        "random", "Who opens every round: drawn for each game, or seat 0."
    )
    early_end: bool = option(
        False, "End a round as soon as one player has won it for sure; the winner is the same."
    )
    deck_exhaustion: Literal["markers", "reshuffle"] = option(
        "markers",
        "A draw from an empty deck: a marker, and the round is the last; `reshuffle` (not in the "
        "rulebook): the box is shuffled into a new deck.",
    )
    turn_limit: int = option(
        1000, "Turns after which a game with `reshuffle` is cut off.", low=1, high=100_000
    )
    placing: Literal["gap", "rank"] = option(
        "gap", "A choice names a card and a gap, or a card and the rank it is believed to have."
    )
    knowledge: Literal["noisy_prior", "identity", "features", "held_out", "shuffled_world"] = (
        option("noisy_prior", "What a player knows of cards not yet revealed; see RULES.md.")
    )
    artwork_hint: bool = option(False, "The picture shows the family of a card not yet revealed.")
    noise: tuple[float, ...] = option(
        (0.1,), "Standard deviation of each seat's estimates of sizes, in decades.",
        low=0.0, high=3.0, size=MAX_PLAYERS,
    )  # fmt: skip
    weight_noise: float = option(1.75, "Noise of weights over noise of sizes.", low=0.0, high=10.0)
    lifespan_noise: float = option(
        1.5, "Noise of lifespans over noise of sizes.", low=0.0, high=10.0
    )
    num_held_out: int = option(
        30, "Animals kept for tests, with `knowledge: held_out`.", low=1, high=MAX_CARDS
    )
    split_seed: int = option(0, "Which animals are held out.", low=0, high=2**31 - 1)
    deal_from: Literal["train", "test", "mixed"] = option(
        "train", "With `held_out`: deal the other animals, those held out, or all."
    )
    family_shift: float = option(
        0.5, "With `shuffled_world`: standard deviation, in decades, of a family's factor.",
        low=0.0, high=3.0,
    )  # fmt: skip
    card_shift: float = option(
        0.25, "With `shuffled_world`: standard deviation, in decades, of a card's own factor.",
        low=0.0, high=3.0,
    )  # fmt: skip
    placement_reward: float = option(
        0.0, "Points for every right placement, beside the result.", low=0.0, high=1.0
    )


FIELDS: list[tuple[Any, ...]] = [
    *header_fields(MAX_PLAYERS),
    ("options", options_record(Options)),
    # Tables, filled by `prepare`: nothing below changes them.
    ("prior_mean", np.float64, (3,)),  # mean and standard deviation of the deck's levels
    ("prior_sd", np.float64, (3,)),
    ("scale", np.float64, (3,)),  # 0.5 / the range of the deck's levels
    ("lowest", np.int16, (3,)),  # the deck's smallest level
    ("all_levels", np.int16, (3, MAX_CARDS)),
    ("all_ranks", np.int8, (3, MAX_CARDS)),
    ("family", np.int8, (MAX_CARDS,)),  # index into FAMILIES
    ("status", np.int8, (MAX_CARDS,)),  # index into STATUSES
    ("is_held_out", np.int8, (MAX_CARDS,)),
    ("num_cards", np.int8),  # of the deck, those that are not dealt from too
    # The game.
    ("level", np.int16, (MAX_CARDS,)),  # of the characteristic in play, in this game's world
    ("rank", np.int8, (MAX_CARDS,)),
    ("estimates", np.int16, (MAX_PLAYERS, MAX_PLAYERS, MAX_HAND)),  # [knower, owner, slot]: a level
    ("placements", np.int16, (MAX_PLAYERS,)),  # cards placed so far, and rightly
    ("right", np.int16, (MAX_PLAYERS,)),
    ("held_placements", np.int16, (MAX_PLAYERS,)),  # of them, animals that are held out
    ("held_right", np.int16, (MAX_PLAYERS,)),
    ("round", np.int32),
    ("characteristic", np.int8),
    ("first", np.int8),  # the seat that opens every round while it is in the game
    ("ran_out", np.int8),  # 1: a draw was due and the deck was empty, so this round is the last
    ("last_card", np.int8),  # the card revealed last, EMPTY before the first turn
    ("last_seat", np.int8),
    ("last_right", np.int8),
    ("deck_size", np.int8),
    ("line_size", np.int8),
    ("box_size", np.int8),
    ("hand_sizes", np.int8, (MAX_PLAYERS,)),
    ("markers", np.int8, (MAX_PLAYERS,)),
    ("hands", np.int8, (MAX_PLAYERS, MAX_HAND)),  # a card or EMPTY; of those out of the game too
    ("deck", np.int8, (MAX_CARDS,)),  # the top is deck[deck_size - 1]; zero above
    ("line", np.int8, (MAX_CARDS,)),  # smallest first; zero behind
    ("box", np.int8, (MAX_CARDS,)),  # wrong cards, oldest first; zero behind
]

RECORD = record_dtype("cardline_animals", FIELDS)


def deck_of(setup: Setup) -> Deck:
    """The deck that a set-up plays with."""
    return deck_named(setup.options.deck)


def dealt_cards(deck: Deck, options: Options) -> list[int]:
    """CA-45: the cards that take part: all, or one side of the split."""
    cards = range(len(deck))
    if options.knowledge != "held_out" or options.deal_from == "mixed":
        return list(cards)
    held = held_out_cards(deck, options.num_held_out, options.split_seed)
    return [card for card in cards if (card in held) == (options.deal_from == "test")]


def prepare(row: Any, setup: Setup) -> None:
    """Write the deck's tables into a fresh record."""
    deck, options = deck_of(setup), setup.options
    count = len(deck)
    row.num_cards = count
    row.all_ranks[:, :count] = deck.ranks
    row.all_levels[:, :count] = deck.levels
    row.prior_mean[:] = deck.levels.mean(axis=1).round(3)  # the same on every machine
    row.prior_sd[:] = deck.levels.std(axis=1).round(3)
    row.lowest[:] = deck.levels.min(axis=1)
    row.scale[:] = 0.5 / np.maximum(deck.levels.max(axis=1) - deck.levels.min(axis=1), 1)
    row.family[:count] = [animal.family for animal in deck.animals]
    row.status[:count] = [animal.status for animal in deck.animals]
    if options.knowledge == "held_out":
        row.is_held_out[list(held_out_cards(deck, options.num_held_out, options.split_seed))] = 1


@jit
def is_dealt_from(state: Any, card: int) -> bool:
    """CA-45: whether a card takes part in games of this set-up."""
    if state.options.knowledge != HELD_OUT or state.options.deal_from == MIXED:
        return True
    return state.is_held_out[card] == (state.options.deal_from == FROM_TEST)


@jit
def shows_identity(state: Any) -> bool:
    """CA-41: whether a player knows which animal a card is before it is revealed."""
    knowledge = state.options.knowledge
    return knowledge != NOISY_PRIOR and knowledge != FEATURES


@jit
def shows_family(state: Any) -> bool:
    """CA-41: whether a player sees a card's family before it is revealed."""
    knowledge = state.options.knowledge
    return state.options.artwork_hint or knowledge in (FEATURES, HELD_OUT)
