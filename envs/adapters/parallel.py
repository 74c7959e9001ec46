"""PettingZoo's simultaneous form: all who owe a choice hand it in at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import ParallelEnv
from phylarium.envs.core.errors import IllegalAction
from phylarium.envs.core.position import Position

from .choices import legal_number
from .table import Table

WAIT = 0


class ParallelGame(ParallelEnv[str, Any, Any], EzPickle):
    """A game as a Parallel environment; arguments, spaces, seeds and positions as `aec.AECGame`.

    A step is one round of choices: every seat that owes one hands in one small choice. Where
    players choose at the same time that is all of them; in a sequential game it is the one on
    turn. A seat that owes none may only wait: its mask is 1 at action 0 alone, and action 0 from
    it, or no entry at all, is taken as waiting, whatever the game's own action 0 is. So the spaces
    are those of the turn form, and policies carry over.

    `step(actions)` takes a dict from agent to number or words. Raises `IllegalAction`, with nothing
    applied, when a choice is missing, illegal, or handed in for an agent that is not in the game.
    Eliminated agents leave `agents`; what a game pays them later shows in `position.returns` only.
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
        self.table = Table(game, num_players, options, encoder, skip_forced, render_mode)
        self.setup = self.table.setup
        self.metadata = self.table.metadata(game)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.agents: list[str] = []
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        self._masks = np.zeros((self.setup.num_players, self.setup.num_actions), np.int8)
        self._rewards = np.zeros(self.setup.num_players)

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

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; returns observations and infos."""
        table = self.table
        table.deal(seed, options)
        agents = table.in_the_game()
        self._make_masks()
        self.agents = [] if table.to_move < 0 else list(agents)
        self._show()
        return self._observations(agents), self._infos(agents)

    def step(
        self, actions: Mapping[str, int | str]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """One round; returns observations, rewards, terminations, truncations and infos.

        Their keys are the agents that were in the game before the round.
        """
        table, agents = self.table, self.agents
        chosen = self._checked(actions)
        self.setup.game.loops.round_step(table.states, chosen, self._rewards)
        self._make_masks()
        earned = self._rewards.tolist()
        rewards = {name: earned[table.seat_of[name]] for name in agents}
        truncations = dict.fromkeys(agents, table.is_truncated)
        terminations = {
            name: table.is_terminal or not table.alive >> table.seat_of[name] & 1 for name in agents
        }
        observations, infos = self._observations(agents), self._infos(agents)
        self.agents = [n for n in agents if not (terminations[n] or truncations[n])]
        self._show()
        return observations, rewards, terminations, truncations, infos

    def _checked(self, actions: Mapping[str, Any]) -> Any:
        """All choices as int64 [players]; refuses the first wrong one before any is made."""
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"actions are a dict from agent to action, got {actions!r}")
        for name, action in actions.items():
            if name not in self.agents and action is not None:
                raise IllegalAction(
                    f"{name} is not in the game and cannot choose {action!r}; "
                    f"in the game: {', '.join(self.agents) or 'nobody'}"
                )
        deciding = int(self.table.states.view(np.ndarray)["deciding"][0])
        chosen = np.full(len(self.possible_agents), WAIT, np.int64)
        for name in self.agents:
            seat = self.table.seat_of[name]
            owes = deciding >> seat & 1
            if name in actions:
                who = name if owes else f"{name}, who owes no choice and may only wait (action 0),"
                chosen[seat] = legal_number(self.setup, who, actions[name], self._masks[seat])
            elif owes:
                raise IllegalAction(f"{name} owes a choice and handed in none")
        return chosen

    def _make_masks(self) -> None:
        self.setup.game.loops.round_masks(self.table.states, self._masks)
        if self.table.is_terminal or self.table.is_truncated:
            self._masks[:] = 0
        for seat in range(self.setup.num_players):
            if not self.table.alive >> seat & 1:
                self._masks[seat] = 0

    def _observations(self, agents: list[str]) -> dict[str, Any]:
        seat_of = self.table.seat_of
        return {
            name: {
                "observation": self.table.observe(seat_of[name]),
                "action_mask": self._masks[seat_of[name]].copy(),
            }
            for name in agents
        }

    def _infos(self, agents: list[str]) -> dict[str, Any]:
        return {name: self.table.info(self.table.seat_of[name]) for name in agents}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The open table as text: printed in mode "human", returned in mode "ansi"."""
        return self.table.render()

    def close(self) -> None:
        """Nothing to close."""

    def __getstate__(self) -> dict[str, Any]:
        return {
            **EzPickle.__getstate__(self),
            "agents": list(self.agents),
            "table": self.table.save(),
        }

    def __setstate__(self, saved: dict[str, Any]) -> None:
        EzPickle.__setstate__(self, saved)
        if self.table.restore(saved["table"]):
            self.agents = list(saved["agents"])
            self._make_masks()


def make_env(**kwargs: Any) -> ParallelGame:
    """A `ParallelGame`; it checks orders and actions itself and needs no wrappers."""
    return ParallelGame(**kwargs)
