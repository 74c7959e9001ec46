"""Reading a position from a document, and refusing what no game can reach.

What a document leaves out is as at a round's quiet moment: nothing picked, pending or under way;
events that are not named lie under those that are; cards that are not named lie in the deck under
those that are, or set aside, in the order of cards.csv. reading_players.py reads what players have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.fields import (
    checked_whole,
    flag,
    known_names,
    list_of,
    per_seat,
    seat_list,
    whole,
    word_64,
)
from phylarium.envs.core.game import Setup

from .cards import (
    EVENT_COPIES,
    EVENT_KIND,
    EVENT_NAMED,
    EVENT_SIDE,
    EVENTS_A_SIDE,
    GLACIAL_THAW,
    METEORITE,
    SIDES,
    TRAITS,
    ZONES,
)
from .deal import clear_board
from .growing import is_quick
from .legal import legal
from .notation import FINAL_WORDS, seats_of
from .reading_players import CardReader, named, read_players
from .state import (
    BANK,
    BEFORE_REVEAL,
    DEALING,
    EXCHANGE,
    FEED,
    FEEDING,
    FOOD_CARD,
    GROWING,
    HOLE,
    MAX_SPECIES,
    MEAT,
    MIGRATING,
    NO_CARD,
    NONE,
    OFFER,
    ORDER,
    PAY_NAMED,
    PHASES,
    PLANT,
    PLAY,
    STAGES,
    TARGET,
    TARGET_SEAT,
)

# fmt: off
FIELDS = (
    "round", "choices_made", "seed", "rng", "first", "zone", "watering_hole", "players", "deck",
    "aside", "events", "known_events", "bank_out", "rewards", "returns", "stage", "discards",
    "wildfire_food", "meteorites", "thaw", "volcano", "final", "over", "phase", "to_move",
    "deciding", "turns_taken", "feeder", "owing", "returned", "idle", "has_acted", "has_fed",
    "night_over", "chain", "scavenger", "migrant", "attack",
)
# fmt: on
MANY = 10_000
"""More food, points or choices of a kind than any game has."""


def from_dict(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Fill a fresh row; `PositionError` names the field that no game can have."""
    known_names(document, FIELDS, "an Evolution: Climate position")
    clear_board(row)
    read_numbers(document, row, setup)
    read_events(document, row, setup)
    cards = CardReader()
    read_players(document, row, setup, cards)
    cards.read_piles(document, row, setup)
    read_moment(document, row, setup)
    read_food_balance(document, row, setup)
    if not row.terminal:
        refuse_unplayable(row, setup)


def read_numbers(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Counters, randomness, points."""
    players = setup.num_players
    row.turn = whole(document, "round", 1, 1, MANY)
    row.plies = whole(document, "choices_made", 0, 0, setup.max_plies)
    row.seed = word_64(document, "seed")
    row.rng[0] = word_64(document, "rng")
    row.first = whole(document, "first", 0, 0, players - 1)
    row.zone = named(document.get("zone", "temperate"), ZONES, "zone")
    row.watering_hole = whole(document, "watering_hole", 0, 0, MANY)
    row.wildfire_food = whole(document, "wildfire_food", 0, 0, MANY)
    row.alive = (1 << players) - 1
    final = document.get("final")
    if final is not None:
        words = list(FINAL_WORDS.values())
        row.final = list(FINAL_WORDS)[named(final, words, "final")]
    for field in ("rewards", "returns"):
        for seat, points in enumerate(per_seat(document, field, setup, float)):
            if isinstance(points, bool) or not isinstance(points, int | float):
                raise PositionError(f"{field}: a number is wanted, got {points!r}")
            if not abs(points) < MANY:
                raise PositionError(f"{field}: {points} is more than anybody can have")
            getattr(row, field)[seat] = points


def read_events(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """The decks of events, and those that have left them."""
    row.meteorites = whole(document, "meteorites", 0, 0, 2)
    if "thaw" in document:
        row.thaw = named(document["thaw"], EVENT_NAMED, "thaw")
        if EVENT_KIND[row.thaw] != GLACIAL_THAW:
            raise PositionError(f"thaw: {document['thaw']!r} is no glacial thaw")
    if "volcano" in document:
        row.volcano = named(document["volcano"], ZONES, "volcano")
    if not setup.options.climate_events:
        for field in ("events", "known_events", "meteorites", "thaw", "volcano"):
            if field != "known_events" and document.get(field) not in (None, 0, {}):
                if field != "events" or document["events"] != {"cold": [], "hot": []}:
                    raise PositionError(f"{field}: this game is played without climate events")
        known = list_of(document, "known_events")
        if any(checked_whole(count, "known_events", 0, 0) for count in known) or len(known) > 2:
            raise PositionError("known_events: this game is played without climate events")
        return
    decks = document.get("events", {})
    known_names(decks, SIDES, "events")
    left_out = row.meteorites
    for side, name in enumerate(SIDES):
        cards = [named(word, EVENT_NAMED, "events") for word in list_of(decks, name)]
        rest = [int(n) * (EVENT_SIDE[e] == side) for e, n in enumerate(EVENT_COPIES)]
        for event in [*cards, *([row.thaw] if row.thaw != NONE and side == 0 else [])]:
            rest[event] -= 1
            if rest[event] < 0:
                raise PositionError(f"events: more cards of one kind than there are in {name!r}")
        meteorite = [e for e in range(len(rest)) if EVENT_KIND[e] == METEORITE and rest[e] > 0]
        if meteorite and left_out:
            rest[meteorite[0]] -= 1
            left_out -= 1
        cards += [event for event, count in enumerate(rest) for _ in range(count)]
        row.num_events[side] = len(cards)
        for i, event in enumerate(cards):
            row.events[side, i] = event
    if sum(row.num_events) + row.meteorites + (row.thaw != NONE) != 2 * EVENTS_A_SIDE:
        raise PositionError(f"meteorites: {row.meteorites}, and they lie in the decks besides")
    known = list_of(document, "known_events") or [0, 0]
    if len(known) != 2:
        raise PositionError(f"known_events: a count for each of two decks, got {known!r}")
    for side, count in enumerate(known):
        most = max(0, row.num_events[side] - 1)
        row.known_events[side] = checked_whole(count, "known_events", 0, most)


def read_moment(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Stage and phase, who owes a choice, and what waits on the stack."""
    players = setup.num_players
    over = document.get("over")
    if over not in (None, "ended"):
        raise PositionError(f"over: {over!r} is not 'ended'")
    row.phase = named(document.get("phase", "food card"), PHASES, "phase")
    default = GROWING if row.phase in (FOOD_CARD, PLAY, EXCHANGE) else FEEDING
    default = BEFORE_REVEAL if row.phase == ORDER else default
    row.stage = named(document.get("stage", STAGES[default]), STAGES, "stage")
    row.turns_taken = whole(document, "turns_taken", 0, 0, players)
    row.idle = whole(document, "idle", 0, 0, players - 1)
    for field in ("has_acted", "has_fed", "night_over"):
        setattr(row, field, flag(document, field))
    row.num_returned = whole(document, "returned", 0, 0, row.deck_size)
    if row.num_returned and row.phase != EXCHANGE:
        raise PositionError("returned: nobody exchanges cards now")
    if over is not None:
        row.terminal, row.to_move = 1, -1
        row.feeder = whole(document, "feeder", 0, 0, players - 1)
        return
    if row.stage != default and row.phase != OFFER:
        raise PositionError(f"stage: {STAGES[row.stage]!r} has no choice {PHASES[row.phase]!r}")
    read_deciding(document, row, setup)
    default_feeder = row.to_move if row.stage == FEEDING else 0
    row.feeder = whole(document, "feeder", default_feeder, 0, players - 1)
    if row.stage == FEEDING and row.phase != OFFER and row.feeder != row.to_move:
        raise PositionError(f"feeder: seat {row.feeder}, but seat {row.to_move} is to move")
    read_stack(document, row, setup)
    read_attack(document.get("attack"), row, setup)


def read_deciding(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Who is to choose: one seat, or several where Food Cards are laid or all play at once."""
    seats = range(setup.num_players)
    is_hidden_play = row.phase == PLAY and is_quick(row)
    if is_hidden_play:
        row.owing = seat_list(document, "owing", list(seats), setup)
    elif document.get("owing"):
        raise PositionError("owing: players do not play at once here")
    if row.phase == FOOD_CARD:
        expected = [s for s in seats if row.hand_sizes[s] > 0 and row.food_cards[s] == NO_CARD]
    elif is_hidden_play:
        expected = seats_of(row.owing)
    else:
        expected = [whole(document, "to_move", row.first, 0, setup.num_players - 1)]
    row.deciding = seat_list(document, "deciding", expected, setup)
    is_part = is_hidden_play and row.deciding and not row.deciding & ~row.owing
    if seats_of(row.deciding) != expected and not is_part:
        raise PositionError(f"deciding: seats {expected} owe a choice")
    if not expected:
        raise PositionError("deciding: nobody owes a choice")
    first = seats_of(row.deciding)[0]
    row.to_move = whole(document, "to_move", first, 0, setup.num_players - 1)
    if row.to_move != first:
        raise PositionError(f"to_move: seat {first} is to choose first")
    for seat in seats:
        can_pick = row.phase == PLAY and (is_hidden_play or seat == row.to_move)
        can_name = can_pick or (row.phase == ORDER and seat == row.to_move)
        if row.pending_cards[seat] != NO_CARD and not can_pick:
            raise PositionError(f"players: seat {seat} cannot have picked a card now")
        if row.pending_traits[seat] != NONE and not can_name:
            raise PositionError(f"players: seat {seat} cannot have named a trait now")
        if (row.num_shown[seat] > 0) != is_hidden_play:
            raise PositionError(f"players: seat {seat} has `shown` in quick play and only then")


def read_stack(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """A chain of Cooperation, Scavengers and Migratory species that wait."""
    places = setup.num_players * MAX_SPECIES
    row.scavenger = whole(document, "scavenger", 0, 0, places) - 1
    row.migrant = whole(document, "migrant", 0, 0, places + 1) - 1
    if (row.migrant != NONE) != (row.stage == MIGRATING):
        raise PositionError("migrant: it counts while Migratory species take food, and only then")
    if row.scavenger != NONE and (row.phase != OFFER or row.stage != FEEDING):
        raise PositionError("scavenger: no attack has called Scavengers")
    chain = document.get("chain")
    if (chain is not None) != (row.phase == OFFER):
        raise PositionError("chain: it stands in phase 'offer', and only there")
    if chain is None:
        return
    known_names(chain, ("seat", "slot", "kind", "source"), "chain")
    row.chain_seat = whole(chain, "seat", row.to_move, row.to_move, row.to_move)
    row.chain_slot = whole(chain, "slot", 0, 0, row.num_species[row.chain_seat] - 1)
    row.chain_kind = (PLANT, MEAT)[named(chain.get("kind", "plant"), ("plant", "meat"), "chain")]
    sources = ("bank", "watering hole")
    row.chain_source = (BANK, HOLE)[named(chain.get("source", "bank"), sources, "chain")]


def read_attack(attack: Any, row: Any, setup: Setup) -> None:
    """An attack being chosen."""
    is_under_way = row.phase >= TARGET_SEAT
    if (attack is not None) != is_under_way:
        raise PositionError("attack: it stands where an attack is being chosen, and only there")
    if attack is None:
        return
    names = ("attacker", "victim_seat", "victim", "ignored", "named", "ambush_done",
             "naming_done", "at_night")  # fmt: skip
    known_names(attack, names, "attack")
    row.attacker = whole(attack, "attacker", 0, 0, row.num_species[row.feeder] - 1)
    if row.phase >= TARGET:
        row.victim_seat = whole(attack, "victim_seat", NONE, 0, setup.num_players - 1)
    if row.phase > TARGET:
        row.victim = whole(attack, "victim", NONE, 0, row.num_species[row.victim_seat] - 1)
    for word in list_of(attack, "ignored"):
        row.ignored |= 1 << named(word, TRAITS, "attack")
    if (row.phase == PAY_NAMED) != ("named" in attack):
        raise PositionError("attack: a trait is named while its card is being paid, and only then")
    if row.phase == PAY_NAMED:
        row.named = named(attack["named"], TRAITS, "attack")
    for field in ("ambush_done", "naming_done", "at_night"):
        setattr(row, field, flag(attack, field))


def read_food_balance(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Food on the table came from the bank."""
    food = row.watering_hole + row.wildfire_food
    for seat in range(setup.num_players):
        food += row.bags[seat] + row.spent_fat[seat]
        for slot in range(row.num_species[seat]):
            food += row.species[seat, slot].food + row.species[seat, slot].fat
    row.bank_out = whole(document, "bank_out", food, -MANY, MANY)
    if row.bank_out != food:
        raise PositionError(f"bank_out: {row.bank_out}, but {food} tokens are on the table")


def refuse_unplayable(row: Any, setup: Setup) -> None:
    """Somebody who owes a choice must have one; a game before its first round is none."""
    if row.stage == DEALING or (row.phase == FEED and row.has_fed):
        raise PositionError(f"phase: {PHASES[row.phase]!r} is not reached so")
    mask = np.zeros(setup.num_actions, np.int8)
    to_move = row.to_move
    for seat in seats_of(row.deciding):
        row.to_move = seat
        legal(row, mask)
        if not mask.any():
            raise PositionError(f"phase: seat {seat} has nothing to choose in this position")
    row.to_move = to_move
