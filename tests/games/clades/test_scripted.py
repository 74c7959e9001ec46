"""The scripted players call what they see, by its value, and ask when they see nothing."""

from collections import Counter

import numpy as np
import pytest
from clades.scenes import CLADE, NOISE, PLAIN, scene, setup
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.record import as_states, new_states


def choice(position, player="greedy", seed=0):
    return position.setup.actions.words[position.choice_of(player, seed)]


def test_greedy_takes_the_clade_triple_while_the_deck_can_pay():
    """CL-12"""
    fields = {"shared": f"mL2g sL2g aL2g {CLADE}", "hands": ["", ""]}
    assert {choice(scene(**fields), seed=s) for s in range(20)} == {"call s3 s4"}
    out = {"deck": "fish", "rest": "pile 0"}
    assert {choice(scene(**fields, **out), seed=s) for s in range(40)} > {"call s3 s4"}


def test_greedy_draws_among_equals():
    fields = {"shared": f"mL2g sL2g aL2g {PLAIN}", "hands": ["", ""]}
    drawn = Counter(choice(scene(**fields), seed=s * 977) for s in range(100))
    assert set(drawn) == {"call s0 s1", "call s3 s4"}
    assert min(drawn.values()) > 25


def test_greedy_sees_own_personal_cards_and_no_others():
    """CL-08"""
    position = scene(shared=f"mW1b sW1b {NOISE}", hands=["", "aW1b"])
    assert choice(position) == "ask"
    position.step("wait")
    assert choice(position) == "call s0 s1"


def test_greedy_asks_when_it_sees_nothing_and_waits_where_no_help_can_come():
    """CL-22, CL-26"""
    assert choice(scene(shared=NOISE, hands=["", ""])) == "ask"
    out = {"deck": [], "rest": "pile 0"}
    position = scene(shared="mW1b sW1b", hands=["", "aW1b"], **out)
    assert choice(position) == "wait"


def test_greedy_waits_on_a_break():
    """CL-37"""
    position = scene(
        options={"victory_break": True}, shared=f"{PLAIN} {NOISE}", hands=["", ""], resting=0
    )
    assert choice(position) == "wait"


def test_with_looks_greedy_looks_at_cards_of_one_clade_first_and_asks_when_all_is_looked_at():
    """CL-62"""
    position = scene(options={"vision": "looks"}, shared="mW1b mL2b sW1b aA3r", hands=["", ""])
    assert choice(position) == "look s0 s1"
    position.step("look s0 s1")
    position.step("wait")
    assert choice(position) == "wait"  # pairs are left to look at in the next tick
    notes = dict.fromkeys(("s0 s1", "s0 s2", "s0 s3", "s1 s2", "s1 s3", "s2 s3"), 0)
    position = scene(
        options={"vision": "looks"},
        shared="mW1b mL2b sW1b aA3r",
        hands=["", ""],
        looks={"notes": [notes, {}]},
    )
    assert choice(position) == "ask"


def scores(first, second, games, **options):
    """Mean difference of cards over paired seats, and its standard error."""
    made = setup(2, vision="triples", **options)
    names = ("random", *made.game.scripted_players)
    differences = []
    for seat in (0, 1):
        states = new_states(made.game.record, games)
        made.game.loops.deal_many(states, made.fresh, np.arange(games, dtype=np.uint64))
        controllers = np.zeros((games, 2), np.int64)
        controllers[:, seat] = names.index(first)
        controllers[:, 1 - seat] = names.index(second)
        masks = np.zeros((games, made.num_actions), np.int8)
        rngs = np.arange(games, dtype=np.uint64).reshape(-1, 1) + np.uint64(10**9)
        made.game.loops.play_many(states, controllers, masks, rngs)
        returns = as_states(states).view(np.ndarray)["returns"]
        differences.append(returns[:, seat] - returns[:, 1 - seat])
    both = np.mean(differences, axis=0)
    return both.mean(), both.std() / games**0.5


@pytest.mark.parametrize("player", ["greedy", "eager"])
def test_scripted_players_beat_random_ones(player):
    games = 300 if IS_COMPILED else 12
    mean, error = scores(player, "random", games)
    assert mean > 5
    assert mean > 4 * error


def test_greedy_beats_eager():
    """CL-12: the two extra cards of clade triples are worth going for."""
    games = 400 if IS_COMPILED else 25
    mean, error = scores("greedy", "eager", games)
    assert mean > (4 * error if IS_COMPILED else 0)
