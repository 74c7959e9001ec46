"""Running a training again: equal runs are called equal, and every tampering is found."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from phylarium.training import train
from phylarium.training.cli import app
from phylarium.training.experiments import reproduce as reproducing
from phylarium.training.run import RunError, RunFolder
from runs import Stopped, assert_same_training, nothing, start, stop_at
from safetensors import safe_open
from safetensors.numpy import load_file, save_file
from tiny import CONFIG
from typer.testing import CliRunner


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """A finished run and its reproduction; a test that changes them copies them first."""
    folder = tmp_path_factory.mktemp("pair")
    (folder / "tiny.yaml").write_text(CONFIG)
    start(folder / "tiny.yaml", folder / "run")
    found = again(folder / "run")
    assert found.is_equal
    return folder


@pytest.fixture
def run(pair, tmp_path):
    """A copy of the finished run, beside its finished reproduction."""
    shutil.copytree(pair / "run", tmp_path / "run")
    shutil.copytree(pair / "run-reproduced", tmp_path / "run-reproduced")
    return RunFolder(tmp_path / "run")


def again(path, folder=None, tell=nothing):
    return reproducing.reproduce(path, folder, ["phylarium", "reproduce"], tell)


def unequal(found):
    return {c.what: c.differences for c in found.comparisons if not c.is_equal}


def test_a_run_again_is_equal_to_the_last_bit(pair):
    original, made = RunFolder(pair / "run"), RunFolder(pair / "run-reproduced")

    assert_same_training(made, original)
    document = json.loads((made.path / "reproduction.json").read_text())
    assert document["equal"] is True
    assert [c["what"] for c in document["comparisons"]] == [
        "evaluation at 512 steps",
        "evaluation at 1,024 steps",
        "evaluation at 1,280 steps",
        "policy",
        "best policy",
    ]


def test_one_changed_bit_of_one_weight_is_found(run):
    with safe_open(run.policy, "numpy") as file:
        papers = file.metadata()
    arrays = load_file(run.policy)
    arrays["action.weight"].view(np.uint32)[1, 3] ^= 1
    save_file(arrays, run.policy, papers)

    differences = unequal(again(run.path))

    assert differences.keys() == {"policy"}
    assert differences["policy"][0].startswith("action.weight: 1 of 48 weights, by up to ")


def test_a_changed_evaluation_is_found_with_its_entry(run):
    evaluations = run.read_evaluations()
    rate = evaluations[1]["opponents"]["greedy"]["win_rate"]
    evaluations[1]["opponents"]["greedy"]["win_rate"] = 0.99
    run.write_evaluations(evaluations)

    assert unequal(again(run.path)) == {
        "evaluation at 1,024 steps": [f"opponents.greedy.win_rate: 0.99 there, {rate} here"]
    }


@pytest.mark.parametrize("times", [0, 2])
def test_an_evaluation_too_few_or_too_many_is_found(run, times):
    first, *others = run.read_evaluations()
    run.write_evaluations([*[first] * times, *others])

    assert unequal(again(run.path)) == {
        "evaluation at 512 steps": [f"{times} lines in the original, 1 in the reproduction"]
    }


def test_another_game_version_is_refused_before_anything_starts(run, tmp_path):
    run.note(game={**run.facts()["game"], "version": "0.9.0"})

    with pytest.raises(RunError, match=r"trains goofspiel 0\.9\.0; the game here is"):
        again(run.path, tmp_path / "new")

    assert not (tmp_path / "new").exists()


def test_other_package_versions_are_warned_of(run):
    [session] = run.facts()["sessions"]
    here = session["versions"]["torch"]
    run.note(sessions=[{**session, "versions": {**session["versions"], "torch": "1.0"}}])
    told = []

    found = again(run.path, tell=told.append)

    assert found.is_equal
    assert told == [f"not as the original: versions.torch: '1.0' there, {here!r} here"]


def test_an_unfinished_run_is_compared_as_far_as_its_policy(config_file, tmp_path):
    with pytest.raises(Stopped):
        start(config_file, tmp_path / "run", progress=stop_at(1100))

    found = again(tmp_path / "run")

    assert (found.steps, found.is_whole, found.is_equal) == (1024, False, True)
    assert len(found.comparisons) == 3
    assert RunFolder(found.folder).facts()["steps"] == 1024
    assert again(tmp_path / "run").is_equal


def test_a_run_without_a_policy_is_refused(config_file, tmp_path):
    with pytest.raises(Stopped):
        start(config_file, tmp_path / "run", progress=stop_at(100))

    with pytest.raises(RunError, match="has exported no policy yet"):
        again(tmp_path / "run")


def test_an_interrupted_reproduction_goes_on(run, tmp_path, monkeypatch):
    with pytest.raises(Stopped):
        reproducing.reproduce(run.path, tmp_path / "new", [], nothing, stop_at(700))
    resumed = []
    monkeypatch.setattr(
        "phylarium.training.experiments.finishing.resume",
        lambda *arguments: resumed.append(1) or train.resume(*arguments),
    )

    assert again(run.path, tmp_path / "new").is_equal
    assert resumed == [1]
    assert again(run.path, tmp_path / "new").is_equal
    assert resumed == [1]


def test_an_interrupt_says_how_to_go_on(run, tmp_path):
    def interrupt(steps, total, note):
        raise KeyboardInterrupt

    with pytest.raises(RunError, match=r"interrupted in .*/new; the same command goes on"):
        reproducing.reproduce(run.path, tmp_path / "new", [], nothing, interrupt)


def test_a_folder_with_another_run_is_refused_and_left_alone(run, config_file, tmp_path):
    other = start(config_file, tmp_path / "other", "train.seed=6", "train.total_timesteps=256")
    before = other.policy.read_bytes()

    with pytest.raises(RunError, match=r"train\.seed: 6 there, 5 here"):
        again(run.path, other.path)
    with pytest.raises(RunError, match="is the run itself"):
        again(run.path, run.path)

    assert other.policy.read_bytes() == before


def test_a_run_in_the_present_folder_is_reproduced_beside_it(run, monkeypatch):
    monkeypatch.chdir(run.path)

    assert again(Path(".")).folder == run.path.parent / "run-reproduced"


def test_the_command_says_so_with_its_exit_status(run):
    equal = CliRunner().invoke(app, ["reproduce", str(run.path)])
    run.write_evaluations(run.read_evaluations()[1:])
    different = CliRunner().invoke(app, ["reproduce", str(run.path), "--json"])
    missing = CliRunner().invoke(app, ["reproduce", "nowhere"])

    assert equal.exit_code == 0, equal.output
    assert "best policy" in equal.stdout
    assert different.exit_code == 1
    assert json.loads(different.stdout)["equal"] is False
    assert missing.exit_code == 2
    assert "no run in nowhere" in missing.stderr
