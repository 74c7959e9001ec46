"""A position as a small JSON document. RULES.md describes the document; reading.py reads it back.

Cards go by their words (`red tide`, `pop`); cards without an order are a mapping of words to
counts. Entries that say what the reader takes for granted are left out.
"""

from __future__ import annotations

import hashlib
from typing import Any

from phylarium.envs.core.game import Setup

from .cards import (
    CATACLYSM_TABLE,
    NUM_KINDS,
    POP,
    SPECIES_TABLE,
    TERRITORIES,
    TERRITORY,
    TERRITORY_TABLE,
    WORDS,
)
from .state import ABSENT, Options

PHASES = ("pop", "action", "order")


def tables_digest(options: Options) -> str | None:
    """EE-55: a short hash of the user's own tables; None where ours are played."""
    tables = (options.species_table, options.cataclysm_table, options.territory_table)
    if tables == (SPECIES_TABLE, CATACLYSM_TABLE, TERRITORY_TABLE):
        return None
    return hashlib.sha256(repr(tables).encode()).hexdigest()[:12]


def counts_in_words(counts: Any) -> dict[str, int]:
    """The kinds of which there are any, by their words."""
    return {WORDS[kind]: counts[kind] for kind in range(NUM_KINDS) if counts[kind]}


def world_in_words(world: Any) -> dict[str, str | None]:
    """The tabled territories and who lives there."""
    return {
        name: WORDS[species] if species >= 0 else None
        for name, species in zip(TERRITORIES, world, strict=True)
        if species != ABSENT
    }


def deck_in_words(row: Any, seat: int) -> list[str]:
    """The cards above the SHUFFLE card, the top one first."""
    return [WORDS[row.deck[seat, i]] for i in range(row.deck_sizes[seat] - 1, -1, -1)]


def living(row: Any) -> list[int]:
    """The seats still in the game."""
    return [seat for seat in range(row.num_players) if row.alive >> seat & 1]


def to_dict(row: Any, setup: Setup) -> dict[str, Any]:
    """The whole position, hidden parts included."""
    seats = range(setup.num_players)
    over = "ended" if row.terminal else "cut off" if row.truncated else None
    document = {
        "tables": tables_digest(setup.options),
        "seed": str(int(row.seed)),
        "rng": f"{int(row.rng[0]):#018x}",
        "choices_made": row.plies,
        "turns": list(row.turns[: setup.num_players]),
        "over": over,
        "to_move": row.to_move if over is None else None,
        "phase": PHASES[row.phase],
        "has_tabled": bool(row.has_tabled) or None,
        "alive": living(row) if len(living(row)) < setup.num_players else None,
        "worlds": [world_in_words(row.world[seat]) for seat in seats],
        "pop": list(row.pop[: setup.num_players]),
        "hands": [counts_in_words(row.hand[seat]) for seat in seats],
        "decks": [deck_in_words(row, seat) for seat in seats],
        "under": [counts_in_words(row.under[seat]) for seat in seats],
        "seen": said([counts_in_words(row.seen[seat]) for seat in seats]),
        "known_tops": said(list(row.known_tops[: setup.num_players])),
        "supply": {WORDS[k]: row.supply[k] for k in range(NUM_KINDS) if has_pile(k)},
        "fossils": counts_in_words(row.fossils) or None,
        "removed": counts_in_words(row.removed) or None,
        "rewards": said([float(x) for x in row.rewards[: setup.num_players]]),
        "returns": said([float(x) for x in row.returns[: setup.num_players]]),
    }
    return {name: value for name, value in document.items() if value is not None}


def said(entries: list[Any]) -> list[Any] | None:
    """The entries if any of them says something."""
    return entries if any(entries) else None


def has_pile(kind: int) -> bool:
    """EE-14: whether cards of a kind lie in the supply: critters and territories do not."""
    return 0 < kind <= POP or kind >= TERRITORY + len(TERRITORIES)


def conserved(row: Any, setup: Setup) -> dict[str, int]:
    """What no choice may change: how many cards of each kind there are."""
    total = [row.supply[kind] + row.fossils[kind] + row.removed[kind] for kind in range(NUM_KINDS)]
    for seat in range(setup.num_players):
        total[POP] += row.pop[seat]
        for territory, species in enumerate(row.world[seat]):
            total[TERRITORY + territory] += species != ABSENT
            if species >= 0:
                total[species] += 1
        for i in range(row.deck_sizes[seat]):
            total[row.deck[seat, i]] += 1
        for kind in range(NUM_KINDS):
            total[kind] += row.hand[seat, kind] + row.under[seat, kind]
    return dict(zip(WORDS, total, strict=True))
