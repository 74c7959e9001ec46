"""Pictures: the learning curve of a training, the ratings of a ladder.

matplotlib is imported when a picture is drawn.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from .extras import need


def curve_png(title: str, evaluations: Sequence[dict[str, Any]]) -> bytes:
    """The learning curve as PNG: win rate and mean score against each opponent, with 95 %
    intervals, and, against games seen, what the game measures besides.
    """
    need("matplotlib", "train")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter, MaxNLocator

    opponents = list(evaluations[-1]["opponents"]) if evaluations else []
    has_measures = any(evaluations[-1]["opponents"][o].get("measures") for o in opponents)
    figure = Figure(figsize=(13.5 if has_measures else 9, 3.6), layout="constrained")
    FigureCanvasAgg(figure)
    rates, scores, *more = figure.subplots(1, 3 if has_measures else 2)
    if more:
        _draw_measures(more[0], evaluations, opponents)
    for opponent in opponents:
        lines = [
            (e["steps"], e["opponents"][opponent])
            for e in evaluations
            if opponent in e["opponents"]
        ]
        steps = [at for at, _ in lines]
        _line(
            rates,
            steps,
            [r["win_rate"] for _, r in lines],
            [(r["win_rate_low"], r["win_rate_high"]) for _, r in lines],
            f"against {opponent}",
        )
        _line(
            scores,
            steps,
            [r["mean_score"] for _, r in lines],
            [(r["mean_score_low"], r["mean_score_high"]) for _, r in lines],
            f"against {opponent}",
        )
    for axes, name in ((rates, "win rate"), (scores, "mean score"), *[(axes, "") for axes in more]):
        axes.set_xlabel("training steps" if name else "games seen in training")
        axes.set_ylabel(name or "rate")
        axes.xaxis.set_major_locator(MaxNLocator(6))
        axes.xaxis.set_major_formatter(EngFormatter(sep=""))
        axes.grid(alpha=0.3)
    rates.set_ylim(-0.02, 1.02)
    if opponents:
        rates.legend(loc="lower right", fontsize="small")
    figure.suptitle(title)
    return _png(figure)


def ladder_png(title: str, rows: Sequence[dict[str, Any]], zero: str | None) -> bytes:
    """The ratings of a ladder as PNG, best on top, with 95 % intervals; `rows` as of
    `Ladder.rows`, `zero` the agent whose rating is 0, None for the mean.
    """
    need("matplotlib", "ladder")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 1.4 + 0.4 * len(rows)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    ratings = [row["rating"] for row in rows]
    axes.errorbar(
        ratings,
        range(len(rows)),
        xerr=[
            [row["rating"] - min(row["rating_low"], row["rating"]) for row in rows],
            [max(row["rating_high"], row["rating"]) - row["rating"] for row in rows],
        ],
        fmt="o",
        capsize=4,
    )
    for height, rating in enumerate(ratings):
        axes.annotate(
            f"{rating:.0f}",
            (rating, height),
            xytext=(0, 6),
            textcoords="offset points",
            ha="center",
            fontsize="small",
        )
    axes.set_yticks(range(len(rows)), [f"{row['rank']}. {row['agent']}" for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.7)
    axes.set_xlabel(f"rating in Elo points, {zero or 'the mean'} = 0, with 95 % intervals")
    axes.grid(alpha=0.3)
    axes.set_title(title)
    return _png(figure)


def _png(figure: Any) -> bytes:
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=120)
    return content.getvalue()


def _draw_measures(
    axes: Any, evaluations: Sequence[dict[str, Any]], opponents: Sequence[str]
) -> None:
    """A line for each measure against each opponent."""
    for opponent in opponents:
        for name in evaluations[-1]["opponents"][opponent].get("measures", {}):
            points = [
                (e["games"], e["opponents"][opponent]["measures"][name])
                for e in evaluations
                if name in e["opponents"].get(opponent, {}).get("measures", {})
            ]
            axes.plot(*zip(*points, strict=True), marker=".", label=f"{name}, against {opponent}")
    axes.set_ylim(-0.02, 1.02)
    axes.legend(loc="lower right", fontsize="small")


def _line(
    axes: Any,
    steps: list[int],
    values: list[float],
    ends: list[tuple[float | None, float | None]],
    label: str,
) -> None:
    (line,) = axes.plot(steps, values, marker=".", label=label)
    if all(low is not None and high is not None for low, high in ends):
        axes.fill_between(
            steps,
            [low for low, _ in ends],
            [high for _, high in ends],
            color=line.get_color(),
            alpha=0.2,
        )
