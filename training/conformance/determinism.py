"""Checks that the same seed and choices give the same game: again, in a batch, in another process,
uncompiled.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from phylarium.envs.core.game import Game, Setup
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.position import Position
from phylarium.envs.core.record import new_states

from .catalogue import Plan, conformance_check
from .engine import play_on
from .play import position_at
from .report import ConformanceError
from .traces import departs_at, trace


@conformance_check()
def check_determinism(setup: Setup, plan: Plan) -> str | None:
    """The same seed and choices give the same game, whatever was played before; global generators
    stay as they are.
    """
    before = random.getstate(), str(np.random.get_state())
    first: dict[tuple[int, str], list[str]] = {}
    for _ in range(2):
        for seed in range(plan.games):
            for player in ("random", *setup.game.scripted_players):
                hashes = trace(setup, seed, player, plan.trace_plies)
                ply = departs_at(first.setdefault((seed, player), hashes), hashes)
                if ply is not None:
                    raise ConformanceError(
                        f"a {player} game played again departs", seed=seed, ply=ply
                    )
    if (random.getstate(), str(np.random.get_state())) != before:
        raise ConformanceError("a game touches the global generator of random or numpy.random")
    rows_are_alone(setup)
    return None


def rows_are_alone(setup: Setup, rows: int = 5, plies: int = 40) -> None:
    """A game in a batch goes as it goes alone."""
    alone = [list(first_choices(Position.deal(setup, seed), plies)) for seed in range(rows)]
    loops, states = setup.game.loops, new_states(setup.game.record, rows)
    setup.deal(states, np.arange(rows, dtype=np.uint64))
    masks = np.zeros((rows, setup.num_actions), np.int8)
    for ply in range(plies):
        for i in range(rows):
            if alone[i][min(ply, len(alone[i]) - 1)] != position_at(setup, states, i).tobytes():
                raise ConformanceError(
                    f"game {i} of a batch departs from the same game alone", seed=i, ply=ply
                )
        loops.legal_many(states, masks)
        loops.step_many(states, masks.argmax(axis=1))


def first_choices(position: Position, plies: int) -> Iterator[bytes]:
    """The states of a game in which everybody takes the first legal action."""
    yield position.tobytes()
    for _ in range(plies):
        if position.is_over:
            return
        position.step(int(position.mask().argmax()))
        yield position.tobytes()


@conformance_check("game")
def check_processes(setup: Setup, plan: Plan) -> str | None:
    """The same game comes in another process, with another PYTHONHASHSEED, compiled or not."""
    jobs, expected = [], []
    for num_players in range(setup.game.players[0], setup.game.players[1] + 1):
        for table in tables(setup, num_players):
            for seed, player in enumerate(("random", *setup.game.scripted_players[:1])):
                jobs.append(
                    {**described(table), "seed": seed, "player": player, "plies": plan.trace_plies}
                )
                expected.append(trace(table, seed, player, plan.trace_plies))
            position = Position.deal(table, 5)
            play_on(position, "random", most=3)
            jobs.append(
                {
                    **described(table),
                    "state": base64.b64encode(pickle.dumps(position.states)).decode(),
                }
            )
            play_on(position, "random")
            expected.append([position.digest()])
    for words, disable_jit in (
        ("with another PYTHONHASHSEED", not IS_COMPILED),
        ("uncompiled" if IS_COMPILED else "compiled", IS_COMPILED),
    ):
        for job, mine, theirs in zip(
            jobs, expected, other_process(setup.game, jobs, disable_jit), strict=True
        ):
            table_words = f"with {job['num_players']} players in another process, {words}"
            if "state" in job:
                if mine != [theirs]:
                    raise ConformanceError(f"a pickled game plays on differently {table_words}")
                continue
            ply = departs_at(mine, theirs)
            if ply is not None:
                raise ConformanceError(
                    f"a game of {job['player']} departs {table_words}", seed=job["seed"], ply=ply
                )
    return None


def tables(setup: Setup, num_players: int) -> list[Setup]:
    """The set-up at another number of players, where its options allow that."""
    try:
        return [setup.game.setup(num_players, setup.options, setup.skip_forced)]
    except ValueError:
        return []


def described(setup: Setup) -> dict[str, Any]:
    """A set-up for a job."""
    return {
        "num_players": setup.num_players,
        "options": dataclasses.asdict(setup.options),
        "skip_forced": setup.skip_forced,
    }


def other_process(game: Game, jobs: list[dict[str, Any]], disable_jit: bool) -> list[Any]:
    """The answers of a fresh process to jobs (see `child`)."""
    request = {
        "path": [os.path.abspath(entry) for entry in sys.path],
        "game": spec_of(game),
        "jobs": jobs,
    }
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "4711",
        "NUMBA_DISABLE_JIT": str(int(disable_jit)),
    }
    ended = subprocess.run(
        [sys.executable, "-m", "phylarium.training.conformance.child"],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if ended.returncode != 0:
        last = (ended.stderr.strip().splitlines() or ["no word"])[-1]
        raise ConformanceError(f"a fresh process cannot play the game: {last}")
    answers: list[Any] = json.loads(ended.stdout.strip().splitlines()[-1])
    return answers


def spec_of(game: Game) -> str:
    """`module:ATTRIBUTE` from which another process imports the game."""
    found = [
        (name, attribute, getattr(module, "__file__", None))
        for name, module in list(sys.modules.items())
        if module is not None and name != "__main__"
        for attribute, value in list(vars(module).items())
        if value is game
    ]
    if not found:
        raise ConformanceError(
            f"no imported module holds {game.name} as an attribute, "
            "so no other process can import it"
        )
    # A test or a notebook may hold it too; the game's own module is sure to import anywhere.
    own = [f for f in found if f[2] and Path(f[2]).resolve().is_relative_to(game.sources)]
    name, attribute, _ = (own or found)[0]
    return f"{name}:{attribute}"
