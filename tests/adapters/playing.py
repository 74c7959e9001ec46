"""How the adapters' tests play: a choice that depends on nothing but what the seat sees."""

import warnings
import zlib

import numpy as np
import phylarium

with warnings.catch_warnings():  # importing PettingZoo's tests warns of its own old modules
    warnings.simplefilter("ignore")
    import pettingzoo.test  # noqa: F401

GAMES = phylarium.games()
SHORT = {"clades": {"max_ticks": 25}}
"""Options that keep whole games short."""


def options_of(game):
    return SHORT.get(game, {})


def tables(*, most=2):
    """Games with a few of their player counts: the fewest from two up, and the most."""
    found = []
    for name in GAMES:
        fewest, largest = phylarium.setup(name).game.players
        counts = sorted({max(2, fewest), largest})[:most]
        found += [(name, count) for count in counts]
    return found


def choose(observation, mask):
    """A legal action picked by a hash of what is seen: the same wherever the same is seen."""
    seen = observation.encode() if isinstance(observation, str) else observation.tobytes()
    legal = np.flatnonzero(mask)
    return int(legal[zlib.crc32(seen) % len(legal)])


def play_core(setup, seed):
    """The game that `choose` plays in all seats, on the core alone.

    Returns the choices as (seat, action), what each seat saw at its choices, the seats' returns
    and the final position.
    """
    from phylarium.envs.core.position import Position

    position = Position.deal(setup, seed)
    choices, seen = [], [[] for _ in range(setup.num_players)]
    while not position.is_over:
        seat = position.to_move
        observation = position.observe(seat)
        action = choose(observation, position.mask())
        choices.append((seat, action))
        seen[seat].append(observation)
        position.step(action)
    return choices, seen, position.returns, position
