"""Replays: a game as words, with a hash of the state after every ply, so that it verifies or names
the ply.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import IllegalAction, PhylariumError, UnknownName, VersionMismatch
from .game import Game, Setup
from .position import Position

FORMAT = "phylarium-replay-1"


@dataclasses.dataclass(frozen=True)
class Replay:
    """A recorded game.

    start       None for a game dealt from `seed`, else the position document it began from
    actions     words of every choice, in order
    hashes      `Position.digest` before the first and after every choice
    players     names of who sat where, for people
    """

    setup: Setup
    seed: int
    actions: tuple[str, ...]
    hashes: tuple[str, ...]
    start: dict[str, Any] | None = None
    players: tuple[str, ...] = ()

    def positions(self) -> Iterator[Position]:
        """Every position from the first to the last; raises `VersionMismatch` at a ply that
        departs.
        """
        if self.start is None:
            position = Position.deal(self.setup, self.seed)
        else:
            position = Position.from_dict(self.setup, self.start)
        yield self._checked(position, 0)
        for ply, words in enumerate(self.actions, start=1):
            try:
                position.step(words)
            except (IllegalAction, UnknownName) as error:
                raise VersionMismatch(
                    f"the replay departs at ply {ply} ({words!r}): {error}"
                ) from None
            yield self._checked(position, ply)

    def _checked(self, position: Position, ply: int) -> Position:
        if position.digest() != self.hashes[ply]:
            made = "the deal" if ply == 0 else repr(self.actions[ply - 1])
            raise VersionMismatch(
                f"the replay departs at ply {ply} ({made}): state {position.digest()}, "
                f"recorded {self.hashes[ply]}"
            )
        return position

    def verify(self) -> Position:
        """Play it through; the last position, or `VersionMismatch` naming the first ply that
        differs.
        """
        *_, last = self.positions()
        return last

    def to_dict(self) -> dict[str, Any]:
        """The replay as a JSON document."""
        return {
            "format": FORMAT,
            **self.setup.describe(),
            "seed": str(self.seed),
            "start": self.start,
            "players": list(self.players),
            "actions": list(self.actions),
            "hashes": list(self.hashes),
        }

    def save(self, path: str | Path) -> None:
        """Write the replay as JSON; the file appears whole or not at all."""
        write_whole(Path(path), json.dumps(self.to_dict(), indent=1).encode())


class Recorder:
    """Plays a `Position` and keeps its replay."""

    def __init__(
        self, position: Position, players: tuple[str, ...] = (), start: dict[str, Any] | None = None
    ) -> None:
        self.position = position
        self._players, self._start = players, start
        self._actions: list[str] = []
        self._hashes = [position.digest()]

    def step(self, action: int | str) -> None:
        """A choice, as `Position.step`, written down."""
        number = self.position.check(action)
        self.position.step(number)
        self._actions.append(self.position.setup.actions.words[number])
        self._hashes.append(self.position.digest())

    def replay(self) -> Replay:
        """The game so far."""
        return Replay(
            self.position.setup,
            int(self.position.row.seed),
            tuple(self._actions),
            tuple(self._hashes),
            self._start,
            self._players,
        )


def replay_from(document: Any, find_game: Any) -> Replay:
    """A replay from its JSON document; `find_game(name)` gives the `Game`.

    Raises `VersionMismatch` for another format or rules version, `PhylariumError` for a document
    that is none.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise VersionMismatch(f"not a replay of format {FORMAT}")
    missing = {
        "game",
        "version",
        "num_players",
        "options",
        "seed",
        "actions",
        "hashes",
    } - document.keys()
    if missing:
        raise PhylariumError(f"the replay lacks {', '.join(sorted(missing))}")
    game: Game = find_game(document["game"])
    if document["version"] != game.version:
        raise VersionMismatch(
            f"the replay is of {game.name} {document['version']}, the rules here are {game.version}"
        )
    setup = game.setup(
        document["num_players"], document["options"], document.get("skip_forced", False)
    )
    try:
        actions, hashes = tuple(document["actions"]), tuple(document["hashes"])
        seed, players = int(document["seed"]), tuple(document.get("players", ()))
    except (TypeError, ValueError) as error:
        raise PhylariumError(
            f"a replay's actions, hashes and players are lists and its seed a number: {error}"
        ) from None
    if len(hashes) != len(actions) + 1:
        raise PhylariumError(
            f"the replay has {len(actions)} actions and {len(hashes)} hashes; one more is due"
        )
    return Replay(
        setup,
        seed,
        actions,
        hashes,
        document.get("start"),
        players,
    )


def load_replay(path: str | Path, find_game: Any) -> Replay:
    """A replay from a file; errors name the file."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise PhylariumError(f"{path} is not a replay: {error}") from None
    return replay_from(document, find_game)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it appears whole or not at all, also on a full disk or a kill."""
    import os
    import secrets

    # Not `tempfile`: its files are for their owner's eyes only, and would stay so.
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
