"""What users register reaches every adapter: variants, and encoders compiled or not."""

import gymnasium
import numpy as np
import pettingzoo
import phylarium
import pytest
from phylarium.envs import registry
from phylarium.envs.adapters.aec import AECGame
from phylarium.envs.adapters.parallel import ParallelGame
from phylarium.envs.adapters.seat import SeatEnv
from phylarium.envs.adapters.vector import SeatVectorEnv
from phylarium.envs.core.game import Encoder
from phylarium.envs.core.jit import jit
from phylarium.envs.core.layout import Layout, Section


@pytest.fixture
def variant():
    """Three cards and three players, under a name of its own."""

    def register():
        phylarium.register(
            "goofspiel", name="small_goofspiel", options={"cards": 3}, num_players=3, env_version=2
        )

    register()
    yield register
    del registry._ENTRIES["small_goofspiel"]
    del gymnasium.registry["phylarium/SmallGoofspiel-v2"]
    for known in (pettingzoo.aec_registry, pettingzoo.parallel_registry):
        del known["phylarium/small_goofspiel-v2"]


def test_a_variant_goes_by_its_name_in_every_adapter(variant):
    seat = gymnasium.make("phylarium/SmallGoofspiel-v2")
    vector = gymnasium.make_vec("phylarium/SmallGoofspiel-v2", num_envs=2)
    turns = pettingzoo.make("aec", "phylarium/small_goofspiel-v2")
    rounds = pettingzoo.make("parallel", "phylarium/small_goofspiel-v2")
    assert seat.action_space.n == vector.single_action_space.n == 3
    assert turns.possible_agents == rounds.possible_agents == [f"player_{s}" for s in range(3)]
    assert turns.metadata["name"] == "small_goofspiel_v2"
    assert phylarium.make("small_goofspiel", options={"cards": 4}).action_space("player_0").n == 4


def test_registering_twice_does_no_harm_and_another_game_of_the_name_is_refused(variant):
    before = (len(gymnasium.registry), len(pettingzoo.aec_registry), phylarium.games())
    for name in before[2]:
        registry.game(name)  # a game that was used counts as the same one too
    variant()
    phylarium.register_shipped()
    assert (len(gymnasium.registry), len(pettingzoo.aec_registry), phylarium.games()) == before
    with pytest.raises(ValueError, match="'small_goofspiel' is taken"):
        phylarium.register("goofspiel", name="small_goofspiel", options={"cards": 9})


def test_a_variant_of_a_variant_keeps_what_it_does_not_change(variant):
    phylarium.register("small_goofspiel", name="smallest_goofspiel", options={"cards": 2})
    try:
        setup = phylarium.setup("smallest_goofspiel")
        assert (setup.num_players, setup.options.cards) == (3, 2)
    finally:
        del registry._ENTRIES["smallest_goofspiel"]
        del gymnasium.registry["phylarium/SmallestGoofspiel-v0"]
        for known in (pettingzoo.aec_registry, pettingzoo.parallel_registry):
            del known["phylarium/smallest_goofspiel-v0"]


@jit
def count_only(state, seat, out):
    out[0] = state.count
    out[1] = state.to_move == seat


def count_in_python(state, seat, out):
    out[0] = state.count
    out[1] = state.to_move == seat


@pytest.fixture(params=["compiled", "plain Python"])
def count_encoder(request, knockout_game):
    """An encoder "count" that a user registered, in both kinds."""
    layout = Layout((Section("count", 1, "the count", 0, 6), Section("mine", 1, "my turn")))
    compiled = request.param == "compiled"
    body = count_only if compiled else count_in_python
    phylarium.register_encoder("knockout", Encoder("count", body, lambda _: layout, compiled))
    yield "count"
    del knockout_game.extra_encoders["count"]


def test_a_registered_encoder_goes_by_its_name_in_every_adapter(count_encoder):
    arguments = {"game": "knockout", "num_players": 3, "encoder": count_encoder}

    def expected(position, seat):
        return [position.row.count, position.to_move == seat]

    turns = AECGame(**arguments)
    turns.reset(seed=3)
    for name in turns.agents:
        seat = turns.possible_agents.index(name)
        assert turns.observe(name)["observation"].tolist() == expected(turns.position, seat)
    rounds = ParallelGame(**arguments)
    observations, _ = rounds.reset(seed=3)
    assert observations["player_1"]["observation"].tolist() == expected(rounds.position, 1)
    seat_env = SeatEnv(**arguments, opponents="greedy")
    seen, _ = seat_env.reset(seed=3)
    assert seen.tolist() == expected(seat_env.position, seat_env.seat)
    vector = SeatVectorEnv(4, **arguments, opponents="greedy")
    seen, _ = vector.reset(seed=3)
    for i in range(4):
        assert seen[i].tolist() == expected(vector.position(i), vector.seats[i])
    sb3 = pytest.importorskip("phylarium.envs.adapters.sb3").SeatVecEnv(
        4, **arguments, opponents="greedy"
    )
    sb3.seed(3)
    assert np.array_equal(sb3.reset(), seen)
    assert sb3.observation_space == vector.single_observation_space


def test_a_registered_encoder_is_what_an_opponent_may_read(count_encoder):
    seen = []

    def one_off(observation, mask):
        seen.append(observation.tolist())
        return 0

    one_off.encoder = count_encoder
    env = SeatEnv("knockout", 2, opponents=one_off, seat=0)
    env.reset(seed=3)
    while not seen:
        if not env.is_running:
            env.reset()
        env.step(0)
    assert all(mine == 1.0 and 1 <= count <= 6 for count, mine in seen)
