"""Training from a config: what it writes, how it goes on after a stop, what it refuses."""

import json
import signal
import subprocess
import sys
import time

import numpy as np
import phylarium
import pytest
from phylarium.envs.adapters.policy import load_policy
from phylarium.training import train
from phylarium.training.agents import make_agents
from phylarium.training.config import load_config
from phylarium.training.export import policy_arrays
from phylarium.training.run import RunError, RunFolder
from phylarium.training.strict_yaml import ConfigError
from runs import Stopped, assert_same_training, resume, start, stop_at
from tiny import CONFIG


def newest(run):
    """Steps of the newest checkpoint, -1 before the first."""
    return max((int(folder.name) for folder in run.saved_checkpoints()), default=-1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """One uninterrupted run of the small config."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "tiny.yaml").write_text(CONFIG)
    return start(folder / "tiny.yaml", folder / "run")


def test_a_run_folder_holds_what_the_run_was(whole):
    facts = whole.facts()

    assert load_config(whole.config).train.total_timesteps == 1280
    assert facts["status"] == "finished"
    assert facts["seed"] == 5
    assert facts["game"]["options"] == {"cards": 3}
    assert facts["sessions"][0]["command"] == ["phylarium", "train"]
    assert facts["sessions"][0]["versions"]["torch"]
    assert [int(f.name) for f in whole.saved_checkpoints()] == [1024, 1280]
    assert whole.curve.read_bytes().startswith(b"\x89PNG")
    assert list(whole.tensorboard.glob("events.*"))


def test_evaluations_come_as_often_as_asked_and_at_the_end(whole):
    evaluations = whole.read_evaluations()

    assert [e["steps"] for e in evaluations] == [512, 1024, 1280]
    row = evaluations[0]["opponents"]["greedy"]
    assert row["games"] == 20
    assert 0 <= row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"] <= 1


def test_the_exported_policy_has_its_papers_and_plays(whole):
    setup = phylarium.setup("goofspiel", 2, {"cards": 3})
    policy = load_policy(whole.path, setup)

    papers = policy.metadata
    assert (papers["name"], papers["steps"], papers["game_version"]) == ("ppo", 1280, "1.0.0")
    assert papers["layout"] == setup.layout().digest
    assert papers["training"]["ppo"]["n_steps"] == 8
    assert papers["results"] == whole.read_evaluations()[-1]["opponents"]
    assert make_agents(setup, [str(whole.path), f"{whole.best}:best"])[1].player.mode == "best"


def test_the_best_policy_is_the_one_that_was_evaluated_best(whole):
    rates = {e["steps"]: e["opponents"]["greedy"]["win_rate"] for e in whole.read_evaluations()}
    setup = phylarium.setup("goofspiel", 2, {"cards": 3})

    assert rates[load_policy(whole.best, setup).metadata["steps"]] == max(rates.values())


@pytest.mark.parametrize("align", ["{}", "{prize: bid, prizes_left: bid}"])
def test_the_exported_policy_chooses_as_the_trained_network_does(config_file, align):
    import torch

    training = train.Training(load_config(config_file, [f"ppo.policy_kwargs.align={align}"]))
    training.begin()
    if align != "{}":
        training.model.policy.action_net.gains.data[:] = torch.tensor([0.3, -0.2])
    seen, masks = training.env.reset(), training.env.action_masks()
    with torch.no_grad():
        distribution = training.model.policy.get_distribution(torch.as_tensor(seen), masks)
        wanted = distribution.distribution.probs.numpy()

    np.testing.assert_allclose(training.policy().probabilities(seen, masks), wanted, atol=1e-6)


def test_aligned_sections_start_with_the_gain_that_the_config_names(config_file):
    training = train.Training(
        load_config(
            config_file,
            ["ppo.policy_kwargs.align={prize: bid}", "ppo.policy_kwargs.align_gain=4.5"],
        )
    )
    training.begin()
    assert training.arrays()["gains"].tolist() == [4.5]

    seen = training.env.reset()
    prizes = seen[:, :3].argmax(axis=1)  # the prize on the table, one-hot
    masks = training.env.action_masks()
    best = training.policy().probabilities(seen, masks).argmax(axis=1)
    assert (best == prizes).all()


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_export_names_every_layer_of_the_policy(config_file, activation):
    training = train.Training(
        load_config(
            config_file,
            [
                f"ppo.policy_kwargs.activation_fn={activation}",
                "ppo.policy_kwargs.net_arch={pi: [8, 4], vf: [5]}",
            ],
        )
    )
    training.begin()

    shapes = {name: array.shape for name, array in policy_arrays(training.model.policy).items()}

    size = training.setup.layout().size
    assert shapes == {
        "policy.0.weight": (8, size),
        "policy.0.bias": (8,),
        "policy.1.weight": (4, 8),
        "policy.1.bias": (4,),
        "action.weight": (3, 4),
        "action.bias": (3,),
    }


@pytest.mark.parametrize(
    "overrides",
    [
        (),
        ("game.opponents=league", "league.every=128", "league.sampling=prioritised"),
        ("imitation.steps=256",),
    ],
)
def test_two_runs_of_one_config_and_seed_make_equal_updates(config_file, tmp_path, overrides):
    """Weights and optimizer after each of the first updates, not only at the end."""
    short = (*overrides, "train.total_timesteps=512", "train.checkpoint_every=128")
    one, two, other = (
        start(config_file, tmp_path / name, *short, f"train.seed={seed}", *KEEP_ALL)
        for name, seed in (("one", 5), ("two", 5), ("other", 6))
    )

    saved = [folder.name for folder in one.saved_checkpoints()]
    assert len(saved) >= 3
    for name in saved:
        assert_same_networks(one.checkpoints / name, two.checkpoints / name)
    with pytest.raises(AssertionError):
        assert_same_networks(one.checkpoints / saved[1], other.checkpoints / saved[1])


KEEP_ALL = ("train.keep_checkpoints=99",)


def assert_same_networks(one, other):
    """Equal tensors of policy and optimizer in two checkpoints, to the last bit."""
    import torch
    from torch.utils import _pytree

    leaves = [
        _pytree.tree_leaves(torch.load(folder / "networks.pt", weights_only=True))
        for folder in (one, other)
    ]
    assert len(leaves[0]) == len(leaves[1]) > 10
    for ours, theirs in zip(*leaves, strict=True):
        same = torch.equal(ours, theirs) if torch.is_tensor(ours) else ours == theirs
        assert same, (ours, theirs)


@pytest.mark.parametrize("stop", [32, 520, 1270])
def test_a_stopped_training_goes_on_to_exactly_the_same_weights(config_file, tmp_path, whole, stop):
    with pytest.raises(Stopped):
        start(config_file, tmp_path / "run", progress=stop_at(stop))

    run = resume(tmp_path / "run")

    assert_same_training(run, whole)
    assert len(run.facts()["sessions"]) == 2


@pytest.mark.parametrize(
    "opponents",
    [
        ("game.opponents=self", "league.every=300"),
        (
            *("game.opponents=league", "league.every=200", "league.most_snapshots=3"),
            *("league.sampling=prioritised", "league.anchors=[random, 'mcts:4']"),
        ),
    ],
)
def test_a_stopped_self_play_training_goes_on_exactly(config_file, tmp_path, opponents):
    overrides = (*opponents, "train.checkpoint_every=500")
    straight = start(config_file, tmp_path / "straight", *overrides)
    with pytest.raises(Stopped):
        start(config_file, tmp_path / "run", *overrides, progress=stop_at(900))

    assert_same_training(resume(tmp_path / "run"), straight)


def test_a_training_killed_in_the_middle_goes_on_exactly(
    config_file, tmp_path, process_environment, run_phylarium
):
    overrides = [
        "train.total_timesteps=16384",
        "train.checkpoint_every=1024",
        "train.eval_every=4096",
    ]
    command = [sys.executable, "-m", "phylarium.training.cli", "--import", "goofspiel", "train"]
    command += [str(config_file), "--run-dir", str(tmp_path / "run")]
    command += [word for override in overrides for word in ("--set", override)]
    run = RunFolder(tmp_path / "run")
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, env=process_environment, stdout=log, stderr=log)
        while process.poll() is None and newest(run) < 4096:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, (tmp_path / "log").read_text()
    assert run.facts()["status"] == "running"
    assert newest(run) < 16384

    resumed = run_phylarium("--import", "goofspiel", "train", "--resume", run.path)

    assert resumed.returncode == 0, resumed.stderr
    assert run.facts()["status"] == "finished"
    assert_same_training(run, start(config_file, tmp_path / "straight", *overrides))


def test_a_finished_run_resumed_stays_as_it_is(whole, config_file, tmp_path):
    run = start(config_file, tmp_path / "run")

    assert_same_training(resume(run.path), whole)


def test_a_run_killed_before_its_first_checkpoint_starts_again(config_file, tmp_path, whole):
    config = load_config(config_file)
    RunFolder.create(tmp_path / "run", config.to_yaml(), {})

    assert_same_training(resume(tmp_path / "run"), whole)


def test_a_damaged_checkpoint_is_passed_over_for_the_one_before(config_file, tmp_path, whole):
    with pytest.raises(Stopped):
        start(config_file, tmp_path / "run", progress=stop_at(700))
    run = RunFolder(tmp_path / "run")
    newest = run.saved_checkpoints()[-1] / "networks.pt"
    newest.write_bytes(newest.read_bytes()[:-100])
    told = []

    train.resume(run.path, [], [], told.append)

    assert "networks.pt is not what was written" in told[0]
    assert_same_training(run, whole)


def test_a_run_with_damaged_checkpoints_alone_is_refused(config_file, tmp_path):
    with pytest.raises(Stopped):
        start(config_file, tmp_path / "run", progress=stop_at(300))
    run = RunFolder(tmp_path / "run")
    for folder in run.saved_checkpoints():
        (folder / "counters.json").write_text("{")

    with pytest.raises(RunError, match="no whole checkpoint"):
        resume(run.path)


def test_a_disk_that_fills_up_stops_the_training_and_loses_nothing(
    config_file, tmp_path, whole, monkeypatch
):
    import torch

    real, saves = torch.save, []

    def full(*arguments, **more):
        saves.append(1)
        if len(saves) == 3:
            raise OSError(28, "No space left on device")
        return real(*arguments, **more)

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(RunError, match="No space left on device; the ones before are whole"):
        start(config_file, tmp_path / "run")
    run = RunFolder(tmp_path / "run")
    assert [int(f.name) for f in run.saved_checkpoints()] == [0, 256]
    assert run.facts()["status"].startswith("stopped: cannot save the checkpoint")

    assert_same_training(resume(run.path), whole)


def test_a_resumed_run_can_be_made_longer_but_not_another(config_file, tmp_path):
    run = start(config_file, tmp_path / "run", "train.total_timesteps=256")

    resume(run.path, "train.total_timesteps=512")

    assert run.facts()["steps"] == 512
    assert load_config(run.config).train.total_timesteps == 512
    with pytest.raises(ConfigError, match="a resumed run keeps its config"):
        resume(run.path, "ppo.gamma=0.5")


def test_a_run_of_other_rules_is_not_resumed(config_file, tmp_path):
    run = start(config_file, tmp_path / "run", "train.total_timesteps=256")
    game = {**run.facts()["game"], "version": "0.9.0"}
    run.note(game=game)

    with pytest.raises(
        RunError, match=r"trains goofspiel 0\.9\.0; the game here is goofspiel 1\.0\.0"
    ):
        resume(run.path)


def test_nothing_is_created_when_the_config_is_wrong(config_file, tmp_path):
    with pytest.raises(ConfigError):
        start(config_file, tmp_path / "run", "ppo.n_steps=0")

    assert not (tmp_path / "run").exists()


def test_a_device_that_is_not_there_is_refused_before_the_start(config_file, tmp_path):
    with pytest.raises(ConfigError, match=r"train\.device: 'nonsense' cannot be used"):
        start(config_file, tmp_path / "run", "train.device=nonsense")

    assert not (tmp_path / "run").exists()


def test_a_used_folder_is_refused_and_left_alone(config_file, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.txt").write_text("mine")

    with pytest.raises(RunError, match="is not empty"):
        start(config_file, tmp_path / "run")

    assert [f.name for f in (tmp_path / "run").iterdir()] == ["thesis.txt"]


def test_training_learns(config_file, tmp_path):
    """Against an opponent that always bids its lowest card, one more wins all prizes but one."""
    from phylarium.envs import registry

    class Lowest:
        def act(self, observations, masks, uniforms):
            return masks.argmax(axis=1)

    registry.register_opponent("lowest", lambda setup: Lowest())
    run = start(
        config_file,
        tmp_path / "run",
        "game.opponents=lowest",
        "train.eval_opponents=[lowest]",
        "train.total_timesteps=5000",
        "game.options.cards=5",
        "ppo.n_steps=16",
        "ppo.n_epochs=4",
        "ppo.learning_rate=1e-2",
        "train.eval_every=10000",
        "train.eval_games=200",
    )

    [row] = [e["opponents"]["lowest"] for e in run.read_evaluations()]
    assert row["win_rate_low"] > 0.8


def test_a_checkpoint_is_plain_data(whole):
    folder = whole.saved_checkpoints()[-1]

    json.loads((folder / "counters.json").read_text())
    with np.load(folder / "environment.npz", allow_pickle=False) as arrays:
        assert len(arrays["states"]) == 16
