"""The record of one game of Evolution Earth: Cataclysm, its options and phases. No rule lives here.

Cards that nobody can tell apart are counted: an array with one count for each kind of card
(`cards.WORDS`). Only the part of a deck above the SHUFFLE card has an order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from phylarium.envs.core.header import header_fields
from phylarium.envs.core.options import option, options_record
from phylarium.envs.core.record import record_dtype

from .cards import (
    CATACLYSM_TABLE,
    MOST_CARDS,
    MOST_NUMBER,
    NUM_KINDS,
    NUM_TERRITORIES,
    SPECIES_TABLE,
    STARTER_CARDS,
    TERRITORY_TABLE,
    read_cataclysms,
    read_order,
    read_species,
    read_territories,
)

MAX_PLAYERS = 4  # EE-05
HAND_SIZE = 5

ABSENT, EMPTY = -2, -1
"""What `world` holds where a territory is not tabled, and where it is but bears no species."""

TABLING, ACTING, ORDERING = 0, 1, 2
"""Phases of a turn: how many POP to table; the one action; Blue Pearl's order under the deck."""

LITERAL, SHIELD = 0, 1

DRAWN = -1
"""For `first_player` and `starting_order`: drawn from the seed."""


@dataclass(frozen=True)
class Options:
    """The variants of the rulebook, readings where it is silent, and the tables; see RULES.md."""

    goal: int = option(  # EE-43
        50, "Victory points that win; the rulebook has 30, 40 and 50.", low=1, high=1000
    )
    blue_pearl: bool = option(
        False,
        "No shuffling: equal, known starting decks, and each player orders what goes under it.",
    )
    territory_defence: Literal["literal", "shield"] = option(
        "literal",
        "A territory falls with any attack beyond the species' defence, or only beyond its shield.",
    )
    forbid_suicide: bool = option(
        False, "Who can do something may not lose by doing nothing in a turn."
    )
    recycle_pop: bool = option(
        False, "All POP of an eliminated player goes back to the POP pile of the supply."
    )
    first_player: int = option(
        DRAWN, "The seat that begins; -1: drawn from the seed.", low=DRAWN, high=MAX_PLAYERS - 1
    )
    max_turns: int = option(
        400, "Who has begun so many turns begins no other: the game is truncated.", low=1, high=1000
    )
    starting_order: tuple[int, ...] = option(
        (DRAWN,),
        "Blue Pearl's starting deck, top card first: words with commas, or kinds; -1: drawn.",
        low=DRAWN,
        high=NUM_KINDS - 1,
        size=STARTER_CARDS,
        read=read_order,
    )
    species_table: tuple[int, ...] = option(
        SPECIES_TABLE,
        "Costs, defences and points of the species: a CSV file of the form of `species.csv`.",
        low=0,
        high=MOST_NUMBER,
        size=len(SPECIES_TABLE),
        read=read_species,
    )
    cataclysm_table: tuple[int, ...] = option(
        CATACLYSM_TABLE,
        "Costs, attacks and targets of the cataclysms: a file of the form of `cataclysms.csv`.",
        low=0,
        high=MOST_NUMBER,
        size=len(CATACLYSM_TABLE),
        read=read_cataclysms,
    )
    territory_table: tuple[int, ...] = option(
        TERRITORY_TABLE,
        "Shields of the territories: a CSV file of the form of `territories.csv`.",
        low=0,
        high=MOST_NUMBER,
        size=len(TERRITORY_TABLE),
        read=read_territories,
    )


FIELDS: list[tuple[Any, ...]] = [
    *header_fields(MAX_PLAYERS),
    ("options", options_record(Options)),
    ("turns", np.int16, (MAX_PLAYERS,)),  # turns that each seat has begun
    ("deck_sizes", np.int16, (MAX_PLAYERS,)),  # cards above the SHUFFLE card
    ("has_tabled", np.int8),  # 1: the seat to move has tabled POP in this turn
    ("pop", np.int8, (MAX_PLAYERS,)),  # tabled POP cards: the population supply
    ("known_tops", np.int8, (MAX_PLAYERS,)),  # Blue Pearl: cards atop a deck in their first order
    ("supply", np.int8, (NUM_KINDS,)),  # the piles; none for critters and territories
    ("fossils", np.int8, (NUM_KINDS,)),
    ("removed", np.int8, (NUM_KINDS,)),  # cards that left the game with eliminated players
    # ABSENT, EMPTY or the species that lives there
    ("world", np.int8, (MAX_PLAYERS, NUM_TERRITORIES)),
    ("hand", np.int8, (MAX_PLAYERS, NUM_KINDS)),
    # cards under the SHUFFLE card; in Blue Pearl the pile that a turn collects
    ("under", np.int8, (MAX_PLAYERS, NUM_KINDS)),
    # cards that the others know to lie in `under`; in Blue Pearl, to be in the hand
    ("seen", np.int8, (MAX_PLAYERS, NUM_KINDS)),
    ("deck", np.int8, (MAX_PLAYERS, MOST_CARDS)),  # above the SHUFFLE card; see deck.py
]

RECORD = record_dtype("evolution_earth", FIELDS)
