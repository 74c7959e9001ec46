"""The commands that run whole experiments: reproduce, benchmark, exploit."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..extras import need_configs
from .command_line import (
    AsJson,
    GameName,
    Imports,
    Options,
    Seed,
    Sets,
    command,
    options_from,
    show,
    tell,
)


@command
def reproduce(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")],
    run_dir: Annotated[
        Path | None, typer.Option("--run-dir", help="The new run's folder; default RUN-reproduced.")
    ] = None,
    as_json: AsJson = False,
    imports: Imports = None,
) -> None:
    """Run a training again from its run folder, and compare the two bit by bit.

    Evaluations and weights must be equal; the game's version too, or nothing starts. Other versions
    of packages are warned of. An unfinished run is compared as far as its latest policy. What was
    interrupted goes on with the same command. Exit status 0 when all is equal, 1 when not.
    """
    need_configs()
    from ..experiments.reproduce import reproduce as run_again
    from ..progress import progress_bar

    with progress_bar() as (say, report):
        found = run_again(run, run_dir, sys.argv, say, report)
    if as_json:
        print(json.dumps(found.document(), indent=1))
    else:
        show(found.table())
    if not found.is_equal:
        raise typer.Exit(1)


@command
def benchmark(
    suite: Annotated[
        str, typer.Argument(help="A YAML file, or a shipped one as configs/benchmark/smoke.yaml.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", help="Where everything goes; default runs/benchmark-<name>."),
    ] = None,
    sets: Sets = None,
    as_json: AsJson = False,
    imports: Imports = None,
) -> None:
    """Train and measure the tasks of a suite, by several seeds each, and print one table.

    Every task and seed is trained and measured once, in a folder of its own; the same command goes
    on after a stop. results.json and results.md hold what is known so far. Results of a task that
    has changed since are never reused: choose another --output.
    """
    need_configs()
    from ..experiments.benchmark import run_suite
    from ..experiments.benchmark_config import load_suite
    from ..experiments.benchmark_report import table
    from ..progress import progress_bar

    found = load_suite(suite, sets or ())
    folder = output or Path("runs") / f"benchmark-{found.name}"
    with progress_bar() as (say, report):
        results = run_suite(found, folder, sys.argv, say, report)
    tell(f"written: {folder / 'results.json'}, {folder / 'results.md'}")
    if as_json:
        print(json.dumps(results, indent=1))
    else:
        show(table(results))


@command
def exploit(
    game: GameName,
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT",
            help="A scripted player, a baseline, a .safetensors file, a run folder, mcts:N.",
        ),
    ],
    players: Annotated[
        int | None, typer.Option("--players", help="Players at the table; default: the config's.")
    ] = None,
    options: Options = None,
    config: Annotated[
        str | None,
        typer.Option(
            "--config",
            help="A training config for the response; default: that of the game's baseline that "
            "fits players and options, without imitation.",
        ),
    ] = None,
    sets: Sets = None,
    budget: Annotated[
        int, typer.Option("--budget", min=1, help="Environment steps of the training.")
    ] = 500_000,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Measured games, rounded up to rotations.")
    ] = 4000,
    seed: Seed = 0,
    run_dir: Annotated[
        Path | None,
        typer.Option("--run-dir", help="The response's folder; default runs/exploit-GAME-AGENT."),
    ] = None,
    as_json: AsJson = False,
    imports: Imports = None,
) -> None:
    """Train a best response to an agent: a lower bound on how exploitable it is.

    The agent stays as it is and plays all other seats. The best policy of the training's
    evaluations is then measured on deals of its own, with 95 % intervals. A win rate that clears
    even play (1 / players) is what the agent loses at least; one that does not means that nothing
    was found within the budget. The same command goes on after a stop.
    """
    need_configs()
    from ..experiments import exploit as search
    from ..progress import progress_bar

    question = search.Question(
        game, agent, players, options_from(options), config, sets or (), budget, games, seed
    )
    with progress_bar() as (say, report):
        document = search.exploit(question, run_dir, sys.argv, say, report)
    if as_json:
        print(json.dumps(document, indent=1))
    else:
        show(search.table(document))
