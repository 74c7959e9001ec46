"""Knockout, a toy game for the adapters' tests: whoever makes the count reach zero is out.

Seats take 1 or 2 off a count that all see. Who brings it to zero is out: -1 to that seat, +1 to
every other seat in the game, +0.25 to every seat that was out before. A new count is drawn while
two are left. The last one gets +2 and the rules end the game. After `most_plies` it is cut off.
"""

from dataclasses import dataclass

import numpy as np
from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.cards import has_bit, without_bit
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.game import Encoder, Game
from phylarium.envs.core.header import end_game, header_fields, seat_after
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section
from phylarium.envs.core.options import option, options_record
from phylarium.envs.core.record import record_dtype
from phylarium.envs.core.rng import below, next_u64

MOST_PLAYERS, MOST_COUNT = 5, 6


@dataclass(frozen=True)
class Options:
    most_count: int = option(4, "The largest count drawn.", low=1, high=MOST_COUNT)
    most_plies: int = option(100, "Choices until the game is cut off.", low=1, high=100)


RECORD = record_dtype(
    "knockout",
    [
        *header_fields(MOST_PLAYERS),
        ("options", options_record(Options)),
        ("count", np.int8),
    ],
)


@jit
def deal(state):
    state.alive = (1 << state.num_players) - 1
    state.count = 1 + below(state.rng, state.options.most_count)
    state.deciding = 1


@jit
def legal(state, mask):
    mask[0] = 1
    mask[1] = state.count >= 2


@jit
def step(state, action):
    state.count -= action + 1
    if state.count == 0:
        knock_out(state, state.to_move)
    if state.terminal == 0 and state.plies + 1 >= state.options.most_plies:
        end_game(state, False)
    if state.terminal == 0 and state.truncated == 0:
        pass_turn(state)


@jit
def knock_out(state, seat):
    state.alive = without_bit(state.alive, seat)
    state.count = 1 + below(state.rng, state.options.most_count)
    left = 0
    last = 0
    for other in range(state.num_players):
        if other == seat:
            state.rewards[other] -= 1.0
        elif has_bit(state.alive, other):
            state.rewards[other] += 1.0
            left += 1
            last = other
        else:
            state.rewards[other] += 0.25
    if left == 1:
        state.rewards[last] += 2.0
        end_game(state, True)


@jit
def pass_turn(state):
    seat = seat_after(state, state.to_move, 1)
    while not has_bit(state.alive, seat):
        seat = seat_after(state, seat, 1)
    state.to_move = seat
    state.deciding = 1 << seat


@jit
def observe(state, seat, out):
    out[:] = 0.0
    out[state.count] = 1.0
    for other in range(state.num_players):
        owner = seat_after(state, seat, other)
        out[MOST_COUNT + 1 + other] = has_bit(state.alive, owner)


def observe_in_python(state, seat, out):
    out[:] = [state.count / MOST_COUNT, state.turn / 100 + (state.to_move == seat)]


def layout(setup):
    return Layout(
        (
            Section("count", MOST_COUNT + 1, "the count, one-hot"),
            Section("alive", setup.num_players, "seats in the game, own seat first"),
        )
    )


@jit
def determinize(state, seat, rng):
    state.rng[0] = next_u64(rng)


@jit
def scripted(state, style, rng):
    """Leaves a count of 1 to the next seat where possible; the second style breaks ties wildly."""
    if style == 1:
        return below(rng, 1 + (state.count >= 2))
    return int(state.count == 3)


def text(row, seat, setup):
    alive = ", ".join(f"player_{s}" for s in range(setup.num_players) if row.alive >> s & 1)
    return f"count {row.count}\nin the game: {alive}"


def to_dict(row, setup):
    return {name: np.asarray(row._void[name]).tolist() for name in FIELDS}


FIELDS = tuple(n for n in RECORD.names if n not in ("options", "is_knockout", "num_actions"))


def from_dict(document, row, setup):
    row.alive, row.count, row.deciding = (1 << setup.num_players) - 1, 1, 1
    for name, value in document.items():
        if name not in FIELDS:
            raise PositionError(f"a Knockout position has no field {name!r}")
        setattr(row, name, value)


GAME = Game(
    name="knockout",
    title="Knockout",
    version="1.0.0",
    players=(2, MOST_PLAYERS),
    default_players=3,
    record=RECORD,
    Options=Options,
    deal=deal,
    legal=legal,
    step=step,
    determinize=determinize,
    scripted=scripted,
    scripted_players=("greedy", "greedy:wild"),
    encoders=(
        Encoder("vector", observe, layout),
        Encoder("full", observe, layout, privileged=True),
        Encoder(
            "plain",
            observe_in_python,
            lambda setup: Layout((Section("both", 2, "count and turn", 0.0, 3.0),)),
            compiled=False,
        ),
    ),
    actions=lambda setup: ActionWords(take=["take 1", "take 2"]),
    text=text,
    to_dict=to_dict,
    from_dict=from_dict,
    conserved=lambda row, setup: {},
    public_info=lambda row, seat, setup: {"count": row.count},
    max_plies=lambda setup: setup.options.most_plies,
)
