"""A first stretch of training that copies a scripted player.

The scripted player plays the learner's seat; the policy learns to choose as it does, and the value
network what its play brings. So reinforcement starts from a player that knows the game, which saves
most of the steps where only a game's end pays.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import controller_code
from phylarium.envs.core.rng import derive
from stable_baselines3.common.utils import obs_as_tensor

IMITATION = 13
"""Where the scripted player's seeds part from those of the training."""


class Teacher:
    """A scripted player who chooses for the learners of an environment."""

    def __init__(self, setup: Setup, player: str, num_envs: int, seed: int) -> None:
        self._loops = setup.game.loops
        self._codes = np.full(num_envs, controller_code(setup, player), np.int64)
        self._rngs = np.array([[derive(seed, IMITATION, i)] for i in range(num_envs)], np.uint64)
        self._masks = np.zeros((num_envs, setup.num_actions), np.int8)
        self._actions = np.zeros(num_envs, np.int64)

    def choices(self, states: Any) -> NDArray[np.int64]:
        """Its choice for the seat to move in each game: int64 [num_envs], new memory."""
        self._loops.choose_many(states, self._codes, self._masks, self._rngs, self._actions)
        return self._actions.copy()


def imitate(training: Any, tell: Callable[[str], None], report: Callable[[int], None]) -> None:
    """Copy the config's player until its share of the steps is done; then the policy may be better
    than chance, and the training goes on from there.

    A stop in the middle starts this stretch again from its beginning.
    """
    section, model = training.config.imitation, training.model
    teacher = Teacher(
        training.setup, section.player, training.env.num_envs, training.config.train.seed
    )
    if model.ep_info_buffer is None:
        model.ep_info_buffer = deque(maxlen=model._stats_window_size)
        model.ep_success_buffer = deque(maxlen=model._stats_window_size)
    for group in model.policy.optimizer.param_groups:
        group["lr"] = section.learning_rate
    agreement = 0.0
    while training.steps < section.steps:
        watch(training, teacher, report)
        agreement = copy(model)
    tell(
        f"{training.steps:,} steps copied {section.player}: "
        f"its choice had a chance of {agreement:.2f} in the last rollout"
    )


def watch(training: Any, teacher: Teacher, report: Callable[[int], None]) -> None:
    """Fill the rollout buffer with the teacher's play."""
    model, env = training.model, training.env
    buffer, seen = model.rollout_buffer, model._last_obs
    model.policy.set_training_mode(False)
    buffer.reset()
    unknown = torch.zeros(env.num_envs)
    for _ in range(model.n_steps):
        masks, actions = env.action_masks(), teacher.choices(env.games.states)
        with torch.no_grad():
            values = model.policy.predict_values(obs_as_tensor(seen, model.device))
        following, rewards, dones, infos = env.step(actions)
        model.num_timesteps += env.num_envs
        model._update_info_buffer(infos, dones)
        buffer.add(
            seen,
            actions.reshape(-1, 1),
            rewards,
            model._last_episode_starts,
            values,
            unknown,
            action_masks=masks,
        )
        seen = model._last_obs = following
        model._last_episode_starts = dones
        report(int(dones.sum()))
    with torch.no_grad():
        values = model.policy.predict_values(obs_as_tensor(seen, model.device))
    buffer.compute_returns_and_advantage(last_values=values, dones=dones)


def copy(model: Any) -> float:
    """One pass over the buffer: the teacher's actions become likelier, values come nearer to the
    returns. Returns the mean probability that the policy gave to the teacher's actions before.
    """
    model.policy.set_training_mode(True)
    chances = []
    for batch in model.rollout_buffer.get(model.batch_size):
        values, log_probs, _ = model.policy.evaluate_actions(
            batch.observations, batch.actions.long().flatten(), action_masks=batch.action_masks
        )
        misses = torch.nn.functional.mse_loss(values.flatten(), batch.returns)
        loss = model.vf_coef * misses - log_probs.mean()
        model.policy.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
        model.policy.optimizer.step()
        chances.append(float(log_probs.detach().exp().mean()))
    return float(np.mean(chances))
