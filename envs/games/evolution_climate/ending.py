"""The end of feeding, of a round, and of the game. CM-63 to CM-68, CM-86."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import count_bits
from phylarium.envs.core.header import end_game
from phylarium.envs.core.jit import jit

from .cards import CARNIVORE, HIBERNATION, MIGRATORY
from .deck import put_in_bag, reward
from .species import bury_the_dead, has, lose_population
from .state import BANK, BY_SCORE, DEALING, ENDING, FINAL, MAX_SPECIES, NONE, PLANT
from .takes import take


@jit
def next_migrant(state: Any) -> None:
    """CM-86: with an empty Watering Hole each Migratory species, from the First Player on and left
    to right, takes 2 plant tokens for its unfed population; never to store.
    """
    if state.migrant == NONE:
        state.migrant = 0 if state.watering_hole == 0 else state.num_players * MAX_SPECIES
    while state.migrant < state.num_players * MAX_SPECIES:
        seat = (state.first + state.migrant // MAX_SPECIES) % state.num_players
        slot = state.migrant % MAX_SPECIES
        if slot >= state.num_species[seat]:
            state.migrant += MAX_SPECIES - slot
            continue
        state.migrant += 1
        species = state.species[seat, slot]
        if has(species, MIGRATORY) and not has(species, CARNIVORE):
            take(state, seat, slot, 2, PLANT, BANK, False)
            return
    state.migrant = NONE
    state.stage = ENDING


@jit
def end_round(state: Any) -> None:
    """Starvation, food to the bags, the volcano, and then the end of the game or a new round."""
    starve(state)
    for seat in range(state.num_players):  # CM-64
        for slot in range(state.num_species[seat]):
            put_in_bag(state, seat, state.species[seat, slot].food)
            state.species[seat, slot].food = 0
    if state.volcano != NONE:  # CM-45
        state.zone = state.volcano
        state.volcano = NONE
    if state.final == FINAL:  # CM-65
        finish(state)
    else:
        state.first = (state.first + 1) % state.num_players
        state.stage = DEALING


@jit
def starve(state: Any) -> None:
    """CM-63: population without food is lost; Hibernation saves 2 (CM-82). All at the same time."""
    for seat in range(state.num_players):
        for slot in range(state.num_species[seat]):
            species = state.species[seat, slot]
            unfed = species.population - species.food - (2 if has(species, HIBERNATION) else 0)
            if unfed > 0:
                lose_population(state, seat, slot, unfed)
    bury_the_dead(state)


@jit
def finish(state: Any) -> None:
    """CM-67: fat goes to the bags, population and trait cards of survivors are points."""
    for seat in range(state.num_players):
        for slot in range(state.num_species[seat]):
            put_in_bag(state, seat, state.species[seat, slot].fat)
            state.species[seat, slot].fat = 0
        if state.options.reward == BY_SCORE:
            points = population_points(state, seat) + trait_points(state, seat)
            reward(state, seat, float(points))
    if state.options.reward != BY_SCORE:
        reward_winners(state)
    end_game(state, True)


@jit
def population_points(state: Any, seat: int) -> int:
    """CM-67: a point for each population of a seat."""
    points = 0
    for slot in range(state.num_species[seat]):
        points += state.species[seat, slot].population
    return points


@jit
def trait_points(state: Any, seat: int) -> int:
    """CM-67: a point for each trait card of a seat."""
    points = 0
    for slot in range(state.num_species[seat]):
        points += count_bits(state.species[seat, slot].traits)
    return points


@jit
def reward_winners(state: Any) -> None:
    """CM-68, CM-94: one point for the winner, shared where all three counts are equal."""
    best, num_best = -1, 0
    for seat in range(state.num_players):
        standing = standing_of(state, seat)
        if standing > best:
            best, num_best = standing, 1
        elif standing == best:
            num_best += 1
    for seat in range(state.num_players):
        if standing_of(state, seat) == best:
            reward(state, seat, 1.0 / num_best)


@jit
def standing_of(state: Any, seat: int) -> int:
    """CM-68: points, then trait points, then population points, as one number to compare."""
    traits, population = trait_points(state, seat), population_points(state, seat)
    return ((state.bags[seat] + traits + population) * 1000 + traits) * 1000 + population
