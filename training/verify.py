"""Are the shipped policies as good as their papers say? Their evaluations, played anew.

A policy's `results` say how often it won against each opponent. The same matches are played on
other deals, and the new rate is compared with the recorded one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phylarium.envs import registry
from phylarium.envs.adapters.policy import baselines, load_policy
from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.errors import PhylariumError
from phylarium.envs.core.game import Setup
from phylarium.envs.core.rng import derive

from .agents import Agent, others
from .match import play_match
from .statistics import effective_games, games_behind, same_rate

if TYPE_CHECKING:
    from rich.table import Table

VERIFICATION = 14
"""Where the seeds of these deals part from those of the recorded evaluations."""

DOUBT = 0.001
"""Two rates agree unless so unlikely a difference lies between them."""


@dataclass(frozen=True)
class Verdict:
    """What became of one recorded result, or of a policy that cannot be played.

    recorded, found   win rate, its 95 % interval and the games behind it (`win_rate`,
                      `win_rate_low`, `win_rate_high`, `games`); empty where nothing was played
    p                 how likely equal rates differ as much (Fisher's exact test on the number of
                      independent games that the deals, as blocks, are worth); None: not played
    problem           why it could not be played; empty otherwise
    """

    game: str
    file: str
    name: str
    players: int
    opponent: str = ""
    recorded: Mapping[str, Any] | None = None
    found: Mapping[str, Any] | None = None
    p: float | None = None
    problem: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the policy did as its papers say, as far as these games can tell."""
        return self.p is not None and self.p >= DOUBT

    def document(self) -> dict[str, Any]:
        """The verdict as a JSON document."""
        return {**asdict(self), "agrees": self.agrees}


def verify(
    game: str,
    games: int,
    seed: int = 0,
    progress: Callable[[int], None] = lambda games: None,
    policies: Sequence[Mapping[str, Any]] | None = None,
) -> list[Verdict]:
    """A verdict for each recorded result of each policy shipped with a game.

    games     of each match, rounded up to whole rotations
    progress  called with the number of games finished since the last call
    policies  papers with their `path` instead of `baselines(game)`

    A policy for other rules or another layout has one verdict with the reason in `problem`, and so
    has one whose papers record nothing.
    """
    known = registry.game(game)
    verdicts = []
    for papers in baselines(known) if policies is None else policies:
        about = (known.name, Path(papers["path"]).name, papers["name"], papers["num_players"])
        try:
            setup = evaluation_setup(papers)
            policy = load_policy(papers["path"], setup)
            results = papers.get("results") or {}
            if not results:
                raise PhylariumError("its papers record no evaluation")
            for number, (opponent, recorded) in enumerate(results.items()):
                rate, worth = _recorded(opponent, recorded)
                agents = [Agent("policy", LEARNER, policy), *others(setup, opponent)]
                dealt = derive(seed, VERIFICATION, number)
                found, found_worth = _played(setup, agents, games, dealt, progress)
                p = same_rate(rate["win_rate"], worth, found["win_rate"], found_worth)
                verdicts.append(Verdict(*about, opponent, rate, found, p))
        except PhylariumError as problem:
            verdicts.append(Verdict(*about, problem=str(problem)))
    return verdicts


def evaluation_setup(papers: Mapping[str, Any]) -> Setup:
    """The set-up in which a policy was evaluated: `train.eval_options` of its config replace
    options that it was trained with. Raises what `registry.setup` raises.
    """
    config = papers.get("training") or {}
    options = {**papers["options"], **config.get("train", {}).get("eval_options", {})}
    skip_forced = config.get("game", {}).get("skip_forced", False)
    return registry.setup(papers["game"], papers["num_players"], options, skip_forced)


def _recorded(opponent: str, row: Mapping[str, Any]) -> tuple[dict[str, Any], float]:
    """What the papers say of an opponent, and how many independent games that is worth."""
    try:
        rate = _rate_of(row)
        worth = games_behind(rate["win_rate"], rate["win_rate_low"], rate["win_rate_high"])
    except (KeyError, TypeError, ValueError):
        raise PhylariumError(
            f"its papers have no win rate with an interval against {opponent}"
        ) from None
    return rate, worth


def _played(
    setup: Setup,
    agents: Sequence[Agent],
    games: int,
    seed: int,
    progress: Callable[[int], None],
) -> tuple[dict[str, Any], float]:
    """The first agent's rate in a match, and how many independent games that is worth."""
    outcomes = play_match(setup, agents, games, seed, progress).tables[0].outcomes(0)
    rate = _rate_of(outcomes.figures())
    return rate, effective_games(outcomes.rates().mean(axis=1).tolist(), rate["games"])


def _rate_of(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("win_rate", "win_rate_low", "win_rate_high", "games")}


def verdict_table(verdicts: Sequence[Verdict]) -> Table:
    """The verdicts as a table for a terminal."""
    from rich.table import Table

    table = Table(
        title="recorded evaluations, played on other deals",
        caption=f"p: how likely equal rates differ as much; below {DOUBT:g} they do not agree",
    )
    for column in ("game", "policy", "players", "against"):
        table.add_column(column, justify="right" if column == "players" else "left")
    for column in ("recorded", "95 %", "games", "now", "95 %", "games", "p"):
        table.add_column(column, justify="right")
    table.add_column("")
    for each in verdicts:
        cells = [each.game, Path(each.file).stem, str(each.players), each.opponent]
        if each.recorded is None or each.found is None:
            table.add_row(*cells, *[""] * 7, "refused")
            continue
        for row in (each.recorded, each.found):
            ends = f"{row['win_rate_low']:.3f} to {row['win_rate_high']:.3f}"
            cells += [f"{row['win_rate']:.3f}", ends, f"{row['games']:,}"]
        said = "agrees" if each.agrees else "differs"
        table.add_row(*cells, f"{each.p:.3g}", said)
    return table
