"""The commands that measure: match and ladder between agents, bench of the machine."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from .command_line import (
    AsJson,
    GameName,
    GameNames,
    Imports,
    Options,
    Seed,
    command,
    options_from,
    setup_from,
    show,
    tell,
    write_output,
)


@command
def match(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT...",
            help="random, a scripted player, a baseline, a .safetensors file or a run folder.",
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games at each table, rounded up to rotations.")
    ] = 400,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            help="Players at a table. More than the agents: the last agent takes the seats left "
            "over. Fewer: every choice of so many agents plays at a table of its own. Default: as "
            "many as there are agents, or as a saved policy among them is for.",
        ),
    ] = None,
    options: Options = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    output: Annotated[
        Path | None, typer.Option("--output", help="Write the JSON to a file too.")
    ] = None,
    imports: Imports = None,
) -> None:
    """Play agents against each other: every deal is played in every seat rotation.

    Prints wins, draws, losses, win rate and mean score with 95 % intervals, per agent and per seat.
    A draw among k counts 1/k in the win rate. Intervals treat the rotations of one deal as one
    block.
    """
    from ..agents import fill_table
    from ..match import largest_table, play_match
    from ..progress import games_bar

    if players is None:
        setup = largest_table(game, agents, options_from(options))
    else:
        setup = setup_from(game, players, options)
    if setup.num_players < len(agents):
        tell(f"tables of {setup.num_players}: every choice of so many agents plays")
    with games_bar() as (_, count):
        result = play_match(setup, fill_table(agents, setup.num_players), games, seed, count)
    write_output(output, result.to_json())
    if as_json:
        print(result.to_json())
    else:
        show(result.table(f"{setup.game.title}, {result.games} games"))


@command
def ladder(
    game: GameName,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[AGENT]...",
            help="As for match; default: random, the scripted players, the baselines that fit, and "
            "tree search for seats left over.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games in which every pair meets, at least.")
    ] = 400,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            help="Players at a table, no more than the agents. Default: the game's own number, or "
            "the nearest that fits the agents.",
        ),
    ] = None,
    options: Options = None,
    seed: Seed = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            help="A folder for ladder.json, ladder.md and ladder.png. It keeps finished tables, "
            "so that the same command goes on after an interruption.",
        ),
    ] = None,
    as_json: AsJson = False,
    imports: Imports = None,
) -> None:
    """Rank agents: all play each other, and get Elo ratings with 95 % intervals.

    Every choice of so many agents plays at a table of its own, every deal in every seat rotation.
    Ratings are Bradley and Terry's, from who finished ahead of whom; `random` is 0.
    """
    from phylarium.envs.core.errors import PhylariumError

    from ..extras import need
    from ..ladder.entry import choose_agents, ladder_games
    from ..ladder.finished_tables import FinishedTables
    from ..ladder.ladder import play_ladder
    from ..ladder.report import tables, write_ladder
    from ..progress import games_bar
    from ..run import session_facts

    for library in ("choix", *(["matplotlib"] if output else [])):
        need(library, "ladder")
    setup, named = choose_agents(game, agents or None, players, options_from(options))
    finished = None
    if output is not None:
        if output.exists() and not output.is_dir():
            raise PhylariumError(f"--output {output} is a file; a ladder takes a folder")
        output.mkdir(parents=True, exist_ok=True)
        finished = FinishedTables(output / "tables")
    total = ladder_games(len(named), setup.num_players, games)
    try:
        with games_bar(total) as (say, count):
            found = play_ladder(setup, named, games, seed, finished, count, say)
    except KeyboardInterrupt:
        if output is None:
            raise
        raise PhylariumError(
            f"interrupted; finished tables are kept in {output}, the same command goes on from them"
        ) from None
    if output is not None:
        write_ladder(found, output, session_facts(sys.argv))
    if as_json:
        print(json.dumps(found.document(), indent=1))
    else:
        for table in tables(found):
            show(table)


@command
def bench(
    games: GameNames = None,
    path: Annotated[
        list[str] | None, typer.Option("--path", help="Only this path. Repeatable.")
    ] = None,
    batch: Annotated[
        int, typer.Option("--batch", min=1, help="Games side by side on the batched paths.")
    ] = 1024,
    quick: Annotated[
        bool, typer.Option("--quick", help="One short run each, no compile times.")
    ] = False,
    as_json: AsJson = False,
    imports: Imports = None,
) -> None:
    """Measure decisions per second of each game and path, beside a calibration loop."""
    import phylarium
    from phylarium.envs.core.errors import nearest

    from ..bench import PATHS, bench_table
    from ..bench import bench as measure_all

    for name in path or ():
        if name not in PATHS:
            raise nearest("path", name, PATHS)
    rows = measure_all(games or phylarium.games(), path or PATHS, batch, quick, imports or (), tell)
    if as_json:
        print(json.dumps([row.document() for row in rows], indent=1))
    else:
        show(bench_table(rows))
