"""The whole game: cards 1 to `cards` as prizes and in every hand; points are the prizes won."""

import contextlib
from dataclasses import dataclass

import numpy as np
from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.cards import has_bit, without_bit
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.game import Encoder, Game
from phylarium.envs.core.header import end_game, header_fields
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section
from phylarium.envs.core.options import option, options_record
from phylarium.envs.core.record import record_dtype
from phylarium.envs.core.rng import below, next_u64, shuffle

MOST_CARDS, MOST_PLAYERS = 9, 4


@dataclass(frozen=True)
class Options:
    cards: int = option(5, "Prizes, and cards in each hand.", low=2, high=MOST_CARDS)


RECORD = record_dtype(
    "goofspiel",
    [
        *header_fields(MOST_PLAYERS),
        ("options", options_record(Options)),
        ("hands", np.int16, (MOST_PLAYERS,)),  # bit c: card c + 1 is in the hand
        ("prizes", np.int8, (MOST_CARDS,)),  # in turn order; those after `turn` lie face down
        (
            "bids",
            np.int8,
            (MOST_PLAYERS,),
        ),  # card bid this turn, 0 for none yet; hidden until all are in
    ],
)


@jit
def deal(state):
    cards = state.options.cards
    for card in range(cards):
        state.prizes[card] = card + 1
    shuffle(state.rng, state.prizes, 0, cards)
    for seat in range(state.num_players):
        state.hands[seat] = (1 << cards) - 1
    state.alive = (1 << state.num_players) - 1
    state.deciding = state.alive


@jit
def legal(state, mask):
    for card in range(state.options.cards):
        mask[card] = has_bit(state.hands[state.to_move], card)


@jit
def step(state, action):
    seat = state.to_move
    state.hands[seat] = without_bit(state.hands[seat], action)
    state.bids[seat] = action + 1
    state.deciding = without_bit(state.deciding, seat)
    state.to_move = seat + 1
    if state.to_move == state.num_players:
        award_prize(state)


@jit
def award_prize(state):
    highest, winner = 0, -1
    for seat in range(state.num_players):
        if state.bids[seat] > highest:
            highest, winner = state.bids[seat], seat
        elif state.bids[seat] == highest:
            winner = -1  # a tied bid: nobody, unless somebody after bids more
    if winner >= 0:
        state.rewards[winner] += state.prizes[state.turn]
    state.bids[:] = 0
    state.turn += 1
    if state.turn == state.options.cards:
        end_game(state, True)
    else:
        state.to_move = 0
        state.deciding = state.alive


@jit
def observe(state, seat, out):
    cards, players = state.options.cards, state.num_players
    out[:] = 0.0
    if state.turn < cards:
        out[state.prizes[state.turn] - 1] = 1.0
    for turn in range(state.turn, cards):
        out[cards + state.prizes[turn] - 1] = 1.0
    for other in range(players):
        owner = (seat + other) % players
        hand = int(state.hands[owner])
        if other and state.bids[owner]:  # a hidden bid still looks as if it were in the hand
            hand |= 1 << (state.bids[owner] - 1)
        for card in range(cards):
            out[(2 + other) * cards + card] = has_bit(hand, card)
    out[(2 + players) * cards] = state.turn / cards


def layout(setup):
    cards = setup.options.cards
    return Layout(
        (
            Section("prize", cards, "the prize on the table, one-hot"),
            Section("prizes_left", cards, "prizes not yet awarded"),
            Section("hands", cards * setup.num_players, "cards in each hand, own seat first"),
            Section("turns_played", 1, "share of the turns that are over; 1 at the end"),
        )
    )


@jit
def determinize(state, seat, rng):
    for other in range(state.num_players):
        if other != seat and state.bids[other]:
            state.hands[other] = int(state.hands[other]) | (1 << (state.bids[other] - 1))
            card = below(rng, state.options.cards)
            while not has_bit(state.hands[other], card):
                card = below(rng, state.options.cards)
            state.hands[other] = without_bit(state.hands[other], card)
            state.bids[other] = card + 1
    shuffle(rng, state.prizes, state.turn + 1, state.options.cards)
    state.rng[0] = next_u64(rng)


@jit
def scripted(state, style, rng):
    """Bid the prize's own value, or the nearest card below, or the lowest."""
    for card in range(state.prizes[state.turn] - 1, -1, -1):
        if has_bit(state.hands[state.to_move], card):
            return card
    card = 0
    while not has_bit(state.hands[state.to_move], card):
        card += 1
    return card


def text(row, seat, setup):
    lines = [f"Turn {row.turn + 1} of {setup.options.cards}"]
    if row.turn < setup.options.cards:
        lines.append(f"Prize {row.prizes[row.turn]}")
    for owner in range(setup.num_players):
        hand = row.hands[owner]
        if owner != seat and row.bids[owner]:
            hand |= 1 << (row.bids[owner] - 1)
        cards = [str(c + 1) for c in range(setup.options.cards) if hand >> c & 1]
        lines.append(f"player_{owner}: {row.returns[owner]:g} points, hand {' '.join(cards)}")
    return "\n".join(lines)


def to_dict(row, setup):
    given_by_setup = ("options", "num_players", "num_actions", "skip_forced", "is_goofspiel")
    names = [name for name in RECORD.names if name not in given_by_setup]
    return {name: np.asarray(row._void[name]).tolist() for name in names}


def from_dict(document, row, setup):
    fields = to_dict(row, setup).keys()
    for name in sorted(document.keys() ^ fields):
        raise PositionError(f"a position has exactly the fields {sorted(fields)}, see {name!r}")
    for name, value in document.items():
        with contextlib.suppress(TypeError, ValueError, OverflowError):  # it stays then
            setattr(row, name, value)
        if np.asarray(row._void[name]).tolist() != value:
            raise PositionError(f"a Goofspiel position cannot have {name} = {value!r}")


def actions(setup):
    return ActionWords(bid=[f"bid {card + 1}" for card in range(setup.options.cards)])


def conserved(row, setup):
    bids = sum(bid > 0 for bid in row.bids)
    held = sum(int(hand).bit_count() for hand in row.hands[: setup.num_players])
    return {"cards": held + bids + row.turn * setup.num_players}


GAME = Game(
    name="goofspiel",
    title="Goofspiel",
    version="1.0.0",
    players=(2, MOST_PLAYERS),
    default_players=2,
    record=RECORD,
    Options=Options,
    deal=deal,
    legal=legal,
    step=step,
    determinize=determinize,
    scripted=scripted,
    encoders=(Encoder("vector", observe, layout),),
    actions=actions,
    text=text,
    to_dict=to_dict,
    from_dict=from_dict,
    conserved=conserved,
    simultaneous=True,
    max_plies=lambda setup: setup.options.cards * setup.num_players,
)
