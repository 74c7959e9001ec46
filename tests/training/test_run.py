"""The run folder: nothing half-written, nothing lost."""

import json
import os

import pytest
from phylarium.training import run as run_module
from phylarium.training.run import RunError, RunFolder, session_facts


@pytest.fixture
def run(tmp_path):
    return RunFolder.create(tmp_path / "run", "game: {}\n", {"seed": 3})


def fill(folder):
    (folder / "a.bin").write_bytes(b"whole")


def fail(folder):
    (folder / "a.bin").write_bytes(b"hal")
    raise OSError(28, "No space left on device")


def test_a_new_run_has_its_config_and_facts(run):
    assert run.config.read_text() == "game: {}\n"
    assert run.facts() == {"seed": 3}


def test_an_existing_run_is_not_touched(run):
    with pytest.raises(RunError, match="--resume"):
        RunFolder.create(run.path, "other", {})

    assert run.config.read_text() == "game: {}\n"


def test_a_file_is_no_run_folder(tmp_path):
    (tmp_path / "file").write_text("mine")

    with pytest.raises(RunError, match="is a file"):
        RunFolder.create(tmp_path / "file", "", {})
    with pytest.raises(RunError, match=r"no config\.yaml"):
        RunFolder.open(tmp_path)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path, monkeypatch):
    def refuse(*arguments, **more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(run_module, "write_whole", refuse)
    with pytest.raises(RunError, match=r"cannot write the run folder .*Permission denied"):
        RunFolder.create(tmp_path / "run", "", {})


def test_a_checkpoint_appears_whole(run):
    run.save_checkpoint(128, fill, keep=2)

    assert (run.saved_checkpoints()[0] / "a.bin").read_bytes() == b"whole"


def test_a_full_disk_while_saving_loses_nothing(run):
    run.save_checkpoint(128, fill, keep=2)

    with pytest.raises(RunError, match="No space left on device; the ones before are whole"):
        run.save_checkpoint(256, fail, keep=2)

    assert [f.name for f in run.checkpoints.iterdir()] == ["000000000128"]
    assert (run.saved_checkpoints()[0] / "a.bin").read_bytes() == b"whole"


def test_a_full_disk_while_writing_a_file_leaves_the_old_one(run, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match="No space left"):
        run.write(run.config, b"new")

    assert run.config.read_text() == "game: {}\n"
    assert sorted(f.name for f in run.path.iterdir()) == ["checkpoints", "config.yaml", "run.json"]


def test_only_the_last_checkpoints_are_kept(run):
    for steps in (1, 2, 10, 30):
        run.save_checkpoint(steps, fill, keep=2)

    assert [int(f.name) for f in run.saved_checkpoints()] == [10, 30]


def test_leftovers_of_a_kill_are_removed_and_nothing_else(run):
    (run.checkpoints / ".unfinished-x").mkdir()
    (run.path / ".run.json-abc").write_text("{")
    run.save_checkpoint(1, fill, keep=2)

    run.remove_unfinished()

    assert [f.name for f in run.checkpoints.iterdir()] == ["000000000001"]
    assert sorted(f.name for f in run.path.iterdir()) == ["checkpoints", "config.yaml", "run.json"]


def test_an_evaluation_cut_short_is_passed_over(run):
    run.evaluations.write_text(json.dumps({"steps": 1, "opponents": {}}) + '\n{"steps": 2, "opp')

    assert run.read_evaluations() == [{"steps": 1, "opponents": {}}]


def test_a_session_says_what_ran_where(run):
    facts = session_facts(["phylarium", "train", "x.yaml"])

    assert facts["command"] == ["phylarium", "train", "x.yaml"]
    assert {"numpy", "numba", "torch"} <= facts["versions"].keys()
    run.note(sessions=[facts], status="finished")
    assert run.facts()["seed"] == 3
    assert run.facts()["status"] == "finished"
