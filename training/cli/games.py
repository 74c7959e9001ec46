"""The commands about games: play, replay, check, and what there is to know of them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Annotated

import typer

from .command_line import (
    AsJson,
    GameName,
    GameNames,
    Imports,
    Options,
    Players,
    add_present_folder,
    command,
    import_packages,
    setup_from,
    show,
    tell,
)


@command
def play(
    game: GameName,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Your seat.")] = 0,
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--opponents",
            help="Who plays the other seats, in turn order after you; the last one fills up.",
        ),
    ] = None,
    players: Players = None,
    options: Options = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Seed of the deal; default: a new one.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="Write the game's replay here.")
    ] = None,
    imports: Imports = None,
) -> None:
    """Play a game in the terminal."""
    import secrets

    from phylarium.envs.core.errors import PhylariumError

    from .. import play as table
    from ..agents import fill_table, make_agents

    setup = setup_from(game, players, options)
    if seat >= setup.num_players:
        raise PhylariumError(f"seat {seat} is not one of 0 to {setup.num_players - 1}")
    others = fill_table(opponents or [setup.game.scripted_players[0]], setup.num_players - 1)
    if len(others) > setup.num_players - 1:
        raise PhylariumError(f"{len(others)} opponents for {setup.num_players - 1} other seats")
    dealt = secrets.randbits(32) if seed is None else seed
    replay = table.play(setup, seat, make_agents(setup, others), dealt, _read_line, print)
    if save is not None:
        replay.save(save)
        tell(f"saved: {save}")


def _read_line(prompt: str) -> str:
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return "quit"


@command
def replay(
    file: Annotated[Path, typer.Argument(help="A replay, as `phylarium play --save` writes it.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check it, print nothing else.")
    ] = False,
    step: Annotated[
        bool, typer.Option("--step", help="Show the table and wait for Enter at every ply.")
    ] = False,
    imports: Imports = None,
) -> None:
    """Play a recorded game again, checking every position."""
    from phylarium.envs import registry
    from phylarium.envs.core.replay import load_replay

    from ..play import show_replay

    found = load_replay(file, registry.game)
    if verify:
        found.verify()
        print(f"{file}: {len(found.actions)} plies verified")
        return
    last = show_replay(found, _read_line if step else None, print)
    if not step:
        print(last.text(-1))


@command
def warmup(games: GameNames = None, imports: Imports = None) -> None:
    """Compile the rules of games ahead of time and remove outdated compiled code."""
    import phylarium

    from ..warmup import warm_up

    for game in games or phylarium.games():
        seconds, removed = warm_up(game)
        print(
            f"{game}: ready in {seconds:.1f} s"
            + (f", {removed} outdated folders removed" if removed else "")
        )


@command
def games(imports: Imports = None) -> None:
    """List the games with their players and options."""
    import phylarium
    from phylarium.envs import registry
    from phylarium.envs.core.options import options_table

    for name in phylarium.games():
        entry, game = registry.entry(name), registry.game(name)
        low, high = game.players
        print(f"# {name}: {game.title} {game.version}, {low} to {high} players\n")
        print(
            f"{entry.gymnasium_id}, {entry.pettingzoo_id}; "
            f"scripted players: {', '.join(game.scripted_players)}; "
            f"encoders: {', '.join(game.extra_encoders)}"
        )
        if entry.options:
            print(f"a variant with {', '.join(f'{k}={v}' for k, v in entry.options.items())}")
        print(f"\n{options_table(game.Options)}\n")


@command
def rules(game: GameName, imports: Imports = None) -> None:
    """Print the rules of a game as the code has them, RULES.md."""
    from phylarium.envs import registry
    from phylarium.envs.core.errors import PhylariumError

    found = registry.game(game)
    if found.rules is None:
        raise PhylariumError(f"{found.title} comes without a RULES.md")
    print(found.rules.read_text(encoding="utf-8"))


@command
def observations(
    game: GameName,
    encoder: Annotated[
        str | None, typer.Option("--encoder", help="Default: the game's first.")
    ] = None,
    players: Players = None,
    options: Options = None,
    imports: Imports = None,
) -> None:
    """Print the sections of a game's observation."""
    setup = setup_from(game, players, options)
    layout = setup.layout(encoder)
    print(
        f"{setup.game.encoder(encoder).name}: {layout.size} numbers, {setup.num_actions} actions\n"
    )
    print(layout.table())


@command
def check(
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC", help="A registered game, package.module with a GAME, or module:NAME."
        ),
    ],
    budget: Annotated[str, typer.Option("--budget", help="How much is played.")] = "quick",
    checks: Annotated[
        list[str] | None, typer.Option("--check", help="Only this check. Repeatable.")
    ] = None,
    tests: Annotated[
        Path | None, typer.Option("--tests", help="Folder whose tests cite rule ids.")
    ] = None,
    golden: Annotated[
        Path | None, typer.Option("--golden", help="Folder of golden traces.")
    ] = None,
    as_json: AsJson = False,
    imports: Imports = None,
) -> None:
    """Run the conformance checks on a game; exit status 1 when one fails."""
    from phylarium.envs import registry

    from ..conformance import check as run_checks

    add_present_folder()
    if spec not in registry.games() and is_installed(spec.partition(":")[0]):
        import_packages([spec.partition(":")[0]])
    report = run_checks(
        spec,
        budget=budget,
        checks=checks,
        tests=tests,
        golden=golden,
        tell=lambda result: tell(
            f"{'failed' if result.error else 'passed'}: {result.check}, {result.setup}"
        ),
    )
    if as_json:
        print(json.dumps(report.to_dict(), indent=1))
    else:
        show(report)
    if not report.ok:
        raise typer.Exit(1)


def is_installed(module: str) -> bool:
    """Whether a module of that name can be found."""
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False
