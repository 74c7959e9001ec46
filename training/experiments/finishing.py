"""Bringing the training in a folder to its end, whatever a stop has left of it there."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from phylarium.envs.core.errors import PhylariumError

from ..config import Config, check
from ..run import RunError, RunFolder
from ..strict_yaml import read_document
from ..train import Interrupted, Progress, resume, start_checked


def finish(
    config: Config,
    path: Path,
    command: Sequence[str],
    tell: Callable[[str], None],
    progress: Progress | None = None,
    begun: Callable[[Any], None] = lambda training: None,
) -> RunFolder:
    """The run of exactly this config in a folder, started, gone on with, or finished already.

    Raises `RunError` where the folder holds something else, before anything is touched,
    `Interrupted` when the user stops it; otherwise as `train.start` and `train.resume`.
    """
    run = run_of(config, path)
    if run is not None and run.facts().get("status") == "finished" and run.policy.is_file():
        return run
    try:
        if run is None:
            return start_checked(config, path, command, tell, progress, begun)
        return resume(path, (), command, tell, progress, begun)
    except Interrupted:
        raise Interrupted(f"interrupted in {path}; the same command goes on from there") from None


def run_of(config: Config, path: Path) -> RunFolder | None:
    """The run of this config in a folder; None where there is none yet.

    Raises `RunError` where the folder holds something else. What a kill in the first moment of a
    run left, before its config was written, is removed.
    """
    if not path.exists():
        return None
    if is_unborn(path):
        shutil.rmtree(path)
        return None
    run = RunFolder.open(path)
    try:
        found = check(read_document(run.config.read_bytes(), str(run.config)))
    except PhylariumError as error:
        raise RunError(f"{path} holds a run that cannot be gone on with: {error}") from None
    if found != config:
        raise RunError(
            f"{path} holds a run of another config ({'; '.join(differences(found, config))}); "
            "choose another folder, or remove that one"
        )
    return run


def is_unborn(path: Path) -> bool:
    """Whether a folder is empty, or holds only what `RunFolder.create` writes before the config."""
    if not path.is_dir():
        return False
    return all(
        file.name == "run.json"
        or file.name.startswith((".run.json-", ".config.yaml-"))  # half-written
        or (file.name == "checkpoints" and not any(file.iterdir()))
        for file in path.iterdir()
    )


def differences(there: Config, here: Config) -> list[str]:
    """The entries in which two configs differ, each with both values."""
    return differing(there.model_dump(mode="json"), here.model_dump(mode="json"))


def differing(there: Any, here: Any, key: str = "") -> list[str]:
    """Where two JSON documents differ: `a.b: 1 there, 2 here`."""
    if not (isinstance(there, dict) and isinstance(here, dict)):
        return [] if there == here else [f"{key}: {there!r} there, {here!r} here"]
    return [
        difference
        for name in dict.fromkeys([*there, *here])
        for difference in differing(there.get(name), here.get(name), f"{key}.{name}".lstrip("."))
    ]
