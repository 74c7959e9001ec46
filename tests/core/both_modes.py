"""A rule that uses all that a record offers, run by `test_record` compiled and uncompiled.

Prints the bytes of the states that the rule leaves, and the draws of the second one.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from phylarium.envs.core.cards import count_bits, has_bit, push, with_bit
from phylarium.envs.core.jit import compile_in, jit
from phylarium.envs.core.record import new_states, record_dtype
from phylarium.envs.core.rng import below, next_u64, shuffle, uniform

SPECIES = np.dtype([("traits", np.int64), ("food", np.int8), ("body", np.int8)])
RECORD = record_dtype(
    "both_modes",
    [
        ("rng", np.uint64, (1,)),
        ("draws", np.uint64, (5,)),
        ("share", np.float64),
        ("species", SPECIES, (2, 3)),
        ("deck", np.int8, (20,)),
        ("total", np.int32),
        ("deck_size", np.int8),
        ("seat", np.int8),
    ],
)


SEEDS = (2**63, 1234567, 2**64 - 1, 0)


@jit
def feed(species: Any, amount: int) -> int:
    """Food up to the body's size; nested records are passed on as they are."""
    eaten = min(amount, species.body - species.food)
    species.food += eaten
    return eaten


@jit
def play(state: Any) -> None:
    for i in range(5):
        state.draws[i] = next_u64(state.rng)
    for card in range(20):
        state.deck_size = push(state.deck, state.deck_size, 100 + card)
    shuffle(state.rng, state.deck, 0, state.deck_size)
    for player in range(2):
        for slot in range(3):
            species = state.species[player, slot]
            species.body = 1 + below(state.rng, 6)
            species.traits = with_bit(species.traits, below(state.rng, 60))
            state.total += feed(state.species[player, slot], 4)
            if has_bit(species.traits, 59) or species.food > 3:
                state.seat = -1
    state.total += state.deck[0] * state.deck[1]  # beyond int8, so it must widen
    state.total -= count_bits(state.species[1, 2].traits)
    state.share = uniform(state.rng) * state.total


def play_all(states: Any) -> None:
    for i in range(states.shape[0]):
        play(states[i])
    states[0] = states[states.shape[0] - 1]
    states[0].total += 1


if __name__ == "__main__":
    games = new_states(RECORD, 4)
    for seed in range(4):
        games.view(np.ndarray)["rng"][seed, 0] = SEEDS[seed]
    compile_in(play_all, Path(__file__).resolve())(games)
    plain = games.view(np.ndarray)
    print(json.dumps({"bytes": plain.tobytes().hex(), "draws": plain["draws"][1].tolist()}))
