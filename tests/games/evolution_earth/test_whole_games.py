"""Whole games: every card stays in the game, and no game goes on for ever."""

import numpy as np
import pytest
from evolution_earth.scenes import setup
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.record import as_states, new_states
from phylarium.envs.games.evolution_earth import cards

TOTAL_TURNS = {2: 1687, 3: 2433, 4: 3266}
TURNS_OF_ONE = {2: 843, 3: 1216, 4: 1633}
"""The bounds computed apart from this program."""


def cards_of(states, kind, players):
    """How many cards of a kind lie anywhere in each game."""
    raw = as_states(states).view(np.ndarray)
    total = raw["supply"][:, kind].astype(int) + raw["fossils"][:, kind] + raw["removed"][:, kind]
    total += raw["hand"][:, :players, kind].sum(axis=1) + raw["under"][:, :players, kind].sum(
        axis=1
    )
    places = np.arange(raw["deck"].shape[2])
    lies = places < raw["deck_sizes"][:, :players, None]
    total += ((raw["deck"][:, :players] == kind) & lies).sum(axis=(1, 2))
    if kind == cards.POP:
        total += raw["pop"][:, :players].sum(axis=1)
    return total


def play(players, games, seed, check, **options):
    """Random games to their end side by side; `check(states)` after every ply."""
    made = setup(players, **options)
    states = new_states(made.game.record, games)
    made.game.loops.deal_many(
        states, made.fresh, np.arange(games, dtype=np.uint64) + np.uint64(seed)
    )
    masks, actions = np.zeros((games, made.num_actions), np.int8), np.zeros(games, np.int64)
    rngs = np.arange(games, dtype=np.uint64).reshape(-1, 1) + np.uint64(seed + 10**9)
    codes, raw = np.zeros(games, np.int64), as_states(states).view(np.ndarray)
    while not (raw["terminal"] | raw["truncated"]).all():
        made.game.loops.choose_many(states, codes, masks, rngs, actions)
        made.game.loops.step_many(states, actions)
        check(states)
    return raw


def conserves(players):
    def check(states):
        assert (cards_of(states, cards.POP, players) == 15 * players).all()
        total = sum(cards_of(states, k, players) for k in range(cards.CATACLYSM, cards.NUM_KINDS))
        assert (total == 42).all()

    return check


def within_bounds(raw, players):
    assert not raw["truncated"].any()
    assert raw["turn"].max() < TOTAL_TURNS[players]
    assert raw["turns"].max() < TURNS_OF_ONE[players]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pop_and_cataclysms_are_conserved_and_games_end(players):
    """EE-01, EE-02, EE-53: at every ply; the full test does it in 10,000 games."""
    raw = play(players, 200 if IS_COMPILED else 2, 5, conserves(players), max_turns=1000)
    within_bounds(raw, players)


@pytest.mark.full
@pytest.mark.timeout(0)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pop_and_cataclysms_are_conserved_in_ten_thousand_games(players):
    """EE-01, EE-02, EE-53"""
    for seed in range(10):
        raw = play(players, 1000, 10**6 * (seed + 1), conserves(players), max_turns=1000)
        within_bounds(raw, players)


@pytest.mark.parametrize("options", [{"recycle_pop": True}, {"blue_pearl": True}])
def test_variants_conserve_cards_too(options):
    """EE-46, EE-50"""
    raw = play(3, 60 if IS_COMPILED else 2, 9, conserves(3), **options)
    within_bounds(raw, 3)


def test_random_players_seldom_win_by_points():
    """EE-47: 1, 5 and 9 % in simulations elsewhere, after 87 to 125 turns."""
    if not IS_COMPILED:
        pytest.skip("needs many games")
    for players in (2, 3, 4):
        raw = play(players, 1000, 77, lambda states: None)
        assert (np.bitwise_count(raw["alive"]) > 1).mean() < 0.2
