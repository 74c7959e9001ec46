"""Rule ids: each rule of RULES.md is cited in the code and in a test, and no citation lacks its
rule.

`python -m phylarium.training.conformance rules GAME --tests FOLDER` prints the coverage table.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

from phylarium.envs.core.game import Game, Setup

from .catalogue import Plan, conformance_check
from .report import ConformanceError

RULE_ID = re.compile(r"\b[A-Z]{2}-\d{2,3}[a-z]?\b")
_ENTRY = re.compile(r"^\s*(?:\||#+|[-*])\s*\W*(" + RULE_ID.pattern + ")")


@dataclasses.dataclass(frozen=True)
class Rule:
    """A rule id and where it is cited, each place as `file:line`."""

    id: str
    is_entered: bool
    code: tuple[str, ...]
    tests: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Coverage:
    """All rule ids of a game; printing it with rich gives the table."""

    game: str
    rules: tuple[Rule, ...]

    def __rich__(self) -> Any:
        from rich.table import Table

        table = Table(title=f"Rules of {self.game}: {len(self.rules)}")
        for heading in ("rule", "code", "tests"):
            table.add_column(heading, overflow="fold")
        for rule in self.rules:
            name = rule.id if rule.is_entered else f"{rule.id} (no entry)"
            lacking = not (rule.is_entered and rule.code and rule.tests)
            table.add_row(
                name,
                "\n".join(rule.code) or "-",
                "\n".join(rule.tests) or "-",
                style="red" if lacking else None,
            )
        return table


def entries_of(rules: Path) -> list[str]:
    """The ids that RULES.md enters: those that begin a table row, a heading or a list item."""
    found = [_ENTRY.match(line) for line in rules.read_text(encoding="utf-8").splitlines()]
    return [match[1] for match in found if match]


def citations_in(folder: Path, prefixes: set[str]) -> dict[str, list[str]]:
    """Where ids with these prefixes are cited in the Python files of a folder (or in one file)."""
    places: dict[str, list[str]] = {}
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            for rule in dict.fromkeys(RULE_ID.findall(line)):
                if rule[:2] in prefixes:
                    name = file.name if folder.is_file() else file.relative_to(folder).as_posix()
                    places.setdefault(rule, []).append(f"{name}:{number}")
    return places


def rule_coverage(game: Game, tests: Path | None = None) -> Coverage:
    """Every rule id of a game with its places in code and tests; empty when the game has no
    RULES.md.
    """
    if game.rules is None:
        return Coverage(game.name, ())
    entered = entries_of(Path(game.rules))
    prefixes = {rule[:2] for rule in entered}
    code = citations_in(game.sources, prefixes)
    cited = citations_in(tests, prefixes) if tests is not None else {}
    ids = sorted({*entered, *code, *cited})
    return Coverage(
        game.name,
        tuple(
            Rule(rule, rule in entered, tuple(code.get(rule, ())), tuple(cited.get(rule, ())))
            for rule in ids
        ),
    )


@conformance_check("game")
def check_rules(setup: Setup, plan: Plan) -> str | None:
    """Every rule of RULES.md is cited in the code and in a test; every citation has its rule."""
    game = setup.game
    if game.rules is None:
        return "the game has no RULES.md"
    entered = entries_of(Path(game.rules))
    twice = sorted({rule for rule in entered if entered.count(rule) > 1})
    coverage = rule_coverage(game, plan.tests)
    problems = {
        "entered twice": twice,
        "cited and not entered": [rule.id for rule in coverage.rules if not rule.is_entered],
        "not cited in the code": [r.id for r in coverage.rules if r.is_entered and not r.code],
        "not cited in a test": [
            r.id for r in coverage.rules if r.is_entered and not r.tests and plan.tests is not None
        ],
    }
    said = [f"{words}: {', '.join(ids)}" for words, ids in problems.items() if ids]
    if not entered:
        said = ["RULES.md enters no rule"]
    if said:
        raise ConformanceError("; ".join(said))
    where = "" if plan.tests is not None else "; tests not looked at"
    return f"{len(coverage.rules)} rules{where}"
