"""What each choice seems to be worth, in points: the judgement of the scripted player, and the
sections `worth_of_*` of the encoder `hints`. No rule lives here.

It looks at what its seat knows and no more: its own cards, and of others what lies face up
(CM-97). worth_growth.py judges Phase 3, worth_feeding.py Phase 5.
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .cards import (
    FERTILE,
    FOOD_OF,
    LEAF,
    LONG_NECK,
    NUM_FACES,
    NUM_ZONES,
    TEMPERATE,
    TRAIT_OF,
    WARMTH_OF,
)
from .losses import losses
from .state import (
    EXCHANGE,
    FIRST_CARD,
    FIRST_NAME,
    FIRST_SPECIES,
    FOOD_CARD,
    MAX_SPECIES,
    OFFER,
    ORDER,
    PLAY,
)
from .worth_feeding import appraise_attack, appraise_menu
from .worth_growth import appraise_play, plant_share, trait_worth

CHANCE_TO_MOVE = 0.35
"""By so much an icon raises the chance that the marker moves its way."""


@jit
def appraise(state: Any, seat: int, worth: Any) -> None:
    """Write what each choice of a deciding seat is worth into zeros, float64 [num_actions]; numbers
    of choices that are not legal mean nothing.
    """
    phase = int(state.phase)
    if phase == FOOD_CARD:
        appraise_food_cards(state, seat, worth)
    elif phase == PLAY:
        appraise_play(state, seat, worth)
    elif phase == EXCHANGE:
        for face in range(NUM_FACES):
            worth[FIRST_CARD + face] = 1.0 - card_worth(state, seat, face)
    elif phase == ORDER:
        # More room first, bank food before stored food.
        worth[FIRST_NAME + FERTILE] = 2.0
        worth[FIRST_NAME + LONG_NECK] = 1.0
    elif phase == OFFER:
        for slot in range(MAX_SPECIES):
            worth[FIRST_SPECIES + slot] = 1.0
    elif state.attacker >= 0:
        appraise_attack(state, seat, worth)
    else:
        appraise_menu(state, seat, worth)


@jit
def card_worth(state: Any, seat: int, face: int) -> float:
    """What a card in hand is worth to keep: its best use as a trait."""
    if state.hands[seat, face] == 0:
        return 0.0
    best = 0.3
    for slot in range(state.num_species[seat]):
        best = max(best, trait_worth(state, seat, slot, TRAIT_OF[face]))
    return best


@jit
def appraise_food_cards(state: Any, seat: int, worth: Any) -> None:
    """Food for the own mouths, a climate that spares them, and not the best trait card."""
    share = plant_share(state, seat)
    colder, warmer = max(0, state.zone - 1), min(NUM_ZONES - 1, state.zone + 1)
    gain = climate_worth(state, seat, warmer, share) - climate_worth(state, seat, colder, share)
    for face in range(NUM_FACES):
        if state.hands[seat, face] > 0:
            food = FOOD_OF[face] * (1.2 * share - 0.15)
            climate = CHANCE_TO_MOVE * WARMTH_OF[face] * gain
            worth[FIRST_CARD + face] = food + climate - 0.4 * card_worth(state, seat, face)


@jit
def climate_worth(state: Any, seat: int, zone: int, share: float) -> float:
    """Points that a zone brings: its plants, its losses, and half of what lies beyond it."""
    here = zone_worth(state, seat, zone, share)
    if zone < TEMPERATE:
        return here + 0.5 * zone_worth(state, seat, max(0, zone - 1), share)
    if zone > TEMPERATE:
        return here + 0.5 * zone_worth(state, seat, min(NUM_ZONES - 1, zone + 1), share)
    return here


@jit
def zone_worth(state: Any, seat: int, zone: int, share: float) -> float:
    """Own losses count in full, those of others in part, and the leaf by the seat's share."""
    own, others = 0.0, 0.0
    for owner in range(state.num_players):
        for slot in range(state.num_species[owner]):
            species = state.species[owner, slot]
            loss = min(species.population, losses(state, owner, slot, zone))
            if owner == seat:
                own += loss
            else:
                others += loss
    leaf = LEAF[0 if state.num_players <= 3 else 1, zone]
    return 0.3 * others / (state.num_players - 1) - own + 0.3 * share * leaf
