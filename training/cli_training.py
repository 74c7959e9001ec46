"""The commands that make and measure agents: train, match, bench."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from .command_line import (
    AsJson,
    GameName,
    GameNames,
    Imports,
    Options,
    Seed,
    command,
    options_from,
    setup_from,
    show,
    tell,
    write_output,
)
from .extras import need


@command
def train(
    config: Annotated[
        str | None, typer.Argument(help="A YAML file, or a shipped one as configs/GAME/ppo.yaml.")
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
    profile: Annotated[
        bool, typer.Option("--profile", help="Say at the end where the time went.")
    ] = False,
    imports: Imports = None,
) -> None:
    """Train an agent from a config, or go on with a run that was stopped."""
    from phylarium.envs.core.errors import PhylariumError

    for library in ("pydantic", "yaml"):
        need(library, "train")
    from . import train as training
    from .profile import Profile
    from .progress import progress_bar

    if (config is None) == (resume is None):
        raise PhylariumError("train takes a config, or --resume with a run folder")
    if resume is not None and run_dir is not None:
        raise PhylariumError("--resume names the run's folder; leave --run-dir out")
    profiles: list[Profile] = []

    def begun(started: training.Training) -> None:
        if profile:
            profiles.append(Profile(started))

    with progress_bar() as (say, report):
        if resume is not None:
            run = training.resume(resume, sets or (), sys.argv, say, report, begun)
        else:
            run = training.start(str(config), sets or (), run_dir, sys.argv, say, report, begun)
    tell(f"finished: {run.policy}")
    for found in profiles:
        show(found.table())


@command
def ship(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where: a .safetensors file.")],
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games against each opponent.")
    ] = 4000,
    opponents: Annotated[
        list[str] | None,
        typer.Option("--opponent", help="Default: those of the run's evaluations. Repeatable."),
    ] = None,
    curve: Annotated[
        Path | None, typer.Option("--curve", help="Draw the learning curve here, a PNG.")
    ] = None,
    seed: Seed = 0,
    imports: Imports = None,
) -> None:
    """Write a run's best policy as a small file to give away, measured anew on other deals.

    A run's own evaluations choose its best policy, so their rates flatter it.
    """
    for library in ("pydantic", "yaml"):
        need(library, "train")
    from .ship import ship as write
    from .train import in_words

    for opponent, row in write(run, file, games, opponents or (), curve, seed).items():
        print(f"against {opponent}: {in_words(row)}")


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
        int, typer.Option("--games", min=1, help="Games at each table, rounded up to rotations.")
    ] = 400,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            help="Players at a table. More than the agents: the last agent takes the seats left "
            "over. Fewer: every choice of so many agents plays at a table of its own. Default: as "
            "many as there are agents, or as a saved policy among them is for.",
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

    Prints wins, draws, losses, win rate and mean score with 95 % intervals, per agent and per seat.
    A draw among k counts 1/k in the win rate. Intervals treat the rotations of one deal as one
    block.
    """
    from .agents import fill_table
    from .match import largest_table, play_match
    from .progress import games_bar

    if players is None:
        setup = largest_table(game, agents, options_from(options))
    else:
        setup = setup_from(game, players, options)
    if setup.num_players < len(agents):
        tell(f"tables of {setup.num_players}: every choice of so many agents plays")
    with games_bar() as count:
        result = play_match(setup, fill_table(agents, setup.num_players), games, seed, count)
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
