"""The action space of a set-up in words. CA-11, CA-12, CA-14.

`card 0 gap 3`: the card in slot 0 of the own hand goes into gap 3, that is before `line[3]`, or
behind all where the line has three cards. Its number is `slot * cards + gap`, with as many gaps a
slot as the deck has cards (110). With `placing: rank` it is `card 0 rank 57`.
"""

from __future__ import annotations

from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.game import Setup

from .state import deck_of


def actions(setup: Setup) -> ActionWords:
    """All actions: the range `place`."""
    cards, kind = len(deck_of(setup)), setup.options.placing
    return ActionWords(
        place=[
            f"card {slot} {kind} {number}"
            for slot in range(setup.options.hand_size)
            for number in range(cards)
        ]
    )
