"""Means, rates and their 95 % intervals from games that come in blocks.

A block is one deal played in every seat rotation: its games share their cards and are not
independent, the blocks are. Nothing here knows of games or agents.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean

from .extras import need

Z_95 = NormalDist().inv_cdf(0.975)


def block_variance(blocks: Sequence[float]) -> float:
    """Sample variance of the block means; 0 for a single block."""
    if len(blocks) < 2:
        return 0.0
    mean = fmean(blocks)
    return sum((b - mean) ** 2 for b in blocks) / (len(blocks) - 1)


def mean_interval(blocks: Sequence[float]) -> tuple[float | None, float | None]:
    """95 % interval of a mean, from the mean of each block: normal, over independent blocks.

    A single block says nothing about the spread: both ends are None.
    """
    if len(blocks) < 2:
        return None, None
    half = Z_95 * math.sqrt(block_variance(blocks) / len(blocks))
    mean = fmean(blocks)
    return mean - half, mean + half


def effective_games(blocks: Sequence[float], games: int) -> float:
    """How many independent games tell as much about a rate as these blocks do.

    From the spread of the block means: a rate p seen in n independent games has variance p (1 - p)
    / n. Never fewer than the blocks and never more than the games played, so that blocks which
    happen to agree promise nothing more.
    """
    rate = fmean(blocks)
    variance = block_variance(blocks) / len(blocks)
    if variance == 0.0:
        return float(len(blocks) if rate in (0.0, 1.0) else games)
    return min(max(rate * (1.0 - rate) / variance, float(len(blocks))), float(games))


def rate_interval(blocks: Sequence[float], games: int) -> tuple[float, float]:
    """95 % interval of a rate from 0 to 1, from each block's rate: Wilson's, over the effective
    number of games.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22,
    1927. Unlike the normal interval it stays inside 0 to 1 and keeps a width when every game was
    won.
    """
    return wilson(fmean(blocks), effective_games(blocks, games))


def wilson(rate: float, n: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a rate seen in n independent games."""
    z2 = Z_95 * Z_95
    centre = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def student_interval(values: Sequence[float]) -> tuple[float, float]:
    """95 % interval of a mean from a few independent values, as from trainings by other seeds:
    Student's t. Needs two values, and SciPy (`MissingExtra` where it is not installed).
    """
    need("scipy", "benchmark")
    from scipy.stats import t

    quantile = float(t.ppf(0.975, len(values) - 1))
    half = quantile * math.sqrt(block_variance(values) / len(values))
    mean = fmean(values)
    return mean - half, mean + half


def games_behind(rate: float, low: float, high: float) -> float:
    """The number of independent games n for which `wilson(rate, n)` is as wide as that interval."""
    half2 = ((high - low) / 2.0) ** 2
    # With x = z^2 / n Wilson's width is a quadratic equation in x, whose positive root this is.
    a, b = 0.25 - half2, rate * (1.0 - rate) - 2.0 * half2
    if half2 == 0.0 or a <= 0.0:
        raise ValueError(f"no number of games has the interval {low} to {high}")
    return Z_95 * Z_95 * 2.0 * a / (math.sqrt(b * b + 4.0 * a * half2) - b)


def same_rate(rate: float, n: float, other_rate: float, other_n: float) -> float:
    """How likely two equal rates, seen in n and other_n independent games, differ as much or more:
    the p-value of Fisher's exact test, with the counts rounded to whole games.

    The normal approximation would call rates near 0 or 1 different too often.
    """
    need("scipy", "ladder")
    from scipy.stats import fisher_exact

    counts = []
    for share, games in ((rate, n), (other_rate, other_n)):
        wins, whole = round(share * games), round(games)
        counts.append([wins, whole - wins])
    return float(fisher_exact(counts).pvalue)
