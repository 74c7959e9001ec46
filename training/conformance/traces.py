"""Traces: a hash for every ply of a game, over the mask, the choice, the whole state and what every
seat sees.
"""

from __future__ import annotations

import hashlib
import itertools

import numpy as np
from phylarium.envs.core.game import Setup

from .play import choose, whole_game


def trace(setup: Setup, seed: int, player: str, plies: int) -> list[str]:
    """The hashes of a game's first `plies` choices; entry k covers everything up to choice k."""
    digest, hashes = hashlib.sha256(), []
    made: list[int] = []

    def choice(position: object, ply: int) -> int:
        made.append(choose(position, player, ply))  # type: ignore[arg-type]
        return made[-1]

    for moment in itertools.islice(whole_game(setup, seed, choice), plies + 1):
        position = moment.position
        digest.update(repr(made).encode() + position.mask().tobytes() + position.tobytes())
        for seat in range(setup.num_players):
            seen = position.observe(seat)
            digest.update(seen.tobytes() if isinstance(seen, np.ndarray) else seen.encode())
        made.clear()
        hashes.append(digest.hexdigest()[:16])
    return hashes


def departs_at(one: list[str], other: list[str]) -> int | None:
    """The first ply at which two traces differ, None where they are equal."""
    for ply, (a, b) in enumerate(itertools.zip_longest(one, other)):
        if a != b:
            return ply
    return None
