"""Opponents: from a name, a file, a policy or a callable to whoever plays a seat.

A specification is one of
- "random", or a scripted player of the game ("greedy"): played inside the compiled loop;
- the name of an opponent registered with `phylarium.register_opponent`;
- the name of a shipped baseline ("ppo"), a `.safetensors` file, or a run folder that holds
  `policy.safetensors`; ":best" or ":sample" after any of these sets how it chooses;
- "mcts:200", tree search with so many simulations a choice (see `search`);
- an object with `act(observations, masks, uniforms) -> actions` for k games at once: float32
  [k, size] (a list of strings for a text encoder), int8 [k, actions], float64 [k] in [0, 1)
  -> int [k]. Its attribute `encoder` names the encoder it reads (default: the game's first);
- a callable `f(observation, action_mask) -> action` for one game.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from phylarium.envs import registry
from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.errors import IllegalAction, PhylariumError, UnknownName, nearest
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import shortened

from .choices import first_illegal, in_words
from .policy import MODES, baselines, load_policy
from .search import Searcher


@runtime_checkable
class Opponent(Protocol):
    """Whoever plays seats of many games at once."""

    def act(self, observations: Any, masks: Any, uniforms: Any) -> Any:
        """The choices for k games."""


@runtime_checkable
class OpponentPool(Protocol):
    """Whoever decides anew, for every game, who sits there.

    `players` are its members whom Python plays; the k-th has the code LEARNER - 1 - k.
    """

    players: Sequence[Any]

    def draw(self, games: int) -> NDArray[np.int8]:
        """Controller codes for new games, int8 [games, other seats] in turn order after the
        learner.
        """

    def report(self, codes: NDArray[np.int8], shares: NDArray[np.float64]) -> None:
        """Finished games: who sat there, as `draw` says it, and the learner's share of the first
        place, float64 [games]: 1 won, 1/k shared with k - 1 others, 0 lost.
        """


class CallableOpponent:
    """A function of one observation and one mask, as an opponent."""

    def __init__(self, function: Any, encoder: str | None = None) -> None:
        self.function = function
        self.encoder = encoder or getattr(function, "encoder", None)

    def __repr__(self) -> str:
        return getattr(self.function, "__name__", repr(self.function))

    def act(self, observations: Any, masks: Any, uniforms: Any) -> list[Any]:
        """One call a game; the function may keep what it is given."""
        return [
            self.function(seen if isinstance(seen, str) else seen.copy(), mask.copy())
            for seen, mask in zip(observations, masks, strict=True)
        ]


def opponent(spec: Any, setup: Setup) -> int | Opponent | Searcher:
    """Who a specification names: a code of the compiled loops, an `Opponent` or a `Searcher`.

    Raises `UnknownName` with the nearest valid name, and what `load_policy` raises.
    """
    if isinstance(spec, str | os.PathLike):
        return _named(os.fspath(spec), setup)
    if isinstance(spec, Opponent | Searcher):
        return spec
    if callable(spec):
        return CallableOpponent(spec)
    raise UnknownName(f"an opponent is a name, a path, a policy or a callable, got {spec!r}")


def _named(name: str, setup: Setup) -> int | Opponent | Searcher:
    kind, _, number = name.partition(":")
    if kind == "mcts":
        if not number.isdecimal():
            raise UnknownName(f"tree search is named with its simulations, mcts:200; got {name!r}")
        return Searcher(setup, int(number))
    compiled = ("random", *setup.game.scripted_players)
    if name in compiled:
        return compiled.index(name)
    if name in setup.game.privileged_players:
        raise UnknownName(
            f"{name!r} sees what its seat cannot know: it is for tests (Position.choice_of), "
            "and plays no match, benchmark or training"
        )
    registered = registry.opponents()
    if name in registered:
        return opponent(registered[name](setup), setup)
    place, _, mode = name.rpartition(":")
    if mode not in MODES or not place:
        place, mode = name, ""
    shipped = {found["name"] for found in baselines(setup.game)}
    is_path = place.endswith(".safetensors") or os.sep in place or Path(place).is_dir()
    if place in shipped or is_path:
        return load_policy(place, setup, mode or None)
    raise nearest(f"opponent for {setup.game.name}", name, {*compiled, *registered, *shipped})


def seated(specs: Any, setup: Setup) -> tuple[list[int], list[Opponent | Searcher]]:
    """The opponents in turn order after the learner, from one specification or a list of them.

    Returns their controller codes and the opponents behind the codes below LEARNER: code
    LEARNER - 1 - k is the k-th. One object in two seats is one opponent.
    """
    wanted = setup.num_players - 1
    if isinstance(specs, Sequence) and not isinstance(specs, str):
        if len(specs) != wanted:
            raise PhylariumError(
                f"{setup.num_players} players leave {wanted} seats for opponents, got {len(specs)}"
            )
        each = list(specs)
    else:
        each = [specs] * wanted
    codes: list[int] = []
    players: list[Opponent | Searcher] = []
    known: dict[Any, int] = {}
    for spec in each:
        key = spec if isinstance(spec, str) else id(spec)
        if key not in known:
            found = opponent(spec, setup)
            if not isinstance(found, int):
                players.append(found)
                found = LEARNER - len(players)
            known[key] = found
        codes.append(known[key])
    return codes, players


def checked_choices(
    player: Any, choices: Any, masks: NDArray[np.int8], setup: Setup
) -> NDArray[np.int64]:
    """An opponent's choices as int64 [k]; `IllegalAction` names the opponent and the words."""
    try:
        actions = np.asarray(choices)
    except ValueError:
        raise IllegalAction(f"opponent {player!r} gave no array of actions: {choices!r}") from None
    count = len(masks)
    if actions.shape != (count,) or not np.issubdtype(actions.dtype, np.integer):
        raise IllegalAction(
            f"opponent {player!r} owes {count} whole numbers, one a game, "
            f"got {actions.dtype} {list(actions.shape)}: {shortened(list(actions.flat), 3)}"
        )
    at = first_illegal(actions, masks)
    if at >= 0:
        raise IllegalAction(f"opponent {player!r} chose {in_words(setup, actions[at], masks[at])}")
    return actions.astype(np.int64)  # type: ignore[no-any-return]
