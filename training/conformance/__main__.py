"""Two commands for those who work on a game: its golden traces, and the coverage of its rules.

`python -m phylarium.training.conformance golden GAME --folder FOLDER` writes golden traces anew;
`python -m phylarium.training.conformance rules GAME --tests FOLDER` prints where a rule is cited.
Running the checks is `phylarium check`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from phylarium.envs import registry
from phylarium.envs.core.errors import PhylariumError

from .golden import renew
from .rules import rule_coverage


def main() -> None:
    """Run one of the commands; leaves with exit status 2 and a sentence after a refusal."""
    given = arguments()
    try:
        for package in given.packages:
            importlib.import_module(package)
        game = registry.game(given.game)
        if given.command == "golden":
            print(renew(game, given.folder))
        else:
            from rich import print as show

            show(rule_coverage(game, given.tests))
    except PhylariumError as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="python -m phylarium.training.conformance")
    commands = parser.add_subparsers(dest="command", required=True)
    golden = commands.add_parser("golden", help="write a game's golden traces anew")
    golden.add_argument("--folder", type=Path, required=True)
    rules = commands.add_parser("rules", help="each rule with its places in code and tests")
    rules.add_argument("--tests", type=Path, help="folder whose files cite rule ids")
    for command in (golden, rules):
        command.add_argument("game")
        command.add_argument(
            "--import", dest="packages", action="append", default=[], metavar="PACKAGE"
        )
    return parser.parse_args()


if __name__ == "__main__":
    main()
