"""Setting a game up: CA-04 to CA-10."""

from collections import Counter

import pytest
from cardline_animals.scenes import GAME, setup
from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.position import Position
from phylarium.envs.games.cardline_animals.cards import SHIPPED

VALUES = {"size": 0, "weight": 1, "lifespan": 2}


@pytest.mark.parametrize("name", VALUES)
def test_the_characteristic_is_chosen(name):
    """CA-04"""
    position = Position.deal(setup(characteristic=name), 1)
    assert position.to_dict()["characteristic"] == name
    assert list(position.row.rank)[:110] == SHIPPED.ranks[VALUES[name]].tolist()


def test_or_drawn_for_each_game():
    """CA-04"""
    made = setup(characteristic="random")
    seen = Counter(Position.deal(made, seed).row.characteristic for seed in range(60))
    assert min(seen[c] for c in range(3)) > 8


@pytest.mark.parametrize(("players", "hand"), [(2, 4), (3, 1), (8, 12), (5, 7)])
def test_each_player_gets_a_hand_then_the_top_card_starts_the_line(players, hand):
    """CA-05, CA-07, CA-08"""
    position = Position.deal(setup(players, hand_size=hand), 4)
    document = position.to_dict()
    assert [len(h) for h in document["hands"]] == [hand] * players
    assert len(document["line"]) == 1
    assert len(document["deck"]) == 110 - players * hand - 1


def test_cards_are_dealt_one_at_a_time_from_the_first_seat():
    """CA-05: the deck of another number of hands, dealt on, shows the order."""
    small = Position.deal(setup(3, hand_size=1, first_player="random"), 9)
    large = Position.deal(setup(3, hand_size=2, first_player="random"), 9)
    assert small.row.first == large.row.first
    first = large.row.first
    order = [(first + k) % 3 for k in range(3)]
    hands, other = small.to_dict(), large.to_dict()["hands"]
    assert [h[0] for h in hands["hands"]] == [h[0] for h in other]
    after = [*hands["line"], *hands["deck"]]
    assert [other[seat][1] for seat in order] == after[:3]


def test_all_see_which_animals_lie_before_whom():
    """CA-06"""
    position = Position.deal(setup(3, knowledge="identity"), 2)
    for seat in range(3):
        text = position.text(seat)
        for hand in position.row.hands[:3]:
            for card in list(hand)[:4]:
                assert SHIPPED.animals[card].scientific_name in text


def test_two_to_eight_players_take_part():
    """CA-09"""
    assert GAME.players == (2, 8)
    assert GAME.default_players == 4
    for players in (1, 9):
        with pytest.raises(OptionsError):
            setup(players)


def test_hands_the_initial_card_and_a_card_for_each_player_must_be_there():
    """CA-09, CA-05"""
    made = {"knowledge": "held_out", "deal_from": "test"}
    assert setup(4, hand_size=6, num_held_out=29, **made)
    with pytest.raises(OptionsError, match="29 cards, and 28 take part"):
        setup(4, hand_size=6, num_held_out=28, **made)
    with pytest.raises(OptionsError):
        setup(2, hand_size=13)


def test_the_first_player_is_drawn():
    """CA-10"""
    made = setup(4, first_player="random")
    seen = Counter(Position.deal(made, seed).row.to_move for seed in range(80))
    assert min(seen[seat] for seat in range(4)) > 8


def test_or_seat_0():
    """CA-10"""
    assert {Position.deal(setup(4), seed).row.to_move for seed in range(10)} == {0}


def test_every_order_of_the_deck_is_possible():
    """CA-08: the initial card is any card."""
    made = setup(2)
    seen = {Position.deal(made, seed).to_dict()["line"][0] for seed in range(300)}
    assert len(seen) > 80
