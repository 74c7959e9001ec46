"""A position as a small JSON document. RULES.md describes the document; reading.py reads it back.

Cards go by their words (`mammal-water-1-blue`, `fish`), slots as in actions.py. Entries that say
what the reader takes for granted are left out.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup

from .actions import slot_counts, slot_words
from .cards import FISH, NUM_ANIMALS, NUM_CARDS, WORDS
from .slots import PAIR_HIGH, PAIR_LOW
from .state import (
    ASIDE,
    DECK,
    EMPTY,
    FOUND,
    GIVING,
    LOOKS,
    MAX_HAND,
    NO_CHOICE,
    PERSONAL,
    PILE,
    TEMPORARY,
)
from .variants import has_bonus

NOBODY = -1


def card_words(cards: Any) -> list[str | None]:
    """Cards as words, None for an empty place, without the empty places at the end."""
    words = [WORDS[card] if card != EMPTY else None for card in cards]
    while words and words[-1] is None:
        words.pop()
    return words


def seats_of(bits: int) -> list[int]:
    """The numbers in a bit set."""
    return [seat for seat in range(8) if bits >> seat & 1]


def hand_of(row: Any, seat: int) -> range:
    """The places of a seat's personal cards."""
    first = PERSONAL + MAX_HAND * seat
    return range(first, first + MAX_HAND)


def place_word(place: int, seat: int, setup: Setup) -> str:
    """The word by which a seat calls a place."""
    if place < TEMPORARY:
        return f"s{place}"
    if place < PERSONAL:
        return f"t{place - TEMPORARY}"
    owner, k = divmod(place - PERSONAL, MAX_HAND)
    steps = (owner - seat) % setup.num_players
    return f"n{steps}p{k}" if steps else f"p{k}"


def to_dict(row: Any, setup: Setup) -> dict[str, Any]:
    """The whole position, hidden parts included; entries that say what a document's default says
    are left out.
    """
    document = {
        "tick": row.turn,
        "choices_made": row.plies,
        "seed": str(int(row.seed)),
        "rng": f"{int(row.rng[0]):#018x}",
        "shared": card_words(row.table[:TEMPORARY]),
        "temporary": card_words(row.table[TEMPORARY:PERSONAL]),
        "hands": [
            card_words([row.table[p] for p in hand_of(row, seat)])
            for seat in range(setup.num_players)
        ],
        "piles": [
            [WORDS[card] for card in range(NUM_CARDS) if row.place[card] == PILE + seat]
            for seat in range(setup.num_players)
        ],
        "aside": [WORDS[card] for card in aside_cards(row, setup)],
        "deck": [WORDS[row.deck[i]] for i in range(row.deck_size - 1, -1, -1)],
        "triples": list(row.num_triples[: setup.num_players]),
        "order": list(row.order[: setup.num_players]),
        "rewards": [float(x) for x in row.rewards[: setup.num_players]],
        "returns": [float(x) for x in row.returns[: setup.num_players]],
        **moment_to_dict(row, setup),
    }
    if row.options.vision == LOOKS:
        document["looks"] = looks_to_dict(row, setup)
    return {
        name: value
        for name, value in document.items()
        if not (value is None or value is False or (value == [] and name != "deck"))
    }


def moment_to_dict(row: Any, setup: Setup) -> dict[str, Any]:
    """Who owes what, and the flags of the variants; None, False and [] are left out by
    the caller.
    """
    players = range(setup.num_players)
    over = "ended" if row.terminal else "cut off" if row.truncated else None
    choices = [
        None if row.choices[s] == NO_CHOICE else setup.actions.words[row.choices[s]]
        for s in players
    ]
    claims = [
        {
            "seat": row.claim_seats[i],
            "slots": [place_word(p, row.claim_seats[i], setup) for p in row.claim_places[i]],
        }
        for i in range(row.num_claims)
    ]
    known = [[seats_of(row.known[p - PERSONAL]) for p in hand_of(row, seat)] for seat in players]
    return {
        "over": over,
        "phase": "giving" if row.phase == GIVING else None,
        "to_move": row.to_move if over is None else None,
        "deciding": seats_of(row.deciding) if over is None else None,
        "choices": choices if any(choices) else None,
        "silence": row.silence or None,
        "resting": row.resting if row.resting != NOBODY else None,
        "owed": owed_or_none([seats_of(row.owed[s]) for s in players]),
        "lockouts": owed_or_none(list(row.lockouts[: setup.num_players])),
        "hands_open": bool(row.hands_open),
        "claimed_open": bool(row.claimed_open),
        "known": known if has_uncommon_knowledge(row, setup) else None,
        "claims": claims,
        "refilled": row.num_refilled or None,
    }


def owed_or_none(entries: list[Any]) -> list[Any] | None:
    """The entries if any of them says something."""
    return entries if any(entries) else None


def has_uncommon_knowledge(row: Any, setup: Setup) -> bool:
    """Whether personal cards are known otherwise than to their owners, or with open hands
    to all.
    """
    for place in range(PERSONAL, PILE):
        if row.table[place] != EMPTY and row.known[place - PERSONAL] != common_knowledge(
            place, bool(row.hands_open), setup
        ):
            return True
    return False


def common_knowledge(place: int, are_open: bool, setup: Setup) -> int:
    """Bits of who knows a personal card by default."""
    return (1 << setup.num_players) - 1 if are_open else 1 << (place - PERSONAL) // MAX_HAND


def aside_cards(row: Any, setup: Setup) -> list[int]:
    """Cards set aside unseen; those that the set-up leaves out are not among them."""
    return [card for card in deck_of(setup) if row.place[card] == ASIDE]


def deck_of(setup: Setup) -> list[int]:
    """All cards that may take part, set aside unseen or not."""
    are_threes = setup.options.learning or setup.options.threes_only
    animals = [card for card in range(NUM_ANIMALS) if not are_threes or card // 3 % 3 == 2]
    return animals + (list(range(FISH, NUM_CARDS)) if has_bonus(setup.options) else [])


def looks_to_dict(row: Any, setup: Setup) -> dict[str, Any]:
    """What players have noted, and the generations that date it."""
    words, notes = slot_words(setup), []
    for seat in range(setup.num_players):
        pairs = [
            (f"{words[PAIR_LOW[p]]} {words[PAIR_HIGH[p]]}", row.notes[seat, p])
            for p in range(slot_counts(setup).pairs)
            if row.notes[seat, p]
        ]
        notes.append({pair: "found" if what == FOUND else int(what) - 1 for pair, what in pairs})
    return {
        "left": list(row.looks_left[: setup.num_players]),
        "generation": int(row.generation),
        "opened": int(row.opened),
        "came": [int(row.came[place]) for place in range(PILE) if row.table[place] != EMPTY],
        "notes": notes,
    }


def conserved(row: Any, setup: Setup) -> dict[str, int]:
    """What no choice may change: every card lies in one place, and the counts agree with the
    places.
    """
    places = [card for card in row.table if card != EMPTY]
    deck = [row.deck[i] for i in range(row.deck_size)]
    piles = [card for card in range(NUM_CARDS) if row.place[card] >= PILE]
    everywhere = places + deck + piles + aside_cards(row, setup)
    is_consistent = (
        all(row.place[card] == DECK for card in deck)
        and all(row.place[row.table[p]] == p for p in range(PILE) if row.table[p] != EMPTY)
        and sum(row.pile_sizes) == len(piles)
        and row.num_shared == sum(card != EMPTY for card in row.table[:TEMPORARY])
        and row.bonus_in_deck == sum(card >= NUM_ANIMALS for card in deck)
    )
    return {
        "cards": len(everywhere),
        "different cards": len(set(everywhere)),
        "places agree": int(is_consistent),
    }
