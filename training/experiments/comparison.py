"""What two run folders have in common to the last bit: evaluations by their entries, policies by
their weights.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..run import RunFolder
from .finishing import differing


@dataclass(frozen=True)
class Comparison:
    """One thing of the original beside the same of the reproduction.

    differences  sentences; none where the two are equal
    """

    what: str
    original: str
    reproduced: str
    differences: list[str] = field(default_factory=list)

    @property
    def is_equal(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


def compared(original: RunFolder, made: RunFolder, steps: int, is_whole: bool) -> list[Comparison]:
    """Evaluations up to so many steps, then the policies; the best one only of whole runs, since a
    kill may have come between the two.
    """
    ours, theirs = (_lines(original, steps), _lines(made, steps))
    found = [
        _compare_evaluations(at, ours.get(at, []), theirs.get(at, []))
        for at in sorted({*ours, *theirs})
    ]
    found.append(_compare_weights("policy", original.policy, made.policy))
    if is_whole:
        found.append(_compare_weights("best policy", original.best, made.best))
    return found


def _lines(run: RunFolder, steps: int) -> dict[int, list[dict[str, Any]]]:
    """The evaluations up to so many steps, by their steps."""
    found: dict[int, list[dict[str, Any]]] = {}
    for evaluation in run.read_evaluations():
        if evaluation["steps"] <= steps:
            found.setdefault(evaluation["steps"], []).append(evaluation)
    return found


def _compare_evaluations(
    steps: int, ours: list[dict[str, Any]], theirs: list[dict[str, Any]]
) -> Comparison:
    if len(ours) == len(theirs) == 1:
        unlike = differing(ours[0], theirs[0])
    else:
        unlike = [f"{len(ours)} lines in the original, {len(theirs)} in the reproduction"]
    return Comparison(f"evaluation at {steps:,} steps", _rates(ours), _rates(theirs), unlike)


def _rates(lines: list[dict[str, Any]]) -> str:
    """Win rates, in the order of the opponents."""
    return ", ".join(
        f"{name} {row.get('win_rate', float('nan')):.3f}"
        for evaluation in lines
        for name, row in evaluation["opponents"].items()
    )


def _compare_weights(what: str, ours: Path, theirs: Path) -> Comparison:
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    loaded = []
    for file in (ours, theirs):
        try:
            loaded.append(load_file(file))
        except (OSError, SafetensorError) as error:
            return Comparison(what, str(ours), str(theirs), [f"{file} cannot be read: {error}"])
    one, other = loaded
    found = [
        f"{name}: only in the {'original' if name in one else 'reproduction'}"
        for name in sorted(one.keys() ^ other.keys())
    ]
    for name in sorted(one.keys() & other.keys()):
        found += _compare_arrays(name, one[name], other[name])
    return Comparison(what, _size(one), _size(other), found)


def _compare_arrays(name: str, one: Any, other: Any) -> list[str]:
    """A sentence where two arrays are not the same bits."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return [f"{name}: {one.dtype} {list(one.shape)}, {other.dtype} {list(other.shape)}"]
    bits = np.dtype(f"u{one.dtype.itemsize}")
    unequal = one.view(bits) != other.view(bits)
    if not unequal.any():
        return []
    furthest = float(np.abs(one.astype(float) - other.astype(float)).max())
    return [f"{name}: {int(unequal.sum())} of {unequal.size} weights, by up to {furthest:.3g}"]


def _size(arrays: dict[str, Any]) -> str:
    return f"{sum(array.size for array in arrays.values()):,} weights"
