"""Matches: every deal is played in all cyclic seat rotations, all games side by side.

Random and scripted agents play inside the compiled loop; whatever else waits for the same agent
gets one call. What the scores come to is `results`' care.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.core.errors import PhylariumError
from phylarium.envs.core.game import Setup
from phylarium.envs.core.record import as_states, new_states
from phylarium.envs.core.rng import derive

from .agents import Agent, choices, make_agents
from .results import MatchResult

CHUNK = 1024
"""Games played side by side; more would only need more memory."""


def play_match(
    setup: Setup,
    agents: Sequence[Any],
    games: int,
    seed: int = 0,
    progress: Callable[[int], None] = lambda games: None,
) -> MatchResult:
    """A match of one table of agents: as many deals as give at least `games` games, each in every
    rotation.

    agents    as many specifications (see `adapters.opponents`) or `Agent`s as the set-up has
              players
    progress  called with the number of games finished since the last call

    In rotation r agent a sits at seat (a + r) mod players, with the same deal in each. Raises
    `PhylariumError` for a wrong number of agents, `UnknownName` for an unknown one, `IllegalAction`
    when one breaks the rules.
    """
    players = setup.num_players
    if len(agents) != players:
        raise PhylariumError(f"a table of {players} takes {players} agents, got {len(agents)}")
    if games < 1:
        raise PhylariumError(f"a match takes at least one game, got {games}")
    seated = [a for a in agents if isinstance(a, Agent)]
    if len(seated) != players:
        seated = make_agents(setup, agents)
    deals = -(-games // players)
    seats = (np.arange(players)[:, None] + np.arange(players)[None, :]) % players
    scores, distinct, truncated = [], 0, 0
    per_chunk = max(1, CHUNK // players)
    for start in range(0, deals, per_chunk):
        numbers = range(start, min(start + per_chunk, deals))
        states = play_deals(setup, seated, numbers, seats, seed)
        raw = states.view(np.ndarray)
        scores.append(raw["returns"][:, :players].reshape(len(numbers), players, players))
        distinct += len({row.tobytes() for row in raw})
        truncated += int((raw["truncated"] != 0).sum())
        progress(len(states))
    return MatchResult(
        tuple(a.name for a in seated), np.concatenate(scores), seats, distinct, truncated
    )


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
    setup.game.loops.deal_many(states, setup.fresh, dealt)
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
