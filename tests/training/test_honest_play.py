"""Shipped agents keep the rules, and whoever breaks them is stopped by name.

The small versions always run; the long ones are marked `full`.
"""

import numpy as np
import phylarium
import pytest
from honesty import IgnoresMasks, rewards_and_payoff
from phylarium.envs import registry
from phylarium.envs.adapters.opponents import checked_choices
from phylarium.envs.adapters.policy import baselines
from phylarium.envs.adapters.sb3 import SeatVecEnv
from phylarium.envs.adapters.seat import SeatEnv
from phylarium.envs.core.errors import IllegalAction
from phylarium.envs.core.record import as_states, new_states
from phylarium.envs.core.rng import derive
from phylarium.training.agents import choices, make_agents
from phylarium.training.match import play_match

GAMES = sorted(phylarium.games())
SIDE_BY_SIDE = 500


def shipped_agents(game):
    """Each agent that comes with a game, by name, with the set-up that it is for."""
    known = registry.game(game)
    usual = phylarium.setup(game)
    yield from ((name, usual) for name in ("random", *known.scripted_players))
    for papers in baselines(known):
        yield papers["path"], known.setup(papers["num_players"], papers["options"])


AGENTS = [
    pytest.param(name, setup, id=f"{game}-{name.rpartition('/')[2]}")
    for game in GAMES
    for name, setup in shipped_agents(game)
]


def play_checked(setup, spec, games, seed=0):
    """Games of an agent at a drawn half of the seats, at all of them in every third game, `random`
    at the others; every choice is held against the mask. Returns the games played to their end.

    `match` trusts agents that play inside the compiled loop, and checks the others only.
    """
    agents = make_agents(setup, ["random", spec])
    loops, finished = setup.game.loops, 0
    for start in range(0, games, SIDE_BY_SIDE):
        count = min(SIDE_BY_SIDE, games - start)
        numbers = range(start, start + count)
        states = new_states(setup.game.record, count)
        setup.deal(states, np.array([derive(seed, n) for n in numbers], np.uint64))
        rngs = np.array([[derive(seed, n, 1)] for n in numbers], np.uint64)
        who = np.random.default_rng(start).integers(0, 2, (count, setup.num_players))
        who[::3] = 1
        who[np.arange(count), np.arange(count) % setup.num_players] = 1
        raw = states.view(np.ndarray)
        while len(rows := np.flatnonzero((raw["terminal"] == 0) & (raw["truncated"] == 0))):
            movers = who[rows, raw["to_move"][rows]]
            for number in np.unique(movers):
                mine = rows[movers == number]
                there, streams = as_states(raw[mine]), rngs[mine]
                masks = np.zeros((len(mine), setup.num_actions), np.int8)
                loops.legal_many(there, masks)
                actions = choices(setup, agents[number], there, streams)
                checked_choices(agents[number], actions, masks, setup)
                loops.step_many(there, actions)
                raw[mine], rngs[mine] = there.view(np.ndarray), streams
        finished += count
    return finished


@pytest.mark.parametrize(("spec", "setup"), AGENTS)
def test_shipped_agents_keep_the_rules(spec, setup):
    assert play_checked(setup, spec, 50) == 50


@pytest.mark.full
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("spec", "setup"), AGENTS)
def test_shipped_agents_keep_the_rules_at_length(spec, setup):
    assert play_checked(setup, spec, 10_000, seed=1) == 10_000


def test_a_scripted_player_that_breaks_the_rules_would_be_noticed(marathon_game):
    setup = phylarium.setup("marathon")

    assert play_checked(setup, "runner", 20) == 20
    with pytest.raises(IllegalAction, match=r"opponent flyer chose 'fly' .* not legal"):
        play_checked(setup, "flyer", 20)


REFUSED = r"opponent IgnoresMasks chose .* not legal; legal: "


def test_an_agent_that_ignores_masks_is_noticed_among_those_that_are_checked():
    with pytest.raises(IllegalAction, match=REFUSED):
        play_checked(phylarium.setup("goofspiel"), IgnoresMasks(), 20)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_stops_an_agent_that_ignores_masks(game):
    setup = phylarium.setup(game)

    with pytest.raises(IllegalAction, match=REFUSED):
        play_match(setup, ["random"] * (setup.num_players - 1) + [IgnoresMasks()], 20)


@pytest.mark.parametrize("game", GAMES)
def test_the_seat_environment_stops_an_opponent_that_ignores_masks(game):
    env = SeatEnv(game, opponents=IgnoresMasks(), seat=0)

    def play():
        for seed in range(20):
            rewards_and_payoff(env, seed, np.random.default_rng(seed))

    with pytest.raises(IllegalAction, match=REFUSED):
        play()


@pytest.mark.parametrize("game", GAMES)
def test_the_training_environment_stops_an_opponent_that_ignores_masks(game):
    env = SeatVecEnv(8, game, opponents=IgnoresMasks())

    with pytest.raises(IllegalAction, match=REFUSED):
        step_sb3(env, 500)


def test_a_league_stops_a_member_that_ignores_masks(config_file, monkeypatch):
    from phylarium.training.config import load_config
    from phylarium.training.league import League

    monkeypatch.setitem(registry._OPPONENTS, "ignorant", lambda setup: IgnoresMasks())
    overrides = ("game.opponents=league", "league.anchors=[ignorant]", "league.anchor_share=1.0")
    config = load_config(config_file, overrides)
    league = League(config.setup(), config)
    size = config.setup().layout().size
    league.add(
        {
            "policy.0.weight": np.zeros((16, size)),
            "policy.0.bias": np.zeros(16),
            "action.weight": np.zeros((3, 16)),
            "action.bias": np.zeros(3),
        },
        steps=0,
    )
    env = SeatVecEnv(8, "goofspiel", options={"cards": 3}, opponents=league)

    with pytest.raises(IllegalAction, match=REFUSED):
        step_sb3(env, 50)


def step_sb3(env, steps):
    """The first legal action in every game, so often."""
    env.seed(1)
    env.reset()
    for _ in range(steps):
        env.step(env.action_masks().argmax(axis=1))
