"""Whole games, sampled moments of them, and what a seat sees at one; nothing here judges."""

from __future__ import annotations

import dataclasses
import json
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from phylarium.envs.core.game import Encoder, Setup
from phylarium.envs.core.header import HEADER_NAMES
from phylarium.envs.core.position import Position, controller_code
from phylarium.envs.core.record import as_states, new_states, row
from phylarium.envs.core.rng import derive

from .catalogue import Plan
from .report import ConformanceError

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST_LOOK = 20_000
"""Choices after which a game is left: an option may allow millions."""

PUBLIC_HEADER = tuple(name for name in HEADER_NAMES if name not in ("rng", "seed"))


@dataclasses.dataclass(frozen=True)
class Moment:
    """A position of a game, and where it came from."""

    position: Position
    seed: int
    ply: int

    def failure(self, words: str) -> ConformanceError:
        """A failure that names this place."""
        return ConformanceError(words, seed=self.seed, ply=self.ply)


def by_view(observation: NDArray[Any], mask: NDArray[Any]) -> int:
    """A choice that depends on nothing but what the seat sees, the same through every adapter."""
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(np.ascontiguousarray(observation).tobytes()) % len(legal)])


def choose(position: Position, player: str, ply: int) -> int:
    """The choice of a player of the kit for the seat to move.

    `first` and `last` take the lowest and highest legal number, `view` is `by_view`, `most` is
    `fullest`; other names are the game's scripted players and "random", with a stream of their own
    for each ply.
    """
    if player in ("first", "last", "view"):
        seen = position.observe(position.to_move) if player == "view" else None
        return plain_choice(player, position.mask(), seen)
    if player == "most":
        return fullest(position, ply)
    return position.choice_of(player, derive(int(position.row.seed), 77, ply))


def plain_choice(player: str, mask: NDArray[Any], seen: Any) -> int:
    """The choice of `first`, `last` and `view`."""
    if player == "first":
        return int(mask.argmax())
    if player == "last":
        return len(mask) - 1 - int(mask[::-1].argmax())
    return by_view(seen, mask)


def fullest(position: Position, ply: int, most_tried: int = 16) -> int:
    """The choice after which the seats' observations add up to most: it drives counters to their
    ends.
    """
    legal = np.flatnonzero(position.mask())
    offset = ply % len(legal)
    tried = np.roll(legal, -offset)[:most_tried]
    game, setup = position.setup.game, position.setup
    if setup.game.encoder().is_text:
        return int(tried[0])
    states = copies(position, len(tried))
    game.loops.step_many(states, tried.astype(np.int64))
    total = np.zeros(len(tried))
    for seat in range(setup.num_players):
        total += observe_rows(setup, states, seat, game.encoder()).sum(axis=1)
    return int(tried[int(total.argmax())])


def observe_rows(
    setup: Setup, states: Any, seat: int, encoder: Encoder, fill: float = 0.0
) -> NDArray[np.float32]:
    """What `seat` sees in each of many games, float32 [n, size], written over `fill`."""
    obs = np.full((len(states), setup.layout(encoder.name).size), fill, np.float32)
    if encoder.compiled:
        setup.game.loops.observe_many(
            states, np.full(len(states), seat, np.int64), obs, encoder.tag
        )
    else:
        for i in range(len(states)):
            encoder.body(row(states, i), seat, obs[i])
    return obs


def copies(position: Position, count: int) -> Any:
    """An array of `count` games equal to the position's."""
    states = new_states(position.setup.game.record, count)
    states.view(np.ndarray)[:] = position.states.view(np.ndarray)[0]
    return states


def position_at(setup: Setup, states: Any, i: int) -> Position:
    """Game i of an array as a position of its own."""
    return Position(setup, as_states(np.array(states.view(np.ndarray)[i : i + 1])))


def players_of(setup: Setup, plan: Plan) -> tuple[str, ...]:
    """The kinds of play that a set-up is put through."""
    return ("random", *setup.game.scripted_players, *plan.others)


def whole_game(setup: Setup, seed: int, player: Callable[[Position, int], int]) -> Iterator[Moment]:
    """Every moment of a game from the deal to the end; the position goes on after each `yield`.

    Stops with `ConformanceError` when the game passes `max_plies`, leaves nobody a choice, or has
    anything but 0 and 1 in its mask.
    """
    position = Position.deal(setup, seed)
    while True:
        ply = int(position.row.plies)
        moment = Moment(position, seed, ply)
        yield moment
        if position.is_over:
            return
        playable(setup, position.mask(), seed, ply)
        position.step(player(position, ply))


def playable(setup: Setup, mask: NDArray[np.int8], seed: int, ply: int) -> None:
    """A game that is not over has a choice left within `max_plies`."""
    if ply >= setup.max_plies:
        words = f"the game goes on after max_plies = {setup.max_plies} choices"
    elif mask.min() < 0 or mask.max() > 1:
        words = f"the mask holds {sorted(set(mask.tolist()))}, not only 0 and 1"
    elif not mask.any():
        words = "the game is not over, and the seat to move has no legal action"
    else:
        return
    raise ConformanceError(words, seed=seed, ply=ply)


def recorded(setup: Setup, seed: int, player: str, most: int = LONGEST_LOOK) -> list[bytes]:
    """The bytes of every state of a game, up to `most` choices; as `whole_game`, and faster."""
    loops, states = setup.game.loops, new_states(setup.game.record, 1)
    setup.deal(states, np.array([seed], np.uint64))
    head = states.view(np.ndarray)
    mask, action = np.zeros((1, setup.num_actions), np.int8), np.zeros(1, np.int64)
    kept = [states.tobytes()]
    while not (head["terminal"][0] or head["truncated"][0]) and len(kept) <= most:
        loops.legal_many(states, mask)
        ply = int(head["plies"][0])
        playable(setup, mask[0], seed, ply)
        action[0] = quick_choice(setup, states, player, mask[0], seed, ply)
        if not (0 <= action[0] < setup.num_actions and mask[0, action[0]]):
            words = f"the player {player!r} chose action {action[0]}, which is not legal"
            raise ConformanceError(words, seed=seed, ply=ply)
        loops.step_many(states, action)
        kept.append(states.tobytes())
    return kept


def quick_choice(
    setup: Setup, states: Any, player: str, mask: NDArray[np.int8], seed: int, ply: int
) -> int:
    """The same choice as `choose` makes, from an array of one game."""
    if player in ("first", "last"):
        return plain_choice(player, mask, None)
    if player in ("view", "most"):
        return choose(Position(setup, states), player, ply)
    codes = np.array([controller_code(setup, player)], np.int64)
    stream = np.array([[derive(seed, 77, ply)]], np.uint64)
    chosen = np.zeros(1, np.int64)
    setup.game.loops.choose_many(states, codes, np.empty((1, len(mask)), np.int8), stream, chosen)
    return int(chosen[0])


def stretches(setup: Setup, seed: int, player: str, plies: int) -> Iterator[Moment]:
    """Up to `plies` moments of a game: all, or its beginning, a stretch in its middle, its end."""
    kept = recorded(setup, seed, player, plies if player == "most" else LONGEST_LOOK)
    third = plies // 3
    middle = len(kept) // 2
    for ply, content in enumerate(kept):
        if (
            ply < third
            or ply >= len(kept) - third
            or abs(ply - middle) <= third // 2
            or len(kept) <= plies
        ):
            yield Moment(from_bytes(setup, content), seed, ply)


def moments(setup: Setup, seed: int, player: str, count: int) -> list[Moment]:
    """Moments spread over one game: the first of each phase, the end, and others between them."""
    kept = recorded(setup, seed, player)
    games = np.frombuffer(b"".join(kept), setup.game.record)
    phases: dict[tuple[int, int], int] = {}
    for ply, game in enumerate(games[["phase", "deciding"]].tolist()):
        phases.setdefault((game[0], int(game[1]).bit_count()), ply)
    spread = np.linspace(0, len(kept) - 1, count).round().astype(int).tolist()
    chosen = sorted({*spread, *sorted(phases.values())[:count], len(kept) - 1})
    return [Moment(from_bytes(setup, kept[ply]), seed, ply) for ply in chosen]


def from_bytes(setup: Setup, content: bytes) -> Position:
    """The position whose record is these bytes."""
    return Position(setup, as_states(np.frombuffer(bytearray(content), setup.game.record)))


def sampled(setup: Setup, plan: Plan) -> Iterator[Moment]:
    """Moments of several games by every kind of play, from seed 0 up."""
    for player in players_of(setup, plan):
        for seed in range(plan.games):
            yield from moments(setup, seed, player, plan.samples)


def live(found: Iterator[Moment]) -> Iterator[Moment]:
    """Those at which somebody is to move."""
    return (moment for moment in found if not moment.position.is_over)


def deciding_seats(position: Position) -> list[int]:
    """The seats that owe a choice in this round."""
    deciding = int(position.row.deciding)
    return [seat for seat in range(position.setup.num_players) if deciding >> seat & 1]


def mask_of(position: Position, seat: int) -> NDArray[np.int8]:
    """The mask of a deciding seat; the position stays as it was."""
    other = position.copy()
    other.row.to_move = seat
    return other.mask()


def view_of(position: Position, seat: int) -> dict[str, Any]:
    """All that a seat is told, by name: each encoder that may be shown to it, mask, infos, public
    header.
    """
    setup = position.setup
    view: dict[str, Any] = {
        f"encoder {name!r}": position.observe(seat, encoder)
        for name, encoder in setup.game.extra_encoders.items()
        if not encoder.privileged
    }
    view["the open table's text"] = position.text(-1)
    view["info"] = json.dumps(
        setup.game.public_info(position.row, seat, setup), default=np_list, sort_keys=True
    )
    if seat in deciding_seats(position):
        view["the mask"] = mask_of(position, seat)
    header = position.row
    for name in PUBLIC_HEADER:
        view[f"header field {name!r}"] = np.array(getattr(header, name))
    return view


def np_list(value: Any) -> Any:
    """NumPy values in an info, for JSON."""
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else repr(value)


def difference(setup: Setup, before: dict[str, Any], after: dict[str, Any]) -> str | None:
    """What differs between two views, in words; None where they are equal byte for byte."""
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if isinstance(old, np.ndarray) and isinstance(new, np.ndarray):
            if old.tobytes() == new.tobytes():
                continue
            cell = (
                int(np.flatnonzero(old.ravel() != new.ravel())[0]) if old.shape == new.shape else -1
            )
            where = section_of(setup, name, cell)
            return f"{name}{where} differs: {old.ravel()[cell]} became {new.ravel()[cell]}"
        if old != new:
            return f"{name} differs: {shortened(old)} became {shortened(new)}"
    return None


def section_of(setup: Setup, name: str, cell: int) -> str:
    """` in section 'hand' (cell 3)` for an observation, ` (cell 3)` for anything else."""
    for encoder in setup.game.extra_encoders.values():
        if name == f"encoder {encoder.name!r}" and not encoder.is_text:
            for section, where in setup.layout(encoder.name).slices.items():
                if where.start <= cell < where.stop:
                    return f" in section {section!r} (cell {cell})"
    return f" (cell {cell})"


def shortened(value: Any, most: int = 200) -> str:
    """A value for a message."""
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."
