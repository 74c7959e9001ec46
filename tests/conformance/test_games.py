"""Every registered game, and the toy game of `examples/`, passes every check."""

from pathlib import Path

import goofspiel  # noqa: F401  registers itself
import phylarium
import pytest
from phylarium.training.conformance import CHECKS, check

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("game", phylarium.games())
def test_a_game_keeps_its_promise(game, name):
    report = check(game, checks=[name], golden=FOLDER / "golden", tests=FOLDER.parent)
    report.raise_failures()
    assert report.results


@pytest.mark.full
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("game", phylarium.games())
def test_a_game_keeps_its_promise_at_length(game, name):
    check(game, budget="full", checks=[name], golden=FOLDER / "golden").raise_failures()
