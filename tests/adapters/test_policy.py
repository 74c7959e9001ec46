"""Saved policies: what they compute, what they refuse, and that a file is whole or not there."""

import os
import subprocess
import sys

import numpy as np
import phylarium
import pytest
from phylarium.envs.adapters.policy import SavedPolicy, baselines, load_policy, save_policy
from phylarium.envs.core.errors import PhylariumError, UnknownName, VersionMismatch
from policies import papers, small_network


@pytest.fixture
def setup():
    return phylarium.setup("goofspiel", 3)


@pytest.fixture
def saved(setup, tmp_path):
    file = tmp_path / "policy.safetensors"
    save_policy(file, small_network(setup), papers(setup))
    return file


def some_observations(setup, count=64):
    random = np.random.default_rng(0)
    masks = (random.random((count, setup.num_actions)) < 0.6).astype(np.int8)
    masks[:, 2] |= masks.sum(axis=1) == 0
    return random.random((count, setup.layout().size), np.float32), masks


def test_it_computes_the_network_that_was_saved(setup, saved):
    torch = pytest.importorskip("torch")
    arrays = {name: torch.from_numpy(a) for name, a in small_network(setup).items()}
    observations, masks = some_observations(setup)
    values = torch.from_numpy(observations)
    for layer in ("policy.0", "policy.1"):
        values = torch.tanh(values @ arrays[f"{layer}.weight"].T + arrays[f"{layer}.bias"])
    logits = (values @ arrays["action.weight"].T + arrays["action.bias"]).numpy()
    policy = load_policy(saved, setup)
    assert policy.logits(observations) == pytest.approx(logits, abs=1e-5)
    masked = torch.from_numpy(np.where(masks, logits, -np.inf)).softmax(1).numpy()
    assert policy.probabilities(observations, masks) == pytest.approx(masked, abs=1e-5)


def test_sampling_follows_the_masked_softmax(setup, saved):
    policy = load_policy(saved, setup)
    observations, masks = some_observations(setup, 1)
    wanted = policy.probabilities(observations, masks)[0]
    draws = 20_000
    uniforms = np.random.default_rng(1).random(draws)
    chosen = policy.act(np.repeat(observations, draws, 0), np.repeat(masks, draws, 0), uniforms)
    shares = np.bincount(chosen, minlength=setup.num_actions) / draws
    assert (shares[masks[0] == 0] == 0).all()
    # five standard errors of a share
    assert (np.abs(shares - wanted) < 5 * np.sqrt(wanted * (1 - wanted) / draws) + 1e-12).all()


@pytest.mark.parametrize("uniform", [0.0, 0.5, np.nextafter(1.0, 0.0), 1.0])
def test_every_uniform_number_gives_a_legal_action(setup, saved, uniform):
    policy = load_policy(saved, setup)
    observations, masks = some_observations(setup, 500)
    chosen = policy.act(observations, masks, np.full(500, uniform))
    assert masks[np.arange(500), chosen].all()


def test_best_takes_the_largest_legal_logit(setup, saved):
    policy = load_policy(saved, setup, "best")
    observations, masks = some_observations(setup)
    chosen = policy.act(observations, masks, np.zeros(64))
    logits = policy.logits(observations)
    assert masks[np.arange(64), chosen].all()
    assert (logits[np.arange(64), chosen] >= np.where(masks, logits, -np.inf).max(axis=1)).all()


def test_relu_differs_from_tanh(setup, tmp_path, saved):
    file = tmp_path / "relu.safetensors"
    save_policy(file, small_network(setup), papers(setup, activation="relu"))
    observations, _ = some_observations(setup, 1)
    arrays = small_network(setup)
    values = observations[0]
    for layer in ("policy.0", "policy.1"):
        values = np.maximum(arrays[f"{layer}.weight"] @ values + arrays[f"{layer}.bias"], 0)
    logits = arrays["action.weight"] @ values + arrays["action.bias"]
    assert load_policy(file, setup).logits(observations)[0] == pytest.approx(logits, abs=1e-4)
    assert load_policy(saved, setup).logits(observations)[0] != pytest.approx(logits, abs=1e-1)


def test_the_papers_are_kept(setup, tmp_path):
    file = tmp_path / "policy.safetensors"
    results = {"greedy": {"games": 400, "mean_score": 1.5}}
    save_policy(file, small_network(setup), papers(setup, results=results, steps=12))
    metadata = load_policy(file, setup).metadata
    assert metadata["results"] == results
    assert metadata["steps"] == 12
    assert repr(load_policy(file, setup, "best")) == "small:best"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "clades"}, "'small' .policy.safetensors. is for game clades, here it is goofs"),
        ({"game_version": "0.9.0"}, "game version 0.9.0, here it is 1.0.0"),
        ({"num_players": 2}, "for 2 players, here are 3"),
        ({"layout": "0" * 16}, "another layout of encoder 'vector'"),
        ({"format": 99}, "policy format 99, this version reads 2"),
    ],
)
def test_a_policy_for_something_else_is_refused_with_what_differs(
    setup, tmp_path, monkeypatch, changed, words
):
    file = tmp_path / "policy.safetensors"
    document = papers(setup, **changed)
    if "format" in changed:  # as a later version would write it
        monkeypatch.setattr("phylarium.envs.adapters.policy.FORMAT", 99)
    save_policy(file, small_network(setup), document)
    monkeypatch.undo()
    with pytest.raises(VersionMismatch, match=words):
        load_policy(file, setup)


def test_options_that_change_the_observation_are_named(setup, saved):
    with pytest.raises(VersionMismatch, match="cards: 5 instead of 6"):
        load_policy(saved, phylarium.setup("goofspiel", 3, {"cards": 6}))


def test_options_that_change_nothing_seen_or_chosen_are_welcome(tmp_path):
    setup = phylarium.setup("knockout", 3)
    file = tmp_path / "policy.safetensors"
    save_policy(file, small_network(setup), papers(setup))
    other = phylarium.setup("knockout", 3, {"most_plies": 50})
    assert load_policy(file, other).encoder == "vector"


@pytest.mark.parametrize("kept", [0, 4, 8, 200, -1])
def test_a_truncated_file_is_refused(setup, saved, kept):
    content = saved.read_bytes()
    saved.write_bytes(content[:kept])
    with pytest.raises(PhylariumError, match=r"policy.safetensors is (damaged|no policy)"):
        load_policy(saved, setup)


def test_a_file_of_something_else_is_refused(setup, tmp_path):
    from safetensors.numpy import save_file

    bare = tmp_path / "bare.safetensors"
    save_file({"a": np.zeros(3)}, bare)
    noise = tmp_path / "noise.safetensors"
    noise.write_bytes(np.random.default_rng(0).bytes(5000))
    for file in (bare, noise):
        with pytest.raises(PhylariumError, match="is no policy of this package"):
            load_policy(file, setup)


def test_a_policy_that_is_not_there_is_refused(setup, tmp_path):
    with pytest.raises(UnknownName, match=r"no policy file .*absent.safetensors"):
        load_policy(tmp_path / "absent.safetensors", setup)
    with pytest.raises(UnknownName, match="baseline of goofspiel 'ppo'"):
        load_policy("ppo", setup)
    save_policy(tmp_path / "p.safetensors", small_network(setup), papers(setup))
    with pytest.raises(UnknownName, match="did you mean 'best'"):
        load_policy(tmp_path / "p.safetensors", setup, "bests")


def spoil_nan(arrays, document):
    arrays["policy.1.weight"][3, 3] = np.nan


def spoil_infinite(arrays, document):
    arrays["action.bias"][0] = np.inf


def spoil_shape(arrays, document):
    arrays["policy.1.weight"] = arrays["policy.1.weight"][:, :-1]


def spoil_bias(arrays, document):
    arrays["policy.1.bias"] = arrays["policy.1.bias"][:-1]


def spoil_missing_array(arrays, document):
    del arrays["action.bias"]


def spoil_missing_key(arrays, document):
    del document["layout"], document["encoder"]


def spoil_activation(arrays, document):
    document["activation"] = "rellu"


def spoil_mode(arrays, document):
    document["mode"] = "simple"


def spoil_actions(arrays, document):
    document["num_actions"] = 4


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (spoil_nan, "layer 'policy.1' holds NaN or infinite"),
        (spoil_infinite, "layer 'action' holds NaN or infinite"),
        (spoil_shape, "layer 'policy.1' does not fit the one before"),
        (spoil_bias, "layer 'policy.1' has shapes"),
        (spoil_missing_array, "lacks the array 'action.bias'"),
        (spoil_missing_key, "metadata lacks encoder, layout"),
        (spoil_activation, "did you mean 'relu'"),
        (spoil_mode, "did you mean 'sample'"),
        (spoil_actions, r"last layer must give 4 logits|chooses among 4 actions, here are 5"),
    ],
)
def test_what_does_not_fit_is_refused_when_saving_and_when_loading(
    setup, tmp_path, monkeypatch, spoil, words
):
    arrays, document = small_network(setup), papers(setup)
    spoil(arrays, document)
    file = tmp_path / "policy.safetensors"
    with pytest.raises(PhylariumError, match=words):
        save_policy(file, arrays, document)
    assert os.listdir(tmp_path) == []
    with monkeypatch.context() as unchecked:
        unchecked.setattr("phylarium.envs.adapters.policy._checked_metadata", lambda _, d: d)
        unchecked.setattr("phylarium.envs.adapters.policy._layers", lambda *_: None)
        save_policy(file, arrays, document)
    with pytest.raises(PhylariumError, match=words):
        load_policy(file, setup)


def test_a_full_disk_leaves_the_old_file_whole(setup, saved, monkeypatch):
    before = saved.read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save_policy(saved, small_network(setup, seed=2), papers(setup))
    monkeypatch.undo()
    assert saved.read_bytes() == before
    assert os.listdir(saved.parent) == [saved.name]


def test_without_safetensors_the_error_says_what_to_install(setup, saved, monkeypatch):
    monkeypatch.setitem(sys.modules, "safetensors", None)
    monkeypatch.setitem(sys.modules, "safetensors.numpy", None)
    with pytest.raises(PhylariumError, match=r"pip install 'phylarium\[policies\]'"):
        load_policy(saved, setup)


def test_baselines_of_a_game_without_any_are_none(setup):
    assert baselines(setup.game) == []


def test_loading_and_playing_needs_no_torch(setup, saved):
    program = (
        "import sys, goofspiel, phylarium\n"
        "from phylarium.envs.adapters.seat import SeatEnv\n"
        f"env = SeatEnv('goofspiel', 3, opponents={str(saved)!r})\n"
        "env.reset(seed=1)\n"
        "env.step(0)\n"
        "print(sorted({'torch', 'stable_baselines3'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_half_precision_is_kept_in_the_file_and_plays_in_single(setup, tmp_path):
    halves = {name: array.astype(np.float16) for name, array in small_network(setup).items()}
    rounded = {name: array.astype(np.float32) for name, array in halves.items()}
    save_policy(tmp_path / "half.safetensors", halves, papers(setup))
    save_policy(tmp_path / "single.safetensors", rounded, papers(setup))
    seen, _ = some_observations(setup)

    half = load_policy(tmp_path / "half.safetensors", setup).logits(seen)
    single = load_policy(tmp_path / "single.safetensors", setup).logits(seen)

    assert half.dtype == np.float32
    np.testing.assert_array_equal(half, single)
    sizes = [(tmp_path / f"{name}.safetensors").stat().st_size for name in ("half", "single")]
    assert sizes[0] < sizes[1]


def test_a_network_may_have_no_hidden_layer(setup, tmp_path):
    arrays = {
        "action.weight": np.zeros((5, setup.layout().size), np.float32),
        "action.bias": np.arange(5, dtype=np.float32),
    }
    file = tmp_path / "policy.safetensors"
    save_policy(file, arrays, papers(setup, layers=["action"]))
    policy = load_policy(file, setup, "best")
    assert isinstance(policy, SavedPolicy)
    observations, _ = some_observations(setup, 2)
    assert policy.act(observations, np.array([[1] * 5, [1, 1, 0, 0, 0]]), None).tolist() == [4, 1]


def aligned(setup, **more):
    """A network that hears the section `prizes_left` of as many numbers as there are cards."""
    start = setup.layout().slices["prizes_left"].start
    arrays = {**small_network(setup), "gains": np.array([2.5], np.float32)}
    return arrays, papers(setup, align=[[start, 1, 3]], **more), start


def test_a_section_that_speaks_of_actions_is_weighed_and_added_to_their_logits(setup, tmp_path):
    arrays, document, start = aligned(setup)
    save_policy(tmp_path / "with.safetensors", arrays, document)
    without = {name: array for name, array in arrays.items() if name != "gains"}
    save_policy(tmp_path / "without.safetensors", without, papers(setup))
    seen, _ = some_observations(setup)

    heard = load_policy(tmp_path / "with.safetensors", setup).logits(seen)
    plain = load_policy(tmp_path / "without.safetensors", setup).logits(seen)

    plain[:, 1:4] += 2.5 * seen[:, start : start + 3]
    np.testing.assert_allclose(heard, plain, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"align": [[0, 1, 3], [0, 1, 2]]}, "should be 2 finite numbers"),
        ({"align": [[0, 3, 3]]}, "outside its action space"),
        ({"align": [[10_000, 1, 3]]}, "outside its observation"),
    ],
)
def test_sections_that_do_not_fit_are_refused(setup, tmp_path, change, said):
    arrays, document, _ = aligned(setup)
    with pytest.raises(PhylariumError, match=said):
        save_policy(tmp_path / "wrong.safetensors", arrays, {**document, **change})
