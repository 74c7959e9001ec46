"""The scripted player `greedy`: it takes what appraise.py thinks worth most, ties drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import below

from .appraise import appraise
from .legal import legal

SCRIPTED = ("greedy",)


@jit
def scripted(state: Any, style: int, rng: Any) -> int:
    """The choice of `greedy` for `to_move`."""
    mask = np.zeros(state.num_actions, np.int8)
    worth = np.zeros(state.num_actions, np.float64)
    legal(state, mask)
    appraise(state, int(state.to_move), worth)
    best, num_best = -1, 0
    for action in range(len(mask)):
        if mask[action]:
            if best < 0 or worth[action] > worth[best]:
                best, num_best = action, 1
            elif worth[action] == worth[best]:
                num_best += 1
                if below(rng, num_best) == 0:
                    best = action
    return best
