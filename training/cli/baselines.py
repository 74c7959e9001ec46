"""The command about trained opponents that come with the games."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from .command_line import AsJson, GameNames, Imports, Seed, command, show, tell


@command
def baselines(
    games: GameNames = None,
    verify: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="Play the recorded evaluations again on other deals; exit status 1 where a rate "
            "does not agree or a policy does not fit.",
        ),
    ] = False,
    budget: Annotated[
        int | None,
        typer.Option("--games", min=2, help="With --verify: games of each match; default 400."),
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    imports: Imports = None,
) -> None:
    """List the trained opponents that come with the games: for whom and what, with the options
    that differ from the defaults, and how their last evaluation went.
    """
    import phylarium
    from phylarium.envs import registry
    from phylarium.envs.adapters.policy import baselines as shipped
    from phylarium.envs.core.errors import PhylariumError

    names = games or phylarium.games()
    if verify:
        _verify(names, budget or 400, seed, as_json)
        return
    if budget is not None:
        raise PhylariumError("--games goes with --verify")
    found = {name: shipped(registry.game(name)) for name in names}
    if as_json:
        papers = [policy for policies in found.values() for policy in policies]
        print(json.dumps(papers, indent=1))
    else:
        show(_listed({registry.game(name): policies for name, policies in found.items()}))


def _listed(found: Any) -> Any:
    """A table of the policies of each game."""
    from rich.table import Table

    table = Table(title="trained opponents", caption="win rates against, with 95 % intervals")
    for column in ("game", "name", "players", "rules", "steps", "options", "results"):
        table.add_column(column, justify="right" if column in ("players", "steps") else "left")
    for game, policies in found.items():
        usual = json.loads(json.dumps(dataclasses.asdict(game.Options())))
        for papers in policies:
            table.add_row(
                game.name,
                papers["name"],
                str(papers["num_players"]),
                papers["game_version"],
                f"{papers.get('steps', 0):,}",
                "\n".join(f"{k}={v}" for k, v in papers["options"].items() if v != usual.get(k)),
                "\n".join(
                    f"{opponent} {row['win_rate']:.3f} "
                    f"({row['win_rate_low']:.3f} to {row['win_rate_high']:.3f})"
                    for opponent, row in papers.get("results", {}).items()
                ),
            )
    return table


def _verify(names: Sequence[str], games: int, seed: int, as_json: bool) -> None:
    """Play and compare; leaves with status 1 where something does not agree."""
    from ..extras import need
    from ..progress import games_bar
    from ..verify import verdict_table, verify

    need("scipy", "ladder")
    with games_bar() as (_, count):
        verdicts = [each for name in names for each in verify(name, games, seed, count)]
    if as_json:
        print(json.dumps([each.document() for each in verdicts], indent=1))
    else:
        show(verdict_table(verdicts))
    for each in verdicts:
        if each.problem:
            tell(f"{each.file}: {each.problem}")
    if not all(each.agrees for each in verdicts):
        raise typer.Exit(1)
