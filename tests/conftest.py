"""The toy game of `examples/` as one more registered game, for every test."""

import os
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES / "goofspiel"))
# Tests start processes of their own, which must find it too.
os.environ["PYTHONPATH"] = os.pathsep.join(
    [str(EXAMPLES / "goofspiel"), *filter(None, [os.environ.get("PYTHONPATH")])]
)

import goofspiel.game  # noqa: E402  registers the game


@pytest.fixture(scope="session")
def toy_game():
    """The `Game` of examples/goofspiel."""
    return goofspiel.game.GAME
