"""The end of the game, points, ties, rewards: CM-65, CM-67, CM-68, CM-94."""

import pytest
from evolution_climate.scenes import bags, feeding, say, sp

LAST = {"idle": 1, "final": "this round"}


def ended(*rows, **fields):
    """The last round is over after one `done`."""
    position = say(feeding(*rows, **{**LAST, **fields}), "done")
    assert position.is_over
    return position


def test_the_game_ends_after_the_last_round():
    """CM-65: no First Player any more, nobody to move; another round is played otherwise."""
    position = ended([sp("1/1", food=1)], [sp("1/1", food=1)])
    assert position.to_move == -1
    assert position.row.terminal == 1
    assert position.to_dict()["over"] == "ended"
    position = feeding([sp("1/1", food=1)], [sp("1/1", food=1)], idle=1, final="next round")
    say(position, "done")
    assert not position.is_over
    assert position.to_dict()["final"] == "this round"


def test_food_population_and_traits_of_survivors_are_points_and_fat_is_food():
    """CM-67: the starved give nothing but what they ate before."""
    position = ended(
        [sp("3/5", "fat tissue", "horns", food=2, fat=4), sp("2/2", "climbing")],
        [sp("4/1", "fertile", food=4)], bags=[10, 3],
    )  # fmt: skip
    assert bags(position) == [10 + 2 + 4, 3 + 4]
    assert list(position.returns) == [2 + 4 + 2 + 2, 4 + 4 + 1]
    assert "player_0 20, player_1 12" in position.text(0)


def test_species_lost_in_the_last_round_score_nothing():
    """CM-67, CM-65: the end is looked at after starvation."""
    position = ended([sp("3/5", "horns", "climbing")], [sp("1/1", food=1)])
    assert list(position.returns) == [0, 2]


WIN = {"reward": "win"}


def test_the_most_points_win():
    """CM-94, CM-67"""
    position = ended([sp("1/1", food=1)], [sp("1/1", food=1)], bags=[3, 4], options=WIN)
    assert list(position.rewards) == [0, 1]


def test_ties_are_broken_by_trait_points_then_by_population_points():
    """CM-68"""
    by_traits = ended([sp("2/1", food=2)], [sp("1/1", "horns", food=1)], bags=[0, 1], options=WIN)
    assert list(by_traits.rewards) == [0, 1]
    by_population = ended([sp("2/1", food=2)], [sp("1/1", food=1)], bags=[0, 2], options=WIN)
    assert list(by_population.rewards) == [1, 0]


def test_a_full_tie_is_shared():
    """CM-68, CM-94"""
    position = ended([sp("1/1", food=1)], [sp("1/1", food=1)], options=WIN)
    assert list(position.rewards) == [0.5, 0.5]


def test_points_are_paid_when_they_are_made():
    """CM-94: food as it comes into the bag, the rest at the end."""
    position = feeding([sp("2/1", food=2)], [sp("1/1", food=1)], idle=1)
    say(position, "done")
    assert list(position.rewards) == [2, 1]
    assert list(position.returns) == [2, 1]


@pytest.mark.parametrize("reward", ["score", "win"])
def test_zero_sum_takes_the_mean_of_the_others_gains_off(reward):
    """CM-94"""
    position = ended(
        [sp("2/1", food=2)], [sp("1/1", food=1)], [sp("1/1", food=1)], idle=2,
        options={"reward": reward, "zero_sum": True},
    )  # fmt: skip
    expected = [2, -1, -1] if reward == "score" else [1, -0.5, -0.5]
    assert list(position.returns) == expected
