"""The entry point of the command `phylarium`."""

from __future__ import annotations

from . import cli_baselines, cli_experiments, cli_games, cli_measuring, cli_training
from .command_line import app

__all__ = [
    "app",
    "cli_baselines",
    "cli_experiments",
    "cli_games",
    "cli_measuring",
    "cli_training",
    "main",
]


def main() -> None:
    """Run the command line; leaves with exit status 2 after a mistake of the user."""
    app()


if __name__ == "__main__":
    main()
