"""Named sections of an observation: they tile, they say what they mean, and they have a hash."""

import dataclasses

import numpy as np
import pytest
from phylarium.envs.core.layout import Layout, Section

HAND = Section("hand", 3, "own cards")
DEBT = Section("debt", 2, "points below zero", low=-5.0, high=5.0)


@pytest.fixture
def layout():
    return Layout((HAND, DEBT))


def test_sections_lie_one_after_another(layout):
    assert layout.size == 5
    assert layout.slices == {"hand": slice(0, 3), "debt": slice(3, 5)}


def test_bounds_are_those_of_each_cells_section(layout):
    assert layout.low.tolist() == [0, 0, 0, -5, -5]
    assert layout.high.tolist() == [1, 1, 1, 5, 5]
    assert layout.low.dtype == np.float32


def test_a_layout_without_sections_has_size_zero():
    empty = Layout(())
    assert empty.size == 0
    assert empty.slices == {}


def test_two_sections_may_not_share_a_name():
    with pytest.raises(ValueError, match="names of their own"):
        Layout((HAND, HAND))


@pytest.mark.parametrize("change", [{"size": -1}, {"low": 1.0}, {"low": 2.0}])
def test_a_section_needs_a_size_and_a_range(change):
    with pytest.raises(ValueError, match="low < high"):
        Layout((dataclasses.replace(HAND, **change),))


@pytest.mark.parametrize("change", [{"name": "hands"}, {"size": 4}, {"low": -1.0}, {"high": 2.0}])
def test_the_hash_tells_layouts_apart(layout, change):
    assert Layout((dataclasses.replace(HAND, **change), DEBT)).digest != layout.digest


def test_the_hash_does_not_depend_on_the_words(layout):
    reworded = dataclasses.replace(HAND, meaning="the cards in the own hand")
    assert Layout((reworded, DEBT)).digest == layout.digest
    assert Layout((DEBT, HAND)).digest != layout.digest


def test_the_table_has_a_row_for_each_section(layout):
    rows = layout.table().splitlines()
    assert rows[2] == "| `hand` | 0 | 3 | 0 to 1 | own cards |"
    assert rows[3] == "| `debt` | 3 | 2 | -5 to 5 | points below zero |"
