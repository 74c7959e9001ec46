"""The conformance kit over set-ups that combine options. CA-33, CA-41, CA-45, CA-46, CA-49."""

import pytest
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.training.conformance import check

SETUPS = [
    (2, {"knowledge": "held_out", "deal_from": "test", "placing": "rank", "early_end": True}),
    (3, {"knowledge": "held_out", "deal_from": "mixed", "hand_size": 6}),
    (2, {"knowledge": "shuffled_world", "card_shift": 0.0, "noise": 0.0}),
    (3, {"knowledge": "shuffled_world", "family_shift": 0.0, "artwork_hint": True}),
    (2, {"knowledge": "features", "noise": [0.0, 0.5], "characteristic": "lifespan"}),
    (3, {"artwork_hint": True, "noise": [0.4], "hand_size": 12}),
    (4, {"deck_exhaustion": "reshuffle", "turn_limit": 60, "hand_size": 8}),
    (2, {"placing": "rank", "noise": 0.3, "deck_exhaustion": "reshuffle", "turn_limit": 200}),
    (8, {"hand_size": 12, "early_end": True, "noise": 0.4}),
    (2, {"knowledge": "identity", "artwork_hint": True, "placement_reward": 0.5}),
]
CHECKS = ("leak", "redeal", "scripted", "notation", "observation_bounds", "mask_against_engine",
          "conservation", "longest_game", "header")  # fmt: skip


@pytest.mark.parametrize("name", CHECKS)
def test_combined_options_keep_the_promises(name):
    """CA-49, CA-39"""
    setups = SETUPS if IS_COMPILED else SETUPS[:1]
    check("cardline_animals", checks=[name], setups=setups).raise_failures()
