"""What a player would tell of the table, in words. EE-54."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup

from .cards import (
    ATTACK,
    CATACLYSM,
    CATACLYSM_COST,
    CATACLYSMS,
    FISHES,
    NUM_KINDS,
    NUM_SPECIES,
    POINTS,
    POP,
    SPECIES_COST,
    WORDS,
)
from .notation import PHASES, counts_in_words, deck_in_words, world_in_words


def text(row: Any, seat: int, setup: Setup) -> str:
    """The game as `seat` sees it; -1 for what is open to all."""
    lines = [heading(row, seat, setup), *pile_lines(row, setup)]
    for steps in range(setup.num_players):
        lines += player_lines(row, seat, (max(seat, 0) + steps) % setup.num_players, setup)
    if seat >= 0 and row.alive >> seat & 1:
        lines += own_lines(row, seat, setup)
    return "\n".join(lines)


def heading(row: Any, seat: int, setup: Setup) -> str:
    """Who is to move and what is owed."""
    you = f" You are player_{seat}." if seat >= 0 else ""
    title = f"Evolution Earth: Cataclysm, first to {setup.options.goal} points."
    if row.terminal or row.truncated:
        return f"{title}{you} The game is {'over' if row.terminal else 'cut off'}."
    owed = {
        "pop": "how many POP to table",
        "action": "an action",
        "order": "which card goes under the deck next",
    }[PHASES[row.phase]]
    return f"{title}{you} player_{row.to_move} chooses {owed}."


def in_words(counts: dict[str, int]) -> str:
    """`2 pop, 1 fishes`."""
    return ", ".join(f"{count} {word}" for word, count in counts.items()) or "none"


def pile_lines(row: Any, setup: Setup) -> list[str]:
    """The supply with prices, the fossils, and what left the game."""
    species, cataclysms = setup.options.species_table, setup.options.cataclysm_table
    for_sale = [
        f"{row.supply[k]} {WORDS[k]} (cost {species[SPECIES_COST + k]}, "
        f"points {species[POINTS + k]})"
        for k in range(FISHES, NUM_SPECIES)
    ] + [
        f"{row.supply[CATACLYSM + c]} {name} (cost {cataclysms[CATACLYSM_COST + c]}, "
        f"attack {cataclysms[ATTACK + c]})"
        for c, name in enumerate(CATACLYSMS)
    ]
    lines = [f"Supply: {row.supply[POP]} pop, {', '.join(for_sale)}."]
    lines.append(f"Fossils: {in_words(counts_in_words(row.fossils))}.")
    if any(row.removed):
        lines.append(f"Out of the game: {in_words(counts_in_words(row.removed))}.")
    return lines


def player_lines(row: Any, seat: int, other: int, setup: Setup) -> list[str]:
    """A world, tabled POP, and what everybody remembers of the player's other cards."""
    who = "You" if other == seat else f"player_{other}"
    if not row.alive >> other & 1:
        return [f"{who}: extinct after {row.turns[other]} turns."]
    table = setup.options.species_table
    world = world_in_words(row.world[other])
    points = sum(table[POINTS + species] for species in row.world[other] if species >= 0)
    places = ", ".join(f"{place}: {species or 'empty'}" for place, species in world.items())
    sizes = (
        f"hand {sum(row.hand[other])}, deck {row.deck_sizes[other]} above "
        f"and {sum(row.under[other])} under SHUFFLE"
    )
    lines = [
        f"{who}: {points} points, {row.pop[other]} pop tabled, {row.turns[other]} turns; {sizes}.",
        f"  World: {places or 'no territory'}.",
    ]
    if other != seat:
        lines.append(f"  Hidden cards: {in_words(hidden_of(row, other, setup))}.")
        if setup.options.blue_pearl:
            top = deck_in_words(row, other)[: row.known_tops[other]]
            lines.append(f"  Top of the deck, in the common first order: {', '.join(top) or '-'}.")
        else:
            seen = in_words(counts_in_words(row.seen[other]))
            lines.append(f"  Openly put under SHUFFLE: {seen}.")
    return lines


def hidden_of(row: Any, other: int, setup: Setup) -> dict[str, int]:
    """Cards that a player owns, untabled, of which others do not know where they lie."""
    counts = [row.hand[other, k] + row.under[other, k] for k in range(NUM_KINDS)]
    for i in range(row.deck_sizes[other]):
        counts[row.deck[other, i]] += 1
    if not setup.options.blue_pearl:
        counts = [count - row.seen[other, k] for k, count in enumerate(counts)]
    return counts_in_words(counts)


def own_lines(row: Any, seat: int, setup: Setup) -> list[str]:
    """The own hand and what the seat remembers of its deck."""
    lines = [f"Your hand: {in_words(counts_in_words(row.hand[seat]))}."]
    if setup.options.blue_pearl:
        lines.append(f"Your deck, top first: {', '.join(deck_in_words(row, seat)) or 'empty'}.")
        if sum(row.under[seat]):
            lines.append(f"To put under it: {in_words(counts_in_words(row.under[seat]))}.")
    else:
        deck = [0] * NUM_KINDS
        for i in range(row.deck_sizes[seat]):
            deck[row.deck[seat, i]] += 1
        lines.append(f"Your deck above SHUFFLE, in an order you do not know: "
                     f"{in_words(counts_in_words(deck))}.")  # fmt: skip
        lines.append(f"Under SHUFFLE: {in_words(counts_in_words(row.under[seat]))}.")
    if row.to_move == seat:
        lines.append(
            {
                "pop": "Say `table 2 pop`, from 0 to all that you hold.",
                "action": "Say one of `buy fishes`, `table africa`, `table fishes on africa`, "
                "`play flood on africa`, `pass` (fatal in a turn without tabled POP).",
                "order": "Say `put pop` for the card that goes under your deck next.",
            }[PHASES[row.phase]]
        )
    return lines
