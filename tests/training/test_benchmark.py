"""Benchmark suites: what is refused, what a stop leaves behind, what the table says."""

import json

import numpy as np
import pytest
from phylarium.training.cli import app
from phylarium.training.experiments import finishing
from phylarium.training.experiments.benchmark import run_suite
from phylarium.training.experiments.benchmark_config import load_suite
from phylarium.training.experiments.benchmark_report import cells, markdown, over_seeds
from phylarium.training.extras import MissingExtra
from phylarium.training.run import RunError
from phylarium.training.shipped import shipped_suites
from phylarium.training.statistics import student_interval
from phylarium.training.strict_yaml import ConfigError
from runs import Stopped, nothing, stop_at
from scipy import stats
from tiny import CONFIG
from typer.testing import CliRunner

SUITE = """\
games: 20
tasks:
  trained:
    config: FOLDER/tiny.yaml
    set: {ppo.n_steps: 16}
    budget: 512
    seeds: [1, 2]
    opponents: [greedy, random]
  fixed:
    game: goofspiel
    agents: [greedy]
    opponents: [random]
    options: {cards: 3}
    seeds: [4]
"""


@pytest.fixture
def suite_file(tmp_path):
    (tmp_path / "tiny.yaml").write_text(CONFIG)
    path = tmp_path / "toy.yaml"
    path.write_text(SUITE.replace("FOLDER", str(tmp_path)))
    return path


@pytest.fixture
def trainings(monkeypatch):
    """Which run folders a training was started, and gone on with, in."""
    counted = {"started": [], "resumed": []}
    start, resume = finishing.start_checked, finishing.resume

    def counting_start(config, path, *more):
        counted["started"].append(path.parent.name + "/" + path.name)
        return start(config, path, *more)

    def counting_resume(path, *more):
        counted["resumed"].append(path.parent.name + "/" + path.name)
        return resume(path, *more)

    monkeypatch.setattr(finishing, "start_checked", counting_start)
    monkeypatch.setattr(finishing, "resume", counting_resume)
    return counted


def run(suite_file, folder, *overrides, progress=None, tell=nothing):
    return run_suite(load_suite(suite_file, overrides), folder, ["test"], tell, progress)


def refusal(suite_file, *overrides):
    with pytest.raises(ConfigError) as refused:
        load_suite(suite_file, overrides)
    return str(refused.value)


def test_a_suite_runs_every_task_and_seed_once_and_never_again(suite_file, tmp_path, trainings):
    first = run(suite_file, tmp_path / "out")
    made = {f: f.read_bytes() for f in (tmp_path / "out").rglob("*.json")}
    again = run(suite_file, tmp_path / "out")

    assert trainings == {"started": ["trained/seed-1", "trained/seed-2"], "resumed": []}
    assert again == first == json.loads((tmp_path / "out" / "results.json").read_text())
    assert {f: f.read_bytes() for f in (tmp_path / "out").rglob("*.json")} == made
    assert [(r["task"], r["agent"], r["opponent"], r["seeds"]) for r in first["rows"]] == [
        ("trained", "ppo", "greedy", [1, 2]),
        ("trained", "ppo", "random", [1, 2]),
        ("fixed", "greedy", "random", [4]),
    ]
    assert first["rows"][0]["games"] == 40
    assert first["rows"][0]["steps"] == 512


def test_a_stop_inside_a_unit_goes_on_there_and_changes_no_result(suite_file, tmp_path, trainings):
    calls = []

    def second_unit_midway(steps, total, note):
        calls.append(steps)
        if calls.count(512) and steps == 400:
            raise Stopped

    straight = run(suite_file, tmp_path / "straight")
    with pytest.raises(Stopped):
        run(suite_file, tmp_path / "out", progress=second_unit_midway)
    assert sorted(f.name for f in (tmp_path / "out" / "trained").iterdir()) == [
        "seed-1",
        "seed-1.json",
        "seed-2",
    ]
    partial = json.loads((tmp_path / "out" / "results.json").read_text())
    trainings["started"].clear()

    assert run(suite_file, tmp_path / "out") == straight
    assert trainings == {"started": [], "resumed": ["trained/seed-2"]}
    assert partial["units"] == {"finished": 1, "planned": 3}
    assert "Unfinished: 1 of 3 units." in markdown(partial)
    assert cells(partial["rows"][0])[6] == "1 of 2"


def test_a_stop_between_units_repeats_none(suite_file, tmp_path, trainings):
    def stop_before_second(line):
        if line == "trained, seed 2: training":
            raise Stopped

    with pytest.raises(Stopped):
        run(suite_file, tmp_path / "out", tell=stop_before_second)
    run(suite_file, tmp_path / "out")

    assert trainings == {"started": ["trained/seed-1", "trained/seed-2"], "resumed": []}


def test_a_stop_after_a_training_measures_without_training_again(
    suite_file, tmp_path, trainings, monkeypatch
):
    def stopped(*arguments):
        raise Stopped

    with monkeypatch.context() as patched:
        patched.setattr("phylarium.training.experiments.benchmark.measure", stopped)
        with pytest.raises(Stopped):
            run(suite_file, tmp_path / "out")
    assert not (tmp_path / "out" / "trained" / "seed-1.json").exists()
    run(suite_file, tmp_path / "out")

    assert trainings == {"started": ["trained/seed-1", "trained/seed-2"], "resumed": []}


def test_a_kill_before_the_config_was_written_is_no_obstacle(suite_file, tmp_path, trainings):
    unborn = tmp_path / "out" / "trained" / "seed-1"
    (unborn / "checkpoints").mkdir(parents=True)
    (unborn / "run.json").write_text("{}")

    run(suite_file, tmp_path / "out")

    assert trainings["started"] == ["trained/seed-1", "trained/seed-2"]


def test_an_interrupt_says_that_the_same_command_goes_on(suite_file, tmp_path):
    def interrupt(steps, total, note):
        raise KeyboardInterrupt

    with pytest.raises(RunError, match="interrupted in trained, seed 1; the same command goes on"):
        run(suite_file, tmp_path / "out", progress=interrupt)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("tasks.trained.budget=600", r"config.train.total_timesteps: 512 there, 600 here"),
        ("tasks.trained.set={ppo.n_steps: 8}", r"config.ppo.n_steps: 16 there, 8 here"),
        ("tasks.trained.opponents=[random]", r"opponents: \['greedy', 'random'\] there"),
        ("tasks.fixed.games=22", r"games: 20 there, 22 here"),
    ],
)
def test_results_of_a_changed_task_are_not_reused(suite_file, tmp_path, trainings, change, said):
    run(suite_file, tmp_path / "out")
    before = {f: f.read_bytes() for f in (tmp_path / "out").rglob("*") if f.is_file()}
    trainings["started"].clear()

    with pytest.raises(RunError, match=said):
        run(suite_file, tmp_path / "out", change)

    assert trainings == {"started": [], "resumed": []}
    assert {f: f.read_bytes() for f in (tmp_path / "out").rglob("*") if f.is_file()} == before


def test_an_unfinished_run_of_a_changed_task_is_not_gone_on_with(suite_file, tmp_path):
    with pytest.raises(Stopped):
        run(suite_file, tmp_path / "out", progress=stop_at(300))

    with pytest.raises(RunError, match=r"ppo\.n_steps: 16 there, 8 here"):
        run(suite_file, tmp_path / "out", "tasks.trained.set={ppo.n_steps: 8}")


def test_another_opponent_under_the_same_name_is_another_task(suite_file, tmp_path):
    rival = finishing.finish(
        load_suite(suite_file).tasks[0].configs[2], tmp_path / "rival", ["test"], nothing
    )
    change = f"tasks.fixed.opponents=['{rival.path}']"
    run(suite_file, tmp_path / "out", change)
    rival.policy.write_bytes(rival.best.read_bytes().replace(b'\\"steps\\"', b'\\"stepz\\"', 1))

    with pytest.raises(RunError, match=r"fixed/seed-4\.json was made by another task \(files\."):
        run(suite_file, tmp_path / "out", change)


def test_another_suite_in_the_folder_is_refused(suite_file, tmp_path):
    run(suite_file, tmp_path / "out")
    other = suite_file.rename(tmp_path / "other.yaml")

    with pytest.raises(RunError, match="holds the results of 'toy', not of 'other'"):
        run(other, tmp_path / "out")


@pytest.mark.parametrize(
    ("wrong", "line", "words"),
    [
        (("budget: 512", "bugdet: 512"), 6, "in tasks.trained: unknown key 'bugdet'; did you mean"),
        (("budget: 512", "budget: 5.5"), 6, "tasks.trained.budget is 5.5"),
        (("games: 20", "games: 0"), 1, "greater than or equal to 1"),
        (("games: 20", "gamse: 20"), 1, "did you mean 'games'?"),
        (("seeds: [1, 2]", "seeds: [1, 1]"), 7, "seed 1 is given twice"),
        (("seeds: [1, 2]", "seeds: []"), 7, "tasks.trained.seeds is []"),
        (("[greedy, random]", "[greedy, randem]"), 8, "did you mean 'random'?"),
        (("[greedy, random]", "[greedy, greedy]"), 8, "somebody is named twice"),
        (("[greedy, random]", "[]"), 8, "opponents, and none is named"),
        (("ppo.n_steps: 16", "ppo.n_stpes: 16"), 5, "unknown key 'n_stpes'; did you mean"),
        (("ppo.n_steps: 16", "train.seed: 16"), 5, "train.seed is not set here but by seeds"),
        (("ppo.n_steps: 16", "imitation.steps: 600"), 6, "set imitation.steps to at most"),
        (("tiny.yaml", "tinny.yaml"), 4, "no config"),
        (("game: goofspiel", "game: gofspiel"), 10, "did you mean 'goofspiel'?"),
        (("agents: [greedy]", "players: 2"), 9, "config (it trains) or agents"),
        (("cards: 3", "card: 3"), 10, "did you mean 'cards'?"),
        (("  fixed:", "  fix.ed:"), 9, "pattern"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_what_is_allowed(suite_file, wrong, line, words):
    text = suite_file.read_text()
    assert wrong[0] in text
    suite_file.write_text(text.replace(*wrong))

    said = refusal(suite_file)

    assert words in said
    assert f"{suite_file}, line {line}: " in said


def test_a_misspelt_task_on_the_command_line_is_told(suite_file):
    assert "unknown task 'fixd'; did you mean 'fixed'?" in refusal(suite_file, "tasks.fixd.games=2")


def test_a_missing_library_is_told_before_anything_is_created(suite_file, tmp_path, monkeypatch):
    monkeypatch.setattr("phylarium.training.extras.has", lambda module: module != "scipy")

    with pytest.raises(MissingExtra, match=r"needs scipy, .* pip install 'phylarium\[benchmark\]'"):
        run(suite_file, tmp_path / "out")

    assert not (tmp_path / "out").exists()


def test_without_a_budget_a_task_trains_as_long_as_its_config_says(suite_file):
    suite_file.write_text(suite_file.read_text().replace("    budget: 512\n", ""))

    assert load_suite(suite_file).tasks[0].configs[2].train.total_timesteps == 1280


@pytest.mark.parametrize("name", shipped_suites())
def test_the_shipped_suites_are_sound(name):
    suite = load_suite(f"configs/{name}")

    assert len({task.setup.game.name for task in suite.tasks}) == 4
    for task in suite.tasks:
        for seed, config in task.configs.items():
            assert config.train.seed == seed


def test_the_interval_over_seeds_is_students():
    rates = [0.51, 0.62, 0.55, 0.58]
    rows = [
        {"games": 10, "win_rate": rate, "win_rate_low": 0.0, "win_rate_high": 1.0}
        | {"mean_score": 10 * rate, "mean_score_low": 1.0, "mean_score_high": 9.0}
        for rate in rates
    ]
    expected = stats.t.interval(0.95, 3, loc=np.mean(rates), scale=stats.sem(rates))

    found = over_seeds(rows)

    assert student_interval(rates) == pytest.approx(expected)
    assert (found["win_rate_low"], found["win_rate_high"]) == pytest.approx(expected)
    assert found["mean_score_low"] == pytest.approx(10 * expected[0])
    assert found["win_rate"] == pytest.approx(np.mean(rates))
    assert found["win_rate_over"] == "seeds"
    assert found["games"] == 40


def test_one_seed_and_seeds_that_all_agree_have_an_interval_over_games_that_is_marked():
    row = {"games": 10, "win_rate": 1.0, "win_rate_low": 0.7, "win_rate_high": 1.0}
    row |= {"mean_score": 3.0, "mean_score_low": None, "mean_score_high": None}

    for rows in ([row], [row, {**row, "win_rate_low": 0.6}]):
        found = over_seeds(rows)
        shown = cells(
            {
                **found,
                **dict.fromkeys(("task", "game", "agent", "opponent"), "x"),
                "players": 2,
                "steps": None,
                "seeds": [1],
                "planned_seeds": 1,
            }
        )
        low = 0.7 if len(rows) == 1 else 0.6
        assert shown[-2:] == [f"1.000 ({low:.3f} to 1.000)*", "3.00 (one deal)*"]
    assert student_interval([0.9, 1.0])[1] > 1.0
    over = over_seeds([{**row, "win_rate": 0.9}, row])
    assert over["win_rate_high"] == 1.0


@pytest.mark.full
def test_the_interval_over_seeds_holds_the_mean_in_95_of_100_cases():
    rng = np.random.default_rng(3)
    held = 0
    for sample in rng.normal(0.6, 0.1, (4000, 4)):
        low, high = student_interval(sample.tolist())
        held += low <= 0.6 <= high
    assert 0.94 < held / 4000 < 0.96


def test_the_command_prints_the_table_or_nothing_but_json(suite_file, tmp_path):
    arguments = ["benchmark", str(suite_file), "--output", str(tmp_path / "out")]
    shown = CliRunner().invoke(app, arguments)
    document = CliRunner().invoke(app, [*arguments, "--json"])
    wrong = CliRunner().invoke(app, ["benchmark", "smok"])

    assert shown.exit_code == 0, shown.output
    assert "Student's t over the seeds" in shown.stdout
    assert json.loads(document.stdout) == json.loads(
        (tmp_path / "out" / "results.json").read_text()
    )
    assert wrong.exit_code == 2
    assert "the nearest shipped benchmark suite is configs/benchmark/smoke.yaml" in wrong.stderr
