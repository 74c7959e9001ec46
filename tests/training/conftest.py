"""A training of a few seconds on the toy game, and the command line as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import marathon
from phylarium.envs import registry
from tiny import CONFIG

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "goofspiel"


@pytest.fixture(scope="module")
def marathon_game():
    """The `Game` of tests/training/marathon.py, registered for the module that asks for it."""
    registry.register(marathon.MARATHON)
    yield marathon.MARATHON
    del registry._ENTRIES["marathon"]


@pytest.fixture
def config_file(tmp_path):
    """A config file with a training of ten rollouts."""
    path = tmp_path / "tiny.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


@pytest.fixture
def process_environment():
    """The environment in which a process finds the toy game."""
    return {**os.environ, "PYTHONPATH": str(EXAMPLE), "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def run_phylarium(process_environment, tmp_path):
    """`run_phylarium("games", ...)`: the command line in a fresh process, from an empty folder."""

    def run(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "phylarium.training.cli", *map(str, arguments)],
            env=process_environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run
