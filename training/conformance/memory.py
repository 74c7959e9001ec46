"""The check that playing many games leaves memory as it was."""

from __future__ import annotations

import gc
import os
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
from phylarium.envs.core.game import Setup
from phylarium.envs.core.record import new_states
from phylarium.envs.core.rng import derive

from .agreement import named
from .catalogue import Plan, conformance_check
from .play import by_view
from .report import ConformanceError

PYTHON_GROWTH = 64 * 1024
RESIDENT_GROWTH = 32 * 1024 * 1024
AEC_SHARE = 25


@conformance_check("game")
def check_memory(setup: Setup, plan: Plan) -> str | None:
    """Memory is flat over many games, in the compiled loops and in the AEC environment."""
    from phylarium.envs.adapters.aec import AECGame

    env = AECGame(**named(setup))
    aec_games = max(4, plan.memory_games // AEC_SHARE)
    play_through_aec(env, setup, 0, aec_games)  # fills caches that are meant to be filled
    play_in_core(setup, 0, min(64, plan.memory_games))
    resident = resident_bytes()
    tracemalloc.start()
    try:
        growth = []
        for part in range(3):  # the least of three: a cache that fills once is no leak
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            play_through_aec(env, setup, (part + 1) * aec_games, aec_games)
            gc.collect()
            growth.append(tracemalloc.get_traced_memory()[0] - before)
    finally:
        tracemalloc.stop()
    play_in_core(setup, 1, plan.memory_games)
    gc.collect()
    env.close()
    if min(growth) > PYTHON_GROWTH:
        raise ConformanceError(
            f"{aec_games} games leave {min(growth)} bytes more Python memory each time"
        )
    if resident is not None and (more := (resident_bytes() or 0) - resident) > RESIDENT_GROWTH:
        raise ConformanceError(f"{plan.memory_games} games leave {more} bytes more resident memory")
    return f"{plan.memory_games} games in the core, {4 * aec_games} through AEC"


def play_through_aec(env: Any, setup: Setup, first_seed: int, games: int, most: int = 400) -> None:
    """Games of up to `most` choices, with everything a user asks an environment for."""
    is_text = setup.game.encoder().is_text
    for seed in range(first_seed, first_seed + games):
        env.reset(seed=seed)
        for _ in env.agent_iter(most):
            seen, _, terminated, truncated, _ = env.last()
            mask = seen["action_mask"]
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(mask.argmax()) if is_text else by_view(seen["observation"], mask))
        position = env.position
        position.text(0), position.to_dict(), position.digest()
        setup.game.public_info(position.row, 0, setup)


def play_in_core(setup: Setup, round_number: int, games: int) -> None:
    """Whole random games in the compiled loops."""
    loops, states = setup.game.loops, new_states(setup.game.record, 1)
    controllers = np.zeros((1, setup.num_players), np.int64)
    masks = np.zeros((1, setup.num_actions), np.int8)
    for seed in range(games):
        stream = np.array([[derive(seed, 14, round_number)]], np.uint64)
        setup.deal(states, np.array([seed], np.uint64))
        loops.play_many(states, controllers, masks, stream)


def resident_bytes() -> int | None:
    """The process's resident memory; None where the system does not tell."""
    file = Path("/proc/self/statm")
    if not file.exists():
        return None
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
