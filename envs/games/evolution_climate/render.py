"""What a player would tell of the table, in words. CM-97."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup

from .cards import EVENT_WORDS, SIDES, TRAIT_OF, TRAITS, WORDS, ZONES
from .growing import is_quick
from .notation import counted, seats_of
from .observe import is_hidden_play
from .state import (
    EXCHANGE,
    FINAL,
    MEAT,
    NEXT_IS_FINAL,
    NO_CARD,
    NONE,
    OFFER,
    PAY_NAMED,
    PHASES,
    TARGET_SEAT,
)

QUESTIONS = {
    "food card": "Say `card ...` with the card to lay on the Watering Hole.",
    "play": "Say `card ...` to play a card, `name ...` to remove a trait, or `done`.",
    "exchange": "Say `card ...` for each card to put under the deck, then `done` to draw as many.",
    "order": "Say `name ...` with the trait that acts next.",
    "offer": "Say `species ...` to store the food on Fat Tissue, or `done` to leave it.",
    "night": "Say `species ...` for a free feeding by Nocturnal, or `done` to go on.",
    "feed": "Say `species ...` with the species to feed, or `done` to pass where that is allowed.",
    "afterwards": "Say `card ...` to discard a card for Intelligence, or `done`.",
    "think": "Say `species ...` with the species that Intelligence feeds.",
    "target seat": "Say `target ...` with the seat to attack, n0 being yourself.",
    "target": "Say `species ...` with the species to attack.",
    "ignore": "Say `name ...` with the trait that Ambush ignores, or `done`.",
    "name": "Say `name ...` with a trait that Intelligence ignores for a card, or `done`.",
    "pay named": "Say `card ...` with the card to discard for Intelligence.",
    "pay mud": "Say `card ...` with the card to discard for Mud Wallowing.",
}


def text(row: Any, seat: int, setup: Setup) -> str:
    """The game as `seat` sees it; -1 for what is open to all."""
    lines = [heading(row, seat), climate_line(row), event_line(row, setup)]
    for steps in range(setup.num_players):
        lines += player_lines(row, seat, (max(seat, 0) + steps) % setup.num_players)
    lines.append(f"Discards: {', '.join(counted(row.discards)) or 'none'}.")
    if seat >= 0:
        lines += own_lines(row, seat)
    lines += moment_lines(row, seat, setup)
    return "\n".join(line for line in lines if line)


def heading(row: Any, seat: int) -> str:
    """Round, deck, and whether the end is near."""
    state = "over" if row.terminal else "cut off" if row.truncated else f"round {row.turn}"
    end = {FINAL: " This is the final round.", NEXT_IS_FINAL: " The next round is the final one."}
    you = f", you are player_{seat}" if seat >= 0 else ""
    aside = f", {row.aside_size} cards aside" if row.aside_size else ""
    return (
        f"Evolution: Climate, {state}{you}. Deck: {row.deck_size} cards{aside}. "
        f"First Player: player_{row.first}.{end.get(row.final, '')}"
    )


def climate_line(row: Any) -> str:
    """Marker, Watering Hole, and what hangs over them."""
    line = f"Climate: {ZONES[row.zone]}. Watering Hole: {row.watering_hole} food"
    if row.thaw != NONE:
        line += " and a Glacial Thaw (3 suns)"
    line += "."
    if row.wildfire_food:
        line += f" After the wildfire {row.wildfire_food} food comes back next round."
    if row.volcano != NONE:
        line += f" The volcano sends the marker to {ZONES[row.volcano]} after feeding."
    if row.meteorites:
        line += " After the meteorite nothing grows any more."
    return line


def event_line(row: Any, setup: Setup) -> str:
    """The events that lie face up."""
    if not setup.options.climate_events:
        return ""
    shown = [
        f"{side}: {EVENT_WORDS[row.events[i, 0]]}"
        for i, side in enumerate(SIDES)
        if row.num_events[i]
    ]
    return f"Climate events: {'; '.join(shown)}."


def player_lines(row: Any, seat: int, owner: int) -> list[str]:
    """What a seat sees of a player: hand size, bag, species from left to right."""
    is_hidden = is_hidden_play(row, seat, owner)
    count = row.num_shown[owner] if is_hidden else row.num_species[owner]
    cards = row.shown_hand_sizes[owner] if is_hidden else row.hand_sizes[owner]
    who = f"player_{owner}" + (" (you)" if owner == seat else "")
    laid = ", a Food Card laid" if row.food_cards[owner] != NO_CARD else ""
    out_of_sight = ", playing cards out of sight" if is_hidden else ""
    lines = [f"{who}: {cards} cards in hand, {row.bags[owner]} food in the bag{laid}{out_of_sight}"]
    for slot in range(count):
        species = (row.shown if is_hidden else row.species)[owner, slot]
        lines.append(f"  s{slot} {species_text(species, owner == seat)}")
    return lines


def species_text(species: Any, shows_all: bool) -> str:
    """One species as it lies on the table."""
    cards = [card - 1 for card in species.cards if card > 0]
    up = [TRAITS[TRAIT_OF[c]] for c in cards if not species.hidden >> int(TRAIT_OF[c]) & 1]
    down = [TRAITS[TRAIT_OF[c]] for c in cards if species.hidden >> int(TRAIT_OF[c]) & 1]
    words = [f"population {species.population}, body {species.body}, food {species.food}"]
    if species.fat:
        words.append(f"{species.fat} on fat tissue")
    if up:
        words.append(", ".join(up))
    if down:
        names = f" ({', '.join(down)})" if shows_all else ""
        words.append(f"{len(down)} face down{names}")
    return "; ".join(words)


def own_lines(row: Any, seat: int) -> list[str]:
    """The seat's hand, Food Card, and what it has picked."""
    lines = [f"Your hand: {', '.join(counted(row.hands[seat])) or 'no cards'}."]
    if row.food_cards[seat] != NO_CARD:
        lines.append(f"Your Food Card: {WORDS[row.food_cards[seat]]}.")
    if row.pending_cards[seat] != NO_CARD:
        lines.append(
            f"You have picked {WORDS[row.pending_cards[seat]]}. Say `trait ...`, "
            "`population ...`, `body ...` with a species (s0 is the leftmost), or `new left`, "
            "`new right`."
        )
    if row.pending_traits[seat] != NONE:
        lines.append(f"You have named {TRAITS[row.pending_traits[seat]]}. Say `species ...`.")
    if row.phase == EXCHANGE and row.to_move == seat and row.num_returned:
        cards = [WORDS[row.deck[i]] for i in range(row.num_returned)]
        lines.append(f"You have put under the deck: {', '.join(cards)}.")
    if any(row.spent[seat]):
        lines.append(f"You have laid off: {', '.join(counted(row.spent[seat]))}.")
    return lines


def moment_lines(row: Any, seat: int, setup: Setup) -> list[str]:
    """What is being chosen, and by whom."""
    if row.terminal or row.truncated:
        points = ", ".join(
            f"player_{owner} {total_of(row, owner)}" for owner in range(setup.num_players)
        )
        return [f"Points: {points}."]
    lines = []
    if row.phase >= TARGET_SEAT:
        lines.append(attack_line(row, setup))
    if row.phase == OFFER:
        kind = "meat" if row.chain_kind == MEAT else "plant"
        lines.append(f"player_{row.to_move}'s s{row.chain_slot} is offered 1 {kind} food.")
    deciding = seats_of(row.deciding)
    if seat in deciding:
        if row.pending_cards[seat] == NO_CARD and row.pending_traits[seat] == NONE:
            lines.append(QUESTIONS[PHASES[row.phase]])
    else:
        names = ", ".join(f"player_{owner}" for owner in deciding)
        at_once = " at once" if len(deciding) > 1 or is_quick(row) else ""
        lines.append(f"To choose ({PHASES[row.phase]}){at_once}: {names}.")
    return lines


def attack_line(row: Any, setup: Setup) -> str:
    """The attack being chosen, as far as it has come."""
    line = f"player_{row.feeder}'s s{row.attacker} attacks"
    if row.victim_seat != NONE:
        line += f" player_{row.victim_seat}'s"
        line += f" s{row.victim}" if row.victim != NONE else " species"
    ignored = [name for trait, name in enumerate(TRAITS) if row.ignored >> trait & 1]
    if ignored:
        line += f", ignoring {', '.join(ignored)}"
    if row.phase == PAY_NAMED:
        line += f", and for a card {TRAITS[row.named]}"
    return line + "."


def total_of(row: Any, owner: int) -> int:
    """CM-67: points of a player at the end."""
    total = row.bags[owner]
    for slot in range(row.num_species[owner]):
        species = row.species[owner, slot]
        total += species.population + int(species.traits).bit_count()
    return int(total)
