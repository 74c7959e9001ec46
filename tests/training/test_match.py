"""Matches: paired deals, seat rotation, fairness, and agents of every kind."""

import os

import numpy as np
import phylarium
import pytest
from phylarium.envs.core.errors import IllegalAction, PhylariumError, UnknownName, VersionMismatch
from phylarium.envs.core.rng import uniform
from phylarium.training.agents import fill_table, make_agents, next_uniforms
from phylarium.training.match import largest_table, play_deals, play_match


def setup(players=2, **options):
    return phylarium.setup("goofspiel", players, options)


def first_legal(observation, action_mask):
    return int(action_mask.argmax())


class HighestCard:
    """Bids its highest card in all games at once, and keeps count of its calls."""

    encoder = "vector"

    def __init__(self):
        self.sizes = []

    def act(self, observations, masks, uniforms):
        assert observations.dtype == np.float32
        assert ((uniforms >= 0) & (uniforms < 1)).all()
        self.sizes.append(len(masks))
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_the_rotations_of_a_deal_share_the_deal():
    agents = make_agents(setup(3), ["random"] * 3)
    seats = (np.arange(3)[:, None] + np.arange(3)[None, :]) % 3

    prizes = (
        play_deals(setup(3), agents, range(4), seats, 9)
        .view(np.ndarray)["prizes"]
        .reshape(4, 3, -1)
    )

    assert (prizes == prizes[:, :1]).all()
    assert len({deal.tobytes() for deal in prizes[:, 0]}) > 1


def test_every_agent_sits_everywhere_equally_often():
    match = play_match(setup(3), ["greedy", "random", "random"], 30)

    for row in match.rows():
        assert [(seat["seat"], seat["games"]) for seat in row["seats"]] == [
            (0, 10),
            (1, 10),
            (2, 10),
        ]


def test_games_are_rounded_up_to_whole_rotations():
    assert play_match(setup(3), ["random"] * 3, 10).games == 12


def test_the_same_agent_at_all_seats_wins_equally_often():
    rows = play_match(setup(2), ["random", "random"], 2000, seed=4).rows()

    for row in rows:
        assert row["win_rate_low"] < 0.5 < row["win_rate_high"]


def test_a_match_repeats_with_its_seed_and_not_with_another():
    def scores(seed):
        return play_match(setup(), ["greedy", "random"], 40, seed).tables[0].scores

    np.testing.assert_array_equal(scores(1), scores(1))
    assert (scores(1) != scores(2)).any()


def test_players_without_chance_repeat_themselves_and_it_is_told():
    match = play_match(setup(), ["greedy", "greedy"], 40)

    assert match.tables[0].distinct == 20  # both rotations of a deal are the same game


def test_an_agent_that_python_plays_scores_as_its_compiled_twin():
    """The scripted player bids the prize; so does this one, reading it from the observation."""

    class BidsThePrize:
        def act(self, observations, masks, uniforms):
            prizes = observations[:, setup().layout().slices["prize"]].argmax(axis=1)
            actions = []
            for prize, mask in zip(prizes, masks, strict=True):
                below = np.flatnonzero(mask[: prize + 1])
                actions.append(below[-1] if len(below) else np.flatnonzero(mask)[0])
            return np.array(actions)

    compiled = play_match(setup(), ["greedy", "greedy"], 60, seed=2)
    outside = play_match(setup(), [BidsThePrize(), "greedy"], 60, seed=2)

    np.testing.assert_array_equal(compiled.tables[0].scores, outside.tables[0].scores)


def test_all_games_that_wait_for_one_agent_are_one_call():
    agent = HighestCard()

    play_match(setup(2, cards=3), [agent, "random"], 100)

    # 50 deals, both seats: as soon as it is seat 0's turn in some games it is seat 1's in others
    assert sum(agent.sizes) == 300
    assert len(agent.sizes) <= 6


def test_a_callable_and_the_same_object_twice_can_play():
    agent = HighestCard()

    rows = play_match(setup(3), [agent, agent, first_legal], 9).rows()

    assert [row["agent"] for row in rows][1].endswith("#2")


def test_an_agent_that_breaks_the_rules_stops_the_match_by_name():
    def cheat(observation, action_mask):
        return 77

    with pytest.raises(IllegalAction, match="cheat"):
        play_match(setup(), ["random", cheat], 10)


def test_a_wrong_table_is_refused():
    with pytest.raises(PhylariumError, match="a table of 3 takes 3 agents, got 2"):
        play_match(setup(3), ["random", "random"], 10)
    with pytest.raises(PhylariumError, match="at least one game"):
        play_match(setup(), ["random", "random"], 0)
    with pytest.raises(UnknownName, match="did you mean 'greedy'"):
        play_match(setup(), ["gredy", "random"], 10)


def test_the_last_agent_fills_the_table():
    assert fill_table(["ppo", "greedy"], 4) == ["ppo", "greedy", "greedy", "greedy"]


def test_uniform_numbers_of_many_streams_are_those_of_each_stream():
    streams = np.array([[3], [2**63 + 11]], np.uint64)
    alone = streams.copy()

    drawn = [next_uniforms(streams).tolist() for _ in range(3)]

    with np.errstate(over="ignore"):
        assert drawn == [[uniform(alone[0]), uniform(alone[1])] for _ in range(3)]
    np.testing.assert_array_equal(streams, alone)


@pytest.mark.parametrize("game", sorted(phylarium.games()))
def test_every_game_plays_a_match(game):
    found = phylarium.setup(game)

    match = play_match(found, fill_table(["greedy", "random"], found.num_players), 8)

    assert match.games >= 8
    assert sum(row["win_rate"] for row in match.rows()) == pytest.approx(1.0)


def test_more_agents_than_seats_meet_at_every_possible_table():
    match = play_match(setup(2), ["greedy", "random", first_legal], 10)

    assert [table.agents for table in match.tables] == [(0, 1), (0, 2), (1, 2)]
    assert [row["games"] for row in match.rows()] == [20, 20, 20]


def test_a_policy_for_two_makes_three_agents_meet_in_pairs(tmp_path):
    from phylarium.envs.adapters.policy import save_policy

    two, size = setup(2), setup(2).layout().size
    papers = {
        "name": "p",
        "game": "goofspiel",
        "game_version": "1.0.0",
        "num_players": 2,
        "options": {"cards": 5},
        "encoder": "vector",
        "layout": two.layout().digest,
        "num_actions": 5,
        "activation": "tanh",
        "layers": ["action"],
        "align": [],
        "mode": "best",
    }
    arrays = {
        "action.weight": np.zeros((5, size), np.float32),
        "action.bias": np.zeros(5, np.float32),
    }
    save_policy(tmp_path / "p.safetensors", arrays, papers)
    agents = [str(tmp_path / "p.safetensors"), "greedy", "random"]

    assert largest_table("goofspiel", agents, {}).num_players == 2
    assert largest_table("goofspiel", agents[1:], {}).num_players == 2
    assert largest_table("goofspiel", ["random"] * 3, {}).num_players == 3
    with pytest.raises(VersionMismatch, match="cards"):
        largest_table("goofspiel", agents, {"cards": 4})


def test_tree_search_uses_all_cores_and_chooses_as_it_does_on_one(monkeypatch):
    scores = []
    for cores in (1, 3):
        monkeypatch.setattr(os, "sched_getaffinity", lambda process, cores=cores: set(range(cores)))
        agents = make_agents(setup(), ["mcts:8", "random"])
        assert agents[0].player.threads == cores
        scores.append(play_match(setup(), agents, 40, seed=2).tables[0].scores)
    assert np.array_equal(*scores)
