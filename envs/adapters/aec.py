"""PettingZoo's turn form: `AECGame` is the environment, `make_env` adds the usual wrappers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)
from phylarium.envs.core.errors import IllegalAction
from phylarium.envs.core.position import Position

from .choices import legal_number
from .table import Table

_MOMENT = (
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
    "_skip_agent_selection",
)


class AECGame(AECEnv[str, Any, Any], EzPickle):
    """A game as an AEC environment, agents `player_0`, `player_1`, ...

    game, num_players, options   what to play (see `phylarium.setup`)
    encoder      name of the encoder, default the game's first; "text" gives strings
    skip_forced  choices with one possibility are made for the players
    render_mode  None, "human" (prints after every choice) or "ansi" (returns a string)

    An observation is `{"observation": float32 [size] or str, "action_mask": int8 [actions]}`; the
    mask is all zero for whoever is not to move. An action is a number or its words.

    A seat that the rules eliminate dies in mid-game, as PettingZoo has it: it gets one step with
    None. What a game pays a seat after its elimination shows in `position.returns` only.

    `reset(seed)` deals the game of that seed, the same in all adapters and in `Position.deal`;
    without a seed the first comes from the operating system and each later one follows from the
    one before. `reset(options={"position": document})` starts from a position document.

    Raises `IllegalAction` for an action that is no number, outside the space, not legal, or not
    None for a dead agent; the game is then as it was. With the wrappers of `make_env` an action
    outside the space is an AssertionError, and an illegal one ends the game for all with
    reward -1 for whoever chose it. Pickle and deepcopy keep the game at its moment.
    """

    def __init__(
        self,
        game: str,
        num_players: int | None = None,
        options: Mapping[str, Any] | None = None,
        encoder: str | None = None,
        skip_forced: bool = False,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, num_players, options, encoder, skip_forced, render_mode)
        super().__init__()
        self.table = Table(game, num_players, options, encoder, skip_forced, render_mode)
        self.setup = self.table.setup
        self.metadata = self.table.metadata(game)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        self._mask = np.zeros((1, self.setup.num_actions), np.int8)
        self._action = np.zeros(1, np.int64)

    @property
    def position(self) -> Position:
        """A copy of the game at this moment."""
        return self.table.position()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object every time."""
        return self.action_spaces[agent]

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state`."""
        return self.table.state_space()

    def state(self) -> Any:
        """The whole game, hidden parts included: float32; for games with an encoder "full"."""
        return self.table.state()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game (see the class)."""
        table = self.table
        brought = table.deal(seed, options)
        self.setup.game.loops.legal_many(table.states, self._mask)
        self.agents = table.in_the_game()
        self.rewards = {name: brought[table.seat_of[name]] for name in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._skip_agent_selection: str | None = None
        self._alive = table.alive
        self._pass_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, in memory of its own, and its mask."""
        seat = self.table.seat_of[agent]
        if seat == self.table.to_move:
            mask = self._mask[0].copy()
        else:
            mask = np.zeros(self.setup.num_actions, np.int8)
        return {"observation": self.table.observe(seat), "action_mask": mask}

    def step(self, action: int | str | None) -> None:
        """The choice of `agent_selection`; None when that agent is dead."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise IllegalAction(
                    f"{agent} is out of the game; its only step is None, got {action!r}"
                )
            self._was_dead_step(None)
            return
        table = self.table
        self._action[0] = self._checked(action)
        self.setup.game.loops.step_and_mask(table.states, self._action, self._mask)
        earned = table.rewards.tolist()
        total = self._cumulative_rewards
        total[agent] = 0.0
        rewards = self.rewards = {}
        for name in self.agents:
            reward = earned[table.seat_of[name]]
            rewards[name] = reward
            total[name] += reward
        self._pass_on()

    def _checked(self, action: Any) -> int:
        """The number of a legal action; raises as the class says."""
        if type(action) is int or isinstance(action, np.int64):
            if 0 <= action < self.setup.num_actions and self._mask[0, action]:
                return int(action)
        return legal_number(self.setup, self.agent_selection, action, self._mask[0])

    def _pass_on(self) -> None:
        """Whose turn it is, who is out, and what everybody may know."""
        table = self.table
        seat = table.to_move
        if seat < 0:
            self.terminations = dict.fromkeys(self.agents, table.is_terminal)
            self.truncations = dict.fromkeys(self.agents, table.is_truncated)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = table.names[seat]
            if table.alive != self._alive:
                self._alive = table.alive
                for name in self.agents:
                    self.terminations[name] = not self._alive >> table.seat_of[name] & 1
                self._deads_step_first()
        if table.has_infos:
            self.infos = {name: table.info(table.seat_of[name]) for name in self.agents}
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The open table as text: printed in mode "human", returned in mode "ansi"."""
        return self.table.render()

    def close(self) -> None:
        """Nothing to close."""

    def __getstate__(self) -> dict[str, Any]:
        moment = {name: getattr(self, name) for name in _MOMENT if hasattr(self, name)}
        return {**EzPickle.__getstate__(self), "moment": moment, "table": self.table.save()}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        EzPickle.__setstate__(self, saved)
        if self.table.restore(saved["table"]):
            self.__dict__.update(copy_of(saved["moment"]))
            self._alive = self.table.alive
            self.setup.game.loops.legal_many(self.table.states, self._mask)


def copy_of(moment: dict[str, Any]) -> dict[str, Any]:
    """Dictionaries and lists of their own for a restored environment."""
    return {k: v.copy() if isinstance(v, dict | list) else v for k, v in moment.items()}


def make_env(**kwargs: Any) -> AECEnv[str, Any, Any]:
    """An `AECGame` in the wrappers of PettingZoo's own classic games (see `AECGame`)."""
    raw = AECGame(**kwargs)
    return OrderEnforcingWrapper(
        AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, illegal_reward=-1))
    )
