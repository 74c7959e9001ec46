"""The command line: `phylarium <command>`. Each command is a few lines; what it does lives in the module it names.

Importing this module imports neither numba nor torch; a command imports what it needs. Mistakes of the user end with
one sentence on standard error and exit status 2.
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
            import_packages(kwargs.get("imports"))
            return function(*args, **kwargs)
        except (ValueError, OSError, TypeError, RuntimeError) as error:
            if Settings.debug or not is_for_the_user(error):
                raise
            tell(f"phylarium: {sentence(error)}")
            raise typer.Exit(2) from None

    app.command(name=function.__name__.rstrip("_"))(guarded)
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
    """Import a user's packages, from the present folder too; `PhylariumError` when one cannot be."""
    from phylarium.envs.core.errors import PhylariumError

    for package in packages or ():
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        try:
            importlib.import_module(package)
        except ImportError as error:
            raise PhylariumError(f"cannot import {package!r}: {error}") from None


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

    Console(width=None if sys.stdout.isatty() else 150).print(table)


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

    Settings.debug = debug
    if version:
        print(f"phylarium {__version__}")
        raise typer.Exit
    try:
        import_packages(imports)
    except PhylariumError as error:
        tell(f"phylarium: {error}")
        raise typer.Exit(2) from None


@command
def train(
    config: Annotated[
        str | None, typer.Argument(help="A YAML file, or a shipped one as configs/clades/ppo.yaml.")
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Change a config entry, as in ppo.n_steps=64. Repeatable.",
        ),
    ] = None,
    run_dir: Annotated[
        Path | None, typer.Option("--run-dir", help="The run's folder; default runs/<name>.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="A run folder to go on with.")
    ] = None,
    imports: Imports = None,
) -> None:
    """Train an agent from a config, or go on with a run that was stopped."""
    from phylarium.envs.core.errors import PhylariumError

    from .extras import need

    for library in ("pydantic", "yaml"):
        need(library, "train")
    from . import train as training
    from .progress import progress_bar

    if (config is None) == (resume is None):
        raise PhylariumError("train takes a config, or --resume with a run folder")
    if resume is not None and run_dir is not None:
        raise PhylariumError("--resume names the run's folder; leave --run-dir out")
    with progress_bar() as (say, report):
        if resume is not None:
            run = training.resume(resume, sets or (), sys.argv, say, report)
        else:
            run = training.start(str(config), sets or (), run_dir, sys.argv, say, report)
    tell(f"finished: {run.policy}")


@command
def match(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT...",
            help="random, a scripted player, a baseline, a .safetensors file or a run folder.",
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games in all, rounded up to whole rotations.")
    ] = 400,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            help=(
                "Players at the table; the last agent takes the seats left over. Default: as many as agents."
            ),
        ),
    ] = None,
    options: Options = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    output: Annotated[
        Path | None, typer.Option("--output", help="Write the JSON to a file too.")
    ] = None,
    imports: Imports = None,
) -> None:
    """Play agents against each other: every deal is played in every seat rotation.

    Prints wins, draws, losses, win rate and mean score with 95 % intervals, per agent and per seat. A draw among k
    counts 1/k in the win rate. Intervals treat the rotations of one deal as one block.
    """
    from phylarium.envs.core.errors import PhylariumError

    from .agents import fill_table
    from .match import play_match
    from .progress import games_bar

    table = players or len(agents)
    if len(agents) > table:
        raise PhylariumError(f"{len(agents)} agents do not fit at a table of {table}")
    setup = setup_from(game, table, options)
    with games_bar(games) as count:
        result = play_match(setup, fill_table(agents, table), games, seed, count)
    write_output(output, result.to_json())
    if as_json:
        print(result.to_json())
    else:
        show(result.table(f"{setup.game.title}, {result.games} games"))


@command
def bench(
    games: GameNames = None,
    path: Annotated[
        list[str] | None, typer.Option("--path", help="Only this path. Repeatable.")
    ] = None,
    batch: Annotated[
        int, typer.Option("--batch", min=1, help="Games side by side on the batched paths.")
    ] = 1024,
    quick: Annotated[
        bool, typer.Option("--quick", help="One short run each, no compile times.")
    ] = False,
    as_json: AsJson = False,
    imports: Imports = None,
) -> None:
    """Measure decisions per second of each game and path, beside a calibration loop."""
    import phylarium
    from phylarium.envs.core.errors import nearest

    from .bench import PATHS, bench_table
    from .bench import bench as measure_all

    for name in path or ():
        if name not in PATHS:
            raise nearest("path", name, PATHS)
    rows = measure_all(games or phylarium.games(), path or PATHS, batch, quick, imports or (), tell)
    if as_json:
        print(json.dumps([row.document() for row in rows], indent=1))
    else:
        show(bench_table(rows))


@command
def play(
    game: GameName,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Your seat.")] = 0,
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--opponents",
            help="Who plays the other seats, in turn order after you; the last one fills up.",
        ),
    ] = None,
    players: Players = None,
    options: Options = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Seed of the deal; default: a new one.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="Write the game's replay here.")
    ] = None,
    imports: Imports = None,
) -> None:
    """Play a game in the terminal."""
    import secrets

    from phylarium.envs.core.errors import PhylariumError

    from . import play as table
    from .agents import fill_table, make_agents

    setup = setup_from(game, players, options)
    if seat >= setup.num_players:
        raise PhylariumError(f"seat {seat} is not one of 0 to {setup.num_players - 1}")
    others = fill_table(opponents or [setup.game.scripted_players[0]], setup.num_players - 1)
    if len(others) > setup.num_players - 1:
        raise PhylariumError(f"{len(others)} opponents for {setup.num_players - 1} other seats")
    dealt = secrets.randbits(32) if seed is None else seed
    replay = table.play(setup, seat, make_agents(setup, others), dealt, _read_line, print)
    if save is not None:
        replay.save(save)
        tell(f"saved: {save}")


def _read_line(prompt: str) -> str:
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return "quit"


@command
def replay(
    file: Annotated[Path, typer.Argument(help="A replay, as `phylarium play --save` writes it.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check it, print nothing else.")
    ] = False,
    step: Annotated[
        bool, typer.Option("--step", help="Show the table and wait for Enter at every ply.")
    ] = False,
    imports: Imports = None,
) -> None:
    """Play a recorded game again, checking every position."""
    from phylarium.envs import registry
    from phylarium.envs.core.replay import load_replay

    from .play import show_replay

    found = load_replay(file, registry.game)
    if verify:
        found.verify()
        print(f"{file}: {len(found.actions)} plies verified")
        return
    last = show_replay(found, (lambda: _read_line("Enter: on ") and None) if step else None, print)
    print(last.text(-1))


@command
def warmup(games: GameNames = None, imports: Imports = None) -> None:
    """Compile the rules of games ahead of time and remove outdated compiled code."""
    import phylarium

    from .warmup import warm_up

    for game in games or phylarium.games():
        seconds, removed = warm_up(game)
        print(
            f"{game}: ready in {seconds:.1f} s"
            + (f", {removed} outdated folders removed" if removed else "")
        )


@command
def games(imports: Imports = None) -> None:
    """List the games with their players and options."""
    import phylarium
    from phylarium.envs import registry
    from phylarium.envs.core.options import options_table

    for name in phylarium.games():
        entry, game = registry.entry(name), registry.game(name)
        low, high = game.players
        print(f"# {name}: {game.title} {game.version}, {low} to {high} players\n")
        print(
            f"{entry.gymnasium_id}, {entry.pettingzoo_id}; scripted: {', '.join(game.scripted_players)}; "
            f"encoders: {', '.join(game.extra_encoders)}"
        )
        if entry.options:
            print(f"a variant with {', '.join(f'{k}={v}' for k, v in entry.options.items())}")
        print(f"\n{options_table(game.Options)}\n")


@command
def rules(game: GameName, imports: Imports = None) -> None:
    """Print the rules of a game as the code has them, RULES.md."""
    from phylarium.envs import registry
    from phylarium.envs.core.errors import PhylariumError

    found = registry.game(game)
    if found.rules is None:
        raise PhylariumError(f"{found.title} comes without a RULES.md")
    print(found.rules.read_text(encoding="utf-8"))


@command
def observations(
    game: GameName,
    encoder: Annotated[
        str | None, typer.Option("--encoder", help="Default: the game's first.")
    ] = None,
    players: Players = None,
    options: Options = None,
    imports: Imports = None,
) -> None:
    """Print the sections of a game's observation."""
    setup = setup_from(game, players, options)
    layout = setup.layout(encoder)
    print(
        f"{setup.game.encoder(encoder).name}: {layout.size} numbers, {setup.num_actions} actions\n"
    )
    print(layout.table())


@command
def baselines(games: GameNames = None, imports: Imports = None) -> None:
    """List the trained opponents that come with the games."""
    import phylarium
    from phylarium.envs import registry
    from phylarium.envs.adapters.policy import baselines as shipped

    for game in games or phylarium.games():
        for found in shipped(registry.game(game)):
            options = ", ".join(f"{k}={v}" for k, v in found["options"].items())
            print(
                f"{game} {found['name']}: {found['num_players']} players, rules {found['game_version']}, "
                f"{found.get('steps', 0):,} steps, {options}"
            )


@command
def check(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC", help="A registered game, package.module, or package.module:GAME."
        ),
    ],
    full: Annotated[bool, typer.Option("--full", help="More games and states.")] = False,
    imports: Imports = None,
) -> None:
    """Run the conformance checks on a game; exit status 1 when one fails."""
    from .conformance import check as run_checks

    failed = False
    for name in games_named(spec):
        report = run_checks(name, budget="full" if full else "quick")
        show(report.table())
        failed = failed or not report.passed
    if failed:
        raise typer.Exit(1)


def games_named(spec: str) -> list[str]:
    """The registered games that a word of the command line means; a module is imported, its GAME registered."""
    from phylarium.envs import registry
    from phylarium.envs.core.errors import PhylariumError, nearest

    if spec in registry.games():
        return [spec]
    if "." not in spec and ":" not in spec and importlib.util.find_spec(spec) is None:
        raise nearest("game", spec, registry.games())
    module, _, attribute = spec.partition(":")
    known = set(registry.games())
    import_packages([module])
    found = getattr(sys.modules[module], attribute or "GAME", None)
    if attribute and found is None:
        raise PhylariumError(f"module {module} has no {attribute}")
    if found is not None:
        if found.name not in registry.games():
            registry.register(found)
        return [found.name]
    registered = sorted(set(registry.games()) - known)
    return registered or [
        name for name in known if str(registry.entry(name).source).startswith(module)
    ]


def main() -> None:
    """The entry point of the `phylarium` command."""
    app()
