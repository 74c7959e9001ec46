"""The entry point of the command `phylarium`.

`command_line` has what all commands share; each other module here brings some of them.
"""

from __future__ import annotations

from . import baselines, experiments, games, measuring, training
from .command_line import app

__all__ = ["app", "baselines", "experiments", "games", "main", "measuring", "training"]


def main() -> None:
    """Run the command line; leaves with exit status 2 after a mistake of the user."""
    app()
