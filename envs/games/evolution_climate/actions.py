"""The action space in words. CM-96: 240 actions and one for each player.

`done` ends, passes or declines. `card carnivore +4 snowflake` picks a card by its face: as a Food
Card, to play, to put under the deck, to discard. Where a card goes: `trait s0`, `population s0`,
`body s0`, `new left`, `new right`; slots are counted from the left. `species s2` picks a species,
`name long neck` a trait, `target n1` the seat of an attack's victim: n0 is the attacker's own, n1
the next one's.
"""

from __future__ import annotations

from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.game import Setup

from .cards import TRAITS, WORDS
from .state import MAX_SPECIES


def actions(setup: Setup) -> ActionWords:
    """The action space of a set-up; the numbers are those of state.py."""
    slots = [f"s{slot}" for slot in range(MAX_SPECIES)]
    return ActionWords(
        done=["done"],
        card=[f"card {word}" for word in WORDS],
        trait=[f"trait {slot}" for slot in slots],
        population=[f"population {slot}" for slot in slots],
        body=[f"body {slot}" for slot in slots],
        new=["new left", "new right"],
        species=[f"species {slot}" for slot in slots],
        name=[f"name {trait}" for trait in TRAITS],
        target=[f"target n{steps}" for steps in range(setup.num_players)],
    )
