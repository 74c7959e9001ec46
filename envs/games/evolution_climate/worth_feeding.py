"""What feeding, attacking and discarding seem to be worth. See appraise.py; judgement, no rule."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .attack import NEEDS_CARDS_TO_NAME, NEVER, attack_price
from .cards import CARNIVORE, COOPERATION, FORAGING, HORNS, NUM_FACES, NUM_TRAITS, TRAIT_OF
from .feeding import may_think_now
from .species import has, room
from .state import (
    DONE,
    FIRST_CARD,
    FIRST_NAME,
    FIRST_SPECIES,
    FIRST_TARGET,
    IGNORE,
    NAME,
    PAY_MUD,
    PAY_NAMED,
    TARGET,
    TARGET_SEAT,
    THINK,
)
from .worth_growth import WORTH_A_ROUND

A_CARD = 1.0
"""Points that a card in hand is worth."""


@jit
def attack_worth(state: Any, seat: int, slot: int, prey_seat: int, prey_slot: int) -> float:
    """Points that an attack brings, what the attacked loses counted in part; -100 where it cannot
    be made.
    """
    if prey_seat == seat and prey_slot == slot:
        return -100.0
    may_think = may_think_now(state)
    price = attack_price(state, seat, slot, prey_seat, prey_slot, 0, True, may_think)
    if price >= NEVER or price % NEEDS_CARDS_TO_NAME > state.hand_sizes[seat]:
        return -100.0
    attacker, prey = state.species[seat, slot], state.species[prey_seat, prey_slot]
    worth = float(min(prey.body, room(attacker)))
    lost = 1.0
    if prey.population == 1:
        lost += 0.5
    if prey_seat == seat:
        worth -= 2.0 * lost
    else:
        worth += 0.7 * lost
    if has(prey, HORNS):
        worth -= 1.5 if attacker.population > 1 else 4.0
    return worth - A_CARD * (price % NEEDS_CARDS_TO_NAME)


@jit
def best_attack(state: Any, seat: int, slot: int, prey_seat: int) -> float:
    """The best attack of a Carnivore on a seat's species."""
    best = -100.0
    for prey_slot in range(state.num_species[prey_seat]):
        best = max(best, attack_worth(state, seat, slot, prey_seat, prey_slot))
    return best


@jit
def plant_worth(state: Any, seat: int, slot: int) -> float:
    """Points that a plant token for a species brings, with what Foraging and Cooperation add."""
    species = state.species[seat, slot]
    unfed = species.population - species.food
    worth = 1.0 if unfed > 0 else 0.7
    if has(species, FORAGING) and unfed > 1:
        worth += 1.0
    right = slot
    while has(state.species[seat, right], COOPERATION) and right + 1 < state.num_species[seat]:
        right += 1
        other = state.species[seat, right]
        if has(other, CARNIVORE) or room(other) == 0:
            break
        worth += 0.9
    return worth


@jit
def appraise_menu(state: Any, seat: int, worth: Any) -> None:
    """Whom to feed, and whether a card is worth discarding for Intelligence."""
    is_scarce = state.watering_hole < 3 * state.num_players
    best_thought = -100.0
    for slot in range(state.num_species[seat]):
        species = state.species[seat, slot]
        if has(species, CARNIVORE):
            best = -100.0
            for prey_seat in range(state.num_players):
                best = max(best, best_attack(state, seat, slot, prey_seat))
            worth[FIRST_SPECIES + slot] = 0.8 * best
        else:
            unfed = species.population - species.food
            gain = float(min(2, unfed)) + (1.0 if has(species, FORAGING) and unfed > 2 else 0.0)
            best_thought = max(best_thought, gain)
            if state.phase == THINK:
                worth[FIRST_SPECIES + slot] = gain
            else:
                worth[FIRST_SPECIES + slot] = plant_worth(state, seat, slot) + 0.02 * unfed
                if is_scarce:
                    worth[FIRST_SPECIES + slot] += 1.0
    if state.phase != THINK:
        for face in range(NUM_FACES):
            if state.hands[seat, face] > 0:
                worth[FIRST_CARD + face] = best_thought - A_CARD - discard_cost(face)


@jit
def discard_cost(face: int) -> float:
    """A little more for a card of a better trait."""
    return 0.2 * WORTH_A_ROUND[TRAIT_OF[face]]


@jit
def appraise_attack(state: Any, seat: int, worth: Any) -> None:
    """The links of an attack: whom, and what to ignore as cheaply as can be."""
    phase = int(state.phase)
    if phase == TARGET_SEAT:
        for steps in range(state.num_players):
            prey_seat = (seat + steps) % state.num_players
            worth[FIRST_TARGET + steps] = best_attack(state, seat, state.attacker, prey_seat)
    elif phase == TARGET:
        for slot in range(state.num_species[state.victim_seat]):
            worth[FIRST_SPECIES + slot] = attack_worth(
                state, seat, state.attacker, state.victim_seat, slot
            )
    elif phase in (PAY_NAMED, PAY_MUD):
        for face in range(NUM_FACES):
            worth[FIRST_CARD + face] = -discard_cost(face)
    else:
        worth[DONE] = -rest_price(state, seat, 0)
        for trait in range(NUM_TRAITS):
            price = rest_price(state, seat, 1 << trait)
            worth[FIRST_NAME + trait] = -price if phase == IGNORE else -price - A_CARD
        if phase == NAME:
            worth[FIRST_NAME + HORNS] = 0.5 - A_CARD - rest_price(state, seat, 0)


@jit
def rest_price(state: Any, seat: int, ignored: int) -> float:
    """Points that the rest of the attack costs in cards, once more is ignored."""
    price = attack_price(
        state,
        seat,
        state.attacker,
        state.victim_seat,
        state.victim,
        state.ignored | ignored,
        False,
        may_think_now(state),
    )
    return A_CARD * (price % NEEDS_CARDS_TO_NAME)
