"""Which choices are legal. CA-11, CA-12, CA-14."""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.jit import jit

from .state import BY_RANK


@jit
def legal(state: Any, mask: Any) -> None:
    """The mask of `to_move`: each card in hand, into each gap (or at each rank)."""
    mask[:] = 0
    numbers = state.line_size + 1
    if state.options.placing == BY_RANK:
        numbers = state.num_cards
    for slot in range(state.options.hand_size):
        if state.hands[state.to_move, slot] >= 0:
            start = slot * state.num_cards
            for number in range(start, start + numbers):
                mask[number] = 1
