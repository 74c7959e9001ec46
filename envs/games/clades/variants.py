"""Which options go together. A combination that makes no sense is refused with the reason."""

from __future__ import annotations

import dataclasses
from typing import Any

from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.game import Setup

from .state import (
    BEGINNERS_STARTERS,
    CARDS_ASIDE,
    CARDS_ASIDE_OF_THREES,
    RACE_CARDS,
    STARTERS,
    Options,
)

_DEFAULTS = Options()

_SOLITAIRE_REFUSES = {
    "starter_cards": "there is no rival to give a start to",
    "beginners_luck": "there is no rival to be balanced against",
    "victory_break": "the only player would rest for ever",
    "personal_cards": "there are no personal cards in solitaire",
    "open_hand": "there are no personal cards in solitaire",
    "chain_before_refill": "nobody else calls before the cards are replaced",
    "zero_sum": "there are no others whose gain could be taken off",
    "tie_order": "one player's calls never tie",
}


def check_options(options: Options, num_players: int) -> None:
    """Raise `OptionsError` with the reason where options do not go together."""
    check_seats(options, num_players)
    check_solitaire(options, num_players)
    check_calls(options)
    check_hands(options, num_players)
    check_unused(options)
    check_table(options, num_players)


def is_set(options: Options, name: str) -> bool:
    """Whether an option differs from its default."""
    return bool(getattr(options, name) != getattr(_DEFAULTS, name))


def refuse(condition: bool, reason: str) -> None:
    """Raise `OptionsError` where the condition holds."""
    if condition:
        raise OptionsError(reason)


def check_seats(options: Options, num_players: int) -> None:
    """Options of one entry a seat name no more seats than there are."""
    for field in dataclasses.fields(options):
        value = getattr(options, field.name)
        if isinstance(value, tuple):
            refuse(
                len(value) > num_players,
                f"option {field.name!r} names {len(value)} seats, the game has {num_players}",
            )


def check_solitaire(options: Options, num_players: int) -> None:
    """CL-52: one player plays solitaire, and solitaire is for one player."""
    refuse(
        num_players == 1 and options.solitaire == "off",
        "one player plays solitaire: set 'solitaire' to 'casual' or 'race'",
    )
    if options.solitaire == "off":
        return
    refuse(num_players > 1, f"solitaire is for one player, got {num_players}")
    for name, reason in _SOLITAIRE_REFUSES.items():
        refuse(is_set(options, name), f"option {name!r} and solitaire do not go together: {reason}")
    refuse(
        options.solitaire == "casual" and options.reward == "win",
        "option 'reward' cannot be 'win' in casual solitaire: nobody wins it",
    )
    if options.solitaire == "race":
        for name in ("learning", "threes_only"):
            refuse(getattr(options, name), f"the race needs {RACE_CARDS} cards, {name!r} leaves 27")
        refuse(options.smaller_deck, f"the race has a deck of {RACE_CARDS} cards of its own")


def check_calls(options: Options) -> None:
    """CL-61, CL-62: where only true calls can be made, prices of false ones mean nothing."""
    if options.vision != "slots":
        for name in ("false_call_penalty", "false_call_lockout"):
            refuse(
                is_set(options, name),
                f"option {name!r} means nothing with vision {options.vision!r}: "
                "only true calls can be made",
            )
    refuse(
        options.chain_before_refill and options.false_call_penalty,
        "with 'chain_before_refill' temporary cards of 'false_call_penalty' could keep the table "
        "from ever being refilled",
    )


def check_hands(options: Options, num_players: int) -> None:
    """CL-46: hands to be laid open must hold cards."""
    if options.open_hand != "off":
        refuse(
            max(options.personal_cards[:num_players]) == 0,
            "option 'open_hand' needs personal cards, and no seat has any",
        )


def check_unused(options: Options) -> None:
    """An option that would have no effect is a mistake, not a wish."""
    needs = (
        ("open_after", options.open_hand != "off", "open_hand"),
        ("race_limit", options.solitaire == "race", "solitaire 'race'"),
        ("looks_per_tick", options.vision == "looks", "vision 'looks'"),
        ("reaction_means", options.tie_order == "reaction", "tie_order 'reaction'"),
    )
    for name, is_used, where in needs:
        refuse(
            is_set(options, name) and not is_used, f"option {name!r} means nothing without {where}"
        )


def check_table(options: Options, num_players: int) -> None:
    """The cards must suffice for the piles, hands and table of the start."""
    target = options.shared_cards or (7 if options.learning else 12)
    refuse(
        target > options.shared_limit,
        f"option 'shared_limit' is {options.shared_limit}, but {target} shared cards are dealt",
    )
    refuse(0 < options.shared_cards < 3, "option 'shared_cards' is 0, or 3 to 21")
    needed = target + sum(
        dealt_hand(options, seat)
        + STARTERS * options.starter_cards
        + BEGINNERS_STARTERS * of_seat(options.beginners_luck, seat)
        for seat in range(num_players)
    )
    cards = deck_cards(options)
    refuse(
        needed > cards, f"{needed} cards are dealt at the start, but the deck has {cards} animals"
    )


def of_seat(entries: tuple[Any, ...], seat: int) -> Any:
    """The entry of a seat; the last one stands for all further seats."""
    return entries[min(seat, len(entries) - 1)]


def deck_cards(options: Options) -> int:
    """Animal cards of the deck."""
    if options.solitaire == "race":
        return RACE_CARDS
    if options.learning or options.threes_only:
        return 27 - (CARDS_ASIDE_OF_THREES if options.smaller_deck else 0)
    return 81 - (CARDS_ASIDE if options.smaller_deck else 0)


def dealt_hand(options: Options, seat: int) -> int:
    """CL-41, CL-52: personal cards of a seat."""
    return int(of_seat(options.personal_cards, seat)) if options.solitaire == "off" else 0


def has_bonus(options: Options) -> bool:
    """CL-04, CL-40, CL-52: whether the bonus cards take part."""
    return not (options.learning or options.threes_only) and options.solitaire == "off"


def max_plies(setup: Setup) -> int:
    """CL-65: the most choices in `max_ticks` ticks: looks, a final choice, and a gift for every
    claim.
    """
    options = setup.options
    looks = options.looks_per_tick if options.vision == "looks" else 0
    gifts = 1 if options.open_hand == "switch" else 0
    return int(options.max_ticks * setup.num_players * (1 + looks + gifts))
