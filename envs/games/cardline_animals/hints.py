"""The encoder `hints`: what matters most, for small networks. CA-43, CA-49.

With `knowledge: noisy_prior` it says, for each action, how likely it is right by the seat's own
estimate: the reasoning from estimates to gaps is done. With the other modes, which are about what
can be learned of animals, it says which ranks of the deck lie in the line (CA-14).
"""

from __future__ import annotations

from typing import Any

from phylarium.envs.core.game import Setup
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section

from .beliefs import write_probabilities
from .observe import HIGHEST, common_sections, write_common, write_line
from .state import BY_RANK, NOISY_PRIOR, SHUFFLED_WORLD, deck_of


def hints_layout(setup: Setup) -> Layout:
    """The sections of `hints`."""
    cards, options = len(deck_of(setup)), setup.options
    sections = common_sections(setup)
    if options.knowledge == "noisy_prior":
        sections += [
            Section("best", options.hand_size, "each card in hand: its most likely gap's chance"),
            Section("probability", setup.num_actions, "each action: chance that it is right"),
        ]
    elif options.knowledge == "shuffled_world":
        meaning = "values of the line, smallest first"
        sections.append(Section("line", cards, meaning, high=HIGHEST))
    else:
        sections.append(Section("line_ranks", cards, "each rank of the deck: lies in the line"))
    return Layout(tuple(sections))


@jit
def observe_hints(state: Any, seat: int, out: Any) -> None:
    """The encoder `hints`."""
    out[:] = 0.0
    at = write_common(state, seat, out, 0)
    hand, cards = state.options.hand_size, state.num_cards
    if state.options.knowledge == NOISY_PRIOR:
        write_probabilities(state, seat, out, at + hand)
        numbers = cards if state.options.placing == BY_RANK else state.line_size + 1
        for slot in range(hand):
            best = 0.0
            for number in range(numbers):
                best = max(best, out[at + hand + slot * cards + number])
            out[at + slot] = best
    elif state.options.knowledge == SHUFFLED_WORLD:
        write_line(state, out, at)
    else:
        for place in range(state.line_size):
            out[at + state.rank[state.line[place]]] = 1.0
