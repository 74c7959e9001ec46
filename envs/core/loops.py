"""The batch loops as compiled for one game: made at first use, cached on disk under the game's
sources.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from . import batch, search
from .jit import IS_COMPILED, compile_in, has_cached, say

if TYPE_CHECKING:
    from .game import Game

_BY_NAME = {loop.__name__: loop for loop in (*batch.LOOPS, search.search_many)}


class Loops:
    """`loops.step_many(states, actions)` and so on; `batch` and `search` say what each does."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._has_said = False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in _BY_NAME:
            raise AttributeError(name)
        game = self._game
        compiled = compile_in(_BY_NAME[name], game.sources)
        if not IS_COMPILED or has_cached(compiled, game.sources):
            setattr(self, name, compiled)
            return compiled
        return self._telling(name, compiled)

    def _telling(self, name: str, compiled: Any) -> Any:
        """The loop with a word to the user around its first call, which compiles."""

        def first_call(*arguments: Any) -> Any:
            if not self._has_said:
                say(
                    f"compiling the rules of {self._game.name}, once for this version "
                    "(about a minute; `phylarium warmup` does it ahead)"
                )
                self._has_said = True
            started = time.perf_counter()
            result = compiled(*arguments)
            say(f"compiled {self._game.name} {name} in {time.perf_counter() - started:.1f} s")
            setattr(self, name, compiled)
            return result

        return first_call
