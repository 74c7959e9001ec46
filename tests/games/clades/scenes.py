"""Small scenes of Clades: cards in four letters, positions, ticks."""

from phylarium.envs.core.position import Position
from phylarium.envs.games.clades import GAME
from phylarium.envs.games.clades.cards import WORDS

_LETTERS = {
    **{"m": "mammal", "s": "sauropsid", "a": "arthropod"},
    **{"W": "water", "L": "land", "A": "air"},
    **{"b": "blue", "g": "green", "r": "red"},
}


def word(short):
    """`mW1b` is mammal-water-1-blue; `fish`, `mollusk` and None stand for themselves."""
    if short in ("fish", "mollusk", None, "-"):
        return None if short == "-" else short
    clade, environment, number, colour = short
    return "-".join([_LETTERS[clade], _LETTERS[environment], number, _LETTERS[colour]])


def cards(shorts):
    """Words of cards written one after another; `-` is an empty place."""
    return [word(short) for short in shorts.split()]


def setup(players=2, **options):
    """A set-up of Clades; one player plays casual solitaire unless told otherwise."""
    if players == 1:
        options = {"solitaire": "casual", **options}
    return GAME.setup(players, options)


def scene(players=2, options=None, **fields):
    """A position from short words: shared, temporary and deck as one string, hands and piles as
    one string a seat; other fields as in a document."""
    document = dict(fields)
    for field in ("shared", "temporary", "deck"):
        if isinstance(document.get(field), str):
            document[field] = cards(document[field])
    for field in ("hands", "piles"):
        if field in document:
            document[field] = [cards(shorts) for shorts in document[field]]
    return Position.from_dict(setup(players, **(options or {})), document)


def tick(position, *words):
    """Each seat's choice in turn; choices left out are `wait`."""
    first = position.row.turn
    for seat in range(position.setup.num_players):
        if position.is_over or position.row.turn != first:
            break
        assert position.to_move == seat
        position.step(words[seat] if seat < len(words) else "wait")


def shared(position):
    """Short words of the shared cards by place, `-` for an empty one."""
    return " ".join(short(card) for card in position.row.table[:21]).rstrip(" -")


def temporary(position):
    """Short words of the temporary cards."""
    return " ".join(short(card) for card in position.row.table[21:102] if card >= 0)


def hand(position, seat):
    """Short words of a seat's personal cards by place."""
    first = 102 + 3 * seat
    return " ".join(short(card) for card in position.row.table[first : first + 3]).rstrip(" -")


def pile(position, seat):
    """The set of short words of a seat's pile."""
    return {short(card) for card in range(83) if position.row.place[card] == 120 + seat}


def sizes(position):
    """The pile sizes."""
    return list(position.row.pile_sizes[: position.setup.num_players])


def short(card):
    """The short word of a card."""
    if card < 0:
        return "-"
    parts = WORDS[card].split("-")
    if len(parts) == 1:
        return parts[0]
    clade, environment, number, colour = parts
    return clade[0] + environment[0].upper() + number + colour[0]


def deck(position):
    """Short words of the deck, top first."""
    row = position.row
    return " ".join(short(row.deck[i]) for i in range(row.deck_size - 1, -1, -1))


# mammals in three environments and of one number and colour are a clade triple; one card of each
# clade, all else equal, is a plain triple
PLAIN = "mW1b sW1b aW1b"
CLADE = "mW1b mL1b mA1b"

# nine cards that add no triple to the cards of PLAIN and CLADE, whatever of those lie there
NOISE = "mL1g aA2r mA3r sA1g mA3g mW3r sL3r sL3b aL3b"
