"""Where the time of a training goes: environment, opponents, policy, update.

Clocks around the calls of a model and its environment. Random and scripted opponents play inside
the environment's compiled loop, and count as environment; `opponents` is what Python plays.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table


class Profile:
    """Clocks on a training that has begun; `table` says what they showed."""

    def __init__(self, training: Any) -> None:
        model, env = training.model, training.env
        self._training = training
        self._seconds = dict.fromkeys(("environment", "opponents", "policy", "update"), 0.0)
        self._first_steps = training.steps
        self._started = time.perf_counter()
        env.step_wait = self._clocked("environment", env.step_wait)
        env.action_masks = self._clocked("environment", env.action_masks)
        games = env._games
        games._play_opponents = self._clocked("opponents", games._play_opponents)
        model.policy.forward = self._clocked("policy", model.policy.forward)
        model.train = self._clocked("update", model.train)

    def _clocked(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def clocked(*arguments: Any, **keywords: Any) -> Any:
            started = time.perf_counter()
            try:
                return call(*arguments, **keywords)
            finally:
                self._seconds[name] += time.perf_counter() - started

        return clocked

    def shares(self) -> dict[str, float]:
        """Seconds by what they were spent on; `rest` is evaluation, saving and what SB3 does
        between these calls.
        """
        seconds = dict(self._seconds)
        seconds["environment"] -= seconds["opponents"]  # they are played inside its steps
        total = time.perf_counter() - self._started
        return {**seconds, "rest": total - sum(seconds.values())}

    def table(self) -> Table:
        """The seconds and shares for a terminal."""
        from rich.table import Table

        shares = self.shares()
        total = sum(shares.values())
        steps = self._training.steps - self._first_steps
        table = Table(title="where the time went", caption=f"{steps / total:,.0f} steps a second")
        table.add_column("part")
        table.add_column("seconds", justify="right")
        table.add_column("share", justify="right")
        for name, seconds in shares.items():
            table.add_row(name, f"{seconds:.1f}", f"{seconds / total:.1%}")
        return table
