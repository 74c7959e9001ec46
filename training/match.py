"""Matches: every deal is played in all cyclic seat rotations, the games of a table side by side.

Random and scripted agents play inside the compiled loop; whatever else waits for the same agent
gets one call. What the scores come to is `results`' care.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phylarium.envs import registry
from phylarium.envs.core.errors import PhylariumError, VersionMismatch
from phylarium.envs.core.game import Setup
from phylarium.envs.core.record import as_states, new_states
from phylarium.envs.core.rng import derive

from .agents import Agent, choices, make_agents
from .results import MatchResult, TableResult

CHUNK = 1024
"""Games played side by side; more would only need more memory."""


def play_match(
    setup: Setup,
    agents: Sequence[Any],
    games: int,
    seed: int = 0,
    progress: Callable[[int], None] = lambda games: None,
) -> MatchResult:
    """A match: at each table as many deals as give at least `games` games, each in every rotation.

    agents    specifications (see `adapters.opponents`) or `Agent`s: as many as the set-up has
              players make one table; of more, every choice of so many plays at a table of its own
    progress  called with the number of games finished since the last call

    In rotation r the a-th agent of a table sits at seat (a + r) mod players, with the same deal in
    each. Raises `PhylariumError` for too few agents, `UnknownName` for an unknown one,
    `IllegalAction` when one breaks the rules.
    """
    players = setup.num_players
    if len(agents) < players:
        raise PhylariumError(f"a table of {players} takes {players} agents, got {len(agents)}")
    if games < 1:
        raise PhylariumError(f"a match takes at least one game, got {games}")
    seated = [a for a in agents if isinstance(a, Agent)]
    if len(seated) != len(agents):
        seated = make_agents(setup, agents)
    tables = [
        play_table(setup, seated, chosen, games, derive(seed, number), progress)
        for number, chosen in enumerate(itertools.combinations(range(len(seated)), players))
    ]
    return MatchResult(tuple(agent.name for agent in seated), tuple(tables))


def play_table(
    setup: Setup,
    agents: Sequence[Agent],
    chosen: tuple[int, ...],
    games: int,
    seed: int,
    progress: Callable[[int], None],
) -> TableResult:
    """All deals of the table at which the agents with these numbers sit."""
    players = setup.num_players
    here = [agents[number] for number in chosen]
    deals = -(-games // players)
    seats = (np.arange(players)[:, None] + np.arange(players)[None, :]) % players
    scores, distinct, truncated = [], 0, 0
    counted: dict[str, list[NDArray[np.float64]]] = {}
    per_chunk = max(1, CHUNK // players)
    for start in range(0, deals, per_chunk):
        numbers = range(start, min(start + per_chunk, deals))
        states = play_deals(setup, here, numbers, seats, seed)
        raw = states.view(np.ndarray)
        shape = (len(numbers), players, players)
        scores.append(raw["returns"][:, :players].reshape(shape))
        for name, counts in setup.game.measures(raw, setup).items():
            both = np.stack(counts).astype(float)
            counted.setdefault(name, []).append(both.reshape(2, *shape))
        distinct += len({row.tobytes() for row in raw})
        truncated += int((raw["truncated"] != 0).sum())
        progress(len(states))
    measures = {name: np.concatenate(parts, axis=1) for name, parts in counted.items()}
    return TableResult(chosen, np.concatenate(scores), seats, distinct, truncated, measures)


def largest_table(game: str, agents: Sequence[Any], options: Mapping[str, Any]) -> Setup:
    """The set-up in which these agents meet: one table for all, or the largest that fits them.

    A saved policy plays only with as many players as it was trained for, so that three agents with
    a policy for two meet in pairs. Raises what making the agents raises when no table fits.
    """
    low, high = registry.game(game).players
    sizes = range(min(len(agents), high), low - 1, -1)
    return fitting_table(game, agents, options, sizes or [len(agents)])


def fitting_table(
    game: str, agents: Sequence[Any], options: Mapping[str, Any], sizes: Sequence[int]
) -> Setup:
    """The set-up with the first number of players among `sizes` that fits every agent.

    Raises `OptionsError` for a number that the game is not for, and where none fits the
    `VersionMismatch` that says most.
    """
    reasons: list[VersionMismatch] = []
    for players in sizes:
        setup = registry.setup(game, players, options)
        try:
            make_agents(setup, agents)
        except VersionMismatch as reason:
            reasons.append(reason)
        else:
            return setup
    raise next((r for r in reasons if "players, here are" not in str(r)), reasons[0])


def play_deals(
    setup: Setup, agents: Sequence[Agent], deals: Sequence[int], seats: NDArray[np.int64], seed: int
) -> Any:
    """The finished games of some deals: rotations of a deal side by side, deals one after the
    other.
    """
    rotations = len(seats)
    count = len(deals) * rotations
    states = new_states(setup.game.record, count)
    dealt = np.repeat(np.array([derive(seed, 0, deal) for deal in deals], np.uint64), rotations)
    setup.deal(states, dealt)
    rngs = np.array(
        [[derive(seed, 1, deal, r)] for deal in deals for r in range(rotations)], np.uint64
    )
    who = np.tile(np.argsort(seats, axis=1), (len(deals), 1))  # [games, seats] -> agent
    codes = np.array([a.code for a in agents], np.int8)
    play_out(setup, agents, states, who, np.ascontiguousarray(codes[who]), rngs)
    return states


def play_out(
    setup: Setup,
    agents: Sequence[Agent],
    states: Any,
    who: NDArray[np.int64],
    controllers: NDArray[np.int8],
    rngs: NDArray[np.uint64],
) -> None:
    """Play every game to its end in place; `who[i, seat]` is the agent at a seat of game i."""
    loops, raw = setup.game.loops, states.view(np.ndarray)
    masks = np.zeros((len(states), setup.num_actions), np.int8)
    while True:
        loops.play_many(states, controllers, masks, rngs)
        waiting = np.flatnonzero((raw["terminal"] == 0) & (raw["truncated"] == 0))
        if len(waiting) == 0:
            return
        movers = who[waiting, raw["to_move"][waiting]]
        for number in np.unique(movers):
            rows = waiting[movers == number]
            there, streams = as_states(raw[rows]), rngs[rows]
            actions = choices(setup, agents[number], there, streams)
            loops.step_many(there, actions)
            raw[rows], rngs[rows] = there.view(np.ndarray), streams
