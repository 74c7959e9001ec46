"""Options: checked field by field, written into a record, listed in a table."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pytest
from phylarium.envs.core.errors import OptionsError, UnknownName
from phylarium.envs.core.options import (
    option,
    options_from,
    options_into,
    options_record,
    options_table,
)


@dataclass(frozen=True)
class Options:
    open_hand: bool = option(False, "Hands lie open.")
    cards: int = option(5, "Cards in a hand.", low=2, high=9)
    delay: float = option(0.5, "Mean delay.", low=0.0, high=2.0)
    ties: Literal["seat", "random"] = option("random", "Who goes first.")
    personal: tuple[int, ...] = option((1,), "Personal cards of each seat.", low=0, high=3, size=4)


def test_without_options_the_defaults_hold():
    assert options_from(Options, None) == Options()
    assert options_from(Options, {}) == Options()


def test_given_options_replace_defaults_one_by_one():
    found = options_from(Options, {"cards": 7, "ties": "seat", "personal": [1, 2]})
    assert found == Options(cards=7, ties="seat", personal=(1, 2))


def test_an_options_object_is_checked_too():
    assert options_from(Options, Options(cards=9)) == Options(cards=9)
    with pytest.raises(OptionsError, match="'cards' is from 2 to 9, got 99"):
        options_from(Options, Options(cards=99))


def test_numpy_numbers_are_taken_as_plain_ones():
    found = options_from(
        Options, {"cards": np.int8(3), "delay": np.float32(1), "open_hand": np.bool_(True)}
    )
    assert (type(found.cards), type(found.delay), type(found.open_hand)) == (int, float, bool)


def test_one_value_stands_for_every_seat():
    assert options_from(Options, {"personal": 2}).personal == (2,)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"cards": 1}, "'cards' is from 2 to 9, got 1"),
        ({"cards": 10}, "'cards' is from 2 to 9, got 10"),
        ({"cards": 2.5}, "'cards' is a whole number, got 2.5"),
        ({"cards": True}, "'cards' is a whole number, got True"),
        ({"cards": "5"}, "'cards' is a whole number, got '5'"),
        ({"cards": None}, "'cards' is a whole number, got None"),
        ({"delay": float("nan")}, "'delay' is a number, got nan"),
        ({"delay": float("inf")}, "'delay' is from 0.0 to 2.0, got inf"),
        ({"delay": False}, "'delay' is a number, got False"),
        ({"open_hand": 1}, "'open_hand' is true or false, got 1"),
        ({"open_hand": "yes"}, "'open_hand' is true or false, got 'yes'"),
        ({"personal": (0, 4)}, "'personal' is from 0 to 3, got 4"),
        ({"personal": ()}, r"'personal' takes 1 to 4 entries, got \(\)"),
        ({"personal": (1,) * 5}, "'personal' takes 1 to 4 entries"),
        (7, "must be a mapping or Options, got int"),
        ("cards=5", "must be a mapping or Options, got str"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(given, says):
    with pytest.raises(OptionsError, match=says):
        options_from(Options, given)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"crads": 5}, "unknown option 'crads'; did you mean 'cards'"),
        ({"ties": "seats"}, "did you mean 'seat'"),
        ({"ties": 1}, "unknown value of option 'ties'"),
        ({"ties": True}, "unknown value of option 'ties'"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(given, says):
    with pytest.raises(UnknownName, match=says):
        options_from(Options, given)


def test_the_record_holds_a_literal_as_its_place_and_fills_short_tuples():
    record = np.zeros(1, options_record(Options))
    options_into(Options(open_hand=True, ties="random", personal=(3, 2)), record[0])
    assert record[0].tolist()[:4] == (1, 5, 0.5, 1)
    assert record["personal"][0].tolist() == [3, 2, 2, 2]


def test_the_table_says_what_each_option_allows():
    rows = options_table(Options).splitlines()
    assert "| `open_hand` | `False` | true, false | Hands lie open. |" in rows
    assert "| `cards` | `5` | 2 to 9 | Cards in a hand. |" in rows
    assert "| `ties` | `random` | `seat`, `random` | Who goes first. |" in rows
    assert "| `personal` | `(1,)` | 0 to 3, one a seat | Personal cards of each seat. |" in rows


def read_words(words):
    return tuple(len(word) for word in words.split())


@dataclass(frozen=True)
class OptionsWithTable:
    table: tuple[int, ...] = option((1, 2), "Numbers.", low=0, high=5, size=3, read=read_words)


def test_a_string_is_read_into_numbers_where_the_option_has_a_reader():
    found = options_from(OptionsWithTable, {"table": "one three by"})
    assert found.table == (3, 5, 2)
    assert options_from(OptionsWithTable, found) == found


def test_what_a_reader_gives_is_checked_like_numbers():
    with pytest.raises(OptionsError, match="'table' is from 0 to 5, got 6"):
        options_from(OptionsWithTable, {"table": "twelve"})
    with pytest.raises(OptionsError, match="takes 1 to 3 entries"):
        options_from(OptionsWithTable, {"table": "a b c d"})
