"""The compiled rules against the naive ones, ply by ply, over combinations of options."""

import dataclasses
import random

import pytest
from clades.naive import Naive
from clades.scenes import setup
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.position import Position

VARIANTS = [
    (2, {}),
    (3, {"tie_order": "seat"}),
    (4, {"tie_order": "rotating", "vision": "triples"}),
    (6, {"vision": "triples", "tie_order": "reaction", "reaction_means": [1.0, 2.0]}),
    (3, {"victory_break": True, "personal_cards": [2, 1, 0], "tie_order": "seat"}),
    (4, {"victory_break": True, "vision": "triples", "personal_cards": [3]}),
    (3, {"chain_before_refill": True, "vision": "triples", "personal_cards": [2]}),
    (4, {"chain_before_refill": True, "victory_break": True, "vision": "triples"}),
    (2, {"false_call_penalty": True, "starter_cards": True, "beginners_luck": [1, 0]}),
    (3, {"false_call_penalty": True, "false_call_lockout": 2, "learning": True}),
    (2, {"open_hand": "open", "open_after": 1, "silence_limit": 2, "vision": "triples"}),
    (3, {"open_hand": "open", "open_after": 1, "personal_cards": [3, 1], "victory_break": True}),
    (3, {"open_hand": "switch", "open_after": 1, "vision": "triples", "personal_cards": [2, 0, 3]}),
    (4, {"open_hand": "switch", "open_after": 2, "vision": "triples", "victory_break": True}),
    (
        3,
        {
            "open_hand": "switch",
            "open_after": 1,
            "vision": "triples",
            "personal_cards": [2],
            "chain_before_refill": True,
            "victory_break": True,
        },
    ),
    (2, {"open_hand": "switch", "open_after": 1, "false_call_penalty": True}),
    (2, {"vision": "looks", "looks_per_tick": 3}),
    (3, {"vision": "looks", "looks_per_tick": 4, "victory_break": True, "personal_cards": [2]}),
    (
        2,
        {
            "vision": "looks",
            "looks_per_tick": 5,
            "open_hand": "switch",
            "open_after": 1,
            "personal_cards": [2],
        },
    ),
    (2, {"learning": True, "silence_limit": 2, "reward": "win"}),
    (3, {"threes_only": True, "vision": "triples", "reward": "win", "zero_sum": True}),
    (3, {"smaller_deck": True, "vision": "triples", "zero_sum": True}),
    (2, {"shared_cards": 4, "shared_limit": 6, "silence_limit": 2, "vision": "triples"}),
    (2, {"silence_limit": 1, "shared_cards": 3, "vision": "triples"}),
    (1, {"solitaire": "casual", "vision": "triples"}),
    (1, {"solitaire": "casual", "false_call_penalty": True, "shared_cards": 9}),
    (1, {"solitaire": "race", "vision": "triples", "reward": "win"}),
    (1, {"solitaire": "race", "race_limit": 40}),
]


def option_values(made):
    """The options as plain values, one entry a seat where there are several."""
    return dataclasses.asdict(made.options)


def told(document, made):
    """The engine's document in the form of the naive one."""
    players = made.num_players
    hands = [document["hands"][s] if "hands" in document else [] for s in range(players)]
    out = {
        "tick": document["tick"],
        "silence": document.get("silence", 0),
        "shared": document.get("shared", []),
        "temporary": document.get("temporary", []),
        "hands": hands,
        "piles": [set(pile) for pile in document["piles"]],
        "deck": document["deck"],
        "triples": document["triples"],
        "returns": [round(points, 9) for points in document["returns"]],
        "order": document["order"],
        "over": document.get("over"),
        "resting": document.get("resting"),
        "owed": [set(document.get("owed", [[]] * players)[s]) for s in range(players)],
        "lockouts": document.get("lockouts", [0] * players),
        "hands_open": document.get("hands_open", False),
        "known": known_cards(document, hands, players),
    }
    if out["over"] is None:
        out["to_move"] = document["to_move"]
        out["choices"] = document.get("choices", [None] * players)
        out["notes"] = [noted_cards(document, s, players) for s in range(players)]
        out["looks_left"] = document.get("looks", {}).get("left", [0] * players)
    return out


def known_cards(document, hands, players):
    """Which seats know each personal card."""
    known = {}
    for seat, cards in enumerate(hands):
        for k, card in enumerate(cards):
            default = list(range(players)) if document.get("hands_open") else [seat]
            if card:
                known[card] = set(document["known"][seat][k] if "known" in document else default)
    return known


def noted_cards(document, seat, players):
    """A seat's notes about slots as notes about the cards that lie there."""
    if "looks" not in document:
        return {}
    notes = {}
    for pair, what in document["looks"]["notes"][seat].items():
        notes[frozenset(card_named(document, seat, name, players) for name in pair.split())] = what
    return notes


def card_named(document, seat, name, players):
    """The card in a slot."""
    if name[0] == "s":
        return document["shared"][int(name[1:])]
    steps, k = (name[1:].split("p")) if name[0] == "n" else (0, name[1:])
    return document["hands"][(seat + int(steps)) % players][int(k)]


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_the_rules_agree_with_the_naive_ones_at_every_ply(players, options):
    made = setup(players, **options)
    for seed in range(4 if IS_COMPILED else 1):
        position = Position.deal(made, seed)
        naive = Naive(players, option_values(made), position.to_dict())
        chooser = random.Random(seed)
        num_plies = 400 if IS_COMPILED and made.options.vision != "looks" else 150
        for _ in range(num_plies):
            assert naive.document() == told(position.to_dict(), made)
            if position.is_over:
                break
            legal = position.legal_words()
            assert set(legal) == naive.legal()
            words = legal[chooser.randrange(len(legal))]
            if chooser.random() < 0.6:
                words = made.actions.words[position.choice_of("greedy", chooser.randrange(10**6))]
            position.step(words)
            naive.act(words, position.to_dict())
