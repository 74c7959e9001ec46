"""Shipping a policy: half precision, results from deals that no evaluation used."""

import numpy as np
import pytest
import runs
from phylarium.envs import registry
from phylarium.envs.adapters.policy import load_policy
from phylarium.envs.core.errors import PhylariumError
from phylarium.training.match import play_match
from phylarium.training.ship import ship
from safetensors.numpy import load_file, save_file
from tiny import CONFIG


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ship")
    (folder / "tiny.yaml").write_text(CONFIG, encoding="utf-8")
    return runs.start(folder / "tiny.yaml", folder / "run")


def test_the_shipped_file_is_the_runs_best_policy_in_half_precision(run, tmp_path):
    ship(run.path, tmp_path / "policy.safetensors", games=10)

    best, shipped = load_file(run.best), load_file(tmp_path / "policy.safetensors")
    assert best.keys() == shipped.keys()
    for name, array in shipped.items():
        assert array.dtype == np.float16
        np.testing.assert_array_equal(array, best[name].astype(np.float16))


def test_its_papers_hold_the_results_of_the_shipped_weights_on_other_deals(run, tmp_path):
    file = tmp_path / "policy.safetensors"
    results = ship(run.path, file, games=60, opponents=["random", "greedy"], seed=3)

    setup = registry.setup("goofspiel", 2, {"cards": 3})
    papers = load_policy(file, setup).metadata
    assert list(results) == ["random", "greedy"]
    assert papers["results"] == results
    assert papers["steps"] == load_policy(run.best, setup).metadata["steps"]
    assert results["random"]["games"] == 60
    assert results != ship(run.path, file, games=60, opponents=["random", "greedy"], seed=4)


def test_what_was_shipped_plays(run, tmp_path):
    file = tmp_path / "policy.safetensors"
    ship(run.path, file, games=10, curve=tmp_path / "curve.png")

    setup = registry.setup("goofspiel", 2, {"cards": 3})
    assert play_match(setup, [str(file), "random"], 40).games == 40
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_weights_beyond_half_precision_are_refused_and_nothing_is_written(run, tmp_path):
    kept = run.best.read_bytes()
    try:
        from safetensors import safe_open

        with safe_open(run.best, "np") as file:
            papers = file.metadata()
        arrays = load_file(run.best)
        arrays["action.bias"][0] = 1e6
        save_file(arrays, run.best, papers)
        with pytest.raises(PhylariumError, match=r"action\.bias holds weights beyond half precis"):
            ship(run.path, tmp_path / "policy.safetensors", games=2)
    finally:
        run.best.write_bytes(kept)
    assert not (tmp_path / "policy.safetensors").exists()


def test_a_run_without_an_evaluated_policy_is_refused(run, tmp_path):
    folder = tmp_path / "young"
    folder.mkdir()
    (folder / "config.yaml").write_bytes(run.config.read_bytes())
    with pytest.raises(PhylariumError, match=r"no evaluated policy .*young"):
        ship(folder, tmp_path / "policy.safetensors", games=2)


def test_a_policy_file_ships_as_its_run_does(run, tmp_path):
    of_run = ship(run.path, tmp_path / "of_run.safetensors", games=10)
    of_file = ship(run.best, tmp_path / "of_file.safetensors", games=10)
    assert of_file == of_run
    written = [(tmp_path / f"{name}.safetensors").read_bytes() for name in ("of_run", "of_file")]
    assert written[0] == written[1]
    with pytest.raises(PhylariumError, match="only a run has a learning curve"):
        ship(run.best, tmp_path / "other.safetensors", games=10, curve=tmp_path / "curve.png")


def test_the_command_tells_the_results(run, tmp_path, run_phylarium):
    ended = run_phylarium(
        "ship", run.path, tmp_path / "policy.safetensors", "--games", 20, "--import", "goofspiel"
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("against greedy: win rate ")
