"""Whether one species can attack another, and what it costs. CM-58; the traits' own ids beside
them.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import count_bits
from phylarium.envs.core.jit import jit

from .cards import (
    AMBUSH,
    BURROWING,
    CARNIVORE,
    CLIMBING,
    COOLING_FRILLS,
    DEFENSIVE_HERDING,
    HARD_SHELL,
    INTELLIGENCE,
    MIGRATORY,
    MUD_WALLOWING,
    PACK_HUNTING,
    PREY_SIZE,
    SYMBIOSIS,
    WARNING_CALL,
)
from .species import has, is_hungry, room

NEVER = 1000
"""A price that nobody can pay."""

NEEDS_CARDS_TO_NAME = 100
"""Added to a price that Intelligence has a part in: duty does not reach so far (CM-61)."""


@jit
def size_to_attack(attacker: Any) -> int:
    """CM-89: Pack Hunting adds the population to the body size."""
    if has(attacker, PACK_HUNTING):
        return attacker.body + attacker.population
    return attacker.body


@jit
def blockers(state: Any, a_seat: int, a_slot: int, seat: int, slot: int, ignored: int) -> int:
    """Bits of the traits, not `ignored`, that stand in the way of an attack on (seat, slot); -1
    where no trait is to blame: the body itself is too big (CM-58).

    Hard Shell and Cooling Frills are both in the way while the size with them is too big.
    """
    attacker, prey = state.species[a_seat, a_slot], state.species[seat, slot]
    size = size_to_attack(attacker)
    if size <= prey.body:
        return -1
    active = prey.traits & ~ignored
    way = 0
    shields = active & (1 << HARD_SHELL | 1 << COOLING_FRILLS)
    if shields != 0:
        prey_size = prey.body
        if shields & 1 << HARD_SHELL:  # CM-80
            prey_size += PREY_SIZE[HARD_SHELL]
        if shields & 1 << COOLING_FRILLS:  # CM-74
            prey_size += PREY_SIZE[COOLING_FRILLS]
        if size <= prey_size:
            way = shields
    if active & 1 << BURROWING and not is_hungry(prey):  # CM-71
        way |= 1 << BURROWING
    if active & 1 << CLIMBING and not has(attacker, CLIMBING):  # CM-73
        way |= 1 << CLIMBING
    if active & 1 << DEFENSIVE_HERDING and attacker.population <= prey.population:  # CM-76
        way |= 1 << DEFENSIVE_HERDING
    way |= active & 1 << MUD_WALLOWING  # CM-87
    has_right = slot + 1 < state.num_species[seat]
    if active & 1 << SYMBIOSIS and has_right:  # CM-91
        if state.species[seat, slot + 1].body > prey.body:
            way |= 1 << SYMBIOSIS
    if not has(attacker, AMBUSH) and not ignored & 1 << WARNING_CALL:  # CM-92, CM-70
        if (has_right and has(state.species[seat, slot + 1], WARNING_CALL)) or (
            slot > 0 and has(state.species[seat, slot - 1], WARNING_CALL)
        ):
            way |= 1 << WARNING_CALL
    return way


@jit
def attack_price(
    state: Any,
    a_seat: int,
    a_slot: int,
    seat: int,
    slot: int,
    ignored: int,
    may_ambush: bool,
    may_think: bool,
) -> int:
    """Cards that the attacker's owner must discard, from here on, to attack: one for each trait
    that Intelligence must be made to ignore (CM-84) and one for Mud Wallowing (CM-87), less one
    where Ambush ignores a trait of a Migratory prey (CM-70). NEEDS_CARDS_TO_NAME is added where
    Intelligence is needed; NEVER where nothing helps.
    """
    way = blockers(state, a_seat, a_slot, seat, slot, ignored)
    if way < 0:
        return NEVER
    if way == 0:
        return 0
    attacker, prey = state.species[a_seat, a_slot], state.species[seat, slot]
    mud = (way >> MUD_WALLOWING) & 1
    to_name = count_bits(way) - mud
    shields = 1 << HARD_SHELL | 1 << COOLING_FRILLS
    if way & shields == shields:
        # Naming Hard Shell alone is enough where the rest does not shield any more.
        if size_to_attack(attacker) > prey.body + PREY_SIZE[COOLING_FRILLS]:
            to_name -= 1
    if may_ambush and has(attacker, AMBUSH) and has(prey, MIGRATORY):
        if to_name > 0:
            to_name -= 1
        else:
            mud = 0
    if to_name == 0:
        return mud
    if not (may_think and has(attacker, INTELLIGENCE)):
        return NEVER
    return to_name + mud + NEEDS_CARDS_TO_NAME


@jit
def can_attack(
    state: Any, a_seat: int, a_slot: int, seat: int, slot: int, may_think: bool, by_duty: bool
) -> bool:
    """CM-58: whether a Carnivore with room (the caller's care) can attack a species: not itself,
    small enough, and its owner can pay. `by_duty` asks whether it must (CM-61).
    """
    if a_seat == seat and a_slot == slot:
        return False
    price = attack_price(state, a_seat, a_slot, seat, slot, 0, True, may_think)
    if price == 0:
        return True
    if by_duty and (price >= NEEDS_CARDS_TO_NAME or not state.options.mud_discard_forced):
        return False
    return price < NEVER and price % NEEDS_CARDS_TO_NAME <= state.hand_sizes[a_seat]


@jit
def has_target(state: Any, a_seat: int, a_slot: int, may_think: bool, by_duty: bool) -> bool:
    """Whether there is any species that a Carnivore with room can attack."""
    for seat in range(state.num_players):
        for slot in range(state.num_species[seat]):
            if can_attack(state, a_seat, a_slot, seat, slot, may_think, by_duty):
                return True
    return False


@jit
def is_threatened(state: Any, seat: int, slot: int) -> bool:
    """CM-88: whether another Carnivore in play that has room to eat could attack this species."""
    for a_seat in range(state.num_players):
        for a_slot in range(state.num_species[a_seat]):
            attacker = state.species[a_seat, a_slot]
            if has(attacker, CARNIVORE) and room(attacker) > 0:
                if can_attack(state, a_seat, a_slot, seat, slot, True, False):
                    return True
    return False
