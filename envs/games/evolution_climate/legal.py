"""The mask: what a seat may choose. CM-96 and the rules of each phase."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import count_bits
from phylarium.envs.core.jit import jit

from .attack import blockers, can_attack
from .before_reveal import waiting_bit
from .cards import HORNS, MUD_WALLOWING, NUM_FACES, NUM_TRAITS, TRAIT_OF
from .feeding import (
    can_feed,
    can_feed_at_night,
    can_think,
    is_affordable,
    is_thinker,
    may_think_now,
)
from .species import has
from .state import (
    AFTERWARDS,
    DONE,
    EXCHANGE,
    FEED,
    FIRST_BODY,
    FIRST_CARD,
    FIRST_NAME,
    FIRST_POPULATION,
    FIRST_SPECIES,
    FIRST_TARGET,
    FIRST_TRAIT,
    FOOD_CARD,
    IGNORE,
    MAX_SIZE,
    MAX_TRAITS,
    NEW_LEFT,
    NEW_RIGHT,
    NIGHT,
    NO_CARD,
    NONE,
    OFFER,
    ORDER,
    PAY_MUD,
    PAY_NAMED,
    PLAY,
    TARGET,
    TARGET_SEAT,
    THINK,
)


@jit
def legal(state: Any, mask: Any) -> None:
    """The mask of `to_move`."""
    legal_for(state, int(state.to_move), mask)


@jit
def legal_for(state: Any, seat: int, mask: Any) -> None:
    """The mask of a seat that owes a choice."""
    phase = int(state.phase)
    mask[:] = 0
    if phase == PLAY:
        allow_play(state, seat, mask)
    elif phase in (FOOD_CARD, PAY_NAMED, PAY_MUD):
        allow_hand(state, seat, mask)
    elif phase == EXCHANGE:  # CM-21
        mask[DONE] = 1
        if state.num_returned < state.deck_size - state.num_returned:
            allow_hand(state, seat, mask)
    elif phase == ORDER:
        allow_order(state, seat, mask)
    elif phase == OFFER:  # CM-77
        mask[DONE] = 1
        mask[FIRST_SPECIES + state.chain_slot] = 1
    elif phase in (NIGHT, FEED, AFTERWARDS):
        allow_menu(state, seat, mask)
    elif phase == THINK:
        for slot in range(state.num_species[seat]):
            if is_thinker(state, seat, slot):
                mask[FIRST_SPECIES + slot] = 1
    elif phase in (TARGET_SEAT, TARGET):
        allow_targets(state, seat, mask)
    else:
        allow_names(state, seat, mask)


@jit
def allow_hand(state: Any, seat: int, mask: Any) -> None:
    """Any card in hand; cards of equal faces are one choice."""
    for face in range(NUM_FACES):
        if state.hands[seat, face] > 0:
            mask[FIRST_CARD + face] = 1


@jit
def most_traits(state: Any) -> int:
    """CM-17: trait cards that a species may have."""
    return MAX_TRAITS - 1 if state.num_players == 2 else MAX_TRAITS


@jit
def allow_play(state: Any, seat: int, mask: Any) -> None:
    """CM-15 to CM-20: with a card picked, where it may go; with a trait named, its species; else a
    card that can go somewhere, a trait to remove, or done.
    """
    count = state.num_species[seat]
    card, named = state.pending_cards[seat], state.pending_traits[seat]
    if card != NO_CARD:
        trait = TRAIT_OF[card]
        for slot in range(count):
            species = state.species[seat, slot]
            if not has(species, trait) and count_bits(species.traits) < most_traits(state):
                mask[FIRST_TRAIT + slot] = 1
            mask[FIRST_POPULATION + slot] = species.population < MAX_SIZE
            mask[FIRST_BODY + slot] = species.body < MAX_SIZE
        if count < state.options.species_limit:
            mask[NEW_LEFT] = 1
            mask[NEW_RIGHT] = 1
        return
    if named != NONE:
        for slot in range(count):
            mask[FIRST_SPECIES + slot] = has(state.species[seat, slot], named)
        return
    mask[DONE] = 1
    has_place = count < state.options.species_limit
    present, addable = 0, 0  # bits of traits to remove, and of traits that some species may get
    for slot in range(count):
        species = state.species[seat, slot]
        present |= species.traits
        if species.population < MAX_SIZE or species.body < MAX_SIZE:
            has_place = True
        if count_bits(species.traits) < most_traits(state):
            addable |= ~species.traits
    for face in range(NUM_FACES):
        if state.hands[seat, face] > 0:
            if has_place or (addable >> TRAIT_OF[face]) & 1:
                mask[FIRST_CARD + face] = 1
    for trait in range(NUM_TRAITS):
        mask[FIRST_NAME + trait] = (present >> trait) & 1


@jit
def allow_order(state: Any, seat: int, mask: Any) -> None:
    """CM-25: the traits that wait, or once one is named the species on which it waits."""
    named = state.pending_traits[seat]
    for slot in range(state.num_species[seat]):
        todo = state.species[seat, slot].todo
        if named != NONE:
            mask[FIRST_SPECIES + slot] = todo & waiting_bit(named) != 0
        elif todo != 0:
            for trait in range(NUM_TRAITS):
                if todo & waiting_bit(trait):
                    mask[FIRST_NAME + trait] = 1


@jit
def allow_menu(state: Any, seat: int, mask: Any) -> None:
    """CM-50 to CM-54: who may be fed, whether a card may be discarded for Intelligence, and whether
    the seat may go on without.
    """
    phase = int(state.phase)
    must_feed = False
    if phase != AFTERWARDS:
        for slot in range(state.num_species[seat]):
            if phase == NIGHT:
                mask[FIRST_SPECIES + slot] = can_feed_at_night(state, seat, slot)
            elif can_feed(state, seat, slot, False):
                mask[FIRST_SPECIES + slot] = 1
                must_feed = must_feed or can_feed(state, seat, slot, True)
    if not must_feed:
        mask[DONE] = 1
    if can_think(state, seat):
        allow_hand(state, seat, mask)


@jit
def allow_targets(state: Any, seat: int, mask: Any) -> None:
    """CM-57, CM-58: the seats, counted from the attacker, with a species that can be attacked; then
    those species.
    """
    may_think = may_think_now(state)
    is_naming_seat = state.phase == TARGET_SEAT
    for steps in range(state.num_players):
        prey_seat = (seat + steps) % state.num_players
        if is_naming_seat or prey_seat == state.victim_seat:
            for slot in range(state.num_species[prey_seat]):
                if can_attack(state, seat, state.attacker, prey_seat, slot, may_think, False):
                    if is_naming_seat:
                        mask[FIRST_TARGET + steps] = 1
                        break
                    mask[FIRST_SPECIES + slot] = 1


@jit
def allow_names(state: Any, seat: int, mask: Any) -> None:
    """CM-70, CM-84: traits that Ambush, or Intelligence for a card, may ignore: those in the way,
    and for Intelligence Horns; never so that the rest cannot be paid. Done, where what is left in
    the way can be overcome without.
    """
    ignored, cards = int(state.ignored), int(state.hand_sizes[seat])
    way = blockers(state, seat, state.attacker, state.victim_seat, state.victim, ignored)
    mud = way & 1 << MUD_WALLOWING
    prey = state.species[state.victim_seat, state.victim]
    if state.phase == IGNORE:
        mask[DONE] = is_affordable(state, seat, ignored, cards)
    else:
        mask[DONE] = way == mud
        way &= ~mud
        cards -= 1
        if has(prey, HORNS) and not ignored & 1 << HORNS:
            way |= 1 << HORNS
    for trait in range(NUM_TRAITS):
        if (way >> trait) & 1:
            mask[FIRST_NAME + trait] = is_affordable(state, seat, ignored | 1 << trait, cards)
