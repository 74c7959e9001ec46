"""The record of one game of Evolution: Climate, its options, sizes, phases and stages.

A game is at a `stage`; each stage asks for choices in the `phase`s named beside it (CM-96):

    stage             phases (what the seat to move chooses)
    DEALING           (no choice)
    GROWING           FOOD_CARD    a card for the Watering Hole, all seats at once
                      PLAY         a card, then where it goes; a trait to remove, then of which
                                   species; or done
                      EXCHANGE     cards to put under the deck one by one, then done
    BEFORE_REVEAL     ORDER        which own trait acts next: its name, then the species
    CLIMATE           (no choice)
    FEEDING           NIGHT        a free feeding by Nocturnal, a card for Intelligence, or done
                      FEED         a species, a card for Intelligence, or done (pass)
                      AFTERWARDS   a card for Intelligence, or done
                      THINK        the species that the card for Intelligence feeds
                      TARGET_SEAT  whose species to attack, and then
                      TARGET       which
                      IGNORE       a trait that Ambush ignores, or done
                      NAME         a trait that a card makes Intelligence ignore, or done
                      PAY_NAMED    the card for it
                      PAY_MUD      the card for Mud Wallowing
    MIGRATING, ENDING (no choice)
    over any stage    OFFER          take food onto Fat Tissue, or done (leave it)

Below the stage wait, in this order, a chain of Cooperation (`chain_*`) and the Scavengers that an
attack calls (`scavenger`); an attack being chosen stands in `attacker`, `victim*`, `ignored`,
`named`. That is the whole stack, and step.py runs it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from phylarium.envs.core.header import header_fields
from phylarium.envs.core.options import option, options_record
from phylarium.envs.core.record import record_dtype

from .cards import EVENTS_A_SIDE, NUM_CARDS, NUM_FACES

MAX_PLAYERS = 6
MAX_SPECIES = 16  # CM-24: a limit that the rulebook lacks
MAX_TRAITS = 4  # CM-17
MAX_SIZE = 6  # CM-19
NO_CARD = -1
NONE = -1

FOOD_CARD, PLAY, EXCHANGE, ORDER, OFFER, NIGHT, FEED, AFTERWARDS = range(8)
THINK, TARGET_SEAT, TARGET, IGNORE, NAME, PAY_NAMED, PAY_MUD = range(8, 15)
NUM_PHASES = 15
PHASES = (
    "food card", "play", "exchange", "order", "offer", "night", "feed", "afterwards",
    "think", "target seat", "target", "ignore", "name", "pay named", "pay mud",
)  # fmt: skip
"""The words of the phases in documents."""

DEALING, GROWING, BEFORE_REVEAL, CLIMATE, FEEDING, MIGRATING, ENDING = range(7)
STAGES = ("dealing", "growing", "before reveal", "climate", "feeding", "migrating", "ending")

PLANT, MEAT = 0, 1
BANK, HOLE = 0, 1

NOT_FINAL, FINAL, NEXT_IS_FINAL = 0, 1, 2
BY_SCORE, BY_WIN = 0, 1
ASK, ACCEPT = 0, 1

FAT_WAITS, FERTILE_WAITS, LONG_NECK_WAITS = 1, 2, 4
"""Bits of `todo`: traits that have yet to act before the Food Cards are revealed (CM-25)."""


@dataclass(frozen=True)
class Options:
    """The variants of the rulebook and the switches of the rulings; see RULES.md."""

    climate_events: bool = option(True, "Climate Events are played with; false is the variant.")
    quick_play: bool = option(
        False, "All play their cards at once, unseen; with six players always."
    )
    species_limit: int = option(
        MAX_SPECIES,
        "The most species a player may hold; not in the rulebook.",
        low=1,
        high=MAX_SPECIES,
    )
    heavy_fur_out_of_range: bool = option(
        True, "Heavy Fur loses 1 more in a hot zone also at a body size that the zone spares."
    )
    mud_discard_forced: bool = option(
        True,
        "A hungry Carnivore must attack even if only Mud Wallowing, paid with a card, is left.",
    )
    intelligence_in_nocturnal: bool = option(
        True, "Intelligence may help the free attack of a Nocturnal Carnivore."
    )
    fat_offers: Literal["ask", "accept"] = option(
        "ask", "Food offered to a full species with Fat Tissue: its owner chooses, or it is taken."
    )
    reward: Literal["score", "win"] = option(
        "score", "`score`: points as they are made; `win`: 1 shared among the winners."
    )
    zero_sum: bool = option(False, "Each seat also loses the mean of what the others gain.")


SPECIES = np.dtype(
    [
        ("traits", np.int32),  # bits of its traits, face-down ones too
        ("hidden", np.int32),  # bits of those that lie face down
        ("cards", np.int16, (MAX_TRAITS,)),  # their cards + 1 in order of playing; 0: none
        ("population", np.int8),  # 0: no species in this slot
        ("body", np.int8),
        ("food", np.int8),  # on the Species Board
        ("fat", np.int8),  # stored on Fat Tissue
        ("todo", np.int8),  # see FAT_WAITS
        ("fed_at_night", np.int8),  # 1: has had its free feeding in this feeding turn
    ],
    align=False,
)
"""One species; all zero where a slot is empty, so that equal games are equal bytes."""

FIELDS: list[tuple[Any, ...]] = [
    *header_fields(MAX_PLAYERS),
    ("options", options_record(Options)),
    ("species", SPECIES, (MAX_PLAYERS, MAX_SPECIES)),  # from left to right
    # what others see of a seat during quick play (CM-23); zero at all other times
    ("shown", SPECIES, (MAX_PLAYERS, MAX_SPECIES)),
    ("ignored", np.int32),  # bits of traits of the victim that the attack ignores
    ("deck", np.int16, (NUM_CARDS,)),  # faces; the top is deck[deck_size - 1]; aside at the end
    ("deck_size", np.int16),
    ("aside_size", np.int16),  # cards set aside: the last of `deck`
    ("num_returned", np.int16),  # cards the exchanging seat has put under the deck
    ("watering_hole", np.int16),
    ("wildfire_food", np.int16),  # set aside till the next round
    ("bank_out", np.int16),  # CM-06: tokens taken from the Food Bank and not given back
    ("hand_sizes", np.int16, (MAX_PLAYERS,)),
    ("shown_hand_sizes", np.int16, (MAX_PLAYERS,)),  # during quick play
    ("links", np.int16, (MAX_PLAYERS,)),  # choices a seat has made in this quick play
    ("food_cards", np.int16, (MAX_PLAYERS,)),  # face on the Watering Hole, NO_CARD: none
    ("pending_cards", np.int16, (MAX_PLAYERS,)),  # card picked and not yet placed
    ("bags", np.int16, (MAX_PLAYERS,)),
    ("spent_fat", np.int16, (MAX_PLAYERS,)),  # fat of traits removed in this quick play
    ("hands", np.int8, (MAX_PLAYERS, NUM_FACES)),  # cards of each face
    ("spent", np.int8, (MAX_PLAYERS, NUM_FACES)),  # discards of this quick play, not yet shown
    ("discards", np.int8, (NUM_FACES,)),
    ("pending_traits", np.int8, (MAX_PLAYERS,)),  # trait named, its species not yet
    ("num_species", np.int8, (MAX_PLAYERS,)),
    ("num_shown", np.int8, (MAX_PLAYERS,)),
    ("stage", np.int8),
    ("first", np.int8),  # seat of the First Player
    ("zone", np.int8),  # of the Climate Marker
    ("events", np.int8, (2, EVENTS_A_SIDE)),  # cold and hot; 0: face up, then the deck from its top
    ("num_events", np.int8, (2,)),
    ("known_events", np.int8, (2,)),  # so many of them, at the bottom, have been seen
    ("thaw", np.int8),  # the Glacial Thaw on the Watering Hole, NONE
    ("volcano", np.int8),  # the zone that the marker goes to after feeding, NONE
    ("meteorites", np.int8),  # that have struck
    ("final", np.int8),  # NOT_FINAL, FINAL, NEXT_IS_FINAL
    ("owing", np.int8),  # bits of seats that have not done with quick play
    ("turns_taken", np.int8),  # seats that have grown, exchanged, or acted before the reveal
    ("feeder", np.int8),  # whose feeding turn it is
    ("idle", np.int8),  # feeding turns in a row in which nothing happened
    ("has_acted", np.int8),  # something has happened in this feeding turn
    ("has_fed", np.int8),  # the feeding of this turn is done
    ("night_over", np.int8),  # the free feedings of this turn have been declined
    ("chain_seat", np.int8),  # the species that food is to be offered to, and what
    ("chain_slot", np.int8),  # NONE: no chain
    ("chain_kind", np.int8),
    ("chain_source", np.int8),
    ("scavenger", np.int8),  # next place asked for a Scavenger, counted from the attacker; NONE
    ("migrant", np.int8),  # next place asked for a Migratory species, counted from the First Player
    ("attacker", np.int8),  # slot of the feeder's Carnivore, NONE
    ("victim_seat", np.int8),
    ("victim", np.int8),
    ("named", np.int8),  # trait that Intelligence is to ignore once the card is paid
    ("ambush_done", np.int8),  # Ambush has ignored a trait, or declined
    ("naming_done", np.int8),  # Intelligence has declined to name more
    ("at_night", np.int8),  # the attack is a free feeding
]

RECORD = record_dtype("evolution_climate", FIELDS)

# CM-96: the action space. The numbers are the same for every number of players; only the last
# range grows with it.
DONE = 0
FIRST_CARD = 1
FIRST_TRAIT = FIRST_CARD + NUM_FACES
FIRST_POPULATION = FIRST_TRAIT + MAX_SPECIES
FIRST_BODY = FIRST_POPULATION + MAX_SPECIES
NEW_LEFT = FIRST_BODY + MAX_SPECIES
NEW_RIGHT = NEW_LEFT + 1
FIRST_SPECIES = NEW_RIGHT + 1
FIRST_NAME = FIRST_SPECIES + MAX_SPECIES
FIRST_TARGET = FIRST_NAME + 23
