"""The command line: every command, what it prints where, and its exit status."""

import dataclasses
import importlib.metadata
import json
import subprocess
import sys

import phylarium
import pytest
from phylarium.training.cli import app
from typer.testing import CliRunner


@pytest.fixture
def cli():
    def run(*arguments, **more):
        return CliRunner().invoke(app, [str(a) for a in arguments], **more)

    return run


def test_the_version_is_printed(run_phylarium):
    found = run_phylarium("--version")

    assert found.stdout.strip() == f"phylarium {importlib.metadata.version('phylarium')}"


def test_the_command_line_starts_without_heavy_libraries(
    run_phylarium, process_environment, tmp_path
):
    code = """
import sys, phylarium.training.cli
heavy = ("torch", "numba", "stable_baselines3", "matplotlib", "yaml", "pygame")
print([module for module in heavy if module in sys.modules])
"""
    found = subprocess.run(
        [sys.executable, "-c", code],
        env=process_environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert found.stdout.strip() == "[]", found.stderr


def test_match_prints_nothing_but_json_on_standard_output(run_phylarium, tmp_path):
    found = run_phylarium(
        "match",
        "goofspiel",
        "greedy",
        "random",
        "--games",
        30,
        "--import",
        "goofspiel",
        "--json",
        "--output",
        tmp_path / "match.json",
    )

    document = json.loads(found.stdout)
    assert [row["agent"] for row in document["agents"]] == ["greedy", "random"]
    assert document["agents"][0]["games"] == 30
    assert json.loads((tmp_path / "match.json").read_text()) == document


def test_match_prints_a_table(cli):
    found = cli("match", "goofspiel", "greedy", "random", "--games", 20, "--options", "cards=3")

    assert found.exit_code == 0
    assert "win rate" in found.stdout
    assert "10 deals, each in 2 seat rotations" in found.stdout


def test_match_fills_a_larger_table_with_the_last_agent(cli):
    found = cli("match", "goofspiel", "greedy", "random", "--players", 4, "--games", 8, "--json")

    assert [row["agent"] for row in json.loads(found.stdout)["agents"]] == [
        "greedy",
        "random",
        "random#2",
        "random#3",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["match", "gofspiel", "random", "random"],
            "unknown game 'gofspiel'; did you mean 'goofspiel'?",
        ),
        (["match", "goofspiel", "gredy", "random"], "did you mean 'greedy'?"),
        (["match", "goofspiel", "random"], "for 2 to 4 players, got 1"),
        (["match", "goofspiel", "random", "random", "--options", "cards"], "key=value"),
        (
            ["match", "goofspiel", "random", "random", "--options", "card=3"],
            "did you mean 'cards'?",
        ),
        (["match", "goofspiel", "random", "nowhere/policy.safetensors"], "no policy file"),
        (
            ["match", "goofspiel", "random", "random", "--import", "no_such_package"],
            "cannot import 'no_such_package'",
        ),
        (["--import", "no_such_package", "games"], "cannot import 'no_such_package'"),
        (["train"], "train takes a config, or --resume"),
        (["train", "nowhere.yaml"], "no config 'nowhere.yaml'"),
        (["train", "--resume", "nowhere"], "no run in nowhere"),
        (["train", "x.yaml", "--resume", "nowhere"], "train takes a config, or --resume"),
        (["replay", "nowhere.json"], "nowhere.json: No such file"),
        (["rules", "goofspiel"], "without a RULES.md"),
        (["play", "goofspiel", "--seat", "5"], "seat 5 is not one of 0 to 1"),
        (
            ["play", "goofspiel", "--opponents", "greedy", "--opponents", "greedy"],
            "2 opponents for 1",
        ),
        (["observations", "goofspiel", "--encoder", "vectro"], "did you mean 'vector'?"),
        (["bench", "goofspiel", "--path", "cor"], "did you mean 'core'?"),
        (["check", "gofspiel"], "gofspiel"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(cli, arguments, words):
    found = cli(*arguments)

    assert found.exit_code == 2
    assert words in found.stderr
    assert found.stderr.startswith("phylarium: ")
    assert "Traceback" not in found.output
    assert not found.stdout


def test_debug_shows_the_traceback(cli):
    found = cli("--debug", "match", "gofspiel", "random", "random")

    assert isinstance(found.exception, ValueError)
    assert "gofspiel" in str(found.exception)


def test_a_bad_config_names_file_and_line_and_creates_nothing(run_phylarium, config_file, tmp_path):
    config_file.write_text(config_file.read_text().replace("n_steps", "n_stpes"))

    found = run_phylarium("--import", "goofspiel", "train", config_file)

    assert found.returncode == 2
    assert (
        f"{config_file}, line 6: in ppo: unknown key 'n_stpes'; did you mean 'n_steps'?"
        in found.stderr
    )
    assert "Traceback" not in found.stderr
    assert not (tmp_path / "runs").exists()


def test_train_match_and_refuse_a_second_run(cli, config_file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    small = ("--set", "train.total_timesteps=256", "--set", "train.eval_games=4")

    trained = cli("train", config_file, *small)
    again = cli("train", config_file, *small)
    played = cli(
        "match",
        "goofspiel",
        "runs/goofspiel-tiny",
        "greedy",
        "--games",
        10,
        "--options",
        "cards=3",
        "--json",
    )
    other = cli("match", "goofspiel", "runs/goofspiel-tiny", "greedy", "--games", 10)

    assert trained.exit_code == 0, trained.output
    assert "against greedy: win rate" in trained.stderr
    assert again.exit_code == 2
    assert "--resume runs/goofspiel-tiny" in again.stderr
    assert json.loads(played.stdout)["agents"][0]["agent"] == "runs/goofspiel-tiny"
    assert other.exit_code == 2
    assert "cards: 3 instead of 5" in other.stderr


def test_an_unwritable_place_is_one_sentence(cli, config_file, tmp_path):
    (tmp_path / "file").write_text("")

    found = cli("train", config_file, "--run-dir", tmp_path / "file" / "run")

    assert found.exit_code == 2
    assert "cannot write the run folder" in found.stderr


def test_a_game_is_played_saved_verified_and_shown(cli, tmp_path):
    typed = "\n".join(["?", "legal", "bid 9", "0", "bid 2", "2", "3", "4"])

    played = cli("play", "goofspiel", "--seed", 3, "--save", tmp_path / "game.json", input=typed)
    verified = cli("replay", tmp_path / "game.json", "--verify")
    shown = cli("replay", tmp_path / "game.json")

    assert "the nearest is 'bid" in played.stdout
    assert "player_1 (greedy):" in played.stdout
    assert "10 plies verified" in verified.stdout
    assert "ply 10: " in shown.stdout


def test_a_replay_that_departs_names_the_ply(cli, tmp_path):
    cli("play", "goofspiel", "--seed", 3, "--save", tmp_path / "game.json", input="0\n1\n2\n3\n4\n")
    document = json.loads((tmp_path / "game.json").read_text())
    document["hashes"][4] = "0" * 16
    (tmp_path / "game.json").write_text(json.dumps(document))

    found = cli("replay", tmp_path / "game.json", "--verify")

    assert found.exit_code == 2
    assert "departs at ply 4" in found.stderr


def test_what_there_is_to_know_of_a_game(cli):
    listed, observed = cli("games"), cli("observations", "goofspiel", "--options", "cards=3")

    for name in phylarium.games():
        assert f"# {name}: " in listed.stdout
    assert "| `cards` | `5` | 2 to 9 |" in listed.stdout
    assert "| `prize` | 0 | 3 |" in observed.stdout
    assert cli("baselines").exit_code == 0


@pytest.mark.parametrize("game", [g for g in phylarium.games() if g != "goofspiel"])
def test_the_rules_of_every_shipped_game_can_be_read(cli, game):
    assert cli("rules", game).stdout.startswith("#")


def test_check_runs_the_conformance_kit_and_fails_with_status_1(cli, monkeypatch):
    from phylarium.envs.registry import game

    good = cli("check", "goofspiel", "--check", "words")
    broken = dataclasses.replace(
        game("goofspiel"), conserved=lambda row, setup: {"turns": row.turn}
    )
    monkeypatch.setattr("phylarium.envs.registry.game", lambda name: broken)
    bad = cli("check", "goofspiel", "--check", "conservation", "--json")

    assert good.exit_code == 0, good.output
    assert bad.exit_code == 1
    assert json.loads(bad.stdout)["ok"] is False


def test_a_package_of_the_present_folder_can_be_imported(run_phylarium, tmp_path):
    (tmp_path / "my_variant.py").write_text(
        "import goofspiel, phylarium\n"
        "phylarium.register('goofspiel', name='tiny_goofspiel', options={'cards': 2})\n"
    )

    found = run_phylarium(
        "match",
        "tiny_goofspiel",
        "greedy",
        "random",
        "--games",
        4,
        "--json",
        "--import",
        "my_variant",
    )

    assert json.loads(found.stdout)["agents"][0]["games"] == 4


def test_a_missing_extra_is_told_with_the_pip_line(cli, config_file, monkeypatch):
    monkeypatch.setattr("phylarium.training.extras.has", lambda module: module != "sb3_contrib")

    found = cli("train", config_file)

    assert found.exit_code == 2
    assert (
        "needs sb3_contrib, which is not installed: pip install 'phylarium[train]'" in found.stderr
    )


def test_warmup_says_how_long_it_took(cli):
    found = cli("warmup", "goofspiel")

    assert found.stdout.startswith("goofspiel: ready in ")


def test_a_profile_says_where_the_time_of_a_training_went(config_file, tmp_path, run_phylarium):
    ended = run_phylarium(
        *("--import", "goofspiel", "train", config_file, "--run-dir", tmp_path / "run"),
        *("--set", "game.opponents=self", "--profile"),
    )
    assert ended.returncode == 0, ended.stderr
    said = ended.stdout + ended.stderr
    for part in ("environment", "opponents", "policy", "update", "rest", "steps a second"):
        assert part in said
