"""Which set-ups of a game are looked at when nobody says: every number of players, every option off
its default.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.game import Game, Setup


def default_setups(game: Game) -> list[Setup]:
    """The default options at every number of players, then each option alone at its other values.

    An option that the default number of players refuses is tried at the others; a value that no
    number of players accepts alone is left out.
    """
    return [*player_setups(game), *option_setups(game)]


def player_setups(game: Game, options: Mapping[str, Any] | None = None) -> list[Setup]:
    """The default options (or these) at every number of players that accepts them, the default
    number first.
    """
    counts = [game.default_players, *range(game.players[0], game.players[1] + 1)]
    return [found for count in dict.fromkeys(counts) for found in accepted(game, count, options)]


def option_setups(game: Game) -> list[Setup]:
    """Each option alone at its other values, at the first number of players that accepts it."""
    found = []
    for field in dataclasses.fields(game.Options):
        for value in other_values(game.Options, field):
            found += player_setups(game, {field.name: value})[:1]
    return found


def accepted(game: Game, num_players: int, options: Mapping[str, Any] | None) -> list[Setup]:
    """The set-up in a list, or an empty list where the game refuses it."""
    try:
        return [game.setup(num_players, options)]
    except OptionsError:
        return []


def other_values(kind: type, field: Any) -> Iterator[Any]:
    """The values of an option worth a look: all of a few, the ends of a range."""
    hint = get_type_hints(kind)[field.name]
    if get_origin(hint) is tuple:
        for value in ends(get_args(hint)[0], field.metadata):
            if (value,) != tuple(field.default):
                yield (value,)
        return
    for value in ends(hint, field.metadata):
        if value != field.default:
            yield value


def ends(hint: Any, limits: Mapping[str, Any]) -> list[Any]:
    """All values of a bool or a Literal; the bounds of a number."""
    if hint is bool:
        return [False, True]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [hint(value) for value in (limits["low"], limits["high"]) if value is not None]
