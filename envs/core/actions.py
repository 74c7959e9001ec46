"""Named action ranges: the numbers of a Discrete space, and the words for them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cached_property

from .errors import UnknownName


class ActionWords:
    """The action space of one set-up: consecutive named ranges, one sentence of words per action.

    `words[action]` is the action in words, `ids[words]` the number, `ranges[name]` a `range` of
    numbers.
    """

    def __init__(self, **ranges: Iterable[str]) -> None:
        words: list[str] = []
        self.ranges: dict[str, range] = {}
        for name, entries in ranges.items():
            start = len(words)
            words.extend(entries)
            self.ranges[name] = range(start, len(words))
        self.words: tuple[str, ...] = tuple(words)
        if len(self.ids) != len(self.words):
            raise ValueError("two actions have the same words")

    @cached_property
    def ids(self) -> dict[str, int]:
        """The number of each action by its words."""
        return {word: action for action, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def name(self, action: int) -> str:
        """The words for an action; `UnknownName` when it is outside the space."""
        if not 0 <= action < len(self.words):
            raise UnknownName(f"action {action} is outside 0 to {len(self.words) - 1}")
        return self.words[action]

    def parse(self, text: str) -> int:
        """The number of an action given in words; case and spacing are free.

        Raises `UnknownName` with the nearest valid words.
        """
        wanted = " ".join(text.lower().split())
        action = self.ids.get(wanted)
        if action is None:
            near = difflib.get_close_matches(wanted, self.words, n=1, cutoff=0.0)
            raise UnknownName(f"no action {text!r}; the nearest is {near[0]!r}")
        return action
