"""The action space in words (EE-51): a turn is a chain of small choices.

`table 2 pop`, then one of `buy fishes`, `table africa`, `table fishes on africa`,
`play desertification on india`, `pass`; in Blue Pearl then `put pop` for each card that goes under
the deck. 194 actions, with Blue Pearl 223.
"""

from __future__ import annotations

from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.game import Setup

from .cards import (
    CATACLYSMS,
    FISHES,
    NUM_CATACLYSMS,
    NUM_SPECIES,
    NUM_TERRITORIES,
    SPECIES,
    TERRITORIES,
    WORDS,
)
from .state import HAND_SIZE

NUM_PILES = NUM_SPECIES - 1 + NUM_CATACLYSMS
"""Piles whose cards are for sale: five species, fourteen cataclysms."""

# The first action of each range; the first range, `pop`, starts at 0.
BUY = HAND_SIZE + 1
TERRITORY_ACTION = BUY + NUM_PILES
SPECIES_ACTION = TERRITORY_ACTION + NUM_TERRITORIES
CATACLYSM_ACTION = SPECIES_ACTION + NUM_SPECIES * NUM_TERRITORIES
PASS = CATACLYSM_ACTION + NUM_CATACLYSMS * NUM_TERRITORIES
PUT = PASS + 1


def actions(setup: Setup) -> ActionWords:
    """The action space of a set-up."""
    ranges = {
        "pop": [f"table {count} pop" for count in range(HAND_SIZE + 1)],
        "buy": [f"buy {name}" for name in (*SPECIES[FISHES:], *CATACLYSMS)],
        "territory": [f"table {name}" for name in TERRITORIES],
        "species": [f"table {name} on {place}" for name in SPECIES for place in TERRITORIES],
        "cataclysm": [f"play {name} on {place}" for name in CATACLYSMS for place in TERRITORIES],
        "pass": ["pass"],
    }
    if setup.options.blue_pearl:
        ranges["order"] = [f"put {name}" for name in WORDS]
    return ActionWords(**ranges)
