"""Opponents by every kind of specification; what an opponent's illegal choice leaves behind."""

import numpy as np
import phylarium
import playing
import pytest
from phylarium.envs import registry
from phylarium.envs.adapters.opponents import opponent, seated
from phylarium.envs.adapters.policy import save_policy
from phylarium.envs.adapters.seat import SeatEnv
from phylarium.envs.adapters.vector import SeatVectorEnv
from phylarium.envs.core.errors import (
    IllegalAction,
    PhylariumError,
    UnknownName,
    VersionMismatch,
)
from policies import papers, small_network


class LowestCard:
    """An opponent that remembers what it was asked."""

    def __init__(self, encoder=None):
        self.asked = []
        if encoder is not None:
            self.encoder = encoder

    def act(self, observations, masks, uniforms):
        self.asked.append((observations, masks, uniforms))
        return masks.argmax(axis=1)


def returns_of(opponents, seed=3, games=12, **more):
    """What each learner earned in its first game, always choosing by hash."""
    env = SeatVectorEnv(games, "goofspiel", 3, opponents=opponents, **more)
    seen, infos = env.reset(seed=seed)
    for _ in range(5):
        actions = [playing.choose(o, m) for o, m in zip(seen, infos["action_mask"], strict=True)]
        seen, *_, infos = env.step(np.array(actions))
    return infos["final_info"]["returns"].tolist()


def test_an_object_sees_all_waiting_games_at_once_and_the_same_as_a_callable():
    lowest = LowestCard()
    assert returns_of(lowest) == returns_of(lambda seen, mask: int(mask.argmax()))
    observations, masks, uniforms = lowest.asked[0]
    assert observations.dtype == np.float32
    assert observations.shape == (len(masks), phylarium.setup("goofspiel", 3).layout().size)
    assert masks.dtype == np.int8
    assert uniforms.shape == (len(masks),)
    assert ((uniforms >= 0) & (uniforms < 1)).all()
    assert len(masks) > 1


def test_uniform_numbers_repeat_with_the_seed_and_differ_between_games():
    first, second = LowestCard(), LowestCard()
    returns_of(first)
    returns_of(second)
    assert all(np.array_equal(a[2], b[2]) for a, b in zip(first.asked, second.asked, strict=True))
    drawn = np.concatenate([uniforms for _, _, uniforms in first.asked])
    assert len(np.unique(drawn)) == len(drawn)


def test_a_python_copy_of_the_scripted_player_plays_as_it_does():
    def bid_the_prize(seen, mask):
        prize = int(np.argmax(seen[:5]))
        below = [card for card in range(prize, -1, -1) if mask[card]]
        return below[0] if below else int(np.argmax(mask))

    assert returns_of(bid_the_prize) == returns_of("greedy")


def test_a_list_seats_opponents_in_turn_order_after_the_learner():
    class Marked(LowestCard):
        pass

    first, second = Marked(), Marked()
    env = SeatEnv("goofspiel", 3, opponents=[first, second], seat=1)
    env.reset(seed=1)
    # Seat 2 is next after the learner, seat 0 the one after that and first to bid.
    assert (len(first.asked), len(second.asked)) == (0, 1)
    env.step(0)
    assert (len(first.asked), len(second.asked)) == (1, 2)


def test_one_object_in_two_seats_is_one_opponent():
    lowest = LowestCard()
    codes, players = seated([lowest, "random", lowest], phylarium.setup("goofspiel", 4))
    assert codes == [-2, 0, -2]
    assert players == [lowest]


def test_scripted_players_go_by_their_place_and_may_be_mixed():
    setup = phylarium.setup("knockout", 4)
    assert seated(["greedy:wild", "random", "greedy"], setup) == ([2, 0, 1], [])


@pytest.mark.parametrize("encoder", ["vector", "plain", "text"])
def test_an_opponent_reads_the_encoder_that_it_names(encoder):
    lowest = LowestCard(encoder)
    env = SeatVectorEnv(3, "knockout", 3, opponents=lowest)
    env.reset(seed=1)
    for _ in range(6):
        env.step(env.action_masks().argmax(axis=1))
    seen = lowest.asked[0][0]
    if encoder == "text":
        assert all(each.startswith("count ") for each in seen)
    else:
        assert seen.shape[1] == phylarium.setup("knockout", 3).layout(encoder).size
        assert seen.any()


def test_a_registered_opponent_goes_by_its_name():
    registry.register_opponent("lowest", lambda setup: LowestCard())
    registry.register_opponent("lowest_too", lambda setup: "lowest")
    try:
        assert returns_of("lowest") == returns_of(LowestCard()) == returns_of("lowest_too")
    finally:
        del registry._OPPONENTS["lowest"], registry._OPPONENTS["lowest_too"]


def test_a_policy_goes_by_its_file_its_folder_and_the_mode_after_it(tmp_path):
    setup = phylarium.setup("goofspiel", 3)
    arrays = small_network(setup)
    file = tmp_path / "policy.safetensors"
    save_policy(file, arrays, papers(setup))
    sampled = returns_of(str(file))
    assert sampled == returns_of(file) == returns_of(tmp_path) == returns_of(f"{file}:sample")
    assert sampled == returns_of(opponent(str(file), setup))
    best = returns_of(f"{tmp_path}:best")
    assert best != sampled
    assert best == returns_of([f"{file}:best", f"{file}:best"])


def test_a_shipped_baseline_goes_by_its_name(tmp_path, monkeypatch):
    setup = phylarium.setup("goofspiel", 3)
    weights = tmp_path / "weights"
    weights.mkdir()
    for players in (2, 3):
        other = phylarium.setup("goofspiel", players)
        file = weights / f"ppo_{players}p.safetensors"
        save_policy(file, small_network(other), papers(other, name="ppo"))
    monkeypatch.setitem(setup.game.__dict__, "sources", tmp_path)
    assert returns_of("ppo") == returns_of(weights / "ppo_3p.safetensors")
    assert returns_of("ppo:best") == returns_of(f"{weights}/ppo_3p.safetensors:best")
    with pytest.raises(UnknownName, match="did you mean 'ppo'"):
        opponent("pppo", setup)
    with pytest.raises(VersionMismatch, match=r"for 2 players, here are 4.*for 3 players"):
        opponent("ppo", phylarium.setup("goofspiel", 4))


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("greedi", UnknownName, "did you mean 'greedy'"),
        ("greedy:best", UnknownName, "did you mean 'greedy'"),
        ("nowhere/at/all", UnknownName, "no policy file 'nowhere/at/all'"),
        ("nothing.safetensors", UnknownName, "no policy file 'nothing.safetensors'"),
        (7, UnknownName, "a name, a path, a policy or a callable, got 7"),
        (None, UnknownName, "got None"),
        (["greedy"], PhylariumError, "leave 2 seats for opponents, got 1"),
        (["greedy", "random", "random"], PhylariumError, "got 3"),
        ([], PhylariumError, "got 0"),
    ],
)
def test_an_opponent_that_does_not_exist_is_refused(spec, error, words):
    with pytest.raises(error, match=words):
        SeatEnv("goofspiel", 3, opponents=spec)


def test_a_folder_without_a_policy_is_refused(tmp_path):
    with pytest.raises(UnknownName, match=r"no policy file .*policy.safetensors"):
        opponent(tmp_path, phylarium.setup("goofspiel", 3))


class Stubborn:
    """Bids its lowest card, whether it still has it or not, or whatever it is told to."""

    def __init__(self, answer=None):
        self.answer = answer

    def __repr__(self):
        return "Stubborn"

    def act(self, observations, masks, uniforms):
        if self.answer is None:
            return np.zeros(len(masks), int)
        return self.answer(len(masks))


def test_an_illegal_choice_of_an_opponent_names_it_and_leaves_all_games_as_they_were():
    env = SeatVectorEnv(4, "goofspiel", 3, opponents=Stubborn(), seat=0)
    env.reset(seed=1)
    env.step(env.action_masks().argmax(axis=1))
    before, masks = env.get_state(), env.action_masks()
    with pytest.raises(IllegalAction, match=r"opponent Stubborn chose 'bid 1' .* not legal"):
        env.step(env.action_masks().argmax(axis=1))
    after = env.get_state()
    assert all(before[name].tobytes() == after[name].tobytes() for name in before)
    assert np.array_equal(env.action_masks(), masks)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda k: np.zeros(k), "whole numbers, one a game, got float64"),
        (lambda k: np.full(k, np.nan), "nan"),
        (lambda k: np.zeros(k + 1, int), "owes 2 whole numbers"),
        (lambda k: [9] * k, "action 9, which is outside 0 to 4"),
        (lambda k: [-1] * k, "action -1, which is outside"),
        (lambda k: None, "whole numbers"),
        (lambda k: [[1], [1, 2]], "no array of actions"),
    ],
)
def test_an_answer_that_is_no_action_names_the_opponent(answer, words):
    env = SeatVectorEnv(2, "goofspiel", 3, opponents=["random", Stubborn(answer)], seat=0)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=f"opponent Stubborn .*{words}"):
        env.step(env.action_masks().argmax(axis=1))


def test_an_opponent_that_fails_at_the_deal_leaves_no_half_dealt_game():
    env = SeatEnv("goofspiel", 3, opponents=Stubborn(lambda k: [7] * k), seat=2)
    with pytest.raises(IllegalAction, match="Stubborn"):
        env.reset(seed=1)
    with pytest.raises(PhylariumError, match="reset"):
        env.step(0)


def test_weights_may_be_swapped_between_steps():
    class Swapped:
        def __init__(self):
            self.inner = Stubborn(lambda k: [0] * k)

        def act(self, *asked):
            return self.inner.act(*asked)

    swapped = Swapped()
    env = SeatEnv("goofspiel", 2, opponents=swapped, seat=0)
    env.reset(seed=1)
    env.step(0)
    swapped.inner = LowestCard()
    env.step(1)
    assert len(swapped.inner.asked) == 1
