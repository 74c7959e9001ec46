"""The league: who is in the pool, who is drawn, and what is told of it."""

import json

import numpy as np
import phylarium
import pytest
from phylarium.envs.adapters.sb3 import SeatVecEnv
from phylarium.training import train
from phylarium.training.config import load_config
from phylarium.training.league import League
from phylarium.training.strict_yaml import ConfigError
from runs import Stopped, resume, start, stop_at

GREEDY = 1
"""Code of the first scripted player in the compiled loops."""


def make_league(config_file, *overrides, players=2):
    config = load_config(
        config_file,
        ("game.opponents=league", f"game.num_players={players}", *overrides),
    )
    return League(config.setup(), config)


def weights(value):
    return {
        "policy.0.weight": np.full((16, phylarium.setup("goofspiel", 2).layout().size), value),
        "policy.0.bias": np.zeros(16),
        "action.weight": np.zeros((3, 16)),
        "action.bias": np.zeros(3),
    }


def grown(config_file, *overrides, snapshots=3, players=2):
    league = make_league(config_file, *overrides, players=players)
    for number in range(snapshots):
        league.add(weights(number), steps=100 * number)
    return league


def test_the_oldest_snapshot_leaves_a_full_pool_and_anchors_stay(config_file):
    league = grown(
        config_file, "league.most_snapshots=2", "league.anchors=[random, greedy]", snapshots=4
    )

    assert [m.name for m in league.members] == ["random", "greedy", "self@200", "self@300"]
    assert len({m.code for m in league.members}) == 4


def test_a_snapshot_plays_with_the_weights_it_was_taken_with(config_file):
    league = grown(config_file, snapshots=2)
    values = [
        league.players[-1 - member.code - 1].arrays["policy.0.weight"][0, 0]
        for member in league.snapshots
    ]
    assert values == [0.0, 1.0]


@pytest.mark.parametrize(
    ("sampling", "chances"),
    [("uniform", [0.2, 0.2, 0.2, 0.2, 0.2]), ("latest", [0.2, 0.2, 0.0, 0.0, 0.6])],
)
def test_the_anchors_have_their_share_and_the_rest_goes_by_the_rule(config_file, sampling, chances):
    league = grown(
        config_file,
        "league.anchors=[random, greedy]",
        "league.anchor_share=0.4",
        f"league.sampling={sampling}",
    )

    assert league.chances() == pytest.approx(chances)
    drawn = league.draw(20_000)[:, 0]
    share = [np.mean(drawn == member.code) for member in league.members]
    assert share == pytest.approx(chances, abs=0.02)


def test_prioritised_draws_whoever_the_learner_loses_to(config_file):
    league = grown(config_file, "league.sampling=prioritised", "league.anchor_share=0.0")
    strong, weak = league.snapshots[0], league.snapshots[1]
    codes = np.repeat(np.array([[strong.code], [weak.code]], np.int8), 98, axis=0)
    league.report(codes, np.repeat([0.0, 1.0], 98))

    chances = dict(zip([m.name for m in league.members], league.chances(), strict=True))

    assert strong.loss_rate == pytest.approx(0.99)
    assert weak.loss_rate == pytest.approx(0.01)
    assert chances["self@0"] > 0.75
    assert chances["self@100"] < 0.001


def test_shared_first_places_count_in_part_and_old_games_fade(config_file):
    league = grown(config_file)
    member = league.snapshots[-1]
    league.report(np.full((4, 1), member.code, np.int8), np.array([1.0, 0.5, 0.5, 0.0]))
    assert (member.games, member.losses) == (4, 2)

    league.add(weights(9), steps=900)

    assert (member.games, member.losses) == (2, 1)


def test_every_seat_is_drawn_for_itself_and_named_seats_stay(config_file):
    league = grown(
        config_file, "game.opponents=[league, greedy, self]", "league.anchor_share=0.5", players=4
    )
    codes = league.draw(200)
    assert len(set(codes[:, 0].tolist())) == 4
    assert set(codes[:, 1].tolist()) == {GREEDY}
    assert set(codes[:, 2].tolist()) == {league.snapshots[-1].code}


def test_the_environment_seats_a_new_draw_in_every_game_and_reports_how_it_went(config_file):
    league = grown(config_file, "league.anchors=[random, greedy]", "league.anchor_share=1.0")
    env = SeatVecEnv(32, game="goofspiel", options={"cards": 3}, opponents=league)
    env.reset()
    finished = 0
    for _ in range(30):
        _, _, dones, _ = env.step(env.action_masks().argmax(axis=1))
        finished += int(dones.sum())
    random_player, greedy = league.anchors
    assert random_player.games + greedy.games == finished > 100
    assert 0 < random_player.losses < greedy.losses
    assert min(random_player.games, greedy.games) > finished / 3


def test_a_saved_league_goes_on_with_the_same_draws(config_file):
    league = grown(config_file)
    league.draw(7)
    document, arrays = league.save()
    other = make_league(config_file)
    other.load(json.loads(json.dumps(document)), arrays)

    assert other.members == league.members
    assert np.array_equal(other.draw(50), league.draw(50))


@pytest.fixture
def schedule(monkeypatch):
    """Every draw of every league from now on: codes of who sits where in new games."""
    draws, draw = [], League.draw

    def recorded(league, games):
        draws.append(draw(league, games))
        return draws[-1]

    monkeypatch.setattr(League, "draw", recorded)
    return draws


@pytest.mark.parametrize("stop", [16, 272, 500, 1024, 1264])
def test_a_run_stopped_at_any_moment_meets_the_opponents_of_the_uninterrupted_one(
    config_file, tmp_path, schedule, stop
):
    overrides = (
        *("game.opponents=league", "league.every=200", "league.most_snapshots=3"),
        *("league.sampling=prioritised", "league.anchors=[random, greedy]"),
    )
    straight = start(config_file, tmp_path / "straight", *overrides)
    whole = schedule.copy()
    schedule.clear()
    with pytest.raises(Stopped):
        start(config_file, tmp_path / "run", *overrides, progress=stop_at(stop))
    before = schedule.copy()
    schedule.clear()

    run = resume(tmp_path / "run")

    after = schedule[1:]  # the first draw seats the games that the checkpoint then replaces
    assert len(before) + len(after) >= len(whole) > 20
    assert len({code for codes in whole for code in codes.ravel().tolist()}) == 5
    for found, expected in (
        (before, whole[: len(before)]),
        (after, whole[len(whole) - len(after) :]),
    ):
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)
    assert run.league.read_text() == straight.league.read_text()


def test_the_manifest_of_a_run_names_the_pool(config_file, tmp_path):
    overrides = ("game.opponents=league", "league.every=200")
    run = train.start(str(config_file), overrides, tmp_path / "run", [], lambda *words: None)
    members = json.loads(run.league.read_text())["members"]
    assert members[0]["name"] == "random"
    assert members[0]["pinned"]
    assert members[-1]["steps"] >= 1000
    assert sum(member["chance"] for member in members) == pytest.approx(1.0, abs=0.01)
    assert all(member["games"] > 0 for member in members[:-1])


@pytest.mark.parametrize(
    ("override", "said"),
    [
        ("league.anchors=[gready]", "greedy"),
        ("league.anchors=[self]", "changes all the time"),
        ("league.sampling=uniformly", "uniform"),
        ("league.most_snapshots=0", "greater than or equal to 1"),
    ],
)
def test_wrong_league_settings_are_refused_with_what_is_allowed(config_file, override, said):
    with pytest.raises(ConfigError, match=said):
        load_config(config_file, ("game.opponents=league", override))
