"""The vector environment: what a finished game leaves behind, saved states, threads, refusals."""

import copy
import pickle

import gymnasium
import numpy as np
import phylarium
import playing
import pytest
from gymnasium.vector import AutoresetMode
from phylarium.envs.adapters.seat import SeatEnv
from phylarium.envs.adapters.vector import SeatVectorEnv
from phylarium.envs.core.errors import IllegalAction, OptionsError, PhylariumError, UnknownName

GAMES = [*playing.GAMES, "knockout"]


def actions_of(seen, infos):
    seen = seen["observation"] if isinstance(seen, dict) else seen
    masks = infos["action_mask"]
    return np.array([playing.choose(o, m) for o, m in zip(seen, masks, strict=True)])


@pytest.mark.parametrize("form", [{}, {"mask_in_obs": True}, {"encoder": "text"}])
@pytest.mark.parametrize("game", GAMES)
def test_observations_stay_in_the_space_over_many_games(game, form):
    env = SeatVectorEnv(5, game, options=playing.options_of(game), opponents="greedy", **form)
    seen, infos = env.reset(seed=1)
    finished = 0
    for _ in range(3000):
        if finished >= 5:
            break
        assert env.observation_space.contains(seen)
        actions = actions_of(seen, infos)
        assert env.action_space.contains(actions)
        seen, rewards, terminated, truncated, infos = env.step(actions)
        finished += int((terminated | truncated).sum())
        assert rewards.dtype == np.float64
        assert rewards.shape == terminated.shape == truncated.shape == (5,)
    assert finished >= 5


def test_gymnasium_makes_it_by_id():
    env = gymnasium.make_vec("phylarium/Goofspiel-v0", num_envs=6, num_players=3)
    assert isinstance(env, SeatVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert phylarium.make_vec("goofspiel", 6, num_players=3).observation_space == (
        env.observation_space
    )


@pytest.mark.parametrize("form", [{}, {"mask_in_obs": True}])
def test_it_gives_what_gymnasiums_own_vector_of_seat_environments_gives(form):
    def arguments(**more):
        return {"game": "knockout", "num_players": 3, "opponents": "greedy:wild", **form, **more}

    ours = SeatVectorEnv(num_envs=4, **arguments())
    theirs = gymnasium.vector.SyncVectorEnv(
        [lambda: SeatEnv(**arguments())] * 4, autoreset_mode=AutoresetMode.SAME_STEP
    )
    seen, infos = ours.reset(seed=5)
    other_seen, _ = theirs.reset(seed=5)
    ended = 0
    for _ in range(30):
        assert gymnasium.utils.env_checker.data_equivalence(seen, other_seen)
        actions = actions_of(seen, infos)
        seen, *ours_rest, infos = ours.step(actions)
        other_seen, *theirs_rest, other_infos = theirs.step(actions)
        for mine, their in zip(ours_rest, theirs_rest, strict=True):
            assert np.array_equal(mine, their)
        assert np.array_equal(infos["action_mask"], other_infos["action_mask"])
        assert ("final_obs" in infos) == ("final_obs" in other_infos)
        if "final_obs" in infos:
            ended += 1
            assert np.array_equal(infos["_final_obs"], other_infos["_final_obs"])
            for i in np.flatnonzero(infos["_final_obs"]):
                assert gymnasium.utils.env_checker.data_equivalence(
                    infos["final_obs"][i], other_infos["final_obs"][i]
                )
            for key in ("returns", "_returns", "seat", "_seat", "action_mask"):
                assert np.array_equal(infos["final_info"][key], other_infos["final_info"][key]), key
    assert ended > 3


def test_what_is_returned_is_the_callers_to_keep():
    env = SeatVectorEnv(4, "goofspiel", 3, options={"cards": 2})
    results = [env.reset(seed=1)]
    for _ in range(3):
        results.append(env.step(results[-1][-1]["action_mask"].argmax(axis=1)))
    kept = copy.deepcopy(results)
    for _ in range(3):
        env.step(env.action_masks().argmax(axis=1))
    for result, before in zip(results, kept, strict=True):
        for now, then in zip(result[:-1], before[:-1], strict=True):
            assert np.array_equal(now, then)
        assert np.array_equal(result[-1]["action_mask"], before[-1]["action_mask"])
    assert not np.shares_memory(results[1][0], results[2][0])
    assert not np.shares_memory(results[1][-1]["action_mask"], results[2][-1]["action_mask"])


@pytest.mark.parametrize("opponents", ["greedy", "random", playing.choose])
def test_threads_change_nothing(opponents):
    one = SeatVectorEnv(37, "goofspiel", 3, opponents=opponents)
    three = SeatVectorEnv(37, "goofspiel", 3, opponents=opponents, threads=3)
    seen, infos = one.reset(seed=1)
    assert np.array_equal(three.reset(seed=1)[0], seen)
    for _ in range(25):
        actions = actions_of(seen, infos)
        seen, rewards, *_, infos = one.step(actions)
        other_seen, other_rewards, *_ = three.step(actions)
        assert np.array_equal(seen, other_seen)
        assert np.array_equal(rewards, other_rewards)
    three.close()


def test_a_list_of_seeds_seeds_each_game():
    env = SeatVectorEnv(3, "goofspiel", 3)
    seen, _ = env.reset(seed=[8, 5, 8])
    single = SeatEnv("goofspiel", 3)
    assert np.array_equal(seen[0], seen[2])
    assert np.array_equal(seen[1], single.reset(seed=5)[0])


def test_without_any_seed_games_differ():
    env = SeatVectorEnv(8, "goofspiel", 3, options={"cards": 9})
    env.reset()
    assert len({int(env.position(i).row.seed) for i in range(8)}) == 8


def test_a_python_encoder_gives_the_same_games():
    compiled = SeatVectorEnv(5, "knockout", 3, opponents="greedy:wild")
    plain = SeatVectorEnv(5, "knockout", 3, opponents="greedy:wild", encoder="plain")
    _, infos = compiled.reset(seed=3)
    seen, other = plain.reset(seed=3)
    for _ in range(30):
        assert np.array_equal(infos["action_mask"], other["action_mask"])
        counts = [plain.position(i).row.count / 6 for i in range(5)]
        assert seen[:, 0] == pytest.approx(counts)
        actions = infos["action_mask"].argmax(axis=1)
        *_, infos = compiled.step(actions)
        seen, *_, other = plain.step(actions)
        if "final_obs" in infos:
            assert np.array_equal(infos["_final_obs"], other["_final_obs"])
            at = int(np.argmax(other["_final_obs"]))
            assert other["final_obs"][at].shape == (2,)


@pytest.mark.parametrize("opponents", ["random", playing.choose])
@pytest.mark.parametrize("encoder", ["vector", "text"])
def test_a_saved_state_goes_on_exactly_in_another_environment(opponents, encoder):
    def make():
        return SeatVectorEnv(6, "knockout", 4, opponents=opponents, encoder=encoder)

    env, other = make(), make()
    seen, infos = env.reset(seed=2)
    for _ in range(7):
        seen, *_, infos = env.step(actions_of(seen, infos))
    saved = env.get_state()
    assert all(
        isinstance(array, np.ndarray) and not array.dtype.hasobject for array in saved.values()
    )
    seen_before = other.reset(seed=9)[0]
    kept = copy.deepcopy(seen_before)
    resumed, resumed_infos = other.set_state(saved)
    assert np.array_equal(seen_before, kept)
    for _ in range(20):
        actions = actions_of(seen, infos)
        assert np.array_equal(actions, actions_of(resumed, resumed_infos))
        seen, rewards, *_, infos = env.step(actions)
        resumed, resumed_rewards, *_, resumed_infos = other.step(actions)
        assert np.array_equal(rewards, resumed_rewards)
    assert np.array_equal(env.get_state()["states"], other.get_state()["states"])


def test_a_saved_state_of_another_table_is_refused_and_nothing_changes():
    env = SeatVectorEnv(4, "goofspiel", 3)
    with pytest.raises(PhylariumError, match="reset"):
        env.get_state()
    env.reset(seed=1)
    before = env.get_state()
    for other in (SeatVectorEnv(5, "goofspiel", 3), SeatVectorEnv(4, "knockout", 3)):
        other.reset(seed=1)
        with pytest.raises(PhylariumError, match="saved state"):
            env.set_state(other.get_state())
    for more, what in (
        ({"options": {"cards": 4}}, "saved state"),
        ({"skip_forced": True}, "other skip_forced"),
        ({"seat": 1}, "other fixed_seat"),
        ({"opponents": "greedy"}, "other opponents"),
    ):
        other = SeatVectorEnv(4, "goofspiel", 3, **more)
        other.reset(seed=1)
        with pytest.raises(PhylariumError, match=what):
            env.set_state(other.get_state())
    with pytest.raises(PhylariumError, match=r"'masks'.*got nothing"):
        env.set_state({k: v for k, v in before.items() if k != "masks"})
    assert env.get_state()["states"].tobytes() == before["states"].tobytes()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_alone(copied):
    env = SeatVectorEnv(4, "goofspiel", 3)
    env.reset(seed=4)
    env.step(np.zeros(4, int))
    other = copied(env)
    before = env.position(2).digest()
    theirs = other.step(np.ones(4, int))
    assert env.position(2).digest() == before
    ours = env.step(np.ones(4, int))
    assert np.array_equal(theirs[0], ours[0])
    assert np.array_equal(theirs[1], ours[1])


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0, 1, 0], "game 2 chose 'bid 2' .action 1., which is not legal"),
        ([0, 0, 0, 7], "game 3 chose action 7, which is outside 0 to 4"),
        ([0, -1, 0, 0], "game 1 chose action -1, which is outside"),
        ([0.0, 0.0, 0.0, 0.0], "4 whole numbers, got float64"),
        ([0.0, float("nan"), 0.0, 0.0], "4 whole numbers"),
        ([0, 0, 0], r"4 whole numbers, got int64 \[3\]"),
        (0, "4 whole numbers"),
        ([[0], [0, 1], [0], [0]], "4 whole numbers"),
        ([True] * 4, "4 whole numbers, got bool"),
        (["bid 1"] * 4, "4 whole numbers"),
        (None, "4 whole numbers"),
    ],
)
def test_an_illegal_action_is_refused_with_words_and_no_game_changes(actions, words):
    env = SeatVectorEnv(4, "goofspiel", 3)
    env.reset(seed=1)
    env.step(np.ones(4, int))
    before = env.get_state()["states"].tobytes()
    with pytest.raises(IllegalAction, match=words):
        env.step(actions)
    assert env.get_state()["states"].tobytes() == before


def test_a_saved_state_with_other_option_values_is_refused():
    env = SeatVectorEnv(2, "knockout", 3)
    other = SeatVectorEnv(2, "knockout", 3, options={"most_plies": 9})
    other.reset(seed=1)
    with pytest.raises(PhylariumError, match="other options"):
        env.set_state(other.get_state())


def test_stepping_before_reset_says_so():
    with pytest.raises(PhylariumError, match="reset before"):
        SeatVectorEnv(4, "goofspiel").step(np.zeros(4, int))


def test_wrong_values_are_refused_with_what_is_allowed():
    with pytest.raises(OptionsError, match="num_envs"):
        SeatVectorEnv(0, "goofspiel")
    with pytest.raises(OptionsError, match="threads"):
        SeatVectorEnv(2, "goofspiel", threads=0)
    with pytest.raises(OptionsError, match="render"):
        SeatVectorEnv(2, "goofspiel", render_mode="ansi")
    with pytest.raises(UnknownName, match="did you mean 'goofspiel'"):
        SeatVectorEnv(2, "goofspeil")
    env = SeatVectorEnv(2, "goofspiel")
    with pytest.raises(OptionsError, match="2 games need as many seeds, got 3"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(OptionsError, match="seed"):
        env.reset(seed=[1, None])
    with pytest.raises(OptionsError, match="mapping"):
        env.reset(options=3)
