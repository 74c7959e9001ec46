"""The example package as its author would use it: installed, checked, trained, matched."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "goofspiel"
CONFIG = """
game:
  id: goofspiel
  num_players: 2
  opponents: random
ppo:
  n_steps: 16
  batch_size: 128
  n_epochs: 2
  policy_kwargs:
    net_arch: [16]
train:
  total_timesteps: 512
  num_envs: 16
  seed: 1
  torch_threads: 1
  checkpoint_every: 512
  eval_every: 512
  eval_games: 8
  eval_opponents: [random]
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder that the example package is installed into."""
    pytest.importorskip("torch")
    target = tmp_path_factory.mktemp("site")
    install = [
        sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation",
        "--target", str(target), str(copied(tmp_path_factory.mktemp("example"))),
    ]  # fmt: skip
    ended = subprocess.run(install, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return target


def copied(folder):
    """The example's sources elsewhere, so that building leaves the repository alone."""
    import shutil

    ignore = shutil.ignore_patterns("build", "*.egg-info", "__pycache__")
    return shutil.copytree(EXAMPLE, folder / "goofspiel", ignore=ignore)


@pytest.fixture(scope="module")
def phylarium_command(site, tmp_path_factory):
    """Runs `phylarium ... --import goofspiel` in a folder of its own; gives standard output."""
    folder = tmp_path_factory.mktemp("work")

    def run(*arguments):
        ended = subprocess.run(
            [sys.executable, "-m", "phylarium.training.cli", *arguments, "--import", "goofspiel"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(site), "MPLBACKEND": "Agg"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    run.folder = folder
    return run


@pytest.fixture(scope="module")
def trained(phylarium_command):
    """The folder of a short training run."""
    (phylarium_command.folder / "goofspiel.yaml").write_text(CONFIG)
    phylarium_command("train", "goofspiel.yaml", "--run-dir", "run")
    return phylarium_command.folder / "run"


def test_the_installed_package_is_the_one_that_runs(site):
    code = "import goofspiel; print(goofspiel.__file__)"
    printed = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(printed.stdout.strip()).is_relative_to(site)


def test_the_toy_game_is_listed(phylarium_command):
    assert "# goofspiel: Goofspiel" in phylarium_command("games")


def test_the_toy_game_is_checked(phylarium_command):
    checks = ["words", "notation", "mask_against_engine", "leak", "hidden_choices"]
    chosen = [part for name in checks for part in ("--check", name)]
    report = json.loads(phylarium_command("check", "goofspiel", "--json", *chosen))
    assert report["ok"]
    assert {row["check"] for row in report["results"]} == set(checks)


def test_the_toy_game_is_trained(trained):
    assert (trained / "policy.safetensors").is_file()
    assert (trained / "config.yaml").is_file()


def test_the_trained_agent_plays_a_match(phylarium_command, trained):
    printed = phylarium_command(
        "match", "goofspiel", str(trained), "greedy", "--games", "20", "--seed", "1", "--json"
    )
    agents = json.loads(printed)["agents"]
    assert len(agents) == 2
    assert all(agent["games"] == 20 for agent in agents)
    assert sum(agent["wins"] for agent in agents) + agents[0]["draws"] == 20
