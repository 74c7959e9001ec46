"""`Searcher`: Monte Carlo tree search as a player of any game (see `core.search`)."""

from __future__ import annotations

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import Position, controller_code
from phylarium.envs.core.record import new_states
from phylarium.envs.core.search import SETTINGS, TREE_EDGE, TREE_NODE

MOST_SIMULATIONS = 1_000_000


class Searcher:
    """Searches with so many simulations a choice and takes the action that was tried most.

    setup        whom to search for: game, players and options
    simulations  1 to 1,000,000
    threads      positions are shared among so many threads; the choices do not depend on it

    It is given whole records and deals anew, in each simulation, what its seat cannot know; the
    game's `search` settings say how it plays on from the tree. `OptionsError` for numbers out of
    range, `UnknownName` where the settings name no scripted player of the game.
    """

    def __init__(self, setup: Setup, simulations: int, threads: int = 1) -> None:
        if not 1 <= simulations <= MOST_SIMULATIONS:
            raise OptionsError(
                f"a search takes 1 to {MOST_SIMULATIONS:,} simulations, got {simulations}"
            )
        self.setup = setup
        self.simulations = simulations
        self.threads = threads
        self._settings = new_states(SETTINGS, 1)
        settings = self._settings.view(np.ndarray)
        for name, value in dataclasses.asdict(setup.game.search).items():
            settings[name] = controller_code(setup, value) if isinstance(value, str) else value
        settings["simulations"] = simulations

    def __repr__(self) -> str:
        return f"mcts:{self.simulations}"

    def choose(self, states: Any, uniforms: NDArray[np.float64]) -> NDArray[np.int64]:
        """A legal action for each of k games: int64 [k]; `uniforms` float64 [k] in [0, 1) are the
        searches' seeds.
        """
        visits, values = self.search(states, uniforms)
        return np.lexsort((values, visits))[:, -1]

    def search(
        self, states: Any, uniforms: NDArray[np.float64]
    ) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """How often each action was tried and what it brought on average: int32 and float64
        [k, actions], zeros where a game is over.
        """
        count, actions = len(states), self.setup.num_actions
        visits = np.zeros((count, actions), np.int32)
        values = np.zeros((count, actions))
        rngs = (uniforms * 2.0**53).astype(np.uint64)[:, None]

        def work(rows: NDArray[np.int64]) -> None:
            found, worth = visits[rows], values[rows]
            self._search_some(states, rows, rngs[rows], found, worth)
            visits[rows], values[rows] = found, worth

        shares = np.array_split(np.arange(count), self.threads)
        if self.threads == 1:
            work(shares[0])
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(work, shares))
        return visits, values

    def _search_some(self, states: Any, rows: Any, rngs: Any, visits: Any, values: Any) -> None:
        players, n = self.setup.num_players, self.simulations
        self.setup.game.loops.search_many(
            states,
            rows,
            rngs,
            self._settings,
            new_states(self.setup.game.record, 1),
            new_states(TREE_NODE, n + 1),
            new_states(TREE_EDGE, n * players),
            np.zeros(1 << (2 * n).bit_length(), np.int32),
            np.zeros((n + 1) * players, np.int32),
            np.zeros((1, self.setup.num_actions), np.int8),
            visits,
            values,
        )


def search(position: Position, simulations: int, seed: int = 0) -> dict[str, dict[str, float]]:
    """What a search finds at a position, by the words of the actions it tried: `visits` and `value`
    (the seat's average further return), the most tried first; empty where the game is over.
    """
    searcher = Searcher(position.setup, simulations)
    uniforms = np.random.default_rng(seed).random(1)
    visits, values = searcher.search(position.states, uniforms)
    order = np.lexsort((values[0], visits[0]))[::-1]
    return {
        position.setup.actions.name(int(action)): {
            "visits": int(visits[0, action]),
            "value": float(values[0, action]),
        }
        for action in order
        if visits[0, action]
    }


__all__ = ["Searcher", "search"]
