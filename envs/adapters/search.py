"""`Searcher`: Monte Carlo tree search as a player of any game (see `core.search`)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import Position, controller_code
from phylarium.envs.core.record import as_states, new_states
from phylarium.envs.core.search import MOST_ADVISORS, SETTINGS, TREE_EDGE, TREE_NODE

MOST_SIMULATIONS = 1_000_000


class Found(NamedTuple):
    """What searches of k games found; zeros where a game is over.

    visits   int32 [k, actions]: how often each action was tried
    values   float64 [k, actions]: how the seat stood after it on average, 0 where it was not tried
    spreads  float64 [k]: the standard deviation of how it stood
    firsts   int64 [k]: the action tried first, -1 where the game is over
    """

    visits: NDArray[np.int32]
    values: NDArray[np.float64]
    spreads: NDArray[np.float64]
    firsts: NDArray[np.int64]


class Searcher:
    """Searches with so many simulations a choice and takes the action that looks best with caution.

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
        chosen = setup.game.search
        if len(chosen.advisors) > MOST_ADVISORS:
            raise OptionsError(f"a search takes {MOST_ADVISORS} advisors, got {chosen.advisors}")
        self._chosen = chosen
        for name in ("exploration", "widening", "root_widening", "horizon"):
            settings[name] = getattr(chosen, name)
        settings["playout"] = controller_code(setup, chosen.playout)
        settings["num_advisors"] = len(chosen.advisors)
        for number, advisor in enumerate(chosen.advisors):
            settings["advisors"][0, number] = controller_code(setup, advisor)
        settings["simulations"] = simulations

    def __repr__(self) -> str:
        return f"mcts:{self.simulations}"

    def choose(self, states: Any, uniforms: NDArray[np.float64]) -> NDArray[np.int64]:
        """A legal action for each of k games: int64 [k]; `uniforms` float64 [k] in [0, 1) are the
        searches' seeds.
        """
        masks = np.zeros((len(states), self.setup.num_actions), np.int8)
        self.setup.game.loops.legal_many(states, masks)
        actions: NDArray[np.int64] = masks.argmax(axis=1)
        is_open = masks.sum(axis=1) > 1  # the others have no choice
        found = self.search(as_states(states[is_open]), uniforms[is_open])
        actions[is_open] = self._best(found)
        return actions

    def _best(self, found: Found) -> NDArray[np.int64]:
        """The actions whose values are best after what is taken off for doubt; of the scripted
        player's choice nothing is.
        """
        doubts = found.spreads[:, None] / np.sqrt(np.maximum(found.visits, 1))
        if self._chosen.advisors:
            doubts[np.arange(len(doubts)), found.firsts] = 0.0
        worths = found.values - self._chosen.caution * doubts
        best: NDArray[np.int64] = np.where(found.visits > 0, worths, -np.inf).argmax(axis=1)
        return best

    def search(self, states: Any, uniforms: NDArray[np.float64]) -> Found:
        """What the searches of k games find."""
        count, actions = len(states), self.setup.num_actions
        found = Found(
            np.zeros((count, actions), np.int32),
            np.zeros((count, actions)),
            np.zeros(count),
            np.zeros(count, np.int64),
        )
        results: list[NDArray[Any]] = list(found)
        rngs = (uniforms * 2.0**53).astype(np.uint64)[:, None]

        def work(rows: NDArray[np.int64]) -> None:
            part = [array[rows] for array in results]
            self._search_some(states, rows, rngs[rows], part)
            for array, piece in zip(results, part, strict=True):
                array[rows] = piece

        threads = min(self.threads, count)
        if threads <= 1:
            work(np.arange(count))
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(work, np.array_split(np.arange(count), threads)))
        return found

    def _search_some(self, states: Any, rows: Any, rngs: Any, results: list[NDArray[Any]]) -> None:
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
            *results,
        )


def search(position: Position, simulations: int, seed: int = 0) -> dict[str, dict[str, float]]:
    """What a search finds at a position, by the words of the actions it tried: `visits` and `value`
    (how the seat stood after it on average: usually its lead in returns), the most tried first;
    empty where the game is over.
    """
    searcher = Searcher(position.setup, simulations)
    uniforms = np.random.default_rng(seed).random(1)
    found = searcher.search(position.states, uniforms)
    visits, values = found.visits[0], found.values[0]
    order = np.lexsort((values, visits))[::-1]
    return {
        position.setup.actions.name(int(action)): {
            "visits": int(visits[action]),
            "value": float(values[action]),
        }
        for action in order
        if visits[action]
    }


__all__ = ["Searcher", "search"]
