"""Evolution Earth: Cataclysm: a world built card by card, and disasters that take it away."""

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
from .scoring import standing
from .state import MAX_PLAYERS, RECORD, Options
from .step import step
from .variants import check_options, max_plies

GAME = Game(
    name="evolution_earth",
    title="Evolution Earth: Cataclysm",
    version="1.0.0",
    players=(2, MAX_PLAYERS),
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
    search=Search(
        playout="greedy:mixed",
        advisors=("greedy:mixed", "greedy", "greedy:aggressive"),
        widening=0.1,
        root_widening=0.5,
        caution=2.0,
    ),
    standing=standing,
    rules=Path(__file__).with_name("RULES.md"),
)
