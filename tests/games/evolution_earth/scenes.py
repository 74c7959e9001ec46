"""Small scenes of Evolution Earth: positions from a few fields, and what lies where after."""

from phylarium.envs.core.position import Position
from phylarium.envs.games.evolution_earth import GAME


def setup(players=2, **options):
    """A set-up of Evolution Earth."""
    return GAME.setup(players, options)


def scene(players=2, options=None, **fields):
    """A position: player 0 is to act, everybody has an empty ocean, unless told otherwise; cards
    that no field names have left the game, so that decks are empty."""
    return Position.from_dict(setup(players, **(options or {})), {"rest": "removed", **fields})


def told(position, field, seat=None):
    """A field of the position's document, or one seat's entry of it; {} where it is left out."""
    value = position.to_dict().get(field, {})
    return value if seat is None or not value else value[seat]


def can_table(position):
    """The species that could be tabled if the hand held them: (species, territory) in words."""
    words = [w for w in position.legal_words() if w.startswith("table ") and " on " in w]
    return {tuple(w.removeprefix("table ").split(" on ")) for w in words}


def species_to_table(world):
    """The set of species that a world could table, by all six cards in hand two by two."""
    found = set()
    names = ("critters", "fishes", "insects", "reptiles", "birds", "mammals")
    for half in (names[:3], names[3:]):
        position = scene(worlds=[world, {}], hands=[dict.fromkeys(half, 1), {}])
        found |= {species for species, _ in can_table(position)}
    return found


def first_action_seen(position, player, tries=20):
    """The set of words that a scripted player chooses over some streams."""
    words = position.setup.actions.words
    return {words[position.choice_of(player, seed)] for seed in range(tries)}
