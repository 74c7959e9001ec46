"""Whole games: what never changes, how long they last, and that the scripted player is one."""

import numpy as np
import pytest
from evolution_climate.scenes import setup
from evolution_climate.test_against_naive import VARIANTS, rich_position
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.position import Position
from phylarium.envs.core.record import new_states


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_cards_and_food_are_accounted_for_after_every_choice(players, options):
    """CM-01, CM-06, CM-17, CM-19, CM-56: 177 cards of the printed faces, food from the bank alone,
    markers from 1 to 6, no trait too many."""
    made = setup(players, **options)
    for seed in range(6 if IS_COMPILED else 2):
        position = rich_position(made, seed) if seed % 2 else Position.deal(made, seed)
        conserved = made.game.conserved(position.row, made)
        assert conserved["cards"] == 177
        assert conserved["food not from the bank"] == 0
        assert conserved["sound"] == 1
        while not position.is_over:
            player = "greedy" if (position.row.plies + seed) % 3 == 0 else "random"
            position.step(position.choice_of(player, seed * 1000 + position.row.plies))
            assert made.game.conserved(position.row, made) == conserved


def played(games, players, controllers, seed=1, **options):
    """Games played to their ends, as an array of records; `controllers` a name for each seat."""
    made = setup(players, **options)
    states = new_states(made.game.record, games)
    seeds = np.arange(games, dtype=np.uint64) + np.uint64(seed * 10**6)
    made.game.loops.deal_many(states, made.fresh, seeds)
    names = ("random", *made.game.scripted_players)
    codes = np.array([[names.index(c) for c in controllers]] * games, np.int64)
    masks = np.zeros((games, made.num_actions), np.int8)
    # Streams of their own: chance and choices from the same seed would go together.
    streams = (seeds * np.uint64(7919) + np.uint64(10**12)).reshape(-1, 1)
    made.game.loops.play_many(states, codes, masks, streams)
    return states.view(np.ndarray)


def count(compiled, uncompiled):
    return compiled if IS_COMPILED else uncompiled


@pytest.mark.parametrize("players", range(2, 7))
def test_games_of_greedy_players_last_five_to_seven_rounds_mostly(players):
    """CM-11, CM-98: as the rulebook says."""
    ends = played(count(600, 2), players, ["greedy"] * players)
    assert (ends["terminal"] == 1).all()
    within = (ends["turn"] >= 5) & (ends["turn"] <= 7)
    if IS_COMPILED:
        assert within.mean() > 0.6
    assert ends["plies"].max() < setup(players).max_plies


@pytest.mark.parametrize("players", range(2, 7))
def test_no_game_is_longer_than_proven(players):
    """CM-98"""
    ends = played(count(300, 1), players, ["random"] * players, seed=2)
    bound = {2: 9, 3: 8, 4: 8, 5: 8, 6: 6}[players]
    assert (ends["turn"] <= bound).all()
    assert (ends["plies"] <= setup(players).max_plies).all()


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random(seat):
    """CM-97: with what its seat knows; at least 99 games of 100."""
    controllers = ["random", "random"]
    controllers[seat] = "greedy"
    ends = played(count(2000, 2), 2, controllers, seed=3 + seat)
    margin = ends["returns"][:, seat] - ends["returns"][:, 1 - seat]
    assert ((margin > 0) + (margin == 0) / 2).mean() >= 0.99


@pytest.mark.parametrize("players", [3, 4, 6])
def test_greedy_beats_several_random_players(players):
    """CM-97"""
    ends = played(count(1000, 2), players, ["greedy"] + ["random"] * (players - 1), seed=6)
    returns = ends["returns"][:, :players]
    assert (returns[:, 0] > returns[:, 1:].max(axis=1)).mean() >= 0.97


@pytest.mark.parametrize("players", [2, 6])
def test_play_stays_below_the_limit_of_species(players):
    """CM-24: 100,000 games are played in the full run; here some."""
    largest = largest_row(count(2000, 2), players)
    assert largest < 16


def largest_row(games, players, player="random"):
    """The most species that any player held at any time of so many games."""
    made = setup(players)
    states = new_states(made.game.record, games)
    seeds = np.arange(games, dtype=np.uint64)
    made.game.loops.deal_many(states, made.fresh, seeds)
    masks, rngs = np.zeros((games, made.num_actions), np.int8), seeds.reshape(-1, 1).copy()
    codes = np.full(games, ("random", "greedy").index(player), np.int64)
    actions, raw, largest = np.zeros(games, np.int64), states.view(np.ndarray), 0
    while (raw["to_move"] >= 0).any():
        made.game.loops.choose_many(states, codes, masks, rngs, actions)
        made.game.loops.step_many(states, actions)
        largest = max(largest, int(raw["num_species"].max()))
    return largest


@pytest.mark.full
@pytest.mark.timeout(0)
@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("players", range(2, 7))
def test_play_never_comes_to_the_limit_of_species_in_100_000_games(players, player):
    """CM-24"""
    assert largest_row(100_000, players, player) < 16


@pytest.mark.full
@pytest.mark.timeout(0)
@pytest.mark.parametrize("players", range(2, 7))
def test_tokens_are_accounted_for_in_10_000_games(players):
    """CM-01, CM-06: at every ply, over whole arrays of games."""
    made = setup(players)
    states = new_states(made.game.record, 10_000)
    seeds = np.arange(10_000, dtype=np.uint64)
    made.game.loops.deal_many(states, made.fresh, seeds)
    masks, rngs = np.zeros((10_000, made.num_actions), np.int8), seeds.reshape(-1, 1).copy()
    codes, actions = np.zeros(10_000, np.int64), np.zeros(10_000, np.int64)
    raw = states.view(np.ndarray)
    while (raw["to_move"] >= 0).any():
        made.game.loops.choose_many(states, codes, masks, rngs, actions)
        made.game.loops.step_many(states, actions)
        audit(raw)


def audit(raw):
    """Every game of an array: cards, food, markers, traits."""
    row = raw["species"]
    cards = raw["hands"].sum((1, 2)) + raw["spent"].sum((1, 2)) + raw["discards"].sum(1)
    cards = cards + raw["deck_size"] + raw["aside_size"] + (raw["food_cards"] >= 0).sum(1)
    assert (cards + (row["cards"] > 0).sum((1, 2, 3)) == 177).all()
    food = raw["watering_hole"].astype(int) + raw["wildfire_food"] + raw["bags"].sum(1)
    food = food + row["food"].sum((1, 2)) + row["fat"].sum((1, 2)) + raw["spent_fat"].sum(1)
    assert (food == raw["bank_out"]).all()
    is_there = row["population"] > 0
    assert (is_there.sum(2) == raw["num_species"]).all()
    for name in ("population", "body"):
        assert ((row[name] >= 1) & (row[name] <= 6) | ~is_there).all()
    assert (row["food"] <= row["population"]).all()
    assert (row["fat"] <= row["body"]).all()
    assert ((row["cards"] > 0).sum(3) == np.bitwise_count(row["traits"].astype(np.uint32))).all()
