"""What is printed on the 83 cards, and the geometry of triples. No rule of play lives here.

An animal card's number is its four qualities in base three: clade 27, environment 9, number 3,
colour 1 (`mammal-water-1-blue` is 0, `arthropod-air-3-red` is 80). The bonus cards are 81 and 82.
"""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import Any

import numpy as np
from phylarium.envs.core.jit import jit

# CL-01: 81 animal cards, one for each combination of qualities, and two bonus cards.
NUM_ANIMALS = 81
FISH = 81
MOLLUSK = 82
NUM_CARDS = 83

# CL-02: four qualities of three types each.
CLADES = ("mammal", "sauropsid", "arthropod")
ENVIRONMENTS = ("water", "land", "air")
NUMBERS = ("1", "2", "3")
COLOURS = ("blue", "green", "red")

QUALITIES = np.stack(
    [(np.arange(NUM_ANIMALS) // weight) % 3 for weight in (27, 9, 3, 1)], axis=1
).astype(np.int64)
"""int64 [81, 4]: clade, environment, number (0 for one animal) and colour of each animal card."""

CLADE = np.ascontiguousarray(QUALITIES[:, 0])
"""int64 [81]: the clade of each animal card."""

# CL-11: any two cards make a triple with exactly one other: each quality sums to 0 modulo three.
THIRD = (((-QUALITIES[:, None] - QUALITIES[None]) % 3) @ (27, 9, 3, 1)).astype(np.int8)
"""int8 [81, 81]: the card that makes a triple with two others (on the diagonal the card itself)."""


@jit
def is_bonus(card: int) -> bool:
    """Whether a card is the ray-finned fish or the mollusk."""
    return card >= NUM_ANIMALS


@jit
def is_triple(a: int, b: int, c: int) -> bool:
    """CL-10: three different cards, each quality all the same or all different."""
    return a != b and THIRD[a, b] == c


@jit
def is_clade_triple(a: int, b: int) -> bool:
    """CL-12: whether the triple that these two cards belong to is of one clade."""
    return CLADE[a] == CLADE[b]


def _table() -> list[dict[str, Any]]:
    text = files(__package__).joinpath("cards.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


TABLE = _table()
"""The rows of cards.csv, by card number."""

WORDS = tuple(row["word"] for row in TABLE)
"""How documents and texts name each card: `mammal-water-1-blue`, `fish`."""

NUMBER_OF = {word: card for card, word in enumerate(WORDS)}
"""The card's number by its word."""
