"""Running a benchmark suite: one unit for each task and seed, each trained and measured once.

    FOLDER/<task>/seed-<n>/      the run folder of a unit that trains
    FOLDER/<task>/seed-<n>.json  its result, written whole when the unit is finished
    FOLDER/results.json, .md     all results so far (see `benchmark_report`)

A second start passes over finished units and goes on inside the unfinished one. A result keeps all
that decided it (config, game version, opponents and their files); where any of that is not what the
suite says now, nothing starts: a result is neither reused for another task nor thrown away.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from phylarium.envs._version import __version__
from phylarium.envs.adapters.policy import load_policy
from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.replay import write_whole
from phylarium.envs.core.rng import derive

from ..agents import Agent, make_agents
from ..config import LEAGUE, SELF, Config
from ..evaluate import measure
from ..extras import need
from ..run import RunError
from ..train import Interrupted, Progress, as_json, check_game, need_libraries
from .benchmark_config import Suite, Task
from .benchmark_report import markdown, report
from .fingerprints import policy_digests
from .finishing import differing, finish, run_of

FORMAT = 1

BENCHMARK = 17
"""Where the seeds of the measured deals part from those of training and its evaluations."""


@dataclass(frozen=True)
class Unit:
    """One task with one seed, and where its files lie."""

    task: Task
    seed: int
    folder: Path

    @property
    def run(self) -> Path:
        """Its run folder, where it trains."""
        return self.folder / self.task.name / f"seed-{self.seed}"

    @property
    def result(self) -> Path:
        """The file with its result."""
        return self.folder / self.task.name / f"seed-{self.seed}.json"

    @property
    def config(self) -> Config | None:
        """What it trains by; None where it trains nothing."""
        return self.task.configs.get(self.seed)

    def __str__(self) -> str:
        return f"{self.task.name}, seed {self.seed}"

    def made_from(self) -> dict[str, Any]:
        """All that decides its result, as a JSON document."""
        task, config = self.task, self.config
        specs = [*task.agents, *task.opponents] if config is None else [*task.opponents]
        if config is not None:
            specs += _named(config)
        document = {
            "format": FORMAT,
            "phylarium": __version__,
            "game": task.setup.describe(),
            "config": None if config is None else config.model_dump(mode="json"),
            "agents": task.agents,
            "opponents": task.opponents,
            "games": task.games,
            "seed": self.seed,
            "files": policy_digests(specs, task.setup),
        }
        return dict(as_json(document))


def units(suite: Suite, folder: Path) -> list[Unit]:
    """All units of a suite, in order."""
    return [Unit(task, seed, folder) for task in suite.tasks for seed in task.seeds]


def run_suite(
    suite: Suite,
    folder: Path,
    command: Sequence[str],
    tell: Callable[[str], None],
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Bring all units to their end; returns what `results.json` says then.

    Raises `RunError` before anything starts where the folder holds other results, and
    `Interrupted` when the user stops it.
    """
    need_libraries()
    need("scipy", "benchmark")
    planned = units(suite, folder)
    _check_folder(suite, folder)
    finished = {unit.result: found for unit in planned if (found := finished_result(unit))}
    _make_folder(folder)
    for unit in planned:
        if unit.result in finished:
            tell(f"{unit}: finished before")
            continue
        try:
            finished[unit.result] = run_unit(unit, command, tell, progress)
        except (Interrupted, KeyboardInterrupt):
            raise Interrupted(
                f"interrupted in {unit}; the same command goes on from there"
            ) from None
        _write_results(suite, folder, planned, finished)
    return _write_results(suite, folder, planned, finished)


def finished_result(unit: Unit) -> dict[str, Any] | None:
    """The result of a unit that is finished, None of one that is not.

    Raises `RunError` when what lies there, finished or not, was made by another task.
    """
    if not unit.result.exists():
        if unit.config is not None:
            run = run_of(unit.config, unit.run)
            if run is not None:
                check_game(run, unit.config.setup())
        return None
    try:
        found: dict[str, Any] = json.loads(unit.result.read_text(encoding="utf-8"))
        there = found["made_from"]
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{unit.result} is no result of a benchmark: {error!r}") from None
    unlike = differing(there, unit.made_from())
    if unlike:
        raise RunError(
            f"{unit.result} was made by another task ({'; '.join(unlike[:3])}"
            f"{f'; {len(unlike) - 3} more' if len(unlike) > 3 else ''}); choose another --output, "
            f"or remove it and {unit.run} to do it again"
        )
    return found


def run_unit(
    unit: Unit, command: Sequence[str], tell: Callable[[str], None], progress: Progress | None
) -> dict[str, Any]:
    """Train as far as that is owed, measure, and write the result."""
    task, rows, steps = unit.task, {}, None
    tell(f"{unit}: {'training' if unit.config else 'playing'}")
    if unit.config is None:
        agents = make_agents(task.setup, task.agents)
    else:
        run = finish(unit.config, unit.run, command, lambda line: tell(f"{unit}: {line}"), progress)
        policy = load_policy(run.policy, task.setup)
        steps = int(policy.metadata["steps"])
        agents = [Agent(task.agents[0], LEARNER, policy)]
    for agent in agents:
        rows[agent.name] = measure(
            agent, task.setup, task.opponents, task.games, derive(unit.seed, BENCHMARK)
        )
    document = {"made_from": unit.made_from(), "steps": steps, "agents": rows}
    unit.result.parent.mkdir(parents=True, exist_ok=True)
    write_whole(unit.result, json.dumps(document, indent=1).encode())
    return document


def _write_results(
    suite: Suite, folder: Path, planned: Sequence[Unit], finished: dict[Path, dict[str, Any]]
) -> dict[str, Any]:
    found = {
        (unit.task.name, unit.seed): finished[unit.result]
        for unit in planned
        if unit.result in finished
    }
    document = report(suite, found)
    write_whole(folder / "results.json", json.dumps(document, indent=1).encode())
    write_whole(folder / "results.md", markdown(document).encode())
    return document


def _check_folder(suite: Suite, folder: Path) -> None:
    """Refuse a folder with the results of a suite of another name."""
    try:
        there = json.loads((folder / "results.json").read_text(encoding="utf-8"))["suite"]
    except FileNotFoundError:
        return
    except (OSError, ValueError, KeyError, TypeError):
        there = "something else"
    if there != suite.name:
        raise RunError(
            f"{folder} holds the results of {there!r}, not of {suite.name!r}; "
            "choose another --output"
        )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"cannot write the folder {folder}: {error.strerror or error}") from None


def _named(config: Config) -> list[str]:
    """Everybody fixed that a training meets, copies or is evaluated against."""
    opponents = config.game.opponents
    seated = [opponents] if isinstance(opponents, str) else opponents
    anchors = config.league.anchors if LEAGUE in seated else []
    fixed = [name for name in seated if name not in (SELF, LEAGUE)]
    return [*fixed, *anchors, *config.train.eval_opponents]
