"""A turn: placing a card, flipping it, drawing for a wrong one. CA-11 to CA-22, CA-34, CA-38."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.cards import insert_at, push
from phylarium.envs.core.header import is_over
from phylarium.envs.core.jit import jit

from .beliefs import gap_of_rank
from .drawing import replace_card
from .rounds import emptied_bits, end_round, is_decided, pass_turn
from .scoring import finish
from .state import BY_RANK, EMPTY, NOBODY, RESHUFFLE


@jit
def step(state: Any, action: int) -> None:
    """The turn of `to_move`: the choice names a slot of the hand and a gap of the line."""
    seat = state.to_move
    slot, gap = action // state.num_cards, action % state.num_cards
    if state.options.placing == BY_RANK:
        gap = gap_of_rank(state, gap)
    place_card(state, seat, slot, gap)
    state.turn += 1
    if state.options.early_end and is_decided(state):
        finish(state, emptied_bits(state), True)  # CA-22
        return
    pass_turn(state)
    if state.to_move == NOBODY:
        end_round(state)
    if state.options.deck_exhaustion == RESHUFFLE and not is_over(state):
        if state.turn >= state.options.turn_limit:
            finish(state, state.alive, False)  # CA-34


@jit
def is_right(state: Any, card: int, gap: int) -> bool:
    """CA-16, CA-18: not smaller than the card on the left, not greater than that on the right.

    The line is sorted, so this accepts the gaps at and inside a block of equal cards, no others.
    """
    rank = state.rank[card]
    if gap > 0 and state.rank[state.line[gap - 1]] > rank:
        return False
    return gap == state.line_size or state.rank[state.line[gap]] >= rank


@jit
def place_card(state: Any, seat: int, slot: int, gap: int) -> None:
    """CA-13, CA-15 to CA-17: the card is laid down, flipped, and stays or goes to the box."""
    card = state.hands[seat, slot]
    state.hands[seat, slot] = EMPTY
    state.hand_sizes[seat] -= 1
    right = is_right(state, card, gap)
    if right:
        state.line_size = insert_at(state.line, state.line_size, gap, card)
        state.rewards[seat] += state.options.placement_reward  # CA-38
    else:
        state.box_size = push(state.box, state.box_size, card)  # CA-17
        replace_card(state, seat, slot)
    state.last_card = card
    state.last_seat = seat
    state.last_right = right
    state.placements[seat] += 1
    state.right[seat] += right
    if state.is_held_out[card]:
        state.held_placements[seat] += 1
        state.held_right[seat] += right
    if state.hands[seat, slot] == EMPTY:
        for knower in range(state.num_players):  # nothing is left to be estimated there
            state.estimates[knower, seat, slot] = 0
