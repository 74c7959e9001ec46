"""Which options go together, and how long games can last. CA-09, CA-24, CA-39."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.game import Setup

from .cards import deck_named
from .state import Options, dealt_cards, deck_of

_DEFAULTS = Options()

_NEEDS = (
    ("turn_limit", "deck_exhaustion", ("reshuffle",)),
    ("num_held_out", "knowledge", ("held_out",)),
    ("split_seed", "knowledge", ("held_out",)),
    ("deal_from", "knowledge", ("held_out",)),
    ("family_shift", "knowledge", ("shuffled_world",)),
    ("card_shift", "knowledge", ("shuffled_world",)),
    ("weight_noise", "characteristic", ("weight", "random")),
    ("lifespan_noise", "characteristic", ("lifespan", "random")),
    ("artwork_hint", "knowledge", ("noisy_prior", "identity", "shuffled_world")),
)
"""Options that mean nothing unless another one has one of these values."""


def check_options(options: Options, num_players: int) -> None:
    """Raise `OptionsError` with the reason where options do not go together."""
    deck = deck_named(options.deck)
    for name, other, values in _NEEDS:
        if getattr(options, name) != getattr(_DEFAULTS, name):
            refuse(
                getattr(options, other) not in values,
                f"option {name!r} means nothing with {other} {getattr(options, other)!r}",
            )
    refuse(
        len(options.noise) > num_players,
        f"option 'noise' names {len(options.noise)} seats, the game has {num_players}",
    )
    refuse(
        options.placing == "rank" and options.knowledge == "shuffled_world",
        "option 'placing' cannot be 'rank' with knowledge 'shuffled_world': "
        "ranks in a new world are what nobody knows",
    )
    if options.knowledge == "held_out":
        refuse(
            options.num_held_out >= len(deck),
            f"option 'num_held_out' is {options.num_held_out}, the deck has {len(deck)} animals",
        )
    cards = len(dealt_cards(deck, options))
    needed = num_players * options.hand_size + 1 + num_players
    refuse(
        needed > cards,
        f"{num_players} hands of {options.hand_size}, the initial card and a card left for each "
        f"player are {needed} cards, and {cards} take part",
    )


def refuse(condition: Any, reason: str) -> None:
    """Raise `OptionsError` where the condition holds."""
    if condition:
        raise OptionsError(reason)


def max_plies(setup: Setup) -> int:
    """CA-39: every turn uses up a card of hands and deck for good, but with `reshuffle` (CA-34)."""
    if setup.options.deck_exhaustion == "reshuffle":
        return int(setup.options.turn_limit)
    return len(dealt_cards(deck_of(setup), setup.options)) - 1
