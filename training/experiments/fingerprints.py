"""Which weights a name of a player meant, so that results tell when it has come to mean others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from phylarium.envs.adapters.policy import MODES, RUN_FILE, baselines
from phylarium.envs.core.game import Setup


def policy_digests(specs: Sequence[str], setup: Setup) -> dict[str, str]:
    """SHA-256 of each saved policy among the specifications: one name may mean other weights
    tomorrow.
    """
    found = {}
    for spec in dict.fromkeys(specs):
        digest = hashlib.sha256()
        files = sorted(_policy_files(spec, setup))
        for file in files:
            digest.update(file.read_bytes())
        if files:
            found[spec] = digest.hexdigest()
    return found


def _policy_files(spec: str, setup: Setup) -> Iterator[Path]:
    """The files that a specification of an opponent may be read from; none for a player without."""
    place, _, mode = spec.rpartition(":")
    path = Path(place if mode in MODES and place else spec)
    for candidate in (path, path / RUN_FILE):
        if candidate.is_file():
            yield candidate
    for each in baselines(setup.game):
        if each["name"] == str(path):
            yield Path(each["path"])
