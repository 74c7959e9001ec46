"""`Table`: one game as both PettingZoo forms need it: spaces, deals, observations, pictures.

What differs between AEC and Parallel (turns, rewards, deaths) is theirs.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from phylarium.envs import registry
from phylarium.envs.core.errors import OptionsError, PositionError, nearest
from phylarium.envs.core.game import Game
from phylarium.envs.core.position import Position
from phylarium.envs.core.record import new_states, row
from phylarium.envs.core.rng import following_seed

from .seats import checked_seed
from .spaces import encode_in_python, masked_space, observation_space

RENDER_MODES = ["human", "ansi"]
FULL = "full"


class Table:
    """One game, its agents' names and spaces, and fast access to the record's header."""

    def __init__(
        self,
        game: str,
        num_players: int | None,
        options: Mapping[str, Any] | None,
        encoder: str | None,
        skip_forced: bool,
        render_mode: str | None,
    ) -> None:
        self.setup = registry.setup(game, num_players, options, skip_forced)
        self.encoder = self.setup.game.encoder(encoder)
        self.render_mode = checked_render_mode(render_mode)
        self.names = [f"player_{seat}" for seat in range(self.setup.num_players)]
        self.seat_of = {name: seat for seat, name in enumerate(self.names)}
        size = self.setup.num_actions
        seen = observation_space(self.setup, self.encoder)
        self.observation_spaces = {name: masked_space(seen, size) for name in self.names}
        self.action_spaces = {name: spaces.Discrete(size) for name in self.names}
        self.states = new_states(self.setup.game.record, 1)
        self.has_infos = self.setup.game.public_info is not Game.public_info
        self._has_begun = False
        self._seat = np.zeros(1, np.int64)
        self._size = 0 if self.encoder.is_text else self.setup.layout(self.encoder.name).size
        header = self.states.view(np.ndarray)
        # Views of single fields: reading them costs a tenth of reading through `Position`.
        self._to_move, self._alive = header["to_move"], header["alive"]
        self._terminal, self._truncated = header["terminal"], header["truncated"]
        self._seed = header["seed"]
        self.rewards = header["rewards"][0, : self.setup.num_players]
        self.returns = header["returns"][0, : self.setup.num_players]

    @property
    def to_move(self) -> int:
        """The seat to move, -1 when the game is over."""
        return int(self._to_move.item())

    @property
    def alive(self) -> int:
        """Bits of the seats still in the game."""
        return int(self._alive.item())

    @property
    def is_terminal(self) -> bool:
        """Whether the rules have ended the game."""
        return bool(self._terminal.item())

    @property
    def is_truncated(self) -> bool:
        """Whether a limit has cut the game off."""
        return bool(self._truncated.item())

    def metadata(self, name: str) -> dict[str, Any]:
        """PettingZoo's description of the environment under its registered id."""
        return {
            "name": f"{name}_v{registry.entry(name).env_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }

    def deal(self, seed: Any, options: Mapping[str, Any] | None) -> list[float]:
        """A new game from a seed, the seed after the last one, or `options["position"]`.

        Returns what the deal itself brought each seat.
        """
        if options is not None and not isinstance(options, Mapping):
            raise OptionsError(f"options must be a mapping, got {type(options).__name__}")
        document = (options or {}).get("position")
        if document is not None:
            if seed is not None:
                raise PositionError("a game starts from a seed or from a position, not from both")
            self.states[:] = Position.from_dict(self.setup, document).states
        else:
            if seed is not None:
                number = checked_seed(seed)
            elif self._has_begun:
                number = int(following_seed(self._seed[0]))
            else:
                number = secrets.randbits(64)
            self.setup.deal(self.states, np.array([number], np.uint64))
        self._has_begun = True
        if document is not None:
            return [0.0] * self.setup.num_players
        return self.rewards.tolist()  # type: ignore[no-any-return]

    def in_the_game(self) -> list[str]:
        """The agents of a game that has just begun: those alive, or all if it is over already."""
        if self.to_move < 0:
            return list(self.names)
        return [name for name in self.names if self.alive >> self.seat_of[name] & 1]

    def observe(self, seat: int) -> Any:
        """What a seat sees, in memory of its own."""
        if not self.encoder.compiled:
            return encode_in_python(self.setup, self.encoder, self.states, 0, seat)
        out = np.empty((1, self._size), np.float32)
        self._seat[0] = seat
        self.setup.game.loops.observe_many(self.states, self._seat, out, self.encoder.tag)
        return out[0]

    def info(self, seat: int) -> dict[str, Any]:
        """What the game adds to `info` for a seat."""
        if not self.has_infos:
            return {}
        return dict(self.setup.game.public_info(row(self.states), seat, self.setup))

    def save(self) -> Any:
        """The game's bytes and whether one has begun, for pickles."""
        return self.states.view(np.ndarray).tobytes(), self._has_begun

    def restore(self, saved: Any) -> bool:
        """Take up a saved game; whether there was one."""
        content, self._has_begun = saved
        self.states.view(np.ndarray)[:] = np.frombuffer(content, self.setup.game.record)
        return self._has_begun

    def position(self) -> Position:
        """The game as a `Position` of its own; playing on with it leaves this one alone."""
        return Position(self.setup, self.states).copy()

    def state_space(self) -> spaces.Box:
        """The space of `state`; AttributeError where the game has no encoder "full"."""
        if FULL not in self.setup.game.extra_encoders:
            raise AttributeError(f"{self.setup.game.title} has no encoder {FULL!r}")
        layout = self.setup.layout(FULL)
        return spaces.Box(layout.low, layout.high, dtype=np.float32)

    def state(self) -> Any:
        """The whole game as the encoder "full" puts it, seen from seat 0."""
        if FULL not in self.setup.game.extra_encoders:
            raise NotImplementedError(f"{self.setup.game.title} has no encoder {FULL!r}")
        return Position(self.setup, self.states).observe(0, FULL)

    def render(self) -> str | None:
        """The open table as text: printed in mode "human", returned in mode "ansi"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, given when making the environment")
            return None
        text = Position(self.setup, self.states).text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def checked_render_mode(mode: str | None) -> str | None:
    """A known render mode, or `UnknownName`."""
    if mode is not None and mode not in RENDER_MODES:
        raise nearest("render_mode", mode, RENDER_MODES)
    return mode
