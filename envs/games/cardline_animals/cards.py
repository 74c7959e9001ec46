"""Decks of animals: the shipped one, those that users load, their exact ranks. No rule of play.

A deck is a CSV file (see `read_deck`). A card's number is its row, from 0. Values are compared as
decimal numbers as they are written, never as floats: `ranks` are dense, equal values share one.
`levels` are for beliefs and observations: 1000 log10 of the value in metres, kilograms, years.
"""

from __future__ import annotations

import csv
import hashlib
import io
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.core.errors import OptionsError, PhylariumError, nearest

MAX_CARDS = 127  # a card's number is one signed byte
MIN_CARDS = 8

CHARACTERISTICS = ("size", "weight", "lifespan")
VALUE_COLUMNS = ("size_m", "weight_kg", "lifespan_years")
COLUMNS = ("id", "common_name", "scientific_name", "family", "iucn", *VALUE_COLUMNS)

# CA-02: the families and levels of risk that a card may show.
FAMILIES = ("amphibians", "sea mammals", "arachnids", "crustaceans", "mollusks",
            "birds", "insects", "fish", "mammals", "reptiles")  # fmt: skip
STATUSES = ("", "LC", "NT", "VU", "EN", "CR", "EW", "EX", "DD")

SMALLEST, LARGEST = Decimal("1e-15"), Decimal("1e15")


@dataclass(frozen=True)
class Animal:
    """One card: names, family, level of risk, values by characteristic, and how size was taken."""

    common_name: str
    scientific_name: str
    family: int
    status: int
    values: tuple[Decimal, Decimal, Decimal]
    size_measure: str = ""

    @property
    def word(self) -> str:
        """How documents name the card: `african-bush-elephant`."""
        return re.sub(r"[^\w]+", "-", self.common_name.lower()).strip("-")


@dataclass(frozen=True)
class Deck:
    """A checked deck. `key` names it in options, replays and saved policies: a hash of its rows."""

    animals: tuple[Animal, ...]

    def __len__(self) -> int:
        return len(self.animals)

    @cached_property
    def key(self) -> int:
        """A number from 1 to 2**31 - 1 made from all that matters to play and to texts."""
        rows = [
            (a.common_name, a.scientific_name, a.family, a.status,
             *(str(value.normalize()) for value in a.values))
            for a in self.animals
        ]  # fmt: skip
        digest = hashlib.sha256(repr(rows).encode()).digest()
        return 1 + int.from_bytes(digest[:4], "big") % (2**31 - 1)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The card's words by its number."""
        return tuple(animal.word for animal in self.animals)

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The card's number by its words."""
        return {word: card for card, word in enumerate(self.words)}

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """int64 [3, cards]: CA-18, dense rank of each card's exact value, 0 for the smallest."""
        return np.array([dense_ranks([a.values[c] for a in self.animals]) for c in range(3)])

    @cached_property
    def levels(self) -> NDArray[np.int64]:
        """int64 [3, cards]: 1000 log10 of each value, rounded."""
        return np.array(
            [[round(1000 * math.log10(a.values[c])) for a in self.animals] for c in range(3)]
        )


def dense_ranks(values: list[Decimal]) -> list[int]:
    """The rank of each number among the different ones, 0 for the smallest."""
    rank = {value: k for k, value in enumerate(sorted(set(values)))}
    return [rank[value] for value in values]


def read_deck(path: str | Path) -> Deck:
    """CA-40: the deck in a CSV file with a heading; `PhylariumError` names file, line and reason.

    Columns: id (a number of its own for each row), common_name, scientific_name, family (one of
    the ten), iucn (a Red List code or empty), size_m, weight_kg, lifespan_years (decimal numbers
    above 0); more columns, such as sources, are left alone. 8 to 127 rows, names all different.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PhylariumError(f"cannot read the deck {path}: {error}") from None
    return deck_from(text, str(path))


def deck_from(text: str, name: str) -> Deck:
    """The deck in the text of a CSV file; see `read_deck`."""
    reader = csv.DictReader(io.StringIO(text))
    missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
    if missing:
        raise PhylariumError(f"{name}: the heading lacks {', '.join(missing)}")
    seen: dict[str, dict[str, int]] = {"id": {}, "common_name": {}, "scientific_name": {}}
    animals = []
    for row in reader:
        where = f"{name}, line {reader.line_num}"
        if None in row or any(row[column] is None for column in COLUMNS):
            raise PhylariumError(f"{where}: the row has not as many fields as the heading")
        if not re.fullmatch(r"[0-9]+", row["id"].strip()):
            raise PhylariumError(f"{where}: id is {row['id']!r}, and a whole number is due")
        animal = animal_of(row, where)
        shown = {"common_name": animal.word, "scientific_name": animal.scientific_name}
        shown["id"] = str(int(row["id"]))
        for column, value in shown.items():
            if value in seen[column]:
                raise PhylariumError(
                    f"{where}: {column} {row[column]!r} stands in line {seen[column][value]} too"
                )
            seen[column][value] = reader.line_num
        animals.append(animal)
    if not MIN_CARDS <= len(animals) <= MAX_CARDS:
        raise PhylariumError(
            f"{name}: a deck has {MIN_CARDS} to {MAX_CARDS} animals, this one {len(animals)}"
        )
    return Deck(tuple(animals))


def animal_of(row: dict[str, str], where: str) -> Animal:
    """A checked row."""
    common, scientific = row["common_name"].strip(), row["scientific_name"].strip()
    for column, value in (("common_name", common), ("scientific_name", scientific)):
        if not re.search(r"\w", value):
            raise PhylariumError(f"{where}: {column} is empty")
    family, status = row["family"].strip().lower(), row["iucn"].strip().upper()
    if family not in FAMILIES:
        raise PhylariumError(f"{where}: {nearest('family', family, FAMILIES)}")
    if status not in STATUSES:
        raise PhylariumError(
            f"{where}: iucn is {row['iucn']!r}; it is empty or one of {', '.join(STATUSES[1:])}"
        )
    values = [value_of(row[column], f"{where}: {column}") for column in VALUE_COLUMNS]
    return Animal(
        common,
        scientific,
        FAMILIES.index(family),
        STATUSES.index(status),
        (values[0], values[1], values[2]),
        (row.get("size_measure") or "").strip(),
    )


def value_of(text: str, where: str) -> Decimal:
    """A decimal number above 0 and of a size that a table can have."""
    try:
        value = Decimal(text.strip())
    except InvalidOperation:
        raise PhylariumError(f"{where} is {text!r}, and a decimal number is due") from None
    if not value.is_finite() or not SMALLEST <= value <= LARGEST:
        raise PhylariumError(f"{where} is {text!r}, and a number above 0 is due")
    return value


SHIPPED = deck_from(
    files(__package__).joinpath("animals.csv").read_text(encoding="utf-8"), "animals.csv"
)
"""CA-01: the 110 animals of this package."""

_LOADED: dict[int, Deck] = {SHIPPED.key: SHIPPED}


def load_deck(path: str | Path) -> int:
    """Read a deck file and make it known in this process; the number for the option `deck`."""
    deck = read_deck(path)
    _LOADED[deck.key] = deck
    return deck.key


def deck_named(key: int) -> Deck:
    """The deck of an option `deck`; `OptionsError` when no loaded file is that deck."""
    if key == 0:
        return SHIPPED
    if key not in _LOADED:
        raise OptionsError(
            f"option 'deck' is {key}, and no deck loaded here has that key; "
            "load its file with phylarium.envs.games.cardline_animals.load_deck(path)"
        )
    return _LOADED[key]


def held_out_cards(deck: Deck, count: int, seed: int) -> frozenset[int]:
    """CA-45: the cards of a deck kept for tests: by families in proportion, drawn by a seed."""
    groups = [
        [card for card, animal in enumerate(deck.animals) if animal.family == family]
        for family in range(len(FAMILIES))
    ]
    shares = [len(group) * count / len(deck) for group in groups]
    sizes = [int(share) for share in shares]
    for family in sorted(range(len(groups)), key=lambda f: (sizes[f] - shares[f], f)):
        if sum(sizes) < count:
            sizes[family] += 1
    drawn = zip(groups, sizes, strict=True)
    return frozenset(card for group, size in drawn for card in list(by_lot(group, seed))[:size])


def by_lot(cards: list[int], seed: int) -> Iterator[int]:
    """The cards in an order drawn by a seed."""
    from phylarium.envs.core.rng import derive

    yield from sorted(cards, key=lambda card: derive(seed, card))
