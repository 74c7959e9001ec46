"""What a player would tell of the table, in words. CA-03, CA-19, CA-41, CA-44."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup

from .cards import CHARACTERISTICS, FAMILIES, STATUSES
from .state import EMPTY, TIE_BREAK, deck_of, shows_family, shows_identity
from .units import in_units, level_in_units

_COMPARED = {"size": "size", "weight": "weight", "lifespan": "lifespan"}


def text(row: Any, seat: int, setup: Setup) -> str:
    """The game as `seat` sees it; -1 for what is open to all."""
    lines = [heading(row, seat), line_text(row, setup)]
    lines += hand_lines(row, seat, setup)
    lines.append(box_text(row, setup))
    lines += flag_lines(row, setup)
    if seat >= 0 and not (row.terminal or row.truncated):
        lines.append(choice_text(row, seat, setup))
    return "\n".join(lines)


def heading(row: Any, seat: int) -> str:
    """Round, characteristic, deck, and whether the game is over."""
    moment = "over" if row.terminal else "cut off" if row.truncated else f"round {row.round + 1}"
    kind = ", a tie-break" if row.phase == TIE_BREAK and row.to_move >= 0 else ""
    you = f", you are player_{seat}" if seat >= 0 else ""
    name = CHARACTERISTICS[row.characteristic]
    return f"Cardline: Animals by {name}, {moment}{kind}{you}. Deck: {row.deck_size} cards."


def value_text(row: Any, card: int, setup: Setup) -> str:
    """A revealed value in its unit; in a shuffled world the one of this game."""
    characteristic = row.characteristic
    if setup.options.knowledge == "shuffled_world":
        return level_in_units(row.level[card], characteristic)
    value = deck_of(setup).animals[card].values[characteristic]
    return in_units(value, CHARACTERISTICS[characteristic])


def revealed_text(row: Any, card: int, setup: Setup) -> str:
    """CA-44: a card whose back is up: value in play, the others, family, level of risk."""
    animal = deck_of(setup).animals[card]
    others = [
        f"{name} {in_units(animal.values[c], name)}"
        for c, name in enumerate(CHARACTERISTICS)
        if c != row.characteristic
    ]
    facts = [FAMILIES[animal.family], *others]
    if animal.status:
        facts.append(STATUSES[animal.status])
    value = value_text(row, card, setup)
    if row.characteristic == 0 and animal.size_measure:
        value += f" ({animal.size_measure})"
    return f"{animal.common_name} {value} [{', '.join(facts)}]"


def line_text(row: Any, setup: Setup) -> str:
    """The line with its gaps."""
    parts = ["(gap 0)"]
    for i in range(row.line_size):
        parts.append(f"{revealed_text(row, row.line[i], setup)} (gap {i + 1})")
    return f"Line, smallest first: {' '.join(parts)}"


def hidden_text(row: Any, seat: int, owner: int, slot: int, setup: Setup) -> str:
    """CA-41: what a seat knows of a card in a hand; -1: what everybody knows."""
    card = row.hands[owner, slot]
    animal = deck_of(setup).animals[card]
    what = "a card"
    if shows_identity(row):
        what = f"{animal.common_name} ({animal.scientific_name})"
    if shows_family(row):
        what += f" of the {FAMILIES[animal.family]}"
    if seat >= 0 and setup.options.knowledge == "noisy_prior":
        guess = level_in_units(row.estimates[seat, owner, slot], row.characteristic)
        what += f", by your estimate {guess}"
    return f"card {slot}: {what}"


def hand_lines(row: Any, seat: int, setup: Setup) -> list[str]:
    """Every hand, the own one first; hands of seats that are out too (CA-28)."""
    lines = []
    for steps in range(setup.num_players):
        owner = (max(seat, 0) + steps) % setup.num_players
        held = [
            hidden_text(row, seat, owner, slot, setup)
            for slot in range(setup.options.hand_size)
            if row.hands[owner, slot] != EMPTY
        ]
        if row.markers[owner]:
            held.append("a marker")
        whose = "You" if owner == seat else f"player_{owner}"
        out = "" if row.alive >> owner & 1 else " (out of the game)"
        lines.append(f"{whose}{out}: {'; '.join(held) or 'no card'}.")
    return lines


def box_text(row: Any, setup: Setup) -> str:
    """The wrong cards."""
    box = [revealed_text(row, row.box[i], setup) for i in range(row.box_size)]
    return f"In the box: {'; '.join(box) or 'nothing'}."


def flag_lines(row: Any, setup: Setup) -> list[str]:
    """The card revealed last, the last round, whose turn it is, the result."""
    lines = []
    if row.last_card != EMPTY:
        how = "rightly" if row.last_right else "wrongly"
        name = deck_of(setup).animals[row.last_card].common_name
        lines.append(f"player_{row.last_seat} placed {name} {how}.")
    if row.ran_out:
        lines.append("The deck has run out: this round is the last.")
    if row.to_move >= 0:
        lines.append(f"player_{row.to_move} is to move; player_{row.first} opened the game.")
    else:
        points = ", ".join(f"player_{s} {row.returns[s]:g}" for s in range(setup.num_players))
        lines.append(f"Points: {points}.")
    return lines


def choice_text(row: Any, seat: int, setup: Setup) -> str:
    """What the seat may say now."""
    if row.to_move != seat:
        return "It is not your turn."
    if setup.options.placing == "rank":
        return (
            "Say `card 0 rank 57`: a card of yours and the place, from 0, that its value has among "
            "the different values of the deck; it goes into the gap where that place lies."
        )
    return "Say `card 0 gap 3`: a card of yours and the gap of the line where it belongs."
