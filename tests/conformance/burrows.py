"""Burrows, the zoo's sound toy game: everybody hides a card; each round the lowest card is out.

A seat holds its card, or lays it down openly and draws another. Whoever is still in at the end of
a round gets a point; the last one in gets two more, and the others, out long since, one for each
seat that went before them.
"""

import contextlib
from dataclasses import dataclass

import numpy as np
from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.cards import count_bits, has_bit, with_bit, without_bit
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.game import Encoder, Game
from phylarium.envs.core.header import end_game, header_fields
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section
from phylarium.envs.core.options import option, options_record
from phylarium.envs.core.record import record_dtype
from phylarium.envs.core.rng import below, next_u64, shuffle

MOST_CARDS, MOST_PLAYERS = 16, 4
HOLD, SWAP = 0, 1


@dataclass(frozen=True)
class Options:
    cards: int = option(8, "Cards in the game, numbered from 1.", low=6, high=MOST_CARDS)


FIELDS = [
    *header_fields(MOST_PLAYERS),
    ("options", options_record(Options)),
    ("discards", np.int32),  # bits of the cards that lie open
    ("deck", np.int8, (MOST_CARDS,)),
    ("hands", np.int8, (MOST_PLAYERS,)),  # 0 for a seat that is out
    ("places", np.int8, (MOST_PLAYERS,)),  # how many went before this seat
    ("deck_size", np.int8),
    ("num_out", np.int8),
]


@jit
def deal(state):
    for card in range(state.options.cards):
        state.deck[card] = card + 1
    shuffle(state.rng, state.deck, 0, state.options.cards)
    state.deck_size = state.options.cards
    for seat in range(state.num_players):
        draw(state, seat)
    state.alive = (1 << state.num_players) - 1
    state.deciding = 1


@jit
def draw(state, seat):
    state.deck_size -= 1
    state.hands[seat] = state.deck[state.deck_size]
    state.deck[state.deck_size] = 0


@jit
def legal(state, mask):
    """BU-01: hold, or swap while the deck lasts."""
    mask[HOLD] = 1
    mask[SWAP] = state.deck_size > 0


@jit
def step(state, action):
    seat = state.to_move
    if action == SWAP:
        state.discards = with_bit(state.discards, state.hands[seat])
        draw(state, seat)
    after = seat + 1
    while after < state.num_players and not has_bit(state.alive, after):
        after += 1
    if after == state.num_players:
        lowest_is_out(state)
        after = 0
        while not has_bit(state.alive, after):
            after += 1
    if count_bits(state.alive) == 1:
        settle(state, after)
    else:
        state.to_move = after
        state.deciding = 1 << after


@jit
def lowest_is_out(state):
    """BU-03: at the end of a round the lowest card is out."""
    lowest = -1
    for seat in range(state.num_players):
        if has_bit(state.alive, seat) and (lowest < 0 or state.hands[seat] < state.hands[lowest]):
            lowest = seat
    state.alive = without_bit(state.alive, lowest)
    state.discards = with_bit(state.discards, state.hands[lowest])
    state.hands[lowest] = 0
    state.places[lowest] = state.num_out
    state.num_out += 1
    state.turn += 1
    for seat in range(state.num_players):
        state.rewards[seat] += has_bit(state.alive, seat)


@jit
def settle(state, winner):
    state.rewards[winner] += 2
    for seat in range(state.num_players):
        if seat != winner:
            state.rewards[seat] += state.places[seat]
    end_game(state, True)


@jit
def observe(state, seat, out):
    cards = state.options.cards
    out[:] = 0.0
    for card in range(cards):
        out[card] = state.hands[seat] == card + 1
        out[cards + card] = has_bit(state.discards, card + 1)
    for other in range(state.num_players):
        out[2 * cards + other] = has_bit(state.alive, (seat + other) % state.num_players)
    out[2 * cards + state.num_players] = state.deck_size / cards


@jit
def observe_full(state, seat, out):
    observe(state, seat, out)
    start = 2 * state.options.cards + state.num_players + 1
    for other in range(state.num_players):
        out[start + other] = state.hands[(seat + other) % state.num_players] / state.options.cards


def layout(setup):
    cards = setup.options.cards
    return Layout(
        (
            Section("card", cards, "own hidden card, one-hot"),
            Section("discards", cards, "cards that lie open"),
            Section("alive", setup.num_players, "who is still in, own seat first"),
            Section("deck", 1, "share of the cards still in the deck"),
        )
    )


def layout_full(setup):
    hands = Section("hands", setup.num_players, "every hidden card, as a share of the highest")
    return Layout((*layout(setup).sections, hands))


@jit
def determinize(state, seat, rng):
    """Shuffle the deck together with the others' hidden cards."""
    for other in range(state.num_players):
        if other != seat and state.hands[other]:
            swap_with_deck(state, other, below(rng, state.deck_size + 1))
    shuffle(rng, state.deck, 0, state.deck_size)
    for other in range(state.num_players):
        if other != seat and state.hands[other]:
            swap_with_deck(state, other, below(rng, state.deck_size + 1))
    state.rng[0] = next_u64(rng)


@jit
def swap_with_deck(state, seat, position):
    if position < state.deck_size:
        card = state.deck[position]
        state.deck[position] = state.hands[seat]
        state.hands[seat] = card


@jit
def scripted(state, style, rng):
    """Swap a card of the lower half while the deck lasts."""
    is_low = 2 * state.hands[state.to_move] <= state.options.cards
    return SWAP if is_low and state.deck_size > 0 else HOLD


def text(row, seat, setup):
    lines = [f"Round {row.turn + 1}, {row.deck_size} cards in the deck"]
    for owner in range(setup.num_players):
        state = "in" if row.alive >> owner & 1 else "out"
        card = f" with card {row.hands[owner]}" if owner == seat and row.hands[owner] else ""
        lines.append(f"player_{owner}: {row.returns[owner]:g} points, {state}{card}")
    return "\n".join(lines)


NOT_WRITTEN = ("options", "num_players", "num_actions", "skip_forced")


def to_dict(row, setup):
    names = [n for n in row.dtype.names if n not in NOT_WRITTEN and not n.startswith("is_")]
    return {name: np.asarray(row._void[name]).tolist() for name in names}


def from_dict(document, row, setup):
    fields = to_dict(row, setup).keys()
    for name in sorted(document.keys() ^ fields):
        raise PositionError(f"a position has exactly the fields {sorted(fields)}, see {name!r}")
    for name, value in document.items():
        with contextlib.suppress(
            TypeError, ValueError, OverflowError
        ):  # the field then stays as it was
            setattr(row, name, value)
        if np.asarray(row._void[name]).tolist() != value:
            raise PositionError(f"a position cannot have {name} = {value!r}")


def actions(setup):
    return ActionWords(choice=["hold", "swap"])


def conserved(row, setup):
    held = sum(card > 0 for card in row.hands)
    return {"cards": held + row.deck_size + int(row.discards).bit_count()}


def max_plies(setup):
    return sum(range(2, setup.num_players + 1))


BURROWS = Game(
    name="burrows",
    title="Burrows",
    version="1.0.0",
    players=(2, MOST_PLAYERS),
    default_players=3,
    record=record_dtype("burrows", FIELDS),
    Options=Options,
    deal=deal,
    legal=legal,
    step=step,
    determinize=determinize,
    scripted=scripted,
    actions=actions,
    text=text,
    to_dict=to_dict,
    encoders=(
        Encoder("vector", observe, layout),
        Encoder("full", observe_full, layout_full, privileged=True),
    ),
    from_dict=from_dict,
    conserved=conserved,
    max_plies=max_plies,
)
