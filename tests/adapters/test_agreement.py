"""The same seed and the same choices give the same game through every adapter."""

import numpy as np
import phylarium
import playing
import pytest
from phylarium.envs.adapters.aec import AECGame
from phylarium.envs.adapters.parallel import ParallelGame
from phylarium.envs.adapters.sb3 import SeatVecEnv
from phylarium.envs.adapters.seat import SeatEnv
from phylarium.envs.adapters.vector import SeatVectorEnv

TABLES = [*playing.tables(), ("knockout", 4)]
SEEDS = range(700, 703)


def table(game, players):
    options = playing.options_of(game)
    return phylarium.setup(game, players, options), {
        "game": game,
        "num_players": players,
        "options": options,
    }


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_turn_form_plays_the_cores_game_and_hands_out_its_rewards(game, players):
    setup, arguments = table(game, players)
    env = AECGame(**arguments)
    for seed in SEEDS:
        choices, _, returns, position = playing.play_core(setup, seed)
        env.reset(seed=seed)
        made, handed_out = [], np.zeros(players)
        for agent in env.agent_iter():
            seat = env.possible_agents.index(agent)
            observation, reward, terminated, truncated, _ = env.last()
            handed_out[seat] += reward
            if terminated or truncated:
                env.step(None)
                continue
            action = playing.choose(observation["observation"], observation["action_mask"])
            made.append((seat, action))
            env.step(action)
        assert made == choices
        assert env.position.digest() == position.digest()
        if game != "knockout":  # which pays seats that are out
            assert handed_out == pytest.approx(returns)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_simultaneous_form_plays_the_cores_game_and_hands_out_its_rewards(game, players):
    setup, arguments = table(game, players)
    env = ParallelGame(**arguments)
    for seed in SEEDS:
        _, _, returns, position = playing.play_core(setup, seed)
        observations, _ = env.reset(seed=seed)
        handed_out = np.zeros(players)
        while env.agents:
            actions = {
                name: playing.choose(seen["observation"], seen["action_mask"])
                for name, seen in observations.items()
                if name in env.agents
            }
            observations, rewards, *_ = env.step(actions)
            for name, reward in rewards.items():
                handed_out[env.possible_agents.index(name)] += reward
        assert env.position.digest() == position.digest()
        if game != "knockout":
            assert handed_out == pytest.approx(returns)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_seat_form_plays_the_cores_game_from_every_seat_and_gives_all_its_rewards(
    game, players
):
    setup, arguments = table(game, players)
    for seat in range(players):
        env = SeatEnv(**arguments, opponents=playing.choose, seat=seat)
        for seed in SEEDS:
            choices, seen, returns, position = playing.play_core(setup, seed)
            if not seen[seat]:
                continue  # the game ended before the learner's first choice
            observation, info = env.reset(seed=seed)
            rewards, made = 0.0, []
            while env.is_running:
                assert np.array_equal(observation, seen[seat][len(made)])
                made.append(playing.choose(observation, info["action_mask"]))
                observation, reward, terminated, truncated, info = env.step(made[-1])
                rewards += reward
            assert made == [action for who, action in choices if who == seat]
            assert env.position.digest() == position.digest()
            assert (terminated, truncated) == (
                bool(position.row.terminal),
                bool(position.row.truncated),
            )
            assert rewards == pytest.approx(returns[seat])
            assert info["returns"] == pytest.approx(returns)
            assert info["seat"] == seat


@pytest.mark.parametrize("opponents", ["random", "greedy", playing.choose])
@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("num_envs", [1, 64])
def test_game_i_of_the_vector_forms_goes_as_the_seat_form_with_its_seed(
    game, players, num_envs, opponents
):
    _, arguments = table(game, players)
    arguments["opponents"] = opponents
    vector, sb3 = SeatVectorEnv(num_envs, **arguments), SeatVecEnv(num_envs, **arguments)
    seen, infos = vector.reset(seed=90)
    sb3.seed(90)
    assert np.array_equal(sb3.reset(), seen)
    watched = sorted({0, num_envs // 3, num_envs - 1})
    singles = {i: SeatEnv(**arguments) for i in watched}
    single_seen = {i: env.reset(seed=90 + i)[0] for i, env in singles.items()}
    for _ in range(40):
        masks = infos["action_mask"]
        assert np.array_equal(sb3.action_masks(), masks)
        actions = np.array([playing.choose(o, m) for o, m in zip(seen, masks, strict=True)])
        for i, env in singles.items():
            assert np.array_equal(single_seen[i], seen[i])
            assert env.seat == vector.seats[i]
        seen, rewards, terminated, truncated, infos = vector.step(actions)
        sb3_seen, sb3_rewards, sb3_dones, _ = sb3.step(actions)
        assert np.array_equal(sb3_seen, seen)
        assert np.array_equal(sb3_rewards, rewards.astype(np.float32))
        assert np.array_equal(sb3_dones, terminated | truncated)
        for i, env in singles.items():
            single_seen[i], reward, ended, cut_off, info = env.step(actions[i])
            assert (reward, ended, cut_off) == (rewards[i], terminated[i], truncated[i])
            if not env.is_running:
                assert np.array_equal(infos["final_obs"][i], single_seen[i])
                assert np.array_equal(infos["final_info"]["returns"][i], info["returns"])
                single_seen[i] = env.reset()[0]
