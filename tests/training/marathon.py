"""Marathon, a toy game for the tests of training: to win takes long, to lose is quick.

At its first choice each seat runs or rests. Where exactly one seat runs, it wins with probability
0.3 after 50 plies, or loses after 5; otherwise nobody wins, after 5. So a runner against a rester
wins 3 games in 10, and of the games that end soonest it has won none.

Its third scripted player breaks the rules: it flies, which is never legal.
"""

from dataclasses import dataclass

from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.game import Encoder, Game
from phylarium.envs.core.header import end_game, header_fields, seat_after
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section
from phylarium.envs.core.options import option, options_record
from phylarium.envs.core.record import record_dtype
from phylarium.envs.core.rng import next_u64, uniform

REST, RUN, FLY = 0, 1, 2
CHANCE = 0.3
LONG, SHORT = 50, 5


@dataclass(frozen=True)
class Options:
    lanes: int = option(1, "Has no effect.", low=1, high=2)


RECORD = record_dtype(
    "marathon",
    [
        *header_fields(2),
        ("options", options_record(Options)),
        ("luck", "f8"),  # drawn at the deal, known to nobody
        ("runs", "i1", (2,)),
        ("moved", "i1"),
    ],
)


@jit
def deal(state):
    state.luck = uniform(state.rng)
    state.alive = 3
    state.deciding = 1


@jit
def legal(state, mask):
    mask[REST] = 1
    mask[RUN] = 1


@jit
def step(state, action):
    seat = state.to_move
    if state.moved < 2:
        state.runs[seat] = action
        state.moved += 1
    if state.moved == 2:
        go_on(state)
    if state.terminal == 0:
        state.to_move = seat_after(state, seat, 1)
        state.deciding = 1 << state.to_move


@jit
def go_on(state):
    """End the game when its time has come; the ply now made is not counted yet."""
    runner = 0 if state.runs[0] else 1
    is_race = state.runs[0] != state.runs[1]
    wins = is_race and state.luck < CHANCE
    if state.plies + 1 >= (LONG if wins else SHORT):
        if is_race:
            state.rewards[runner if wins else 1 - runner] += 1.0
            state.rewards[1 - runner if wins else runner] -= 1.0
        end_game(state, True)


@jit
def observe(state, seat, out):
    out[0] = min(state.plies / LONG, 1.0)


def layout(setup):
    return Layout((Section("plies", 1, "share of the longest game"),))


@jit
def determinize(state, seat, rng):
    state.luck = uniform(rng)
    state.rng[0] = next_u64(rng)


@jit
def scripted(state, style, rng):
    if style == 0:
        return RUN
    return REST if style == 1 else FLY


def text(row, seat, setup):
    return f"{row.plies} plies"


def to_dict(row, setup):
    return {"plies": int(row.plies)}


def from_dict(document, row, setup):
    raise PositionError("a marathon is played from its start")


MARATHON = Game(
    name="marathon",
    title="Marathon",
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
    scripted_players=("runner", "rester", "flyer"),
    encoders=(Encoder("vector", observe, layout),),
    actions=lambda setup: ActionWords(choice=["rest", "run", "fly"]),
    text=text,
    to_dict=to_dict,
    from_dict=from_dict,
    conserved=lambda row, setup: {},
    max_plies=lambda setup: LONG,
)
