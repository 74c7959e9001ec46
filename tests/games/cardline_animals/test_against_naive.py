"""The rules against the naive ones, ply by ply, over combinations of options."""

import itertools
import random

import pytest
from cardline_animals.naive import Naive, NotShown
from cardline_animals.scenes import GAME
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.position import Position

DEFAULTS = {
    "placing": "gap",
    "early_end": False,
    "deck_exhaustion": "markers",
    "turn_limit": 1000,
    "placement_reward": 0.0,
}
VARIANTS = [
    (2, {}),
    (3, {"characteristic": "lifespan"}),
    (4, {"early_end": True}),
    (8, {"characteristic": "weight"}),
    (8, {"hand_size": 1}),
    (2, {"hand_size": 12, "placement_reward": 0.25}),
    (5, {"hand_size": 7, "early_end": True}),
    (3, {"placing": "rank", "knowledge": "identity"}),
    (4, {"knowledge": "held_out", "deal_from": "test", "hand_size": 3}),
    (4, {"knowledge": "held_out", "deal_from": "mixed", "early_end": True}),
    (8, {"hand_size": 12}),
    (3, {"deck_exhaustion": "reshuffle", "turn_limit": 150, "hand_size": 6}),
    (2, {"deck_exhaustion": "reshuffle", "turn_limit": 7}),
    (6, {"knowledge": "features", "noise": [0.0, 0.5]}),
]
PLAYERS = ("random", "greedy", "human:child", "edges", "oracle")


def told(document):
    """The document in the form of the naive game."""
    return {
        "line": document["line"],
        "box": document.get("box", []),
        "deck": document["deck"],
        "hands": [
            {slot: word for slot, word in enumerate(hand) if word} for hand in document["hands"]
        ],
        "to_move": document.get("to_move"),
        "over": document.get("over"),
        "out": set(document.get("out", [])),
        "markers": document.get("markers", [0] * len(document["hands"])),
        "tie_break": document.get("tie_break", False),
        "turn": document["turn"],
    }


def shown(naive):
    """The naive game in that form."""
    return {
        "line": naive.line,
        "box": naive.box,
        "deck": naive.deck,
        "hands": [player.hand for player in naive.players],
        "to_move": naive.to_move,
        "over": naive.over,
        "out": {seat for seat, player in enumerate(naive.players) if player.is_out},
        "markers": [player.markers for player in naive.players],
        "tie_break": naive.tie_break,
        "turn": naive.turns,
    }


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_the_rules_agree_with_the_naive_ones(players, options):
    """CA-11, CA-16, CA-17, CA-21, CA-23, CA-24, CA-30, CA-35"""
    made = GAME.setup(players, options)
    for seed, kind in itertools.product(range(8 if IS_COMPILED else 2), range(len(PLAYERS))):
        compare(made, {**DEFAULTS, **options}, seed, kind)


def compare(made, options, seed, kind):
    """One game: everybody plays alike, or, every second time, as drawn."""
    position, draws = Position.deal(made, seed), random.Random(f"{seed} {kind}")
    naive = Naive(position.to_dict(), options)
    while not position.is_over:
        assert set(position.legal_words()) == naive.legal()
        player = PLAYERS[kind if seed % 2 else draws.randrange(len(PLAYERS))]
        action = made.actions.words[position.choice_of(player, draws.randrange(2**60))]
        estimates = position.row.estimates[:].copy()
        hands = position.row.hands[:].copy()
        position.step(action)
        after = position.to_dict()
        try:
            naive.step(action, after["deck"])
        except NotShown:
            return
        if options["deck_exhaustion"] == "reshuffle":
            assert sorted(naive.deck) == sorted(after["deck"])
            naive.deck = list(after["deck"])
        assert shown(naive) == told(after)
        assert position.rewards == pytest.approx([float(r) for r in naive.rewards])
        assert position.returns == pytest.approx([float(p.points) for p in naive.players])
        is_same = (position.row.hands[:] == hands) & (hands >= 0)
        for knower in range(made.num_players):
            now = position.row.estimates[knower]
            assert (now[is_same] == estimates[knower][is_same]).all()
