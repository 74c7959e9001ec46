"""Named observation sections: offsets, total size, bounds, and the documentation table made from
them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Section:
    """A run of numbers in an observation: what it is called, how long, in which range, and what it
    means.
    """

    name: str
    size: int
    meaning: str
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True)
class Layout:
    """The sections of one encoder for one set-up, in order; they tile the vector exactly."""

    sections: tuple[Section, ...]

    def __post_init__(self) -> None:
        names = [s.name for s in self.sections]
        if len(set(names)) != len(names):
            raise ValueError(f"observation sections need names of their own, got {names}")
        if any(s.size < 0 or s.low >= s.high for s in self.sections):
            raise ValueError("an observation section needs size >= 0 and low < high")

    @cached_property
    def size(self) -> int:
        """Length of the whole vector."""
        return sum(s.size for s in self.sections)

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each section lies: `observation[layout.slices["hand"]]`."""
        places, at = {}, 0
        for section in self.sections:
            places[section.name] = slice(at, at + section.size)
            at += section.size
        return places

    @cached_property
    def low(self) -> NDArray[np.float32]:
        """Lower bounds, float32 [size]."""
        return np.concatenate([np.full(s.size, s.low, np.float32) for s in self.sections])

    @cached_property
    def high(self) -> NDArray[np.float32]:
        """Upper bounds, float32 [size]."""
        return np.concatenate([np.full(s.size, s.high, np.float32) for s in self.sections])

    @cached_property
    def digest(self) -> str:
        """A hash of names, sizes and ranges; a saved policy refuses another layout by it."""
        text = repr([(s.name, s.size, s.low, s.high) for s in self.sections])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def table(self) -> str:
        """A Markdown table of the sections."""
        lines = ["| section | from | size | range | meaning |", "| --- | --- | --- | --- | --- |"]
        for s in self.sections:
            start = self.slices[s.name].start
            lines.append(
                f"| `{s.name}` | {start} | {s.size} | {s.low:g} to {s.high:g} | {s.meaning} |"
            )
        return "\n".join(lines)
