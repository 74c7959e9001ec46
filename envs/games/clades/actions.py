"""The action space of a set-up in words.

`wait`, `ask`, `call s0 s3` (the lower slot first), with `vision: looks` also `look s0 s3`, and
where a scorer may have several personal cards to give from, `give p0`. Slots: `s0` shared, `t0`
temporary, `p0` own personal, `n1p0` the first personal card of the next seat, `n2p0` of the one
after it.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.game import Setup
from phylarium.envs.core.options import options_into
from phylarium.envs.core.record import new_states, row

from .slots import PAIR_HIGH, PAIR_LOW, size_slots
from .state import CLOSED_HANDS, RECORD


@dataclass(frozen=True)
class SlotCounts:
    """How many slots of each kind a seat has in a set-up; `hands` counts the hands that
    have slots.
    """

    shared: int
    temporary: int
    hand: int
    hands: int

    @property
    def total(self) -> int:
        """All slots."""
        return self.shared + self.temporary + self.hand * self.hands

    @property
    def pairs(self) -> int:
        """All pairs of slots."""
        return self.total * (self.total - 1) // 2


@functools.lru_cache(maxsize=64)
def slot_counts(setup: Setup) -> SlotCounts:
    """The slots of a set-up."""
    states = new_states(RECORD, 1)
    blank = states.view(np.ndarray)[0]
    blank["num_players"] = setup.num_players
    options_into(setup.options, blank["options"])
    sized = row(states)
    size_slots(sized)
    is_closed = sized.options.open_hand == CLOSED_HANDS
    return SlotCounts(
        sized.shared_slots,
        sized.temporary_slots,
        sized.hand_slots,
        1 if is_closed else setup.num_players,
    )


@functools.lru_cache(maxsize=64)
def slot_words(setup: Setup) -> tuple[str, ...]:
    """The word for each slot of a seat."""
    counts = slot_counts(setup)
    words = [f"s{i}" for i in range(counts.shared)]
    words += [f"t{i}" for i in range(counts.temporary)]
    for hand in range(counts.hands):
        owner = f"n{hand}" if hand else ""
        words += [f"{owner}p{k}" for k in range(counts.hand)]
    return tuple(words)


def actions(setup: Setup) -> ActionWords:
    """The action space: default two players 2 + 231 actions."""
    counts, words, options = slot_counts(setup), slot_words(setup), setup.options
    pairs = [f"{words[PAIR_LOW[p]]} {words[PAIR_HIGH[p]]}" for p in range(counts.pairs)]
    ranges = {"wait": ["wait"], "ask": ["ask"], "call": [f"call {pair}" for pair in pairs]}
    if options.vision == "looks":
        ranges["look"] = [f"look {pair}" for pair in pairs]
    if options.open_hand == "switch":
        ranges["give"] = [f"give p{k}" for k in range(counts.hand if counts.hand > 1 else 0)]
    return ActionWords(**ranges)
