"""A position as a small JSON document. RULES.md describes the document; reading.py reads it back.

Cards go by their words (`carnivore +4 snowflake`), slots by their number from the left. Entries
that say what the reader takes for granted are left out.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup

from .cards import EVENT_WORDS, NUM_CARDS, NUM_FACES, SIDES, TRAIT_OF, TRAITS, WORDS, ZONES
from .state import (
    FAT_WAITS,
    FERTILE_WAITS,
    FINAL,
    HOLE,
    LONG_NECK_WAITS,
    MEAT,
    NEXT_IS_FINAL,
    NO_CARD,
    NONE,
    PHASES,
    STAGES,
)

TODO_WORDS = {
    FAT_WAITS: "fat tissue",
    FERTILE_WAITS: "fertile",
    LONG_NECK_WAITS: "long neck",
}
FINAL_WORDS = {FINAL: "this round", NEXT_IS_FINAL: "next round"}


def seats_of(bits: int) -> list[int]:
    """The numbers in a bit set."""
    return [seat for seat in range(8) if bits >> seat & 1]


def counted(cards: Any) -> list[str]:
    """The words of cards counted by face."""
    return [WORDS[face] for face in range(NUM_FACES) for _ in range(cards[face])]


def without_defaults(entries: dict[str, Any]) -> dict[str, Any]:
    """Entries that say something: not None, False, 0 or empty."""
    return {name: value for name, value in entries.items() if value or value == ""}


def species_to_dict(species: Any) -> dict[str, Any]:
    """One species; its cards face up and face down."""
    cards = [card - 1 for card in species.cards if card > 0]
    is_down = [bool(species.hidden >> int(TRAIT_OF[card]) & 1) for card in cards]
    document = {
        "population": species.population,
        "body": species.body,
        **without_defaults(
            {
                "food": species.food,
                "fat": species.fat,
                "traits": [WORDS[c] for c, down in zip(cards, is_down, strict=True) if not down],
                "face_down": [WORDS[c] for c, down in zip(cards, is_down, strict=True) if down],
                "waiting": [word for bit, word in TODO_WORDS.items() if species.todo & bit],
                "fed_at_night": bool(species.fed_at_night),
            }
        ),
    }
    return document


def player_to_dict(row: Any, seat: int) -> dict[str, Any]:
    """What a player has, and what it has picked."""
    card, named = row.pending_cards[seat], row.pending_traits[seat]
    food_card = row.food_cards[seat]
    shown = None
    if row.num_shown[seat]:
        shown = {
            "hand": row.shown_hand_sizes[seat],
            "species": [species_to_dict(row.shown[seat, i]) for i in range(row.num_shown[seat])],
        }
    return {
        "species": [species_to_dict(row.species[seat, i]) for i in range(row.num_species[seat])],
        **without_defaults(
            {
                "hand": counted(row.hands[seat]),
                "bag": row.bags[seat],
                "food_card": WORDS[food_card] if food_card != NO_CARD else None,
                "picked": WORDS[card] if card != NO_CARD else None,
                "named": TRAITS[named] if named != NONE else None,
                "shown": shown,
                "spent": counted(row.spent[seat]),
                "spent_fat": row.spent_fat[seat],
                "links": row.links[seat],
            }
        ),
    }


def to_dict(row: Any, setup: Setup) -> dict[str, Any]:
    """The whole position, hidden parts included."""
    players = range(setup.num_players)
    return {
        "round": row.turn,
        "choices_made": row.plies,
        "seed": str(int(row.seed)),
        "rng": f"{int(row.rng[0]):#018x}",
        "first": row.first,
        "zone": ZONES[row.zone],
        "watering_hole": row.watering_hole,
        "players": [player_to_dict(row, seat) for seat in players],
        "deck": [WORDS[row.deck[i]] for i in range(row.deck_size - 1, -1, -1)],
        "aside": [WORDS[row.deck[i]] for i in range(NUM_CARDS - row.aside_size, NUM_CARDS)],
        "events": {
            side: [EVENT_WORDS[row.events[i, k]] for k in range(row.num_events[i])]
            for i, side in enumerate(SIDES)
        },
        "known_events": list(row.known_events),
        "bank_out": row.bank_out,
        "rewards": [float(x) for x in row.rewards[: setup.num_players]],
        "returns": [float(x) for x in row.returns[: setup.num_players]],
        "stage": STAGES[row.stage],
        **without_defaults(
            {
                "discards": counted(row.discards),
                "wildfire_food": row.wildfire_food,
                "meteorites": row.meteorites,
                "thaw": EVENT_WORDS[row.thaw] if row.thaw != NONE else None,
                "volcano": ZONES[row.volcano] if row.volcano != NONE else None,
                "final": FINAL_WORDS.get(row.final),
                "over": "ended" if row.terminal else "cut off" if row.truncated else None,
            }
        ),
        **moment_to_dict(row),
    }


def moment_to_dict(row: Any) -> dict[str, Any]:
    """Who owes which choice, and what waits on the stack."""
    is_over = bool(row.terminal or row.truncated)
    chain = None
    if row.chain_slot != NONE:
        chain = {
            "seat": row.chain_seat,
            "slot": row.chain_slot,
            "kind": "meat" if row.chain_kind == MEAT else "plant",
            "source": "watering hole" if row.chain_source == HOLE else "bank",
        }
    entries: dict[str, Any] = {"phase": PHASES[row.phase]}
    if not is_over:
        entries |= {"to_move": row.to_move, "deciding": seats_of(row.deciding)}
    entries |= {"turns_taken": row.turns_taken, "feeder": row.feeder}
    return entries | without_defaults(
        {
            "owing": seats_of(row.owing),
            "returned": row.num_returned,
            "idle": row.idle,
            "has_acted": bool(row.has_acted),
            "has_fed": bool(row.has_fed),
            "night_over": bool(row.night_over),
            "chain": chain,
            "scavenger": None if row.scavenger == NONE else row.scavenger + 1,
            "migrant": None if row.migrant == NONE else row.migrant + 1,
            "attack": attack_to_dict(row),
        }
    )


def attack_to_dict(row: Any) -> dict[str, Any] | None:
    """The attack being chosen."""
    if row.attacker == NONE:
        return None
    ignored = [TRAITS[trait] for trait in range(len(TRAITS)) if row.ignored >> trait & 1]
    return {
        "attacker": row.attacker,
        **({"victim_seat": row.victim_seat} if row.victim_seat != NONE else {}),
        **({"victim": row.victim} if row.victim != NONE else {}),
        **without_defaults(
            {
                "ignored": ignored,
                "named": TRAITS[row.named] if row.named != NONE else None,
                "ambush_done": bool(row.ambush_done),
                "naming_done": bool(row.naming_done),
                "at_night": bool(row.at_night),
            }
        ),
    }


def conserved(row: Any, setup: Setup) -> dict[str, int]:
    """What no choice may change: 177 cards of the printed faces, food that comes from the bank and
    nowhere else, and markers and traits within their limits.
    """
    from .legal import most_traits

    faces = [0] * NUM_FACES
    food = row.watering_hole + row.wildfire_food - row.bank_out
    sound = row.deck_size >= 0 and row.aside_size >= 0 and row.watering_hole >= 0
    for i in [*range(row.deck_size), *range(NUM_CARDS - row.aside_size, NUM_CARDS)]:
        faces[row.deck[i]] += 1
    for face in range(NUM_FACES):
        faces[face] += row.discards[face]
    for seat in range(setup.num_players):
        food += row.bags[seat] + row.spent_fat[seat]
        sound &= row.hand_sizes[seat] == sum(row.hands[seat])
        if row.food_cards[seat] != NO_CARD:
            faces[row.food_cards[seat]] += 1
        for face in range(NUM_FACES):
            faces[face] += row.hands[seat, face] + row.spent[seat, face]
        for slot in range(row.num_species[seat]):
            species = row.species[seat, slot]
            food += species.food + species.fat
            cards = [card - 1 for card in species.cards if card > 0]
            for card in cards:
                faces[card] += 1
            traits = {int(TRAIT_OF[card]) for card in cards}
            sound &= (
                1 <= species.population <= 6
                and 1 <= species.body <= 6
                and 0 <= species.food <= species.population
                and 0 <= species.fat <= species.body
                and len(cards) == len(traits) <= most_traits(row)
                and species.traits == sum(1 << trait for trait in traits)
                and species.hidden & ~species.traits == 0
            )
    return {
        "cards": sum(faces),
        "faces": hash(tuple(faces)),
        "events": sum(row.num_events) + (row.thaw != NONE) + row.meteorites,
        "food not from the bank": food,
        "sound": int(sound),
    }
