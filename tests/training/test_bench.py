"""The benchmark: every path is measured the way it says, and its rows have the published keys."""

import json

import numpy as np
import pytest
from phylarium.training import bench
from phylarium.training.cli import app
from typer.testing import CliRunner

KEYS = {
    "game",
    "players",
    "path",
    "batch",
    "decisions_per_s",
    "scaled_per_s",
    "first_step_s",
    "compile_s",
}


def test_json_rows_have_the_published_keys():
    found = CliRunner().invoke(
        app,
        [
            *("--import", "goofspiel", "bench", "goofspiel", "--quick", "--json"),
            *("--path", "core", "--path", "vector", "--batch", "16"),
        ],
    )

    rows = json.loads(found.stdout)
    assert [(row["path"], row["batch"]) for row in rows] == [
        ("core", 1),
        ("core", 16),
        ("vector", 16),
    ]
    for row in rows:
        assert row.keys() >= KEYS
        assert row["decisions_per_s"] > 0
        assert row["first_step_s"] > 0


@pytest.mark.parametrize("path", bench.PATHS)
def test_every_path_counts_the_decisions_it_makes(path):
    work, batch = bench.WORK[path]("goofspiel", 4)

    done = work()

    assert done > 0
    assert done % batch == 0


def test_scaled_rates_are_raw_ones_at_the_reference_speed(monkeypatch):
    monkeypatch.setattr(bench, "calibration", lambda: 5e6)

    raw, scaled, speed = bench.measure(lambda: 1000, seconds=0.01, repeats=3)

    assert scaled == pytest.approx(raw * 5)
    assert speed == 5e6


def test_only_legal_actions_are_picked_each_equally_often():
    masks = np.tile(np.array([0, 1, 0, 1], np.int8), (4000, 1))

    picked = bench.Picker(4000).pick(masks)

    assert set(picked.tolist()) == {1, 3}
    assert 1850 < (picked == 1).sum() < 2150


def test_a_failing_process_is_told_by_its_last_line():
    with pytest.raises(ValueError, match="a fresh process failed: ValueError: no"):
        bench.process_seconds("raise ValueError('no')", [])


def test_a_path_without_its_library_is_left_out_with_a_word(monkeypatch):
    monkeypatch.setattr(bench, "has", lambda module: module != "torch")
    told = []

    rows = bench.bench(["goofspiel"], ["sb3"], quick=True, tell=told.append)

    assert rows == []
    assert "pip install 'phylarium[train]'" in told[0]
