"""Checks that all adapters show the same game, and that every reward reaches its seat through each
of them.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
from phylarium.envs import registry
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import Position
from phylarium.envs.core.rng import following_seed

from .catalogue import Plan, conformance_check
from .play import by_view, choose, whole_game
from .report import ConformanceError

LONGEST_GAME, LEARNER_STEPS = 1500, 40


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
    for seed in range(plan.games):
        aec_agrees(setup, seed)
        parallel_agrees(setup, seed)
        for seat in {seed % setup.num_players, setup.num_players - 1}:
            seat_agrees(setup, seed, seat)
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
    """Every turn of an AEC game against the core's game."""
    from phylarium.envs.adapters.aec import AECGame

    env = AECGame(**named(setup))
    env.reset(seed=seed)
    position = Position.deal(setup, seed)
    ply = 0
    while not position.is_over and ply < LONGEST_GAME:
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
        for other in range(setup.num_players):
            agent = f"player_{other}"
            if agent in env.rewards and not was_dead(env, agent):
                same("AEC", seed, ply, reward=(env.rewards[agent], float(position.rewards[other])))
    env.close()


def was_dead(env: Any, agent: str) -> bool:
    """Whether an agent waits for its dead step."""
    return bool(env.terminations[agent] or env.truncations[agent])


def parallel_agrees(setup: Setup, seed: int) -> None:
    """Every round of a Parallel game against the core's game."""
    from phylarium.envs.adapters.parallel import ParallelGame

    env = ParallelGame(**named(setup))
    seen, _ = env.reset(seed=seed)
    position = Position.deal(setup, seed)
    ply = 0
    while not position.is_over and ply < LONGEST_GAME:
        owing, rewards = int(position.row.deciding), np.zeros(setup.num_players)
        actions = dict.fromkeys(env.agents, 0)
        first = True
        while not position.is_over and (first or still_owes(position, owing)):
            seat, mask = position.to_move, position.mask()
            due = position.observe(seat)
            agent = f"player_{seat}"
            same(
                "Parallel",
                seed,
                ply,
                action_mask=(seen[agent]["action_mask"], mask),
                observation=(seen[agent]["observation"], due),
            )
            actions[agent] = by_view(due, mask)
            owing &= ~(1 << seat)
            position.step(actions[agent])
            rewards += position.rewards
            ply, first = ply + 1, False
        seen, given, *_ = env.step(actions)
        for agent, reward in given.items():
            same("Parallel", seed, ply, reward=(reward, float(rewards[int(agent.split("_")[1])])))
    env.close()


def still_owes(position: Position, owing: int) -> bool:
    """Whether the seat to move owed a choice when the round began and has not made it."""
    return bool(owing >> position.to_move & 1)


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
    return itertools.islice(zip(*each, strict=True), LEARNER_STEPS)


def sb3_agrees(setup: Setup, seed: int, rows: int, seat: int) -> None:
    """Every row of the SB3 environment against the core's games."""
    from phylarium.envs.adapters.sb3 import SeatVecEnv

    env = SeatVecEnv(num_envs=rows, **named(setup), opponents=by_view, seat=seat)
    env.seed(seed)
    obs = env.reset()
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
    """Over whole games, what last() handed out, what the learner got, and the final score agree for
    each seat.
    """
    for player in ("random", *setup.game.scripted_players):
        for seed in range(plan.games):
            game_through_aec(setup, seed, player)
            for seat in range(setup.num_players):
                game_through_seat(setup, seed, player, seat)
    return None


def game_through_aec(setup: Setup, seed: int, player: str) -> None:
    """A whole AEC game by the choices of a core game; `last()` hands each agent its final score in
    all.
    """
    from phylarium.envs.adapters.aec import AECGame

    actions: list[int] = []

    def noted(position: Position, ply: int) -> int:
        actions.append(choose(position, player, ply))
        return actions[-1]

    *_, end_moment = whole_game(setup, seed, noted)
    end = end_moment.position
    env = AECGame(**named(setup))
    env.reset(seed=seed)
    given = dict.fromkeys(env.possible_agents, 0.0)
    choices = iter(actions)
    for agent in env.agent_iter(len(actions) + 2 * setup.num_players + 1):
        _, reward, terminated, truncated, _ = env.last()
        given[agent] += reward
        env.step(None if terminated or truncated else next(choices))
    if env.agents or next(choices, None) is not None:
        raise ConformanceError(f"AEC: {len(env.agents)} agents are left after the game", seed=seed)
    for seat, due in enumerate(end.returns):
        got = given[f"player_{seat}"]
        if not np.isclose(got, due):
            raise ConformanceError(
                f"AEC: last() handed player_{seat} {got:g} over a game of {player} players, "
                f"its final score is {due:g}",
                seed=seed,
            )


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
