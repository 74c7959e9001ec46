"""Evaluations weigh every game alike, repeated games are told, and ladders leave no memory behind.

The small versions always run; the long ones are marked `full`.
"""

import functools

import marathon
import numpy as np
import phylarium
import pytest
from honesty import FirstLegal
from phylarium.envs.adapters.vector import SeatVectorEnv
from phylarium.training import match
from phylarium.training.conformance.memory import resident_bytes
from phylarium.training.evaluate import evaluate
from phylarium.training.ladder.ladder import play_ladder
from phylarium.training.match import play_match
from phylarium.training.statistics import wilson

GAMES = sorted(phylarium.games())


class Runner:
    """Runs; asked from Python, as a trained policy is."""

    def __repr__(self):
        return "Runner"

    def act(self, observations, masks, uniforms):
        return np.full(len(masks), marathon.RUN)


def rates_at(monkeypatch, chunks, play):
    """What `play` gives with so many games side by side."""
    found = []
    for chunk in chunks:
        monkeypatch.setattr(match, "CHUNK", chunk)
        found.append(play())
    return found


@pytest.mark.parametrize("agent", ["runner", Runner()], ids=["compiled", "python"])
def test_a_match_weighs_long_and_short_games_alike(marathon_game, monkeypatch, agent):
    def play():
        return play_match(phylarium.setup("marathon"), [agent, "rester"], 1600, seed=6).rows()[0]

    one, sixteen, many = rates_at(monkeypatch, (1, 16, 1024), play)

    assert one == sixteen == many
    assert one["win_rate_low"] < marathon.CHANCE < one["win_rate_high"]


def test_an_evaluation_weighs_long_and_short_games_alike(marathon_game, monkeypatch, config_file):
    from phylarium.training.config import load_config

    config_file.write_text(
        "game: {id: marathon, opponents: random}\n"
        "train: {total_timesteps: 64, eval_games: 1600, eval_opponents: [rester], seed: 3}\n"
    )
    config = load_config(config_file)

    one, sixteen = rates_at(monkeypatch, (1, 16), lambda: evaluate(Runner(), config)["rester"])

    assert one == sixteen
    assert one["games"] == 1600
    assert one["win_rate_low"] < marathon.CHANCE < one["win_rate_high"]


@pytest.mark.parametrize("games", [1, 16])
def test_counting_what_ended_within_some_steps_would_be_biased(marathon_game, games):
    """The estimate that the tests above would refuse: play for so many steps, see who won."""
    wins = ended = 0
    env = SeatVectorEnv(games, "marathon", opponents="rester")
    for trial in range(480 // games):
        env.reset(seed=trial * games)
        for _ in range(30):  # choices of the learner, every second ply
            _, _, terminated, _, infos = env.step(np.full(games, marathon.RUN))
            for i in np.flatnonzero(terminated):
                seat = infos["final_info"]["seat"][i]
                wins += infos["final_info"]["returns"][i][seat] > 0
                ended += 1

    low, high = wilson(wins / ended, ended)
    assert high < marathon.CHANCE - 0.05
    assert low < high


@pytest.mark.parametrize("game", GAMES)
def test_players_without_chance_play_one_distinct_game_a_deal(game):
    setup = phylarium.setup(game)
    deals, agent = 4, FirstLegal()

    without = play_match(setup, [agent] * setup.num_players, deals * setup.num_players)
    with_chance = play_match(setup, ["random"] * setup.num_players, deals * setup.num_players)

    assert without.tables[0].distinct == deals
    assert f"only {deals} of the {without.games} games are distinct" in without._caption()
    assert with_chance.tables[0].distinct > deals


class Hoarder(FirstLegal):
    """Keeps what it is shown."""

    def __init__(self):
        self.kept = []

    def act(self, observations, masks, uniforms):
        self.kept += [np.full(1024, u) for u in uniforms]
        return super().act(observations, masks, uniforms)


def growth(agent, first, more):
    """Bytes that the process grows by in the second part of a ladder's games."""
    play = functools.partial(
        play_ladder, phylarium.setup("goofspiel", options={"cards": 3}), ["random", "greedy", agent]
    )
    play(first, seed=1)
    before = resident_bytes()
    for part in range(2):
        play(more // 2, seed=2 + part)
    return resident_bytes() - before


@pytest.mark.skipif(resident_bytes() is None, reason="the system does not tell")
def test_memory_stays_flat_over_a_ladder():
    assert growth(FirstLegal(), 300, 600) < 4 << 20
    assert growth(Hoarder(), 300, 600) > 8 << 20  # the test would notice


@pytest.mark.full
@pytest.mark.skipif(resident_bytes() is None, reason="the system does not tell")
def test_memory_stays_flat_over_a_long_ladder():
    assert growth(FirstLegal(), 2000, 8000) < 4 << 20
