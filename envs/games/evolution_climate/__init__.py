"""Evolution: Climate: species that grow, eat and are eaten while the climate shifts."""

from pathlib import Path

from phylarium.envs.core.game import Encoder, Game, Search

from .actions import actions
from .deal import deal
from .determinize import determinize
from .greedy import SCRIPTED, scripted
from .legal import legal
from .notation import conserved, to_dict
from .observe import full_layout, hints_layout, layout, observe, observe_full, observe_hints
from .reading import from_dict
from .render import text
from .standing import standing
from .state import MAX_PLAYERS, RECORD, Options
from .step import step
from .variants import check_options, max_plies

GAME = Game(
    name="evolution_climate",
    title="Evolution: Climate",
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
    simultaneous=True,
    search=Search(
        playout="greedy",
        advisors=("greedy",),
        horizon=2,
        widening=0.3,
        root_widening=1.0,
        caution=1.0,
    ),
    standing=standing,
    rules=Path(__file__).with_name("RULES.md"),
)
