"""The benchmark suite: its tasks, how a YAML file becomes one, and what is checked before any of
them starts.

A suite is a mapping of tasks by name. A task with `config` trains; a task with `agents` lets
players meet opponents as they are. What a task's seeds come to is `benchmark`'s care.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from phylarium.envs import registry
from phylarium.envs.core.errors import PhylariumError, nearest
from phylarium.envs.core.game import Setup
from pydantic import Field

from ..agents import make_agents
from ..config import Config, check
from ..shipped import config_bytes, suite_bytes
from ..strict_model import Section, validated
from ..strict_yaml import ConfigError, Document, override, read_document

Seeds = Annotated[list[Annotated[int, Field(ge=0, lt=2**32)]], Field(min_length=1)]
Names = Annotated[list[str], Field(min_length=1)]
Games = Annotated[int, Field(ge=1)]

TASK_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"
"""No dots: `--set tasks.NAME.key` could not name the task."""


class TrainingTask(Section):
    """Train by a config once for each seed, then measure the last policy.

    config     a training config, shipped or a file of one's own
    set        entries of that config to change: dotted key -> value
    budget     environment steps (`train.total_timesteps`), rounded up to whole rollouts; default:
               the config's own
    seeds      seeds of the training; the evaluation's deals come from them too
    opponents  who is met after the training, each in all other seats; nobody in a game alone
    games      against each of them, rounded up to whole seat rotations
    players    players at the table, in place of the config's
    options    game options, beside or in place of the config's
    """

    config: str
    set: dict[str, Any] = Field(default_factory=dict)
    budget: Annotated[int, Field(ge=1)] | None = None
    seeds: Seeds | None = None
    opponents: list[str] = Field(default_factory=list)
    games: Games | None = None
    players: int | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class AgentsTask(Section):
    """Measure agents as they are: each of them meets each opponent, once for each seed.

    game       id of the game
    agents     who is measured
    seeds      seeds of the deals
    opponents, games, players, options as in `TrainingTask`
    """

    game: str
    agents: Names
    seeds: Seeds | None = None
    opponents: list[str] = Field(default_factory=list)
    games: Games | None = None
    players: int | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class SuiteSection(Section):
    """The whole file. `seeds` and `games` hold for the tasks that name none."""

    seeds: Seeds = [1]
    games: Games = 400
    tasks: Annotated[
        dict[Annotated[str, Field(pattern=TASK_NAME)], dict[str, Any]], Field(min_length=1)
    ]


@dataclass(frozen=True)
class Task:
    """A checked task.

    setup    the set-up of the games in which agents are measured
    source   name of the training config; None where nothing is trained
    agents   who is measured; the one entry of a training is its policy's name
    configs  seed -> the training's config; empty where nothing is trained
    """

    name: str
    setup: Setup
    source: str | None
    agents: list[str]
    opponents: list[str]
    games: int
    seeds: list[int]
    configs: dict[int, Config]


@dataclass(frozen=True)
class Suite:
    """A checked suite: its name, that of its file, and its tasks in order."""

    name: str
    tasks: list[Task]


def load_suite(name: str | Path, overrides: Sequence[str] = ()) -> Suite:
    """The checked suite in a file, or in `phylarium.configs` when no such file exists.

    `overrides` are `tasks.NAME.key=value`, `seeds=[...]` or `games=...`. Raises `ConfigError` for
    whatever is wrong, also in the training configs that it names.
    """
    content, source = suite_bytes(str(name))
    document = read_document(content, source)
    for assignment in overrides:
        _refuse_new_task(document, assignment)
        override(document, assignment)
    section = validated(SuiteSection, document)
    tasks = [_task(document, section, task) for task in section.tasks]
    return Suite(Path(source).stem, tasks)


def _refuse_new_task(document: Document, assignment: str) -> None:
    """A misspelt task in --set would otherwise be told as a task without keys."""
    keys = assignment.partition("=")[0].strip().split(".")
    tasks = document.data.get("tasks")
    if keys[0] == "tasks" and len(keys) > 2 and isinstance(tasks, dict) and keys[1] not in tasks:
        raise ConfigError(f"--set {assignment}: {nearest('task', keys[1], tasks)}")


def _task(document: Document, section: SuiteSection, name: str) -> Task:
    at = ("tasks", name)
    given = section.tasks[name]
    if ("config" in given) == ("agents" in given):
        raise ConfigError(
            f"{document.place(at)}: tasks.{name}: a task has config (it trains) or agents (they "
            f"play as they are), one of the two; got {', '.join(given) or 'no keys'}"
        )
    make = _training_task if "config" in given else _agents_task
    return make(document, section, name)


def _training_task(document: Document, section: SuiteSection, name: str) -> Task:
    task = validated(TrainingTask, document, ("tasks", name))
    seeds, games = _seeds(document, name, task.seeds or section.seeds), task.games or section.games
    configs = {seed: _config(document, name, task, seed, games) for seed in seeds}
    config = configs[seeds[0]]
    setup = config.eval_setup()
    _check_players(document, name, setup, "opponents", task.opponents)
    return Task(
        name, setup, task.config, [config.train.name], task.opponents, games, seeds, configs
    )


def _config(document: Document, name: str, task: TrainingTask, seed: int, games: int) -> Config:
    """The training's config: the named one, then what the suite sets, then what `set` says.

    The training evaluates itself at its end alone, in at most `games` games, unless `set` says
    otherwise: what counts here is measured afterwards, on deals of its own.
    """
    place = document.place(("tasks", name, "config"))
    try:
        trained = read_document(*config_bytes(task.config))
    except ConfigError as error:
        raise ConfigError(f"{place}: tasks.{name}.config: {error}") from None
    changes = _own_changes(trained, task, seed, games)
    if task.players is not None:
        changes["game.num_players"] = (task.players, "players")
    changes |= {f"game.options.{key}": (value, "options") for key, value in task.options.items()}
    changes |= {key: (value, "set") for key, value in task.set.items()}
    for key, (value, origin) in changes.items():
        where = ("tasks", name, origin, key.removeprefix("game.options."))
        text = json.dumps(value)
        override(trained, f"{key}={text}", f"{document.place(where)}: tasks.{name}.{origin}")
    config = check(trained)
    for key in ("train.total_timesteps", "train.seed"):
        if key in task.set:
            raise ConfigError(
                f"{document.place(('tasks', name, 'set', key))}: tasks.{name}.set: {key} is not "
                f"set here but by {'seeds' if key == 'train.seed' else 'budget'} of the task"
            )
    if config.imitation.steps > config.train.total_timesteps:
        raise ConfigError(
            f"{document.place(('tasks', name, 'budget'))}: tasks.{name}.budget is {task.budget}, "
            f"but imitation takes {config.imitation.steps} steps: set imitation.steps to at most "
            "the budget"
        )
    return config


def _own_changes(
    trained: Document, task: TrainingTask, seed: int, games: int
) -> dict[str, tuple[Any, str]]:
    """What the suite itself sets in a training config: dotted key -> value, and the key of the task
    that it comes from.
    """
    section = trained.data.get("train")
    given = section if isinstance(section, dict) else {}
    budget, measured = task.budget or given.get("total_timesteps"), given.get("eval_games")
    if not isinstance(budget, int):
        return {}  # the check of the config tells what is wrong with it
    return {
        "train.total_timesteps": (budget, "budget"),
        "train.seed": (seed, "seeds"),
        "train.eval_every": (budget, "budget"),
        "train.eval_games": (min(measured, games) if isinstance(measured, int) else games, "games"),
    }


def _agents_task(document: Document, section: SuiteSection, name: str) -> Task:
    task = validated(AgentsTask, document, ("tasks", name))
    at = ("tasks", name)
    try:
        setup = registry.setup(task.game, task.players, task.options)
    except PhylariumError as error:
        raise ConfigError(f"{document.place((*at, 'game'))}: tasks.{name}: {error}") from None
    seeds, games = _seeds(document, name, task.seeds or section.seeds), task.games or section.games
    for key in ("agents", "opponents"):
        _check_players(document, name, setup, key, getattr(task, key))
    return Task(name, setup, None, task.agents, task.opponents, games, seeds, {})


def _seeds(document: Document, name: str, seeds: list[int]) -> list[int]:
    """Every seed once: the same one twice would make an interval narrower than it is."""
    twice = [seed for number, seed in enumerate(seeds) if seed in seeds[:number]]
    if twice:
        place = document.place(("tasks", name, "seeds"))
        raise ConfigError(f"{place}: tasks.{name}: seed {twice[0]} is given twice")
    return seeds


def _check_players(document: Document, name: str, setup: Setup, key: str, specs: list[str]) -> None:
    """Raise `ConfigError` unless every name is a player of this set-up, once."""
    place = f"{document.place(('tasks', name, key))}: tasks.{name}.{key}"
    if key == "opponents" and bool(specs) != (setup.num_players > 1):
        raise ConfigError(
            f"{place}: a game of {setup.num_players} has "
            f"{'nobody else' if specs else 'opponents, and none is named'}"
        )
    if len(set(specs)) < len(specs):
        raise ConfigError(f"{place}: somebody is named twice in {', '.join(specs)}")
    try:
        make_agents(setup, specs)
    except PhylariumError as error:
        raise ConfigError(f"{place}: {error}") from None
