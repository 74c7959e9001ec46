"""Checks of what a seat cannot know: re-dealing it, choices hidden within a round, scripted
players.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.game import Setup
from phylarium.envs.core.position import Position, controller_code
from phylarium.envs.core.rng import derive

from .catalogue import Plan, conformance_check
from .engine import header_problem
from .play import (
    Moment,
    copies,
    deciding_seats,
    difference,
    live,
    mask_of,
    position_at,
    sampled,
    view_of,
)
from .report import ConformanceError


@conformance_check()
def check_leak(setup: Setup, plan: Plan) -> str | None:
    """What is hidden from a seat, dealt anew, changes nothing that the seat sees, byte for byte."""
    for moment in sampled(setup, plan):
        for seat in range(setup.num_players):
            seen = view_of(moment.position, seat)
            for redeal in range(plan.redeals):
                other = redealt(moment, seat, redeal)
                changed = difference(setup, seen, view_of(other, seat))
                if changed:
                    raise moment.failure(
                        f"re-dealing what player_{seat} cannot know changes what it sees: {changed}"
                    )
    return None


def redealt(moment: Moment, seat: int, redeal: int) -> Position:
    """A copy in which what the seat cannot know is dealt anew."""
    other = moment.position.copy()
    other.determinize(seat, derive(moment.seed, 11, moment.ply, seat, redeal))
    return other


@conformance_check()
def check_redeal(setup: Setup, plan: Plan) -> str | None:
    """A re-deal changes what is hidden, future chance included, and is a sound position that plays
    to its end.
    """
    privileged = [e for e in setup.game.extra_encoders.values() if e.privileged and not e.is_text]
    changed_full = changed_future = False
    for moment in live(sampled(setup, plan)):
        for seat in range(setup.num_players):
            other = redealt(moment, seat, 0)
            sound(moment, other, seat)
            changed_full = changed_full or any(
                (other.observe(seat, e) != moment.position.observe(seat, e)).any()
                for e in privileged
            )
            changed_future = changed_future or ending(other) != ending(moment.position)
    if privileged and not changed_full:
        raise ConformanceError(
            "no re-deal changes what the privileged encoder shows: nothing hidden is dealt anew"
        )
    if has_chance(setup) and not changed_future:
        raise ConformanceError(
            "no re-deal changes how a game goes on: nothing hidden is dealt anew"
        )
    return None


def sound(moment: Moment, other: Position, seat: int) -> None:
    """A re-dealt position keeps the invariants, has a stream of its own, and reads back from its
    notation.
    """
    if int(other.row.rng[0]) == int(moment.position.row.rng[0]):
        raise moment.failure(
            f"re-dealing for player_{seat} leaves state.rng, so future chance is known"
        )
    problem = header_problem(other)
    conserved = [other.setup.game.conserved(p.row, p.setup) for p in (moment.position, other)]
    if conserved[0] != conserved[1]:
        problem = f"{conserved[0]} became {conserved[1]}"
    if (
        problem is None
        and Position.from_dict(other.setup, other.to_dict()).tobytes() != other.tobytes()
    ):
        problem = "its notation does not give it back"
    if problem:
        raise moment.failure(f"re-dealt for player_{seat}: {problem}")
    end = played_out(moment, other)
    conserved = [other.setup.game.conserved(p.row, p.setup) for p in (moment.position, end)]
    if conserved[0] != conserved[1]:
        raise moment.failure(
            f"re-dealt for player_{seat} and played on: {conserved[0]} became {conserved[1]}"
        )


def played_out(moment: Moment, position: Position) -> Position:
    """The end of the game by random play; a failure when it passes max_plies."""
    states = copies(position, 1)
    loops, setup = position.setup.game.loops, position.setup
    masks, action = np.zeros((1, setup.num_actions), np.int8), np.zeros(1, np.int64)
    stream = np.array([[derive(moment.seed, 12, moment.ply)]], np.uint64)
    controllers = np.zeros(1, np.int64)
    raw = states.view(np.ndarray)
    for _ in range(setup.max_plies - int(position.row.plies) + 1):
        if raw["terminal"][0] or raw["truncated"][0]:
            return position_at(setup, states, 0)
        loops.choose_many(states, controllers, masks, stream, action)
        loops.step_many(states, action)
    raise moment.failure("a re-dealt game passes max_plies")


def ending(position: Position) -> tuple[Any, ...]:
    """How the next choices of fixed players go: who moved, what it brought."""
    other, story = position.copy(), []
    for ply in range(30):
        if other.is_over:
            break
        other.step(other.choice_of("random", ply))
        story.append((other.to_move, *other.rewards))
    return (*story, *other.returns, *np.asarray(other.observe(0)).ravel().tolist())


def has_chance(setup: Setup) -> bool:
    """Whether games from different seeds, with the same streams for players, go differently."""
    return len({ending(Position.deal(setup, seed)) for seed in range(6)}) > 1


@conformance_check()
def check_hidden_choices(setup: Setup, plan: Plan) -> str | None:
    """What a seat chooses in a round changes nothing that others see or may choose in it."""
    if not setup.game.simultaneous or setup.num_players == 1:
        return "nobody chooses at the same time as another"
    looked_at = 0
    for moment in live(sampled(setup, plan)):
        seat = moment.position.to_move
        others = [other for other in deciding_seats(moment.position) if other != seat]
        if others and not moment.position.row.skip_forced:
            looked_at += 1
            choices_stay_hidden(moment, seat, others, plan.tried)
    if not looked_at:
        raise ConformanceError(
            "the game is declared simultaneous, and never do two seats owe a choice at once"
        )
    return None


def choices_stay_hidden(moment: Moment, seat: int, others: list[int], most: int) -> None:
    """All choices of `seat` lead to positions that look the same to every other seat."""
    position, setup = moment.position, moment.position.setup
    legal = np.flatnonzero(position.mask())
    tried = legal[np.linspace(0, len(legal) - 1, min(most, len(legal))).round().astype(int)]
    masks = {other: mask_of(position, other) for other in others}
    first: dict[int, dict[str, Any]] = {}
    for action in tried:
        after = position.copy()
        after.step(int(action))
        words = setup.actions.words[action]
        still_owing = deciding_seats(after)
        if still_owing != others:
            raise moment.failure(
                f"seats {others} owe a choice beside player_{seat}; "
                f"after {words!r} it is {still_owing}"
            )
        for other in range(setup.num_players):
            if other == seat:
                continue
            seen = view_of(after, other)
            changed = difference(setup, first.setdefault(other, seen), seen)
            if other in masks and changed is None and (seen["the mask"] != masks[other]).any():
                changed = "its mask is another than before the choice"
            if changed:
                raise moment.failure(
                    f"player_{other} can tell that player_{seat} chose {words!r}: {changed}"
                )


@conformance_check()
def check_scripted(setup: Setup, plan: Plan) -> str | None:
    """Scripted players choose legally, change nothing, and do not look at what their seat cannot
    know.
    """
    for moment in live(sampled(setup, plan)):
        position = moment.position
        before, mask = position.tobytes(), position.mask()
        for player in setup.game.scripted_players:
            seed = derive(moment.seed, 13, moment.ply)
            action = scripted_choice(position, player, seed)
            if position.tobytes() != before:
                raise moment.failure(f"asking {player!r} for its choice changed the state")
            if not 0 <= action < len(mask) or not mask[action]:
                raise moment.failure(f"{player!r} chose action {action}, which is not legal")
            for redeal in range(plan.redeals):
                other = redealt(moment, position.to_move, redeal)
                again = scripted_choice(other, player, seed)
                if again != action:
                    words = setup.actions.words
                    raise moment.failure(
                        f"{player!r} chose {words[action]!r}, and {words[again]!r} after a re-deal "
                        "of what its seat cannot know"
                    )
    return None


def scripted_choice(position: Position, player: str, seed: int) -> int:
    """The choice of a scripted player with a given stream."""
    controller_code(position.setup, player)
    return position.choice_of(player, seed)
