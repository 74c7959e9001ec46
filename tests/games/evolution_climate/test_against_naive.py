"""The game against the naive implementation: legal choices, state and points at every ply."""

import random

import pytest
from evolution_climate.naive import TRAITS, Naive, trait_of
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.position import Position
from phylarium.envs.games.evolution_climate import GAME

VARIANTS = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (6, {}),
    (2, {"quick_play": True, "fat_offers": "accept"}),
    (3, {"quick_play": True, "climate_events": False, "zero_sum": True}),
    (4, {"heavy_fur_out_of_range": False, "mud_discard_forced": False}),
    (3, {"intelligence_in_nocturnal": False, "reward": "win"}),
    (5, {"species_limit": 3, "reward": "win", "zero_sum": True}),
    (2, {"fat_offers": "accept", "species_limit": 1}),
]


def told(document):
    """The game's document in the form of the naive one."""
    players = []
    for given in document["players"]:
        out = {name: given.get(name) for name in ("food_card", "picked", "named")}
        out["species"] = [
            {k: sorted(v) if k == "waiting" else v for k, v in one.items()}
            for one in given["species"]
        ]
        out |= {name: sorted(given.get(name, [])) for name in ("hand", "spent")}
        out |= {"bag": given.get("bag", 0), "spent_fat": given.get("spent_fat", 0)}
        if "shown" in given:
            out["shown"] = (given["shown"].get("hand", 0), given["shown"]["species"])
        players.append(out)
    names = {"hole": "watering_hole", "burnt": "wildfire_food"}
    same = ("round", "first", "zone", "deck", "aside", "events")
    maybe = ("thaw", "volcano", "final", "over")
    over = document.get("over")
    return {
        **{name: document[name] for name in same},
        **{name: document.get(name) for name in maybe},
        **{name: document.get(field, 0) for name, field in names.items()},
        "players": players,
        "discards": sorted(document.get("discards", [])),
        "meteorites": document.get("meteorites", 0),
        "rng": int(document["rng"], 16),
        "scores": [round(points, 9) for points in document["returns"]],
        "offer": document.get("chain"),
        "phase": None if over else document["phase"],
    }


def deciding(position):
    return [s for s in range(position.setup.num_players) if position.row.deciding >> s & 1]


def rich_position(made, seed):
    """A position full of species with many traits, as dealt games seldom have: Food Cards are to be
    laid."""
    chooser = random.Random(seed)
    copies = Position.deal(made, 0).to_dict()
    cards = copies["deck"] + copies["aside"] + copies.get("discards", [])
    for player in copies["players"]:
        cards += player["hand"]
    chooser.shuffle(cards)
    most = 3 if made.num_players == 2 else 4
    favoured = [*chooser.sample(TRAITS, 8), "carnivore"]
    players = []
    for _ in range(made.num_players):
        species = []
        for _ in range(chooser.randint(1, min(6, made.options.species_limit))):
            traits = []
            for _ in range(chooser.choice([1, 2, 3, 4, 4])):
                have = [trait_of(card) for card in traits]
                wanted = favoured if chooser.random() < 0.8 else TRAITS
                fits = [c for c in cards if trait_of(c) in wanted and trait_of(c) not in have]
                if len(traits) < most and fits:
                    traits.append(fits[0])
                    cards.remove(fits[0])
            one = {"population": chooser.randint(1, 6), "body": chooser.randint(1, 6)}
            one["traits"] = traits
            if "fat tissue" in map(trait_of, traits):
                one["fat"] = chooser.randint(0, one["body"])
            species.append(one)
        hand = [cards.pop() for _ in range(chooser.randint(0, 5))]
        players.append({"species": species, "hand": hand, "bag": chooser.randint(0, 9)})
    if not any(player["hand"] for player in players):
        players[0]["hand"].append(cards.pop())
    events = {side: chooser.sample(deck, len(deck)) for side, deck in copies["events"].items()}
    return Position.from_dict(
        made,
        {
            "players": players,
            "deck": cards[: chooser.randint(0, len(cards))] if made.num_players < 5 else cards,
            "events": events,
            "zone": chooser.choice(["cold", "cool", "temperate", "temperate", "warm", "tropical"]),
            "watering_hole": chooser.choice([0, 2, 10, 30]),
            "first": chooser.randrange(made.num_players),
            "round": 3,
            "rng": str(chooser.randrange(2**64)),
            "seed": str(seed),
        },
    )


def compared_game(made, seed, greediness, is_rich=False):
    """One game in both, compared at every ply; returns how many plies it had."""
    position = rich_position(made, seed) if is_rich else Position.deal(made, seed)
    naive = Naive(made, position.to_dict())
    story = naive.play()
    asked = next(story)
    chooser = random.Random(seed)
    while True:
        assert told(position.to_dict()) == naive.document()
        assert position.is_over == (asked is None)
        if asked is None:
            return int(position.row.plies)
        seats, words = asked
        legal = position.legal_words()
        assert (deciding(position), set(legal)) == (seats, words)
        said = legal[chooser.randrange(len(legal))]
        if chooser.random() < greediness:
            said = made.actions.words[position.choice_of("greedy", chooser.randrange(10**6))]
        elif len(legal) > 1 and said == "done" and chooser.random() < 0.6:
            said = legal[1 + chooser.randrange(len(legal) - 1)]
        position.step(said)
        try:
            asked = story.send(said)
        except StopIteration:
            asked = None


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_the_game_agrees_with_the_naive_one_at_every_ply(players, options):
    """CM-95, CM-96, and every other rule."""
    made = GAME.setup(players, options)
    for seed in range(4 if IS_COMPILED else 1):
        assert compared_game(made, 100 * players + seed, (0.7, 0.0)[seed % 2]) > 100


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_the_game_agrees_with_the_naive_one_where_species_are_rich_in_traits(players, options):
    """CM-70 to CM-92 in all their mixtures: positions with many traits and much to attack."""
    made = GAME.setup(players, options)
    for seed in range(10 if IS_COMPILED else 1):
        compared_game(made, 1000 * players + seed, (0.6, 0.0)[seed % 2], is_rich=True)


@pytest.mark.full
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_the_game_agrees_with_the_naive_one_in_hundreds_of_games(players, options):
    """CM-95, CM-96, and every other rule."""
    made = GAME.setup(players, options)
    for seed in range(300):
        for is_rich in (False, True):
            compared_game(made, 10_000 * players + seed, (0.0, 0.4, 0.9)[seed % 3], is_rich)
