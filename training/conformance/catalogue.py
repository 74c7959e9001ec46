"""The catalogue of checks, and the plan that says how much a run does. The checks themselves stand
elsewhere.

A check is a plain function `check_<name>(setup, plan) -> str | None`: it raises `ConformanceError`
where the game breaks the promise, and may return a note about what it had to leave out.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from .report import ConformanceError, label

if TYPE_CHECKING:
    from phylarium.envs.core.game import Setup

CheckFunction = Callable[["Setup", "Plan"], str | None]
Scope = Literal["game", "players", "setup"]


@dataclasses.dataclass(frozen=True)
class Plan:
    """How much is played, and where files are looked for.

    games          games of each kind of play
    others         kinds of play beside random and scripted players (see `play.choose`)
    plies          choices of a long game that are looked at one by one
    samples        positions of a game at which costly questions are asked
    tried          actions at each of them whose outcome or refusal is looked at
    redeals        re-deals for each sampled position and seat
    trace_plies    choices that are compared between processes
    rows           games in the larger vector environment
    memory_games   games played while memory is watched
    tests          folder whose files cite rule ids; None: citations in tests are not asked for
    golden         folder of golden traces; None: they are not compared
    """

    games: int = 2
    others: tuple[str, ...] = ("first", "last")
    plies: int = 240
    samples: int = 8
    tried: int = 16
    redeals: int = 2
    trace_plies: int = 60
    rows: int = 64
    memory_games: int = 100
    tests: Path | None = None
    golden: Path | None = None


QUICK = Plan()
FULL = Plan(
    games=12,
    plies=10**6,
    samples=40,
    tried=10**6,
    redeals=4,
    trace_plies=400,
    memory_games=10_000,
)
QUICK_FOR_THE_REST = Plan(games=1, others=(), plies=60, samples=3, tried=6, redeals=1, rows=4)
FULL_FOR_THE_REST = Plan(games=4, plies=2_000, samples=16, tried=64, redeals=2, trace_plies=200)

BUDGETS = {"quick": (QUICK, QUICK_FOR_THE_REST), "full": (FULL, FULL_FOR_THE_REST)}
"""For each budget the plan for a game's first set-up, and the one for all others."""


@dataclasses.dataclass(frozen=True)
class Check:
    """A registered check.

    promise   what a game promises, as a sentence
    scope     "game": asked once; "players": for every number of players; "setup": for every set-up
    run       the function, with its failures named after check and set-up
    """

    name: str
    promise: str
    scope: Scope
    run: CheckFunction


CHECKS: dict[str, Check] = {}


def conformance_check(scope: Scope = "setup") -> Callable[[CheckFunction], CheckFunction]:
    """Enter a function `check_<name>` in the catalogue; its docstring is the promise.

    Anything it raises becomes a `ConformanceError` that names the check and the set-up.
    """

    def enter(function: CheckFunction) -> CheckFunction:
        name = function.__name__.removeprefix("check_")

        @functools.wraps(function)
        def run(setup: Setup, plan: Plan = QUICK) -> str | None:
            try:
                return function(setup, plan)
            except ConformanceError as error:
                error.check, error.setup = name, label(setup)
                raise
            except Exception as error:
                failure = ConformanceError(f"stopped with {type(error).__name__}: {error}")
                failure.check, failure.setup = name, label(setup)
                raise failure from error

        promise = " ".join((function.__doc__ or "").split())
        CHECKS[name] = Check(name, promise, scope, run)
        return run

    return enter
