"""Compiled code on disk: an edit anywhere is seen, the bounds-check flag has code of its own."""

import os
import subprocess
import sys

import pytest
from phylarium.envs.core.jit import CORE, cache_folder, cache_root, remove_stale, sources_of

HELPER = """
from phylarium.envs.core.jit import jit

PRICE = {price}

@jit
def price():
    return PRICE
"""

RULES = """
from pathlib import Path

from phylarium.envs.core.jit import compile_in, jit

from .helper import price

@jit
def cost(goods, kind):
    return price() * goods[kind]

def bill_for(goods):
    return cost(goods, 2)

bill = compile_in(bill_for, Path(__file__).resolve().parent)
"""


@pytest.fixture
def package(tmp_path):
    """A package whose loop calls a rule, and this a helper in another file."""
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "helper.py").write_text(HELPER.format(price=10))
    (folder / "rules.py").write_text(RULES)
    return folder


def run(package, code, **environment):
    """What a new process prints."""
    ended = subprocess.run(
        [sys.executable, "-c", f"import numpy as np\nfrom shop.rules import bill\n{code}"],
        cwd=package.parent,
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "0",
            "PYTHONPATH": str(package.parent),
            "PHYLARIUM_CACHE_DIR": str(package.parent / "cache"),
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.stdout.strip() or ended.stderr.strip().splitlines()[-1]


BILL = "print(bill(np.array([1, 2, 3])), sum(bill.stats.cache_hits.values()))"


def test_an_edit_of_an_imported_helper_is_seen_in_a_new_process(package):
    assert run(package, BILL) == "30 0"
    assert run(package, BILL) == "30 1"
    (package / "helper.py").write_text(HELPER.format(price=11))
    assert run(package, BILL) == "33 0"


def test_code_with_bounds_checks_is_kept_apart(package):
    short = "print(bill(np.array([1, 2])) is not None)"
    assert run(package, short) == "True"
    assert "IndexError" in run(package, short, NUMBA_BOUNDSCHECK="1")
    assert run(package, short) == "True"
    assert len(list((package.parent / "cache").glob("shop-*"))) == 2


def test_machine_code_lies_outside_the_sources(package):
    run(package, BILL)
    assert not list(package.rglob("*.nb?"))
    assert list((package.parent / "cache").rglob("*.nbi"))


def test_code_of_earlier_sources_is_removed_and_the_present_kept(package):
    run(package, BILL)
    (package / "helper.py").write_text(HELPER.format(price=11))
    run(package, BILL)
    clean = (
        "from pathlib import Path; from phylarium.envs.core.jit import remove_stale\n"
        "print(remove_stale(Path('shop').resolve()))"
    )
    assert run(package, clean) == "1"
    assert run(package, BILL) == "33 1"


def test_without_compilation_the_function_itself_comes_back(package):
    assert run(package, "print(type(bill).__name__)", NUMBA_DISABLE_JIT="1") == "function"


def test_a_cache_folder_that_cannot_be_written_is_passed_over(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("PHYLARIUM_CACHE_DIR", str(blocked / "below"))
    assert cache_root() != blocked / "below"
    assert os.access(cache_root(), os.W_OK)


def test_the_sources_of_a_users_rule_are_its_outermost_package(toy_game):
    assert sources_of(getattr(toy_game.legal, "py_func", toy_game.legal)) == toy_game.sources
    assert toy_game.sources.name == "goofspiel"


def test_the_sources_of_a_core_function_are_the_core():
    from phylarium.envs.core.cards import push

    assert sources_of(getattr(push, "py_func", push)) == CORE


def test_the_sources_of_a_lone_module_are_its_file(tmp_path):
    code = compile("def rule(): pass", str(tmp_path / "lone.py"), "exec")
    namespace = {}
    exec(code, namespace)
    assert sources_of(namespace["rule"]) == tmp_path / "lone.py"


def test_removing_stale_code_keeps_other_games(monkeypatch, tmp_path, package):
    monkeypatch.setenv("PHYLARIUM_CACHE_DIR", str(tmp_path / "cache"))
    current = cache_folder(package)
    for name in (current.name, "shop-0000000000000000", "shopping-0000000000000000"):
        (tmp_path / "cache" / name).mkdir(parents=True, exist_ok=True)
    assert remove_stale(package) == 1
    left = sorted(folder.name for folder in (tmp_path / "cache").iterdir())
    assert left == sorted([current.name, "shopping-0000000000000000"])


def test_a_rule_called_from_python_runs_as_its_source_stands(package):
    code = "from shop.rules import cost\nprint(cost(np.array([1, 2, 3]), 1))"
    assert run(package, code) == run(package, code, NUMBA_DISABLE_JIT="1") == "20"
