"""YAML as data: numbers, words, places, and everything that is refused."""

import pytest
from phylarium.training.strict_yaml import ConfigError, override, read_document


def document(text):
    return read_document(text.encode(), "a.yaml")


def test_numbers_and_words_read_as_people_write_them():
    data = document(
        "a: 3e-4\nb: 1_000\nc: off\nd: true\ne: 'true'\nf: 1.5\ng: ~\nh: yes\ni: -.5"
    ).data

    assert data == {
        "a": 3e-4,
        "b": 1000,
        "c": "off",
        "d": True,
        "e": "true",
        "f": 1.5,
        "g": None,
        "h": "yes",
        "i": -0.5,
    }
    assert type(data["b"]) is int


def test_every_key_knows_its_line():
    places = document("game:\n  id: x\n  options:\n    cards: 3\n").places

    assert places["game", "id"] == "a.yaml, line 2"
    assert places["game", "options", "cards"] == "a.yaml, line 4"


def test_an_empty_file_is_an_empty_document():
    assert document("").data == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\nb: 2\na: 3", "line 3: key 'a' is given twice, first in line 1"),
        ("a:\n  b: 1\n  b: 2", "line 3: key 'b' is given twice, first in line 2"),
        ("a:\n\tb: 1", "line 2: a tab where YAML wants spaces"),
        ("a: [1, 2", "line 1"),
        ("a: !!python/object/apply:os.system ['true']", "line 1: tag"),
        ("a: !mine 3", "line 1: tag '!mine'"),
        ("a: &x [1]\nb: *x", "line 2: aliases"),
        ("[1, 2]", "a list"),
        ("just words", "'just words'"),
        ("? [1, 2]\n: 3", "line 1: a key is a word"),
        ("a: 1\n---\nb: 2", "line"),
        ("a: \x07", "line 1: character"),
        ("[" * 2000, "nested too deeply"),
    ],
)
def test_what_is_not_plain_data_is_refused_with_its_line(text, words):
    with pytest.raises(ConfigError, match=r"a\.yaml") as refusal:
        document(text)

    assert words in str(refusal.value)


def test_a_file_in_another_encoding_is_refused_with_its_line():
    with pytest.raises(ConfigError, match=r"a\.yaml, line 2: not UTF-8"):
        read_document("a: 1\nb: é".encode("latin-1"), "a.yaml")


def test_a_byte_order_mark_is_no_part_of_the_first_key():
    assert read_document("\ufeffa: 1".encode(), "a.yaml").data == {"a": 1}


def test_an_override_replaces_the_value_and_the_place():
    found = document("ppo:\n  n_steps: 8\n")

    override(found, "ppo.n_steps=16")
    override(found, "train.eval_opponents=[random, greedy]")

    assert found.data == {"ppo": {"n_steps": 16}, "train": {"eval_opponents": ["random", "greedy"]}}
    assert found.place(("ppo", "n_steps")) == "--set ppo.n_steps=16"


@pytest.mark.parametrize("assignment", ["ppo.n_steps", "=3", "ppo..x=3", "ppo.n_steps.more=1"])
def test_an_override_that_names_no_entry_is_refused(assignment):
    found = document("ppo:\n  n_steps: 8\n")

    with pytest.raises(ConfigError, match="--set"):
        override(found, assignment)

    assert found.data == {"ppo": {"n_steps": 8}}
