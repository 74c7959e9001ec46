"""A trained policy as a file to give away: its weights in half precision, its results from deals
that played no part in choosing it.

The evaluations of a run choose its best policy, so their rates flatter it; those of the shipped
file are measured anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from phylarium.envs.adapters.policy import load_policy, save_policy
from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.errors import PhylariumError
from phylarium.envs.core.replay import write_whole
from phylarium.envs.core.rng import derive

from .agents import Agent
from .config import check
from .evaluate import measure
from .export import as_saved_policy
from .extras import need
from .plots import curve_png
from .run import RunFolder
from .strict_yaml import read_document

SHIPPING = 15
"""Where the seeds of these deals part from all others."""


def ship(
    run_path: Path,
    file: Path,
    games: int,
    opponents: Sequence[str] = (),
    curve: Path | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """Write a run's best policy to `file`, and return its results: opponent -> row of the match.

    games      against each opponent, rounded up to whole rotations
    opponents  default: those that the run's config names for evaluations
    curve      where to write the run's learning curve as a PNG, titled by its game and name

    Raises `RunError` where there is no run, `PhylariumError` where it has no policy yet or a weight
    does not fit into half precision. Both files appear whole or not at all.
    """
    need("safetensors", "policies")
    from safetensors.numpy import load_file

    run = RunFolder.open(run_path)
    config = check(read_document(run.config.read_bytes(), str(run.config)))
    if not run.best.is_file():
        raise PhylariumError(f"{run_path} has no evaluated policy yet: {run.best} is missing")
    setup = config.eval_setup()
    papers = load_policy(run.best, setup).metadata
    with np.errstate(over="ignore"):
        halves = {name: array.astype(np.float16) for name, array in load_file(run.best).items()}
    for name, array in halves.items():
        if not np.isfinite(array).all():
            raise PhylariumError(f"{run.best}: {name} holds weights beyond half precision")
    shipped = {name: array.astype(np.float32) for name, array in halves.items()}
    agent = Agent(papers["name"], LEARNER, as_saved_policy(shipped, papers))
    results = measure(
        agent, setup, opponents or config.train.eval_opponents, games, derive(seed, SHIPPING)
    )
    save_policy(file, halves, {**papers, "results": results})
    if curve is not None:
        title = f"{setup.game.title}, {setup.num_players} players"
        write_whole(curve, curve_png(title, run.read_evaluations()))
    return results
