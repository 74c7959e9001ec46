"""Checks of observations: inside their space, every cell written, sections that tile, states left
alone.
"""

from __future__ import annotations

import numpy as np
from phylarium.envs.core.game import Encoder, Setup
from phylarium.envs.core.position import Position

from .catalogue import Plan, conformance_check
from .play import Moment, observe_rows, players_of, section_of, stretches
from .report import ConformanceError


@conformance_check()
def check_observation_bounds(setup: Setup, plan: Plan) -> str | None:
    """Every encoder stays inside its space at every step, writes every cell and leaves the state
    alone.
    """
    encoders = [e for e in setup.game.extra_encoders.values() if not e.is_text]
    for player in (*players_of(setup, plan), "most"):
        for seed in range(plan.games):
            for moment in stretches(setup, seed, player, plan.plies):
                for encoder in encoders:
                    inside(moment, encoder)
                if moment.ply % 8 == 0 or moment.position.is_over:
                    text_is_written(moment)
    return None


def inside(moment: Moment, encoder: Encoder) -> None:
    """One encoder's observations of one position, for every seat."""
    setup, states = moment.position.setup, moment.position.states
    before, layout = moment.position.tobytes(), setup.layout(encoder.name)
    for seat in range(setup.num_players):
        obs = observe_rows(setup, states, seat, encoder, fill=np.nan)[0]
        for bad, words in (
            (np.isnan(obs), "is NaN or left unwritten"),
            (obs < layout.low, "is below the low end"),
            (obs > layout.high, "is above the high end"),
        ):
            if bad.any():
                cell = int(np.flatnonzero(bad)[0])
                where = section_of(setup, f"encoder {encoder.name!r}", cell)
                raise moment.failure(
                    f"encoder {encoder.name!r}{where} for player_{seat} {words}: {obs[cell]} "
                    f"in {layout.low[cell]:g} to {layout.high[cell]:g}"
                )
    if moment.position.tobytes() != before:
        raise moment.failure(f"encoder {encoder.name!r} changed the state")


def text_is_written(moment: Moment) -> None:
    """The text of every seat and of the open table is a string with something in it."""
    before = moment.position.tobytes()
    for seat in range(-1, moment.position.setup.num_players):
        text = moment.position.text(seat)
        if not isinstance(text, str) or not text.strip():
            raise moment.failure(f"the text for seat {seat} is {text!r}")
    if moment.position.tobytes() != before:
        raise moment.failure("the text changed the state")


@conformance_check()
def check_sections(setup: Setup, plan: Plan) -> str | None:
    """The named sections tile the observation exactly, each with its meaning and finite bounds."""
    for encoder in setup.game.extra_encoders.values():
        if encoder.layout is None:
            continue
        layout, at = setup.layout(encoder.name), 0
        for section in layout.sections:
            where = layout.slices[section.name]
            if (where.start, where.stop) != (at, at + section.size):
                raise ConformanceError(
                    f"section {section.name!r} of {encoder.name!r} lies at {where}, not from {at}"
                )
            if not section.meaning.strip():
                raise ConformanceError(
                    f"section {section.name!r} of {encoder.name!r} has no meaning"
                )
            if not np.isfinite([section.low, section.high]).all():
                raise ConformanceError(
                    f"section {section.name!r} of {encoder.name!r} has no finite bounds"
                )
            at = where.stop
        if at != layout.size or at == 0:
            raise ConformanceError(f"the sections of {encoder.name!r} end at {at} of {layout.size}")
        stays_in_its_row(setup, encoder)
    return None


def stays_in_its_row(setup: Setup, encoder: Encoder) -> None:
    """The encoder writes no cell beyond its vector: the row behind it keeps what stood there."""
    position = Position.deal(setup, 0)
    obs = np.full((2, setup.layout(encoder.name).size), 7.5, np.float32)
    if encoder.compiled:
        setup.game.loops.observe_many(position.states, np.zeros(1, np.int64), obs, encoder.tag)
    else:
        encoder.body(position.row, 0, obs[0])
    if (obs[1] != 7.5).any():
        raise ConformanceError(f"encoder {encoder.name!r} writes beyond its {obs.shape[1]} cells")
