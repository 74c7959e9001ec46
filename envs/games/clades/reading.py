"""Reading a position from a document, and refusing what no game can reach.

What a document leaves out is as at the start of a tick: nobody has chosen, hands are closed, all
cards not named lie in the deck, bonus cards lowest. A table with fewer cards than a game would have
is let through, so that a scene can be small.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.fields import (
    bits_of,
    checked_whole,
    flag,
    is_whole,
    known_names,
    list_of,
    per_seat,
    seat_list,
    whole,
    word_64,
)
from phylarium.envs.core.game import Setup

from .actions import slot_counts, slot_words
from .deal import clear_table
from .legal import legal_for
from .notation import NOBODY, common_knowledge, hand_of, place_word, seats_of
from .reading_cards import CardReader
from .slots import PAIR_HIGH, PAIR_LOW
from .state import (
    CHOOSING,
    EMPTY,
    FOUND,
    GIVING,
    LOOKS,
    MAX_HAND,
    PERSONAL,
    PILE,
)
from .step import is_game_over

# fmt: off
FIELDS = (
    "tick", "choices_made", "seed", "rng", "shared", "temporary", "hands", "piles", "aside",
    "deck", "rest", "triples", "order", "rewards", "returns", "over", "phase", "to_move",
    "deciding", "choices", "silence", "resting", "owed", "lockouts", "hands_open",
    "claimed_open", "known", "claims", "refilled", "looks",
)
# fmt: on


def from_dict(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Fill a fresh row; `PositionError` names the field that no game can have."""
    known_names(document, FIELDS, "a Clades position")
    clear_table(row)
    CardReader(document, row, setup).read()
    read_numbers(document, row, setup)
    read_moment(document, row, setup)
    if row.options.vision == LOOKS:
        read_looks(document.get("looks", {}), row, setup)
    elif "looks" in document:
        raise PositionError("looks: this game is played without looks")
    read_choices(document, row, setup)
    refuse_finished(row)


def place_named(word: str, seat: int, setup: Setup, field: str) -> int:
    """The place that a seat calls by a word; the inverse of `place_word`."""
    for place in range(PILE):
        if place_word(place, seat, setup) == word:
            return place
    raise PositionError(f"{field}: no slot {word!r}; slots are like 's0', 't0', 'p0', 'n1p0'")


def refuse_finished(row: Any) -> None:
    """A position where nobody can go on must say that it is over."""
    is_open = not (row.terminal or row.truncated)
    if is_open and row.num_claims == 0 and is_game_over(row):
        raise PositionError(
            "over: no card can come and nobody can make a triple, so the game has ended; "
            'the document must say "over": "ended"'
        )


def read_numbers(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Counters, randomness, rewards and the tie order."""
    players = setup.num_players
    row.turn = whole(document, "tick", 0, 0, setup.options.max_ticks)
    row.plies = whole(document, "choices_made", 0, 0, setup.max_plies)
    row.silence = whole(document, "silence", 0, 0, setup.options.max_ticks)
    row.seed = word_64(document, "seed")
    row.rng[0] = word_64(document, "rng")
    row.alive = (1 << players) - 1
    for field, cells in (("rewards", row.rewards), ("returns", row.returns)):
        for seat, value in enumerate(per_seat(document, field, setup, float)):
            if (
                isinstance(value, bool)
                or not isinstance(value, int | float)
                or not np.isfinite(value)
            ):
                raise PositionError(f"{field}: a number is wanted, got {value!r}")
            cells[seat] = value
    for seat, value in enumerate(per_seat(document, "triples", setup, int)):
        row.num_triples[seat] = checked_whole(value, "triples", 0, 30_000)
    order = list_of(document, "order") or list(range(players))
    if not all(is_whole(seat) for seat in order) or sorted(order) != list(range(players)):
        raise PositionError(f"order: each seat once is wanted, got {order}")
    if setup.options.tie_order == "seat" and order != sorted(order):
        raise PositionError("order: with tie_order 'seat' it is the order of the seats")
    for rank, seat in enumerate(order):
        row.order[rank] = seat


def read_moment(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Who owes what, and the flags of the variants."""
    options, players = setup.options, setup.num_players
    needs = (
        ("resting", options.victory_break, "victory_break"),
        ("owed", options.victory_break, "victory_break"),
        ("lockouts", options.false_call_lockout > 0, "false_call_lockout"),
        ("hands_open", options.open_hand != "off", "open_hand"),
        ("claimed_open", options.open_hand != "off", "open_hand"),
        ("known", options.open_hand != "off", "open_hand"),
        ("phase", options.open_hand == "switch", "open_hand 'switch'"),
        ("claims", options.open_hand == "switch" or options.chain_before_refill,
         "chain_before_refill or open_hand 'switch'"),
    )  # fmt: skip
    for field, is_there, name in needs:
        if field in document and not is_there:
            raise PositionError(f"{field}: means nothing without option {name}")
    row.resting = whole(document, "resting", NOBODY, NOBODY, players - 1)
    for seat, places in enumerate(per_seat(document, "owed", setup, list)):
        row.owed[seat] = bits_of(checked_whole(k, "owed", 0, MAX_HAND - 1) for k in places)
    for seat, ticks in enumerate(per_seat(document, "lockouts", setup, int)):
        row.lockouts[seat] = checked_whole(ticks, "lockouts", 0, options.false_call_lockout)
    row.hands_open = flag(document, "hands_open")
    row.claimed_open = flag(document, "claimed_open")
    read_knowledge(document, row, setup)
    read_claims(document, row, setup)


def read_knowledge(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Who knows which personal card."""
    known = per_seat(document, "known", setup, list)
    for seat in range(setup.num_players):
        for k, place in enumerate(hand_of(row, seat)):
            if row.table[place] == EMPTY:
                continue
            bits = common_knowledge(place, bool(row.hands_open), setup)
            if k < len(known[seat]):
                bits = seat_list({"known": known[seat][k]}, "known", [], setup)
            if not bits >> seat & 1:
                raise PositionError(f"known: seat {seat} knows its own cards")
            row.known[place - PERSONAL] = bits


def read_claims(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Claimed triples that wait to be refilled."""
    claims = list_of(document, "claims")
    if len(claims) > len(row.claim_seats):
        raise PositionError(f"claims: {len(claims)}, at most {len(row.claim_seats)} can wait")
    for i, claim in enumerate(claims):
        if not isinstance(claim, Mapping) or sorted(claim) != ["seat", "slots"]:
            raise PositionError(f"claims: a seat and its three slots are wanted, got {claim!r}")
        seat = checked_whole(claim["seat"], "claims", 0, setup.num_players - 1)
        places = sorted(
            place_named(word, seat, setup, "claims") for word in list_of(claim, "slots")
        )
        if len(set(places)) != 3:
            raise PositionError(f"claims: three different slots are wanted, got {claim['slots']}")
        row.claim_seats[i] = seat
        for k in range(3):
            row.claim_places[i, k] = places[k]
    row.num_claims = len(claims)
    row.num_refilled = whole(document, "refilled", 0, 0, max(0, len(claims) - 1))


def read_choices(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """What was chosen this tick, and who is to move."""
    over = document.get("over")
    if over not in (None, "ended", "cut off"):
        raise PositionError(f"over: {over!r} is none of 'ended', 'cut off'")
    if over is not None:
        row.terminal, row.truncated, row.to_move = over == "ended", over == "cut off", NOBODY
        return
    if row.turn >= setup.options.max_ticks:
        raise PositionError(f"tick: the game is cut off after {setup.options.max_ticks} ticks")
    phase = document.get("phase", "choosing")
    if phase not in ("choosing", "giving"):
        raise PositionError(f"phase: {phase!r} is none of 'choosing', 'giving'")
    if phase == "giving":
        read_giver(row)
        return
    row.phase = CHOOSING
    choices = per_seat(document, "choices", setup, lambda: None)
    open_seats = [seat for seat in range(setup.num_players) if choices[seat] is None]
    row.owing = bits_of(open_seats)
    row.deciding = seat_list(document, "deciding", open_seats, setup)
    has_rounds = setup.options.vision == "looks"
    is_part = row.deciding and not row.deciding & ~row.owing
    if not is_part or (row.deciding != row.owing and not has_rounds):
        raise PositionError(
            f"deciding: {seats_of(row.deciding)}; seats without a choice are {open_seats}"
        )
    row.to_move = whole(document, "to_move", seats_of(row.deciding)[0], 0, setup.num_players - 1)
    if row.to_move != seats_of(row.deciding)[0]:
        raise PositionError(f"to_move: seat {seats_of(row.deciding)[0]} is to choose first")
    for seat, words in enumerate(choices):
        if words is not None:
            row.choices[seat] = legal_choice(words, seat, row, setup)


def read_giver(row: Any) -> None:
    """CL-51: a scorer owes the owner of a used card one of several personal cards."""
    if row.num_claims == 0:
        raise PositionError("phase: nobody has claimed a triple, so nobody gives a card")
    seat = row.claim_seats[row.num_refilled]
    used = [
        p
        for p in row.claim_places[row.num_refilled]
        if p >= PERSONAL and p not in hand_of(row, seat)
    ]
    held = [p for p in hand_of(row, seat) if row.table[p] != EMPTY]
    if len(used) != 1 or row.table[used[0]] != EMPTY or len(held) < 2:
        raise PositionError(f"phase: seat {seat} has no choice of a card to give")
    row.phase = GIVING
    row.to_move = seat
    row.deciding = 1 << seat


def legal_choice(words: Any, seat: int, row: Any, setup: Setup) -> int:
    """The number of a choice in words, if the seat may make it."""
    action = setup.actions.ids.get(words) if isinstance(words, str) else None
    mask = np.zeros(setup.num_actions, np.int8)
    legal_for(row, seat, mask)
    is_final = action is not None and not str(words).startswith(("look", "give"))
    if action is None or not is_final or not mask[action]:
        raise PositionError(f"choices: seat {seat} may not choose {words!r} here")
    return int(action)


def read_looks(looks: Any, row: Any, setup: Setup) -> None:
    """What players have noted."""
    if not isinstance(looks, Mapping):
        raise PositionError(f"looks: a mapping is wanted, got {looks!r}")
    row.generation = whole(looks, "generation", 0, 0, FOUND - 2)
    row.opened = whole(looks, "opened", 0, 0, row.generation)
    places = [place for place in range(PILE) if row.table[place] != EMPTY]
    came = list_of(looks, "came") or [0] * len(places)
    if len(came) != len(places):
        raise PositionError(f"looks: {len(came)} cards came, but {len(places)} lie in places")
    for place, generation in zip(places, came, strict=True):
        row.came[place] = checked_whole(generation, "looks", 0, row.generation)
    is_over_default = 0 if row.terminal or row.truncated else setup.options.looks_per_tick
    left = looks.get("left", [is_over_default] * setup.num_players)
    for seat, count in enumerate(per_seat({"left": left}, "left", setup, int)):
        row.looks_left[seat] = checked_whole(count, "looks", 0, setup.options.looks_per_tick)
    for seat, notes in enumerate(per_seat(looks, "notes", setup, dict)):
        read_notes(notes, seat, row, setup)


def read_notes(notes: Any, seat: int, row: Any, setup: Setup) -> None:
    """The notes of one seat: pairs of slots and what it knows of them."""
    words = slot_words(setup)
    pair_of = {
        f"{words[PAIR_LOW[p]]} {words[PAIR_HIGH[p]]}": p for p in range(slot_counts(setup).pairs)
    }
    if not isinstance(notes, Mapping):
        raise PositionError(f"looks: notes of seat {seat} are a mapping, got {notes!r}")
    for pair, what in notes.items():
        if pair not in pair_of:
            raise PositionError(f"looks: no pair of slots {pair!r}")
        if what == "found":
            row.notes[seat, pair_of[pair]] = FOUND
        else:
            row.notes[seat, pair_of[pair]] = checked_whole(what, "looks", 0, row.generation) + 1
