"""Options: which are refused and why; the sizes that follow from them. CL-45, CL-52,
CL-61, CL-62.
"""

import pytest
from clades.scenes import setup
from phylarium.envs.core.errors import OptionsError, PhylariumError
from phylarium.envs.games.clades import GAME

REFUSED = [
    (1, {"solitaire": "off"}, "one player plays solitaire"),
    (2, {"solitaire": "race"}, "solitaire is for one player"),
    (1, {"starter_cards": True}, "starter_cards"),
    (1, {"beginners_luck": [1]}, "beginners_luck"),
    (1, {"victory_break": True}, "rest for ever"),
    (1, {"personal_cards": [2]}, "no personal cards in solitaire"),
    (1, {"open_hand": "open"}, "no personal cards in solitaire"),
    (1, {"chain_before_refill": True}, "nobody else calls"),
    (1, {"zero_sum": True}, "no others"),
    (1, {"tie_order": "seat"}, "never tie"),
    (1, {"reward": "win"}, "nobody wins it"),
    (1, {"solitaire": "race", "learning": True}, "39 cards"),
    (1, {"solitaire": "race", "threes_only": True}, "39 cards"),
    (1, {"solitaire": "race", "smaller_deck": True}, "39 cards"),
    (2, {"vision": "triples", "false_call_penalty": True}, "only true calls"),
    (2, {"vision": "looks", "false_call_lockout": 1}, "only true calls"),
    (2, {"chain_before_refill": True, "false_call_penalty": True}, "refilled"),
    (2, {"open_hand": "open", "personal_cards": [0]}, "needs personal cards"),
    (2, {"open_after": 3}, "means nothing without open_hand"),
    (2, {"race_limit": 3}, "means nothing without solitaire 'race'"),
    (2, {"looks_per_tick": 3}, "means nothing without vision 'looks'"),
    (2, {"reaction_means": [2.0]}, "means nothing without tie_order 'reaction'"),
    (2, {"shared_limit": 11}, "12 shared cards are dealt"),
    (2, {"shared_cards": 2}, "0, or 3 to 21"),
    (2, {"personal_cards": [1, 1, 1]}, "names 3 seats"),
    (6, {"threes_only": True, "personal_cards": [3]}, "30 cards are dealt at the start"),
    (4, {"learning": True, "beginners_luck": [1]}, "the deck has 27"),
    (7, {}, "1 to 6 players"),
    (2, {"personal_cards": [4]}, "from 0 to 3"),
    (2, {"vision": "slot"}, "slots"),
    (2, {"victory_brake": True}, "victory_break"),
    (2, {"max_ticks": 0}, "from 1"),
]


@pytest.mark.parametrize(("players", "options", "reason"), REFUSED)
def test_what_makes_no_sense_is_refused_with_the_reason(players, options, reason):
    """CL-52, CL-61, CL-62"""
    with pytest.raises(PhylariumError, match=reason):
        setup(players, **options)


def test_a_mistake_in_options_is_an_options_error():
    """CL-52"""
    with pytest.raises(OptionsError):
        GAME.setup(1, {})


@pytest.mark.parametrize(
    ("players", "options", "slots", "more"),
    [
        (2, {}, 21 + 1, 0),
        (1, {}, 21, 0),
        (2, {"shared_limit": 12}, 12 + 1, 0),
        (3, {"personal_cards": [0, 3]}, 21 + 3, 0),
        (2, {"false_call_penalty": True}, 21 + 81 + 1, 0),
        (2, {"false_call_penalty": True, "smaller_deck": True}, 21 + 54 + 1, 0),
        (1, {"false_call_penalty": True, "solitaire": "race"}, 21 + 39, 0),
        (3, {"open_hand": "open", "personal_cards": [2]}, 21 + 6, 0),
        (3, {"open_hand": "switch", "personal_cards": [2]}, 21 + 6, 2),
        (3, {"open_hand": "switch"}, 21 + 3, 0),
    ],
)
def test_the_action_space_has_a_call_for_every_pair_of_slots(players, options, slots, more):
    """CL-58, CL-43, CL-51"""
    made = setup(players, **options)
    assert made.num_actions == 2 + slots * (slots - 1) // 2 + more
    assert made.actions.words[:4] == ("wait", "ask", "call s0 s1", "call s0 s2")


def test_pairs_of_slots_have_the_same_numbers_whatever_else_there_is():
    """CL-58"""
    small, large = setup(2), setup(2, open_hand="open")
    assert large.actions.words[: small.num_actions] == small.actions.words


def test_looking_doubles_the_pairs():
    """CL-62"""
    made = setup(2, vision="looks")
    assert made.num_actions == 2 + 2 * 231
    assert made.actions.words[2 + 231] == "look s0 s1"


def test_the_longest_game_follows_from_max_ticks():
    """CL-65"""
    assert setup(3, max_ticks=10).max_plies == 30
    assert setup(2, max_ticks=10, vision="looks", looks_per_tick=4).max_plies == 100
    assert setup(2, max_ticks=10, open_hand="switch").max_plies == 40
