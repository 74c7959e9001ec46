"""Where the training loop of Stable-Baselines3 lets others in. Imports SB3; `train` imports this
when it trains.
"""

from __future__ import annotations

from collections.abc import Callable

from stable_baselines3.common.callbacks import BaseCallback


class BoundaryCallback(BaseCallback):
    """Calls `boundary()` before every rollout, after the update of the last one, and
    `report(games)` at every step, with the number of games that ended in it.
    """

    def __init__(self, boundary: Callable[[], None], report: Callable[[int], None]) -> None:
        super().__init__()
        self._boundary, self._report = boundary, report

    def _on_rollout_start(self) -> None:
        self._boundary()

    def _on_step(self) -> bool:
        self._report(int(self.locals["dones"].sum()))
        return True
