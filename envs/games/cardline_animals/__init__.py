"""Cardline: Animals: place animals in a line by size, weight or lifespan without knowing them."""

from pathlib import Path

from phylarium.envs.core.game import Encoder, Game, Search

from .actions import actions
from .cards import load_deck, read_deck
from .deal import deal
from .determinize import determinize
from .greedy import PRIVILEGED, SCRIPTED, scripted
from .hints import hints_layout, observe_hints
from .legal import legal
from .measures import measures
from .notation import conserved, to_dict
from .observe import full_layout, layout, observe, observe_full
from .reading import from_dict
from .render import text
from .scoring import standing
from .state import MAX_PLAYERS, RECORD, Options, prepare
from .step import step
from .variants import check_options, max_plies

GAME = Game(
    name="cardline_animals",
    title="Cardline: Animals",
    version="1.0.0",
    players=(2, MAX_PLAYERS),
    default_players=4,
    record=RECORD,
    Options=Options,
    check_options=check_options,
    prepare=prepare,
    deal=deal,
    legal=legal,
    step=step,
    determinize=determinize,
    scripted=scripted,
    scripted_players=SCRIPTED,
    privileged_players=PRIVILEGED,
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
    measures=measures,
    search=Search(
        playout="greedy", advisors=("greedy",), widening=0.1, root_widening=1.0, caution=1.0
    ),
    standing=standing,
    rules=Path(__file__).with_name("RULES.md"),
)

__all__ = ["GAME", "load_deck", "read_deck"]
