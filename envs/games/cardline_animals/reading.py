"""Reading a position from a document, and refusing what no game can reach.

What a document leaves out is as in the middle of a game without noise: estimates are true, nobody
has a marker, the opening seat is to move, and animals not named lie in the deck, under those named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phylarium.envs.core.errors import PositionError, UnknownName, nearest
from phylarium.envs.core.fields import known_names
from phylarium.envs.core.game import Setup

from .cards import CHARACTERISTICS
from .deal import clear_table, rank_levels
from .fields import decimal, flag, list_of, per_seat, whole, word_64
from .state import (
    EMPTY,
    LARGEST_LEVEL,
    NOBODY,
    ROUNDS,
    TIE_BREAK,
    dealt_cards,
    deck_of,
)

# fmt: off
FIELDS = (
    "characteristic", "first", "round", "turn", "choices_made", "to_move", "over", "tie_break",
    "line", "box", "hands", "deck", "rest", "out", "markers", "last", "estimates", "world",
    "placed", "placed_right", "held_out_placed", "held_out_right", "seed", "rng", "rewards",
    "returns",
)
# fmt: on
MOST_DECADES = LARGEST_LEVEL / 1000


def from_dict(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Fill a fresh row; `PositionError` names the field that no game can have."""
    known_names(document, FIELDS, "a Cardline: Animals position")
    players = setup.num_players
    row.characteristic = characteristic_of(document, setup)
    row.first = whole(document.get("first", 0), "first", 0, players - 1)
    clear_table(row)
    read_world(document, row, setup)
    read_cards(document, row, setup)
    read_last(document, row, setup)
    read_estimates(document, row, setup)
    read_counts(document, row, setup)
    read_moment(document, row, setup)


def characteristic_of(document: Mapping[str, Any], setup: Setup) -> int:
    """The characteristic in play, which must be the set-up's unless that draws it."""
    fixed = setup.options.characteristic
    given = document.get("characteristic", "size" if fixed == "random" else fixed)
    if given not in CHARACTERISTICS or (fixed != "random" and given != fixed):
        allowed = ", ".join(CHARACTERISTICS) if fixed == "random" else fixed
        raise PositionError(f"characteristic is one of {allowed} here, got {given!r}")
    return CHARACTERISTICS.index(given)


def read_world(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """CA-46: the values of this game's world."""
    if "world" not in document:
        return
    if setup.options.knowledge != "shuffled_world":
        raise PositionError("world: only games with knowledge 'shuffled_world' have one")
    levels = list_of(document["world"], "world", row.num_cards)
    if len(levels) != row.num_cards:
        raise PositionError(f"world has a value for each of {row.num_cards} animals")
    for card, level in enumerate(levels):
        row.level[card] = round(1000 * decimal(level, "world", MOST_DECADES))
    rank_levels(row)


class Places:
    """Who was named where: an animal lies in one place, and must take part."""

    def __init__(self, setup: Setup) -> None:
        self.deck = deck_of(setup)
        self.left = dict.fromkeys(dealt_cards(self.deck, setup.options))

    def card(self, word: Any, field: str) -> int:
        """The number of an animal not named before."""
        if word not in self.deck.number_of if isinstance(word, str) else True:
            try:
                raise nearest("animal", word, self.deck.words)
            except UnknownName as error:
                raise PositionError(f"{field}: {str(error).partition(' Known:')[0]}") from None
        number = self.deck.number_of[word]
        if number not in self.left:
            raise PositionError(f"{field}: {word!r} lies elsewhere already, or takes no part here")
        del self.left[number]
        return number

    def cards(self, words: Any, field: str) -> list[int]:
        """The numbers of a list of animals."""
        return [self.card(word, field) for word in list_of(words, field, len(self.deck))]


def read_cards(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Line, box, hands, deck."""
    places = Places(setup)
    line = places.cards(document.get("line", []), "line")
    ranks = [row.rank[card] for card in line]
    if not line:
        raise PositionError("line: at least the initial card lies there")
    if ranks != sorted(ranks):
        raise PositionError("line: the values must not fall from left to right")
    box = places.cards(document.get("box", []), "box")
    hands = per_seat(document.get("hands"), "hands", setup.num_players)
    for seat, hand in enumerate(hands):
        for slot, word in enumerate(list_of(hand, "hands", setup.options.hand_size)):
            if word is not None:
                row.hands[seat, slot] = places.card(word, "hands")
                row.hand_sizes[seat] += 1
    deck = places.cards(document.get("deck", []), "deck")
    rest = document.get("rest", "deck")
    if rest not in ("deck", "box"):
        raise PositionError(f"rest is 'deck' or 'box', got {rest!r}")
    (deck if rest == "deck" else box).extend(places.left)
    for name, pile in (("line", line), ("box", box), ("deck", deck[::-1])):
        getattr(row, name)[: len(pile)] = pile
        setattr(row, f"{name}_size", len(pile))


def read_last(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """The card revealed last."""
    if "last" not in document:
        return
    last = document["last"]
    if not isinstance(last, Mapping) or set(last) != {"card", "seat", "right"}:
        raise PositionError(f"last has the entries card, seat and right, got {last!r}")
    number = deck_of(setup).number_of.get(last["card"]) if isinstance(last["card"], str) else None
    right = flag(last["right"], "last.right")
    pile = list((row.line if right else row.box)[: row.line_size if right else row.box_size])
    if number is None or (number not in pile and not may_reshuffle(setup, right)):
        where = "line" if right else "box"
        raise PositionError(f"last.card is a card of the {where}, got {last['card']!r}")
    row.last_card, row.last_right = number, right
    row.last_seat = whole(last["seat"], "last.seat", 0, setup.num_players - 1)


def may_reshuffle(setup: Setup, right: bool) -> bool:
    """CA-33: whether a wrong card may have left the box again."""
    return bool(setup.options.deck_exhaustion == "reshuffle" and not right)


def read_estimates(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """CA-42: what each seat thinks of each card in a hand; true where nothing is said."""
    players, most = setup.num_players, setup.options.hand_size
    given = document.get("estimates")
    by_knower = None if given is None else per_seat(given, "estimates", players)
    for owner in range(players):
        held = [row.hands[owner, slot] for slot in range(most)]
        true = [None if card == EMPTY else row.level[card] / 1000 for card in held]
        for knower in range(players):
            hand = true
            if by_knower is not None:
                told = per_seat(by_knower[knower], "estimates", players)[owner]
                hand = list_of(told, "estimates", most)
                hand = hand + [None] * (most - len(hand))
            levels = row.estimates[knower, owner]
            for slot, estimate in enumerate(hand):
                if (estimate is None) != (held[slot] == EMPTY):
                    raise PositionError("estimates: one for each card in a hand, null elsewhere")
                if estimate is not None:
                    levels[slot] = round(1000 * decimal(estimate, "estimates", MOST_DECADES))


def read_counts(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Counters, randomness and points."""
    players, most = setup.num_players, setup.max_plies
    revealed = row.line_size - 1 + row.box_size
    low, high = revealed, revealed
    if setup.options.deck_exhaustion == "reshuffle":
        low, high = row.line_size - 1, most
    row.turn = whole(document.get("turn", revealed), "turn", low, high)
    row.plies = whole(document.get("choices_made", row.turn), "choices_made", 0, most)
    row.round = whole(document.get("round", 0), "round", 0, most)
    row.seed = word_64(document.get("seed", "0"), "seed")
    row.rng[0] = word_64(document.get("rng", "0"), "rng")
    nothing = [0] * players
    for name, counts in (
        ("placed", row.placements),
        ("placed_right", row.right),
        ("held_out_placed", row.held_placements),
        ("held_out_right", row.held_right),
    ):
        for seat, count in enumerate(per_seat(document.get(name, nothing), name, players)):
            counts[seat] = whole(count, name, 0, row.turn)
    for seat in range(players):
        held, right = row.held_placements[seat], row.held_right[seat]
        if row.right[seat] > row.placements[seat] or right > row.right[seat]:
            raise PositionError("placed_right: no more than were placed, and held-out ones of them")
        if held > row.placements[seat] or right > held:
            raise PositionError("held_out_placed: no more than were placed, and right ones of them")
    for name in ("rewards", "returns"):
        points = getattr(row, name)
        for seat, value in enumerate(per_seat(document.get(name, nothing), name, players)):
            points[seat] = decimal(value, name, 1e6)


def read_moment(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Who is in the game, whose turn it is, and whether all of it fits together."""
    players = setup.num_players
    row.phase = TIE_BREAK if flag(document.get("tie_break", False), "tie_break") else ROUNDS
    out = [whole(s, "out", 0, players - 1) for s in list_of(document.get("out", []), "out",
           players)]  # fmt: skip
    if out and (row.phase == ROUNDS or len(set(out)) != len(out) or len(out) > players - 2):
        raise PositionError("out: seats are out in a tie-break alone, and two or more stay in")
    row.alive = sum(1 << seat for seat in range(players) if seat not in out)
    for seat, count in enumerate(per_seat(document.get("markers", [0] * players), "markers",
                                          players)):  # fmt: skip
        row.markers[seat] = whole(count, "markers", 0, 1)
    row.ran_out = int(any(row.markers))
    if row.ran_out and (row.deck_size or setup.options.deck_exhaustion == "reshuffle"):
        raise PositionError("markers are taken only when the deck has run out for good")
    over = document.get("over")
    if over not in (None, "ended", "cut off"):
        raise PositionError(f"over is 'ended' or 'cut off', or left out; got {over!r}")
    if over == "cut off" and setup.options.deck_exhaustion != "reshuffle":
        raise PositionError("over: only games with deck_exhaustion 'reshuffle' are cut off")
    row.terminal, row.truncated = int(over == "ended"), int(over == "cut off")
    order = [(row.first + steps) % players for steps in range(players)]
    order = [seat for seat in order if seat not in out]
    if over is not None:
        if document.get("to_move") is not None:
            raise PositionError("to_move: nobody is, the game is over")
        row.to_move, row.deciding = NOBODY, 0
        return
    row.to_move = whole(document.get("to_move", order[0]), "to_move", 0, players - 1)
    if row.to_move in out:
        raise PositionError(f"to_move: seat {row.to_move} is out of the game")
    row.deciding = 1 << row.to_move
    check_round(row, setup, order)


def check_round(row: Any, setup: Setup, order: list[int]) -> None:
    """Hands, markers and the turn fit one another in a game that goes on."""
    still_to_move = order[order.index(row.to_move) :]
    for seat in order:
        if row.phase == TIE_BREAK and (row.hands[seat, 0] == EMPTY) != (row.hand_sizes[seat] == 0):
            raise PositionError("hands: in a tie-break a card lies in slot 0")
        if row.phase == TIE_BREAK and row.hand_sizes[seat] > 1:
            raise PositionError("hands: in a tie-break each player left has one card at most")
    for seat in still_to_move:
        if row.hand_sizes[seat] == 0:
            raise PositionError(f"hands: seat {seat} has yet to move and holds no card")
        if row.markers[seat]:
            raise PositionError(f"markers: seat {seat} has yet to move in the last round")
    if any(row.markers[seat] for seat in range(setup.num_players) if seat not in order):
        raise PositionError("markers: a seat that is out has none")
    moved = [seat for seat in order if seat not in still_to_move]
    emptied = [s for s in moved if row.hand_sizes[s] == 0 and not row.markers[s]]
    could = any(row.hand_sizes[seat] == 1 for seat in still_to_move)
    if setup.options.early_end and len(emptied) == 1 and not could:
        raise PositionError(
            f"over: seat {emptied[0]} has won the round for sure, so with early_end the game has "
            'ended; the document must say "over": "ended"'
        )
    if setup.options.deck_exhaustion == "reshuffle" and row.turn >= setup.options.turn_limit:
        raise PositionError("over: the turn limit is reached, so the game has been cut off")
