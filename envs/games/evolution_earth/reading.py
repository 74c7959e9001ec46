"""Reading a position from a document, and refusing what no game can reach.

What a document leaves out is as early in a game: an empty ocean each, full piles, nobody holds a
card, all other cards lie under the decks (see `lay_rest`). A table with fewer cards than a game has
is let through with `rest: removed`, so that a scene can be small.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import numpy as np
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.fields import checked_whole, flag, known_names, word_64
from phylarium.envs.core.game import Setup
from phylarium.envs.core.header import NOBODY
from phylarium.envs.core.rng import mix, shuffle

from .cards import (
    NUM_SPECIES,
    NUM_TERRITORIES,
    POINTS,
    POP,
    STARTER_CARDS,
    STARTER_POP,
    TERRITORIES,
    TERRITORY,
    WORDS,
    total_of,
)
from .fields import counts_of, kind_of, number_at, per_seat
from .notation import PHASES, conserved, has_pile, living, tables_digest
from .state import ABSENT, ACTING, EMPTY, HAND_SIZE, ORDERING, TABLING

FIELDS = (
    "tables", "seed", "rng", "choices_made", "turns", "over", "to_move", "phase", "has_tabled",
    "alive", "worlds", "pop", "hands", "decks", "under", "seen", "known_tops", "supply", "fossils",
    "removed", "rest", "rewards", "returns",
)  # fmt: skip


def from_dict(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Fill a fresh row; `PositionError` names the field that no game can have."""
    known_names(document, FIELDS, "an Evolution Earth position")
    if document.get("tables") != tables_digest(setup.options):
        raise PositionError(
            f"tables: the position is played with the card tables {document.get('tables')!r}, "
            f"this set-up has {tables_digest(setup.options)!r} (null: the tables shipped)"
        )
    read_header(document, row, setup)
    read_worlds(document, row, setup)
    read_cards(document, row, setup)
    lay_rest(document, row, setup)
    refuse_impossible_cards(row, setup)
    read_knowledge(document, row, setup)
    refuse_wrong_end(row, setup)


def read_header(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Counts, randomness, points, who lives and who is to move."""
    players, options = setup.num_players, setup.options
    row.seed, row.rng[0] = word_64(document, "seed"), word_64(document, "rng")
    row.plies = checked_whole(document.get("choices_made", 0), "choices_made", 0, setup.max_plies)
    for seat, value in enumerate(per_seat(document, "turns", setup, 1)):
        row.turns[seat] = checked_whole(value, "turns", 0, options.max_turns)
    row.turn = sum(row.turns)
    for field, cells in (("rewards", row.rewards), ("returns", row.returns)):
        for seat, value in enumerate(per_seat(document, field, setup, 0.0)):
            cells[seat] = number_at(value, field)
    alive = document.get("alive", list(range(players)))
    if not isinstance(alive, list | tuple) or not alive:
        raise PositionError(f"alive: a list of seats is wanted, got {alive!r}")
    row.alive = sum(
        1 << seat for seat in {checked_whole(s, "alive", 0, players - 1) for s in alive}
    )
    phase = document.get("phase", "action")
    if phase not in PHASES:
        raise PositionError(f"phase: {phase!r} is none of {', '.join(map(repr, PHASES))}")
    row.phase = PHASES.index(phase)
    row.has_tabled = flag(document, "has_tabled")
    if row.has_tabled and row.phase != ACTING:
        raise PositionError("has_tabled: POP is tabled before the action, and told till its end")
    over = document.get("over")
    if over not in (None, "ended", "cut off"):
        raise PositionError(f"over: {over!r} is none of 'ended', 'cut off'")
    row.terminal, row.truncated, row.to_move = over == "ended", over == "cut off", NOBODY
    if over is None:
        row.to_move = checked_whole(
            document.get("to_move", living(row)[0]), "to_move", 0, players - 1
        )
        if not row.alive >> row.to_move & 1:
            raise PositionError(f"to_move: seat {row.to_move} has been eliminated")
        row.deciding = 1 << row.to_move
        if row.turns[row.to_move] == 0:
            raise PositionError(f"turns: seat {row.to_move} is to move and has begun no turn")
    elif "to_move" in document:
        raise PositionError("to_move: the game is over")


def read_worlds(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Territories, the species on them, and tabled POP."""
    row.world[:] = 0
    for seat, world in enumerate(per_seat(document, "worlds", setup, None)):
        is_alive = row.alive >> seat & 1
        if world is None:
            world = {"ocean": None} if is_alive else {}
        if not isinstance(world, Mapping):
            raise PositionError(f"worlds: territories and species are wanted, got {world!r}")
        for territory in range(NUM_TERRITORIES):
            row.world[seat, territory] = ABSENT
        for name, species in world.items():
            if name not in TERRITORIES:
                near = difflib.get_close_matches(str(name), TERRITORIES, n=1, cutoff=0.0)
                raise PositionError(f"worlds: no territory {name!r}; the nearest is {near[0]!r}")
            kind = EMPTY if species is None else kind_of(species, "worlds")
            if kind >= NUM_SPECIES:
                raise PositionError(f"worlds: {species!r} is no species")
            row.world[seat, TERRITORIES.index(name)] = kind
    for seat, count in enumerate(per_seat(document, "pop", setup, 0)):
        row.pop[seat] = checked_whole(count, "pop", 0, total_of(POP, setup.num_players))


def read_cards(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Hands, decks, and the piles that belong to nobody."""
    for field, cells in (("hands", row.hand), ("under", row.under)):
        for seat, value in enumerate(per_seat(document, field, setup, {})):
            for kind, count in counts_of(value, field).items():
                cells[seat, kind] = count
    for seat, value in enumerate(per_seat(document, "decks", setup, [])):
        counts = counts_of(value, "decks")
        if isinstance(value, Mapping):  # no order is told: draw one
            kinds = [kind for kind in sorted(counts) for _ in range(counts[kind])]
            cards = np.array(kinds, np.int64)
            stream = np.array([mix(int(row.rng[0]) + seat)], np.uint64)
            shuffle(stream, cards, 0, len(cards))
            kinds = [int(kind) for kind in cards]
        else:
            kinds = [kind_of(word, "decks") for word in reversed(value)]
        if len(kinds) > row.deck.shape[1]:
            raise PositionError(f"decks: {len(kinds)} cards, the game has fewer")
        for i, kind in enumerate(kinds):
            row.deck[seat, i] = kind
        row.deck_sizes[seat] = len(kinds)
    for field, cells in (
        ("supply", row.supply),
        ("fossils", row.fossils),
        ("removed", row.removed),
    ):
        for kind, count in counts_of(document.get(field, {}), field).items():
            if field == "supply" and not has_pile(kind):
                raise PositionError(f"supply: there is no pile of {WORDS[kind]}")
            if field == "fossils" and not (kind < POP or kind >= TERRITORY + NUM_TERRITORIES):
                raise PositionError(f"fossils: {WORDS[kind]} never becomes a fossil")
            cells[kind] = count


def lay_rest(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Cards that no field names: first a pile that `supply` does not name is filled as at the
    start; what is left goes card by card to the living seats in turn, under their decks.

    With `rest: removed` what is left has left the game instead.
    """
    rest = document.get("rest", "decks")
    if rest not in ("decks", "removed"):
        raise PositionError(f"rest: {rest!r} is none of 'decks', 'removed'")
    named = counts_of(document.get("supply", {}), "supply")
    have = conserved(row, setup)
    for kind, word in enumerate(WORDS):
        total = total_of(kind, setup.num_players)
        left = total - have[word]
        if left < 0:
            raise PositionError(
                f"{fields_with(row, kind)}: {have[word]} {word} cards, the game has {total}"
            )
        if has_pile(kind) and kind not in named:
            pile = total if kind != POP else total - STARTER_POP * setup.num_players
            row.supply[kind] = min(left, pile)
            left -= row.supply[kind]
        if rest == "removed":
            row.removed[kind] += left
            continue
        for i in range(left):
            seat = living(row)[i % len(living(row))]
            if not setup.options.blue_pearl:
                row.under[seat, kind] += 1
                continue
            size = row.deck_sizes[seat]
            for at in range(size, 0, -1):
                row.deck[seat, at] = row.deck[seat, at - 1]
            row.deck[seat, 0] = kind
            row.deck_sizes[seat] = size + 1


def fields_with(row: Any, kind: int) -> str:
    """The fields that name cards of a kind, for a message."""
    decks = any(
        row.deck[s, i] == kind for s in range(row.num_players) for i in range(row.deck_sizes[s])
    )
    worlds = np.asarray(row.world)[: row.num_players]
    if TERRITORY <= kind < TERRITORY + NUM_TERRITORIES:
        in_worlds = (worlds[:, kind - TERRITORY] != ABSENT).any()
    else:
        in_worlds = (worlds == kind).any()
    is_in = {
        "worlds": bool(in_worlds),
        "pop": kind == POP and any(row.pop),
        "hands": any(row.hand[s, kind] for s in range(row.num_players)),
        "decks": decks,
        "under": any(row.under[s, kind] for s in range(row.num_players)),
        "supply": row.supply[kind] > 0,
        "fossils": row.fossils[kind] > 0,
        "removed": row.removed[kind] > 0,
    }
    return ", ".join(field for field, there in is_in.items() if there)


def refuse_impossible_cards(row: Any, setup: Setup) -> None:
    """Hands, piles and phases that no turn has."""
    for seat in range(setup.num_players):
        hand = sum(row.hand[seat])
        is_moving = seat == row.to_move or row.to_move == NOBODY
        if hand > HAND_SIZE:
            raise PositionError(f"hands: seat {seat} has {hand} cards, a hand has {HAND_SIZE}")
        if hand and not is_moving:
            raise PositionError(f"hands: seat {seat} is not to move, so it holds no card")
        owns = hand + sum(row.under[seat]) + row.deck_sizes[seat] + row.pop[seat]
        if not row.alive >> seat & 1 and (owns or any(w != ABSENT for w in row.world[seat])):
            raise PositionError(f"alive: seat {seat} has been eliminated and owns no card")
        is_collecting = row.phase == ORDERING and seat == row.to_move
        if setup.options.blue_pearl and sum(row.under[seat]) and not is_collecting:
            raise PositionError(
                f"under: in Blue Pearl nothing lies apart from the deck of seat {seat} now"
            )
    if row.phase == ORDERING:
        if not setup.options.blue_pearl:
            raise PositionError("phase: cards are ordered in Blue Pearl alone")
        if row.to_move != NOBODY and (
            sum(row.hand[row.to_move]) or not sum(row.under[row.to_move])
        ):
            raise PositionError("phase: while cards are ordered they lie in 'under', none in hand")
    if row.has_tabled and row.to_move != NOBODY and row.pop[row.to_move] == 0:
        raise PositionError("has_tabled: who has tabled POP in this turn has some")
    if row.phase == TABLING and row.to_move == NOBODY and row.terminal:
        raise PositionError("phase: nobody wins by tabling POP")


def read_knowledge(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """EE-54: what the others know of hidden cards."""
    is_pearl = setup.options.blue_pearl
    if "known_tops" in document and not is_pearl:
        raise PositionError("known_tops: means nothing without option blue_pearl")
    for seat, value in enumerate(per_seat(document, "known_tops", setup, 0)):
        most = min(STARTER_CARDS, row.deck_sizes[seat])
        row.known_tops[seat] = checked_whole(value, "known_tops", 0, most)
    where, cells = ("hands", row.hand) if is_pearl else ("under", row.under)
    for seat, value in enumerate(per_seat(document, "seen", setup, {})):
        for kind, count in counts_of(value, "seen").items():
            if count > cells[seat, kind]:
                raise PositionError(
                    f"seen: {count} {WORDS[kind]} of seat {seat}, {where} has {cells[seat, kind]}"
                )
            row.seen[seat, kind] = count


def refuse_wrong_end(row: Any, setup: Setup) -> None:
    """A game is won when a world reaches the goal or one player is left, and then it is over."""
    table = setup.options.species_table
    points = [
        sum(table[POINTS + species] for species in row.world[seat] if species >= 0)
        for seat in range(setup.num_players)
    ]
    is_won = len(living(row)) == 1 or max(points) >= setup.options.goal
    if is_won and not row.terminal:
        raise PositionError(
            f"over: points are {points} and seats {living(row)} live, so the game has ended; "
            'the document must say "over": "ended"'
        )
    if row.terminal and not is_won:
        raise PositionError(f"over: with points {points} and seats {living(row)} nobody has won")
    if row.truncated and max(row.turns) < setup.options.max_turns:
        raise PositionError("over: the game is cut off when somebody has begun max_turns turns")
