"""Checks of words: actions and their names, positions and their notation."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from phylarium.envs.core.errors import PositionError, UnknownName
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import Position

from .catalogue import Plan, conformance_check
from .engine import header_problem
from .play import Moment, sampled, shortened
from .report import ConformanceError

NONSENSE: tuple[Any, ...] = (
    "no such thing",
    None,
    -(10**9),
    10**30,
    0.5,
    [[[]]],
    {"no such": "thing"},
)


@conformance_check()
def check_words(setup: Setup, plan: Plan) -> str | None:
    """Actions and their words are inverse over the whole space; unknown words are refused with the
    nearest.
    """
    words = setup.actions
    tiled = [action for actions in words.ranges.values() for action in actions]
    if tiled != list(range(len(words))) or len(words) != setup.num_actions or not tiled:
        raise ConformanceError(f"the named ranges do not tile the {setup.num_actions} actions")
    for action in range(len(words)):
        name = words.name(action)
        try:
            back = words.parse(name)
        except UnknownName as error:
            raise ConformanceError(
                f"the words {name!r} of action {action} do not read back: {error}"
            ) from None
        if back != action:
            raise ConformanceError(
                f"action {action} is {name!r}, and {name!r} reads as action {back}"
            )
        if words.parse(f"  {name.upper()} ") != action:
            raise ConformanceError(
                f"{name!r} does not read back in capitals and with spaces around it"
            )
    for wrong in (-1, len(words)):
        must_refuse(lambda wrong=wrong: words.name(wrong), f"action {wrong}")  # type: ignore[misc]
    must_refuse(lambda: words.parse("no such words at all"), "'no such words at all'")
    return None


def must_refuse(act: Any, what: str) -> None:
    """`act` raises `UnknownName`."""
    try:
        act()
    except UnknownName:
        return
    raise ConformanceError(f"{what} is not refused")


@conformance_check()
def check_notation(setup: Setup, plan: Plan) -> str | None:
    """A position written down as JSON reads back byte for byte; what no game can have is refused by
    name.
    """
    for moment in sampled(setup, plan):
        position, before = moment.position, moment.position.tobytes()
        document = position.to_dict()
        if position.tobytes() != before:
            raise moment.failure("writing the position down changed it")
        try:
            text = json.dumps(document, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise moment.failure(f"the document is not JSON: {error}") from None
        again = Position.from_dict(setup, json.loads(text))
        if again.tobytes() != before:
            raise moment.failure(
                f"the document does not give the position back: {departing(position, again)}"
            )
    for moment in sampled(setup, dataclasses.replace(plan, games=1, samples=2, others=())):
        unknown_fields_are_refused(moment)
        nonsense_is_refused(moment)
    return None


def departing(one: Position, other: Position) -> str:
    """The first field in which two positions differ, in words."""
    for name in one.setup.game.record.names or ():
        values = [p.states[name].tolist() for p in (one, other)]
        if one.states[name].tobytes() != other.states[name].tobytes():
            return f"field {name!r} was {shortened(values[0])} and is {shortened(values[1])}"
    return "no field differs"


def unknown_fields_are_refused(moment: Moment) -> None:
    """A field that the notation does not know, on the top level, is a `PositionError` that names
    it.
    """
    document = {**moment.position.to_dict(), "no_such_field": 1}
    try:
        Position.from_dict(moment.position.setup, document)
    except PositionError as error:
        if "no_such_field" not in str(error):
            raise moment.failure(
                f"the refusal of 'no_such_field' does not name it: {error}"
            ) from None
    else:
        raise moment.failure("a document with the field 'no_such_field' is accepted")


def nonsense_is_refused(moment: Moment) -> None:
    """Nonsense in any field, or a field left out, gives a sound position or a `PositionError`,
    nothing else.
    """
    document = moment.position.to_dict()
    for name in document:
        less = {key: value for key, value in document.items() if key != name}
        for changed in (less, *({**document, name: wrong} for wrong in NONSENSE)):
            given = shortened(changed.get(name, "left out"), 40)
            try:
                position = Position.from_dict(moment.position.setup, changed)
            except PositionError:
                continue
            except Exception as error:
                raise moment.failure(
                    f"field {name!r} as {given} stops with {type(error).__name__}: {error}, "
                    "and a PositionError is due"
                ) from error
            problem = header_problem(position)
            if problem:
                raise moment.failure(f"field {name!r} as {given} is accepted, and {problem}")
