"""Compile every loop of a game ahead of time, by playing a little on every path."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from phylarium.envs import registry
from phylarium.envs.core.jit import IS_COMPILED, remove_stale
from phylarium.envs.core.position import Position


def first_legal(observations: Any, masks: Any, uniforms: Any) -> Any:
    """The first legal action in each game."""
    return np.asarray(masks).argmax(axis=1)


class FirstLegal:
    """An opponent that Python plays, so that those loops are compiled too."""

    act = staticmethod(first_legal)


def warm_up(game: str) -> tuple[float, int]:
    """Compile whatever is not on disk yet; (seconds it took, folders of outdated code removed)."""
    from phylarium.envs.adapters.aec import AECGame
    from phylarium.envs.adapters.parallel import ParallelGame
    from phylarium.envs.adapters.search import search
    from phylarium.envs.adapters.seats import SeatGames

    from .bench import Picker, core_work
    from .match import play_match

    started = time.perf_counter()
    setup = registry.setup(game)
    position = Position.deal(setup, 0)
    for encoder in setup.game.extra_encoders.values():
        if encoder.compiled:
            position.observe(0, encoder)
    position.choice_of("random")
    position.determinize(position.to_move, 1)
    core_work(game, 1)[0]()
    search(position, 2)
    play_match(setup, [FirstLegal(), *["random"] * (setup.num_players - 1)], 1)
    for opponents in ("random", FirstLegal()):
        games = SeatGames(setup, 2, opponents=opponents)
        games.reset([0, 1])
        games.step(games.masks.argmax(axis=1))
    env = AECGame(game=game)
    env.reset(seed=0)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    together = ParallelGame(game=game)
    seen, _ = together.reset(seed=0)
    together.step({agent: int(seen[agent]["action_mask"].argmax()) for agent in together.agents})
    Picker(1).pick(np.ones((1, 2), np.int8))
    removed = remove_stale(setup.game.sources) if IS_COMPILED else 0
    return time.perf_counter() - started, removed
