"""Clades: all players look at once for three cards that form a triple."""

from pathlib import Path

from phylarium.envs.core.game import Encoder, Game, Search

from .actions import actions
from .deal import deal
from .determinize import determinize
from .greedy import SCRIPTED, scripted
from .hints import hints_layout, observe_hints
from .legal import legal
from .notation import conserved, to_dict
from .observe import full_layout, layout, observe, observe_full
from .reading import from_dict
from .render import text
from .state import MAX_PLAYERS, RECORD, Options
from .step import step
from .variants import check_options, max_plies

GAME = Game(
    name="clades",
    title="Clades",
    version="1.0.0",
    players=(1, MAX_PLAYERS),
    default_players=2,
    record=RECORD,
    Options=Options,
    check_options=check_options,
    deal=deal,
    legal=legal,
    step=step,
    determinize=determinize,
    scripted=scripted,
    scripted_players=SCRIPTED,
    encoders=(
        Encoder("vector", observe, layout),
        Encoder("hints", observe_hints, hints_layout),
        Encoder("full", observe_full, full_layout, privileged=True),
    ),
    actions=actions,
    text=text,
    to_dict=to_dict,
    from_dict=from_dict,
    conserved=conserved,
    max_plies=max_plies,
    simultaneous=True,
    search=Search(
        playout="greedy",
        advisors=("greedy",),
        horizon=2,
        widening=0.1,
        root_widening=1.0,
        caution=3.0,
    ),
    rules=Path(__file__).with_name("RULES.md"),
)
