"""A position as a small JSON document. RULES.md describes the document; reading.py reads it back.

Animals go by their words (`african-bush-elephant`). Entries that say what the reader takes for
granted are left out.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup

from .cards import CHARACTERISTICS
from .state import EMPTY, TIE_BREAK, deck_of


def to_dict(row: Any, setup: Setup) -> dict[str, Any]:
    """The whole position, hidden parts included."""
    words, players = deck_of(setup).words, range(setup.num_players)
    is_over = bool(row.terminal or row.truncated)
    document: dict[str, Any] = {
        "characteristic": CHARACTERISTICS[row.characteristic],
        "first": row.first,
        "round": row.round,
        "turn": row.turn,
        "choices_made": row.plies,
        "to_move": None if is_over else row.to_move,
        "over": "ended" if row.terminal else "cut off" if row.truncated else None,
        "tie_break": row.phase == TIE_BREAK,
        "line": [words[row.line[i]] for i in range(row.line_size)],
        "box": [words[row.box[i]] for i in range(row.box_size)],
        "hands": [hand_words(row, seat, words, setup) for seat in players],
        "deck": [words[row.deck[i]] for i in range(row.deck_size - 1, -1, -1)],
        "out": [seat for seat in players if not row.alive >> seat & 1],
        "markers": list(row.markers[: setup.num_players]),
        "last": last_to_dict(row, words),
        "estimates": [[known_of(row, k, s, setup) for s in players] for k in players],
        "world": world_of(row, setup),
        "placed": list(row.placements[: setup.num_players]),
        "placed_right": list(row.right[: setup.num_players]),
        "held_out_placed": list(row.held_placements[: setup.num_players]),
        "held_out_right": list(row.held_right[: setup.num_players]),
        "seed": str(int(row.seed)),
        "rng": f"{int(row.rng[0]):#018x}",
        "rewards": [float(x) for x in row.rewards[: setup.num_players]],
        "returns": [float(x) for x in row.returns[: setup.num_players]],
    }
    return {
        name: value
        for name, value in document.items()
        if not (value is None or value is False or is_blank(name, value))
    }


def is_blank(name: str, value: Any) -> bool:
    """Whether a list says nothing: none there, or zeros alone. The deck is always told."""
    if not isinstance(value, list) or name in ("deck", "line", "hands"):
        return False
    return not value or (name != "out" and not any(value))


def hand_words(row: Any, seat: int, words: tuple[str, ...], setup: Setup) -> list[str | None]:
    """The cards of a hand by slot, None for an empty one, without empty ones at the end."""
    hand = [row.hands[seat, slot] for slot in range(setup.options.hand_size)]
    named = [None if card == EMPTY else words[card] for card in hand]
    while named and named[-1] is None:
        named.pop()
    return named


def known_of(row: Any, knower: int, owner: int, setup: Setup) -> list[float | None]:
    """A knower's estimates of a hand by slot, as log10 of the value; None for an empty slot."""
    estimates = [
        None if row.hands[owner, slot] == EMPTY else row.estimates[knower, owner, slot] / 1000
        for slot in range(setup.options.hand_size)
    ]
    while estimates and estimates[-1] is None:
        estimates.pop()
    return estimates


def last_to_dict(row: Any, words: tuple[str, ...]) -> dict[str, Any] | None:
    """The card revealed last."""
    if row.last_card == EMPTY:
        return None
    return {"card": words[row.last_card], "seat": row.last_seat, "right": bool(row.last_right)}


def world_of(row: Any, setup: Setup) -> list[float] | None:
    """CA-46: log10 of each animal's value in this game's world, in the order of the deck file."""
    if setup.options.knowledge != "shuffled_world":
        return None
    return [row.level[card] / 1000 for card in range(row.num_cards)]


def conserved(row: Any, setup: Setup) -> dict[str, int]:
    """What no choice may change: each card of the deck lies in one place, and the line is sorted.

    Hands of seats that are out count, and animals that do not take part (CA-45) lie aside.
    """
    hands = [card for hand in row.hands for card in hand if card != EMPTY]
    line = [row.line[i] for i in range(row.line_size)]
    deck = [row.deck[i] for i in range(row.deck_size)]
    box = [row.box[i] for i in range(row.box_size)]
    everywhere = hands + line + deck + box
    ranks = [row.rank[card] for card in line]
    sizes = [sum(card != EMPTY for card in hand) for hand in row.hands]
    return {
        "cards": len(everywhere),
        "different cards": len(set(everywhere)),
        "the line is sorted": int(ranks == sorted(ranks)),
        "hand sizes agree": int(sizes == list(row.hand_sizes)),
    }
