"""What playing a card seems to be worth: traits, population, body size, new species. See
appraise.py; the numbers are judgement, tuned by play, and no rule.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from phylarium.envs.core.cards import count_bits
from phylarium.envs.core.jit import jit

from .attack import size_to_attack
from .cards import (
    AMBUSH,
    BURROWING,
    CARNIVORE,
    CLIMBING,
    COLD_STOPPED,
    COOLING_FRILLS,
    COOPERATION,
    DEFENSIVE_HERDING,
    FAT_TISSUE,
    FERTILE,
    FORAGING,
    HARD_SHELL,
    HEAT_STOPPED,
    HIBERNATION,
    HORNS,
    INTELLIGENCE,
    LEAF,
    LONG_NECK,
    LOSS,
    LOSS_BODY_HIGH,
    LOSS_BODY_LOW,
    MIGRATORY,
    MUD_WALLOWING,
    NOCTURNAL,
    NUM_FACES,
    NUM_TRAITS,
    NUM_ZONES,
    PACK_HUNTING,
    PREY_SIZE,
    SCAVENGER,
    SYMBIOSIS,
    TEMPERATE,
    TRAIT_OF,
    WARNING_CALL,
)
from .species import has
from .state import (
    DONE,
    FINAL,
    FIRST_BODY,
    FIRST_CARD,
    FIRST_NAME,
    FIRST_POPULATION,
    FIRST_SPECIES,
    FIRST_TRAIT,
    NEW_LEFT,
    NEW_RIGHT,
    NO_CARD,
    NONE,
)

# Gains in points: a trait worth having everywhere, and what it adds for each round to come.
TRAIT_ITSELF = 0.6
WORTH_A_ROUND = np.zeros(NUM_TRAITS, np.float64)
for _trait, _worth in (
    (LONG_NECK, 1.0), (FORAGING, 0.8), (COOPERATION, 0.8), (FERTILE, 0.5), (FAT_TISSUE, 0.4),
    (SCAVENGER, 0.25), (INTELLIGENCE, 0.3), (MIGRATORY, 0.5), (NOCTURNAL, 0.6),
    (HIBERNATION, 0.4), (BURROWING, 0.2), (CLIMBING, 0.2), (COOLING_FRILLS, 0.2),
    (DEFENSIVE_HERDING, 0.2), (HARD_SHELL, 0.2), (HORNS, 0.15), (MUD_WALLOWING, 0.2),
    (SYMBIOSIS, 0.1), (WARNING_CALL, 0.15),
):  # fmt: skip
    WORTH_A_ROUND[_trait] = _worth

SHIELDS = sum(
    1 << trait
    for trait in (BURROWING, CLIMBING, DEFENSIVE_HERDING, MUD_WALLOWING, SYMBIOSIS, HORNS)
)
"""Traits that keep attackers off beside Hard Shell and Cooling Frills."""

FOR_PLANT_EATERS = sum(1 << trait for trait in (LONG_NECK, FORAGING, MIGRATORY))
"""Traits that a Carnivore has no use for."""


@jit
def rounds_left(state: Any, seat: int) -> float:
    """About how many rounds are still to be fed, this one included."""
    if state.final == FINAL:
        return 1.0
    cards = 0
    for owner in range(state.num_players):
        cards += 4 + min(4, seen_count(state, seat, owner))
    return min(5.0, 1.5 + state.deck_size / cards)


@jit
def seen_traits(state: Any, seat: int, owner: int, slot: int) -> int:
    """Traits of a species that a seat sees; in quick play as they were shown (CM-23)."""
    if owner == seat:
        return int(state.species[owner, slot].traits)
    if state.num_shown[owner] > 0:
        return int(state.shown[owner, slot].traits) if slot < state.num_shown[owner] else 0
    species = state.species[owner, slot]
    return int(species.traits & ~species.hidden)


@jit
def seen_count(state: Any, seat: int, owner: int) -> int:
    """Species of a player that a seat sees."""
    if owner != seat and state.num_shown[owner] > 0:
        return int(state.num_shown[owner])
    return int(state.num_species[owner])


@jit
def seen_size(state: Any, seat: int, owner: int, slot: int, of_attacker: bool) -> int:
    """Body size of a species as a seat sees it, to attack with (Pack Hunting) or to be attacked."""
    is_hidden = owner != seat and state.num_shown[owner] > 0
    species = state.shown[owner, slot] if is_hidden else state.species[owner, slot]
    traits = seen_traits(state, seat, owner, slot)
    size = int(species.body)
    if of_attacker:
        return size + species.population if (traits >> PACK_HUNTING) & 1 else size
    if (traits >> HARD_SHELL) & 1:
        size += PREY_SIZE[HARD_SHELL]
    if (traits >> COOLING_FRILLS) & 1:
        size += PREY_SIZE[COOLING_FRILLS]
    return size


@jit
def biggest_enemy(state: Any, seat: int) -> int:
    """The greatest size with which a Carnivore of others in sight attacks; 0 without one."""
    biggest = 0
    for owner in range(state.num_players):
        if owner != seat:
            for slot in range(seen_count(state, seat, owner)):
                if (seen_traits(state, seat, owner, slot) >> CARNIVORE) & 1:
                    biggest = max(biggest, seen_size(state, seat, owner, slot, True))
    return biggest


@jit
def num_prey(state: Any, seat: int, size: int) -> int:
    """Species of others in sight that are small enough for a size, and not shielded otherwise."""
    count = 0
    for owner in range(state.num_players):
        if owner != seat:
            for slot in range(seen_count(state, seat, owner)):
                if seen_size(state, seat, owner, slot, False) < size:
                    if seen_traits(state, seat, owner, slot) & SHIELDS == 0:
                        count += 1
    return count


@jit
def plant_share(state: Any, seat: int) -> float:
    """The seat's part of all population in sight that eats plants."""
    own, total = 0.5, 1.0
    for owner in range(state.num_players):
        is_hidden = owner != seat and state.num_shown[owner] > 0
        for slot in range(seen_count(state, seat, owner)):
            if (seen_traits(state, seat, owner, slot) >> CARNIVORE) & 1 == 0:
                species = state.shown[owner, slot] if is_hidden else state.species[owner, slot]
                total += species.population
                if owner == seat:
                    own += species.population
    return own / total


@jit
def expected_food(state: Any) -> float:
    """Plant food that a player can hope for in this round."""
    leaf = LEAF[0 if state.num_players <= 3 else 1, state.zone]
    total = 5.0 * state.num_players + leaf
    if state.meteorites > 0:
        total = min(0.0, total)
    return max(0.0, state.watering_hole + total) / state.num_players


@jit
def trait_worth(state: Any, seat: int, slot: int, trait: int) -> float:
    """Points that a trait would bring on a species of the seat; -1 where it has it already."""
    species = state.species[seat, slot]
    if has(species, trait):
        return -1.0
    rounds = rounds_left(state, seat)
    is_carnivore = has(species, CARNIVORE)
    enemy = biggest_enemy(state, seat)
    is_prey = enemy > seen_size(state, seat, seat, slot, False) and species.traits & SHIELDS == 0
    worth = TRAIT_ITSELF + WORTH_A_ROUND[trait] * rounds
    if is_carnivore and (FOR_PLANT_EATERS >> trait) & 1:
        return 0.4
    if trait == CARNIVORE:
        return carnivore_worth(state, seat, slot, rounds)
    if trait in (AMBUSH, PACK_HUNTING):
        return TRAIT_ITSELF + 0.4 * rounds if is_carnivore else 0.2
    if trait == COOPERATION and slot + 1 == state.num_species[seat]:
        worth = TRAIT_ITSELF
    if trait == SYMBIOSIS:
        has_guard = slot + 1 < state.num_species[seat]
        if not has_guard or state.species[seat, slot + 1].body <= species.body:
            return 0.4
    if trait == FORAGING and species.population < 2:
        worth -= 0.3
    if is_prey and ((SHIELDS >> trait) & 1 or PREY_SIZE[trait] > 0):
        if PREY_SIZE[trait] == 0 or species.body + PREY_SIZE[trait] >= enemy:
            worth += 0.6 * rounds
    if state.zone > TEMPERATE:
        worth += 0.25 * (state.zone - TEMPERATE) * HEAT_STOPPED[trait]
    elif state.zone < TEMPERATE:
        worth += 0.25 * (TEMPERATE - state.zone) * COLD_STOPPED[trait]
    return worth


@jit
def carnivore_worth(state: Any, seat: int, slot: int, rounds: float) -> float:
    """Points that Carnivore would bring: only where there is prey, and for not too many."""
    species = state.species[seat, slot]
    num_own = 0
    for other in range(state.num_species[seat]):
        num_own += has(state.species[seat, other], CARNIVORE)
    prey = num_prey(state, seat, size_to_attack(species))
    if prey == 0 or 2 * num_own + 1 > state.num_species[seat] or species.body < 3:
        return 0.1
    worth = TRAIT_ITSELF + 0.5 * rounds * min(prey, 2)
    if species.traits & FOR_PLANT_EATERS != 0:
        worth -= 0.8 * rounds
    if expected_food(state) < 4.0:
        worth += 0.4 * rounds
    return worth


@jit
def appraise_places(state: Any, seat: int, worth: Any) -> float:
    """Population, body size and new species, whatever the card; returns the best."""
    rounds, enemy = rounds_left(state, seat), biggest_enemy(state, seat)
    count = state.num_species[seat]
    mouths = 0.0
    for slot in range(count):
        species = state.species[seat, slot]
        if not has(species, CARNIVORE):
            mouths += species.population - has(species, LONG_NECK)
    is_food_left = expected_food(state) > mouths
    best = 0.0
    for slot in range(count):
        species = state.species[seat, slot]
        is_carnivore = has(species, CARNIVORE)
        if species.population < 6:
            fed = 0.8 if is_food_left else 0.2
            if is_carnivore:
                fed = 0.5 if species.body > species.population else 0.2
            grown = 0.4 + fed * rounds - 0.1 * species.population
            worth[FIRST_POPULATION + slot] = grown
            best = max(best, grown)
        if species.body < 6:
            grown = 0.2 + 0.1 * rounds
            if is_carnivore:
                grown += 0.45 * rounds
            size = seen_size(state, seat, seat, slot, False)
            if size < enemy and species.traits & SHIELDS == 0:
                grown += (0.7 if size + 1 >= enemy else 0.3) * rounds
            grown += 0.7 * (range_loss(state, species.body) - range_loss(state, species.body + 1))
            worth[FIRST_BODY + slot] = grown
            best = max(best, grown)
    new = 0.4 + 0.55 * rounds if count < 4 else 0.3 + 0.3 * rounds - 0.3 * (count - 4)
    new += 0.4 if is_food_left else -0.3
    new -= 0.6 * range_loss(state, 1)
    worth[NEW_LEFT] = new - 0.1
    worth[NEW_RIGHT] = new
    return max(best, new)


@jit
def range_loss(state: Any, body: int) -> float:
    """Population that a body size is likely to lose: by the marker's zone, and by the next one
    outwards.
    """
    beyond = int(state.zone)
    if beyond > TEMPERATE:
        beyond = min(NUM_ZONES - 1, beyond + 1)
    elif beyond < TEMPERATE:
        beyond = max(0, beyond - 1)
    total = 0.0
    for zone in range(min(beyond, state.zone), max(beyond, state.zone) + 1):
        if LOSS_BODY_LOW[zone] <= body <= LOSS_BODY_HIGH[zone]:
            total += 0.5 * LOSS[zone]
    return min(2.0, total)


@jit
def appraise_play(state: Any, seat: int, worth: Any) -> None:
    """Phase 3: where the picked card goes best; else which card to pick, if any."""
    card = state.pending_cards[seat]
    count = state.num_species[seat]
    if state.pending_traits[seat] != NONE:
        for slot in range(count):
            worth[FIRST_SPECIES + slot] = -removed_worth(
                state, seat, slot, state.pending_traits[seat]
            )
        return
    best_growth = appraise_places(state, seat, worth)
    if card != NO_CARD:
        for slot in range(count):
            worth[FIRST_TRAIT + slot] = trait_worth(state, seat, slot, TRAIT_OF[card])
        return
    most = 3 if state.num_players == 2 else 4
    for face in range(NUM_FACES):
        if state.hands[seat, face] > 0:
            best_trait = 0.0
            for slot in range(count):
                if count_bits(state.species[seat, slot].traits) < most:
                    best_trait = max(best_trait, trait_worth(state, seat, slot, TRAIT_OF[face]))
            worth[FIRST_CARD + face] = max(best_trait, best_growth - 0.1 * best_trait)
    for trait in range(NUM_TRAITS):
        worth[FIRST_NAME + trait] = -1.0
    worth[DONE] = 0.3


@jit
def removed_worth(state: Any, seat: int, slot: int, trait: int) -> float:
    """What is lost with a trait."""
    return TRAIT_ITSELF + WORTH_A_ROUND[trait] * rounds_left(state, seat)
