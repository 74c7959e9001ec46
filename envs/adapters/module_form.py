"""PettingZoo's module habit for a registered game: `from phylarium.envs import clades_v0`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def module_form(game: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """`env` (with the usual wrappers), `raw_env` and `parallel_env` of a game.

    Each takes the keyword arguments of `aec.AECGame` but `game`. The game is imported at the call.
    """

    def env(**kwargs: Any) -> Any:
        """A turn-based environment in PettingZoo's wrappers for discrete games."""
        from .aec import make_env

        return make_env(game=game, **kwargs)

    def raw_env(**kwargs: Any) -> Any:
        """The turn-based environment itself, which raises `IllegalAction`."""
        from .aec import AECGame

        return AECGame(game=game, **kwargs)

    def parallel_env(**kwargs: Any) -> Any:
        """The simultaneous environment."""
        from .parallel import make_env

        return make_env(game=game, **kwargs)

    return env, raw_env, parallel_env
