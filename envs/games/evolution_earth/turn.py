"""The course of a turn, and who has the next one. EE-07, EE-12, EE-44, EE-46, EE-47, EE-53."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import has_bit, without_bit
from phylarium.envs.core.header import end_game
from phylarium.envs.core.jit import jit

from .cards import NUM_KINDS, NUM_TERRITORIES, POP, TERRITORY
from .deck import count_cards, draw_hand, put_hand_under
from .scoring import pay_loss, win
from .state import ABSENT, ORDERING, TABLING


@jit
def begin_turn(state: Any, seat: int) -> None:
    """EE-08: draw a hand, then choose how many POP to table; EE-53: unless turns are used up."""
    if state.turns[seat] >= state.options.max_turns:
        end_game(state, False)
        return
    state.turns[seat] += 1
    state.turn += 1
    state.phase = TABLING
    state.to_move = seat
    state.deciding = 1 << seat
    draw_hand(state, seat)


@jit
def pass_turn_on(state: Any, seat: int) -> None:
    """EE-07: the next living seat clockwise has its turn."""
    following = (seat + 1) % state.num_players
    while not has_bit(state.alive, following):
        following = (following + 1) % state.num_players
    begin_turn(state, following)


@jit
def finish_turn(state: Any, seat: int) -> None:
    """EE-12: the rest of the hand goes under the deck; EE-50: in Blue Pearl in a chosen order."""
    state.has_tabled = 0
    put_hand_under(state, seat)
    if state.options.blue_pearl and count_cards(state.under, seat) > 0:
        state.phase = ORDERING
    else:
        pass_turn_on(state, seat)


@jit
def die_out(state: Any, seat: int) -> None:
    """EE-44: mass extinction; EE-47: the last player left wins."""
    pay_loss(state, seat)
    state.alive = without_bit(state.alive, seat)
    remove_cards(state, seat)
    survivors, last = 0, -1
    for other in range(state.num_players):
        if has_bit(state.alive, other):
            survivors, last = survivors + 1, other
    if survivors == 1:
        win(state, last)
    else:
        pass_turn_on(state, seat)


@jit
def remove_cards(state: Any, seat: int) -> None:
    """EE-46: all cards of the player leave the game; `recycle_pop` gives the POP to the supply."""
    for territory in range(NUM_TERRITORIES):
        species = state.world[seat, territory]
        if species != ABSENT:
            state.removed[TERRITORY + territory] += 1
        if species >= 0:
            state.removed[species] += 1
        state.world[seat, territory] = ABSENT
    for i in range(state.deck_sizes[seat]):
        state.hand[seat, state.deck[seat, i]] += 1
        state.deck[seat, i] = 0
    state.deck_sizes[seat] = 0
    state.known_tops[seat] = 0
    state.hand[seat, POP] += state.pop[seat]
    state.pop[seat] = 0
    for kind in range(NUM_KINDS):
        count = state.hand[seat, kind] + state.under[seat, kind]
        if kind == POP and state.options.recycle_pop:
            state.supply[POP] += count
        else:
            state.removed[kind] += count
        state.hand[seat, kind] = 0
        state.under[seat, kind] = 0
        state.seen[seat, kind] = 0
