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
from phylarium.envs.adapters.policy import load_policy, read_metadata, save_policy
from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.errors import PhylariumError
from phylarium.envs.core.replay import write_whole
from phylarium.envs.core.rng import derive
from pydantic import ValidationError

from .agents import Agent
from .config import Config
from .evaluate import measure
from .export import as_saved_policy
from .extras import need
from .plots import curve_png
from .run import RunFolder

SHIPPING = 15
"""Where the seeds of these deals part from all others."""


def ship(
    source: Path,
    file: Path,
    games: int,
    opponents: Sequence[str] = (),
    curve: Path | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """Write a policy to `file`, and return its results: opponent -> row of the match.

    source     a run folder, whose best policy is meant, or a policy file
    games      against each opponent, rounded up to whole rotations
    opponents  default: those that the policy's config names for evaluations
    curve      where to draw the run's learning curve as a PNG

    Raises `PhylariumError` where there is no run or no policy yet, and where a weight does not fit
    into half precision. Both files appear whole or not at all.
    """
    need("safetensors", "policies")
    from safetensors.numpy import load_file

    run = RunFolder.open(source) if source.is_dir() else None
    if run is None and curve is not None:
        raise PhylariumError(f"{source} is a policy file; only a run has a learning curve")
    best = source if run is None else run.best
    if not best.is_file():
        raise PhylariumError(f"there is no evaluated policy {best}")
    try:
        config = Config.model_validate(read_metadata(best).get("training"))
    except ValidationError as error:
        raise PhylariumError(f"{best} names no config of this version: {error}") from None
    setup = config.eval_setup()
    papers = load_policy(best, setup).metadata
    with np.errstate(over="ignore"):
        halves = {name: array.astype(np.float16) for name, array in load_file(best).items()}
    for name, array in halves.items():
        if not np.isfinite(array).all():
            raise PhylariumError(f"{best}: {name} holds weights beyond half precision")
    shipped = {name: array.astype(np.float32) for name, array in halves.items()}
    agent = Agent(papers["name"], LEARNER, as_saved_policy(shipped, papers))
    results = measure(
        agent, setup, opponents or config.train.eval_opponents, games, derive(seed, SHIPPING)
    )
    save_policy(file, halves, {**papers, "results": results})
    if run is not None and curve is not None:
        title = f"{setup.game.title}, {setup.num_players} players"
        write_whole(curve, curve_png(title, run.read_evaluations()))
    return results
