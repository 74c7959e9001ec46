"""What exists: games, and by name their encoders and opponents; a user's own beside ours.

Importing this module, and registering, compile nothing: a game's module is imported when the game
is first asked for.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.game import Encoder, Game, Setup

_GAME_MODULE = re.compile(r"(?P<game>[a-z][a-z0-9_]*)_v(?P<version>\d+)$")
_VALID_NAME = re.compile(r"[a-z][a-z0-9_]*$")


@dataclass
class Entry:
    """A registered game: its id, environment version, and where the `Game` comes from."""

    name: str
    env_version: int
    source: str | Game
    options: Mapping[str, Any] | None = None
    num_players: int | None = None
    _game: Game | None = field(default=None, init=False, repr=False)

    @property
    def gymnasium_id(self) -> str:
        """`phylarium/EvolutionClimate-v0` for `evolution_climate`."""
        return (
            f"phylarium/{''.join(w.capitalize() for w in self.name.split('_'))}-v{self.env_version}"
        )

    @property
    def pettingzoo_id(self) -> str:
        """`phylarium/evolution_climate-v0` for `evolution_climate`."""
        return f"phylarium/{self.name}-v{self.env_version}"

    def game(self) -> Game:
        """The `Game`, imported at first use."""
        from .core.game import Game

        if self._game is None:
            found: Any = self.source
            if isinstance(found, str):
                module, _, attribute = found.partition(":")
                found = getattr(importlib.import_module(module), attribute or "GAME")
            if not isinstance(found, Game):
                raise TypeError(f"{self.source} is a {type(found).__name__}, not a Game")
            self._game = found
        return self._game

    def origins(self) -> set[str]:
        """By what the game is known: where it comes from, and its id and version once loaded."""
        named = {self.source} if isinstance(self.source, str) else set()
        known = self.source if self._game is None else self._game
        return named if isinstance(known, str) else named | {f"{known.name} {known.version}"}


_ENTRIES: dict[str, Entry] = {}
_RECORDS: dict[Any, str] = {}
_OPPONENTS: dict[str, Callable[..., Any]] = {}


def games() -> list[str]:
    """The ids of all registered games."""
    return sorted(_ENTRIES)


def entry(name: str) -> Entry:
    """What is registered under a game's id; `UnknownName` offers the nearest."""
    from .core.errors import nearest

    if name not in _ENTRIES:
        raise nearest("game", name, _ENTRIES)
    return _ENTRIES[name]


def game(name: str) -> Game:
    """The `Game` of that id. A second game with an equal record type is refused: dispatch is by
    type.
    """
    found = entry(name).game()
    other = _RECORDS.setdefault(found.record, found.name)
    if other != found.name:
        raise TypeError(f"games {other!r} and {found.name!r} have the same record type")
    return found


def setup(
    name: str,
    num_players: int | None = None,
    options: Mapping[str, Any] | Any = None,
    skip_forced: bool = False,
) -> Setup:
    """A checked set-up of a registered game or variant; given options replace a variant's own."""
    found = entry(name)
    merged = options
    if found.options and (options is None or isinstance(options, Mapping)):
        merged = {**found.options, **(options or {})}
    count = found.num_players if num_players is None else num_players
    return game(name).setup(count, merged, skip_forced)


def setup_from(document: Mapping[str, Any]) -> Setup:
    """The set-up that `Setup.describe` wrote down."""
    return setup(
        document["game"],
        document["num_players"],
        document["options"],
        document.get("skip_forced", False),
    )


def register(
    source: Game | str,
    *,
    name: str | None = None,
    env_version: int = 0,
    options: Mapping[str, Any] | None = None,
    num_players: int | None = None,
) -> None:
    """Make a game, or a variant of one, known to `make`, Gymnasium, PettingZoo and every command.

    source       a `Game`, "package.module:GAME", or the id of a registered game to make a variant
                 of
    name         the id; needed for "package.module:GAME" and for a variant
    options, num_players   what a variant fixes; callers may still override them

    The same registration twice does no harm; another game under a taken id raises `ValueError`.
    """
    base = _ENTRIES.get(source) if isinstance(source, str) else None
    if base is not None:
        source = base.source
        options = {**(base.options or {}), **(options or {})} or None
        num_players = base.num_players if num_players is None else num_players
    chosen = name or (source if isinstance(source, str) else source.name)
    if not _VALID_NAME.match(chosen):
        raise ValueError(f"a game's id is lower-case words joined by underscores, got {chosen!r}")
    new = Entry(chosen, env_version, source, options, num_players)
    old = _ENTRIES.get(chosen)
    if old is not None:
        is_same = (old.options, old.num_players) == (options, num_players)
        if not (is_same and old.origins() & new.origins()):
            raise ValueError(f"game id {chosen!r} is taken by {' = '.join(sorted(old.origins()))}")
    if old is None:
        _ENTRIES[chosen] = new
    _announce(_ENTRIES[chosen])


def register_encoder(game_name: str, encoder: Encoder) -> None:
    """Add an encoder to a game; adapters and configs then know it by name."""
    game(game_name).add_encoder(encoder)


def register_opponent(name: str, factory: Callable[[Setup], Any]) -> None:
    """Add an opponent: `factory(setup)` gives a callable or a policy (see `adapters.opponents`)."""
    _OPPONENTS[name] = factory


def opponents() -> Mapping[str, Callable[[Setup], Any]]:
    """Opponents that users registered, by name."""
    return dict(_OPPONENTS)


def _announce(found: Entry) -> None:
    """Enter a game in Gymnasium's and PettingZoo's registries; entry points as strings keep it
    lazy.
    """
    import gymnasium
    import pettingzoo

    adapters = f"{__package__}.adapters"
    if found.gymnasium_id not in gymnasium.registry:
        gymnasium.register(
            found.gymnasium_id,
            entry_point=f"{adapters}.seat:SeatEnv",
            vector_entry_point=f"{adapters}.vector:SeatVectorEnv",
            kwargs={"game": found.name},
        )
    for env_type, place in (("aec", "aec:make_env"), ("parallel", "parallel:make_env")):
        known = getattr(pettingzoo, f"{env_type}_registry", {})
        if found.pettingzoo_id not in known:
            pettingzoo.register(
                env_type, found.pettingzoo_id, f"{adapters}.{place}", kwargs={"game": found.name}
            )


def register_shipped() -> None:
    """Register the games of this package: every `envs/<game>_v<N>.py` names one."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        found = _GAME_MODULE.match(module.name)
        if found:
            register(
                f"{__package__}.games.{found['game']}:GAME",
                name=found["game"],
                env_version=int(found["version"]),
            )
