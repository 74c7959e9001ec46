"""Small scenes of Cardline: Animals, played by size without noise unless told otherwise."""

from phylarium.envs.core.position import Position
from phylarium.envs.games.cardline_animals import GAME
from phylarium.envs.games.cardline_animals.cards import SHIPPED

# Sizes: three animals of 8 cm, two of 1.3 cm; the rest far apart.
MITE, FLY, BEE = "house-dust-mite", "house-fly", "western-honey-bee-worker"
SPIDER = "european-garden-spider"
MOUSE, CLOWNFISH, BEETLE = "house-mouse", "ocellaris-clownfish", "goliath-beetle"
FOX, TIGER, GIRAFFE, WHALE = "red-fox", "tiger", "giraffe", "blue-whale"
EAGLE_OWL, LION, SQUID, BOWHEAD = "eurasian-eagle-owl", "lion", "giant-squid", "bowhead-whale"


def setup(players=2, **options):
    """A set-up played by size, opened by seat 0, with true estimates."""
    fixed = {"characteristic": "size", "first_player": "seat_0", "noise": 0.0}
    return GAME.setup(players, {**fixed, **options})


def words(text):
    """Animals written one after another; `-` is an empty slot."""
    return [None if word == "-" else word for word in text.split()]


def scene(players=2, options=None, **fields):
    """A position; line, box and deck as one string, hands as one string a seat."""
    document = dict(fields)
    for field in ("line", "box", "deck"):
        if isinstance(document.get(field), str):
            document[field] = words(document[field])
    if "hands" in document:
        document["hands"] = [words(hand) for hand in document["hands"]]
    return Position.from_dict(setup(players, **(options or {})), document)


def line(position):
    """The animals of the line."""
    return [SHIPPED.words[c] for c in list(position.row.line)[: position.row.line_size]]


def box(position):
    """The animals of the box."""
    return [SHIPPED.words[c] for c in list(position.row.box)[: position.row.box_size]]


def hand(position, seat):
    """A seat's hand by slot, without empty slots at the end."""
    return position.to_dict()["hands"][seat]


def out(position):
    """The seats that are out of the game."""
    alive = position.row.alive
    return [seat for seat in range(position.setup.num_players) if not alive >> seat & 1]


def play(position, *choices):
    """Make choices in words."""
    for choice in choices:
        position.step(choice)
