"""The game against a second, slow implementation: legal actions, state, rewards at every ply."""

import random
from collections import Counter

import pytest
from evolution_earth.naive import Naive
from evolution_earth.scenes import setup
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.position import Position

VARIANTS = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"goal": 30, "first_player": 1}),
    (4, {"goal": 1000, "recycle_pop": True}),
    (3, {"territory_defence": "shield", "recycle_pop": True}),
    (2, {"forbid_suicide": True}),
    (4, {"forbid_suicide": True, "territory_defence": "shield", "goal": 40}),
    (2, {"blue_pearl": True}),
    (3, {"blue_pearl": True, "recycle_pop": True, "forbid_suicide": True}),
    (4, {"blue_pearl": True, "territory_defence": "shield"}),
    (3, {"max_turns": 7}),
    (2, {"max_turns": 12, "blue_pearl": True}),
]
PLAYERS = ("random", "greedy", "greedy:aggressive", "greedy:mixed")
COUNTED = ("hands", "under", "seen")


def told(position):
    """The document of a position with nothing left out, as `Naive.document` gives it."""
    players = position.setup.num_players
    document = position.to_dict()
    empty = [{}] * players
    return {
        "to_move": document.get("to_move"),
        "over": document.get("over"),
        "phase": document["phase"],
        "has_tabled": document.get("has_tabled", False),
        "alive": document.get("alive", list(range(players))),
        "turns": document["turns"],
        "worlds": document["worlds"],
        "pop": document["pop"],
        **{name: [Counter(c) for c in document.get(name, empty)] for name in COUNTED},
        "decks": document["decks"],
        "known_tops": document.get("known_tops", [0] * players),
        **{name: +Counter(document.get(name, {})) for name in ("supply", "fossils", "removed")},
        "rewards": document.get("rewards", [0.0] * players),
    }


def agree(position, naive):
    ours, theirs = told(position), naive.document()
    for name, value in theirs.items():
        if name == "rewards":
            assert ours[name] == pytest.approx(value), name
        else:
            assert ours[name] == value, name


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_both_implementations_agree_at_every_ply(players, options):
    made = setup(players, **options)
    values = {name: getattr(made.options, name) for name in made.options.__dataclass_fields__}
    for seed in range(6 if IS_COMPILED else 2):
        mixture = seed % 3
        draw = random.Random(repr((players, options, mixture, seed)))
        position = Position.deal(made, draw.randrange(2**63))
        naive = Naive(players, values, position.to_dict())
        seats = [PLAYERS[draw.randrange(4)] if mixture else "random" for _ in range(players)]
        agree(position, naive)
        while not position.is_over:
            assert set(position.legal_words()) == naive.legal()
            # seldom a blind choice among those of scripted players, so that odd positions come up
            player = "random" if draw.random() < 0.1 * mixture else seats[position.to_move]
            words = made.actions.words[position.choice_of(player, draw.randrange(2**63))]
            position.step(words)
            naive.act(words, position.to_dict())
            agree(position, naive)
