"""The kit itself: which games, checks and set-ups it takes, and how it says what it found."""

import dataclasses
import json
import os
import subprocess
import sys

import goofspiel  # noqa: F401  registers itself
import pytest
from burrows import BURROWS
from phylarium.envs import registry
from phylarium.envs.core.errors import UnknownName, VersionMismatch
from phylarium.training.conformance import (
    CHECKS,
    ConformanceError,
    Plan,
    Report,
    Result,
    check,
    default_setups,
    rule_coverage,
    run_one,
)
from phylarium.training.conformance.determinism import spec_of
from phylarium.training.conformance.golden import renew
from rich.console import Console

QUICK_CHECKS = ["words", "sections"]


@pytest.fixture
def failing():
    error = ConformanceError("the cards went from 8 to 7", seed=3, ply=12)
    error.check, error.setup = "conservation", "burrows, 3 players"
    results = (
        Result("words", "burrows, 3 players", 0.1, note="two words"),
        Result("conservation", "burrows, 3 players", 0.2, error),
        Result("conservation", "burrows, 4 players", 0.2, error),
    )
    return Report("burrows", results)


def test_a_failure_names_check_set_up_seed_and_ply(failing):
    assert str(failing.failures[0].error) == (
        "conservation on burrows, 3 players: the cards went from 8 to 7 (seed 3, ply 12)"
    )


def test_a_report_is_a_table_with_a_row_for_each_check(failing):
    console = Console(width=200)
    with console.capture() as captured:
        console.print(failing)
    text = captured.get()
    assert "Conformance of burrows" in text
    assert "two words" in text
    assert "the cards went from 8 to 7" in text


def test_a_report_is_a_json_document(failing):
    document = json.loads(json.dumps(failing.to_dict()))
    assert document["ok"] is False
    assert [row["ok"] for row in document["results"]] == [True, False, False]


def test_raising_the_failures_says_how_many_there_are(failing):
    with pytest.raises(ConformanceError, match="1 more"):
        failing.raise_failures()


def test_a_report_without_failures_raises_nothing():
    report = Report("burrows", (Result("words", "burrows, 3 players", 0.1),))
    report.raise_failures()
    assert report.ok


@pytest.mark.parametrize(
    "given",
    ["goofspiel", "goofspiel.game:GAME", "goofspiel.game"],
    ids=["id", "attribute", "module"],
)
def test_a_game_is_given_by_id_or_by_where_it_stands(given):
    report = check(given, checks=["words"])
    assert report.ok
    assert {result.check for result in report.results} == {"words"}


def test_a_game_that_nobody_registered_is_checked_too():
    assert check(BURROWS, checks=QUICK_CHECKS).ok


@pytest.mark.parametrize(
    ("arguments", "nearest"),
    [
        ({"game": "goofspeil"}, "goofspiel"),
        ({"game": "goofspiel", "checks": ["wrods"]}, "words"),
        ({"game": "goofspiel", "budget": "quik"}, "quick"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(arguments, nearest):
    with pytest.raises(UnknownName, match=f"did you mean '{nearest}'"):
        check(**arguments)


def test_a_name_that_leads_to_no_game_is_refused():
    with pytest.raises(UnknownName, match="not to a Game"):
        check("burrows:MOST_CARDS")


def test_set_ups_are_all_numbers_of_players_and_each_option_at_its_ends():
    setups = [(s.num_players, s.options.cards) for s in default_setups(BURROWS)]
    assert setups == [(3, 8), (2, 8), (4, 8), (3, 6), (3, 16)]


def test_set_ups_may_be_given_as_players_and_options():
    report = check(BURROWS, checks=["words"], setups=[(2, {"cards": 9}), (2, {"cards": 10})])
    assert [r.setup for r in report.results] == [
        "burrows, 2 players, cards=9",
        "burrows, 2 players, cards=10",
    ]


def test_a_check_of_the_players_scope_runs_once_for_each_number_of_players(monkeypatch):
    seen = []
    counted = CHECKS["api"].__class__("api", "", "players", lambda s, plan: seen.append(s) or None)
    monkeypatch.setitem(CHECKS, "api", counted)
    check(BURROWS, checks=["api"])
    assert [setup.num_players for setup in seen] == [3, 2, 4]


def test_each_result_is_told_as_it_comes():
    told = []
    report = check(BURROWS, checks=QUICK_CHECKS, tell=told.append)
    assert tuple(told) == report.results


def test_every_check_has_a_promise():
    assert all(each.promise.endswith(".") for each in CHECKS.values())


def test_a_check_that_stumbles_over_the_game_counts_as_failed():
    broken = dataclasses.replace(BURROWS, actions=lambda setup: 1 / 0)
    result = run_one(CHECKS["words"], broken.setup(), Plan())
    assert "stopped with ZeroDivisionError" in str(result.error)


def test_another_process_finds_a_game_by_the_module_that_holds_it():
    assert spec_of(BURROWS) == "burrows:BURROWS"


def test_golden_traces_do_not_change_without_the_version(tmp_path):
    setups = [BURROWS.setup()]
    file = renew(BURROWS, tmp_path, setups)
    document = json.loads(file.read_text())
    name = next(iter(document["traces"]))
    document["traces"][name] = "3 plies 0000000000000000"
    file.write_text(json.dumps(document))
    with pytest.raises(VersionMismatch, match="raise the version"):
        renew(BURROWS, tmp_path, setups)
    assert json.loads(file.read_text()) == document


def test_golden_traces_of_another_version_are_written_anew(tmp_path):
    setups = [BURROWS.setup()]
    file = renew(BURROWS, tmp_path, setups)
    document = json.loads(file.read_text())
    changed = {**document, "version": "0.9.0", "traces": dict.fromkeys(document["traces"], "x")}
    file.write_text(json.dumps(changed))
    renew(BURROWS, tmp_path, setups)
    assert json.loads(file.read_text()) == document


@pytest.fixture
def ruled(tmp_path):
    """Burrows with rules BU-01 and BU-03, both cited in its code, the first in a test."""
    (tmp_path / "RULES.md").write_text("| BU-01 | Hold or swap. |\n## BU-03 The lowest is out\n")
    (tmp_path / "test_it.py").write_text('"""BU-01"""\n')
    return dataclasses.replace(BURROWS, rules=tmp_path / "RULES.md")


def test_rule_coverage_says_where_each_rule_is_cited(ruled, tmp_path):
    rules = {rule.id: rule for rule in rule_coverage(ruled, tmp_path).rules}
    assert sorted(rules) == ["BU-01", "BU-03"]
    assert rules["BU-01"].code[0].startswith("burrows.py:")
    assert rules["BU-01"].tests == ("test_it.py:1",)
    assert rules["BU-03"].tests == ()


def test_without_a_folder_of_tests_citations_in_code_are_enough(ruled):
    result = run_one(CHECKS["rules"], ruled.setup(), Plan())
    assert result.error is None
    assert "tests not looked at" in result.note


def run_command(*arguments):
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "phylarium.training.conformance", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )


def test_the_rules_command_prints_the_coverage_table(tmp_path):
    ended = run_command("rules", "goofspiel", "--import", "goofspiel")
    assert ended.returncode == 0, ended.stderr
    assert "Rules of goofspiel: 0" in ended.stdout


def test_the_golden_command_writes_a_file_once_for_a_version(tmp_path):
    command = ("golden", "goofspiel", "--import", "goofspiel", "--folder", str(tmp_path))
    ended = run_command(*command)
    assert ended.returncode == 0, ended.stderr
    file = tmp_path / "goofspiel.json"
    document = json.loads(file.read_text())
    assert document["version"] == registry.game("goofspiel").version
    assert len(document["traces"]) == 2 * len(default_setups(registry.game("goofspiel")))
    changed = json.dumps({**document, "traces": dict.fromkeys(document["traces"], "other")})
    file.write_text(changed)
    refused = run_command(*command)
    assert refused.returncode == 2
    assert "raise the version first" in refused.stderr
    assert file.read_text() == changed


def test_a_command_for_an_unknown_game_is_refused_with_the_nearest(tmp_path):
    ended = run_command("rules", "goofspeil", "--import", "goofspiel")
    assert ended.returncode == 2
    assert "did you mean 'goofspiel'" in ended.stderr
