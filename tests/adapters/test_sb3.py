"""The SB3 form: episode infos, masks in one block, seeds, saved states, a little training."""

import importlib
import sys

import numpy as np
import playing
import pytest

pytest.importorskip("stable_baselines3")

from phylarium.envs.adapters.sb3 import SeatVecEnv
from phylarium.envs.core.errors import IllegalAction, PhylariumError, UnknownName


def actions_of(env, seen):
    return np.array([playing.choose(o, m) for o, m in zip(seen, env.action_masks(), strict=True)])


@pytest.mark.parametrize(("game", "players"), [*playing.tables(), ("knockout", 3)])
def test_a_finished_game_tells_its_return_length_end_and_seat(game, players):
    options = playing.options_of(game)
    env = SeatVecEnv(6, game, players, options=options, opponents="greedy")
    env.seed(3)
    seen = env.reset()
    sums, lengths, ended = np.zeros(6), np.zeros(6, int), 0
    for _ in range(3000):
        if ended >= 6:
            break
        seen, rewards, dones, infos = env.step(actions_of(env, seen))
        sums += rewards
        lengths += 1
        assert rewards.dtype == np.float32
        for i, info in enumerate(infos):
            assert bool(info) == bool(dones[i])
            if not info:
                continue
            ended += 1
            assert info["episode"]["r"] == pytest.approx(sums[i])
            assert info["returns"][info["seat"]] == pytest.approx(sums[i])
            assert info["episode"]["l"] == lengths[i]
            assert env.observation_space.contains(info["terminal_observation"])
            sums[i], lengths[i] = 0.0, 0
    assert ended >= 6


def test_only_a_game_that_was_cut_off_is_truncated():
    env = SeatVecEnv(8, "knockout", 2, options={"most_plies": 3, "most_count": 6})
    env.seed(0)
    seen = env.reset()
    kinds = set()
    for _ in range(20):
        seen, _, dones, infos = env.step(actions_of(env, seen))
        kinds |= {infos[i]["TimeLimit.truncated"] for i in np.flatnonzero(dones)}
    assert kinds == {True, False}


def test_masks_come_in_one_block_for_all_and_singly_for_some():
    env = SeatVecEnv(5, "goofspiel", 3)
    env.seed(1)
    env.reset()
    (block,) = env.env_method("action_masks")
    assert block.shape == (5, 5)
    assert block.dtype == np.bool_
    some = env.env_method("action_masks", indices=[1, 4])
    assert [mask.shape for mask in some] == [(5,), (5,)]
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    assert env.get_attr("render_mode", indices=[0, 1]) == [None, None]
    with pytest.raises(AttributeError, match="unknown_method"):
        env.env_method("unknown_method")
    with pytest.raises(AttributeError, match="fixed"):
        env.set_attr("encoder", 1)


def test_a_seed_counts_for_the_next_reset_only():
    env = SeatVecEnv(4, "goofspiel", 3)
    env.seed(9)
    first = env.reset()
    other = env.reset()
    env.seed(9)
    assert np.array_equal(env.reset(), first)
    assert not np.array_equal(other, first)


def test_returned_arrays_are_the_callers_to_keep():
    env = SeatVecEnv(4, "goofspiel", 3)
    env.seed(1)
    seen = env.reset()
    kept = seen.copy()
    after, rewards, *_ = env.step(np.zeros(4, int))
    rewards_kept = rewards.copy()
    env.step(np.ones(4, int))
    assert np.array_equal(seen, kept)
    assert np.array_equal(rewards, rewards_kept)
    assert not np.shares_memory(seen, after)


def test_a_saved_state_goes_on_exactly(tmp_path):
    env = SeatVecEnv(6, "knockout", 3)
    env.seed(2)
    seen = env.reset()
    for _ in range(5):
        seen, *_ = env.step(actions_of(env, seen))
    np.savez(tmp_path / "state.npz", **env.get_state())
    other = SeatVecEnv(6, "knockout", 3)
    with np.load(tmp_path / "state.npz", allow_pickle=False) as saved:
        assert np.array_equal(other.set_state(dict(saved)), seen)
    for _ in range(30):
        actions = actions_of(env, seen)
        seen, rewards, dones, infos = env.step(actions)
        other_seen, other_rewards, _, other_infos = other.step(actions)
        assert np.array_equal(seen, other_seen)
        assert np.array_equal(rewards, other_rewards)
        for i in np.flatnonzero(dones):
            assert infos[i]["episode"]["r"] == other_infos[i]["episode"]["r"]
            assert infos[i]["episode"]["l"] == other_infos[i]["episode"]["l"]


def test_a_damaged_saved_state_is_refused():
    env = SeatVecEnv(6, "knockout", 3)
    env.seed(2)
    env.reset()
    saved = env.get_state()
    saved["episode_returns"] = saved["episode_returns"][:-1]
    with pytest.raises(PhylariumError, match="episode_returns"):
        env.set_state(saved)


def test_an_illegal_action_is_refused_before_anything_happens():
    env = SeatVecEnv(3, "goofspiel", 3)
    env.seed(2)
    env.reset()
    before = env.get_state()["states"].tobytes()
    with pytest.raises(IllegalAction, match="game 1 chose action 5"):
        env.step(np.array([0, 5, 0]))
    assert env.get_state()["states"].tobytes() == before


def test_text_is_no_observation_for_stable_baselines3():
    with pytest.raises(UnknownName, match="writes text"):
        SeatVecEnv(3, "goofspiel", encoder="text")


def test_without_stable_baselines3_the_error_says_what_to_install(monkeypatch):
    for name in list(sys.modules):
        if name.startswith("stable_baselines3") or name.endswith("adapters.sb3"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    with pytest.raises(ImportError, match=r"pip install 'phylarium\[train\]'"):
        importlib.import_module("phylarium.envs.adapters.sb3")


def test_maskable_ppo_trains_on_it_and_never_chooses_an_illegal_action():
    contrib = pytest.importorskip("sb3_contrib")
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    env = SeatVecEnv(16, "goofspiel", 2, options={"cards": 3}, opponents="greedy", seat=0)
    model = contrib.MaskablePPO(
        "MlpPolicy", env, n_steps=16, batch_size=128, n_epochs=4, seed=1, learning_rate=1e-2
    )
    model.learn(4096)
    # The best answer to three cards of "bid the prize's value" wins 5 of 6 points.
    finished = [episode["r"] for episode in model.ep_info_buffer]
    assert len(finished) == 100
    assert np.mean(finished) > 2.5
