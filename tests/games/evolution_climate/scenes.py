"""Small scenes of Evolution: Climate: species in one line, positions, short looks at them."""

from phylarium.envs.core.position import Position
from phylarium.envs.games.evolution_climate import GAME
from phylarium.envs.games.evolution_climate.cards import COPIES, TRAIT_OF, TRAITS, WORDS, ZONES


def sp(size="1/1", *traits, **more):
    """A species: `sp("3/4", "carnivore", food=1)` has population 3 and body size 4."""
    population, body = (int(number) for number in size.split("/"))
    return {"population": population, "body": body, "traits": list(traits), **more}


class Hands:
    """Cards for hands: a trait's name means the next card of it that is not yet used."""

    def __init__(self):
        self.left = [int(n) for n in COPIES]

    def card(self, name):
        faces = [f for f, w in enumerate(WORDS) if name in (w, TRAITS[TRAIT_OF[f]])]
        # From the end, since traits of species take the first cards.
        face = next(f for f in reversed(faces) if self.left[f])
        self.left[face] -= 1
        return WORDS[face]


def setup(players=2, **options):
    return GAME.setup(players, options)


def scene(*rows, options=None, hands=None, bags=None, food_cards=None, zone="temperate", **fields):
    """A position: one list of species for each player; hands as lists of traits or cards."""
    cards = Hands()
    players = []
    for seat, row in enumerate(rows):
        player = {"species": row}
        if food_cards and food_cards[seat]:
            player["food_card"] = cards.card(food_cards[seat])
        if hands:
            player["hand"] = [cards.card(name) for name in hands[seat]]
        if bags:
            player["bag"] = bags[seat]
        players.append(player)
    document = {"players": players, "zone": zone, "round": 2, **fields}
    return Position.from_dict(setup(len(rows), **(options or {})), document)


def feeding(*rows, hole=0, **fields):
    """A scene in which the First Player, seat 0, is to feed."""
    return scene(*rows, phase="feed", watering_hole=hole, **fields)


def playing(*rows, **fields):
    """A scene in which the First Player, seat 0, is to play cards."""
    return scene(*rows, phase="play", **fields)


def environment(*rows, hole=0, food_cards=None, **fields):
    """A scene one `done` before Phase 4: the last player has no card left to play."""
    return scene(
        *rows,
        phase="play",
        to_move=(fields.get("first", 0) - 1) % len(rows),
        turns_taken=len(rows) - 1,
        watering_hole=hole,
        food_cards=food_cards or ["climbing +1", "climbing +2", None, None, None][: len(rows)],
        **fields,
    )


def say(position, *words):
    """Choices one after another."""
    for word in words:
        position.step(word)
    return position


def passes(position):
    """Every seat says `done` until feeding is over or somebody has to do something else."""
    round_now = position.row.turn
    while not position.is_over and position.row.turn == round_now:
        position.step("done")
    return position


def herd(position, seat):
    """`3/4 food 2` for each species of a seat, with `fat` where there is some."""
    row, out = position.row, []
    for slot in range(row.num_species[seat]):
        one = row.species[seat, slot]
        words = f"{one.population}/{one.body}"
        words += f" food {one.food}" if one.food else ""
        out.append(words + (f" fat {one.fat}" if one.fat else ""))
    return out


def bags(position):
    return list(position.row.bags[: position.setup.num_players])


def zone(position):
    return ZONES[position.row.zone]


def phase(position):
    return position.to_dict()["phase"]


def may(position, *words):
    """Whether all of these may be said."""
    legal = position.legal_words()
    return all(word in legal for word in words)


def words_of(position, start):
    """Legal words that start so, without the start."""
    return sorted(w[len(start) + 1 :] for w in position.legal_words() if w.startswith(start))


def hand(position, seat):
    return sorted(position.to_dict()["players"][seat].get("hand", []))


def hand_size(position, seat):
    return int(position.row.hand_sizes[seat])
