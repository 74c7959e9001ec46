"""Mask-aware evaluation of a policy in training: matches against named opponents, every deal in
every seat.

Whole games count, each once, so that short games weigh no more than long ones. The deals are the
same in every evaluation of a run: a change in the curve is a change in the policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.game import Setup
from phylarium.envs.core.rng import derive

from .agents import Agent, others
from .config import Config
from .match import play_match

EVALUATION = 7
"""Where evaluation seeds part from those of the training."""


def evaluate(policy: Any, config: Config) -> dict[str, Any]:
    """The policy's figures against each opponent of `train.eval_opponents`: opponent -> row of the
    match.
    """
    return measure(
        Agent("policy", LEARNER, policy),
        config.eval_setup(),
        config.train.eval_opponents,
        config.train.eval_games,
        derive(config.train.seed, EVALUATION),
    )


def measure(
    agent: Agent, setup: Setup, opponents: Sequence[str], games: int, seed: int
) -> dict[str, Any]:
    """An agent's figures against each opponent, who takes all other seats: opponent -> row of the
    match, without its seats. Alone at the table, it plays against `nobody`.

    games  against each opponent, rounded up to whole rotations; all meet the same deals
    """
    results: dict[str, Any] = {}
    for opponent in opponents if setup.num_players > 1 else ["nobody"]:
        row = play_match(setup, [agent, *others(setup, opponent)], games, seed).rows()[0]
        results[opponent] = {
            key: value for key, value in row.items() if key not in ("agent", "seats")
        }
    return results


def merit(results: dict[str, Any]) -> tuple[float, float]:
    """What makes one evaluation better than another: the win rate over all opponents, then the
    mean score.
    """
    rows = list(results.values())
    return fmean(row["win_rate"] for row in rows), fmean(row["mean_score"] for row in rows)
