"""Gymnasium's vector form: `SeatVectorEnv`, many games of `seat.SeatEnv` in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray
from phylarium.envs import registry
from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.position import Position

from .seats import KeepsGames, SeatGames, checked_seed
from .spaces import masked_space, observation_space


class SeatVectorEnv(KeepsGames, VectorEnv[Any, Any, Any]):
    """`num_envs` games with one learner in each; arguments as `SeatEnv`.

    threads      the compiled loop runs on so many shares of the games at once

    `reset(seed=s)` gives game i the seed s + i, and `reset(seed=[...])` one each: game i then goes
    as `SeatEnv.reset(seed=s + i)` does, its later episodes as those of `SeatEnv` without a seed.
    Rewards are float64 [num_envs]. A finished game starts anew in the same step
    (`AutoresetMode.SAME_STEP`): the observation is the new episode's; `infos["final_obs"]` (an
    array of objects) and `infos["final_info"]` (`returns`, `seat`) hold what ended, and
    `_final_obs`, `_final_info` say where. `infos["action_mask"]` is int8 [num_envs, actions];
    what a game adds to `info` (`Game.public_info`) is in `SeatEnv` only.

    Raises `IllegalAction` with the game's number and the words; no game is then changed.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

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
        mask_in_obs: bool = False,
        threads: int = 1,
        render_mode: None = None,
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
            mask_in_obs,
            threads,
        )
        if render_mode is not None:
            raise OptionsError("a vector environment does not render; make a single one")
        self.setup = registry.setup(game, num_players, options, skip_forced)
        self.render_mode = None
        self._games = SeatGames(self.setup, num_envs, encoder, opponents, seat, threads)
        self.num_envs = self._games.n
        self._mask_in_obs = mask_in_obs
        seen = observation_space(self.setup, self._games.encoder)
        size = self.setup.num_actions
        self.single_observation_space = masked_space(seen, size) if mask_in_obs else seen
        self.single_action_space = spaces.Discrete(size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def seats(self) -> NDArray[np.int64]:
        """The learners' seats, int64 [num_envs]."""
        return self._games.seats.astype(np.int64)

    def position(self, i: int) -> Position:
        """A copy of game i at this moment."""
        return self._games.position(i)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every learner, bool [num_envs, actions]."""
        return self._games.masks != 0  # type: ignore[no-any-return]

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode in every game; `options` are not used."""
        if options is not None and not isinstance(options, Mapping):
            raise OptionsError(f"options must be a mapping, got {type(options).__name__}")
        seeds: Any = seed
        if seed is not None and not isinstance(seed, Sequence | np.ndarray):
            first = checked_seed(seed)
            seeds = [first + i for i in range(self.num_envs)]
        self._games.reset(seeds)
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One choice of every learner (int [num_envs]) and the opponents' after it."""
        games = self._games
        final: dict[str, Any] = {}
        with games.all_or_nothing():
            games.step(actions)
            rewards = games.rewards.copy()
            terminated, truncated = games.terminated, games.truncated
            finished = games.is_over
            if finished.any():
                rows = np.flatnonzero(finished)
                final = self._final(finished, rows)
                games.reset(which=rows)
        return self._observations(), rewards, terminated, truncated, {**self._infos(), **final}

    def _final(self, finished: NDArray[np.bool_], rows: NDArray[np.int64]) -> dict[str, Any]:
        """What ended: last observations, returns and seats, zero where nothing did."""
        games = self._games
        if isinstance(games.obs, list):
            ended: Any = [games.obs[i] for i in rows]
        else:
            ended = games.obs[rows]
        observations = np.full(self.num_envs, None, dtype=object)
        mask = np.zeros(self.setup.num_actions, np.int8)
        for i, seen in zip(rows.tolist(), ended, strict=True):
            if self._mask_in_obs:
                seen = {"observation": seen, "action_mask": mask.copy()}
            observations[i] = seen
        returns = np.where(finished[:, None], games.returns, 0.0)
        seats = np.where(finished, games.seats, 0).astype(np.int64)
        info = {
            "returns": returns,
            "_returns": finished.copy(),
            "seat": seats,
            "_seat": finished.copy(),
            "action_mask": np.zeros_like(games.masks),
            "_action_mask": finished.copy(),
        }
        return {
            "final_obs": observations,
            "_final_obs": finished.copy(),
            "final_info": info,
            "_final_info": finished.copy(),
        }

    def _observations(self) -> Any:
        seen = self._games.obs
        seen = tuple(seen) if isinstance(seen, list) else seen
        if self._mask_in_obs:
            return {"observation": seen, "action_mask": self._games.masks.copy()}
        return seen

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._games.masks.copy(), "_action_mask": everywhere}

    def set_state(self, saved: dict[str, NDArray[Any]]) -> tuple[Any, dict[str, Any]]:
        """Go on from `get_state`; returns observations and infos, as `reset` does."""
        super().set_state(saved)
        return self._observations(), self._infos()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads, if there are any."""
        self._games.close()
