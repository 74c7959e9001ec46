"""Whole games: what never changes, what always holds at the end, and how games go on average.

The averages come from simulations that are not this program; see each test.
"""

import numpy as np
import pytest
from clades.scenes import setup
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.position import Position
from phylarium.envs.core.record import as_states, new_states
from phylarium.envs.games.clades.cards import QUALITIES

VARIANTS = [
    (2, {}),
    (5, {"victory_break": True, "vision": "triples"}),
    (3, {"false_call_penalty": True}),
    (3, {"open_hand": "switch", "open_after": 1, "personal_cards": [2], "vision": "triples"}),
    (2, {"vision": "looks", "looks_per_tick": 2}),
    (4, {"chain_before_refill": True, "vision": "triples"}),
    (2, {"smaller_deck": True, "starter_cards": True, "vision": "triples"}),
    (2, {"learning": True}),
    (1, {"solitaire": "race", "vision": "triples"}),
    (1, {"vision": "triples"}),
]


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_every_card_lies_in_one_place_after_every_choice(players, options):
    """CL-01, CL-09: deck, table, hands, piles and cards set aside."""
    made = setup(players, **options)
    for seed in range(5 if IS_COMPILED else 1):
        position = Position.deal(made, seed)
        conserved = made.game.conserved(position.row, made)
        assert conserved["cards"] == conserved["different cards"]
        assert conserved["places agree"] == 1
        for ply in range(200):
            if position.is_over:
                break
            assert position.mask().any()
            player = "greedy" if ply % 2 else "random"
            position.step(position.choice_of(player, seed * 1000 + ply))
            assert made.game.conserved(position.row, made) == conserved


def played(games, players, seed=1, player="eager", **options):
    """Games played to their end by one kind of scripted player, as an array of records."""
    made = setup(players, vision="triples", **options)
    states = new_states(made.game.record, games)
    made.game.loops.deal_many(
        states, made.fresh, np.arange(games, dtype=np.uint64) + np.uint64(seed * 10**6)
    )
    names = ("random", *made.game.scripted_players)
    controllers = np.full((games, players), names.index(player), np.int64)
    masks = np.zeros((games, made.num_actions), np.int8)
    rngs = np.arange(games, dtype=np.uint64).reshape(-1, 1)
    made.game.loops.play_many(states, controllers, masks, rngs)
    return as_states(states).view(np.ndarray)


def count(compiled, plain):
    """How many games a test plays in each mode."""
    return compiled if IS_COMPILED else plain


def test_a_solitaire_game_never_leaves_three_cards():
    """CL-53: the 81 cards sum to zero in every quality, so three left over would be a triple."""
    assert (QUALITIES.sum(axis=0) % 3 == 0).all()
    ends = played(count(2000, 6), 1, solitaire="casual")
    left = ends["num_shared"]
    assert (ends["terminal"] == 1).all()
    assert (left % 3 == 0).all()
    assert not (left == 3).any()


def test_piles_and_what_is_left_are_all_the_cards_when_the_deck_has_run_out():
    """CL-30, CL-32"""
    ends = played(count(400, 4), 3)
    in_hand = (ends["table"][:, 102:] >= 0).sum(axis=1)
    total = ends["pile_sizes"].sum(axis=1) + ends["num_shared"] + in_hand + ends["deck_size"]
    assert (total == 83).all()
    assert (ends["deck_size"] == ends["bonus_in_deck"]).all()


def test_points_are_the_cards_won():
    """CL-64"""
    ends = played(count(300, 3), 2, starter_cards=True)
    assert (ends["returns"][:, :2] == ends["pile_sizes"][:, :2]).all()


def near(values, expected, tolerance=0.0):
    """Whether a mean is as expected within four standard errors (and a rounding of the source)."""
    error = values.std() / len(values) ** 0.5
    return abs(values.mean() - expected) < 4 * error + tolerance


def test_solitaire_goes_as_simulated_elsewhere():
    """CL-53: 24.4 triples a game; 0, 6, 9, 12 cards left in 1.3, 47.0, 44.8, 6.9 % of games."""
    ends = played(count(3000, 6), 1, solitaire="casual")
    assert near(ends["num_triples"][:, 0], 24.4, 0.05)
    if IS_COMPILED:
        for cards, share in ((0, 0.013), (6, 0.470), (9, 0.448), (12, 0.069)):
            assert near(ends["num_shared"] == cards, share, 0.012)


def test_the_race_is_won_as_often_as_simulated_elsewhere():
    """CL-54, CL-55: the tenth triple exists in 93.2 % of runs."""
    ends = played(count(3000, 10), 1, solitaire="race")
    is_won = ends["num_triples"][:, 0] >= 10
    assert (ends["terminal"] == 1).all()
    if IS_COMPILED:
        assert near(is_won, 0.932, 0.008)


@pytest.mark.parametrize(("players", "triples"), [(2, 19.1), (3, 19.0), (4, 19.0), (6, 18.9)])
def test_games_have_as_many_triples_as_simulated_elsewhere(players, triples):
    """CL-12, CL-28: about 19, whatever the number of players; a third of them clade triples."""
    ends = played(count(800, 2), players)
    total = ends["num_triples"].sum(axis=1)
    assert (total > 10).all()
    if IS_COMPILED:
        assert near(total, triples, 0.25)


def test_threes_only_games_are_as_short_as_simulated_elsewhere():
    """CL-40: 6.4 triples, 3 players, 7 shared cards."""
    ends = played(count(800, 3), 3, learning=True)
    total = ends["num_triples"].sum(axis=1)
    if IS_COMPILED:
        assert near(total, 6.4, 0.15)
    assert (total >= 3).all()


@pytest.mark.parametrize(("players", "a_game"), [(2, 0.12), (4, 0.01)])
def test_an_extra_card_is_seldom_needed(players, a_game):
    """CL-22: so many thirteenth cards a game."""
    made = setup(players, vision="triples")
    games = count(400, 1)
    added = np.zeros(games)
    for seed in range(games):
        position = Position.deal(made, seed)
        while not position.is_over:
            shared, triples = position.row.num_shared, sum(position.row.num_triples)
            position.step(position.choice_of("eager", position.row.plies))
            is_silent = sum(position.row.num_triples) == triples
            added[seed] += is_silent and position.row.num_shared > shared
    if IS_COMPILED:
        assert near(added, a_game, 0.03)
    assert added.max() <= 5
