"""A person at the table, in a terminal: the text view, the legal actions in words, a number or
words typed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from phylarium.envs.core.errors import IllegalAction, UnknownName
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import Position
from phylarium.envs.core.replay import Recorder, Replay
from phylarium.envs.core.rng import derive

from .agents import Agent, choices

HELP = """Type the number of an action or its words.
  ?        this help            legal    all legal actions
  table    the table again      words    every action of the game
  quit     leave the game"""
SHOWN = 12


class Quit(Exception):
    """The person has had enough."""


def play(
    setup: Setup,
    seat: int,
    agents: Sequence[Agent],
    seed: int,
    ask: Callable[[str], str],
    tell: Callable[[str], None],
) -> Replay:
    """One game: the person at `seat`, `agents` at the other seats in turn order after it; the
    game's replay.

    `ask(prompt)` reads a line, `tell(text)` shows one. A game that is left early is recorded so
    far.
    """
    at_seat = {(seat + 1 + other) % setup.num_players: agent for other, agent in enumerate(agents)}
    names = tuple(at_seat[s].name if s in at_seat else "you" for s in range(setup.num_players))
    recorder = Recorder(Position.deal(setup, seed), names)
    streams = {s: np.array([[derive(seed, s)]], np.uint64) for s in at_seat}
    tell(f"You are player_{seat}; type ? for help.")
    try:
        while not recorder.position.is_over:
            mover = recorder.position.to_move
            if mover == seat:
                recorder.step(_asked(recorder.position, seat, ask, tell))
            else:
                _agent_moves(recorder, at_seat[mover], streams[mover], tell)
        _tell_the_end(recorder.position, names, tell)
    except Quit:
        tell("You left the game.")
    return recorder.replay()


def _agent_moves(
    recorder: Recorder, agent: Agent, stream: Any, tell: Callable[[str], None]
) -> None:
    position = recorder.position
    mover, action = (
        position.to_move,
        int(choices(position.setup, agent, position.states, stream)[0]),
    )
    recorder.step(action)
    if not position.setup.game.simultaneous:
        tell(f"player_{mover} ({agent.name}): {position.setup.actions.words[action]}")


def _asked(
    position: Position, seat: int, ask: Callable[[str], str], tell: Callable[[str], None]
) -> int:
    """The person's choice; whatever cannot be one is explained and asked again."""
    tell("\n" + position.text(seat))
    _tell_legal(position, tell, SHOWN)
    while True:
        line = ask("> ").strip()
        if line in ("quit", "exit"):
            raise Quit
        if line == "?":
            tell(HELP)
        elif line == "legal":
            _tell_legal(position, tell, None)
        elif line == "words":
            tell(
                "\n".join(
                    f"{i:4d}  {words}" for i, words in enumerate(position.setup.actions.words)
                )
            )
        elif line == "table":
            tell(position.text(seat))
        elif line:
            try:
                return position.check(int(line) if line.isdecimal() else line)
            except (IllegalAction, UnknownName) as error:
                tell(str(error))


def _tell_legal(position: Position, tell: Callable[[str], None], most: int | None) -> None:
    legal = np.flatnonzero(position.mask())
    for action in legal[:most]:
        tell(f"{action:4d}  {position.setup.actions.words[action]}")
    if most is not None and len(legal) > most:
        tell(f"      and {len(legal) - most} more; type 'legal' to see them all")


def _tell_the_end(position: Position, names: Sequence[str], tell: Callable[[str], None]) -> None:
    tell("\n" + position.text(-1))
    returns = position.returns
    for seat, name in enumerate(names):
        best = " *" if returns[seat] == returns.max() else ""
        tell(f"player_{seat} ({name}): {returns[seat]:g}{best}")


def show_replay(
    replay: Replay, ask: Callable[[str], str] | None, tell: Callable[[str], None]
) -> Position:
    """Walk through a replay, checking every position; the last position reached.

    With `ask` the table is shown at every ply, and "quit" leaves. Raises `VersionMismatch` at the
    ply where rules and recording part.
    """
    for ply, position in enumerate(replay.positions()):
        if ply:
            tell(f"ply {ply}: {replay.actions[ply - 1]}")
        if ask is not None:
            tell(position.text(-1))
            if ask("Enter: on, quit: leave ") == "quit":
                break
    return position
