"""What all commands share: the app, options with one meaning everywhere, errors as sentences.

Importing this module imports neither numba nor torch; a command imports what it needs. Mistakes of
the user end with one sentence on standard error and exit status 2. The commands themselves are in
the modules beside this one; the help shows them by module.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Evolution board games as reinforcement learning environments.",
)


class Settings:
    """What the options before the command say."""

    debug = False
    imports: list[str] = []


Imports = Annotated[
    list[str] | None,
    typer.Option(
        "--import",
        metavar="PKG",
        help="Import a package first, so that the games it registers are known. Repeatable.",
    ),
]
Players = Annotated[
    int | None, typer.Option("--players", help="Players at the table; default: the game's own.")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--options",
        metavar="KEY=VALUE",
        help="A game option, value as in JSON or a bare word. Repeatable.",
    ),
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change an entry of the config, as in ppo.n_steps=64; of a suite, as in "
        "tasks.NAME.budget=100000. Repeatable.",
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, help="Seed of the deals and of the players' chances.")
]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Id of a game, see `phylarium games`.")
]
GameNames = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="Ids of games; default: all.")
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print JSON and nothing else on standard output.")
]


def command(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function a command: its packages are imported, its errors become sentences."""

    @functools.wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            kwargs["imports"] = [*Settings.imports, *(kwargs.get("imports") or ())]
            import_packages(kwargs["imports"])
            return function(*args, **kwargs)
        except (ValueError, OSError, TypeError, RuntimeError) as error:
            if Settings.debug or not is_for_the_user(error):
                raise
            tell(f"phylarium: {sentence(error)}")
            raise typer.Exit(2) from None

    panel = function.__module__.rpartition(".")[2].capitalize()
    app.command(name=function.__name__.rstrip("_"), rich_help_panel=panel)(guarded)
    return guarded


def is_for_the_user(error: Exception) -> bool:
    """Whether an error says what the user did wrong, or is a bug whose traceback is worth more."""
    from phylarium.envs.core.errors import PhylariumError

    return isinstance(error, PhylariumError | OSError)


def sentence(error: Exception) -> str:
    """An error as one sentence; system errors name the file."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def tell(message: str) -> None:
    """A line for people, on standard error: standard output is for results."""
    print(message, file=sys.stderr, flush=True)


def import_packages(packages: Sequence[str] | None) -> None:
    """Import a user's packages, from the present folder too.

    Raises `PhylariumError` when one cannot be imported.
    """
    from phylarium.envs.core.errors import PhylariumError

    if packages:
        add_present_folder()
    for package in packages or ():
        try:
            importlib.import_module(package)
        except (ImportError, ValueError) as error:
            raise PhylariumError(f"cannot import {package!r}: {error}") from None


def add_present_folder() -> None:
    """Let modules in the present folder be imported, after all others."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


def setup_from(game: str, players: int | None, options: Sequence[str] | None) -> Any:
    """The set-up that GAME, --players and --options name."""
    import phylarium

    return phylarium.setup(game, players, options_from(options))


def options_from(assignments: Sequence[str] | None) -> dict[str, Any]:
    """Game options from `key=value` words: JSON values, `1,2` for a list, anything else a word."""
    from phylarium.envs.core.errors import OptionsError

    options = {}
    for assignment in assignments or ():
        key, equals, text = assignment.partition("=")
        if not equals or not key.strip():
            raise OptionsError(f"--options takes key=value, got {assignment!r}")
        options[key.strip()] = _option_value(text.strip())
    return options


def _option_value(text: str) -> Any:
    for candidate in (text, f"[{text}]" if "," in text else text):
        try:
            return json.loads(candidate)
        except ValueError:
            continue
    return text


def write_output(path: Path | None, text: str) -> None:
    """Write a result file whole or not at all."""
    if path is not None:
        from phylarium.envs.core.replay import write_whole

        write_whole(path, text.encode())


def show(table: Any) -> None:
    """Print a rich table on standard output."""
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else 150, emoji=False).print(table)


@app.callback(invoke_without_command=True)
def before(
    context: typer.Context,
    imports: Imports = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.")
    ] = False,
) -> None:
    """Evolution board games as reinforcement learning environments."""
    from phylarium.envs._version import __version__
    from phylarium.envs.core.errors import PhylariumError

    Settings.debug, Settings.imports = debug, imports or []
    if version:
        print(f"phylarium {__version__}")
        raise typer.Exit
    try:
        import_packages(imports)
    except PhylariumError as error:
        tell(f"phylarium: {error}")
        raise typer.Exit(2) from None
