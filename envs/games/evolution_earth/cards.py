"""The 29 kinds of card, and the tables of what is printed on them. No rule of play lives here.

A kind is a number: species 0 to 5, POP 6, territories 7 to 14, cataclysms 15 to 28. What the cards
cost and are worth is an option (EE-06), since the rulebook prints only some of the numbers:
`species.csv`, `cataclysms.csv` and `territories.csv` hold ours, with where each comes from, and a
user may name files of the same form. In the record a table is a row of numbers by column: all
costs, all defences, all points.
"""

from __future__ import annotations

import csv
import difflib
from importlib.resources import files
from pathlib import Path

import numpy as np
from phylarium.envs.core.errors import OptionsError

# EE-01: what cards there are.
SPECIES = ("critters", "fishes", "insects", "reptiles", "birds", "mammals")
TERRITORIES = (
    "ocean", "africa", "antarctica", "australia", "eurasia", "india", "north america",
    "south america",
)  # fmt: skip
CATACLYSMS = (
    "wildfire", "hurricane", "red tide", "flood", "tsunami", "earthquake", "desertification",
    "ocean anoxia", "pandemic", "volcanic eruption", "climate change", "supervolcano", "ice age",
    "asteroid impact",
)  # fmt: skip
WORDS = (*SPECIES, "pop", *TERRITORIES, *CATACLYSMS)
"""The word for each kind of card."""

NUMBER_OF = {word: kind for kind, word in enumerate(WORDS)}
"""The kind by its word."""

NUM_SPECIES, NUM_TERRITORIES, NUM_CATACLYSMS = len(SPECIES), len(TERRITORIES), len(CATACLYSMS)
NUM_KINDS = len(WORDS)
CRITTERS, FISHES, INSECTS, REPTILES, BIRDS, MAMMALS = range(NUM_SPECIES)
POP = NUM_SPECIES
TERRITORY = POP + 1
"""Kind of the first territory card, the ocean."""
CATACLYSM = TERRITORY + NUM_TERRITORIES
"""Kind of the first cataclysm card."""
OCEAN = 0
"""The territory that is no continent."""

ANCESTOR = np.array([-1, CRITTERS, CRITTERS, FISHES, REPTILES, REPTILES], np.int64)
"""EE-24, int64 [6]: the direct ancestor of each species, -1 for critters, which have none."""

# EE-01 to EE-03: how many of each card there are.
CATACLYSM_COPIES = 3
STARTER_CRITTERS, STARTER_POP = 5, 5
STARTER_CARDS = STARTER_CRITTERS + STARTER_POP + NUM_TERRITORIES - 1
SPECIES_PILE = (0, 0, 5, 7, 10)
"""Cards in each pile of species, by number of players."""
POP_PILE = (0, 0, 20, 30, 40)
"""POP cards in the supply at the start, by number of players."""

# Where the columns of a table start in its row of numbers.
SPECIES_COST, DEFENCE, POINTS = 0, NUM_SPECIES, 2 * NUM_SPECIES
CATACLYSM_COST, ATTACK, TARGETS = 0, NUM_CATACLYSMS, 2 * NUM_CATACLYSMS
HITS_CONTINENTS, HITS_OCEANS = 1, 2
"""Bits of TARGETS."""

MOST_COST, MOST_NUMBER = 60, 100


def total_of(kind: int, num_players: int) -> int:
    """EE-01 to EE-03: how many cards of a kind the whole game has."""
    if kind == CRITTERS:
        return STARTER_CRITTERS * num_players
    if kind < POP:
        return SPECIES_PILE[num_players]
    if kind == POP:
        return POP_PILE[num_players] + STARTER_POP * num_players
    return num_players if kind < CATACLYSM else CATACLYSM_COPIES


MOST_CARDS = sum(total_of(kind, 4) for kind in range(NUM_KINDS))
"""All cards of a game of four: no deck can hold more."""


def read_species(path: str) -> tuple[int, ...]:
    """The row of numbers of a species table in a file; `OptionsError` says what is wrong where."""
    rows = read_rows(path, SPECIES, "species", ("cost", "defence", "points"))
    return table_row(rows, SPECIES, ("cost", "defence", "points"))


def read_cataclysms(path: str) -> tuple[int, ...]:
    """The row of numbers of a cataclysm table in a file."""
    rows = read_rows(path, CATACLYSMS, "cataclysm", ("cost", "attack", "continent", "ocean"))
    for row in rows.values():
        row["targets"] = HITS_CONTINENTS * row["continent"] + HITS_OCEANS * row["ocean"]
    return table_row(rows, CATACLYSMS, ("cost", "attack", "targets"))


def read_territories(path: str) -> tuple[int, ...]:
    """The row of numbers of a territory table in a file."""
    return table_row(
        read_rows(path, TERRITORIES, "territory", ("shield",)), TERRITORIES, ("shield",)
    )


def table_row(
    rows: dict[str, dict[str, int]], names: tuple[str, ...], columns: tuple[str, ...]
) -> tuple[int, ...]:
    """The numbers of a table by column, in the order of the cards."""
    return tuple(rows[name][column] for column in columns for name in names)


def read_rows(
    path: str, names: tuple[str, ...], what: str, columns: tuple[str, ...]
) -> dict[str, dict[str, int]]:
    """The numbers of a table by card and column; every card once, every number in its range."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise OptionsError(f"cannot read the {what} table {path!r}: {reason}") from None
    reader = csv.DictReader(text.splitlines())
    missing = [column for column in ("name", *columns) if column not in (reader.fieldnames or ())]
    if missing:
        raise OptionsError(f"{path}: the {what} table lacks the column {', '.join(missing)}")
    rows: dict[str, dict[str, int]] = {}
    for row in reader:
        place = f"{path}, line {reader.line_num}"
        name = " ".join((row["name"] or "").lower().split())
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1, cutoff=0.0)[0]
            raise OptionsError(
                f"{place}: no {what} is called {row['name']!r}; the nearest is {near.upper()}"
            )
        if name in rows:
            raise OptionsError(f"{place}: {name.upper()} has a row already")
        rows[name] = {column: read_number(row[column], column, name, place) for column in columns}
    absent = [name.upper() for name in names if name not in rows]
    if absent:
        raise OptionsError(f"{path}: the {what} table has no row for {', '.join(absent)}")
    return rows


RANGES = {"cost": (1, MOST_COST), "continent": (0, 1), "ocean": (0, 1)}
"""What a column may hold, where that is not 1 to `MOST_NUMBER`."""


def read_number(text: str | None, column: str, name: str, place: str) -> int:
    """A number of a table; critters have no cost, whatever stands there."""
    if column == "cost" and name == "critters":
        return 0
    low, high = RANGES.get(column, (1, MOST_NUMBER))
    try:
        number = int((text or "").strip())
    except ValueError:
        raise OptionsError(
            f"{place}: {column} of {name.upper()} is a whole number, got {text!r}"
        ) from None
    if not low <= number <= high:
        raise OptionsError(
            f"{place}: {column} of {name.upper()} is from {low} to {high}, got {number}"
        )
    return number


def read_order(words: str) -> tuple[int, ...]:
    """A starting order for Blue Pearl in words with commas between them, top card first."""
    kinds = []
    for word in words.split(","):
        name = " ".join(word.lower().split())
        if name not in NUMBER_OF:
            near = difflib.get_close_matches(name, WORDS, n=1, cutoff=0.0)[0]
            raise OptionsError(
                f"option 'starting_order' knows no card {name!r}; the nearest is {near!r}"
            )
        kinds.append(NUMBER_OF[name])
    return tuple(kinds)


_FOLDER = files(__package__)
SPECIES_TABLE = read_species(str(_FOLDER.joinpath("species.csv")))
CATACLYSM_TABLE = read_cataclysms(str(_FOLDER.joinpath("cataclysms.csv")))
TERRITORY_TABLE = read_territories(str(_FOLDER.joinpath("territories.csv")))
