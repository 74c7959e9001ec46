"""The seat environment: Gymnasium's and SB3's checks, where rewards go, seats, refusals."""

import collections
import copy
import pickle
import warnings

import gymnasium
import numpy as np
import phylarium
import playing
import pytest
from gymnasium.utils.env_checker import check_env
from phylarium.envs.adapters.seat import SeatEnv
from phylarium.envs.core.errors import IllegalAction, OptionsError, PhylariumError, UnknownName
from phylarium.envs.core.position import Position
from phylarium.envs.core.rng import following_seed

GAMES = [*playing.GAMES, "knockout"]


@pytest.mark.parametrize("form", [{}, {"mask_in_obs": True}, {"encoder": "text"}])
@pytest.mark.parametrize("game", GAMES)
def test_the_seat_form_passes_gymnasiums_check(game, form):
    env = SeatEnv(game, options=playing.options_of(game), illegal="end", **form)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*alternative render modes")
        check_env(env)


@pytest.mark.parametrize("form", [{}, {"mask_in_obs": True}])
@pytest.mark.parametrize("game", GAMES)
def test_the_seat_form_passes_stable_baselines3s_check(game, form):
    sb3 = pytest.importorskip("stable_baselines3.common.env_checker")
    env = SeatEnv(game, options=playing.options_of(game), illegal="end", **form)
    sb3.check_env(env, skip_render_check=True)


@pytest.mark.parametrize(
    "made",
    [
        lambda: gymnasium.make("phylarium/Goofspiel-v0", opponents="greedy", num_players=3),
        lambda: gymnasium.make("phylarium:phylarium/Goofspiel-v0", num_players=3),
    ],
)
def test_gymnasium_makes_it_by_id(made):
    env = made()
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info["action_mask"].dtype == np.int8
    assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"] == 1)
    _, _, terminated, truncated, _ = env.step(int(np.argmax(info["action_mask"])))
    assert not terminated
    assert not truncated


@pytest.mark.parametrize("game", phylarium.games())
def test_every_game_is_made_by_its_gymnasium_id_with_the_module_named(game):
    from phylarium.envs import registry

    env = gymnasium.make(f"phylarium:{registry.entry(game).gymnasium_id}")
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)


def test_points_from_other_seats_choices_reach_the_learner():
    env = SeatEnv("knockout", 3, opponents=lambda seen, mask: 0, seat=0)
    position = Position.deal(phylarium.setup("knockout", 3), 1)
    seed = next(s for s in range(100) if starts_with_count(s, 2))
    env.reset(seed=seed)
    # The count is 2: the learner leaves 1, the next seat goes out, which gives the others 1 point.
    _, reward, *_ = env.step(0)
    position = env.position
    assert not position.row.alive & 2
    assert reward >= 1.0
    assert reward == position.returns[0]


def starts_with_count(seed, count, players=3):
    return Position.deal(phylarium.setup("knockout", players), seed).row.count == count


def test_points_after_its_own_elimination_reach_the_learner_at_the_end_of_the_game():
    env = SeatEnv("knockout", 4, opponents="greedy", seat=0)
    seed = next(s for s in range(100) if starts_with_count(s, 1, players=4))
    env.reset(seed=seed)
    _, reward, terminated, _, info = env.step(0)
    # Out at once (-1), then two others go out (0.25 each) before the fourth is alone.
    assert terminated
    assert reward == -1.0 + 2 * 0.25
    assert info["returns"][0] == reward


def test_points_before_the_learners_first_choice_come_with_it():
    env = SeatEnv("knockout", 4, opponents=lambda seen, mask: 0, seat=1)
    seed = next(s for s in range(100) if starts_with_count(s, 1, players=4))
    env.reset(seed=seed)
    before = env.position.returns[1]
    assert before == 1.0  # seat 0 went out
    _, reward, *_ = env.step(0)
    assert reward == env.position.returns[1]
    assert reward != 0.0


def test_a_game_over_before_the_learners_first_choice_is_dealt_anew():
    env = SeatEnv("knockout", 2, opponents=lambda seen, mask: 0, seat=1)
    seed = next(s for s in range(100) if starts_with_count(s, 1, players=2))
    env.reset(seed=seed)
    assert env.is_running
    dealt = np.uint64(seed)
    while starts_with_count(int(dealt), 1, players=2):
        dealt = following_seed(dealt)
    assert env.position.row.seed == dealt
    rewards = 0.0
    while env.is_running:
        rewards += env.step(int(np.argmax(env.action_masks())))[1]
    assert rewards == env.position.returns[1]


def test_the_seat_is_drawn_for_every_episode_unless_fixed():
    env = SeatEnv("goofspiel", 4)
    env.reset(seed=3)
    drawn = collections.Counter()
    for _ in range(800):
        env.reset()
        drawn[env.seat] += 1
    # 200 each; 5 standard deviations are 61.
    assert all(abs(drawn[seat] - 200) < 61 for seat in range(4))
    fixed = SeatEnv("goofspiel", 4, seat=2)
    assert {fixed.reset()[1] and fixed.seat for _ in range(20)} == {2}


def test_the_same_seed_repeats_seat_opponents_and_rewards():
    def trace(env):
        observation, info = env.reset(seed=77)
        seen = [(env.seat, observation.tobytes())]
        for _ in range(30):
            if not env.is_running:
                observation, info = env.reset()
            action = playing.choose(observation, info["action_mask"])
            observation, reward, *_, info = env.step(action)
            seen.append((env.seat, observation.tobytes(), reward))
        return seen

    first = SeatEnv("goofspiel", 3, opponents="random")
    assert trace(first) == trace(first) == trace(SeatEnv("goofspiel", 3, opponents="random"))


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (9, IllegalAction, "outside 0 to 4"),
        (0.5, IllegalAction, "0.5"),
        (float("nan"), IllegalAction, "nan"),
        (None, IllegalAction, "None"),
        ("bid 7", UnknownName, "nearest"),
    ],
)
def test_an_illegal_action_is_refused_with_words_and_changes_nothing(action, error, words):
    env = SeatEnv("goofspiel", 2)
    env.reset(seed=1)
    before = env.position.digest()
    with pytest.raises(error, match=words):
        env.step(action)
    env.step("bid 2")
    with pytest.raises(IllegalAction, match=r"player_[01] chose 'bid 2' .action 1., which is not"):
        env.step(1)
    assert env.position.digest() != before


def test_with_illegal_end_an_illegal_action_ends_the_episode():
    env = SeatEnv("goofspiel", 2, illegal="end")
    env.reset(seed=1)
    env.step(1)
    _, reward, terminated, truncated, info = env.step(1)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "'bid 2'" in info["illegal_action"]
    with pytest.raises(PhylariumError, match="reset"):
        env.step(0)
    env.reset()
    env.step(0)


def test_stepping_before_reset_or_after_the_end_says_so():
    env = SeatEnv("goofspiel", 2, options={"cards": 2})
    with pytest.raises(PhylariumError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    env.step(0)
    _, _, terminated, _, _ = env.step(1)
    assert terminated
    assert not env.action_masks().any()
    with pytest.raises(PhylariumError, match="reset"):
        env.step(0)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_alone(copied):
    env = SeatEnv("goofspiel", 3, opponents="random")
    env.reset(seed=4)
    env.step(0)
    other = copied(env)
    before = env.position.digest()
    theirs = other.step(1)
    assert env.position.digest() == before
    ours = env.step(1)
    assert np.array_equal(theirs[0], ours[0])
    assert theirs[1] == ours[1]
    assert other.position.digest() == env.position.digest()


def test_rendering_shows_the_learners_own_view(capsys):
    env = SeatEnv("goofspiel", 3, seat=1, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.position.text(1)
    loud = SeatEnv("goofspiel", 3, seat=1, render_mode="human")
    loud.reset(seed=1)
    assert loud.position.text(1) in capsys.readouterr().out


def test_infos_hold_what_the_game_makes_public():
    env = SeatEnv("knockout", 3)
    _, info = env.reset(seed=1)
    assert info["count"] == env.position.row.count


@pytest.mark.parametrize("seat", [-1, 3, 1.0, True, "0"])
def test_a_seat_that_is_not_at_the_table_is_refused(seat):
    with pytest.raises(OptionsError, match="0 to 2"):
        SeatEnv("goofspiel", 3, seat=seat)


def test_wrong_values_are_refused_with_what_is_allowed():
    with pytest.raises(UnknownName, match="did you mean 'error'"):
        SeatEnv("goofspiel", illegal="errors")
    with pytest.raises(UnknownName, match="human"):
        SeatEnv("goofspiel", render_mode="humans")
    env = SeatEnv("goofspiel")
    with pytest.raises(OptionsError, match="seed"):
        env.reset(seed=-3)
    with pytest.raises(OptionsError, match="mapping"):
        env.reset(options=[1])
