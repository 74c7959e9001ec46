"""Checks of the rules as an engine: mask, header, record, conservation, length, copies, forced
choices.
"""

from __future__ import annotations

import copy
import dataclasses
import pickle
import sys
from typing import Any

import numpy as np
from phylarium.envs import registry
from phylarium.envs.core.errors import IllegalAction, UnknownName
from phylarium.envs.core.game import Setup
from phylarium.envs.core.header import HEADER_NAMES, NOBODY, header_fields
from phylarium.envs.core.position import Position

from .catalogue import Plan, conformance_check
from .play import (
    LONGEST_LOOK,
    Moment,
    by_view,
    copies,
    live,
    players_of,
    position_at,
    recorded,
    sampled,
    shortened,
    stretches,
)
from .report import ConformanceError

NOT_ACTIONS: tuple[Any, ...] = (-1, 2**31, 0.5, float("nan"), True, None, [0], "no such words")


@conformance_check()
def check_mask_against_engine(setup: Setup, plan: Plan) -> str | None:
    """The engine runs exactly what the mask allows; a refusal leaves every byte as it was."""
    for moment in live(sampled(setup, plan)):
        mask = written_mask(moment)
        allowed_actions_run(moment, np.flatnonzero(mask), plan.tried)
        forbidden = np.flatnonzero(mask == 0).tolist()
        is_whole = moment.ply == 0 and bool(plan.others)  # every action, at the deal
        if not is_whole and len(forbidden) > plan.tried:
            forbidden = forbidden[:: -(-len(forbidden) // plan.tried)]
        nonsense = (setup.num_actions, *NOT_ACTIONS) if moment.ply == 0 else ()
        for action in (*forbidden, *nonsense):
            refused(moment, action)
    return None


def written_mask(moment: Moment) -> Any:
    """The mask, after a look: every cell is written, and the state is as it was."""
    position = moment.position
    before = position.tobytes()
    masks = np.full((2, position.setup.num_actions), 0, np.int8)
    masks[1] = 7
    for i in range(2):
        position.setup.game.loops.legal_many(position.states, masks[i : i + 1])
    if position.tobytes() != before:
        raise moment.failure("asking for the mask changed the state")
    if (masks[0] != masks[1]).any():
        cell = int(np.flatnonzero(masks[0] != masks[1])[0])
        raise moment.failure(f"the mask leaves the cell of action {cell} unwritten")
    return masks[0]


def allowed_actions_run(moment: Moment, actions: Any, most: int) -> None:
    """Each legal action runs on a copy; up to `most` of the positions after it are looked at."""
    setup = moment.position.setup
    states = copies(moment.position, len(actions))
    setup.game.loops.step_many(states, actions.astype(np.int64))
    before = setup.game.conserved(moment.position.row, setup)
    for i in range(0, len(actions), -(-len(actions) // most)):
        action = int(actions[i])
        after = position_at(setup, states, i)
        words = setup.actions.words[action]
        problem = header_problem(after) or step_problem(moment.position, after)
        now = setup.game.conserved(after.row, setup)
        if problem is None and now != before:
            problem = f"{before} became {now}"
        if problem:
            raise moment.failure(f"after {words!r}: {problem}")
        if not after.is_over and not after.mask().any():
            raise moment.failure(
                f"after {words!r} player_{after.to_move} is to move and has no legal action"
            )


def refused(moment: Moment, action: Any) -> None:
    """An action outside the mask is refused with the right error, and no byte changes."""
    position, before = moment.position, moment.position.tobytes()
    try:
        position.step(action)
    except (IllegalAction, UnknownName):
        pass
    except Exception as error:
        raise moment.failure(
            f"action {action!r} is refused with {type(error).__name__}: {error}"
        ) from error
    else:
        raise moment.failure(f"action {action!r} is accepted, and the mask forbids it")
    if position.tobytes() != before:
        raise moment.failure(f"refusing action {action!r} changed the state")


def header_problem(position: Position) -> str | None:
    """What is impossible about a header, in words; None where all is well."""
    head = position.header()
    players, alive, deciding, to_move = (
        position.setup.num_players,
        head["alive"],
        head["deciding"],
        head["to_move"],
    )
    if (head["num_players"], head["num_actions"]) != (players, position.setup.num_actions):
        return f"num_players is {head['num_players']} and num_actions {head['num_actions']}"
    if head["terminal"] not in (0, 1) or head["truncated"] not in (0, 1):
        return f"terminal is {head['terminal']} and truncated {head['truncated']}; each is 0 or 1"
    if head["terminal"] and head["truncated"]:
        return "the game is both terminal and truncated"
    if alive >> players or deciding & ~alive:
        return f"alive is {alive:#b} and deciding {deciding:#b} with {players} players"
    if np.any(np.array(head["rewards"])[players:]) or np.any(np.array(head["returns"])[players:]):
        return "a seat that nobody sits on has points"
    if position.is_over:
        if to_move != NOBODY or deciding:
            return f"the game is over, yet to_move is {to_move} and deciding {deciding:#b}"
        return None
    if not (0 <= to_move < players and deciding >> to_move & 1):
        return f"to_move is {to_move}, which is not among the deciding seats {deciding:#b}"
    if not position.setup.game.simultaneous and deciding != 1 << to_move:
        return f"seats {deciding:#b} are deciding, and the game is not declared simultaneous"
    return None


CONSTANT = ("seed", "num_players", "num_actions", "skip_forced")


def step_problem(before: Position, after: Position) -> str | None:
    """What is impossible about one choice having led from one position to the other; None where all
    is well.
    """
    old, new = before.header(), after.header()
    for name in CONSTANT:
        if old[name] != new[name]:
            return f"header field {name!r} went from {old[name]} to {new[name]}"
    if after.row.options.dtype and bytes(after.row.options._void) != bytes(
        before.row.options._void
    ):
        return "the options changed"
    if new["plies"] - old["plies"] != 1 and not old["skip_forced"]:
        return f"plies went from {old['plies']} to {new['plies']}"
    if new["alive"] & ~old["alive"]:
        return f"a dead seat came back: alive went from {old['alive']:#b} to {new['alive']:#b}"
    if new["turn"] < old["turn"]:
        return f"turn went back from {old['turn']} to {new['turn']}"
    if not np.allclose(after.returns, before.returns + after.rewards, rtol=0, atol=1e-6):
        return f"returns went from {before.returns} to {after.returns} with rewards {after.rewards}"
    if not np.isfinite(after.rewards).all():
        return f"rewards are {after.rewards}"
    return None


@conformance_check()
def check_header(setup: Setup, plan: Plan) -> str | None:
    """At every ply the header says who moves, who lives and what each seat has, and it adds up."""
    for player in players_of(setup, plan):
        for seed in range(plan.games):
            before: Moment | None = None
            for moment in stretches(setup, seed, player, plan.plies):
                problem = header_problem(moment.position)
                if problem is None and before is not None and before.ply == moment.ply - 1:
                    problem = step_problem(before.position, moment.position)
                if problem:
                    raise moment.failure(problem)
                before = moment
    return None


@conformance_check()
def check_conservation(setup: Setup, plan: Plan) -> str | None:
    """Every card, token and point is accounted for at every ply."""
    for player in (*players_of(setup, plan), "most"):
        for seed in range(plan.games):
            at_first: Any = None
            for moment in stretches(setup, seed, player, plan.plies // 2):
                now = setup.game.conserved(moment.position.row, setup)
                at_first = now if at_first is None else at_first
                if not now:
                    raise moment.failure("the game says nothing of what it conserves")
                if now != at_first:
                    raise moment.failure(f"{at_first} became {now}")
    return None


@conformance_check()
def check_longest_game(setup: Setup, plan: Plan) -> str | None:
    """No game passes max_plies; it ends by its rules or by the cap, never by both."""
    if setup.max_plies < 1:
        raise ConformanceError(f"max_plies is {setup.max_plies}")
    longest = 0
    for player in (*players_of(setup, plan), "view"):
        for seed in range(plan.games):
            longest = max(longest, len(recorded(setup, seed, player)) - 1)
    cut = ", where it was cut off" if longest == LONGEST_LOOK else ""
    return f"longest seen {longest} of {setup.max_plies} plies{cut}"


@conformance_check("game")
def check_record(setup: Setup, plan: Plan) -> str | None:
    """The record is packed, has the header's fields and a dtype that no other game has."""
    record, game = setup.game.record, setup.game
    fields = record.fields
    assert fields is not None
    assert record.names is not None
    if record.itemsize != sum(fields[name][0].itemsize for name in record.names):
        raise ConformanceError(
            f"the record has {record.itemsize} bytes, more than its fields: it is padded"
        )
    for name, kind, *shape in header_fields(game.players[1]):
        wanted = np.dtype((kind, shape[0])) if shape else np.dtype(kind)
        if name not in record.names:
            raise ConformanceError(f"the record lacks the header field {name!r}")
        if fields[name][0] != wanted:
            raise ConformanceError(
                f"header field {name!r} is {fields[name][0]}, and {wanted} is due"
            )
    order = [name for name in record.names if name in HEADER_NAMES]
    if order != list(HEADER_NAMES):
        raise ConformanceError(f"the header's fields stand in the order {order}")
    if record.names[-1] != f"is_{game.name}":
        raise ConformanceError(
            f"the record ends with {record.names[-1]!r}, and 'is_{game.name}' is due"
        )
    for name in registry.games():
        source = registry.entry(name).source
        if isinstance(source, str) and source.partition(":")[0] not in sys.modules:
            continue  # a game that nobody imported has bound no bodies
        other = registry.entry(name).game()
        if other is not game and other.record == record:
            raise ConformanceError(
                f"the record type is also that of another game, registered as {name!r}"
            )
    return None


@conformance_check()
def check_copies(setup: Setup, plan: Plan) -> str | None:
    """A copy plays on like the original, and playing on in one leaves the other alone."""
    for moment in live(sampled(setup, dataclasses.replace(plan, games=1, others=()))):
        position, before = moment.position, moment.position.tobytes()
        twins = [
            position.copy(),
            Position(setup, copy.deepcopy(position.states)),
            Position(setup, pickle.loads(pickle.dumps(position.states))),
        ]
        goes_on = position.copy()
        play_on(goes_on, "random")
        if position.tobytes() != before:
            raise moment.failure("playing on in a copy changed the original")
        for twin in twins:
            if twin.tobytes() != before:
                raise moment.failure("playing on in one copy changed another")
            play_on(twin, "random")
            if twin.tobytes() != goes_on.tobytes():
                raise moment.failure(
                    "two copies, played on with the same choices, came to different ends"
                )
    return None


def play_on(position: Position, player: str, most: int = 50) -> None:
    """Make up to `most` more choices."""
    for ply in range(most):
        if position.is_over:
            return
        position.step(position.choice_of(player, ply))


@conformance_check()
def check_skip_forced(setup: Setup, plan: Plan) -> str | None:
    """skip_forced gives the game that making every forced choice by hand gives."""
    plain = setup.game.setup(setup.num_players, setup.options, skip_forced=False)
    skipping = setup.game.setup(setup.num_players, setup.options, skip_forced=True)
    forced = 0
    for seed in range(plan.games * 2):
        by_hand, skipped = Position.deal(plain, seed), Position.deal(skipping, seed)
        rewards = by_hand.returns
        while True:
            while not by_hand.is_over and by_hand.mask().sum() == 1:
                by_hand.step(int(by_hand.mask().argmax()))
                rewards = rewards + by_hand.rewards
                forced += 1
            moment = Moment(skipped, seed, int(by_hand.row.plies))
            compare_skipped(moment, by_hand, rewards)
            if by_hand.is_over:
                break
            action = by_view_or_first(by_hand)
            by_hand.step(action)
            skipped.step(action)
            rewards = by_hand.rewards
    return f"{forced} forced choices"


def by_view_or_first(position: Position) -> int:
    """A choice from the default view, or the first legal one where the default view is text."""
    if position.setup.game.encoder().is_text:
        return int(position.mask().argmax())
    return by_view(position.observe(position.to_move), position.mask())


def compare_skipped(moment: Moment, by_hand: Position, rewards: Any) -> None:
    """Both games are at the same position; `rewards` is what the choices since the last free one
    brought.
    """
    skipped = moment.position
    if not np.allclose(skipped.rewards, rewards):
        raise moment.failure(f"skip_forced hands out {skipped.rewards}, choices by hand {rewards}")
    if not np.allclose(skipped.returns, by_hand.returns):
        raise moment.failure(
            f"returns are {skipped.returns} with skip_forced, {by_hand.returns} by hand"
        )
    for name in skipped.setup.game.record.names or ():
        if name in ("rewards", "returns", "skip_forced"):
            continue
        one, other = (p.states.view(np.ndarray)[name].tobytes() for p in (skipped, by_hand))
        if one != other:
            values = [
                shortened(p.states.view(np.ndarray)[name].tolist()) for p in (skipped, by_hand)
            ]
            raise moment.failure(f"{name} is {values[0]} with skip_forced, {values[1]} by hand")
