"""Which options go together, whether tables make sense, how long a game gets. EE-53, EE-55."""

from __future__ import annotations

from collections import Counter

from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.game import Setup

from .cards import (
    ATTACK,
    CATACLYSM_COST,
    CATACLYSMS,
    CRITTERS,
    DEFENCE,
    FISHES,
    MOST_COST,
    NUM_CATACLYSMS,
    NUM_SPECIES,
    OCEAN,
    POINTS,
    POP,
    SPECIES,
    SPECIES_COST,
    STARTER_CRITTERS,
    STARTER_POP,
    TARGETS,
    TERRITORIES,
    TERRITORY,
    TERRITORY_TABLE,
    WORDS,
    total_of,
)
from .state import DRAWN, HAND_SIZE, Options

STARTER_DECK = Counter(
    {
        CRITTERS: STARTER_CRITTERS,
        POP: STARTER_POP,
        **{TERRITORY + c: 1 for c in range(OCEAN + 1, len(TERRITORIES))},
    }
)
"""EE-03: the cards of a starter deck."""


def check_options(options: Options, num_players: int) -> None:
    """Raise `OptionsError` with the reason where options do not go together."""
    if options.first_player >= num_players:
        raise OptionsError(
            f"option 'first_player' is {options.first_player}, the last seat is {num_players - 1}"
        )
    check_starting_order(options)
    check_species_table(options.species_table)
    check_cataclysm_table(options.cataclysm_table)
    check_territory_table(options)


def check_starting_order(options: Options) -> None:
    """EE-49: the order of a whole starter deck, for a game that has one."""
    if options.starting_order == (DRAWN,):
        return
    if not options.blue_pearl:
        raise OptionsError("option 'starting_order' means nothing without 'blue_pearl'")
    given = Counter(options.starting_order)
    for kind in sorted(given.keys() | STARTER_DECK.keys()):
        if given[kind] != STARTER_DECK[kind]:
            name = "-1" if kind < 0 else WORDS[kind]
            raise OptionsError(
                f"option 'starting_order' holds {given[kind]} {name}, "
                f"a starter deck {STARTER_DECK[kind]}"
            )


def check_length(name: str, table: tuple[int, ...], length: int, what: str) -> None:
    """A table is given whole."""
    if len(table) != length:
        raise OptionsError(
            f"option {name!r} is the path of a CSV file or {length} numbers ({what}), "
            f"got {len(table)}"
        )


def check_cell(name: str, card: str, what: str, number: int, low: int, high: int) -> None:
    """A number of a table lies in its range."""
    if not low <= number <= high:
        raise OptionsError(
            f"option {name!r}: {what} of {card.upper()} is from {low} to {high}, got {number}"
        )


def check_species_table(table: tuple[int, ...]) -> None:
    """EE-55: what a species costs, defends and is worth."""
    name = "species_table"
    check_length(name, table, 3 * NUM_SPECIES, "six costs, six defences, six points")
    for species, card in enumerate(SPECIES):
        low, high = (1, MOST_COST) if species >= FISHES else (0, 0)
        check_cell(name, card, "cost", table[SPECIES_COST + species], low, high)
        check_cell(name, card, "defence", table[DEFENCE + species], 1, 100)
        check_cell(name, card, "points", table[POINTS + species], 1, 100)


def check_cataclysm_table(table: tuple[int, ...]) -> None:
    """EE-55: what a cataclysm costs, how it attacks, and where."""
    name = "cataclysm_table"
    check_length(
        name, table, 3 * NUM_CATACLYSMS, "14 costs, 14 attacks, 14 targets: 1 continents, 2 oceans"
    )
    for cataclysm, card in enumerate(CATACLYSMS):
        check_cell(name, card, "cost", table[CATACLYSM_COST + cataclysm], 1, MOST_COST)
        check_cell(name, card, "attack", table[ATTACK + cataclysm], 1, 100)
        if table[TARGETS + cataclysm] == 0:
            raise OptionsError(f"option {name!r}: {card.upper()} hits neither continent nor ocean")
        check_cell(name, card, "targets", table[TARGETS + cataclysm], 1, 3)


def check_territory_table(options: Options) -> None:
    """EE-38, EE-55: shields, where shields count."""
    name = "territory_table"
    check_length(name, options.territory_table, len(TERRITORIES), "eight shields")
    for card, shield in zip(TERRITORIES, options.territory_table, strict=True):
        check_cell(name, card, "shield", shield, 1, 100)
    if options.territory_table != TERRITORY_TABLE and options.territory_defence == "literal":
        raise OptionsError(f"option {name!r} means nothing without territory_defence 'shield'")


def most_cards_put(setup: Setup) -> int:
    """EE-50: the most cards that a turn of Blue Pearl puts under a deck (see RULES.md)."""
    options, players = setup.options, setup.num_players
    most_pop = total_of(POP, players)
    price = max(options.species_table[:NUM_SPECIES])
    price = max(price, *options.cataclysm_table[:NUM_CATACLYSMS])
    bought = min(price, most_pop) + 1 + HAND_SIZE
    fee = min(max(options.cataclysm_table[:NUM_CATACLYSMS]), most_pop)
    played = fee + 2 * (players - 1) + HAND_SIZE - 1
    reward = min(max(options.species_table[POINTS:]), most_pop)
    return int(max(bought, played, reward + HAND_SIZE - 1))


def max_plies(setup: Setup) -> int:
    """EE-53: the most choices of a game: two a turn, in Blue Pearl one more for each card put."""
    a_turn = 2 + (most_cards_put(setup) if setup.options.blue_pearl else 0)
    return int(setup.options.max_turns * setup.num_players * a_turn)
