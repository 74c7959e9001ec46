"""Tree search: what it finds, what it may not know, and the same numbers everywhere."""

import dataclasses
import json
import os
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from idle import GAME as IDLE
from knockout import GAME as KNOCKOUT
from phylarium.envs import registry
from phylarium.envs.adapters.opponents import opponent
from phylarium.envs.adapters.search import Searcher, search
from phylarium.envs.core.errors import OptionsError, PhylariumError, UnknownName
from phylarium.envs.core.game import Search, Setup
from phylarium.envs.core.position import Position, controller_code
from phylarium.envs.core.record import new_states
from phylarium.training.match import play_match

GOOFSPIEL = registry.setup("goofspiel", 2)


def dealt(setup: Setup, count: int):
    states = new_states(setup.game.record, count)
    setup.deal(states, np.arange(count, dtype=np.uint64))
    return states


def seeds(count: int):
    return np.random.default_rng(1).random(count)


def test_every_simulation_tries_one_legal_action_at_the_root():
    states = dealt(GOOFSPIEL, 20)
    masks = np.zeros((20, GOOFSPIEL.num_actions), np.int8)
    GOOFSPIEL.game.loops.legal_many(states, masks)

    visits, values, spreads, firsts = Searcher(GOOFSPIEL, 64).search(states, seeds(20))

    assert (visits.sum(axis=1) == 64).all()
    assert (visits[masks == 0] == 0).all()
    assert (values[visits == 0] == 0).all()
    assert (spreads > 0).all()
    assert (visits[np.arange(20), firsts] > 0).all()


def test_a_search_leaves_the_game_as_it_was_and_a_seed_repeats_it_on_any_number_of_threads():
    states = dealt(GOOFSPIEL, 20)
    before = states.copy()

    alone = Searcher(GOOFSPIEL, 50).search(states, seeds(20))
    shared = Searcher(GOOFSPIEL, 50, threads=3).search(states, seeds(20))

    assert states.tobytes() == before.tobytes()
    assert all(np.array_equal(a, b) for a, b in zip(alone, shared, strict=True))


def test_a_finished_game_is_not_searched():
    states = dealt(GOOFSPIEL, 2)
    states.view(np.ndarray)["terminal"][1] = 1
    visits, values, _, firsts = Searcher(GOOFSPIEL, 8).search(states, seeds(2))
    assert visits[0].sum() == 8
    assert firsts[1] == -1
    assert not visits[1].any()
    assert not values[1].any()


def searching(**settings):
    """Goofspiel for two whose search has these settings."""
    game = dataclasses.replace(GOOFSPIEL.game, search=Search(**settings))
    return Setup(game, 2, game.Options())


def test_without_widening_values_are_what_the_scripted_player_makes_of_each_action():
    """A tree that only ever does as its advisor says is many playouts, whatever the deals were.

    An advisor's choice kept from the first deal would be played in all the others too.
    """
    setup = searching(
        playout="greedy", advisors=("greedy",), exploration=1e6, widening=0.0, root_widening=99.0
    )
    position = Position.deal(setup, 3)
    found = Searcher(setup, 20_000).search(position.states, seeds(1))
    loops, number = setup.game.loops, 4000
    for action in np.flatnonzero(found.visits[0]):
        states = np.repeat(position.states, number)
        rngs = np.arange(number, dtype=np.uint64)[:, None] * 7919
        loops.determinize_many(states, np.zeros(number, np.int64), rngs)
        loops.step_many(states, np.full(number, action))
        masks = np.zeros((number, setup.num_actions), np.int8)
        greedy = np.full((number, 2), controller_code(setup, "greedy"), np.int8)
        loops.play_many(states, greedy, masks, rngs)
        returns = states.view(np.ndarray)["returns"]
        leads = returns[:, 0] - returns[:, 1]
        error = np.sqrt(leads.var() * (1 / number + 1 / found.visits[0, action]))
        assert abs(found.values[0, action] - leads.mean()) < 4.5 * error + 1e-9


def test_actions_that_make_no_difference_have_equal_values_after_equally_many_tries():
    """The k-th try of each meets the same deal and the same luck."""
    setup = Setup(IDLE, 2, IDLE.Options())
    found = Searcher(setup, 300).search(Position.deal(setup, 1).states, seeds(1))
    visits, values = found.visits[0], found.values[0]
    assert visits.tolist() == [100, 100, 100]
    assert values[0] == values[1] == values[2]
    assert found.spreads[0] > 0.5


def test_the_scripted_players_choice_stands_until_another_is_clearly_better():
    """With endless caution tree search plays as its first advisor does."""
    setup = searching(playout="greedy", advisors=("greedy",), caution=1e9)
    states = dealt(setup, 50)
    codes = np.full(50, controller_code(setup, "greedy"), np.int64)
    masks = np.zeros((50, setup.num_actions), np.int8)
    greedy = np.zeros(50, np.int64)
    setup.game.loops.choose_many(
        states, codes, masks, np.arange(50, dtype=np.uint64)[:, None], greedy
    )
    assert (Searcher(setup, 40).choose(states, seeds(50)) == greedy).all()


def test_more_advisors_than_a_search_can_hold_are_refused():
    with pytest.raises(OptionsError, match="4 advisors"):
        Searcher(searching(advisors=("greedy",) * 5), 10)


def test_it_sees_a_loss_coming_in_a_game_of_turns():
    setup = Setup(KNOCKOUT, 2, KNOCKOUT.Options())
    position = Position.deal(setup, 0)
    position.row.count = 2  # taking 2 loses at once, taking 1 leaves the other a certain loss

    found = search(position, 200)

    best = next(iter(found))
    assert best == setup.actions.name(0)
    assert found[best]["value"] > 0.9


def test_it_beats_random_by_far_and_more_simulations_help():
    shares = []
    for simulations in (4, 200):
        match = play_match(GOOFSPIEL, [f"mcts:{simulations}", "random"], 400, seed=1)
        shares.append(match.rows()[0]["win_rate"])
    assert shares[0] < shares[1]
    assert shares[1] > 0.75


def test_it_does_not_know_what_the_other_has_just_chosen_in_secret():
    """Seat 0 has bid; whatever it was, seat 1 searches with the same result in distribution."""
    counts = []
    for bid in (0, 4):
        position = Position.deal(GOOFSPIEL, 3)
        position.step(bid)
        states = np.repeat(position.states, 2000)
        chosen = Searcher(GOOFSPIEL, 30).choose(states, np.random.default_rng(bid).random(2000))
        counts.append(np.bincount(chosen, minlength=5))
    expected = (counts[0] + counts[1]) / 2
    used = expected > 0
    chi_square = (((np.array(counts) - expected) ** 2)[:, used] / expected[used]).sum()
    assert chi_square < 18.5  # 0.1 % of the distribution with 4 degrees of freedom


@pytest.mark.parametrize(
    ("game", "options", "plies"),
    [
        ("clades", {"vision": "triples"}, 5),
        ("cardline_animals", {}, 3),
        ("evolution_climate", {}, 12),
        ("evolution_earth", {}, 20),
    ],
)
def test_what_it_cannot_know_does_not_change_its_choices(game, options, plies):
    """Two positions that differ only in what the seat to move cannot know: equal choices, but for
    the searches' own luck.
    """
    known = registry.setup(game, 2, options)
    bold = dataclasses.replace(known.game.search, caution=0.0)  # so that luck decides a good deal
    setup = Setup(dataclasses.replace(known.game, search=bold), 2, known.options)
    position = Position.deal(setup, 5)
    while position.row.plies < plies or len(position.legal_words()) < 3:
        position.step(position.choice_of("greedy"))
    counts, hidden = [], []
    for number in (1, 2):
        other = position.copy()
        other.determinize(position.to_move, number)
        hidden.append(other.states.tobytes())
        chosen = Searcher(setup, 12).choose(
            np.repeat(other.states, 600), np.random.default_rng(number).random(600)
        )
        counts.append(np.bincount(chosen, minlength=setup.num_actions))
    assert hidden[0] != hidden[1]
    expected = (counts[0] + counts[1]) / 2
    used = expected > 5
    assert used.sum() > 1
    chi_square = (((np.array(counts) - expected) ** 2)[:, used] / expected[used]).sum()
    assert chi_square < used.sum() + 4.5 * np.sqrt(2 * used.sum())


def test_it_plays_as_an_opponent_and_its_choices_repeat_with_the_seed():
    def returns():
        env = gymnasium.make("phylarium/Clades-v0", opponents="mcts:4", options={"learning": True})
        _, info = env.reset(seed=2)
        total = 0.0
        for _ in range(30):
            _, reward, over, cut, info = env.step(int(info["action_mask"].argmax()))
            total += reward
            if over or cut:
                break
        return total, bytes(env.unwrapped.position.states)

    assert returns() == returns()


def test_several_players_each_search_for_themselves():
    setup = registry.setup("goofspiel", 3)
    match = play_match(setup, ["mcts:60", "random", "random"], 150, seed=4)
    searching, *others = match.rows()
    assert searching["mean_score"] > max(other["mean_score"] for other in others) + 0.5


@pytest.mark.parametrize("name", ["mcts", "mcts:", "mcts:many", "mcts:1e3"])
def test_a_search_without_a_number_is_refused_with_the_form(name):
    with pytest.raises(UnknownName, match="mcts"):
        opponent(name, GOOFSPIEL)


@pytest.mark.parametrize("number", [0, 1_000_001])
def test_a_number_of_simulations_out_of_range_is_refused(number):
    with pytest.raises(OptionsError, match="1 to 1,000,000 simulations"):
        opponent(f"mcts:{number}", GOOFSPIEL)


def test_a_game_whose_search_names_no_player_of_its_own_is_refused():
    game = dataclasses.replace(GOOFSPIEL.game, search=Search(playout="gready"))
    with pytest.raises(PhylariumError, match="'gready'"):
        Searcher(Setup(game, 2, game.Options()), 5)


SEARCH_IN_PLAIN_PYTHON = """
import json, goofspiel
from phylarium.envs import registry
from phylarium.envs.adapters.search import search
from phylarium.envs.core.position import Position
print(json.dumps(search(Position.deal(registry.setup("goofspiel", 3), 4), 40, seed=6)))
"""


def test_plain_python_searches_as_compiled_code_does():
    ended = subprocess.run(
        [sys.executable, "-c", SEARCH_IN_PLAIN_PYTHON],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    position = Position.deal(registry.setup("goofspiel", 3), 4)
    assert json.loads(ended.stdout) == search(position, 40, seed=6)
