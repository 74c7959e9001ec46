"""Phylarium: evolution board games as exact, compiled multi-agent reinforcement learning
environments.

>>> import phylarium
>>> env = phylarium.make("clades", num_players=3)                 # PettingZoo AECEnv
>>> envs = phylarium.make_vec("clades", num_envs=1024)            # Gymnasium VectorEnv

Importing registers the games with Gymnasium and PettingZoo; it compiles nothing and imports no
torch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from phylarium.envs import registry as _registry
from phylarium.envs._version import __version__
from phylarium.envs.registry import (
    games,
    register,
    register_encoder,
    register_opponent,
    register_shipped,
)

if TYPE_CHECKING:
    from pettingzoo import AECEnv
    from phylarium.envs.adapters.parallel import ParallelGame
    from phylarium.envs.adapters.vector import SeatVectorEnv
    from phylarium.envs.core.game import Setup

register_shipped()


def setup(
    game: str,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
    skip_forced: bool = False,
) -> Setup:
    """A checked set-up: which game, how many players, which options.

    Raises `UnknownName` or `OptionsError` (both ValueErrors) with what is allowed.
    """
    return _registry.setup(game, num_players, options, skip_forced)


def make(game: str, num_players: int | None = None, **kwargs: Any) -> AECEnv[str, Any, Any]:
    """A PettingZoo AEC environment; keyword arguments as `adapters.aec.AECGame`."""
    from phylarium.envs.adapters.aec import make_env

    return make_env(game=game, num_players=num_players, **kwargs)


def make_parallel(game: str, num_players: int | None = None, **kwargs: Any) -> ParallelGame:
    """A PettingZoo Parallel environment; keyword arguments as `adapters.parallel.ParallelGame`."""
    from phylarium.envs.adapters.parallel import make_env

    return make_env(game=game, num_players=num_players, **kwargs)


def make_vec(game: str, num_envs: int = 1, **kwargs: Any) -> SeatVectorEnv:
    """A Gymnasium vector environment of one learning seat in each of many games."""
    from phylarium.envs.adapters.vector import SeatVectorEnv

    return SeatVectorEnv(num_envs=num_envs, game=game, **kwargs)


__all__ = [
    "__version__",
    "games",
    "make",
    "make_parallel",
    "make_vec",
    "register",
    "register_encoder",
    "register_opponent",
    "setup",
]
