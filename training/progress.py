"""Progress on standard error: a bar in a terminal, plain lines elsewhere."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

LINE_EVERY = 30.0
"""Seconds between two plain lines."""


@contextlib.contextmanager
def progress_bar() -> Iterator[tuple[Callable[[str], None], Callable[[int, int, str], None]]]:
    """(say, report): a line above the bar, and where the training stands: `report(steps, total,
    note)`.
    """
    console = Console(stderr=True, highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        yield _plain(console)
        return
    bar = Progress(
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} steps"),
        BarColumn(),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
    )
    with bar:
        task = bar.add_task("training", total=None, note="", visible=False)

        def report(steps: int, total: int, note: str) -> None:
            bar.update(task, completed=steps, total=total, note=note, visible=True)

        yield (lambda line: bar.console.print(line)), report


def _plain(console: Console) -> tuple[Callable[[str], None], Callable[[int, int, str], None]]:
    last = [time.monotonic()]

    def report(steps: int, total: int, note: str) -> None:
        if time.monotonic() - last[0] > LINE_EVERY:
            last[0] = time.monotonic()
            console.print(f"{steps:,} of {total:,} steps {note}", soft_wrap=True)

    return (lambda line: console.print(line, soft_wrap=True)), report


@contextlib.contextmanager
def games_bar(
    total: int | None = None,
) -> Iterator[tuple[Callable[[str], None], Callable[[int], None]]]:
    """(say, count): a line above the bar, and a function to call with the number of games just
    finished, of `total` if that is known.
    """
    console = Console(stderr=True, highlight=False, emoji=False, markup=False)
    if not console.is_terminal:
        yield (lambda line: console.print(line, soft_wrap=True)), lambda games: None
        return
    known = "" if total is None else " of {task.total:,.0f}"
    columns: list[ProgressColumn] = [
        TextColumn("{task.completed:,.0f}" + known + " games"),
        TimeElapsedColumn(),
    ]
    if total is not None:
        columns.append(TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield (lambda line: bar.console.print(line)), lambda games: bar.advance(task, games)
