"""The game against the naive implementation: legal choices, state and points at every ply."""

import random

import pytest
from evolution_climate.naive import Naive
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


def compared_game(made, seed, greediness):
    """One game in both, compared at every ply; returns how many plies it had."""
    position = Position.deal(made, seed)
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
    for seed in range(6 if IS_COMPILED else 2):
        assert compared_game(made, 100 * players + seed, (0.0, 0.7)[seed % 2]) > 100


@pytest.mark.full
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_the_game_agrees_with_the_naive_one_in_hundreds_of_games(players, options):
    """CM-95, CM-96, and every other rule."""
    made = GAME.setup(players, options)
    for seed in range(300):
        compared_game(made, 10_000 * players + seed, (0.0, 0.4, 0.9)[seed % 3])
