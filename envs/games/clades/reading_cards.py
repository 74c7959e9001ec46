"""The cards of a position document: each in one place, none that the options leave out."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.fields import list_of, per_seat
from phylarium.envs.core.game import Setup

from .actions import slot_counts
from .cards import NUM_ANIMALS, NUMBER_OF, WORDS
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

    def list_of(self, field: str) -> list[Any]:
        """A list of the document, empty where it is left out."""
        return list_of(self.document, field)

    def card(self, word: Any, field: str) -> int:
        """The card of a word, which may be named only once in a document."""
        if not isinstance(word, str) or word not in NUMBER_OF:
            near = difflib.get_close_matches(str(word), WORDS, n=1, cutoff=0.0)
            raise PositionError(f"{field}: no card {word!r}; the nearest is {near[0]!r}")
        card = NUMBER_OF[word]
        if card not in self.playing:
            raise PositionError(f"{field}: {word!r} is not in the deck of these options")
        if card in self.field_of:
            raise PositionError(f"{field}: {word!r} is already in {self.field_of[card]}")
        self.field_of[card] = field
        return card

    def lay(self, word: Any, place: int, field: str) -> None:
        """Lay an animal card in a place; None leaves it empty."""
        if word is None:
            return
        card = self.card(word, field)
        if card >= NUM_ANIMALS:
            raise PositionError(f"{field}: a bonus card never lies on the table or in a hand")
        self.row.table[place] = card
        self.row.place[card] = place

    def read_table(self) -> None:
        """Shared and temporary cards."""
        counts = slot_counts(self.setup)
        for field, start, most in (
            ("shared", 0, counts.shared),
            ("temporary", TEMPORARY, counts.temporary),
        ):
            words = self.list_of(field)
            if len(words) > most:
                raise PositionError(f"{field}: {len(words)} places, these options have {most}")
            for k, word in enumerate(words):
                self.lay(word, start + k, field)

    def read_hands(self) -> None:
        """Personal cards, seat by seat."""
        for seat, hand in enumerate(per_seat(self.document, "hands", self.setup, list)):
            most = dealt_hand(self.setup.options, seat)
            if len(hand) > most:
                raise PositionError(
                    f"hands: seat {seat} has {len(hand)} places, its hand has {most}"
                )
            for place, word in zip(hand_of(self.row, seat), hand, strict=False):
                self.lay(word, place, "hands")

    def read_piles(self) -> None:
        """The piles, seat by seat."""
        for seat, pile in enumerate(per_seat(self.document, "piles", self.setup, list)):
            for word in pile:
                self.row.place[self.card(word, "piles")] = PILE + seat

    def read_aside(self) -> None:
        """CL-33, CL-54: cards set aside unseen; where none are named, the last of those not named
        elsewhere.
        """
        named = [self.card(word, "aside") for word in self.list_of("aside")]
        if any(card >= NUM_ANIMALS for card in named):
            raise PositionError("aside: bonus cards are not set aside")
        num_animals = sum(card < NUM_ANIMALS for card in self.playing)
        wanted = num_animals - deck_cards(self.setup.options)
        if not named and wanted:
            left = [c for c in self.playing if c not in self.field_of and c < NUM_ANIMALS]
            named = left[len(left) - wanted :] if len(left) >= wanted else []
            self.field_of.update(dict.fromkeys(named, "aside"))
        if len(named) != wanted:
            raise PositionError(f"aside: {len(named)} cards, these options set aside {wanted}")
        for card in named:
            self.row.place[card] = ASIDE

    def lay_rest(self, deck: list[int]) -> None:
        """Cards that no field names go under the deck, or with `rest` to the pile of a seat."""
        rest = self.document.get("rest", "deck")
        left = [card for card in self.playing if card not in self.field_of]
        piles = {f"pile {seat}": seat for seat in range(self.setup.num_players)}
        if isinstance(rest, str) and rest in piles:
            for card in left:
                self.row.place[card] = PILE + piles[rest]
        elif rest == "deck":
            deck += left
        else:
            raise PositionError(f"rest: {rest!r} is none of 'deck', {', '.join(map(repr, piles))}")
