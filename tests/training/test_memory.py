"""Memory stays flat while games are trained: nothing is kept of a game that is over."""

import gc
import os

import pytest
from phylarium.training import train
from phylarium.training.config import load_config
from phylarium.training.run import RunFolder
from runs import nothing

MOST_GROWTH = 4 * 2**20
"""Bytes. Half a kilobyte kept of each of the full version's last 8,000 games would come near it;
as measured, 4 to 16 kilobytes are kept in all.
"""


def resident():
    """Bytes of this process that are in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(config_file, folder, first, last, *overrides):
    """How much the process grew from game `first` to game `last` of a league training."""
    config = load_config(
        config_file,
        (
            *("game.opponents=league", "league.every=1500", "league.most_snapshots=3"),
            *("league.anchors=[random, greedy]", "league.sampling=prioritised"),
            *("train.eval_every=3000", "train.checkpoint_every=3000"),
            *(f"train.total_timesteps={3 * last + 2000}", "ppo.n_steps=32", *overrides),
        ),
    )
    training = train.Training(config)
    measured = {}

    def report(steps, total, note):
        for games in (first, last):
            if training.games >= games and games not in measured:
                gc.collect()
                measured[games] = resident()

    run = RunFolder.create(folder, config.to_yaml(), {})
    training.begin()
    training.go(run, nothing, report)
    assert training.games >= last
    assert len(training.league.snapshots) == 3
    return measured[last] - measured[first]


def test_memory_is_flat_over_games(config_file, tmp_path):
    assert growth(config_file, tmp_path / "run", 4000, 6000) < MOST_GROWTH


def test_the_measure_sees_what_is_kept(config_file, tmp_path, monkeypatch):
    kept, note = [], train.Training._note

    def hoarding(training):
        kept.append(bytearray(os.urandom(2**16)))
        return note(training)

    monkeypatch.setattr(train.Training, "_note", hoarding)

    assert growth(config_file, tmp_path / "run", 4000, 6000) > MOST_GROWTH


@pytest.mark.full
def test_memory_is_flat_over_ten_thousand_games(config_file, tmp_path):
    assert growth(config_file, tmp_path / "run", 2000, 10_000) < MOST_GROWTH
