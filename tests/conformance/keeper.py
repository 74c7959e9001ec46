"""Runs the zoo in a process of its own and prints what each check said as one JSON line."""

import json
import os
import sys
import tempfile
import warnings
from pathlib import Path

from burrows import BURROWS
from phylarium.envs import registry
from phylarium.training.conformance import CHECKS, ConformanceError, Plan, run_one
from zoo import RULES_FOLDER, ZOO

PLAN = Plan(games=2, samples=5, redeals=2, trace_plies=30, rows=4, memory_games=40)


def main(names):
    said = {}
    with tempfile.TemporaryDirectory() as home:
        for name in names or [*ZOO, "sound"]:
            folder = Path(home) / name / RULES_FOLDER
            folder.mkdir(parents=True)
            os.chdir(folder.parent)
            said[name] = visit(name, folder)
        os.chdir("/")
    print(json.dumps(said))


def visit(name, folder):
    """What the check says of one animal; of the sound game, what all checks say."""
    if name == "sound":
        setup = BURROWS.setup(3, {"cards": 6})
        results = [
            run_one(each, setup, PLAN) for each in CHECKS.values() if each.name != "processes"
        ]
        return {result.check: str(result.error or "") for result in results}
    animal = ZOO[name]
    plan = animal.prepare(PLAN, folder)
    setup = animal.game.setup(animal.players, animal.options)
    result = run_one(CHECKS[animal.check], setup, plan)
    error = result.error
    if error is None:
        return None
    assert isinstance(error, ConformanceError)
    return str(error)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    registry.register(BURROWS)
    main(sys.argv[1:])
