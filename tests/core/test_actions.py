"""Actions as named ranges of numbers, and as words."""

import pytest
from phylarium.envs.core.actions import ActionWords
from phylarium.envs.core.errors import UnknownName


@pytest.fixture
def words():
    return ActionWords(wait=["wait"], call=["call s0 s1", "call s0 s2", "call s1 s2"])


def test_ranges_follow_one_another(words):
    assert words.ranges == {"wait": range(0, 1), "call": range(1, 4)}
    assert len(words) == 4


def test_every_action_reads_back_from_its_words(words):
    assert [words.parse(words.name(action)) for action in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("typed", ["CALL s0  S2", "  call s0 s2\n", "call\ts0 s2"])
def test_case_and_spacing_are_free(words, typed):
    assert words.parse(typed) == 2


@pytest.mark.parametrize("action", [-1, 4, 100])
def test_a_number_outside_the_space_is_refused_with_its_bounds(words, action):
    with pytest.raises(UnknownName, match=f"{action} is outside 0 to 3"):
        words.name(action)


@pytest.mark.parametrize("typed", ["call s0 s3", "", "wiat", "7"])
def test_unknown_words_are_refused_with_the_nearest(words, typed):
    with pytest.raises(UnknownName, match="the nearest is"):
        words.parse(typed)


def test_the_nearest_words_are_the_nearest(words):
    with pytest.raises(UnknownName, match="the nearest is 'wait'"):
        words.parse("wiat")


def test_no_two_actions_may_have_the_same_words():
    with pytest.raises(ValueError, match="same words"):
        ActionWords(first=["wait"], second=["wait"])
