"""`SeatVecEnv`: the games of `SeatGames` as a Stable-Baselines3 VecEnv, for MaskablePPO and others.

Needs stable-baselines3; nothing else in this package imports this module.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from phylarium.envs import registry
from phylarium.envs.core.errors import PhylariumError

from .seats import KeepsGames, SeatGames
from .spaces import numeric_encoder, observation_space

try:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv
except ImportError:
    raise ImportError(
        "SeatVecEnv needs stable-baselines3: pip install 'phylarium[train]'"
    ) from None


class SeatVecEnv(KeepsGames, VecEnv):
    """One learning seat in each of `num_envs` games, as SB3's algorithms take it.

    Keyword arguments as `seat.SeatEnv`. Observations float32 [num_envs, size], rewards float32
    [num_envs]; a finished game starts anew in the same step. Its info then has `episode` (return
    "r", the learner's choices "l", seconds since the start "t"), `terminal_observation`,
    `TimeLimit.truncated`, `returns` of all seats and the learner's `seat`.

    `env_method("action_masks")` gives a list of one bool [num_envs, actions] block, which
    MaskablePPO reshapes; a Python loop over the games costs more than stepping them.
    """

    def __init__(
        self,
        num_envs: int,
        game: str,
        num_players: int | None = None,
        options: Mapping[str, Any] | None = None,
        encoder: str | None = None,
        opponents: Any = "random",
        seat: int | None = None,
        skip_forced: bool = False,
        threads: int = 1,
    ) -> None:
        EzPickle.__init__(
            self,
            num_envs,
            game,
            num_players,
            options,
            encoder,
            opponents,
            seat,
            skip_forced,
            threads,
        )
        self.setup = registry.setup(game, num_players, options, skip_forced)
        chosen = numeric_encoder(self.setup, encoder, "SeatVecEnv")
        self._games = SeatGames(self.setup, num_envs, chosen.name, opponents, seat, threads)
        self._nothing_new: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._episode_returns = np.zeros(num_envs)
        self._started = time.perf_counter()
        VecEnv.__init__(
            self,
            num_envs,
            observation_space(self.setup, chosen),
            spaces.Discrete(self.setup.num_actions),
        )

    def reset(self) -> NDArray[np.float32]:
        """New games, from the seeds given to `seed` since the last reset, if any."""
        seeds = None if self._seeds[0] is None else self._seeds
        self._games.reset(seeds)
        self._reset_seeds()
        self._reset_options()
        self._episode_returns[:] = 0.0
        return self._games.obs  # type: ignore[no-any-return]

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of the next `step_wait`; raises `IllegalAction` at once."""
        self._actions = self._games.checked_actions(actions)

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Play them. Returns observations, rewards, dones and infos."""
        games = self._games
        infos = self._nothing_new
        with games.all_or_nothing():
            games.step(self._actions, is_checked=True)
            earned = games.rewards.copy()
            dones = games.is_over
            finished = np.flatnonzero(dones)
            if len(finished):
                infos = list(infos)
                for i in finished.tolist():
                    infos[i] = self._end_info(i, float(self._episode_returns[i] + earned[i]))
                games.reset(which=finished)
        self._episode_returns += earned
        self._episode_returns[finished] = 0.0
        return games.obs, earned.astype(np.float32), dones, infos

    def _end_info(self, i: int, episode_return: float) -> dict[str, Any]:
        games = self._games
        return {
            "episode": {
                "r": episode_return,
                "l": int(games.choices[i]),
                "t": round(time.perf_counter() - self._started, 6),
            },
            "terminal_observation": games.obs[i].copy(),
            "TimeLimit.truncated": bool(games.truncated[i] and not games.terminated[i]),
            "returns": games.returns[i].tolist(),
            "seat": int(games.seats[i]),
        }

    @property
    def games(self) -> SeatGames:
        """The games themselves, to look at."""
        return self._games

    def get_state(self) -> dict[str, NDArray[Any]]:
        """Everything that `set_state` needs to go on exactly from here, as arrays."""
        return {**super().get_state(), "episode_returns": self._episode_returns.copy()}

    def set_state(self, saved: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
        """Go on from `get_state`; returns the present observations, as `reset` would."""
        returns = saved.get("episode_returns")
        if returns is None or np.shape(returns) != (self.num_envs,):
            raise PhylariumError(f"saved state 'episode_returns' should be [{self.num_envs}]")
        super().set_state(saved)
        self._episode_returns[:] = returns
        return self._games.obs  # type: ignore[no-any-return]

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every learner: bool [num_envs, actions]."""
        return self._games.masks.astype(np.bool_)

    def close(self) -> None:
        """End the threads, if there are any."""
        self._games.close()

    def has_attr(self, attr_name: str) -> bool:
        """Whether `get_attr` or `env_method` know the name."""
        return attr_name in ("action_masks", "render_mode") or hasattr(self._games, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same value for every game; `action_masks` is a method."""
        value = None if attr_name == "render_mode" else getattr(self._games, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Not offered: the games share their set-up."""
        raise AttributeError(
            f"the games of a SeatVecEnv share their set-up; {attr_name!r} is fixed"
        )

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """`action_masks` (see the class) and no other."""
        if method_name != "action_masks":
            raise AttributeError(f"a SeatVecEnv has no method {method_name!r} for single games")
        masks = self.action_masks()
        return [masks] if indices is None else list(masks[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Never: episode statistics are in the infos already."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[Any]:
        """No pictures."""
        raise NotImplementedError(
            "a SeatVecEnv has no pictures; play one game in an AEC environment"
        )
