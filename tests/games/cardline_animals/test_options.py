"""Options: defaults, and combinations that make no sense. CA-05, CA-09, CA-14, CA-41, CA-45."""

import pytest
from cardline_animals.scenes import GAME
from phylarium.envs.core.errors import OptionsError, UnknownName


def test_the_defaults_are_the_rulebook_with_hidden_estimates():
    """CA-05, CA-22, CA-41"""
    options = GAME.setup(2).options
    assert options.hand_size == 4
    assert options.characteristic == "random"
    assert not options.early_end
    assert options.deck_exhaustion == "markers"
    assert options.knowledge == "noisy_prior"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"turn_limit": 5}, "turn_limit"),
        ({"num_held_out": 20}, "num_held_out"),
        ({"split_seed": 1}, "split_seed"),
        ({"deal_from": "test"}, "deal_from"),
        ({"family_shift": 0.1}, "family_shift"),
        ({"card_shift": 0.1}, "card_shift"),
        ({"weight_noise": 1.0, "characteristic": "size"}, "weight_noise"),
        ({"lifespan_noise": 1.0, "characteristic": "weight"}, "lifespan_noise"),
        ({"artwork_hint": True, "knowledge": "features"}, "artwork_hint"),
        ({"placing": "rank", "knowledge": "shuffled_world"}, "placing"),
        ({"noise": [0.1, 0.2, 0.3]}, "noise"),
        ({"noise": 4.0}, "noise"),
        ({"hand_size": 0}, "hand_size"),
        ({"knowledge": "held_out", "num_held_out": 110}, "num_held_out"),
        ({"knowledge": "held_out", "num_held_out": 9, "deal_from": "test"}, "take part"),
        ({"deck": 5}, "deck"),
    ],
)
def test_options_that_make_no_sense_are_refused_with_the_reason(options, words):
    """CA-09, CA-14, CA-40, CA-45"""
    with pytest.raises(OptionsError, match=words):
        GAME.setup(2, options)


def test_unknown_values_are_refused_with_the_nearest():
    """CA-04"""
    with pytest.raises(UnknownName, match="did you mean 'weight'"):
        GAME.setup(2, {"characteristic": "wight"})


@pytest.mark.parametrize("players", range(2, 9))
def test_every_number_of_players_can_hold_twelve_cards(players):
    """CA-09"""
    assert GAME.setup(players, {"hand_size": 12}).num_actions == 1320
