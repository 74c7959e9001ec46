"""Drawing cards, bonus cards on the way, and putting cards in places and piles."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import push
from phylarium.envs.core.header import seat_after
from phylarium.envs.core.jit import jit
from phylarium.envs.core.rng import shuffle

from .cards import FISH, is_bonus
from .looks import forget_place
from .scoring import gain
from .slots import owner_of
from .state import EMPTY, LOOKS, PERSONAL, PILE, TEMPORARY

SECOND_BONUS = 5


@jit
def draw(state: Any) -> int:
    """The top card of the deck, -1 when there is none."""
    if state.deck_size == 0:
        return -1
    state.deck_size -= 1
    card = state.deck[state.deck_size]
    state.deck[state.deck_size] = 0
    if is_bonus(card):
        state.bonus_in_deck -= 1
    return card


@jit
def has_animals(state: Any) -> bool:
    """CL-26: a deck of bonus cards only counts as run out."""
    return state.deck_size > state.bonus_in_deck


@jit
def bonus_receiver(state: Any, card: int, maker: int) -> int:
    """CL-27: the fish goes to the right of the triple's maker, the mollusk to the left; seats run
    clockwise, so left is the next seat.
    """
    return seat_after(state, maker, state.num_players - 1 if card == FISH else 1)


@jit
def turn_card(state: Any, maker: int) -> int:
    """Turn one card for the triple of `maker`: an animal card, or -1 when the deck ran out first.

    CL-13, CL-16: a bonus card goes to a neighbour and is replaced. CL-28: the receiver of the
    second one gets five more from the deck, after the replacement.
    """
    lucky = -1
    card = draw(state)
    while card >= 0 and is_bonus(card):
        receiver = bonus_receiver(state, card, maker)
        add_to_pile(state, card, receiver)
        if state.bonus_in_deck == 0:
            lucky = receiver
        card = draw(state)
    if lucky >= 0:
        for _ in range(SECOND_BONUS):
            extra = draw(state)
            if extra >= 0:
                add_to_pile(state, extra, lucky)
    return card


@jit
def turn_without_maker(state: Any) -> int:
    """CL-25: an animal card for a table that asked: bonus cards that come up are replaced, then
    shuffled back.

    The deck must hold an animal card.
    """
    first = draw(state)
    if not is_bonus(first):
        return first
    second = draw(state)
    card = draw(state) if is_bonus(second) else second
    return_bonus(state, first)
    if is_bonus(second):
        return_bonus(state, second)
    shuffle(state.rng, state.deck, 0, state.deck_size)
    return card


@jit
def return_bonus(state: Any, card: int) -> None:
    """Lay a bonus card back on the deck."""
    state.deck_size = push(state.deck, state.deck_size, card)
    state.bonus_in_deck += 1


@jit
def add_to_pile(state: Any, card: int, seat: int) -> None:
    """CL-09: a card goes face up to a player's animal pile; CL-29: bonus cards count there as
    others do.
    """
    state.place[card] = PILE + seat
    state.pile_sizes[seat] += 1
    gain(state, seat, 1.0)


@jit
def put(state: Any, card: int, place: int) -> None:
    """Lay a card in an empty place; a personal card is then known to its owner alone."""
    state.table[place] = card
    state.place[card] = place
    if place < TEMPORARY:
        state.num_shared += 1
    elif place >= PERSONAL:
        state.known[place - PERSONAL] = 1 << owner_of(place)
    if state.options.vision == LOOKS:
        state.came[place] = state.generation


@jit
def take(state: Any, place: int) -> int:
    """Take the card out of a place; what was noted about it is forgotten."""
    if state.options.vision == LOOKS:
        forget_place(state, place)
        state.came[place] = 0
    card = state.table[place]
    state.table[place] = EMPTY
    if place < TEMPORARY:
        state.num_shared -= 1
    elif place >= PERSONAL:
        state.known[place - PERSONAL] = 0
    return int(card)


@jit
def first_empty(state: Any, start: int, stop: int) -> int:
    """The first empty place of a range; there is always one."""
    place = start
    while state.table[place] != EMPTY:
        place += 1
    assert place < stop
    return place
