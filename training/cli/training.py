"""The commands that make agents and give them away: train, ship."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..extras import need_configs
from .command_line import Imports, Seed, Sets, command, show, tell


@command
def train(
    config: Annotated[
        str | None, typer.Argument(help="A YAML file, or a shipped one as configs/GAME/ppo.yaml.")
    ] = None,
    sets: Sets = None,
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

    need_configs()
    from .. import train as training
    from ..profile import Profile
    from ..progress import progress_bar

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
    source: Annotated[
        Path, typer.Argument(metavar="SOURCE", help="A run folder or a policy file.")
    ],
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
    """Write a run's best policy, or a policy file, as a small file to give away, measured anew on
    other deals.

    A run's own evaluations choose its best policy, so their rates flatter it.
    """
    need_configs()
    from ..ship import ship as write
    from ..train import in_words

    for opponent, row in write(source, file, games, opponents or (), curve, seed).items():
        print(f"against {opponent}: {in_words(row)}")
