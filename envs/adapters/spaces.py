"""Observation and action spaces, and encoders that run in Python; shared by all adapters."""

from __future__ import annotations

import string
from typing import Any

import numpy as np
from gymnasium import spaces
from phylarium.envs.core.errors import UnknownName
from phylarium.envs.core.game import Encoder, Setup
from phylarium.envs.core.record import row

LONGEST_TEXT = 100_000


def observation_space(setup: Setup, encoder: Encoder) -> spaces.Space[Any]:
    """What an encoder writes: `Box` float32 [size] with the layout's bounds, or `Text`."""
    if encoder.is_text:
        return spaces.Text(LONGEST_TEXT, min_length=0, charset=string.printable)
    layout = setup.layout(encoder.name)
    return spaces.Box(layout.low, layout.high, dtype=np.float32)


def masked_space(observation: spaces.Space[Any], num_actions: int) -> spaces.Dict:
    """An observation with its action mask: `Dict(observation, action_mask int8 [num_actions])`."""
    mask = spaces.Box(0, 1, (num_actions,), np.int8)
    return spaces.Dict({"observation": observation, "action_mask": mask})


def numeric_encoder(setup: Setup, name: str | None, wanted_by: str) -> Encoder:
    """An encoder that writes numbers; `UnknownName` when it writes text."""
    encoder = setup.game.encoder(name)
    if encoder.is_text:
        raise UnknownName(f"{wanted_by} needs numbers; encoder {encoder.name!r} writes text")
    return encoder


def encode_in_python(setup: Setup, encoder: Encoder, states: Any, i: int, seat: int) -> Any:
    """What `seat` knows in game i, by an encoder that is not compiled: float32 [size] or text."""
    if encoder.is_text:
        return encoder.body(row(states, i), seat, setup)
    out = np.zeros(setup.layout(encoder.name).size, np.float32)
    encoder.body(row(states, i), seat, out)
    return out


def blank(setup: Setup, encoder: Encoder, n: int) -> Any:
    """New room for the observations of n games: float32 [n, size], or a list of n strings."""
    if encoder.is_text:
        return [""] * n
    return np.empty((n, setup.layout(encoder.name).size), np.float32)
