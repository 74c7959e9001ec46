"""The conformance kit: what every game promises, and how that is found out.

>>> from phylarium.training.conformance import check
>>> report = check("clades")                       # or a Game, or "my_package.my_game:GAME"
>>> report.ok, report.failures                     # rich.print(report) gives a table

`CHECKS` lists the promises; each is a plain function of a set-up and a plan. `phylarium check` is
the command.
"""

from . import (  # noqa: F401  each enters its checks in the catalogue
    agreement,
    determinism,
    engine,
    golden,
    interfaces,
    memory,
    observations,
    rules,
    secrets,
    wording,
)
from .catalogue import BUDGETS, CHECKS, FULL, QUICK, Plan, conformance_check
from .report import ConformanceError, Report, Result
from .rules import rule_coverage
from .run import check, run_one
from .setups import default_setups

__all__ = [
    "BUDGETS",
    "CHECKS",
    "FULL",
    "QUICK",
    "ConformanceError",
    "Plan",
    "Report",
    "Result",
    "check",
    "conformance_check",
    "default_setups",
    "rule_coverage",
    "run_one",
]
