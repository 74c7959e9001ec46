"""Running a training again from its run folder, and comparing what came of it: evaluations line by
line, weights bit by bit.

A finished run is run again to its end. Of an unfinished one as much is run again as its latest
exported policy saw; evaluations after that are left out, since the policy that belongs to them was
not kept. The comparison is written to `reproduction.json` in the new run folder.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phylarium.envs.adapters.policy import load_policy
from phylarium.envs.core.game import Setup

from ..config import Config, load_config
from ..run import RunError, RunFolder, package_versions
from ..train import Progress, check_game, need_libraries
from .comparison import Comparison, compared
from .finishing import differing, finish, run_of

if TYPE_CHECKING:
    from rich.table import Table

DOCUMENT = "reproduction.json"
"""The comparison, in the new run folder."""


class _Reached(Exception):
    """The training stands where the original one stood."""


@dataclass(frozen=True)
class Reproduction:
    """What became of running a training again.

    surroundings  how packages, Python and machine differ from those of the original
    steps         environment steps up to which both are compared
    """

    original: Path
    folder: Path
    steps: int
    is_whole: bool
    surroundings: list[str]
    comparisons: list[Comparison]

    @property
    def is_equal(self) -> bool:
        """Whether evaluations and weights are equal to the last bit."""
        return all(comparison.is_equal for comparison in self.comparisons)

    def document(self) -> dict[str, Any]:
        """The comparison as a JSON document."""
        return {
            "original": str(self.original),
            "reproduction": str(self.folder),
            "steps": self.steps,
            "finished": self.is_whole,
            "equal": self.is_equal,
            "surroundings": self.surroundings,
            "comparisons": [
                {"what": c.what, "equal": c.is_equal, "differences": c.differences}
                for c in self.comparisons
            ],
        }

    def table(self) -> Table:
        """The comparison as a table for a terminal."""
        from rich.table import Table

        verdict = "equal" if self.is_equal else "NOT equal"
        upto = "" if self.is_whole else f"; unfinished, compared up to {self.steps:,} steps"
        table = Table(title=f"{self.original} and {self.folder}: {verdict}{upto}")
        for column in ("", "original", "reproduced", "equal", "differences"):
            table.add_column(column, overflow="fold")
        for row in self.comparisons:
            words = "; ".join(row.differences[:SHOWN])
            if len(row.differences) > SHOWN:
                words += f"; {len(row.differences) - SHOWN} more, see {DOCUMENT}"
            mark = "yes" if row.is_equal else "NO"
            style = None if row.is_equal else "bold red"
            table.add_row(row.what, row.original, row.reproduced, mark, words, style=style)
        return table


SHOWN = 4
"""Differences of one comparison that a table has room for."""


def reproduce(
    path: Path,
    folder: Path | None,
    command: Sequence[str],
    tell: Callable[[str], None],
    progress: Progress | None = None,
) -> Reproduction:
    """Run again what a run folder describes, and compare.

    folder  the new run folder, default `<path>-reproduced`; an interrupted reproduction that lies
            there is gone on with, a finished one compared again

    The original is only read. Raises `RunError` where there is nothing to compare, where the game
    has another version or the folder holds another run, all before anything is created.
    """
    need_libraries()
    original = RunFolder(path)
    config, setup = _described(original)
    target, is_whole = _end_of(original, setup)
    named = path if path.name not in ("", "..") else path.resolve()
    folder = folder or named.with_name(f"{named.name}-reproduced")
    if folder.resolve() == path.resolve():
        raise RunError(f"{folder} is the run itself; name another folder with --run-dir")
    surroundings = _surroundings(original)
    for difference in surroundings:
        tell(f"not as the original: {difference}")
    made = _run_again(config, folder, target, is_whole, command, tell, progress)
    found = Reproduction(
        path, folder, target, is_whole, surroundings, compared(original, made, target, is_whole)
    )
    made.write(folder / DOCUMENT, json.dumps(found.document(), indent=1).encode())
    return found


def _described(original: RunFolder) -> tuple[Config, Setup]:
    """The config of a run and its game's set-up here, which must be the same."""
    if not original.config.is_file():
        raise RunError(f"no run in {original.path}: it has no config.yaml")
    if "game" not in original.facts():
        raise RunError(
            f"{original.path} cannot be reproduced: its run.json does not say with which game "
            "version it was made"
        )
    config = load_config(original.config)
    setup = config.setup()
    check_game(original, setup)
    return config, setup


def _end_of(original: RunFolder, setup: Setup) -> tuple[int, bool]:
    """Up to how many steps a run can be compared, and whether that is its end."""
    if not original.policy.is_file():
        raise RunError(
            f"{original.path} has exported no policy yet, so there is nothing to compare; "
            f"go on with --resume {original.path} first"
        )
    steps = int(load_policy(original.policy, setup).metadata["steps"])
    return steps, original.facts().get("status") == "finished"


def _surroundings(original: RunFolder) -> list[str]:
    """How this place differs from that of the original, in words."""
    here = {
        "versions": package_versions(),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "machine": platform.machine(),
    }
    found: list[str] = []
    sessions = original.facts().get("sessions", [])
    for session in sessions:
        there = {name: session.get(name) for name in here}
        found += [d for d in differing(there, here) if d not in found]
    if any("--set" in session.get("command", ()) for session in sessions[1:]):
        found.append(
            "it was resumed with --set: the reproduction has the changed config from its start"
        )
    return found


def _run_again(
    config: Config,
    folder: Path,
    target: int,
    is_whole: bool,
    command: Sequence[str],
    tell: Callable[[str], None],
    progress: Progress | None,
) -> RunFolder:
    """The reproduction, trained as far as the original."""
    if is_whole:
        return finish(config, folder, command, tell, progress)
    made = run_of(config, folder)
    if made is not None and made.facts().get("reached") == target:
        return made

    def report(steps: int, total: int, note: str) -> None:
        if steps > target:  # the boundary at `target` is over: evaluated and exported
            raise _Reached
        if progress is not None:
            progress(steps, total, note)

    try:
        return finish(config, folder, command, tell, report)
    except _Reached:
        made = RunFolder.open(folder)
        made.note(status="stopped where the original stood", steps=target, reached=target)
        return made
