"""What a player would tell of the table, in words."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup

from .cards import CLADE, CLADES, COLOURS, ENVIRONMENTS, FISH, NUM_ANIMALS, QUALITIES, TABLE, WORDS
from .notation import NOBODY, hand_of, place_word, seats_of
from .state import EMPTY, FOUND, GIVING, LOOKS, NO_CHOICE, PERSONAL, PILE, TEMPORARY
from .variants import has_bonus


def text(row: Any, seat: int, setup: Setup) -> str:
    """The game as `seat` sees it; -1 for what is open to all."""
    lines = [heading(row, seat, setup), *table_lines(row, seat, setup)]
    lines += hand_lines(row, seat, setup)
    lines += pile_lines(row, seat, setup)
    lines += flag_lines(row, seat, setup)
    if setup.options.vision == "looks" and seat >= 0:
        lines += note_lines(row, seat, setup)
    if seat >= 0 and not (row.terminal or row.truncated):
        lines += choice_lines(row, seat, setup)
    return "\n".join(lines)


def heading(row: Any, seat: int, setup: Setup) -> str:
    """Tick, deck, and whether the game is over."""
    state = "over" if row.terminal else "cut off" if row.truncated else f"tick {row.turn + 1}"
    you = f", you are player_{seat}" if seat >= 0 else ""
    bonus = ""
    if has_bonus(setup.options):
        out = [WORDS[card] for card in (FISH, FISH + 1) if row.place[card] >= PILE]
        bonus = f"; bonus cards out: {' and '.join(out) or 'none'}"
    return f"Clades, {state}{you}. Deck: {row.deck_size} cards{bonus}."


def card_text(card: int, row: Any, setup: Setup) -> str:
    """A card as a player reads it: with `looks` no more than its clade. CL-66: groups go by the
    theme.
    """
    if setup.options.vision == "looks":
        return f"a {CLADES[CLADE[card]]}"
    clade, environment, number, colour = (int(q) for q in QUALITIES[card])
    group = TABLE[card][f"{setup.options.theme}_group"] or TABLE[card]["living_group"]
    return f"{number + 1} {COLOURS[colour]} {CLADES[clade]} {ENVIRONMENTS[environment]} ({group})"


def table_lines(row: Any, seat: int, setup: Setup) -> list[str]:
    """CL-06: the shared cards in three rows by clade, each with its slot; then the
    temporary cards.
    """
    lines = ["Shared cards:"]
    for clade, name in enumerate(CLADES):
        cards = [
            f"{place_word(p, max(seat, 0), setup)} {card_text(row.table[p], row, setup)}"
            for p in range(PERSONAL)
            if row.table[p] != EMPTY and CLADE[row.table[p]] == clade
        ]
        lines.append(f"  {name}s: {', '.join(cards) or 'none'}")
    if setup.options.false_call_penalty:
        lines.append("  Cards in t slots are temporary: they are not replaced.")
    return lines


def hand_lines(row: Any, seat: int, setup: Setup) -> list[str]:
    """The personal cards that the seat knows, its own first."""
    lines = []
    for steps in range(setup.num_players):
        owner = (max(seat, 0) + steps) % setup.num_players
        held = [p for p in hand_of(row, owner) if row.table[p] != EMPTY]
        words = []
        for place in held:
            is_open = bool(row.hands_open) if seat < 0 else knows(row, seat, place)
            if is_open:
                named = place_word(place, max(seat, 0), setup)
                words.append(f"{named} {card_text(row.table[place], row, setup)}")
            else:
                words.append("a closed card")
        if held:
            whose = "Your" if owner == seat else f"player_{owner}'s"
            lines.append(f"{whose} personal cards: {', '.join(words)}.")
    return lines


def knows(row: Any, seat: int, place: int) -> bool:
    """Whether a seat knows the personal card of a place."""
    return bool(row.known[place - PERSONAL] >> seat & 1)


def pile_lines(row: Any, seat: int, setup: Setup) -> list[str]:
    """CL-09: pile sizes, and which cards are in piles, open to all."""
    sizes = ", ".join(f"player_{s} {row.pile_sizes[s]}" for s in range(setup.num_players))
    gone = [WORDS[card] for card in range(NUM_ANIMALS) if row.place[card] >= PILE]
    return [f"Piles: {sizes}.", f"Cards in piles: {', '.join(gone) or 'none'}."]


def flag_lines(row: Any, seat: int, setup: Setup) -> list[str]:
    """Silence, breaks, lockouts, open hands, the tie order where it is known."""
    lines = [f"Silent ticks: {row.silence}."] if row.silence else []
    if row.resting != NOBODY:
        lines.append(f"player_{row.resting} rests until the next triple.")
    for player in range(setup.num_players):
        if row.lockouts[player]:
            lines.append(f"player_{player} sits out {row.lockouts[player]} more ticks.")
    if row.hands_open:
        lines.append("Hands lie open: a triple may use one personal card of anybody.")
    if row.num_claims:
        lines.append("Claimed cards have not been replaced yet.")
    if setup.options.tie_order in ("rotating", "seat") and setup.num_players > 1:
        order = " before ".join(f"player_{s}" for s in row.order[: setup.num_players])
        lines.append(f"Among calls of one tick: {order}.")
    return lines


def note_lines(row: Any, seat: int, setup: Setup) -> list[str]:
    """CL-63: what the seat has noted by looking."""
    words = [place_word(p, seat, setup) for p in named_places(row, seat)]
    found, looked = [], []
    for high in range(len(words)):
        for low in range(high):
            what = note_of(row, seat, words[low], words[high], setup)
            if what == FOUND:
                found.append(f"{words[low]} {words[high]}")
            elif what:
                looked.append(f"{words[low]} {words[high]}")
    return [
        f"Looked at without finding: {', '.join(looked) or 'nothing'}.",
        f"Found to be in a triple: {', '.join(found) or 'nothing'}.",
    ]


def named_places(row: Any, seat: int) -> list[int]:
    """Places with a card in the seat's sight, in the order of their slots."""
    players = row.num_players
    places = [p for p in range(TEMPORARY) if row.table[p] != EMPTY]
    for steps in range(players if row.hands_open else 1):
        owner = (seat + steps) % players
        places += [p for p in hand_of(row, owner) if row.table[p] != EMPTY]
    return places


def note_of(row: Any, seat: int, low: str, high: str, setup: Setup) -> int:
    """A seat's note about two slots."""
    pair = setup.actions.ids[f"call {low} {high}"] - setup.actions.ranges["call"].start
    return int(row.notes[seat, pair])


def choice_lines(row: Any, seat: int, setup: Setup) -> list[str]:
    """What the seat may say now."""
    if row.choices[seat] != NO_CHOICE:
        return [f"You have chosen: {setup.actions.words[row.choices[seat]]}."]
    if seat not in seats_of(row.deciding):
        return ["You owe no choice now."]
    if row.phase == GIVING:
        return ["Say `give p0` (or another of your personal cards): it pays for the card you used."]
    if row.resting == seat or row.lockouts[seat]:
        return ["You may only say `wait`."]
    lines = [
        "Say `wait`, `ask` (for help: open hands or one more shared card, if all ask), or call two "
        "cards of a triple, the lower slot first: `call s0 s3`."
    ]
    if row.options.vision == LOOKS:
        lines.append(
            f"You may first look at {row.looks_left[seat]} more pairs: `look s0 s3` tells whether "
            "their third card is in sight; only triples found so may be called, by their two "
            "lowest slots."
        )
    return lines
