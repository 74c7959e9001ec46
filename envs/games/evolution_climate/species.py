"""One species: what it has, how hungry it is, and how it comes, shrinks and goes."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import FAT_TISSUE, HIBERNATION, TRAIT_OF
from .deck import draw_cards, put_in_bag
from .state import FAT_WAITS, MAX_TRAITS


@jit
def has(species: Any, trait: int) -> bool:
    """Whether a species has a trait. Face-down traits count: nothing asks before they are shown
    (CM-22) but their owner's own turn.
    """
    return (species.traits >> trait) & 1 == 1


@jit
def is_hungry(species: Any) -> bool:
    """CM-51: less food than population; CM-82: Hibernation lets up to 2 unfed be ignored."""
    ignored = 2 if has(species, HIBERNATION) else 0
    return species.population - species.food > ignored


@jit
def room(species: Any) -> int:
    """Food that a species can take: its unfed population, and with Fat Tissue what fits there
    (CM-56, CM-77).
    """
    fat = species.body - species.fat if has(species, FAT_TISSUE) else 0
    return species.population - species.food + fat


@jit
def add_species(state: Any, seat: int, at_left: bool) -> None:
    """CM-18: a new species with population 1 and body size 1 at either end of the row."""
    count = state.num_species[seat]
    place = count
    if at_left:
        place = 0
        for slot in range(count, 0, -1):
            state.species[seat, slot] = state.species[seat, slot - 1]
        clear_species(state.species[seat, 0])
    state.species[seat, place].population = 1
    state.species[seat, place].body = 1
    state.num_species[seat] = count + 1


@jit
def clear_species(species: Any) -> None:
    """An empty slot is all zero."""
    species.traits = 0
    species.hidden = 0
    for k in range(MAX_TRAITS):
        species.cards[k] = 0
    species.population = 0
    species.body = 0
    species.food = 0
    species.fat = 0
    species.todo = 0
    species.fed_at_night = 0


@jit
def lose_population(state: Any, seat: int, slot: int, loss: int) -> None:
    """Population falls, to 0 at least; food beyond it goes to the bag (CM-31, CM-59). The caller
    sees to extinction.
    """
    species = state.species[seat, slot]
    species.population = max(0, species.population - loss)
    if species.food > species.population:
        put_in_bag(state, seat, species.food - species.population)
        species.food = species.population


@jit
def go_extinct(state: Any, seat: int, slot: int) -> None:
    """CM-66: trait cards are discarded and as many drawn, food goes to the bag, the row closes."""
    species = state.species[seat, slot]
    put_in_bag(state, seat, species.food + species.fat)
    num_cards = 0
    for k in range(MAX_TRAITS):
        if species.cards[k] > 0:
            state.discards[species.cards[k] - 1] += 1
            num_cards += 1
    last = state.num_species[seat] - 1
    for other in range(slot, last):
        state.species[seat, other] = state.species[seat, other + 1]
    clear_species(state.species[seat, last])
    state.num_species[seat] = last
    draw_cards(state, seat, num_cards)


@jit
def bury_the_dead(state: Any) -> None:
    """CM-31: species at population 0 go extinct, from the First Player on, left to right."""
    for steps in range(state.num_players):
        seat = (state.first + steps) % state.num_players
        slot = 0
        while slot < state.num_species[seat]:
            if state.species[seat, slot].population == 0:
                go_extinct(state, seat, slot)
            else:
                slot += 1


@jit
def remove_trait(state: Any, seat: int, slot: int, trait: int) -> int:
    """CM-20: take a trait off a species; its stored food goes to the bag. Returns the card."""
    species = state.species[seat, slot]
    face = -1
    for k in range(MAX_TRAITS):
        if face >= 0:
            species.cards[k - 1] = species.cards[k]
        elif species.cards[k] > 0 and TRAIT_OF[species.cards[k] - 1] == trait:
            face = species.cards[k] - 1
    species.cards[MAX_TRAITS - 1] = 0
    species.traits &= ~(1 << trait)
    species.hidden &= ~(1 << trait)
    if trait == FAT_TISSUE:
        if state.owing != 0:
            state.spent_fat[seat] += species.fat  # out of sight, like all that is done now (CM-23)
        else:
            put_in_bag(state, seat, species.fat)
        species.fat = 0
        species.todo &= ~FAT_WAITS
    return face
