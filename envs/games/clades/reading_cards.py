"""The cards of a position document: each in one place, none that the options leave out."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.game import Setup

from .actions import slot_counts
from .cards import NUM_ANIMALS, NUMBER_OF, WORDS
from .fields import list_of, per_seat
from .notation import deck_of, hand_of
from .state import ASIDE, DECK, EMPTY, PILE, TEMPORARY
from .variants import dealt_hand, deck_cards


class CardReader:
    """Puts the cards of a document in their places, each once."""

    def __init__(self, document: Mapping[str, Any], row: Any, setup: Setup) -> None:
        self.document = document
        self.row = row
        self.setup = setup
        self.field_of: dict[int, str] = {}
        self.playing = deck_of(setup)

    def read(self) -> None:
        """Read all places, then see to the cards that are not named."""
        self.read_table()
        self.read_hands()
        self.read_piles()
        deck = [self.card(word, "deck") for word in self.list_of("deck")]
        self.read_aside()
        self.lay_rest(deck)
        for i, card in enumerate(reversed(deck)):
            self.row.deck[i] = card
            self.row.place[card] = DECK
        self.row.deck_size = len(deck)
        self.row.bonus_in_deck = sum(card >= NUM_ANIMALS for card in deck)
        self.row.num_shared = sum(card != EMPTY for card in self.row.table[:TEMPORARY])
        self.row.pile_sizes[: self.setup.num_players] = [
            sum(place == PILE + seat for place in self.row.place)
            for seat in range(self.setup.num_players)
        ]

    def list_of(document: Mapping[str, Any], field: str) -> list[Any]:
    """A list of the document, empty where it is left out."""
    value = document.get(field, [])
    if not isinstance(value, list | tuple):
        raise PositionError(f"{field}: a list is wanted, got {value!r}")
    return list(value)
