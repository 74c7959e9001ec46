"""Recorded evaluations of shipped policies, played again: who agrees and who does not."""

import json
import random

import numpy as np
import phylarium
import pytest
from phylarium.envs import registry
from phylarium.envs.adapters.policy import baselines, load_policy, save_policy
from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.errors import VersionMismatch
from phylarium.training.agents import Agent, make_agents
from phylarium.training.cli import app
from phylarium.training.match import play_match
from phylarium.training.statistics import games_behind, same_rate, wilson
from phylarium.training.verify import evaluation_setup, verify
from typer.testing import CliRunner

RECORDED = {"win_rate": 0.5, "win_rate_low": 0.4, "win_rate_high": 0.6, "games": 96}


def setup(cards=5):
    return phylarium.setup("goofspiel", 2, {"cards": cards})


def write_policy(folder, **changed):
    """A policy that bids high, in a file with these papers; returns the papers with the path."""
    here, path = setup(), folder / "high.safetensors"
    papers = {
        "name": "high",
        "game": "goofspiel",
        "game_version": "1.0.0",
        "num_players": 2,
        "options": {"cards": 5},
        "encoder": "vector",
        "layout": here.layout().digest,
        "num_actions": 5,
        "activation": "tanh",
        "layers": ["action"],
        "align": [],
        "mode": "sample",
        **changed,
    }
    arrays = {
        "action.weight": np.zeros((5, here.layout().size), np.float32),
        "action.bias": np.arange(5, dtype=np.float32),
    }
    save_policy(path, arrays, papers)
    return {**papers, "path": str(path)}


def played(folder, opponents, games=400):
    """What a training would have recorded, against each opponent."""
    policy = load_policy(write_policy(folder)["path"], setup())
    results = {}
    for name in opponents:
        agents = [Agent("policy", LEARNER, policy), *make_agents(setup(), [name])]
        results[name] = play_match(setup(), agents, games, seed=99).rows()[0]
    return results


def shifted(row, by):
    """A recorded row that claims so much more."""
    rate = row["win_rate"] + by
    low, high = wilson(rate, row["games"])
    return {**row, "win_rate": rate, "win_rate_low": low, "win_rate_high": high}


@pytest.fixture
def cli(monkeypatch):
    """`cli(policies, ...)`: the command with these policies as all that is shipped."""

    def run(policies, *arguments):
        monkeypatch.setattr("phylarium.training.verify.baselines", lambda game: policies)
        return CliRunner().invoke(app, ["baselines", "goofspiel", "--verify", *map(str, arguments)])

    return run


def test_true_papers_agree_and_the_deals_are_new(tmp_path):
    results = played(tmp_path, ["random", "greedy"])
    papers = write_policy(tmp_path, results=results)

    verdicts = verify("goofspiel", 400, policies=[papers])

    assert [each.opponent for each in verdicts] == ["random", "greedy"]
    assert all(each.agrees for each in verdicts)
    for each in verdicts:
        assert each.found["games"] == 400
        assert each.found["win_rate"] != each.recorded["win_rate"]


def test_papers_that_claim_too_much_or_too_little_do_not_agree(tmp_path):
    truth = played(tmp_path, ["random"], 2000)["random"]

    for by in (0.15, -0.15):
        papers = write_policy(tmp_path, results={"random": shifted(truth, by)})
        (verdict,) = verify("goofspiel", 1000, policies=[papers])
        assert not verdict.agrees
        assert verdict.p < 0.001


def test_the_deals_follow_the_seed(tmp_path):
    papers = write_policy(tmp_path, results=played(tmp_path, ["random"]))

    one, same, other = (verify("goofspiel", 100, seed, policies=[papers]) for seed in (1, 1, 2))

    assert one == same
    assert one != other


def test_the_evaluations_own_options_are_used(tmp_path):
    config = {"train": {"eval_options": {"cards": 4}}, "game": {"skip_forced": True}}

    found = evaluation_setup(write_policy(tmp_path, training=config))

    assert found.options.cards == 4
    assert found.skip_forced


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game_version": "0.9.0"}, "game version 0.9.0, here it is 1.0.0"),
        ({"layout": "0" * 16}, "another layout of encoder 'vector'"),
        ({"options": {"card": 5}}, "did you mean 'cards'"),
        ({"results": {}}, "record no evaluation"),
        ({"results": {"random": {"win_rate": 0.5}}}, "no win rate with an interval against random"),
        ({"results": {"gredy": RECORDED}}, "did you mean 'greedy'"),
    ],
)
def test_a_policy_that_cannot_be_verified_is_told_with_the_reason(tmp_path, changed, words):
    (verdict,) = verify("goofspiel", 20, policies=[write_policy(tmp_path, **changed)])

    assert words in verdict.problem
    assert not verdict.agrees


def test_a_policy_for_another_table_is_refused_with_those_that_fit():
    for game in phylarium.games():
        shipped = baselines(registry.game(game))
        for one in shipped:
            for other in shipped:
                here = phylarium.setup(game, other["num_players"], other["options"])
                if one["path"] == other["path"]:
                    load_policy(one["path"], here)
                elif one["num_players"] != other["num_players"]:
                    with pytest.raises(VersionMismatch, match=rf"shipped.*{other['name']}.* fits"):
                        load_policy(one["path"], here)


def test_the_command_has_status_0_where_all_agree(cli, tmp_path):
    papers = write_policy(tmp_path, results=played(tmp_path, ["random"]))

    found = cli([papers], "--games", 200)

    assert found.exit_code == 0, found.output
    assert "agrees" in found.stdout
    assert "high" in found.stdout


def test_the_command_has_status_1_where_one_does_not(cli, tmp_path):
    truth = played(tmp_path, ["random"], 1000)["random"]
    papers = write_policy(tmp_path, results={"random": shifted(truth, -0.3)})

    found = cli([papers], "--games", 200, "--json")

    assert found.exit_code == 1
    (document,) = json.loads(found.stdout)
    assert document["agrees"] is False
    assert document["p"] < 0.001


def test_the_command_refuses_a_policy_for_other_rules_with_status_1(cli, tmp_path):
    found = cli([write_policy(tmp_path, game_version="0.9.0")])

    assert found.exit_code == 1
    assert "refused" in found.stdout
    assert "is for game version 0.9.0, here it is 1.0.0" in found.stderr


def test_the_number_of_games_is_for_verifying():
    found = CliRunner().invoke(app, ["baselines", "--games", "20"])

    assert found.exit_code == 2
    assert "--games goes with --verify" in found.stderr


@pytest.mark.parametrize(("rate", "n"), [(0.5, 400), (0.97, 123.4), (1.0, 50), (0.0, 7), (0.3, 9)])
def test_the_games_behind_an_interval_are_found_again(rate, n):
    assert games_behind(rate, *wilson(rate, n)) == pytest.approx(n, rel=1e-6)


def test_equal_rates_are_called_different_no_more_often_than_they_say():
    source, alarms, times = random.Random(5), 0, 400

    def seen(rate, games):
        return sum(source.random() < rate for _ in range(games)) / games

    for _ in range(times):
        alarms += same_rate(seen(0.97, 300), 300, seen(0.97, 100), 100) < 0.05

    assert alarms / times <= 0.05
    assert same_rate(0.97, 4000, 0.90, 400) < 0.001
