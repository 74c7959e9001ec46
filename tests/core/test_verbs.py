"""One name for a rule in all games: the record's type says whose body runs."""

import dataclasses

import numpy as np
import pytest
from goofspiel import game as goofspiel
from phylarium.envs.core import verbs
from phylarium.envs.core.game import Encoder
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section
from phylarium.envs.core.position import Position
from phylarium.envs.core.record import record_dtype


@jit
def lowest_first(state, mask):
    """Only the lowest card of the hand may be bid."""
    mask[:] = 0
    card = 0
    while state.hands[state.to_move] >> card & 1 == 0:
        card += 1
    mask[card] = 1


FIELDS = [
    (name, goofspiel.RECORD[name].base, goofspiel.RECORD[name].shape)
    for name in goofspiel.RECORD.names[:-1]
]
STRICT = dataclasses.replace(
    goofspiel.GAME,
    name="strict_goofspiel",
    record=record_dtype("strict_goofspiel", FIELDS),
    legal=lowest_first,
)


@jit
def points_only(state, seat, out):
    out[0] = state.returns[seat]


def points_layout(setup):
    return Layout((Section("points", 1, "own points", high=45.0),))


def test_two_games_share_loops_and_keep_their_own_rules(toy_game):
    free, strict = Position.deal(toy_game.setup(), 1), Position.deal(STRICT.setup(), 1)
    assert free.mask().tolist() == [1, 1, 1, 1, 1]
    assert strict.mask().tolist() == [1, 0, 0, 0, 0]
    for position in (free, strict):
        position.step("bid 1")
    assert free.mask().sum() == 5
    assert strict.legal_words() == ["bid 1"]


def test_a_variant_made_by_replace_leaves_the_original_its_encoders(toy_game):
    variant = dataclasses.replace(STRICT, name="strict_goofspiel")
    variant.add_encoder(Encoder("points", points_only, points_layout))
    assert "points" not in STRICT.extra_encoders
    assert "points" in variant.extra_encoders


def test_encoders_of_one_game_are_told_apart_by_their_names():
    STRICT.add_encoder(Encoder("points", points_only, points_layout))
    position = Position.deal(STRICT.setup(), 3)
    while not position.is_over:
        position.step(position.choice_of("random", 0))
    assert position.observe(1, "points").tolist() == [position.returns[1]]
    assert len(position.observe(1)) == STRICT.setup().layout().size


def test_a_verb_without_a_body_names_verb_and_record():
    record = record_dtype("nobodys", [("turn", np.int8)])
    with pytest.raises(LookupError, match="no deal for record is_nobodys"):
        verbs.body_of("deal", record)


def test_a_bound_body_is_found_again():
    record = record_dtype("somebodys", [("turn", np.int8)])
    verbs.bind("legal", record, lowest_first)
    assert verbs.body_of("legal", record) is lowest_first


def test_rewards_are_those_of_the_last_choice_and_returns_their_sum(toy_game):
    position = Position.deal(toy_game.setup(2), 6)
    total = np.zeros(2)
    while not position.is_over:
        position.step(position.choice_of("random", int(position.row.plies)))
        total += position.rewards
    assert position.returns.tolist() == total.tolist()
    assert total.sum() > 0


def test_every_choice_counts_as_a_ply(toy_game):
    position = Position.deal(toy_game.setup(3), 6)
    for ply in range(1, 4):
        position.step(0)
        assert position.row.plies == ply


def test_skip_forced_makes_the_last_choices_that_have_one_possibility(toy_game):
    position = Position.deal(toy_game.setup(2, {"cards": 3}, skip_forced=True), 1)
    choices = 0
    while not position.is_over:
        position.step(position.choice_of("random", choices))
        choices += 1
    assert choices == 4  # two of three cards each; the third is forced
    assert position.row.plies == 6
