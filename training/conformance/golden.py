"""Golden traces: hashes of fixed games, kept in a file, that change only together with the game's
version.

`python -m phylarium.training.conformance golden GAME --folder tests/conformance/golden` writes the
file anew; it refuses to change a trace while the game's version stays the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from phylarium.envs.core.errors import VersionMismatch
from phylarium.envs.core.game import Game, Setup
from phylarium.envs.core.replay import write_whole

from .catalogue import Plan, conformance_check
from .report import ConformanceError, label
from .setups import default_setups
from .traces import trace

PLIES = 200


def golden_traces(setup: Setup) -> dict[str, str]:
    """The golden games of one set-up: for each kind of player the number of plies and the last
    hash.
    """
    traces = {}
    for seed, player in enumerate(("random", *setup.game.scripted_players), start=1):
        hashes = trace(setup, seed, player, PLIES)
        traces[f"{label(setup)}; {player}, seed {seed}"] = f"{len(hashes) - 1} plies {hashes[-1]}"
    return traces


def golden_file(folder: Path, game: Game) -> Path:
    """Where a game's golden traces lie."""
    return folder / f"{game.name}.json"


@conformance_check()
def check_golden(setup: Setup, plan: Plan) -> str | None:
    """Fixed games go as they went when the golden file was written, unless the game's version says
    otherwise.
    """
    if plan.golden is None:
        return "no folder of golden traces given"
    file = golden_file(plan.golden, setup.game)
    if not file.exists():
        raise ConformanceError(f"{file} does not exist; {how_to_renew(setup.game, plan.golden)}")
    kept = json.loads(file.read_text(encoding="utf-8"))
    if kept["version"] != setup.game.version:
        raise ConformanceError(
            f"{file} is of version {kept['version']}, the game's is {setup.game.version}; "
            + how_to_renew(setup.game, plan.golden)
        )
    for name, now in golden_traces(setup).items():
        then = kept["traces"].get(name)
        if then is None:
            raise ConformanceError(
                f"{file} has no trace {name!r}; {how_to_renew(setup.game, plan.golden)}"
            )
        if then != now:
            raise ConformanceError(
                f"{name!r} was {then} and is {now}, and the version is still "
                f"{setup.game.version}: raise the version, or find what changed the game"
            )
    return None


def how_to_renew(game: Game, folder: Path) -> str:
    """The command, for a message."""
    return f"write it with `python -m {__package__} golden {game.name} --folder {folder}`"


def renew(game: Game, folder: Path, setups: list[Setup] | None = None) -> Path:
    """Write a game's golden file; `VersionMismatch` when traces changed and the version did not."""
    traces: dict[str, str] = {}
    for setup in default_setups(game) if setups is None else setups:
        traces.update(golden_traces(setup))
    file = golden_file(folder, game)
    if file.exists():
        kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        changed = [n for n, then in kept["traces"].items() if traces.get(n, then) != then]
        if changed and kept["version"] == game.version:
            raise VersionMismatch(
                f"{len(changed)} golden traces of {game.name} changed (first {changed[0]!r}), and "
                f"its version is still {game.version}; raise the version first"
            )
    document = {"game": game.name, "version": game.version, "traces": traces}
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(file, (json.dumps(document, indent=1) + "\n").encode())
    return file
