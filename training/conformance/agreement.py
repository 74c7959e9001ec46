"""Checks that all adapters show the same game, and that every reward reaches its seat through each
of them.
"""

from __future__ import annotations

import copy
import dataclasses
import importlib.util
import itertools
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
from phylarium.envs import registry
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import Position
from phylarium.envs.core.rng import following_seed

from .catalogue import Plan, conformance_check
from .play import by_view, choose, deciding_seats, whole_game
from .report import ConformanceError

LONGEST_GAME, LEARNER_STEPS, STEPS_OF_MANY = 1500, 40, 12


@dataclasses.dataclass(frozen=True)
class Step:
    """One choice of a learner: what it saw, what it did, what came of it until its next choice."""

    obs: Any
    mask: Any
    action: int
    reward: float
    is_end: bool
    returns: Any


def named(setup: Setup) -> dict[str, Any]:
    """The adapters' keyword arguments for a set-up; a game that nobody registered is registered."""
    game = setup.game
    if game.name not in registry.games():
        registry.register(game)
    if registry.game(game.name) is not game:
        raise ConformanceError(f"another game is registered under the id {game.name!r}")
    return {
        "game": game.name,
        "num_players": setup.num_players,
        "options": dataclasses.asdict(setup.options),
        "skip_forced": setup.skip_forced,
    }


def story(setup: Setup, seed: int, seat: int) -> Iterator[Step]:
    """A learner's choices through game after game in the core; all seats play `by_view`."""
    while True:
        position = Position.deal(setup, seed)
        seen: tuple[Any, Any, int] | None = None
        reward = float(position.returns[seat])
        while not position.is_over:
            mask, mover = position.mask(), position.to_move
            obs = position.observe(mover)
            action = by_view(obs, mask)
            if mover == seat:
                if seen is not None:
                    yield Step(*seen, reward, False, position.returns)
                    reward = 0.0
                seen = (obs, mask, action)
            position.step(action)
            reward += float(position.rewards[seat])
        if seen is not None:
            yield Step(*seen, reward, True, position.returns)
        seed = int(following_seed(np.uint64(seed)))


@conformance_check("players")
def check_adapters_agree(setup: Setup, plan: Plan) -> str | None:
    """AEC, Parallel, seat, vector and SB3 environments show the same game for the same seed and
    choices.
    """
    if setup.game.encoder().is_text:
        return "the default encoder writes text; the vector adapters need numbers"
    skipping = setup.game.setup(setup.num_players, setup.options, skip_forced=True)
    for seed in range(plan.games):
        for table in (setup, skipping):
            aec_agrees(table, seed)
            parallel_agrees(table, seed)
            for seat in {seed % setup.num_players, setup.num_players - 1}:
                seat_agrees(table, seed, seat)
    for rows in (1, plan.rows):
        vector_agrees(setup, 3, rows, seat=rows % setup.num_players)
        if importlib.util.find_spec("stable_baselines3"):
            sb3_agrees(setup, 3, rows, seat=rows % setup.num_players)
    return (
        None
        if importlib.util.find_spec("stable_baselines3")
        else "stable-baselines3 is not installed"
    )


def same(adapter: str, seed: int, ply: int, **pairs: tuple[Any, Any]) -> None:
    """Each pair is equal, arrays in dtype too; a failure names the adapter and what differs."""
    for name, (given, due) in pairs.items():
        if isinstance(due, np.ndarray):
            is_same = np.asarray(given).dtype == due.dtype and np.array_equal(given, due)
        elif isinstance(due, float):
            is_same = bool(np.isclose(given, due, rtol=1e-6, atol=1e-6))
        else:
            is_same = given == due
        if not is_same:
            raise ConformanceError(
                f"{adapter}: {name.replace('_', ' ')} is {given!r}, the core's is {due!r}",
                seed=seed,
                ply=ply,
            )


def aec_agrees(setup: Setup, seed: int) -> None:
    """Every turn of an AEC game against the core's game; copies of it go on in its place."""
    from phylarium.envs.adapters.aec import AECGame

    env = AECGame(**named(setup))
    env.reset(seed=seed)
    position = Position.deal(setup, seed)
    ply = 0
    while not position.is_over and ply < LONGEST_GAME:
        if ply in (2, 5):
            env = copy.deepcopy(env) if ply == 2 else pickle.loads(pickle.dumps(env))
        seat, mask = position.to_move, position.mask()
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        due = position.observe(seat)
        same(
            "AEC",
            seed,
            ply,
            agent=(env.agent_selection, f"player_{seat}"),
            action_mask=(seen["action_mask"], mask),
            observation=(seen["observation"], due),
        )
        action = by_view(due, mask)
        env.step(action)
        position.step(action)
        ply += 1
        for agent, reward in env.rewards.items():
            earned = float(position.rewards[int(agent.split("_")[1])])
            same("AEC", seed, ply, reward=(reward, earned))
    env.close()


def parallel_agrees(setup: Setup, seed: int) -> None:
    """Every round of a Parallel game against the core's game."""
    from phylarium.envs.adapters.parallel import ParallelGame

    env = ParallelGame(**named(setup))
    seen, _ = env.reset(seed=seed)
    position = Position.deal(setup, seed)
    while not position.is_over and int(position.row.plies) < LONGEST_GAME:
        ply = int(position.row.plies)
        last_ply = ply + len(deciding_seats(position))
        rewards = np.zeros(setup.num_players)
        actions = dict.fromkeys(env.agents, 0)
        while not position.is_over and int(position.row.plies) < last_ply:
            seat, mask = position.to_move, position.mask()
            agent, due = f"player_{seat}", position.observe(seat)
            same(
                "Parallel",
                seed,
                ply,
                action_mask=(seen[agent]["action_mask"], mask),
                observation=(seen[agent]["observation"], due),
            )
            actions[agent] = by_view(due, mask)
            position.step(actions[agent])
            rewards += position.rewards
        for agent in forced_meanwhile(actions, seen, setup):
            actions[agent] = int(seen[agent]["action_mask"].argmax())
        seen, given, *_ = env.step(actions)
        for agent, reward in given.items():
            same("Parallel", seed, ply, reward=(reward, float(rewards[int(agent.split("_")[1])])))
    env.close()


def forced_meanwhile(actions: dict[str, int], seen: dict[str, Any], setup: Setup) -> list[str]:
    """Agents whose one possible choice the core made, with `skip_forced`, within the round."""
    return [
        agent for agent in actions if setup.skip_forced and seen[agent]["action_mask"].sum() == 1
    ]


def seat_agrees(setup: Setup, seed: int, seat: int) -> None:
    """A learner's steps in the Gymnasium environment against the core's games."""
    from phylarium.envs.adapters.seat import SeatEnv

    env = SeatEnv(**named(setup), opponents=by_view, seat=seat)
    obs, info = env.reset(seed=seed)
    for ply, due in enumerate(itertools.islice(story(setup, seed, seat), LEARNER_STEPS)):
        same(
            "seat environment",
            seed,
            ply,
            observation=(obs, due.obs),
            action_mask=(info["action_mask"], due.mask),
        )
        obs, reward, terminated, truncated, info = env.step(due.action)
        same(
            "seat environment",
            seed,
            ply,
            reward=(reward, due.reward),
            end=(terminated or truncated, due.is_end),
        )
        if due.is_end:
            same(
                "seat environment",
                seed,
                ply,
                final_returns=(np.asarray(info["returns"], float), due.returns),
            )
            obs, info = env.reset()
    env.close()


def vector_agrees(setup: Setup, seed: int, rows: int, seat: int) -> None:
    """Every row of the vector environment against the core's games."""
    from phylarium.envs.adapters.vector import SeatVectorEnv

    env = SeatVectorEnv(num_envs=rows, **named(setup), opponents=by_view, seat=seat)
    obs, infos = env.reset(seed=seed)
    adapter = f"vector environment of {rows}"
    for ply, dues in enumerate(stories(setup, seed, rows, seat)):
        actions = np.array([due.action for due in dues], np.int64)
        for i, due in enumerate(dues):
            same(
                adapter,
                seed + i,
                ply,
                observation=(obs[i], due.obs),
                action_mask=(infos["action_mask"][i], due.mask),
            )
        obs, rewards, terminated, truncated, infos = env.step(actions)
        for i, due in enumerate(dues):
            same(
                adapter,
                seed + i,
                ply,
                reward=(rewards[i], due.reward),
                end=(bool(terminated[i] or truncated[i]), due.is_end),
            )
    env.close()


def stories(setup: Setup, seed: int, rows: int, seat: int) -> Iterator[tuple[Step, ...]]:
    """The stories of rows whose seeds follow one another, step by step."""
    each = [story(setup, seed + i, seat) for i in range(rows)]
    steps = LEARNER_STEPS if rows == 1 else STEPS_OF_MANY
    return itertools.islice(zip(*each, strict=True), steps)


def sb3_agrees(setup: Setup, seed: int, rows: int, seat: int) -> None:
    """Every row of the SB3 environment against the core's games."""
    from phylarium.envs.adapters.sb3 import SeatVecEnv

    env = SeatVecEnv(num_envs=rows, **named(setup), opponents=by_view, seat=seat)
    env.seed(seed)
    obs: Any = env.reset()
    adapter = f"SB3 environment of {rows}"
    for ply, dues in enumerate(stories(setup, seed, rows, seat)):
        masks = np.reshape(np.stack(env.env_method("action_masks")), (rows, -1))
        for i, due in enumerate(dues):
            same(
                adapter,
                seed + i,
                ply,
                observation=(obs[i], due.obs),
                action_mask=(masks[i].astype(np.int8), due.mask),
            )
        obs, rewards, dones, infos = env.step(np.array([due.action for due in dues], np.int64))
        for i, due in enumerate(dues):
            same(
                adapter,
                seed + i,
                ply,
                reward=(rewards[i], due.reward),
                end=(bool(dones[i]), due.is_end),
            )
            if due.is_end:
                last = infos[i]["terminal_observation"]
                same(adapter, seed + i, ply, end_is_kept=(np.asarray(last).shape, due.obs.shape))
    env.close()


@conformance_check("players")
def check_rewards_reach_their_seat(setup: Setup, plan: Plan) -> str | None:
    """Over whole games, for each seat, what last() handed out, what the learner got, and the final
    score agree; an eliminated AEC agent gets what it has at its elimination.
    """
    late = 0.0
    for player in ("random", *setup.game.scripted_players):
        for seed in range(plan.games):
            late = max(late, game_through_aec(setup, seed, player))
            for seat in range(setup.num_players):
                game_through_seat(setup, seed, player, seat)
    return f"up to {late:g} paid after an elimination, which AEC cannot hand out" if late else None


def game_through_aec(setup: Setup, seed: int, player: str) -> float:
    """A whole AEC game by the choices of a core game: `last()` hands each agent what it is due.

    Returns the most that a seat was paid after its elimination, when its agent is gone.
    """
    from phylarium.envs.adapters.aec import AECGame

    actions: list[int] = []

    def noted(position: Position, ply: int) -> int:
        actions.append(choose(position, player, ply))
        return actions[-1]

    due = np.zeros(setup.num_players)
    in_game = np.ones(setup.num_players, bool)
    final = due
    for moment in whole_game(setup, seed, noted):
        final = moment.position.returns
        due[in_game] = final[in_game]  # the choice that eliminates a seat still pays it
        in_game &= int(moment.position.row.alive) >> np.arange(setup.num_players) & 1 == 1
    env = AECGame(**named(setup))
    env.reset(seed=seed)
    given = dict.fromkeys(env.possible_agents, 0.0)
    choices = iter(actions)
    for agent in env.agent_iter(len(actions) + 2 * setup.num_players + 1):
        _, reward, terminated, truncated, _ = env.last()
        given[agent] += reward
        env.step(None if terminated or truncated else next(choices))
    if env.agents or next(choices, None) is not None:
        raise ConformanceError(f"AEC: {env.agents} are left after the game", seed=seed)
    for seat in range(setup.num_players):
        got = given[f"player_{seat}"]
        if not np.isclose(got, due[seat]):
            raise ConformanceError(
                f"AEC: last() handed player_{seat} {got:g} over a game of {player} players, "
                f"and {due[seat]:g} was due",
                seed=seed,
            )
    return float(np.abs(final - due).max())


def game_through_seat(setup: Setup, seed: int, player: str, seat: int) -> None:
    """A whole episode of the seat environment; the learner's rewards add up to its final score."""
    from phylarium.envs.adapters.seat import SeatEnv

    env = SeatEnv(**named(setup), opponents=player, seat=seat)
    _, info = env.reset(seed=seed)
    got, over, ply = 0.0, False, 0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        _, reward, terminated, truncated, info = env.step(
            int(legal[(seed + ply) * 7919 % len(legal)])
        )
        got, over, ply = got + float(reward), terminated or truncated, ply + 1
    due = np.asarray(info["returns"], float)
    env.close()
    if not np.isclose(got, due[seat]):
        raise ConformanceError(
            f"the seat environment handed player_{seat} {got:g} against {player}, "
            f"its final score is {due[seat]:g}",
            seed=seed,
        )
