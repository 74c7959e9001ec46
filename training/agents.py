"""Agents at a table: whoever `adapters.opponents` can name, choosing in many games at once.

A random or scripted agent chooses inside the compiled loops; the others get one call for all the
games that wait for them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.adapters.opponents import checked_choices, opponent
from phylarium.envs.adapters.search import Searcher
from phylarium.envs.adapters.spaces import encode_in_python
from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.game import Setup


@dataclass(frozen=True)
class Agent:
    """A player with a name of its own at the table.

    code    its controller code in the compiled loops; `LEARNER` when `player` chooses
    player  the `Opponent` behind it, or None
    """

    name: str
    code: int
    player: Any = None

    def __repr__(self) -> str:
        return self.name


def make_agents(setup: Setup, specs: Sequence[Any]) -> list[Agent]:
    """An agent for each specification (see `adapters.opponents`); the same one twice is told apart
    by `#2`. Tree search takes all cores that this process may use; its choices stay the same.

    Raises `UnknownName` with the nearest valid name, and what loading a policy raises.
    """
    agents: list[Agent] = []
    counts: dict[str, int] = {}
    known: dict[str, int | Any] = {}
    for spec in specs:
        label = str(spec)
        if label not in known:
            found = opponent(spec, setup)
            if isinstance(spec, str) and isinstance(found, Searcher):
                found.threads = len(os.sched_getaffinity(0))
            known[label] = found
        found = known[label]
        counts[label] = counts.get(label, 0) + 1
        name = label if counts[label] == 1 else f"{label}#{counts[label]}"
        agents.append(Agent(name, found) if isinstance(found, int) else Agent(name, LEARNER, found))
    return agents


def fill_table(specs: Sequence[Any], players: int) -> list[Any]:
    """The specifications for a whole table: the last one is repeated for seats left over."""
    return [*specs, *[specs[-1]] * (players - len(specs))]


def others(setup: Setup, spec: Any) -> list[Agent]:
    """Agents of one specification for all seats but one; none where nobody else sits."""
    if setup.num_players == 1:
        return []
    return make_agents(setup, fill_table([spec], setup.num_players - 1))


def choices(setup: Setup, agent: Agent, states: Any, rngs: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The agent's choice in each of k games where it is to move: int64 [k].

    `rngs` uint64 [k, 1] are the games' streams for agents, apart from the games' own; they go on.
    Raises `IllegalAction` naming the agent when it chooses what the rules refuse.
    """
    loops, count = setup.game.loops, len(states)
    masks = np.zeros((count, setup.num_actions), np.int8)
    actions = np.zeros(count, np.int64)
    if agent.player is None:
        loops.choose_many(states, np.full(count, agent.code, np.int64), masks, rngs, actions)
        return actions
    loops.legal_many(states, masks)
    if isinstance(agent.player, Searcher):
        chosen: Any = agent.player.choose(states, next_uniforms(rngs))
        return checked_choices(agent, chosen, masks, setup)
    seen = _observations(setup, getattr(agent.player, "encoder", None), states)
    chosen = agent.player.act(seen, masks, next_uniforms(rngs))
    return np.asarray(checked_choices(agent, chosen, masks, setup))


def _observations(setup: Setup, encoder_name: str | None, states: Any) -> Any:
    encoder = setup.game.encoder(encoder_name)
    seats = states.view(np.ndarray)["to_move"].astype(np.int64)
    if not encoder.compiled:
        rows = [
            encode_in_python(setup, encoder, states, i, int(seat)) for i, seat in enumerate(seats)
        ]
        return rows if encoder.is_text else np.stack(rows)
    out = np.zeros((len(states), setup.layout(encoder.name).size), np.float32)
    setup.game.loops.observe_many(states, seats, out, encoder.tag)
    return out


def next_uniforms(rngs: NDArray[np.uint64]) -> NDArray[np.float64]:
    """`rng.uniform` of every stream at once; the same numbers."""
    with np.errstate(over="ignore"):
        rngs[:, 0] += _GAMMA
        z = rngs[:, 0].copy()
        z = (z ^ (z >> np.uint64(30))) * _MIX_1
        z = (z ^ (z >> np.uint64(27))) * _MIX_2
        z ^= z >> np.uint64(31)
    return (z >> np.uint64(11)).astype(np.float64) * 2.0**-53


_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
