"""The YAML files that come with the package: training configs, one folder a game, and benchmark
suites.
"""

from __future__ import annotations

import difflib
import importlib.resources
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .strict_yaml import ConfigError, read_document

BENCHMARKS = "benchmark"
"""The folder of the suites; every other folder holds training configs."""

BASELINE = "ppo"
"""What the baselines that ship with the games are called."""


def shipped_configs() -> dict[str, Any]:
    """The training configs inside the package: `clades/ppo.yaml` -> a readable resource."""
    return {name: file for name, file in _shipped() if not name.startswith(f"{BENCHMARKS}/")}


def shipped_suites() -> dict[str, Any]:
    """The benchmark suites inside the package: `benchmark/smoke.yaml` -> a readable resource."""
    return {name: file for name, file in _shipped() if name.startswith(f"{BENCHMARKS}/")}


def _shipped() -> list[tuple[str, Any]]:
    return sorted(
        (f"{folder.name}/{file.name}", file)
        for folder in importlib.resources.files("phylarium.configs").iterdir()
        if folder.is_dir()
        for file in folder.iterdir()
        if file.name.endswith(".yaml")
    )


def baseline_config(game: str, players: int | None, options: Mapping[str, Any]) -> str | None:
    """The shipped config of a game's baseline `ppo`; None for a game that ships none.

    Of several the one that differs least from the players and options asked for, then `ppo.yaml`.
    """
    fitting: list[tuple[int, bool, str]] = []
    for name in shipped_configs():
        folder, _, file = name.partition("/")
        data = read_document(*config_bytes(name)).data if folder == game else {}
        if data and data["train"].get("name", BASELINE) == BASELINE:
            there = data["game"]
            unlike = sum(
                there.get("options", {}).get(key) != value for key, value in options.items()
            ) + (players is not None and there.get("num_players") != players)
            fitting.append((unlike, file != f"{BASELINE}.yaml", f"configs/{name}"))
    return min(fitting)[2] if fitting else None


def config_bytes(name: str) -> tuple[bytes, str]:
    """Content and name for messages of a training config on disk or inside `phylarium.configs`."""
    return _content(name, shipped_configs(), "config")


def suite_bytes(name: str) -> tuple[bytes, str]:
    """Content and name for messages of a benchmark suite on disk or inside `phylarium.configs`."""
    return _content(name, shipped_suites(), "benchmark suite")


def _content(name: str, shipped: dict[str, Any], kind: str) -> tuple[bytes, str]:
    path = Path(name)
    try:
        if path.exists():
            return path.read_bytes(), name
    except OSError as error:
        raise ConfigError(f"cannot read {name}: {error.strerror}") from None
    wanted = "/".join(path.parts[1:] if path.parts[:1] == ("configs",) else path.parts)
    for candidate in (wanted, f"{wanted}.yaml"):
        if candidate in shipped:
            return shipped[candidate].read_bytes(), f"configs/{candidate}"
    near = difflib.get_close_matches(wanted, shipped, n=1, cutoff=0.0)
    hint = f"; the nearest shipped {kind} is configs/{near[0]}" if near else ""
    raise ConfigError(f"no {kind} {name!r}: no such file{hint}")
