"""Values of a position document, each checked: lists, whole numbers, flags, seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.game import Setup


def list_of(self, field: str) -> list[Any]:
        """A list of the document, empty where it is left out."""
        return list_of(self.document, field)

    def card(self, word: Any, field: str) -> int:
        """The card of a word, which may be named only once in a document."""
        if word not in NUMBER_OF:
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
        if rest in piles:
            for card in left:
                self.row.place[card] = PILE + piles[rest]
        elif rest == "deck":
            deck += left
        else:
            raise PositionError(f"rest: {rest!r} is none of 'deck', {', '.join(map(repr, piles))}")


def per_seat(document: Mapping[str, Any], field: str, setup: Setup, empty: Any) -> list[Any]:
    """A list of one entry a seat; `empty()` for each seat where it is left out."""
    if field not in document:
        return [empty() for _ in range(setup.num_players)]
    values = list_of(document, field)
    if len(values) != setup.num_players:
        raise PositionError(
            f"{field}: {len(values)} entries, the game has {setup.num_players} seats"
        )
    for value in values:
        if empty is list and not isinstance(value, list | tuple):
            raise PositionError(f"{field}: a list a seat is wanted, got {value!r}")
    return values


def whole(document: Mapping[str, Any], field: str, default: int, low: int, high: int) -> int:
    """A whole number of the document, within bounds."""
    return checked_whole(document.get(field, default), field, low, high)


def checked_whole(value: Any, field: str, low: int, high: int) -> int:
    """A value that must be a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise PositionError(f"{field}: a whole number is wanted, got {value!r}")
    if not low <= value <= high:
        raise PositionError(f"{field}: {value} is outside {low} to {high}")
    return int(value)


def word_64(document: Mapping[str, Any], field: str) -> np.uint64:
    """A 64-bit number written as a decimal or hexadecimal string, or as a number."""
    value = document.get(field, 0)
    try:
        number = int(value, 0) if isinstance(value, str) else int(value)
    except (TypeError, ValueError):
        raise PositionError(f"{field}: a 64-bit number is wanted, got {value!r}") from None
    if not 0 <= number < 2**64:
        raise PositionError(f"{field}: {number} is not a 64-bit number")
    return np.uint64(number)


def bits_of(numbers: Iterable[int]) -> int:
    """The bit set of some numbers."""
    return sum(1 << int(number) for number in set(numbers))


def seat_list(document: Mapping[str, Any], field: str, default: list[int], setup: Setup) -> int:
    """A list of seats as a bit set."""
    seats = document.get(field, default)
    if not isinstance(seats, list | tuple):
        raise PositionError(f"{field}: a list of seats is wanted, got {seats!r}")
    return bits_of(checked_whole(seat, field, 0, setup.num_players - 1) for seat in seats)


def flag(document: Mapping[str, Any], field: str) -> bool:
    """True or false, false where it is left out."""
    value = document.get(field, False)
    if not isinstance(value, bool):
        raise PositionError(f"{field}: true or false is wanted, got {value!r}")
    return value
