"""A second toy game, with elimination, registered for the tests of this folder only."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import knockout
from phylarium.envs import registry


@pytest.fixture(scope="session", autouse=True)
def knockout_game():
    """The `Game` of tests/adapters/knockout.py, by name "knockout"."""
    registry.register(knockout.GAME)
    yield knockout.GAME
    del registry._ENTRIES["knockout"]
