"""Opponents that are the learner itself, some steps ago."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .export import as_saved_policy


class Snapshot:
    """The learner's latest snapshot as an opponent: its weights can be swapped between rollouts.

    It samples its moves, as the learner does while it learns.
    """

    def __init__(self, encoder: str) -> None:
        self.encoder = encoder
        self.arrays: dict[str, NDArray[np.float32]] = {}
        self._policy: Any = None

    def __repr__(self) -> str:
        return "self"

    def renew(self, arrays: Mapping[str, NDArray[np.float32]], activation: str) -> None:
        """Play with these weights from now on (see `export.policy_arrays`)."""
        self.arrays = {name: array.copy() for name, array in arrays.items()}
        names = [name.removesuffix(".weight") for name in arrays if name.endswith(".weight")]
        papers = {
            "name": "self",
            "encoder": self.encoder,
            "activation": activation,
            "mode": "sample",
            "layers": names,
        }
        self._policy = as_saved_policy(self.arrays, papers)

    def act(self, observations: Any, masks: Any, uniforms: Any) -> Any:
        """A legal action for each of k games."""
        return self._policy.act(observations, masks, uniforms)
