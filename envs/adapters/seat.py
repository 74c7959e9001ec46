"""Gymnasium's form: `SeatEnv`, one learning seat while opponents play the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from phylarium.envs import registry
from phylarium.envs.core.errors import IllegalAction, OptionsError, PhylariumError, nearest
from phylarium.envs.core.game import Game
from phylarium.envs.core.position import Position

from .choices import legal_number
from .seats import KeepsGames, SeatGames, checked_seed
from .spaces import masked_space, observation_space
from .table import RENDER_MODES, checked_render_mode

ILLEGAL = ("error", "end")
ILLEGAL_REWARD = -1.0


class SeatEnv(KeepsGames, gymnasium.Env[Any, Any]):
    """One game with one learner.

    game, num_players, options   what to play (see `phylarium.setup`)
    encoder      what the learner sees; name, default the game's first; "text" gives strings
    opponents    one specification, or a list in turn order after the learner (see `opponents`)
    seat         the learner's seat; None: drawn for every episode
    skip_forced  choices with one possibility are made for the players
    mask_in_obs  True: observations are `{"observation": ..., "action_mask": int8 [actions]}`
    render_mode  None, "human" (prints after every choice) or "ansi" (returns a string)
    illegal      "error": an illegal action raises `IllegalAction` and changes nothing.
                 "end": it ends the episode with reward -1 and `info["illegal_action"]`; for tools
                 that sample without the mask, such as `check_env`

    Observations are float32 [size]; `action_masks()` gives bool [actions], `info["action_mask"]`
    the same as int8. Every reward of the learner's seat reaches it: from other seats' moves too,
    from those after its own elimination (the others play the game out, then the episode ends), and
    from those before its first choice (with that choice). At the end `info` has `returns`, of all
    seats in seat order, and `seat`.

    `reset(seed)` repeats the deal, the learner's seat and the opponents' choices. Without a seed
    the first comes from the operating system and each later one follows from the one before.
    A game that ends before the learner's first choice is no episode: the next one is dealt.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        num_players: int | None = None,
        options: Mapping[str, Any] | None = None,
        encoder: str | None = None,
        opponents: Any = "random",
        seat: int | None = None,
        skip_forced: bool = False,
        mask_in_obs: bool = False,
        render_mode: str | None = None,
        illegal: str = "error",
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            num_players,
            options,
            encoder,
            opponents,
            seat,
            skip_forced,
            mask_in_obs,
            render_mode,
            illegal,
        )
        self.setup = registry.setup(game, num_players, options, skip_forced)
        self.render_mode = checked_render_mode(render_mode)
        if illegal not in ILLEGAL:
            raise nearest("value of illegal:", illegal, ILLEGAL)
        self._ends_if_illegal = illegal == "end"
        self._games = SeatGames(self.setup, 1, encoder, opponents, seat)
        self._mask_in_obs = mask_in_obs
        seen = observation_space(self.setup, self._games.encoder)
        size = self.setup.num_actions
        self.observation_space = masked_space(seen, size) if mask_in_obs else seen
        self.action_space = spaces.Discrete(size)
        self._has_infos = self.setup.game.public_info is not Game.public_info

    @property
    def is_running(self) -> bool:
        """Whether the learner owes a choice."""
        return bool(self._games.masks[0].any())

    @property
    def seat(self) -> int:
        """The learner's seat in this episode."""
        return int(self._games.seats[0])

    @property
    def position(self) -> Position:
        """A copy of the game at this moment."""
        return self._games.position(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, bool [actions]; none after the end."""
        return self._games.masks[0] != 0  # type: ignore[no-any-return]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; `options` are not used."""
        number = None if seed is None else checked_seed(seed)
        if options is not None and not isinstance(options, Mapping):
            raise OptionsError(f"options must be a mapping, got {type(options).__name__}")
        super().reset(seed=number)
        self._games.reset(None if number is None else [number])
        self._show()
        return self._observation(), self._info()

    def step(self, action: int | str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's choice, by number or in words, and the opponents' after it."""
        games = self._games
        try:
            number = legal_number(self.setup, f"player_{self.seat}", action, games.masks[0])
        except IllegalAction as refused:
            if not self.is_running:
                raise PhylariumError("the episode is over or has not begun: reset first") from None
            if not self._ends_if_illegal:
                raise
            return self._ended_by(refused)
        games.step(np.array([number]), is_checked=True)
        info = self._info()
        is_over = bool(games.is_over[0])
        if is_over:
            info["returns"] = games.returns[0].copy()
            info["seat"] = self.seat
        self._show()
        return (
            self._observation(),
            float(games.rewards[0]),
            is_over and bool(games.terminated[0]),
            is_over and bool(games.truncated[0]),
            info,
        )

    def _ended_by(self, refused: IllegalAction) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The episode's end by an illegal action."""
        self._games.masks[0] = 0
        info = {**self._info(), "illegal_action": str(refused), "seat": self.seat}
        info["returns"] = self._games.returns[0].copy()
        return self._observation(), ILLEGAL_REWARD, True, False, info

    def _observation(self) -> Any:
        seen = self._games.obs[0]
        seen = seen if isinstance(seen, str) else seen.copy()
        if self._mask_in_obs:
            return {"observation": seen, "action_mask": self._games.masks[0].copy()}
        return seen

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._games.masks[0].copy()}
        if self._has_infos:
            info.update(self.setup.game.public_info(self.position.row, self.seat, self.setup))
        return info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The game as the learner sees it, as text: printed ("human") or returned ("ansi")."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, given when making the environment")
            return None
        text = self.position.text(self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing to close."""
