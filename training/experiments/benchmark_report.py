"""What a benchmark came to, over the seeds of each task: as JSON, as Markdown, as a table for a
terminal.

With several seeds an interval is Student's t over the seeds: it tells how another training by the
same config may turn out. One seed says nothing of that; its interval, over the games alone, is
marked. How fast it went is not told: other processes share the machine.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

from phylarium.envs._version import __version__

from ..statistics import student_interval
from .benchmark_config import Suite, Task

if TYPE_CHECKING:
    from rich.table import Table

Found = Mapping[tuple[str, int], Mapping[str, Any]]
"""Task and seed -> the result of that unit."""


def report(suite: Suite, found: Found) -> dict[str, Any]:
    """The results so far as a JSON document: one row for each task, agent and opponent."""
    planned = sum(len(task.seeds) for task in suite.tasks)
    return {
        "suite": suite.name,
        "phylarium": __version__,
        "units": {"finished": len(found), "planned": planned},
        "tasks": {task.name: _described(task) for task in suite.tasks},
        "rows": [row for task in suite.tasks for row in _rows(task, found)],
    }


def _described(task: Task) -> dict[str, Any]:
    """What a task is, with the game options that are not the game's defaults."""
    setup = task.setup
    defaults = dataclasses.asdict(setup.game.Options())
    chosen = dataclasses.asdict(setup.options)
    return {
        "game": setup.game.name,
        "game_version": setup.game.version,
        "players": setup.num_players,
        "options": {key: value for key, value in chosen.items() if value != defaults[key]},
        "config": task.source,
        "seeds": task.seeds,
        "games": task.games,
    }


def _rows(task: Task, found: Found) -> list[dict[str, Any]]:
    here = {seed: found[task.name, seed] for seed in task.seeds if (task.name, seed) in found}
    if not here:
        return []
    first = next(iter(here.values()))["agents"]
    return [
        {
            "task": task.name,
            "game": task.setup.game.name,
            "players": task.setup.num_players,
            "steps": max(
                (r["steps"] for r in here.values() if r["steps"] is not None), default=None
            ),
            "agent": agent,
            "opponent": opponent,
            "seeds": list(here),
            "planned_seeds": len(task.seeds),
            **over_seeds([r["agents"][agent][opponent] for r in here.values()]),
        }
        for agent, met in first.items()
        for opponent in met
    ]


def over_seeds(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Means and 95 % intervals over the seeds, from each seed's figures against one opponent.

    `win_rate_over` and `mean_score_over` say whether an interval is over "seeds", or over "games":
    with one seed, and where all seeds gave the very same figure and so show no spread. Then it is
    the widest of the seeds' own. Ends of a rate stay from 0 to 1; those of a mean are None where
    nothing is known of its spread.
    """
    figures: dict[str, Any] = {"games": sum(row["games"] for row in rows)}
    for name in ("win_rate", "mean_score"):
        values = [row[name] for row in rows]
        if len(set(values)) > 1:
            low, high = student_interval(values)
            over = "seeds"
        else:
            low, high = _widest(rows, name)
            over = "games"
        if name == "win_rate" and over == "seeds":
            low, high = max(0.0, low), min(1.0, high)
        figures |= {
            name: fmean(values),
            f"{name}_low": low,
            f"{name}_high": high,
            f"{name}_over": over,
        }
    figures["per_seed"] = [{k: v for k, v in row.items() if k != "measures"} for row in rows]
    return figures


def _widest(rows: Sequence[Mapping[str, Any]], name: str) -> tuple[Any, Any]:
    ends = [(row[f"{name}_low"], row[f"{name}_high"]) for row in rows]
    if any(low is None for low, _ in ends):
        return None, None
    return min(low for low, _ in ends), max(high for _, high in ends)


COLUMNS = (
    "task", "game", "players", "steps", "agent", "opponent", "seeds", "games",
    "win rate (95 %)", "mean score (95 %)",
)  # fmt: skip
WORDS = ("task", "game", "agent", "opponent")
"""The columns that hold words; the others hold numbers."""

MARK = "*"
"""Stands after an interval that is over games, not over seeds."""


def cells(row: Mapping[str, Any]) -> list[str]:
    """One row of the table as text, in the order of COLUMNS."""
    seeds = str(len(row["seeds"]))
    if len(row["seeds"]) < row["planned_seeds"]:
        seeds += f" of {row['planned_seeds']}"
    return [
        row["task"],
        row["game"],
        str(row["players"]),
        "-" if row["steps"] is None else f"{row['steps']:,}",
        row["agent"],
        row["opponent"],
        seeds,
        f"{row['games']:,}",
        _figure(row, "win_rate", 3),
        _figure(row, "mean_score", 2),
    ]


def _figure(row: Mapping[str, Any], name: str, digits: int) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    mark = MARK if row[f"{name}_over"] == "games" else ""
    spread = "one deal" if low is None else f"{low:.{digits}f} to {high:.{digits}f}"
    return f"{row[name]:.{digits}f} ({spread}){mark}"


def notes(document: Mapping[str, Any]) -> list[str]:
    """What must be said under the table."""
    rows, counted = document["rows"], document["units"]
    found = []
    if counted["finished"] < counted["planned"]:
        found.append(f"Unfinished: {counted['finished']} of {counted['planned']} units.")
    if any(row["win_rate_over"] == "seeds" for row in rows):
        found.append("Intervals are 95 %, Student's t over the seeds.")
    if any(row[f"{name}_over"] == "games" for row in rows for name in ("win_rate", "mean_score")):
        found.append(
            f"{MARK} 95 % over the games, not over the seeds: there is one seed, or all gave the "
            "same figure."
        )
    found.append(
        "Every deal is played in all seat rotations; a draw among k counts 1/k; games are those "
        "against one opponent, over all seeds."
    )
    return found


def markdown(document: Mapping[str, Any]) -> str:
    """The results as a Markdown page."""
    rule = ["---" if name in WORDS else "---:" for name in COLUMNS]
    table = [list(COLUMNS), rule, *(cells(row) for row in document["rows"])]
    lines = [f"# Benchmark {document['suite']}, phylarium {document['phylarium']}", ""]
    lines += [f"| {' | '.join(entries)} |".replace("*", r"\*") for entries in table]
    for note in notes(document):
        lines += ["", note.replace("*", r"\*")]
    lines += ["", "Tasks:", ""]
    for name, task in document["tasks"].items():
        made = f"trained by `{task['config']}`" if task["config"] else "players as they are"
        options = ", ".join(
            f"`{key}={json.dumps(value)}`" for key, value in task["options"].items()
        )
        lines.append(
            f"- {name}: {task['game']} {task['game_version']}, {task['players']} players, "
            f"{options or 'default options'}; {made}; seeds {', '.join(map(str, task['seeds']))}"
        )
    return "\n".join(lines) + "\n"


def table(document: Mapping[str, Any]) -> Table:
    """The results as a table for a terminal."""
    from rich.table import Table

    shown = Table(
        title=f"Benchmark {document['suite']}",
        caption="\n".join(notes(document)),
        collapse_padding=True,
    )
    for name in COLUMNS:
        is_word = name in WORDS
        shown.add_column(
            name, justify="left" if is_word else "right", overflow="fold", no_wrap=not is_word
        )
    for row in document["rows"]:
        shown.add_row(*cells(row))
    return shown
