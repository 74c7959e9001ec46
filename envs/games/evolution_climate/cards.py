"""What is printed on trait cards, event cards and the climate board. No rule of play lives here.

The numbers stand in cards.csv (150 faces of 177 trait cards), traits.csv (what each of the 23
traits does to climate losses and sizes, and where its rules are), events.csv and zones.csv, each
row with its origin. Arrays below are what the rules read. CM-01, CM-02, CM-05.
"""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import Any

import numpy as np


def _rows(name: str) -> list[dict[str, str]]:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _numbers(rows: list[dict[str, str]], column: str) -> Any:
    return np.array([int(row[column] or 0) for row in rows], np.int64)


TRAIT_ROWS = _rows("traits.csv")
TRAITS = tuple(row["trait"] for row in TRAIT_ROWS)
"""Names of the 23 traits; a trait's number is its place here."""

# fmt: off
(
    AMBUSH, BURROWING, CARNIVORE, CLIMBING, COOLING_FRILLS, COOPERATION, DEFENSIVE_HERDING,
    FAT_TISSUE, FERTILE, FORAGING, HARD_SHELL, HEAVY_FUR, HIBERNATION, HORNS, INTELLIGENCE,
    LONG_NECK, MIGRATORY, MUD_WALLOWING, NOCTURNAL, PACK_HUNTING, SCAVENGER, SYMBIOSIS,
    WARNING_CALL,
) = range(23)
# fmt: on
NUM_TRAITS = len(TRAITS)

HEAT_STOPPED = _numbers(TRAIT_ROWS, "heat_stopped")
COLD_STOPPED = _numbers(TRAIT_ROWS, "cold_stopped")
HEAT_ADDED = _numbers(TRAIT_ROWS, "heat_added")
PREY_SIZE = _numbers(TRAIT_ROWS, "prey_size")
"""int64 [23]: population loss from heat and cold that a trait stops, loss from heat that it adds,
body size that it adds when somebody wants to attack."""

CARD_ROWS = _rows("cards.csv")
NUM_FACES = len(CARD_ROWS)
TRAIT_OF = np.array([TRAITS.index(row["trait"]) for row in CARD_ROWS], np.int64)
FOOD_OF = _numbers(CARD_ROWS, "food")
WARMTH_OF = _numbers(CARD_ROWS, "suns") - _numbers(CARD_ROWS, "snowflakes")
COPIES = _numbers(CARD_ROWS, "copies")
"""int64 [150]: trait, plant food, suns less snowflakes, and number of cards of each face."""

WHOLE_DECK = np.repeat(np.arange(NUM_FACES), COPIES).astype(np.int64)
"""int64 [177]: the face of every card, in order."""
NUM_CARDS = len(WHOLE_DECK)
MOST_COPIES = int(COPIES.max())


def _face_word(row: dict[str, str]) -> str:
    words = [row["trait"], f"{int(row['food']):+d}"]
    words += ["sun"] * int(row["suns"]) + ["snowflake"] * int(row["snowflakes"])
    return " ".join(words)


WORDS = tuple(_face_word(row) for row in CARD_ROWS)
"""How documents and actions name each face: `carnivore +4 snowflake`, `heavy fur -3 snowflake
snowflake`."""
FACE_NAMED = {word: face for face, word in enumerate(WORDS)}

ZONE_ROWS = _rows("zones.csv")
ZONES = tuple(row["zone"] for row in ZONE_ROWS)
"""Climate zones from coldest to hottest; a zone's number is its place here."""
TEMPERATE = ZONES.index("temperate")
NUM_ZONES = len(ZONES)
LEAF = np.stack([_numbers(ZONE_ROWS, "leaf_2_3"), _numbers(ZONE_ROWS, "leaf_4_6")])
"""int64 [2, 9]: plant food that a zone adds, on the side for 2 and 3 players and on the other."""
NO_LOSS, COLD, HEAT = 0, 1, 2
LOSS_KIND = np.array(
    [{"": NO_LOSS, "snowflake": COLD, "sun": HEAT}[row["loss_icon"]] for row in ZONE_ROWS], np.int64
)
LOSS = _numbers(ZONE_ROWS, "loss")
LOSS_BODY_LOW = _numbers(ZONE_ROWS, "body_low")
LOSS_BODY_HIGH = _numbers(ZONE_ROWS, "body_high")
"""int64 [9]: population lost in a zone, from what, and by which body sizes."""

EVENT_ROWS = _rows("events.csv")
SIDES = ("cold", "hot")
EVENT_KINDS = (
    "cold snap",
    "desertification",
    "heat wave",
    "glacial thaw",
    "meteorite",
    "volcanic eruption",
    "wildfire",
)
COLD_SNAP, DESERTIFICATION, HEAT_WAVE, GLACIAL_THAW, METEORITE, VOLCANIC_ERUPTION, WILDFIRE = range(
    7
)
NUM_EVENTS = len(EVENT_ROWS)
EVENTS_A_SIDE = 15
NO_ZONE = -1


def _zones(column: str) -> Any:
    return np.array([ZONES.index(row[column]) if row[column] else NO_ZONE for row in EVENT_ROWS])


EVENT_KIND = np.array([EVENT_KINDS.index(row["event"]) for row in EVENT_ROWS], np.int64)
EVENT_SIDE = np.array([SIDES.index(row["deck"]) for row in EVENT_ROWS], np.int64)
EVENT_ZONE = _zones("zone").astype(np.int64)
EVENT_EFFECT = _zones("effect_zone").astype(np.int64)
EVENT_TARGET = _zones("destination_zone").astype(np.int64)
"""int64 [23]: kind, deck, zone where the card lies, zone whose effects it brings, zone that a
volcano moves the marker to."""
EVENT_COPIES = _numbers(EVENT_ROWS, "copies")
WHOLE_EVENT_DECK = np.stack(
    [np.repeat(np.arange(NUM_EVENTS), EVENT_COPIES * (side == EVENT_SIDE)) for side in (0, 1)]
).astype(np.int64)
"""int64 [2, 15]: the event of every card of the cold and the hot deck."""


def _event_word(row: dict[str, str]) -> str:
    words = f"{row['event']} at {row['zone']}"
    if row["effect_zone"]:
        words += f" as {row['effect_zone']}"
    return words + (f" to {row['destination_zone']}" if row["destination_zone"] else "")


EVENT_WORDS = tuple(_event_word(row) for row in EVENT_ROWS)
"""How documents name each event: `cold snap at cool as freezing`, `volcanic eruption at hot to
cool`, `meteorite at cold`. A meteorite is in both decks at zones of their own."""
EVENT_NAMED = {word: event for event, word in enumerate(EVENT_WORDS)}
