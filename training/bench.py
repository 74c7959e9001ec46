"""Decisions per second of every game on every path, beside a calibration loop, and how long the
first step takes.

The calibration is a plain Python loop of integer adds, run right before and after each measurement;
an undisturbed core of the reference kind does 25 million a second. `scaled` is raw times 25 million
over what the loop did here. `core`, `aec` and `parallel` count the choices of every player;
`vector`, `seat` and `sb3` those of the learner alone. All play legal random actions, drawn by a
compiled loop. `search` counts simulations of tree search, 256 a choice, at positions of random
games.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from phylarium.envs import registry
from phylarium.envs.core.batch import random_choice
from phylarium.envs.core.errors import PhylariumError
from phylarium.envs.core.jit import compile_in
from phylarium.envs.core.record import new_states
from phylarium.envs.core.rng import derive

from .extras import has

if TYPE_CHECKING:
    from rich.table import Table

REFERENCE = 25e6
PATHS = ("core", "vector", "seat", "aec", "parallel", "search", "sb3")
BATCH = 1024
SEARCHED = 32


@dataclass
class Row:
    """One figure: a game on a path. Times that were not measured are None."""

    game: str
    players: int
    path: str
    batch: int
    decisions_per_s: float
    scaled_per_s: float
    calibration_per_s: float
    first_step_s: float | None = None
    compile_s: float | None = None

    def document(self) -> dict[str, Any]:
        """The row as JSON data."""
        return asdict(self)


def calibration(adds: int = 2_000_000) -> float:
    """Integer adds per second in plain Python."""
    total, started = 0, time.perf_counter()
    for i in range(adds):
        total += i
    return adds / (time.perf_counter() - started)


def pick_actions(masks: Any, rngs: Any, actions: Any) -> None:
    """A legal action for each row of masks, each equally likely."""
    for i in range(masks.shape[0]):
        actions[i] = random_choice(masks[i], rngs[i])


pick_compiled = compile_in(pick_actions, Path(__file__))


class Picker:
    """Legal random actions for arrays of masks, from streams of its own."""

    def __init__(self, rows: int, seed: int = 0) -> None:
        self._rngs = np.array([[derive(seed, i)] for i in range(rows)], np.uint64)
        self._actions = np.zeros(rows, np.int64)

    def pick(self, masks: Any) -> Any:
        """A legal action for each row of `masks`: int64 [rows], overwritten by the next call."""
        pick_compiled(np.ascontiguousarray(masks, np.int8), self._rngs, self._actions)
        return self._actions


def measure(work: Callable[[], int], seconds: float, repeats: int) -> tuple[float, float, float]:
    """Median (raw, scaled, calibration) rates of `work`, which makes some decisions and says how
    many.
    """
    work()
    raw, scaled, speeds = [], [], []
    for _ in range(repeats):
        before, done, started = calibration(), 0, time.perf_counter()
        while (spent := time.perf_counter() - started) < seconds:
            done += work()
        speed = (before + calibration()) / 2
        raw.append(done / spent)
        scaled.append(done / spent * REFERENCE / speed)
        speeds.append(speed)
    return statistics.median(raw), statistics.median(scaled), statistics.median(speeds)


Work = tuple[Callable[[], int], int]
"""Something to time, which says how many decisions it made, and the games it plays side by side."""


def core_work(game: str, batch: int) -> Work:
    """The compiled loop: mask, choice, step, new game, observation."""
    setup = registry.setup(game)
    encoder = setup.game.encoder()
    states = new_states(setup.game.record, batch)
    setup.deal(states, np.arange(batch, dtype=np.uint64))
    masks = np.zeros((batch, setup.num_actions), np.int8)
    obs = np.zeros((batch, setup.layout().size), np.float32)
    rngs = np.array([[derive(0, i)] for i in range(batch)], np.uint64)
    rounds = max(1, 8192 // batch)

    def work() -> int:
        return int(
            setup.game.loops.random_decisions(
                states, setup.fresh, masks, obs, rngs, encoder.tag, rounds
            )
        )

    return work, batch


def vector_work(game: str, batch: int) -> Work:
    """The vector environment against random opponents."""
    from phylarium.envs.adapters.vector import SeatVectorEnv

    envs = SeatVectorEnv(num_envs=batch, game=game, opponents="random")
    _, infos = envs.reset(seed=0)
    masks, pick = [infos["action_mask"]], Picker(batch).pick

    def work() -> int:
        for _ in range(8):
            masks[0] = envs.step(pick(masks[0]))[4]["action_mask"]
        return 8 * batch

    return work, batch


def seat_work(game: str, batch: int) -> Work:
    """The single-seat environment against random opponents."""
    from phylarium.envs.adapters.seat import SeatEnv

    env = SeatEnv(game=game, opponents="random")
    masks, pick = [env.reset(seed=0)[1]["action_mask"]], Picker(1).pick

    def work() -> int:
        for _ in range(500):
            _, _, terminated, truncated, info = env.step(int(pick(masks[0][None])[0]))
            if terminated or truncated:
                _, info = env.reset()
            masks[0] = info["action_mask"]
        return 500

    return work, 1


def aec_work(game: str, batch: int) -> Work:
    """The raw AEC environment: agent_iter, last, step; every seat is played from outside."""
    from phylarium.envs.adapters.aec import AECGame

    env: Any = AECGame(game=game)
    pick = Picker(1).pick

    def work() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(pick(observation["action_mask"][None])[0]))
                decisions += 1
        return decisions

    return work, 1


def parallel_work(game: str, batch: int) -> Work:
    """The Parallel environment; only seats that owe a choice count."""
    from phylarium.envs.adapters.parallel import ParallelGame

    env: Any = ParallelGame(game=game)
    pick = Picker(env.unwrapped.max_num_agents).pick

    def work() -> int:
        observations, _ = env.reset()
        decisions = 0
        while env.agents:
            decisions += int(env.position.row.deciding).bit_count()
            masks = np.zeros((env.max_num_agents, env.action_space(env.agents[0]).n), np.int8)
            masks[:, 0] = 1
            for i, agent in enumerate(env.agents):
                masks[i] = observations[agent]["action_mask"]
            actions = pick(masks)
            observations = env.step({agent: int(actions[i]) for i, agent in enumerate(env.agents)})[
                0
            ]
        return decisions

    return work, 1


def search_work(game: str, batch: int) -> Work:
    """Tree search of 256 simulations a choice, on one thread, at positions of random games."""
    from phylarium.envs.adapters.search import Searcher

    setup = registry.setup(game)
    states = new_states(setup.game.record, SEARCHED)
    setup.deal(states, np.arange(SEARCHED, dtype=np.uint64))
    masks, picker = np.zeros((SEARCHED, setup.num_actions), np.int8), Picker(SEARCHED)
    setup.game.loops.legal_many(states, masks)
    following = states.copy()
    for _ in range(20):
        setup.game.loops.step_and_mask(following, picker.pick(masks), masks)
        if not masks.any(axis=1).all():
            break  # a game is over: search at the positions before
        states[:] = following
    uniforms = np.random.default_rng(0).random(SEARCHED)
    searcher = Searcher(setup, 256)

    def work() -> int:
        searcher.search(states, uniforms)
        return searcher.simulations * SEARCHED

    return work, 1


def sb3_work(game: str, batch: int) -> Work:
    """Training steps of MaskablePPO: rollouts and updates, with the game's shipped config where
    there is one.
    """
    from .train import benchmark_model

    model, rollout = benchmark_model(game)

    def work() -> int:
        model.learn(rollout, reset_num_timesteps=False)
        return rollout

    return work, model.n_envs


WORK = {
    "core": core_work,
    "vector": vector_work,
    "seat": seat_work,
    "aec": aec_work,
    "parallel": parallel_work,
    "search": search_work,
    "sb3": sb3_work,
}

FIRST_STEP = {
    "core": """
from phylarium.envs import registry
from phylarium.envs.core.position import Position
position = Position.deal(registry.setup(GAME), 0)
position.step(int(position.mask().argmax()))
""",
    "vector": """
envs = phylarium.make_vec(GAME, num_envs=8, opponents="random")
envs.step(envs.reset(seed=0)[1]["action_mask"].argmax(axis=1))
""",
    "seat": """
from phylarium.envs.adapters.seat import SeatEnv
env = SeatEnv(game=GAME, opponents="random")
env.step(int(env.reset(seed=0)[1]["action_mask"].argmax()))
""",
    "aec": """
env = phylarium.make(GAME)
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
""",
    "parallel": """
env = phylarium.make_parallel(GAME)
seen, _ = env.reset(seed=0)
env.step({agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents})
""",
    "search": """
from phylarium.envs import registry
from phylarium.envs.adapters.search import search
from phylarium.envs.core.position import Position
search(Position.deal(registry.setup(GAME), 0), 16)
""",
    "sb3": """
from phylarium.envs.adapters.sb3 import SeatVecEnv
envs = SeatVecEnv(8, game=GAME, opponents="random")
envs.reset()
envs.step(envs.env_method("action_masks")[0].argmax(axis=1))
""",
}
"""What a fresh process runs up to its first step on each path."""


def process_seconds(code: str, imports: Sequence[str], cache: str | None = None) -> float:
    """Wall time of a fresh Python process that runs `code`; `PhylariumError` with its last line
    when it fails.
    """
    lines = "".join(f"import {package}\n" for package in ("phylarium", *imports)) + code
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    if cache is not None:
        environment["PHYLARIUM_CACHE_DIR"] = cache
    started = time.perf_counter()
    found = subprocess.run(
        [sys.executable, "-c", lines], env=environment, capture_output=True, text=True, check=False
    )
    if found.returncode:
        raise PhylariumError(
            f"a fresh process failed: {(found.stderr.strip().splitlines() or ['?'])[-1]}"
        )
    return time.perf_counter() - started


def first_step_seconds(game: str, path: str, imports: Sequence[str]) -> float:
    """From process start to the first step, compiled code on disk already (the quicker of two
    runs).
    """
    code = f"GAME = {game!r}\n{FIRST_STEP[path]}"
    return min(process_seconds(code, imports) for _ in range(2))


def compile_seconds(game: str, imports: Sequence[str]) -> float:
    """A fresh process with an empty cache folder: import, compile every loop of the game."""
    code = f"from phylarium.training.warmup import warm_up\nwarm_up({game!r})"
    with tempfile.TemporaryDirectory() as empty:
        return process_seconds(code, imports, empty)


def bench(
    games: Sequence[str],
    paths: Sequence[str] = PATHS,
    batch: int = BATCH,
    quick: bool = False,
    imports: Sequence[str] = (),
    tell: Callable[[str], None] = lambda note: None,
) -> list[Row]:
    """All rows for these games. `quick`: one short run each, and no compile times."""
    seconds, repeats = (0.1, 1) if quick else (0.6, 5)
    rows = []
    for game in games:
        setup = registry.setup(game)
        compile_s = None if quick else compile_seconds(game, imports)
        for path in paths:
            if path == "sb3" and not (has("torch") and has("sb3_contrib")):
                tell("path sb3 is left out: pip install 'phylarium[train]'")
                continue
            measured = []
            for wanted in (1, batch) if path == "core" else (batch,):
                work, size = WORK[path](game, wanted)
                tell(f"{game} {path}, {size} side by side")
                measured.append((size, *measure(work, seconds, repeats)))
            first_step_s = first_step_seconds(game, path, imports)
            rows += [
                Row(game, setup.num_players, path, *figures, first_step_s, compile_s)
                for figures in measured
            ]
    return rows


def bench_table(rows: Sequence[Row]) -> Table:
    """The rows for a terminal."""
    from rich.table import Table

    table = Table(
        title="decisions per second",
        caption="scaled: to a core that does 25 million Python adds a second",
    )
    for column in (
        "game",
        "players",
        "path",
        "batch",
        "raw /s",
        "scaled /s",
        "calibration /s",
        "first step s",
        "compile s",
    ):
        table.add_column(column, justify="left" if column in ("game", "path") else "right")
    for row in rows:
        table.add_row(
            row.game,
            str(row.players),
            row.path,
            str(row.batch),
            f"{row.decisions_per_s:,.0f}",
            f"{row.scaled_per_s:,.0f}",
            f"{row.calibration_per_s / 1e6:.1f} M",
            _seconds(row.first_step_s),
            _seconds(row.compile_s),
        )
    return table


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
