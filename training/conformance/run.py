"""Running the catalogue on a game: which checks, on which set-ups, and the report of it."""

from __future__ import annotations

import dataclasses
import importlib
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from phylarium.envs import registry
from phylarium.envs.core.errors import UnknownName, nearest
from phylarium.envs.core.game import Game, Setup

from .catalogue import BUDGETS, CHECKS, Check, Plan
from .report import ConformanceError, Report, Result, label
from .setups import option_setups, player_setups

GivenSetups = Iterable[tuple[int, Mapping[str, Any]] | Setup]


def check(
    game: str | Game,
    *,
    budget: str = "quick",
    checks: Iterable[str] | None = None,
    setups: GivenSetups | None = None,
    tests: str | Path | None = None,
    golden: str | Path | None = None,
    tell: Callable[[Result], None] | None = None,
) -> Report:
    """Run the conformance checks on a game and report what they found.

    game      id of a registered game or variant, "module:ATTRIBUTE", a module that holds `GAME`, or
              a `Game`
    budget    "quick" or "full": how much is played; the first set-up gets the most of it
    checks    names of the checks to run, default all (see `CHECKS`)
    setups    pairs (number of players, options), or `Setup`s, to look at; default: every number of
              players with the default options, and each option alone at its other values
    tests     folder whose files cite rule ids
    golden    folder of golden traces
    tell      called with each result as it comes

    A failing check raises nothing, see `Report.raise_failures`. Raises `UnknownName` for a game,
    budget or check that is not known.
    """
    if budget not in BUDGETS:
        raise nearest("budget", budget, BUDGETS)
    places: dict[str, Any] = {
        "tests": None if tests is None else Path(tests),
        "golden": None if golden is None else Path(golden),
    }
    first, rest = (dataclasses.replace(plan, **places) for plan in BUDGETS[budget])
    chosen = [_named(name) for name in (CHECKS if checks is None else checks)]
    found, name = _game(game)
    by_players, by_options = _setups(found, name, setups)
    results = []
    for each in chosen:
        targets = {"game": by_players[:1], "players": by_players, "setup": by_players + by_options}[
            each.scope
        ]
        for setup in targets:
            results.append(run_one(each, setup, first if setup is by_players[0] else rest))
            if tell is not None:
                tell(results[-1])
    return Report(name, tuple(results))


def run_one(each: Check, setup: Setup, plan: Plan) -> Result:
    """One check on one set-up."""
    started = time.perf_counter()
    error, note = None, ""
    try:
        note = each.run(setup, plan) or ""
    except ConformanceError as failure:
        error = failure
    return Result(each.name, label(setup), time.perf_counter() - started, error, note)


def _named(name: str) -> Check:
    if name not in CHECKS:
        raise nearest("conformance check", name, CHECKS)
    return CHECKS[name]


def _game(given: str | Game) -> tuple[Game, str]:
    """The game and the id by which reports call it."""
    if isinstance(given, Game):
        return given, given.name
    if given in registry.games():
        return registry.game(given), given
    module, _, attribute = given.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute or "GAME", None)
    except ModuleNotFoundError as error:
        if error.name != module.split(".")[0] and error.name != module:
            raise
        raise nearest("game or module", given, registry.games()) from None
    if not isinstance(found, Game):
        raise UnknownName(
            f"{given!r} leads to {type(found).__name__}, not to a Game; say module:ATTRIBUTE"
        )
    return found, found.name


def _setups(game: Game, name: str, given: GivenSetups | None) -> tuple[list[Setup], list[Setup]]:
    """The set-ups that stand for numbers of players, and those that stand for options."""
    if given is None:
        options = dict(registry.entry(name).options or {}) if name in registry.games() else {}
        return player_setups(game, options), option_setups(game)
    asked = [s if isinstance(s, Setup) else game.setup(*s) for s in given]
    first_of_count = list({setup.num_players: setup for setup in reversed(asked)}.values())[::-1]
    return first_of_count, [setup for setup in asked if setup not in first_of_count]
