"""What a checkpoint holds, so that a resumed training goes on exactly: networks and optimizer, the
generators of torch, numpy and random, all games of the environment, the league, the counters.

Plain tensors, arrays and JSON: loading one runs no code. Every file's hash stands in
`counters.json`, written last.
"""

from __future__ import annotations

import hashlib
import json
import random
import zipfile
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from phylarium.envs.core.errors import PhylariumError

from .run import RunError, RunFolder

if TYPE_CHECKING:
    from .train import Training

FORMAT = 2
COUNTERS = ("best", "games", "last_snapshot", "last_evaluation", "last_checkpoint")


def save(training: Training, folder: Path) -> None:
    """Write everything into an empty folder."""
    import torch

    model = training.model
    networks = {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "torch_rng": torch.get_rng_state(),
    }
    if training.config.train.device.startswith("cuda"):
        networks["cuda_rng"] = torch.cuda.get_rng_state_all()
    torch.save(networks, folder / "networks.pt")
    _save_arrays(
        folder / "environment.npz",
        {
            **training.env.get_state(),
            "last_obs": model._last_obs,
            "episode_starts": model._last_episode_starts,
        },
    )
    league: dict[str, Any] | None = None
    if training.league is not None:
        league, arrays = training.league.save()
        _save_arrays(folder / "league.npz", arrays)
    hashes = {file.name: _hash(file) for file in sorted(folder.iterdir())}
    document = {
        "format": FORMAT,
        "num_timesteps": model.num_timesteps,
        "n_updates": model._n_updates,
        "episodes": [
            {k: float(v) for k, v in episode.items()} for episode in model.ep_info_buffer or ()
        ],
        "numpy_rng": _numpy_rng(),
        "python_rng": random.getstate(),
        **{name: getattr(training, name) for name in COUNTERS},
        "league": league,
        "hashes": hashes,
    }
    (folder / "counters.json").write_text(json.dumps(document), encoding="utf-8")


def load_newest(run: RunFolder, training: Training, tell: Callable[[str], None]) -> Path | None:
    """Load the newest whole checkpoint into a training that has begun; None when there is none yet.

    A damaged one is passed over with a word; `RunError` when all are damaged.
    """
    saved = run.saved_checkpoints()
    reasons = []
    for folder in reversed(saved):
        try:
            load(training, folder)
        except RunError as error:
            reasons.append(str(error))
            tell(f"passed over: {error}")
        else:
            return folder
    if saved:
        raise RunError(f"no whole checkpoint in {run.path}: {'; '.join(reasons)}")
    return None


def load(training: Training, folder: Path) -> None:
    """Set a training to what `save` wrote. `RunError` for a damaged or strange checkpoint, before
    anything is set.
    """
    import torch

    document = _checked_counters(folder)
    try:
        networks = torch.load(folder / "networks.pt", weights_only=True, map_location="cpu")
        environment = _load_arrays(folder / "environment.npz")
        weights = _load_arrays(folder / "league.npz") if training.league is not None else {}
    except (OSError, ValueError, RuntimeError, zipfile.BadZipFile) as error:
        raise RunError(f"checkpoint {folder} cannot be read: {error}") from None
    model = training.model
    try:
        training.env.set_state(environment)
        model.policy.load_state_dict(networks["policy"])
    except (PhylariumError, RuntimeError, KeyError) as error:
        raise RunError(
            f"checkpoint {folder} is of another game, size or network: {error}"
        ) from None
    model.policy.optimizer.load_state_dict(networks["optimizer"])
    model._last_obs, model._last_episode_starts = (
        environment["last_obs"],
        environment["episode_starts"],
    )
    model.num_timesteps, model._n_updates = document["num_timesteps"], document["n_updates"]
    model.ep_info_buffer = deque(document["episodes"], maxlen=model._stats_window_size)
    model.ep_success_buffer = deque(maxlen=model._stats_window_size)
    if training.league is not None:
        training.league.load(document["league"], weights)
    for name in COUNTERS:
        setattr(training, name, document[name])
    _set_generators(document, networks)


def _checked_counters(folder: Path) -> dict[str, Any]:
    try:
        document: dict[str, Any] = json.loads(
            (folder / "counters.json").read_text(encoding="utf-8")
        )
        if document["format"] != FORMAT:
            raise RunError(
                f"checkpoint {folder} has format {document['format']}, this version reads {FORMAT}"
            )
        for name, digest in document["hashes"].items():
            if _hash(folder / name) != digest:
                raise RunError(f"checkpoint {folder} is damaged: {name} is not what was written")
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, RunError):
            raise
        raise RunError(f"checkpoint {folder} is damaged: {error!r}") from None
    return document


def _set_generators(document: dict[str, Any], networks: dict[str, Any]) -> None:
    import torch

    torch.set_rng_state(networks["torch_rng"])
    if "cuda_rng" in networks and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(networks["cuda_rng"])
    name, keys, position, has_gauss, gauss = document["numpy_rng"]
    np.random.set_state((name, np.array(keys, np.uint32), position, has_gauss, gauss))
    version, internal, following = document["python_rng"]
    random.setstate((version, tuple(internal), following))


def _numpy_rng() -> list[Any]:
    name, keys, position, has_gauss, gauss = np.random.get_state(legacy=True)
    return [name, np.asarray(keys).tolist(), int(position), int(has_gauss), float(gauss)]


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _save_arrays(file: Path, arrays: dict[str, Any]) -> None:
    np.savez(
        file, allow_pickle=False, **{name: np.asarray(array) for name, array in arrays.items()}
    )


def _load_arrays(file: Path) -> dict[str, Any]:
    with np.load(file, allow_pickle=False) as saved:
        return {name: saved[name] for name in saved.files}
