"""What a conformance run says: the error of a failing check, a result for each run of one, the
table of all.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from phylarium.envs.core.errors import PhylariumError

if TYPE_CHECKING:
    from phylarium.envs.core.game import Setup


class ConformanceError(PhylariumError):
    """A game broke a promise.

    check      name of the check, filled in by the catalogue
    setup      the set-up in words, filled in by the catalogue
    words      what differs
    seed, ply  the game and the choice at which it shows, None where there is no such place
    """

    def __init__(self, words: str, *, seed: int | None = None, ply: int | None = None) -> None:
        super().__init__(words)
        self.words, self.seed, self.ply = words, seed, ply
        self.check = self.setup = ""

    def __str__(self) -> str:
        where = f"{self.check} on {self.setup}: " if self.check else ""
        return f"{where}{self.words}{place(self.seed, self.ply)}"


def place(seed: int | None, ply: int | None) -> str:
    """` (seed 3, ply 12)`, or less where less is known."""
    known = [
        f"{name} {value}" for name, value in (("seed", seed), ("ply", ply)) if value is not None
    ]
    return f" ({', '.join(known)})" if known else ""


@dataclasses.dataclass(frozen=True)
class Result:
    """One check on one set-up: `error` is None where it passed; `note` says what was left out and
    why.
    """

    check: str
    setup: str
    seconds: float
    error: ConformanceError | None = None
    note: str = ""


@dataclasses.dataclass(frozen=True)
class Report:
    """All results of a run. Printing it with rich gives a table."""

    game: str
    results: tuple[Result, ...]

    @property
    def ok(self) -> bool:
        """Whether no check failed."""
        return all(result.error is None for result in self.results)

    @property
    def failures(self) -> list[Result]:
        """The results of checks that failed."""
        return [result for result in self.results if result.error is not None]

    def raise_failures(self) -> None:
        """Raise the first failure, with the number of the others in its words."""
        failures = self.failures
        if not failures:
            return
        error = failures[0].error
        assert error is not None
        if len(failures) > 1:
            error.words += f" [and {len(failures) - 1} more failures]"
        raise error

    def to_dict(self) -> dict[str, Any]:
        """A JSON document: `game, ok, results` with a row for each check and set-up."""
        rows = [
            {
                "check": r.check,
                "setup": r.setup,
                "ok": r.error is None,
                "seconds": round(r.seconds, 3),
                "words": str(r.error) if r.error else r.note,
            }
            for r in self.results
        ]
        return {"game": self.game, "ok": self.ok, "results": rows}

    def __rich__(self) -> Any:
        from rich.table import Table

        table = Table(title=f"Conformance of {self.game}")
        for heading, justify in (
            ("check", "left"),
            ("set-ups", "right"),
            ("failed", "right"),
            ("seconds", "right"),
            ("remarks", "left"),
        ):
            table.add_column(heading, justify=justify)  # type: ignore[arg-type]
        for name in dict.fromkeys(result.check for result in self.results):
            runs = [result for result in self.results if result.check == name]
            failed = [run for run in runs if run.error is not None]
            remarks = [str(run.error) for run in failed[:3]]
            remarks += list(dict.fromkeys(run.note for run in runs if run.note))[:2]
            table.add_row(
                name,
                str(len(runs)),
                str(len(failed)),
                f"{sum(r.seconds for r in runs):.1f}",
                "\n".join(remarks),
                style="red" if failed else None,
            )
        return table


def label(setup: Setup) -> str:
    """A set-up in words: game, players, and the options that are not at their default."""
    default = type(setup.options)()
    changed = [
        f"{field.name}={getattr(setup.options, field.name)}"
        for field in dataclasses.fields(setup.options)
        if getattr(setup.options, field.name) != getattr(default, field.name)
    ]
    players = f"{setup.num_players} player{'s' if setup.num_players != 1 else ''}"
    return ", ".join([setup.game.name, players, *changed])
