"""Each check of the conformance kit can fail: a broken toy game for each, and a sound one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from phylarium.training.conformance import CHECKS
from zoo import ZOO

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def keeper_said():
    """What the checks said of every animal, from one uncompiled process."""
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
    }
    ended = subprocess.run(
        [sys.executable, str(FOLDER / "keeper.py")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout.strip().splitlines()[-1])


@pytest.mark.parametrize("name", ZOO)
def test_a_check_notices_the_game_that_breaks_its_promise(keeper_said, name):
    animal = ZOO[name]
    said = keeper_said[name]
    assert said is not None, f"{animal.check} passes {name}"
    assert said.startswith(f"{animal.check} on ")
    assert animal.says in said


# "processes" would compile the game for a minute; the toy game of examples/ covers it.
@pytest.mark.parametrize("check", sorted(CHECKS.keys() - {"processes"}))
def test_a_sound_game_passes(keeper_said, check):
    assert keeper_said["sound"][check] == ""


def test_every_check_is_shown_to_fail():
    assert {animal.check for animal in ZOO.values()} == set(CHECKS)
