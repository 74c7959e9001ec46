"""A position as a small JSON document, and back. RULES.md describes the document.

Cards go by their words (`mammal-water-1-blue`, `fish`), slots as in actions.py. What a document leaves out is as
at the start of a tick: nobody has chosen, hands are closed, all cards not named lie in the deck, bonus cards lowest.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import numpy as np

from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.game import Setup
from phylarium.envs.core.jit import jit
from phylarium.envs.core.record import as_states, new_states

from .actions import slot_counts, slot_words
from .cards import FISH, NUM_ANIMALS, NUMBER_OF, WORDS
from .deal import clear_table
from .slots import PAIR_HIGH, PAIR_LOW
from .state import (
    ASIDE,
    CHOOSING,
    DECK,
    EMPTY,
    FOUND,
    GIVING,
    LOOKS,
    MAX_HAND,
    NO_CHOICE,
    NUM_CARDS,
    PERSONAL,
    PILE,
    RECORD,
    TEMPORARY,
)
from .step import is_game_over
from .variants import deck_cards, dealt_hand, has_bonus

NOBODY = -1


def card_words(cards: Any) -> list[str | None]:
    """Cards as words, None for an empty place, without the empty places at the end."""
    words = [WORDS[card] if card != EMPTY else None for card in cards]
    while words and words[-1] is None:
        words.pop()
    return words


def seats_of(bits: int) -> list[int]:
    """The numbers in a bit set."""
    return [seat for seat in range(8) if bits >> seat & 1]


def bits_of(numbers: Any) -> int:
    """The bit set of some numbers."""
    return sum(1 << int(number) for number in set(numbers))


def hand_of(row: Any, seat: int) -> range:
    """The places of a seat's personal cards."""
    first = PERSONAL + MAX_HAND * seat
    return range(first, first + MAX_HAND)


def place_word(place: int, seat: int, setup: Setup) -> str:
    """The word by which a seat calls a place."""
    if place < TEMPORARY:
        return f"s{place}"
    if place < PERSONAL:
        return f"t{place - TEMPORARY}"
    owner, k = divmod(place - PERSONAL, MAX_HAND)
    steps = (owner - seat) % setup.num_players
    return f"n{steps}p{k}" if steps else f"p{k}"


def place_named(word: str, seat: int, setup: Setup, field: str) -> int:
    """The place that a seat calls by a word; the inverse of `place_word`."""
    for place in range(PILE):
        if place_word(place, seat, setup) == word:
            return place
    raise PositionError(f"{field}: no slot {word!r}; slots are like 's0', 't0', 'p0', 'n1p0'")


def to_dict(row: Any, setup: Setup) -> dict[str, Any]:
    """The whole position, hidden parts included; entries that say what a document's default says are left out."""
    document = {
        "tick": row.turn,
        "choices_made": row.plies,
        "seed": str(int(row.seed)),
        "rng": f"{int(row.rng[0]):#018x}",
        "shared": card_words(row.table[:TEMPORARY]),
        "temporary": card_words(row.table[TEMPORARY:PERSONAL]),
        "hands": [
            card_words([row.table[p] for p in hand_of(row, seat)])
            for seat in range(setup.num_players)
        ],
        "piles": [
            [WORDS[card] for card in range(NUM_CARDS) if row.place[card] == PILE + seat]
            for seat in range(setup.num_players)
        ],
        "aside": [WORDS[card] for card in aside_cards(row, setup)],
        "deck": [WORDS[row.deck[i]] for i in range(row.deck_size - 1, -1, -1)],
        "triples": list(row.num_triples[: setup.num_players]),
        "order": list(row.order[: setup.num_players]),
        "rewards": [float(x) for x in row.rewards[: setup.num_players]],
        "returns": [float(x) for x in row.returns[: setup.num_players]],
        **moment_to_dict(row, setup),
    }
    if row.options.vision == LOOKS:
        document["looks"] = looks_to_dict(row, setup)
    return {
        name: value
        for name, value in document.items()
        if not (value is None or value is False or (value == [] and name != "deck"))
    }


def moment_to_dict(row: Any, setup: Setup) -> dict[str, Any]:
    """Who owes what, and the flags of the variants; None, False and [] are left out by the caller."""
    players = range(setup.num_players)
    over = "ended" if row.terminal else "cut off" if row.truncated else None
    choices = [
        None if row.choices[s] == NO_CHOICE else setup.actions.words[row.choices[s]] for s in players
    ]
    claims = [
        {
            "seat": row.claim_seats[i],
            "slots": [place_word(p, row.claim_seats[i], setup) for p in row.claim_places[i]],
        }
        for i in range(row.num_claims)
    ]
    known = [
        [seats_of(row.known[p - PERSONAL]) for p in hand_of(row, seat)] for seat in players
    ]
    return {
        "over": over,
        "phase": "giving" if row.phase == GIVING else None,
        "to_move": row.to_move if over is None else None,
        "deciding": seats_of(row.deciding) if over is None else None,
        "owing": seats_of(row.owing) if row.owing != row.deciding else None,
        "choices": choices if any(choices) else None,
        "silence": row.silence or None,
        "resting": row.resting if row.resting != NOBODY else None,
        "owed": owed_or_none([seats_of(row.owed[s]) for s in players]),
        "lockouts": owed_or_none(list(row.lockouts[: setup.num_players])),
        "hands_open": bool(row.hands_open),
        "claimed_open": bool(row.claimed_open),
        "known": known if has_uncommon_knowledge(row, setup) else None,
        "claims": claims,
        "refilled": row.num_refilled or None,
    }


def owed_or_none(entries: list[Any]) -> list[Any] | None:
    """The entries if any of them says something."""
    return entries if any(entries) else None


def has_uncommon_knowledge(row: Any, setup: Setup) -> bool:
    """Whether personal cards are known otherwise than to their owners, or with open hands to all."""
    for place in range(PERSONAL, PILE):
        if row.table[place] != EMPTY and row.known[place - PERSONAL] != common_knowledge(
            place, bool(row.hands_open), setup
        ):
            return True
    return False


def common_knowledge(place: int, are_open: bool, setup: Setup) -> int:
    """Bits of who knows a personal card by default."""
    return (1 << setup.num_players) - 1 if are_open else 1 << (place - PERSONAL) // MAX_HAND


def aside_cards(row: Any, setup: Setup) -> list[int]:
    """Cards set aside unseen; those that the set-up leaves out are not among them."""
    return [card for card in deck_of(setup) if row.place[card] == ASIDE]


def deck_of(setup: Setup) -> list[int]:
    """All cards that may take part, set aside unseen or not."""
    are_threes = setup.options.learning or setup.options.threes_only
    animals = [card for card in range(NUM_ANIMALS) if not are_threes or card // 3 % 3 == 2]
    return animals + (list(range(FISH, NUM_CARDS)) if has_bonus(setup.options) else [])


def looks_to_dict(row: Any, setup: Setup) -> dict[str, Any]:
    """What players have noted, and the generations that date it."""
    words, notes = slot_words(setup), []
    for seat in range(setup.num_players):
        pairs = [
            (f"{words[PAIR_LOW[p]]} {words[PAIR_HIGH[p]]}", row.notes[seat, p])
            for p in range(slot_counts(setup).pairs)
            if row.notes[seat, p]
        ]
        notes.append({pair: "found" if what == FOUND else int(what) - 1 for pair, what in pairs})
    return {
        "left": list(row.looks_left[: setup.num_players]),
        "generation": int(row.generation),
        "opened": int(row.opened),
        "came": [int(row.came[place]) for place in range(PILE) if row.table[place] != EMPTY],
        "notes": notes,
    }


FIELDS = (
    "tick", "choices_made", "seed", "rng", "shared", "temporary", "hands", "piles", "aside", "deck", "rest",
    "triples", "order", "rewards", "returns", "over", "phase", "to_move", "deciding", "owing", "choices",
    "silence", "resting", "owed", "lockouts", "hands_open", "claimed_open", "known", "claims", "refilled",
    "looks",
)  # fmt: skip


def from_dict(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Fill a fresh row; `PositionError` names the field that no game can have."""
    for name in document:
        if name not in FIELDS:
            near = difflib.get_close_matches(str(name), FIELDS, n=1, cutoff=0.0)
            raise PositionError(f"a Clades position has no field {name!r}; the nearest is {near[0]!r}")
    states = new_states(RECORD, 1)
    as_states(states)[0] = as_states(setup.fresh)[0]
    clear_first(states)
    cleared = states.view(np.ndarray)[0]
    for name in RECORD.names or ():
        row._void[name] = cleared[name]
    CardReader(document, row, setup).read()
    read_numbers(document, row, setup)
    read_moment(document, row, setup)
    if row.options.vision == LOOKS:
        read_looks(document.get("looks", {}), row, setup)
    elif "looks" in document:
        raise PositionError("looks: this game is played without looks")
    read_choices(document, row, setup)
    refuse_finished(row)


@jit
def clear_first(states: Any) -> None:
    """Clear the table of the first game of an array."""
    clear_table(states[0])


@jit
def is_first_over(states: Any) -> bool:
    """Whether the first game of an array would be over by its cards."""
    return is_game_over(states[0])


def refuse_finished(row: Any) -> None:
    """A position where nobody can go on must say that it is over."""
    states = new_states(RECORD, 1)
    states.view(np.ndarray)[0] = row._void
    is_open = not (row.terminal or row.truncated)
    if is_open and row.num_claims == 0 and is_first_over(states):
        raise PositionError(
            "over: no card can come and nobody can make a triple, so the game has ended; "
            "the document must say \"over\": \"ended\""
        )


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
                raise PositionError(f"hands: seat {seat} has {len(hand)} places, its hand has {most}")
            for place, word in zip(hand_of(self.row, seat), hand, strict=False):
                self.lay(word, place, "hands")

    def read_piles(self) -> None:
        """The piles, seat by seat."""
        for seat, pile in enumerate(per_seat(self.document, "piles", self.setup, list)):
            for word in pile:
                self.row.place[self.card(word, "piles")] = PILE + seat

    def read_aside(self) -> None:
        """CL-33, CL-54: cards set aside unseen; where none are named, the last of those not named elsewhere."""
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


def list_of(document: Mapping[str, Any], field: str) -> list[Any]:
    """A list of the document, empty where it is left out."""
    value = document.get(field, [])
    if not isinstance(value, list | tuple):
        raise PositionError(f"{field}: a list is wanted, got {value!r}")
    return list(value)


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


def seat_list(document: Mapping[str, Any], field: str, default: list[int], setup: Setup) -> int:
    """A list of seats as a bit set."""
    seats = document.get(field, default)
    if not isinstance(seats, list | tuple):
        raise PositionError(f"{field}: a list of seats is wanted, got {seats!r}")
    return bits_of(checked_whole(seat, field, 0, setup.num_players - 1) for seat in seats)


def read_numbers(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Counters, randomness, rewards and the tie order."""
    players = setup.num_players
    row.turn = whole(document, "tick", 0, 0, setup.options.max_ticks)
    row.plies = whole(document, "choices_made", 0, 0, setup.max_plies)
    row.silence = whole(document, "silence", 0, 0, setup.options.max_ticks)
    row.seed = word_64(document, "seed")
    row.rng[0] = word_64(document, "rng")
    row.alive = (1 << players) - 1
    for field, cells in (("rewards", row.rewards), ("returns", row.returns)):
        for seat, value in enumerate(per_seat(document, field, setup, float)):
            if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
                raise PositionError(f"{field}: a number is wanted, got {value!r}")
            cells[seat] = value
    for seat, value in enumerate(per_seat(document, "triples", setup, int)):
        row.num_triples[seat] = checked_whole(value, "triples", 0, 30_000)
    order = list_of(document, "order") or list(range(players))
    if sorted(order) != list(range(players)):
        raise PositionError(f"order: each seat once is wanted, got {order}")
    if setup.options.tie_order == "seat" and order != sorted(order):
        raise PositionError("order: with tie_order 'seat' it is the order of the seats")
    for rank, seat in enumerate(order):
        row.order[rank] = seat


def read_moment(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Who owes what, and the flags of the variants."""
    options, players = setup.options, setup.num_players
    needs = (
        ("resting", options.victory_break, "victory_break"),
        ("owed", options.victory_break, "victory_break"),
        ("lockouts", options.false_call_lockout > 0, "false_call_lockout"),
        ("hands_open", options.open_hand != "off", "open_hand"),
        ("claimed_open", options.open_hand != "off", "open_hand"),
        ("known", options.open_hand != "off", "open_hand"),
        ("phase", options.open_hand == "switch", "open_hand 'switch'"),
        ("claims", options.open_hand == "switch" or options.chain_before_refill,
         "chain_before_refill or open_hand 'switch'"),
    )  # fmt: skip
    for field, is_there, name in needs:
        if field in document and not is_there:
            raise PositionError(f"{field}: means nothing without option {name}")
    row.resting = whole(document, "resting", NOBODY, NOBODY, players - 1)
    for seat, places in enumerate(per_seat(document, "owed", setup, list)):
        row.owed[seat] = bits_of(checked_whole(k, "owed", 0, MAX_HAND - 1) for k in places)
    for seat, ticks in enumerate(per_seat(document, "lockouts", setup, int)):
        row.lockouts[seat] = checked_whole(ticks, "lockouts", 0, options.false_call_lockout)
    row.hands_open = flag(document, "hands_open")
    row.claimed_open = flag(document, "claimed_open")
    read_knowledge(document, row, setup)
    read_claims(document, row, setup)


def flag(document: Mapping[str, Any], field: str) -> bool:
    """True or false, false where it is left out."""
    value = document.get(field, False)
    if not isinstance(value, bool):
        raise PositionError(f"{field}: true or false is wanted, got {value!r}")
    return value


def read_knowledge(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Who knows which personal card."""
    known = per_seat(document, "known", setup, list)
    for seat in range(setup.num_players):
        for k, place in enumerate(hand_of(row, seat)):
            if row.table[place] == EMPTY:
                continue
            bits = common_knowledge(place, bool(row.hands_open), setup)
            if k < len(known[seat]):
                bits = seat_list({"known": known[seat][k]}, "known", [], setup)
            if not bits >> seat & 1:
                raise PositionError(f"known: seat {seat} knows its own cards")
            row.known[place - PERSONAL] = bits


def read_claims(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """Claimed triples that wait to be refilled."""
    claims = list_of(document, "claims")
    if len(claims) > len(row.claim_seats):
        raise PositionError(f"claims: {len(claims)}, at most {len(row.claim_seats)} can wait")
    for i, claim in enumerate(claims):
        if not isinstance(claim, Mapping) or sorted(claim) != ["seat", "slots"]:
            raise PositionError(f"claims: a seat and its three slots are wanted, got {claim!r}")
        seat = checked_whole(claim["seat"], "claims", 0, setup.num_players - 1)
        places = sorted(place_named(word, seat, setup, "claims") for word in list_of(claim, "slots"))
        if len(set(places)) != 3:
            raise PositionError(f"claims: three different slots are wanted, got {claim['slots']}")
        row.claim_seats[i] = seat
        for k in range(3):
            row.claim_places[i, k] = places[k]
    row.num_claims = len(claims)
    row.num_refilled = whole(document, "refilled", 0, 0, max(0, len(claims) - 1))


def read_choices(document: Mapping[str, Any], row: Any, setup: Setup) -> None:
    """What was chosen this tick, and who is to move."""
    over = document.get("over")
    if over not in (None, "ended", "cut off"):
        raise PositionError(f"over: {over!r} is none of 'ended', 'cut off'")
    if over is not None:
        row.terminal, row.truncated, row.to_move = over == "ended", over == "cut off", NOBODY
        return
    if row.turn >= setup.options.max_ticks:
        raise PositionError(f"tick: the game is cut off after {setup.options.max_ticks} ticks")
    phase = document.get("phase", "choosing")
    if phase not in ("choosing", "giving"):
        raise PositionError(f"phase: {phase!r} is none of 'choosing', 'giving'")
    if phase == "giving":
        read_giver(row)
        return
    row.phase = CHOOSING
    choices = per_seat(document, "choices", setup, lambda: None)
    open_seats = [seat for seat in range(setup.num_players) if choices[seat] is None]
    row.owing = seat_list(document, "owing", document.get("deciding", open_seats), setup)
    row.deciding = seat_list(document, "deciding", seats_of(row.owing), setup)
    if row.deciding == 0 or row.deciding & ~row.owing or row.owing != bits_of(open_seats):
        raise PositionError(
            f"deciding: {seats_of(row.deciding)}; seats without a choice are {open_seats}"
        )
    row.to_move = whole(document, "to_move", seats_of(row.deciding)[0], 0, setup.num_players - 1)
    if row.to_move != seats_of(row.deciding)[0]:
        raise PositionError(f"to_move: seat {seats_of(row.deciding)[0]} is to choose first")
    for seat, words in enumerate(choices):
        if words is not None:
            row.choices[seat] = legal_choice(words, seat, row, setup)


def read_giver(row: Any) -> None:
    """CL-51: a scorer owes the owner of a used card one of several personal cards."""
    if row.num_claims == 0:
        raise PositionError("phase: nobody has claimed a triple, so nobody gives a card")
    seat = row.claim_seats[row.num_refilled]
    used = [p for p in row.claim_places[row.num_refilled] if p >= PERSONAL and p not in hand_of(row, seat)]
    held = [p for p in hand_of(row, seat) if row.table[p] != EMPTY]
    if len(used) != 1 or row.table[used[0]] != EMPTY or len(held) < 2:
        raise PositionError(f"phase: seat {seat} has no choice of a card to give")
    row.phase = GIVING
    row.to_move = seat
    row.deciding = 1 << seat


def legal_choice(words: Any, seat: int, row: Any, setup: Setup) -> int:
    """The number of a choice in words, if the seat may make it."""
    action = setup.actions.ids.get(words)
    states = new_states(RECORD, 1)
    states.view(np.ndarray)[0] = row._void
    states.view(np.ndarray)["to_move"] = seat
    mask = np.zeros((1, setup.num_actions), np.int8)
    setup.game.loops.legal_many(states, mask)
    is_final = action is not None and not str(words).startswith(("look", "give"))
    if action is None or not is_final or not mask[0, action]:
        raise PositionError(f"choices: seat {seat} may not choose {words!r} here")
    return int(action)


def read_looks(looks: Any, row: Any, setup: Setup) -> None:
    """What players have noted."""
    if not isinstance(looks, Mapping):
        raise PositionError(f"looks: a mapping is wanted, got {looks!r}")
    row.generation = whole(looks, "generation", 0, 0, FOUND - 2)
    row.opened = whole(looks, "opened", 0, 0, row.generation)
    places = [place for place in range(PILE) if row.table[place] != EMPTY]
    came = list_of(looks, "came") or [0] * len(places)
    if len(came) != len(places):
        raise PositionError(f"looks: {len(came)} cards came, but {len(places)} lie in places")
    for place, generation in zip(places, came, strict=True):
        row.came[place] = checked_whole(generation, "looks", 0, row.generation)
    is_over_default = 0 if row.terminal or row.truncated else setup.options.looks_per_tick
    left = looks.get("left", [is_over_default] * setup.num_players)
    for seat, count in enumerate(per_seat({"left": left}, "left", setup, int)):
        row.looks_left[seat] = checked_whole(count, "looks", 0, setup.options.looks_per_tick)
    for seat, notes in enumerate(per_seat(looks, "notes", setup, dict)):
        read_notes(notes, seat, row, setup)


def read_notes(notes: Any, seat: int, row: Any, setup: Setup) -> None:
    """The notes of one seat: pairs of slots and what it knows of them."""
    words = slot_words(setup)
    pair_of = {
        f"{words[PAIR_LOW[p]]} {words[PAIR_HIGH[p]]}": p for p in range(slot_counts(setup).pairs)
    }
    if not isinstance(notes, Mapping):
        raise PositionError(f"looks: notes of seat {seat} are a mapping, got {notes!r}")
    for pair, what in notes.items():
        if pair not in pair_of:
            raise PositionError(f"looks: no pair of slots {pair!r}")
        if what == "found":
            row.notes[seat, pair_of[pair]] = FOUND
        else:
            row.notes[seat, pair_of[pair]] = checked_whole(what, "looks", 0, row.generation) + 1


def conserved(row: Any, setup: Setup) -> dict[str, int]:
    """What no choice may change: every card lies in one place, and the counts agree with the places."""
    places = [card for card in row.table if card != EMPTY]
    deck = [row.deck[i] for i in range(row.deck_size)]
    piles = [card for card in range(NUM_CARDS) if row.place[card] >= PILE]
    everywhere = places + deck + piles + aside_cards(row, setup)
    is_consistent = (
        all(row.place[card] == DECK for card in deck)
        and all(row.place[row.table[p]] == p for p in range(PILE) if row.table[p] != EMPTY)
        and sum(row.pile_sizes) == len(piles)
        and row.num_shared == sum(card != EMPTY for card in row.table[:TEMPORARY])
        and row.bonus_in_deck == sum(card >= NUM_ANIMALS for card in deck)
    )
    return {
        "cards": len(everywhere),
        "different cards": len(set(everywhere)),
        "places agree": int(is_consistent),
    }
