"""Choices as they come from outside: checked against the mask, refused with the action's words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.core.errors import IllegalAction
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import shortened, whole_number


def legal_number(setup: Setup, who: str, action: Any, mask: NDArray[np.int8]) -> int:
    """The number of one legal action, given as a number or in words.

    Raises `IllegalAction` with the words and what is legal, `UnknownName` for unknown words.
    """
    number = setup.actions.parse(action) if isinstance(action, str) else whole_number(action)
    if not (0 <= number < len(mask) and mask[number]):
        raise IllegalAction(f"{who} chose {in_words(setup, number, mask)}")
    return number


def first_illegal(actions: NDArray[Any], masks: NDArray[np.int8]) -> int:
    """The first row whose action is outside the space or masked out, -1 where there is none."""
    inside = (actions >= 0) & (actions < masks.shape[1])
    legal = masks[np.arange(len(masks)), np.where(inside, actions, 0)] != 0
    allowed = inside & legal
    return -1 if allowed.all() else int(np.argmin(allowed))


def in_words(setup: Setup, action: Any, mask: NDArray[np.int8]) -> str:
    """An illegal action for a message: its words, and what was legal."""
    words = setup.actions.words
    legal = shortened([words[a] for a in np.flatnonzero(mask)]) or "nothing"
    number = int(action)
    if not 0 <= number < len(words):
        return f"action {number}, which is outside 0 to {len(words) - 1}; legal: {legal}"
    return f"{words[number]!r} (action {number}), which is not legal; legal: {legal}"
