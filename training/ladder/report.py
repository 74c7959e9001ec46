"""A ladder for people: tables for a terminal, Markdown for documentation, and a folder of both.

ladder.json  everything, with versions and how it was made
ladder.md    standings, win rates by seat and by pair
ladder.png   ratings with intervals
tables/      finished tables (see `finished_tables`)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phylarium.envs.core.replay import write_whole

from ..plots import ladder_png
from .ladder import Ladder

if TYPE_CHECKING:
    from rich.table import Table


def title(ladder: Ladder) -> str:
    """The game, its players, and options other than the default: `Clades, 2 players, x=1`."""
    setup = ladder.setup
    usual = setup.game.Options()
    changed = [
        f"{name}={value}"
        for name, value in setup.describe()["options"].items()
        if value != getattr(usual, name)
    ]
    return ", ".join([setup.game.title, f"{setup.num_players} players", *changed])


def caption(ladder: Ladder) -> str:
    """What the columns mean, as sentences."""
    zero = f"`{ladder.anchor}` is 0" if ladder.anchor else "their mean is 0"
    sentences = [
        "Rating: Elo points of a Bradley-Terry fit to who finished ahead of whom, equal scores "
        f"counting one half (400 points: ten to one); {zero}.",
        "Intervals are 95 %: of ratings by a bootstrap over deals, of win rates and scores over "
        "deals as blocks.",
        "Rank: one more than the number of agents whose rating is higher with the 95 % interval of "
        "the difference above 0; agents that the games do not tell apart share a rank.",
        f"Every pair met in {int(min(_meetings(ladder)))} games or more; each deal is played in "
        f"all {ladder.setup.num_players} seat rotations; a draw among k counts 1/k in the win "
        "rate.",
    ]
    truncated = sum(table.truncated for table in ladder.result.tables)
    if truncated:
        sentences.append(f"{truncated} games were cut off by a limit.")
    return " ".join(sentences)


def _meetings(ladder: Ladder) -> list[float]:
    games = ladder.pairs()["games"]
    return [games[a][b] for a in range(len(games)) for b in range(len(games)) if a != b]


def standings(ladder: Ladder) -> tuple[list[str], list[list[str]]]:
    """The ladder as a heading and rows of cells, best first."""
    with_ranks = ladder.setup.num_players > 2
    heading = ["rank", "agent", "rating", "95 %", "win rate", "95 %"]
    heading += ["mean finish"] * with_ranks
    heading += ["games", "distinct", "mean score", "95 %"]
    lines = []
    for row in ladder.rows():
        is_zero = row["agent"] == ladder.anchor
        lines.append(
            [
                str(row["rank"]),
                row["agent"],
                f"{row['rating']:.0f}",
                "" if is_zero else f"{row['rating_low']:.0f} to {row['rating_high']:.0f}",
                f"{row['win_rate']:.3f}",
                f"{row['win_rate_low']:.3f} to {row['win_rate_high']:.3f}",
                *([f"{row['mean_rank']:.2f}"] * with_ranks),
                f"{row['games']:,}",
                f"{row['distinct_games']:,}",
                f"{row['mean_score']:.2f}",
                f"{row['mean_score_low']:.2f} to {row['mean_score_high']:.2f}",
            ]
        )
    return heading, lines


def by_seat(ladder: Ladder) -> tuple[list[str], list[list[str]]]:
    """Win rates at each seat as a heading and rows of cells."""
    heading = ["agent", *(f"seat {seat}" for seat in range(ladder.setup.num_players))]
    return heading, [
        [row["agent"], *(f"{seat['win_rate']:.3f}" for seat in row["seats"])]
        for row in ladder.rows()
    ]


def by_pair(ladder: Ladder) -> tuple[list[str], list[list[str]]]:
    """How often the agent of a row finished ahead of that of a column, as heading and rows."""
    pairs = ladder.pairs()
    lines = []
    for name, points, games in zip(pairs["agents"], pairs["points"], pairs["games"], strict=True):
        cells = [f"{p / g:.3f}" if g else "" for p, g in zip(points, games, strict=True)]
        lines.append([name, *cells])
    return ["agent", *pairs["agents"]], lines


SEATS = "Win rate by seat"
PAIRS = "Share of games in which the agent of the row finished ahead of that of the column"


def tables(ladder: Ladder) -> list[Table]:
    """The ladder as tables for a terminal."""
    return [
        _rich(
            f"{title(ladder)}, {ladder.result.games:,} games", caption(ladder), standings(ladder)
        ),
        _rich(SEATS, "", by_seat(ladder)),
        _rich(PAIRS, "Equal scores count one half.", by_pair(ladder)),
    ]


def _rich(name: str, note: str, content: tuple[Sequence[str], Sequence[Sequence[str]]]) -> Table:
    from rich.markup import escape
    from rich.table import Table

    heading, lines = content
    table = Table(title=escape(name), caption=escape(note), caption_justify="left")
    for column in heading:
        table.add_column(escape(column), justify="left" if column == "agent" else "right")
    for line in lines:
        table.add_row(*(escape(cell) for cell in line))
    return table


def markdown(ladder: Ladder, picture: str | None = None) -> str:
    """The ladder as Markdown, ready for documentation; `picture` is the file name of its plot."""
    setup = ladder.setup
    parts = [
        f"# Ladder: {title(ladder)}",
        f"Rules {setup.game.version}, {ladder.result.games:,} games, seed {ladder.seed}.",
        _markdown(standings(ladder)),
        caption(ladder),
        *([f"![Ratings with 95 % intervals]({picture})"] if picture else []),
        f"{SEATS}:",
        _markdown(by_seat(ladder)),
        f"{PAIRS} (equal scores count one half):",
        _markdown(by_pair(ladder)),
    ]
    return "\n\n".join(parts) + "\n"


def _markdown(content: tuple[Sequence[str], Sequence[Sequence[str]]]) -> str:
    heading, lines = content
    aligned = ["---" if column == "agent" else "---:" for column in heading]
    names = heading.index("agent")
    rows = [[*line[:names], f"`{line[names]}`", *line[names + 1 :]] for line in lines]
    return "\n".join(_row(cells) for cells in (heading, aligned, *rows))


def _row(cells: Sequence[Any]) -> str:
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def write_ladder(ladder: Ladder, folder: Path, facts: Mapping[str, Any]) -> None:
    """Write `ladder.json`, `ladder.md` and `ladder.png`; `facts` is how the ladder was made (see
    `run.session_facts`). Nothing is written unless all three can be made.
    """
    document = {**ladder.document(), "made": dict(facts)}
    contents = {
        "ladder.png": ladder_png(title(ladder), ladder.rows(), ladder.anchor),
        "ladder.md": markdown(ladder, "ladder.png").encode(),
        "ladder.json": json.dumps(document, indent=1).encode(),
    }
    for name, content in contents.items():
        write_whole(folder / name, content)
