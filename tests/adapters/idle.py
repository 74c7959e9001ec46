"""Idle, a toy game for the tests of tree search: seat 0 chooses one of three actions that do
nothing, then a coin says whether it gets 1 or loses 1. Its search tries all three equally often.
"""

from dataclasses import dataclass

from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.game import Encoder, Game, Search
from phylarium.envs.core.header import end_game, header_fields
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section
from phylarium.envs.core.options import option, options_record
from phylarium.envs.core.record import record_dtype
from phylarium.envs.core.rng import below, next_u64


@dataclass(frozen=True)
class Options:
    stake: int = option(1, "What is won or lost.", low=1, high=9)


RECORD = record_dtype("idle", [*header_fields(2), ("options", options_record(Options))])


@jit
def deal(state):
    state.alive = 3
    state.deciding = 1


@jit
def legal(state, mask):
    mask[:] = 1


@jit
def step(state, action):
    state.rewards[0] += state.options.stake * (2 * below(state.rng, 2) - 1)
    end_game(state, True)


@jit
def determinize(state, seat, rng):
    state.rng[0] = next_u64(rng)


@jit
def scripted(state, style, rng):
    return 0


@jit
def observe(state, seat, out):
    out[:] = 0.0


GAME = Game(
    name="idle",
    title="Idle",
    version="1.0.0",
    players=(2, 2),
    default_players=2,
    record=RECORD,
    Options=Options,
    deal=deal,
    legal=legal,
    step=step,
    determinize=determinize,
    scripted=scripted,
    encoders=(
        Encoder("vector", observe, lambda setup: Layout((Section("nothing", 1, "always 0"),))),
    ),
    actions=lambda setup: ActionWords(wait=["wait here", "wait there", "wait elsewhere"]),
    text=lambda row, seat, setup: "",
    to_dict=lambda row, setup: {},
    from_dict=lambda document, row, setup: None,
    max_plies=lambda setup: 1,
    conserved=lambda row, setup: {},
    search=Search(exploration=1e6, root_widening=99.0),
)
