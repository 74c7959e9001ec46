"""Which options go together, and how long a game can be. CM-23, CM-98."""

from __future__ import annotations

from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.game import Setup

from .cards import NUM_CARDS
from .state import MAX_PLAYERS, MAX_SIZE, MAX_SPECIES, Options


def check_options(options: Options, num_players: int) -> None:
    """Raise `OptionsError` with the reason where options do not go together."""
    if options.quick_play and num_players == MAX_PLAYERS:
        raise OptionsError("option 'quick_play' changes nothing with six players: they always do")


def max_plies(setup: Setup) -> int:
    """CM-98: the most choices of a game, proven in RULES.md: rounds times choices of a round."""
    players = setup.num_players
    aside = {2: NUM_CARDS // 2, 3: 60, 4: 30}.get(players, 0)
    rounds = -(-(NUM_CARDS - aside) // (5 * players))
    boards = players * MAX_SPECIES
    growing = 2 * players + 4 * NUM_CARDS + 2 * players + NUM_CARDS
    before_reveal = 3 * boards * (2 + MAX_SPECIES)
    acts = 3 * MAX_SIZE * boards + NUM_CARDS
    feeding = acts * (6 + 2 * players) + 3 * NUM_CARDS + acts * boards + 2 * players
    return int(rounds * (growing + before_reveal + feeding))
