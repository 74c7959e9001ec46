"""The index of traits (traits.csv): moments, functions, rule and test of each, held against code
and tests."""

import ast
import importlib
from pathlib import Path

import pytest
from phylarium.envs.games.evolution_climate import cards
from phylarium.envs.games.evolution_climate.cards import TRAIT_ROWS, TRAITS

FOLDER = Path(cards.__file__).parent
MODULES = ("attack", "before_reveal", "climate", "ending", "feeding", "growing", "kill", "legal",
           "losses", "species", "takes")  # fmt: skip
MOMENTS = {
    "attack": "attack", "before_reveal": "before reveal", "ending": "end of feeding",
    "feeding": "feeding", "kill": "attack", "legal": "attack", "losses": "climate",
    "species": "feeding", "takes": "feeding",
}  # fmt: skip


def constant(trait):
    return trait.upper().replace(" ", "_")


def functions_naming(trait):
    """`module.function` of every rule that names a trait, or looks it up in its numbers."""
    row = TRAIT_ROWS[TRAITS.index(trait)]
    found = set()
    for module in MODULES:
        for node in ast.walk(ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
                if constant(trait) in names:
                    found.add(f"{module}.{node.name}")
    if any(int(row[name]) for name in ("heat_stopped", "cold_stopped", "heat_added")):
        found.add("losses.losses")
    return found


def test_constants_stand_for_their_rows():
    """CM-01"""
    for number, trait in enumerate(TRAITS):
        assert getattr(cards, constant(trait)) == number


@pytest.mark.parametrize("row", TRAIT_ROWS, ids=lambda row: row["trait"])
def test_the_index_lists_every_function_that_plays_a_trait(row):
    """CM-70 to CM-92: those and no others."""
    assert set(row["functions"].split()) == functions_naming(row["trait"])


@pytest.mark.parametrize("row", TRAIT_ROWS, ids=lambda row: row["trait"])
def test_the_moments_are_those_of_the_functions(row):
    """CM-70 to CM-92"""
    moments = {MOMENTS[function.split(".")[0]] for function in row["functions"].split()}
    assert set(row["moments"].split("; ")) == moments


@pytest.mark.parametrize("row", TRAIT_ROWS, ids=lambda row: row["trait"])
def test_each_trait_has_its_rule_and_its_test(row):
    """CM-70 to CM-92: the named test cites the rule."""
    rules = (FOLDER / "RULES.md").read_text(encoding="utf-8")
    assert f"| {row['rule']} | {row['trait'].title()}:" in rules
    file, _, name = row["test"].partition("::")
    module = importlib.import_module(f"evolution_climate.{file}")
    assert row["rule"] in getattr(module, name).__doc__
