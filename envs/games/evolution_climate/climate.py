"""Phase 4: the reveal of the Food Cards, the marker, events and plant food. CM-26 to CM-46."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import (
    COLD_SNAP,
    DESERTIFICATION,
    EVENT_EFFECT,
    EVENT_KIND,
    EVENT_SIDE,
    EVENT_TARGET,
    EVENT_ZONE,
    FOOD_OF,
    GLACIAL_THAW,
    HEAT_WAVE,
    LEAF,
    METEORITE,
    NUM_ZONES,
    VOLCANIC_ERUPTION,
    WARMTH_OF,
    WILDFIRE,
)
from .losses import shrink_bodies, strike_by_climate, strike_by_fire
from .state import NO_CARD, NONE

THAW_SUNS = 3
NO_EVENT = -1


@jit
def modify_environment(state: Any) -> None:
    """The five steps of Phase 4, and the used Food Cards to the discards (CM-14)."""
    food, warmth = 0, 0
    for seat in range(state.num_players):
        if state.food_cards[seat] != NO_CARD:
            food += FOOD_OF[state.food_cards[seat]]
            warmth += WARMTH_OF[state.food_cards[seat]]
    if state.thaw != NONE:  # CM-43
        warmth += THAW_SUNS
        put_under_deck(state, state.thaw)
        state.thaw = NONE
    move_marker(state, warmth)
    side = triggered_side(state)
    kind, zone = NO_EVENT, state.zone
    if side != NONE:
        event = state.events[side, 0]
        kind = EVENT_KIND[event]
        if kind in (COLD_SNAP, HEAT_WAVE):  # CM-40, CM-42
            zone = EVENT_EFFECT[event]
        begin_event(state, event)
    strike_by_climate(state, zone)
    adjust_food(state, food + LEAF[0 if state.num_players <= 3 else 1, zone], kind)
    if side != NONE:
        replace_event(state, side)
    for seat in range(state.num_players):
        if state.food_cards[seat] != NO_CARD:
            state.discards[state.food_cards[seat]] += 1
            state.food_cards[seat] = NO_CARD


@jit
def move_marker(state: Any, warmth: int) -> None:
    """CM-26: one zone warmer or colder, whatever the difference; never beyond the ends."""
    if warmth > 0 and state.zone < NUM_ZONES - 1:
        state.zone += 1
    elif warmth < 0 and state.zone > 0:
        state.zone -= 1


@jit
def triggered_side(state: Any) -> int:
    """CM-27: the deck whose face-up event lies at the marker's zone, NONE; at most one a round."""
    for side in range(2):
        if state.num_events[side] > 0 and EVENT_ZONE[state.events[side, 0]] == state.zone:
            return side
    return NONE


@jit
def begin_event(state: Any, event: int) -> None:
    """What an event does before the climate strikes."""
    kind = EVENT_KIND[event]
    if kind == DESERTIFICATION:
        shrink_bodies(state)
    elif kind == WILDFIRE:
        strike_by_fire(state)
    elif kind == METEORITE:  # CM-44
        state.meteorites += 1
    elif kind == VOLCANIC_ERUPTION:  # CM-45
        state.volcano = EVENT_TARGET[event]


@jit
def adjust_food(state: Any, total: int, kind: int) -> None:
    """CM-32: add the round's total to the Watering Hole, or take it away, down to none.

    Desertification and a Meteorite, now or ever before, let nothing grow (CM-41, CM-44); a Wildfire
    sets aside what grows (CM-46).
    """
    if total > 0 and (kind == DESERTIFICATION or state.meteorites > 0):
        return
    if total > 0 and kind == WILDFIRE:
        state.wildfire_food += total
        state.bank_out += total
        return
    new = max(0, state.watering_hole + total)
    state.bank_out += new - state.watering_hole
    state.watering_hole = new


@jit
def replace_event(state: Any, side: int) -> None:
    """CM-28: the resolved card goes under its deck and the next is laid open; a Glacial Thaw waits
    on the Watering Hole (CM-43), a Meteorite stays (CM-44).
    """
    event = state.events[side, 0]
    count = state.num_events[side]
    for i in range(count - 1):
        state.events[side, i] = state.events[side, i + 1]
    state.events[side, count - 1] = 0
    state.num_events[side] = count - 1
    if EVENT_KIND[event] == GLACIAL_THAW:
        state.thaw = event
    elif EVENT_KIND[event] != METEORITE:
        put_under_deck(state, event)
    state.known_events[side] = min(state.known_events[side], max(0, state.num_events[side] - 1))


@jit
def put_under_deck(state: Any, event: int) -> None:
    """An event that everybody has seen goes to the bottom of its deck."""
    side = EVENT_SIDE[event]
    state.events[side, state.num_events[side]] = event
    state.num_events[side] += 1
    state.known_events[side] += 1
