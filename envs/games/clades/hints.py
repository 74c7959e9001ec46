"""The encoder `hints`: what `vector` tells, and which pairs of slots are hopeless.

For learners who are to spot triples (`vision: slots`) with a small network. Piles are public, so a
player may know that the third card of two has been collected; `vector` leaves that to the player.
Whether the third card of the other pairs is in sight is not told: that is the game.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section

from .actions import slot_counts
from .cards import THIRD
from .observe import layout, write_known
from .slots import is_in_sight, num_pairs, place_of
from .state import PILE, SLOTS


def hints_layout(setup: Setup) -> Layout:
    """`vector`, and with `vision: slots` a number for each call."""
    sections = layout(setup).sections
    if setup.options.vision != "slots":
        return Layout(sections)
    meaning = "pairs in sight whose third card lies in a pile"
    return Layout((*sections, Section("hopeless", slot_counts(setup).pairs, meaning)))


@jit
def observe_hints(state: Any, seat: int, out: Any) -> None:
    """The encoder `hints`."""
    out[:] = 0.0
    at = write_known(state, seat, out)
    if state.options.vision == SLOTS:
        for high in range(1, state.num_slots):
            b = place_of(state, seat, high)
            if is_in_sight(state, seat, b):
                write_hopeless(state, seat, b, high, out, at + num_pairs(high))


@jit
def write_hopeless(state: Any, seat: int, b: int, high: int, out: Any, at: int) -> None:
    """The pairs of slot `high`, in place b, with every lower slot."""
    for low in range(high):
        a = place_of(state, seat, low)
        if is_in_sight(state, seat, a):
            out[at + low] = state.place[THIRD[state.table[a], state.table[b]]] >= PILE
