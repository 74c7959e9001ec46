"""Tables of a ladder that are finished, kept in a folder, so that none is played twice.

One file a table, named by a digest of all that its games depend on: set-up and rules, agents,
number of games, seed. A file appears whole or not at all; one that is damaged is played again.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from phylarium.envs._version import __version__
from phylarium.envs.adapters.policy import SavedPolicy
from phylarium.envs.core.game import Setup
from phylarium.envs.core.jit import cache_folder
from phylarium.envs.core.replay import write_whole

from ..agents import Agent
from ..results import TableResult

FORMAT = 1

_MEASURE = "measure:"


def table_key(setup: Setup, agents: Sequence[Agent], games: int, seed: int) -> dict[str, Any]:
    """The JSON document of all that the games of a table depend on.

    A saved policy counts by its weights, not by its file. Of an opponent of somebody else nothing
    but its name and `repr` is known: after a change of its code, use another folder.
    """
    return {
        "format": FORMAT,
        "phylarium": __version__,
        "sources": cache_folder(setup.game.sources).name,
        "setup": json.loads(json.dumps(setup.describe())),
        "agents": [_identity(agent) for agent in agents],
        "games": games,
        "seed": str(seed),
    }


def _identity(agent: Agent) -> list[str]:
    if agent.player is None:
        return [agent.name, "compiled"]
    if isinstance(agent.player, SavedPolicy):
        return [agent.name, agent.player.digest]
    return [agent.name, type(agent.player).__qualname__, repr(agent.player)]


class FinishedTables:
    """A folder of finished tables; made when the first one is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, key: dict[str, Any]) -> Path:
        """Where the table of that key lies, or would lie."""
        digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()
        return self.folder / f"{digest[:24]}.npz"

    def keep(self, key: dict[str, Any], table: TableResult) -> None:
        """Write a finished table."""
        self.folder.mkdir(parents=True, exist_ok=True)
        content = io.BytesIO()
        arrays: dict[str, Any] = {
            "key": np.array(json.dumps(key)),
            "scores": table.scores,
            "seats": table.seats,
            "counts": np.array([table.distinct, table.truncated]),
            **{f"{_MEASURE}{name}": counts for name, counts in table.measures.items()},
        }
        np.savez_compressed(content, **arrays)
        write_whole(self.file(key), content.getvalue())

    def find(self, key: dict[str, Any], chosen: tuple[int, ...]) -> TableResult | None:
        """The finished table of that key, with its agents numbered as `chosen`; None: not there."""
        try:
            content = self.file(key).read_bytes()
        except FileNotFoundError:
            return None
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as kept:
                if json.loads(str(kept["key"])) != key:
                    return None
                distinct, truncated = kept["counts"].tolist()
                measures = {
                    name.removeprefix(_MEASURE): kept[name]
                    for name in kept.files
                    if name.startswith(_MEASURE)
                }
                return TableResult(
                    chosen, kept["scores"], kept["seats"], distinct, truncated, measures
                )
        except (ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
            return None  # damaged
