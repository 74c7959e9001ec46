"""Set-up: CL-01 to CL-06, CL-33 to CL-36, CL-40, CL-41."""

from collections import Counter

import pytest
from clades.scenes import CLADE, NOISE, PLAIN, deck, scene, setup, sizes
from phylarium.envs.core.position import Position
from phylarium.envs.games.clades.cards import QUALITIES, TABLE, WORDS


def dealt(players=2, seed=1, **options):
    return Position.deal(setup(players, **options), seed)


def test_the_deck_holds_each_combination_once_and_two_bonus_cards():
    """CL-01"""
    animals = [row for row in TABLE if row["kind"] == "animal"]
    assert len(TABLE) == 83
    assert len({(r["clade"], r["environment"], r["number"], r["colour"]) for r in animals}) == 81
    assert Counter(r["colour"] for r in animals) == {"blue": 27, "green": 27, "red": 27}
    assert WORDS[81:] == ("fish", "mollusk")
    assert all(row["provenance"] for row in TABLE)


def test_a_card_has_four_qualities_of_three_types():
    """CL-02"""
    assert QUALITIES.shape == (81, 4)
    for quality in range(4):
        assert sorted(Counter(QUALITIES[:, quality].tolist()).values()) == [27, 27, 27]


def test_each_player_gets_a_closed_card_and_twelve_shared_cards_lie_open():
    """CL-03"""
    position = dealt(3)
    assert position.row.num_shared == 12
    for seat in range(3):
        held = position.row.table[102 + 3 * seat : 105 + 3 * seat]
        assert [card >= 0 for card in held] == [True, False, False]
        assert position.row.known[3 * seat] == 1 << seat
    assert position.row.deck_size == 83 - 12 - 3
    assert sizes(position) == [0, 0, 0]


def test_the_learning_layout_is_seven_cards_of_three_animals_without_bonus_cards():
    """CL-04"""
    position = dealt(2, learning=True)
    row = position.row
    assert (row.num_shared, row.deck_size, row.bonus_in_deck) == (7, 27 - 7 - 2, 0)
    in_game = [c for c in row.table if c >= 0] + list(row.deck[: row.deck_size])
    assert len(in_game) == 27
    assert all(QUALITIES[card, 2] == 2 for card in in_game)


def test_no_bonus_card_is_dealt_and_both_are_anywhere_in_the_deck():
    """CL-05"""
    places = Counter()
    for seed in range(300):
        position = dealt(2, seed)
        assert all(card < 81 for card in position.row.table)
        order = deck(position).split()
        assert {"fish", "mollusk"} <= set(order)
        places[order.index("fish") * 3 // len(order)] += 1
    assert all(60 < places[third] < 140 for third in range(3))


def test_the_text_shows_the_shared_cards_in_rows_by_clade():
    """CL-06, CL-66"""
    position = scene(shared="mW1b sL2g aA3r mA1b mA1g mA1r")
    lines = position.text(0).splitlines()
    rows = {line.split(":")[0].strip(): line for line in lines if line.startswith("  ")}
    assert "s0 1 blue mammal water (Whippomorphs)" in rows["mammals"]
    assert "s1 2 green sauropsid land (Squamates)" in rows["sauropsids"]
    assert "s2 3 red arthropod air (Winged insects)" in rows["arthropods"]
    old = scene(options={"theme": "prehistoric"}, shared="mW1b mA1b mA1g mA1r")
    assert "s0 1 blue mammal water (Pinnipeds)" in old.text(0)


def test_a_smaller_deck_sets_a_third_of_the_animals_aside_and_keeps_the_bonus_cards():
    """CL-33"""
    row = dealt(2, smaller_deck=True).row
    assert row.deck_size == 54 - 12 - 2 + 2
    assert row.bonus_in_deck == 2
    assert sum(place == -2 for place in row.place) == 27
    aside = [
        tuple(card for card in range(81) if dealt(2, seed, smaller_deck=True).row.place[card] == -2)
        for seed in (1, 2)
    ]
    assert aside[0] != aside[1]
    small = dealt(2, smaller_deck=True, threes_only=True, shared_cards=7).row
    assert small.deck_size == 18 - 7 - 2


def test_starter_cards_go_to_every_player():
    """CL-34"""
    assert sizes(dealt(3, starter_cards=True)) == [3, 3, 3]


def test_beginners_luck_goes_to_the_seats_that_have_it_and_adds_up():
    """CL-35"""
    assert sizes(dealt(3, beginners_luck=[0, 1, 0])) == [0, 5, 0]
    assert sizes(dealt(2, beginners_luck=[1, 0], starter_cards=True)) == [8, 3]
    assert list(dealt(2, beginners_luck=[1, 0]).returns) == [5, 0]


def test_starters_are_animal_cards_and_the_table_is_whole_all_the_same():
    """CL-36"""
    for seed in range(20):
        row = dealt(4, seed, starter_cards=True, beginners_luck=[1]).row
        assert row.place[81] == row.place[82] == -1
        assert row.num_shared == 12
        assert row.deck_size == 83 - 12 - 4 - 32


def test_threes_only_is_a_deck_of_27_without_bonus_cards_and_twelve_shared_cards():
    """CL-40"""
    row = dealt(2, threes_only=True).row
    assert (row.num_shared, row.deck_size, row.bonus_in_deck) == (12, 27 - 12 - 2, 0)
    assert dealt(2, threes_only=True, learning=True).row.num_shared == 7


def test_seats_have_as_many_personal_cards_as_the_option_says():
    """CL-41"""
    row = dealt(4, personal_cards=[0, 3, 1]).row
    held = [sum(c >= 0 for c in row.table[102 + 3 * s : 105 + 3 * s]) for s in range(4)]
    assert held == [0, 3, 1, 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_same_seed_deals_the_same_game_and_another_seed_another(players):
    """CL-03"""
    assert dealt(players, 7).tobytes() == dealt(players, 7).tobytes()
    assert dealt(players, 7).tobytes() != dealt(players, 8).tobytes()


def test_the_scenes_of_these_tests_hold_the_triples_they_speak_of():
    """CL-10: the noise adds no triple to either scene."""
    for triples, count in ((PLAIN, 1), (CLADE, 1), ("mW1b sW1b", 0)):
        position = scene(options={"vision": "triples"}, shared=f"{triples} {NOISE}", hands=["", ""])
        assert sum(words.startswith("call") for words in position.legal_words()) == count
