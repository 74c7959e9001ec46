"""The run folder: what a training writes down about itself, and the checkpoints to go on from.

    config.yaml         the resolved config, every default written out
    run.json            seed, versions, command lines, host, status
    checkpoints/<steps> networks, optimizer, generators, environment, counters (the last few)
    evaluations.jsonl   one line per evaluation
    league.json         who is in the pool of opponents, and how the learner fares
    tb/                 TensorBoard
    policy.safetensors  the latest policy; best.safetensors the best evaluated one
    curve.png           the learning curve

Every file appears whole or not at all. What the files hold is `train`'s care.
"""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import os
import platform
import secrets
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from phylarium.envs.core.errors import PhylariumError
from phylarium.envs.core.replay import write_whole

PACKAGES = (
    "phylarium",
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
    "choix",
    "scipy",
)


class RunError(PhylariumError):
    """A run folder that cannot be written, already holds a run, or has nothing to go on from."""


class RunFolder:
    """One training's folder. `create` makes a new one, `open` takes an existing one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config = path / "config.yaml"
        self.info = path / "run.json"
        self.checkpoints = path / "checkpoints"
        self.evaluations = path / "evaluations.jsonl"
        self.league = path / "league.json"
        self.tensorboard = path / "tb"
        self.policy = path / "policy.safetensors"
        self.best = path / "best.safetensors"
        self.curve = path / "curve.png"

    @classmethod
    def create(cls, path: Path, config: str, facts: dict[str, Any]) -> RunFolder:
        """A new run folder with its config and facts; an existing run is never touched
        (`RunError`).
        """
        run = cls(path)
        if path.exists() and not path.is_dir():
            raise RunError(f"the run folder {path} is a file; choose another with --run-dir")
        if path.exists() and any(path.iterdir()):
            raise RunError(
                f"the run folder {path} is not empty; "
                f"go on with --resume {path}, or choose another with --run-dir"
            )
        try:
            run.checkpoints.mkdir(parents=True, exist_ok=True)
            write_whole(run.info, json.dumps(facts, indent=1).encode())
            write_whole(run.config, config.encode())
        except OSError as error:
            raise RunError(
                f"cannot write the run folder {path}: {error.strerror or error}"
            ) from None
        return run

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """The run in an existing folder; `RunError` when there is none."""
        run = cls(path)
        if not run.config.is_file():
            raise RunError(f"no run in {path}: it has no config.yaml")
        if not os.access(path, os.W_OK):
            raise RunError(f"cannot write the run folder {path}: no permission")
        return run

    def facts(self) -> dict[str, Any]:
        """What run.json says; an empty mapping when a kill came before it was written."""
        try:
            return dict(json.loads(self.info.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return {}

    def note(self, **entries: Any) -> None:
        """Set entries of run.json."""
        self.write(self.info, json.dumps({**self.facts(), **entries}, indent=1).encode())

    def write(self, file: Path, content: bytes) -> None:
        """Write one file whole or not at all; `RunError` says why it could not be."""
        try:
            write_whole(file, content)
        except OSError as error:
            raise RunError(
                f"cannot write {file}: {error.strerror or error}; what was saved before is whole"
            ) from None

    def save_checkpoint(self, steps: int, write_into: Callable[[Path], None], keep: int) -> Path:
        """A checkpoint filled by `write_into(folder)`; then all but the last `keep` are removed."""
        target = self.checkpoints / f"{steps:012d}"
        try:
            unfinished = self.checkpoints / f".unfinished-{secrets.token_hex(4)}"
            unfinished.mkdir()
            try:
                write_into(unfinished)
                for file in (*unfinished.iterdir(), unfinished):
                    _to_disk(file)
                shutil.rmtree(target, ignore_errors=True)
                os.replace(unfinished, target)
                _to_disk(self.checkpoints)
            except BaseException:
                shutil.rmtree(unfinished, ignore_errors=True)
                raise
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise RunError(
                f"cannot save the checkpoint {target}: {reason}; the ones before are whole"
            ) from None
        for old in self.saved_checkpoints()[:-keep]:
            shutil.rmtree(old, ignore_errors=True)
        return target

    def saved_checkpoints(self) -> list[Path]:
        """Finished checkpoints, oldest first."""
        return sorted(f for f in self.checkpoints.glob("*") if f.name.isdigit())

    def remove_unfinished(self) -> None:
        """Delete what a kill in mid-save left over."""
        for folder in self.checkpoints.glob(".unfinished-*"):
            shutil.rmtree(folder, ignore_errors=True)
        for file in self.path.glob(".*-*"):
            if file.is_file():
                file.unlink()

    def read_evaluations(self) -> list[dict[str, Any]]:
        """The evaluations so far; a line that a kill cut short is left out."""
        lines = (
            self.evaluations.read_text(encoding="utf-8").splitlines()
            if self.evaluations.exists()
            else []
        )
        found = []
        for line in lines:
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found

    def write_evaluations(self, evaluations: Sequence[dict[str, Any]]) -> None:
        """Replace the evaluations."""
        self.write(self.evaluations, "".join(json.dumps(e) + "\n" for e in evaluations).encode())


def _to_disk(path: Path) -> None:
    """Wait until a file or folder is on the disk (folders cannot be opened for that everywhere)."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def session_facts(command: Sequence[str]) -> dict[str, Any]:
    """When, where and by what a training session was started."""
    return {
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "command": list(command),
        "folder": str(Path.cwd()),
        "git_commit": _git_commit(),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "cpu_count": os.cpu_count(),
        "versions": package_versions(),
    }


def package_versions() -> dict[str, str]:
    """The installed version of each package that decides what a training comes to."""
    return {name: v for name in PACKAGES if (v := _version(name))}


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _git_commit() -> str | None:
    """The commit of the folder that the training was started in, if it is under git."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "HEAD"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return found.stdout.strip() or None if found.returncode == 0 else None
