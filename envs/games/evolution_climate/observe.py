"""What a seat knows, as numbers: the encoders `vector`, `hints` and (privileged) `full`. CM-97.

`hints` adds to `vector` what the scripted player thinks of each choice (see appraise.py): sections
with one number for each action of a range, made for `policy_kwargs.align`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.cards import count_bits, has_bit
from phylarium.envs.core.game import Setup
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section

from .appraise import appraise
from .cards import (
    FOOD_OF,
    MOST_COPIES,
    NUM_CARDS,
    NUM_EVENTS,
    NUM_FACES,
    NUM_TRAITS,
    NUM_ZONES,
    TRAIT_OF,
    WARMTH_OF,
)
from .legal import legal_for
from .state import (
    EXCHANGE,
    FINAL,
    FOOD_CARD,
    MAX_SIZE,
    MAX_SPECIES,
    MAX_TRAITS,
    NEXT_IS_FINAL,
    NO_CARD,
    NONE,
    NUM_PHASES,
)

SPECIES_SIZE = 5 + NUM_TRAITS
PLAYER_SIZE = 8
MANY_CARDS, MUCH_FOOD, MANY_POINTS = 40.0, 60.0, 160.0


def layout(setup: Setup) -> Layout:
    """The sections of `vector`; own seat first, the others in turn order."""
    players = setup.num_players
    return Layout(
        (
            Section(
                "species",
                players * MAX_SPECIES * SPECIES_SIZE,
                "each species from the left: population, body, food, fat (each / 6), cards face "
                "down / 4, then its traits; of others those face up",
            ),
            Section("hand", NUM_FACES, "own cards of each face / 2"),
            Section("hand_traits", NUM_TRAITS, "own cards of each trait / 4, at most 1"),
            Section("discards", NUM_FACES, "discarded cards of each face / 2"),
            Section(
                "players",
                players * PLAYER_SIZE,
                "each seat: hand / 40, bag / 160, points if the game ended now / 160, species / "
                "16, Food Card laid, is to move alone, is First Player, has the turn",
            ),
            Section("zone", NUM_ZONES, "climate zone of the marker, one-hot"),
            Section("events", NUM_EVENTS, "events that lie face up"),
            Section("volcano", NUM_ZONES, "zone that a volcano will move the marker to"),
            Section(
                "table",
                11,
                "Watering Hole / 60, wildfire food / 60, deck and cards aside / 177, round / 10, "
                "turns of feeding without a feeding / players, meteorite, thaw, final round, next "
                "round final, cards returned / 40",
            ),
            Section("phase", NUM_PHASES, "what is to be chosen, one-hot"),
            Section("turn", 5, "acted, fed, night over; offered food is meat, is from the hole"),
            Section(
                "picked",
                NUM_TRAITS + 2,
                "the card that this seat has picked: its trait, plant food / 10, suns less "
                "snowflakes / 2",
                low=-1.0,
            ),
            Section(
                "food_card",
                3,
                "own Food Card: laid, plant food / 10, suns less snowflakes / 2",
                low=-1.0,
            ),
            Section("returned", NUM_TRAITS, "traits of cards this seat puts under the deck / 4"),
            Section("named", NUM_TRAITS, "the trait named in the running choice"),
            Section(
                "attack",
                2 * MAX_SPECIES + players + NUM_TRAITS,
                "slot of the attacker, of the victim, seat of the victim, traits ignored",
            ),
        )
    )


def hints_layout(setup: Setup) -> Layout:
    """`vector`, and what the scripted player thinks of each choice, if the own seat owes one."""
    worths = [
        Section(
            f"worth_of_{name}",
            len(actions),
            f"each legal `{name}`: 1 where it seems best, less the points that it seems worse by, "
            "-1 at least; 0 for others",
            low=-1.0,
        )
        for name, actions in setup.actions.ranges.items()
    ]
    return Layout((*layout(setup).sections, *worths))


def full_layout(setup: Setup) -> Layout:
    """`vector`, and behind it what is hidden."""
    players = setup.num_players
    hidden = (
        Section(
            "all_species", players * MAX_SPECIES * SPECIES_SIZE, "as `species`, all traits shown"
        ),
        Section("all_hands", players * NUM_FACES, "cards of each face / 2, own seat first"),
        Section("all_picked", players * 2, "each seat: (Food Card + 1), (card picked + 1) / 151"),
        Section("deck_order", NUM_FACES, "nearness to the top of a face's uppermost card"),
        Section("aside", NUM_FACES, "cards of each face set aside / 2"),
        Section("events_order", 2 * NUM_EVENTS, "nearness to the top of each deck of events"),
    )
    return Layout((*layout(setup).sections, *hidden))


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """The encoder `vector`."""
    out[:] = 0.0
    write_known(state, seat, out)


@jit
def observe_hints(state: Any, seat: int, out: Any) -> None:
    """The encoder `hints`."""
    out[:] = 0.0
    at = write_known(state, seat, out)
    if has_bit(state.deciding, seat):
        worth = np.zeros(state.num_actions, np.float64)
        mask = np.zeros(state.num_actions, np.int8)
        legal_for(state, seat, mask)
        appraise(state, seat, worth)
        best = -1e9
        for action in range(len(mask)):
            if mask[action]:
                best = max(best, worth[action])
        for action in range(len(mask)):
            if mask[action]:
                out[at + action] = max(-1.0, 1.0 + worth[action] - best)


@jit
def observe_full(state: Any, seat: int, out: Any) -> None:
    """The encoder `full`."""
    out[:] = 0.0
    at = write_known(state, seat, out)
    for steps in range(state.num_players):
        owner = (seat + steps) % state.num_players
        at = write_species(state, owner, state.species, state.num_species[owner], True, out, at)
    for steps in range(state.num_players):
        owner = (seat + steps) % state.num_players
        for face in range(NUM_FACES):
            out[at + face] = state.hands[owner, face] / MOST_COPIES
        at += NUM_FACES
    for steps in range(state.num_players):
        owner = (seat + steps) % state.num_players
        out[at] = (state.food_cards[owner] + 1) / (NUM_FACES + 1)
        out[at + 1] = (state.pending_cards[owner] + 1) / (NUM_FACES + 1)
        at += 2
    for i in range(state.deck_size):
        out[at + state.deck[i]] = (i + 1) / state.deck_size
    at += NUM_FACES
    for i in range(NUM_CARDS - state.aside_size, NUM_CARDS):
        out[at + state.deck[i]] += 1.0 / MOST_COPIES
    at += NUM_FACES
    for side in range(2):
        count = state.num_events[side]
        for i in range(count - 1, -1, -1):
            out[at + state.events[side, i]] = (count - i) / count
        at += NUM_EVENTS


@jit
def is_hidden_play(state: Any, seat: int, owner: int) -> bool:
    """CM-23: whether `owner` is playing out of `seat`'s sight, so that its board is as `shown`."""
    return owner != seat and state.num_shown[owner] > 0


@jit
def write_known(state: Any, seat: int, out: Any) -> int:
    """Write all sections of `vector` into zeros; returns where they end."""
    at = 0
    for steps in range(state.num_players):
        owner = (seat + steps) % state.num_players
        if is_hidden_play(state, seat, owner):
            at = write_species(state, owner, state.shown, state.num_shown[owner], False, out, at)
        else:
            count = state.num_species[owner]
            at = write_species(state, owner, state.species, count, owner == seat, out, at)
    for face in range(NUM_FACES):
        held = state.hands[seat, face]
        if held > 0:
            out[at + face] = held / MOST_COPIES
            cell = at + NUM_FACES + TRAIT_OF[face]
            out[cell] = min(1.0, out[cell] + held / 4.0)
        out[at + NUM_FACES + NUM_TRAITS + face] = state.discards[face] / MOST_COPIES
    at += 2 * NUM_FACES + NUM_TRAITS
    at = write_players(state, seat, out, at)
    at = write_table(state, out, at)
    return write_choice(state, seat, out, at)


@jit
def write_species(
    state: Any, owner: int, board: Any, count: int, shows_all: bool, out: Any, at: int
) -> int:
    """The species of one seat, from `state.species` or `state.shown`."""
    for slot in range(count):
        species = board[owner, slot]
        cell = at + slot * SPECIES_SIZE
        out[cell] = species.population / MAX_SIZE
        out[cell + 1] = species.body / MAX_SIZE
        out[cell + 2] = species.food / MAX_SIZE
        out[cell + 3] = species.fat / MAX_SIZE
        out[cell + 4] = count_bits(species.hidden) / MAX_TRAITS
        traits = species.traits if shows_all else species.traits & ~species.hidden
        for trait in range(NUM_TRAITS):
            if (traits >> trait) & 1:
                out[cell + 5 + trait] = 1.0
    return at + MAX_SPECIES * SPECIES_SIZE


@jit
def write_players(state: Any, seat: int, out: Any, at: int) -> int:
    """The section `players`. While all choose at once (CM-95) it is the same for all of a round:
    nobody is to move alone, and Food Cards are still counted in the hands.
    """
    is_laying = state.phase == FOOD_CARD
    is_at_once = is_laying or state.owing != 0
    for steps in range(state.num_players):
        owner = (seat + steps) % state.num_players
        is_hidden = is_hidden_play(state, seat, owner)
        count = state.num_shown[owner] if is_hidden else state.num_species[owner]
        cards = state.shown_hand_sizes[owner] if is_hidden else state.hand_sizes[owner]
        has_laid = state.food_cards[owner] != NO_CARD
        if is_laying and has_laid and owner != seat:
            cards += 1
            has_laid = False
        points = state.bags[owner]
        for slot in range(count):
            if is_hidden:
                species = state.shown[owner, slot]
            else:
                species = state.species[owner, slot]
            points += species.population + count_bits(species.traits)
        out[at] = min(1.0, cards / MANY_CARDS)
        out[at + 1] = min(1.0, state.bags[owner] / MANY_POINTS)
        out[at + 2] = min(1.0, points / MANY_POINTS)
        out[at + 3] = count / MAX_SPECIES
        out[at + 4] = has_laid
        out[at + 5] = state.to_move == owner and not is_at_once
        out[at + 6] = state.first == owner
        out[at + 7] = state.feeder == owner
        at += PLAYER_SIZE
    return at


@jit
def write_table(state: Any, out: Any, at: int) -> int:
    """The sections `zone`, `events`, `volcano`, `table` and `phase`."""
    out[at + state.zone] = 1.0
    at += NUM_ZONES
    for side in range(2):
        if state.num_events[side] > 0:
            out[at + state.events[side, 0]] = 1.0
    at += NUM_EVENTS
    if state.volcano != NONE:
        out[at + state.volcano] = 1.0
    at += NUM_ZONES
    out[at] = min(1.0, state.watering_hole / MUCH_FOOD)
    out[at + 1] = min(1.0, state.wildfire_food / MUCH_FOOD)
    out[at + 2] = state.deck_size / NUM_CARDS
    out[at + 3] = state.aside_size / NUM_CARDS
    out[at + 4] = min(1.0, state.turn / 10.0)
    out[at + 5] = state.idle / state.num_players
    out[at + 6] = state.meteorites > 0
    out[at + 7] = state.thaw != NONE
    out[at + 8] = state.final == FINAL
    out[at + 9] = state.final == NEXT_IS_FINAL
    out[at + 10] = min(1.0, state.num_returned / MANY_CARDS)
    at += 11
    out[at + state.phase] = 1.0
    return at + NUM_PHASES


@jit
def write_choice(state: Any, seat: int, out: Any, at: int) -> int:
    """The sections from `turn` on: what the running choice has come to so far."""
    out[at] = state.has_acted
    out[at + 1] = state.has_fed
    out[at + 2] = state.night_over
    if state.chain_slot != NONE:
        out[at + 3] = state.chain_kind
        out[at + 4] = state.chain_source
    at += 5
    card = state.pending_cards[seat]
    if card != NO_CARD:
        out[at + TRAIT_OF[card]] = 1.0
        out[at + NUM_TRAITS] = FOOD_OF[card] / 10.0
        out[at + NUM_TRAITS + 1] = WARMTH_OF[card] / 2.0
    at += NUM_TRAITS + 2
    card = state.food_cards[seat]
    if card != NO_CARD:
        out[at] = 1.0
        out[at + 1] = FOOD_OF[card] / 10.0
        out[at + 2] = WARMTH_OF[card] / 2.0
    at += 3
    if state.phase == EXCHANGE and state.to_move == seat:
        for i in range(state.num_returned):
            cell = at + TRAIT_OF[state.deck[i]]
            out[cell] = min(1.0, out[cell] + 0.25)
    at += NUM_TRAITS
    named = state.pending_traits[seat] if state.named == NONE else state.named
    if named != NONE:
        out[at + named] = 1.0
    at += NUM_TRAITS
    if state.attacker != NONE:
        out[at + state.attacker] = 1.0
    at += MAX_SPECIES
    if state.victim != NONE:
        out[at + state.victim] = 1.0
    at += MAX_SPECIES
    if state.victim_seat != NONE:
        out[at + (state.victim_seat - seat) % state.num_players] = 1.0
    at += state.num_players
    for trait in range(NUM_TRAITS):
        if (state.ignored >> trait) & 1:
            out[at + trait] = 1.0
    return at + NUM_TRAITS
