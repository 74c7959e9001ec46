"""Rewards that a learner saw are its final payoff, and its seat is drawn fairly.

The small versions always run; the long ones are marked `full`.
"""

import gymnasium
import numpy as np
import phylarium
import pytest
from honesty import rewards_and_payoff, scripted_of
from phylarium.envs import registry
from phylarium.envs.adapters.policy import baselines
from phylarium.envs.adapters.sb3 import SeatVecEnv
from phylarium.envs.adapters.seat import SeatEnv
from phylarium.envs.adapters.vector import SeatVectorEnv
from scipy.stats import chisquare

GAMES = sorted(phylarium.games())


def setups_of(game):
    """The set-up that a game has by itself, and those of its shipped baselines: some of them pay
    along the way.
    """
    known = registry.game(game)
    found = [
        known.setup(),
        *(known.setup(b["num_players"], b["options"]) for b in baselines(known)),
    ]
    return list({repr(setup.describe()): setup for setup in found}.values())


EVERY_SEAT = [
    pytest.param(setup, seat, id=f"{game}-{number}-{seat}")
    for game in GAMES
    for number, setup in enumerate(setups_of(game))
    for seat in range(setup.num_players)
]


def assert_rewards_are_payoffs(setup, seat, seeds):
    """Episodes against scripted opponents; in every second one the learner plays as they do, so
    that it wins at times. Returns the payoffs.
    """
    game, rng, payoffs = setup.game.name, np.random.default_rng(seat), set()
    options = setup.describe()["options"]
    env = SeatEnv(game, setup.num_players, options, opponents=scripted_of(game), seat=seat)
    for seed in seeds:
        player = scripted_of(game) if seed % 2 else None
        total, payoff = rewards_and_payoff(env, seed, rng, player)
        assert total == pytest.approx(payoff, abs=1e-9), f"seed {seed}"
        payoffs.add(payoff)
    return payoffs


@pytest.mark.parametrize(("setup", "seat"), EVERY_SEAT)
def test_rewards_that_a_learner_saw_add_up_to_its_payoff(setup, seat):
    assert_rewards_are_payoffs(setup, seat, range(6))


@pytest.mark.full
@pytest.mark.parametrize(("setup", "seat"), EVERY_SEAT)
def test_rewards_that_a_learner_saw_add_up_to_its_payoff_at_length(setup, seat):
    payoffs = assert_rewards_are_payoffs(setup, seat, range(500))

    assert len(payoffs) > 1  # so that equal sums say something


def assert_vector_rewards_are_payoffs(game, games, episodes):
    """Random play in `gymnasium.make_vec`, until so many episodes have ended."""
    env = gymnasium.make_vec(
        registry.entry(game).gymnasium_id, num_envs=games, opponents=scripted_of(game)
    )
    rng = np.random.default_rng(3)
    env.reset(seed=11)
    totals, ended, seats = np.zeros(games), 0, set()
    while ended < episodes:
        weights = rng.random(env.action_masks().shape) * env.action_masks()
        _, rewards, terminated, truncated, infos = env.step(weights.argmax(axis=1))
        totals += rewards
        for i in np.flatnonzero(terminated | truncated):
            final = infos["final_info"]
            seat = int(final["seat"][i])
            assert totals[i] == pytest.approx(final["returns"][i][seat], abs=1e-9)
            totals[i], ended = 0.0, ended + 1
            seats.add(seat)
    env.close()
    return seats


@pytest.mark.parametrize("game", GAMES)
def test_rewards_add_up_to_payoffs_in_the_vector_form(game):
    assert_vector_rewards_are_payoffs(game, games=8, episodes=24)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_rewards_add_up_to_payoffs_in_the_vector_form_at_length(game):
    seats = assert_vector_rewards_are_payoffs(game, games=64, episodes=2000)

    assert seats == set(range(phylarium.setup(game).num_players))


@pytest.mark.parametrize("game", GAMES)
def test_the_return_that_sb3_is_told_is_the_payoff(game):
    env = SeatVecEnv(8, game, opponents=scripted_of(game))
    rng = np.random.default_rng(4)
    env.seed(5)
    env.reset()
    totals, ended = np.zeros(8), 0
    while ended < 16:
        weights = rng.random(env.action_masks().shape) * env.action_masks()
        _, rewards, dones, infos = env.step(weights.argmax(axis=1))
        totals += rewards
        for i in np.flatnonzero(dones):
            payoff = infos[i]["returns"][infos[i]["seat"]]
            assert infos[i]["episode"]["r"] == pytest.approx(payoff, abs=1e-9)
            assert totals[i] == pytest.approx(payoff, abs=1e-3)  # rewards are float32 here
            totals[i], ended = 0.0, ended + 1
    env.close()


def p_of_uniform(seats, players):
    """The p-value of a chi-square test that every seat is equally likely."""
    return chisquare(np.bincount(seats, minlength=players)).pvalue


def drawn_seats(game, episodes):
    """The learner's seats in so many episodes with consecutive seeds."""
    players = registry.game(game).players[1]
    env = SeatVectorEnv(episodes, game, players)
    env.reset(seed=2026)
    seats = env.seats
    env.close()
    return seats, players


@pytest.mark.parametrize("game", GAMES)
def test_the_learners_seat_is_drawn_fairly(game):
    assert p_of_uniform(*drawn_seats(game, 1000)) > 0.001


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_the_learners_seat_is_drawn_fairly_at_length(game):
    assert p_of_uniform(*drawn_seats(game, 20_000)) > 0.001


def seats_of_later_games(episodes):
    """Seats of automatic new games of the toy game, which has as many choices in every game."""
    env = SeatVectorEnv(100, "goofspiel", 3, {"cards": 2}, opponents="random")
    env.reset(seed=7)
    pairs = []
    while len(pairs) < episodes:
        before = env.seats
        env.step(env.action_masks().argmax(axis=1))
        _, _, terminated, _, _ = env.step(env.action_masks().argmax(axis=1))
        assert terminated.all()
        pairs += list(zip(before.tolist(), env.seats.tolist(), strict=True))
    env.close()
    return np.array(pairs)


def assert_later_seats_are_fair(episodes):
    pairs = seats_of_later_games(episodes)
    assert p_of_uniform(pairs[:, 1], 3) > 0.001
    assert p_of_uniform(pairs[:, 0] * 3 + pairs[:, 1], 9) > 0.001


def test_seats_of_automatic_new_games_do_not_depend_on_the_last_one():
    assert_later_seats_are_fair(5000)


@pytest.mark.full
def test_seats_of_automatic_new_games_do_not_depend_on_the_last_one_at_length():
    assert_later_seats_are_fair(200_000)


def test_a_seat_that_comes_too_often_would_be_noticed():
    seats, players = drawn_seats("goofspiel", 1000)
    seats[:100] = 0

    assert p_of_uniform(seats, players) < 0.001
