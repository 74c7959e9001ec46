"""The encoder `hints`: public knowledge about piles, put pair by pair."""

import numpy as np
import phylarium
from phylarium.envs.core.position import Position


def hopeless(position, seat):
    section = position.observe(seat, "hints")[position.setup.layout("hints").slices["hopeless"]]
    names = position.setup.actions.ranges["call"]
    return {position.setup.actions.words[names[p]] for p in np.flatnonzero(section)}


def test_a_pair_is_hopeless_when_its_third_card_lies_in_a_pile():
    """CL-09, CL-11"""
    setup = phylarium.setup("clades", 2)
    blank = Position.deal(setup, 3)
    assert hopeless(blank, 0) == set()

    position = Position.deal(setup, 3)
    seen = set()
    while not position.is_over and len(seen) < 40:
        row, calls = position.row, hopeless(position, position.to_move)
        for words in calls:
            number = setup.actions.ids[words]
            trial = position.copy()
            assert trial.mask()[number]
            trial.step(number)
            while trial.to_move > 0 and not trial.is_over:
                trial.step("wait")
            assert trial.row.num_triples[position.to_move] == row.num_triples[position.to_move]
            seen.add((int(row.plies), words))
        position.step(position.choice_of("greedy", 5))
    assert len(seen) >= 40


def test_other_visions_have_no_such_section():
    for vision in ("triples", "looks"):
        setup = phylarium.setup("clades", 2, {"vision": vision})
        assert setup.layout("hints").digest == setup.layout("vector").digest
