"""Phase 5: feeding turns, and the choices of one turn up to a take or an attack. CM-50 to CM-55."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .attack import NEEDS_CARDS_TO_NAME, NEVER, attack_price, blockers, has_target, is_threatened
from .cards import AMBUSH, CARNIVORE, HORNS, INTELLIGENCE, MIGRATORY, MUD_WALLOWING, NOCTURNAL
from .deck import discard_from_hand
from .kill import resolve_attack
from .species import has, is_hungry, room
from .state import (
    AFTERWARDS,
    BANK,
    DONE,
    FEED,
    FIRST_CARD,
    FIRST_NAME,
    FIRST_SPECIES,
    FIRST_TARGET,
    HOLE,
    IGNORE,
    MIGRATING,
    NAME,
    NIGHT,
    NONE,
    PAY_MUD,
    PAY_NAMED,
    PLANT,
    TARGET,
    TARGET_SEAT,
    THINK,
)
from .takes import take


@jit
def begin_turn(state: Any, seat: int) -> None:
    """CM-50: a seat's feeding turn begins."""
    state.feeder = seat
    state.has_acted = 0
    state.has_fed = 0
    state.night_over = 0


@jit
def next_menu(state: Any) -> bool:
    """What the turn asks for next: free feedings, the feeding, what Intelligence may do after it;
    else the next turn begins. CM-54: after a lap of turns in which nothing happened feeding is
    over, and False is returned.
    """
    seat = state.feeder
    if state.has_fed != 0:
        state.phase = AFTERWARDS
        if not can_think(state, seat):
            if end_turn(state):
                return False
            seat = state.feeder
    if state.has_fed == 0:
        state.phase = FEED
        if state.night_over == 0:
            for slot in range(state.num_species[seat]):
                if can_feed_at_night(state, seat, slot):
                    state.phase = NIGHT
    state.to_move = seat
    state.deciding = 1 << seat
    return True


@jit
def end_turn(state: Any) -> bool:
    """CM-54: the turn passes on; returns whether feeding is over."""
    seat = state.feeder
    for slot in range(state.num_species[seat]):
        state.species[seat, slot].fed_at_night = 0
    state.idle = 0 if state.has_acted != 0 else state.idle + 1
    if state.idle == state.num_players:
        begin_turn(state, 0)
        state.idle = 0
        state.stage = MIGRATING
        return True
    begin_turn(state, (seat + 1) % state.num_players)
    return False


@jit
def can_feed(state: Any, seat: int, slot: int, by_duty: bool) -> bool:
    """CM-52, CM-53: whether a species can be fed; `by_duty`: whether it is hungry and must be where
    nothing else is.
    """
    species = state.species[seat, slot]
    if not (is_hungry(species) if by_duty else room(species) > 0):
        return False
    if has(species, CARNIVORE):  # CM-57, CM-72
        return has_target(state, seat, slot, not by_duty, by_duty)
    return state.watering_hole > 0


@jit
def can_feed_at_night(state: Any, seat: int, slot: int) -> bool:
    """CM-88: Nocturnal, not yet used in this turn, something to eat, and no Carnivore to fear."""
    species = state.species[seat, slot]
    if not has(species, NOCTURNAL) or species.fed_at_night != 0 or room(species) == 0:
        return False
    if has(species, CARNIVORE):
        may_think = state.options.intelligence_in_nocturnal != 0
        if not has_target(state, seat, slot, may_think, False):
            return False
    elif state.watering_hole == 0:
        return False
    return not is_threatened(state, seat, slot)


@jit
def is_thinker(state: Any, seat: int, slot: int) -> bool:
    """CM-84: a species that Intelligence can feed: no Carnivore, and with room."""
    species = state.species[seat, slot]
    return has(species, INTELLIGENCE) and not has(species, CARNIVORE) and room(species) > 0


@jit
def can_think(state: Any, seat: int) -> bool:
    """CM-84: whether a card can be discarded for food."""
    has_thinker = False
    for slot in range(state.num_species[seat]):
        has_thinker = has_thinker or is_thinker(state, seat, slot)
    return has_thinker and state.hand_sizes[seat] > 0


@jit
def choose_in_turn(state: Any, seat: int, action: int) -> bool:
    """A choice of NIGHT, FEED or AFTERWARDS. Returns whether a further link is owed."""
    if FIRST_CARD <= action < FIRST_SPECIES:
        discard_from_hand(state, seat, action - FIRST_CARD)
        state.phase = THINK
        return True
    if action == DONE:
        if state.phase == NIGHT:
            state.night_over = 1
        else:
            end_turn(state)
        return False
    slot = action - FIRST_SPECIES
    is_night = state.phase == NIGHT
    if has(state.species[seat, slot], CARNIVORE):
        state.attacker = slot
        state.at_night = 1 if is_night else 0
        state.phase = TARGET_SEAT
        return True
    state.has_acted = 1
    if is_night:
        state.species[seat, slot].fed_at_night = 1
    else:
        state.has_fed = 1
    take(state, seat, slot, 1, PLANT, HOLE, True)  # CM-55
    return False


@jit
def think(state: Any, seat: int, slot: int) -> None:
    """CM-84: a species that is no Carnivore takes 2 plant tokens from the bank for a card."""
    state.has_acted = 1
    take(state, seat, slot, 2, PLANT, BANK, True)


@jit
def may_think_now(state: Any) -> bool:
    """Whether Intelligence may help the attack being chosen (CM-84, CM-88)."""
    return state.at_night == 0 or state.options.intelligence_in_nocturnal != 0


@jit
def choose_in_attack(state: Any, seat: int, action: int) -> bool:
    """A choice of an attack: whom, what to ignore, what to pay. Returns whether more is owed."""
    phase = state.phase
    if phase == TARGET_SEAT:
        state.victim_seat = (seat + action - FIRST_TARGET) % state.num_players
        state.phase = TARGET
        return True
    if phase == TARGET:
        state.victim = action - FIRST_SPECIES
    elif phase == IGNORE:
        state.ambush_done = 1
        if action != DONE:
            state.ignored |= 1 << (action - FIRST_NAME)
    elif phase == NAME:
        if action == DONE:
            state.naming_done = 1
        else:
            state.named = action - FIRST_NAME
            state.phase = PAY_NAMED
            return True
    elif phase == PAY_NAMED:
        discard_from_hand(state, seat, action - FIRST_CARD)
        state.ignored |= 1 << state.named
        state.named = NONE
    else:  # PAY_MUD
        discard_from_hand(state, seat, action - FIRST_CARD)
        state.ignored |= 1 << MUD_WALLOWING
    if needs_choice(state, seat):
        return True
    resolve_attack(state)
    return False


@jit
def needs_choice(state: Any, seat: int) -> bool:
    """The next thing to choose before an attack: what Ambush ignores (CM-70), what Intelligence
    does (CM-84), the card for Mud Wallowing (CM-87); False when all is settled.
    """
    attacker = state.species[seat, state.attacker]
    prey = state.species[state.victim_seat, state.victim]
    ignored = state.ignored
    way = blockers(state, seat, state.attacker, state.victim_seat, state.victim, ignored)
    if state.ambush_done == 0:
        if way != 0 and has(attacker, AMBUSH) and has(prey, MIGRATORY):
            state.phase = IGNORE
            return True
        state.ambush_done = 1
    mud = way & 1 << MUD_WALLOWING
    if state.naming_done == 0 and may_think_now(state) and has(attacker, INTELLIGENCE):
        cards = state.hand_sizes[seat] - (1 if mud != 0 else 0)
        has_horns = has(prey, HORNS) and not ignored & 1 << HORNS
        if way != mud or (has_horns and cards > 0):
            state.phase = NAME
            return True
    if mud != 0:
        state.phase = PAY_MUD
        return True
    return False


@jit
def is_affordable(state: Any, seat: int, ignored: int, cards: int) -> bool:
    """Whether `cards` pay for the rest of the attack being chosen once `ignored` is ignored."""
    price = attack_price(
        state,
        seat,
        state.attacker,
        state.victim_seat,
        state.victim,
        ignored,
        False,
        may_think_now(state),
    )
    return price < NEVER and price % NEEDS_CARDS_TO_NAME <= cards
