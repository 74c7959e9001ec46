"""Mask-aware evaluation of a policy in training: matches against named opponents, every deal in
every seat.

Whole games count, each once, so that short games weigh no more than long ones. The deals are the
same in every evaluation of a run: a change in the curve is a change in the policy.
"""

from __future__ import annotations

from statistics import fmean
from typing import Any

from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.rng import derive

from .agents import Agent, fill_table, make_agents
from .config import Config
from .match import play_match

EVALUATION = 7
"""Where evaluation seeds part from those of the training."""


def evaluate(policy: Any, config: Config) -> dict[str, Any]:
    """The policy's figures against each opponent of `train.eval_opponents`: opponent -> row of the
    match.
    """
    setup = config.eval_setup()
    learner = Agent("policy", LEARNER, policy)
    results: dict[str, Any] = {}
    for opponent in config.train.eval_opponents if setup.num_players > 1 else ["nobody"]:
        others = (
            make_agents(setup, fill_table([opponent], setup.num_players - 1))
            if setup.num_players > 1
            else []
        )
        match = play_match(
            setup,
            [learner, *others],
            config.train.eval_games,
            derive(config.train.seed, EVALUATION),
        )
        row = match.rows()[0]
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
