"""Reading what players have from a position document, and where all other cards lie."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.fields import flag, known_names, list_of, whole
from phylarium.envs.core.game import Setup

from .cards import COPIES, FACE_NAMED, NUM_CARDS, NUM_FACES, TRAIT_OF, TRAITS, WORDS
from .deal import cards_aside
from .legal import most_traits
from .notation import TODO_WORDS
from .state import MAX_SIZE, MAX_TRAITS

PLAYER_FIELDS = (
    "species", "hand", "bag", "food_card", "picked", "named", "shown", "spent", "spent_fat",
    "links",
)  # fmt: skip
SPECIES_FIELDS = (
    "population", "body", "food", "fat", "traits", "face_down", "waiting", "fed_at_night",
)  # fmt: skip
MANY = 10_000


def named(word: Any, names: Iterable[str], field: str) -> int:
    """The place of a word among the names; `PositionError` offers the nearest."""
    known = list(names)
    if isinstance(word, str) and word in known:
        return known.index(word)
    near = difflib.get_close_matches(str(word), known, n=1, cutoff=0.0)
    raise PositionError(f"{field}: no {word!r}; the nearest is {near[0]!r}")


class CardReader:
    """Counts cards as they are read, so that none is named more often than it is printed."""

    def __init__(self) -> None:
        self.left = [int(count) for count in COPIES]

    def face(self, word: Any, field: str) -> int:
        """One card."""
        face = named(word, FACE_NAMED, field)
        self.left[face] -= 1
        if self.left[face] < 0:
            raise PositionError(f"{field}: {word!r} is named more than {COPIES[face]} times")
        return face

    def faces(self, document: Mapping[str, Any], field: str) -> list[int]:
        """A list of cards."""
        return [self.face(word, field) for word in list_of(document, field)]

    def read_piles(self, document: Mapping[str, Any], row: Any, setup: Setup) -> None:
        """Deck, cards set aside and discards; cards not named are set aside or lie in the deck."""
        for face in self.faces(document, "discards"):
            row.discards[face] += 1
        deck = self.faces(document, "deck")
        aside = self.faces(document, "aside")
        rest = [face for face in range(NUM_FACES) for _ in range(self.left[face])]
        if "aside" not in document:
            missing = max(0, len(rest) - cards_aside(setup.num_players))
            aside, rest = rest[missing:], rest[:missing]
        deck += rest
        if setup.num_players > 4 and aside:
            raise PositionError("aside: with 5 and 6 players no cards are set aside")
        row.deck_size, row.aside_size = len(deck), len(aside)
        for i, face in enumerate(reversed(deck)):
            row.deck[i] = face
        for i, face in enumerate(aside):
            row.deck[NUM_CARDS - len(aside) + i] = face


def read_players(document: Mapping[str, Any], row: Any, setup: Setup, cards: CardReader) -> None:
    """What each player has; one species of population 1 and body size 1 by default."""
    players = document.get("players", [{}] * setup.num_players)
    if not isinstance(players, list | tuple) or len(players) != setup.num_players:
        raise PositionError(f"players: a list of {setup.num_players} is wanted, got {players!r}")
    for seat, player in enumerate(players):
        known_names(player, PLAYER_FIELDS, f"players: seat {seat}")
        for face in cards.faces(player, "hand"):
            row.hands[seat, face] += 1
            row.hand_sizes[seat] += 1
        row.bags[seat] = whole(player, "bag", 0, 0, MANY)
        if "food_card" in player:
            row.food_cards[seat] = cards.face(player["food_card"], "food_card")
        if "picked" in player:
            row.pending_cards[seat] = named(player["picked"], FACE_NAMED, "picked")
            if row.hands[seat, row.pending_cards[seat]] == 0:
                raise PositionError(f"picked: {player['picked']!r} is not in hand of seat {seat}")
        if "named" in player:
            row.pending_traits[seat] = named(player["named"], TRAITS, "named")
        species = player.get("species", [{}])
        row.num_species[seat] = read_row(species, row.species, seat, row, cards)
        if row.num_species[seat] > setup.options.species_limit:
            raise PositionError(f"species: seat {seat} has more than option species_limit allows")
        read_hidden_play(player, row, seat, cards)


def read_row(species: Any, board: Any, seat: int, row: Any, cards: CardReader | None) -> int:
    """The species of a seat, from the left; returns how many."""
    if not isinstance(species, list | tuple) or len(species) > board.shape[1]:
        raise PositionError(f"species: at most {board.shape[1]} in a list, got {species!r}")
    for slot, entry in enumerate(species):
        read_species(entry, board[seat, slot], row, cards)
    return len(species)


def read_species(entry: Any, species: Any, row: Any, cards: CardReader | None) -> None:
    """One species. Traits may go by their name alone; then the first free card of it is meant."""
    known_names(entry, SPECIES_FIELDS, "species")
    species.population = whole(entry, "population", 1, 1, MAX_SIZE)
    species.body = whole(entry, "body", 1, 1, MAX_SIZE)
    species.food = whole(entry, "food", 0, 0, species.population)
    words = [(word, False) for word in list_of(entry, "traits")]
    words += [(word, True) for word in list_of(entry, "face_down")]
    if len(words) > most_traits(row):
        raise PositionError(f"traits: {len(words)} on one species, at most {most_traits(row)}")
    for k, (word, is_down) in enumerate(words):
        face = trait_card(word, cards)
        trait = int(TRAIT_OF[face])
        if species.traits >> trait & 1:
            raise PositionError(f"traits: {TRAITS[trait]!r} twice on one species")
        species.cards[k] = face + 1
        species.traits |= 1 << trait
        species.hidden |= is_down << trait
    has_fat = bool(species.traits >> TRAITS.index("fat tissue") & 1)
    species.fat = whole(entry, "fat", 0, 0, species.body if has_fat else 0)
    bits = {word: bit for bit, word in TODO_WORDS.items()}
    for word in list_of(entry, "waiting"):
        name = list(bits)[named(word, bits, "waiting")]
        if not species.traits >> TRAITS.index(name) & 1:
            raise PositionError(f"waiting: {name!r} is no trait of this species")
        species.todo |= bits[name]
    species.fed_at_night = flag(entry, "fed_at_night")


def trait_card(word: Any, cards: CardReader | None) -> int:
    """The face that a trait's word means; `cards` counts it unless it is counted elsewhere."""
    if isinstance(word, str) and word in TRAITS:
        left = cards.left if cards is not None else [1] * NUM_FACES
        free = [f for f in range(NUM_FACES) if TRAITS[TRAIT_OF[f]] == word and left[f] > 0]
        if not free:
            raise PositionError(f"traits: no card of {word!r} is left")
        word = WORDS[free[0]]
    return named(word, FACE_NAMED, "traits") if cards is None else cards.face(word, "traits")


def read_hidden_play(player: Mapping[str, Any], row: Any, seat: int, cards: CardReader) -> None:
    """CM-23: what others saw of the seat before it began to play, and what it has laid off since.

    Cards of `shown` are counted where they are now: on a species, or among those `spent`.
    """
    for face in cards.faces(player, "spent"):
        row.spent[seat, face] += 1
    row.spent_fat[seat] = whole(player, "spent_fat", 0, 0, MANY)
    row.links[seat] = whole(player, "links", 0, 0, MANY)
    shown = player.get("shown")
    if shown is None:
        if row.spent_fat[seat] or row.links[seat] or list_of(player, "spent"):
            raise PositionError(f"shown: seat {seat} has played out of sight, but of what?")
        return
    known_names(shown, ("hand", "species"), "shown")
    row.shown_hand_sizes[seat] = whole(shown, "hand", 0, 0, NUM_CARDS)
    row.num_shown[seat] = read_row(shown.get("species", []), row.shown, seat, row, None)
    before, now = [0] * NUM_FACES, list(row.spent[seat])
    for board, faces in ((row.shown, before), (row.species, now)):
        for slot in range(board.shape[1]):
            for k in range(MAX_TRAITS):
                if board[seat, slot].cards[k] > 0:
                    faces[board[seat, slot].cards[k] - 1] += 1
    if any(b > n for b, n in zip(before, now, strict=True)):
        raise PositionError(f"shown: seat {seat} has lost a card that others have seen")
    played = [n - b + h for b, n, h in zip(before, now, row.hands[seat], strict=True)]
    if sum(played) != row.shown_hand_sizes[seat]:
        raise PositionError(
            f"shown: seat {seat} showed {row.shown_hand_sizes[seat]} cards, and has {sum(played)}"
        )
