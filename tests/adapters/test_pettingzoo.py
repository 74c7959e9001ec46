"""The turn form and the simultaneous form: PettingZoo's own checks, deaths, refusals, copies."""

import copy
import pickle

import numpy as np
import pettingzoo
import phylarium
import playing
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec, turn_based_aec_to_parallel
from phylarium.envs.adapters.aec import AECGame
from phylarium.envs.adapters.parallel import ParallelGame
from phylarium.envs.core.errors import IllegalAction, OptionsError, PositionError, UnknownName
from phylarium.envs.core.position import Position
from phylarium.envs.core.rng import following_seed

TABLES = [*playing.tables(), ("knockout", 3)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_turn_form_passes_pettingzoos_api_test(game, players):
    env = phylarium.make(game, players, options=playing.options_of(game))
    api_test(env, num_cycles=60)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_turn_form_passes_pettingzoos_seed_test(game, players):
    seed_test(lambda: phylarium.make(game, players, options=playing.options_of(game)), 60)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_simultaneous_form_passes_pettingzoos_api_test(game, players):
    env = phylarium.make_parallel(game, players, options=playing.options_of(game))
    parallel_api_test(env, num_cycles=60)


@pytest.mark.parametrize("game", [*playing.GAMES, "knockout"])
def test_both_forms_pass_pettingzoos_render_test(game, capsys):
    options = playing.options_of(game)
    render_test(lambda **mode: phylarium.make(game, options=options, **mode))
    parallel = phylarium.make_parallel(game, options=options, render_mode="ansi")
    parallel.reset(seed=1)
    assert parallel.render() == parallel.position.text()
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("game", [*playing.GAMES, "knockout"])
def test_the_text_encoder_gives_strings_inside_the_space(game):
    env = AECGame(game, options=playing.options_of(game), encoder="text")
    env.reset(seed=5)
    for agent in env.agent_iter(max_iter=40):
        observation, *_ = env.last()
        assert env.observation_space(agent).contains(observation)
        assert observation["observation"] == env.position.observe(
            env.possible_agents.index(agent), "text"
        )
        env.step(None if env.terminations[agent] else int(np.argmax(observation["action_mask"])))


def test_pettingzoos_registry_makes_both_forms():
    aec = pettingzoo.make("aec", "phylarium/goofspiel-v0", num_players=3)
    parallel = pettingzoo.make("parallel", "phylarium/goofspiel-v0")
    aec.reset(seed=1)
    observations, _ = parallel.reset(seed=1)
    assert aec.agents == ["player_0", "player_1", "player_2"]
    assert set(observations) == {"player_0", "player_1"}


def test_the_module_form_makes_all_three():
    from phylarium.envs.adapters.module_form import module_form

    env, raw_env, parallel_env = module_form("goofspiel")
    assert isinstance(env(num_players=3).unwrapped, AECGame)
    assert isinstance(raw_env(), AECGame)
    assert isinstance(parallel_env(), ParallelGame)


def test_a_seed_deals_what_position_deals_and_the_next_game_follows_from_it():
    setup = phylarium.setup("goofspiel", 3)
    turns, rounds = AECGame("goofspiel", 3), ParallelGame("goofspiel", 3)
    for env in (turns, rounds):
        env.reset(seed=11)
        assert env.position.digest() == Position.deal(setup, 11).digest()
        env.reset()
        following = int(following_seed(np.uint64(11)))
        assert env.position.digest() == Position.deal(setup, following).digest()


def test_without_any_seed_two_environments_deal_different_games():
    first, second = AECGame("goofspiel"), AECGame("goofspiel")
    first.reset()
    second.reset()
    assert first.position.row.seed != second.position.row.seed


@pytest.mark.parametrize("form", [AECGame, ParallelGame])
def test_a_game_starts_from_a_position_document(form):
    position = Position.deal(phylarium.setup("knockout", 4), 3)
    while position.row.alive == 15:
        position.step(0)
    env = form("knockout", 4)
    env.reset(options={"position": position.to_dict()})
    assert env.position.digest() == position.digest()
    assert env.agents == [f"player_{s}" for s in range(4) if position.row.alive >> s & 1]


@pytest.mark.parametrize("form", [AECGame, ParallelGame])
def test_a_wrong_start_is_refused_and_the_game_stays(form):
    env = form("knockout")
    env.reset(seed=1)
    before = env.position.digest()
    with pytest.raises(PositionError, match="'counter'"):
        env.reset(options={"position": {"counter": 3}})
    with pytest.raises(PositionError, match="not from both"):
        env.reset(seed=1, options={"position": {}})
    with pytest.raises(OptionsError, match="mapping"):
        env.reset(options=7)
    for seed in (-1, 2**64, 1.5, "1", True):
        with pytest.raises(OptionsError, match="seed"):
            env.reset(seed=seed)
    assert env.position.digest() == before


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (1, IllegalAction, "'take 2'.*legal: 'take 1'"),
        (2, IllegalAction, "outside 0 to 1"),
        (-1, IllegalAction, "outside 0 to 1"),
        (0.0, IllegalAction, "whole number"),
        (float("nan"), IllegalAction, "nan"),
        (None, IllegalAction, "None"),
        (True, IllegalAction, "True"),
        (np.zeros(2, int), IllegalAction, "array"),
        ("take 3", UnknownName, "nearest is 'take 2'"),
    ],
)
def test_an_action_that_is_not_legal_is_refused_with_words_and_changes_nothing(
    action, error, words
):
    turns, rounds = AECGame("knockout"), ParallelGame("knockout")
    for env in (turns, rounds):
        env.reset(options={"position": {"count": 1}})
        before = env.position.digest()
        with pytest.raises(error, match=words):
            env.step(action if env is turns else {"player_0": action})
        assert env.position.digest() == before
        env.step("take 1" if env is turns else {"player_0": 0})
        assert env.position.digest() != before


def test_the_wrapped_form_ends_the_game_at_an_illegal_action():
    env = phylarium.make("knockout")
    env.reset(options={"position": {"count": 1}})
    env.step(1)
    assert env.unwrapped.terminations == dict.fromkeys(env.agents, True)
    assert env.unwrapped.rewards["player_0"] == -1
    env.reset(seed=1)
    with pytest.raises(AssertionError):
        env.step(9)


def test_an_eliminated_agent_dies_in_mid_game_and_takes_only_none():
    env = AECGame("knockout", 3)
    env.reset(options={"position": {"count": 1, "to_move": 1, "deciding": 2}})
    env.step(0)
    assert env.agent_selection == "player_1"
    observation, reward, terminated, truncated, _ = env.last()
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert not observation["action_mask"].any()
    with pytest.raises(IllegalAction, match="player_1 is out of the game"):
        env.step(0)
    env.step(None)
    assert env.agents == ["player_0", "player_2"]
    assert env.agent_selection == "player_2"
    assert env.last()[1] == 1.0


def test_a_cut_off_game_truncates_and_does_not_terminate():
    env = AECGame("knockout", 2, options={"most_count": 6, "most_plies": 1})
    env.reset(options={"position": {"count": 5}})
    env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    rounds = ParallelGame("knockout", 2, options={"most_count": 6, "most_plies": 1})
    rounds.reset(options={"position": {"count": 5}})
    _, _, terminations, truncations, _ = rounds.step({"player_0": 0})
    assert all(truncations.values())
    assert not any(terminations.values())
    assert rounds.agents == []


def test_infos_hold_what_the_game_makes_public():
    env = AECGame("knockout")
    env.reset(options={"position": {"count": 4}})
    assert env.last()[4] == {"count": 4}
    env.step(0)
    assert env.last()[4] == {"count": 3}
    _, infos = ParallelGame("knockout").reset(options={"position": {"count": 2}})
    assert infos["player_2"] == {"count": 2}


def test_state_is_the_full_encoder():
    env = AECGame("knockout")
    env.reset(seed=2)
    assert np.array_equal(env.state(), env.position.observe(0, "full"))
    assert env.state_space.contains(env.state())
    for form in (AECGame, ParallelGame):
        assert not hasattr(form("goofspiel"), "state_space")
        with pytest.raises(NotImplementedError, match="full"):
            form("goofspiel").state()


@pytest.mark.parametrize("game", [*playing.GAMES, "knockout"])
def test_pettingzoos_own_conversions_take_both_forms(game):
    options = playing.options_of(game)
    rounds = turn_based_aec_to_parallel(phylarium.make(game, options=options))
    parallel_api_test(rounds, num_cycles=40)
    turns = parallel_to_aec(phylarium.make_parallel(game, options=options))
    api_test(turns, num_cycles=40)


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_the_turn_form_plays_on_alone(copied, wrapped):
    env = phylarium.make("goofspiel", 3) if wrapped else AECGame("goofspiel", 3)
    env.reset(seed=4)
    for _ in range(4):
        env.step(int(np.argmax(env.last()[0]["action_mask"])))
    other = copied(env)
    before = env.unwrapped.position.digest()
    assert other.unwrapped.position.digest() == before
    assert other.agent_selection == env.agent_selection
    assert other.unwrapped._cumulative_rewards == env.unwrapped._cumulative_rewards
    while not any(other.terminations.values()):
        other.step(int(np.argmax(other.last()[0]["action_mask"])))
    assert env.unwrapped.position.digest() == before
    while not any(env.terminations.values()):
        env.step(int(np.argmax(env.last()[0]["action_mask"])))
    assert other.unwrapped.position.digest() == env.unwrapped.position.digest()
    assert other.rewards == env.rewards


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_the_simultaneous_form_plays_on_alone(copied):
    env = ParallelGame("goofspiel", 3)
    env.reset(seed=4)
    env.step(dict.fromkeys(env.agents, 0))
    other = copied(env)
    before = env.position.digest()
    other.step(dict.fromkeys(other.agents, 1))
    assert env.position.digest() == before
    env.step(dict.fromkeys(env.agents, 1))
    assert other.position.digest() == env.position.digest()


def test_observations_and_masks_are_the_callers_to_keep():
    env = AECGame("goofspiel", 2)
    env.reset(seed=4)
    first = env.last()[0]
    kept = copy.deepcopy(first)
    env.step(0)
    second = env.last()[0]
    assert np.array_equal(first["observation"], kept["observation"])
    assert np.array_equal(first["action_mask"], kept["action_mask"])
    for key in first:
        assert not np.shares_memory(first[key], second[key])
    rounds = ParallelGame("goofspiel", 2)
    observations, _ = rounds.reset(seed=4)
    kept = copy.deepcopy(observations)
    after, *_ = rounds.step({"player_0": 0, "player_1": 1})
    for name, before in kept.items():
        for key in before:
            assert np.array_equal(observations[name][key], before[key])
            assert not np.shares_memory(observations[name][key], after[name][key])


def test_who_owes_no_choice_may_only_wait():
    env = ParallelGame("knockout", 3)
    observations, _ = env.reset(options={"position": {"count": 3}})
    masks = {name: seen["action_mask"].tolist() for name, seen in observations.items()}
    assert masks == {"player_0": [1, 1], "player_1": [1, 0], "player_2": [1, 0]}
    before = env.position.digest()
    with pytest.raises(IllegalAction, match="player_1, who owes no choice and may only wait"):
        env.step({"player_0": 0, "player_1": 1})
    with pytest.raises(IllegalAction, match="player_0 owes a choice"):
        env.step({"player_1": 0})
    assert env.position.digest() == before
    env.step({"player_0": 1, "player_1": 0, "player_2": 0})
    assert env.position.row.count == 1


def test_an_illegal_choice_of_the_last_seat_leaves_the_others_unapplied():
    env = ParallelGame("goofspiel", 3)
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, "bid 1"))
    before = env.position.digest()
    with pytest.raises(IllegalAction, match="player_2 chose 'bid 1'"):
        env.step({"player_0": 1, "player_1": 1, "player_2": 0})
    assert env.position.digest() == before


def test_an_eliminated_agent_leaves_the_simultaneous_form():
    env = ParallelGame("knockout", 3)
    env.reset(options={"position": {"count": 1}})
    observations, rewards, terminations, _, _ = env.step({"player_0": 0})
    assert terminations == {"player_0": True, "player_1": False, "player_2": False}
    assert rewards == {"player_0": -1.0, "player_1": 1.0, "player_2": 1.0}
    assert not observations["player_0"]["action_mask"].any()
    assert env.agents == ["player_1", "player_2"]
    with pytest.raises(IllegalAction, match="player_0 is not in the game"):
        env.step({"player_0": 0, "player_1": 0})


def test_forced_choices_are_skipped_alike_in_both_forms():
    setup = phylarium.setup("goofspiel", 3, skip_forced=True)
    rounds = ParallelGame("goofspiel", 3, skip_forced=True)
    rounds.reset(seed=6)
    position = Position.deal(setup, 6)
    while rounds.agents:
        rounds.step(dict.fromkeys(rounds.agents, int(np.argmax(rounds._masks[0]))))
    while not position.is_over:
        position.step(int(np.argmax(position.mask())))
    assert rounds.position.digest() == position.digest()


def test_unknown_names_offer_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'goofspiel'"):
        phylarium.make("goofspeil")
    with pytest.raises(UnknownName, match="did you mean 'vector'"):
        phylarium.make("goofspiel", encoder="vectr")
    with pytest.raises(UnknownName, match="did you mean 'cards'"):
        phylarium.make("goofspiel", options={"card": 5})
    with pytest.raises(UnknownName, match="ansi"):
        phylarium.make("goofspiel", render_mode="ascii")
    with pytest.raises(OptionsError, match="2 to 4 players, got 9"):
        phylarium.make("goofspiel", 9)
