"""The box, setting up, the deal and the Food Cards: CM-01 to CM-14."""

import numpy as np
import pytest
from evolution_climate.scenes import environment, hand_size, may, say, scene, setup, sp
from phylarium.envs.core.position import Position
from phylarium.envs.games.evolution_climate.cards import (
    CARD_ROWS,
    COPIES,
    EVENT_COPIES,
    EVENT_SIDE,
    EVENT_WORDS,
    FOOD_OF,
    LEAF,
    TRAIT_OF,
    TRAITS,
    WARMTH_OF,
    WORDS,
    ZONES,
)


def test_the_box_holds_177_trait_cards_of_23_traits():
    """CM-01: 23 Carnivores and 7 of each other; food sums to 593, of the 91 base cards to 314."""
    assert len(TRAITS) == 23
    assert COPIES.sum() == 177
    counts = {t: int(COPIES[i == TRAIT_OF].sum()) for i, t in enumerate(TRAITS)}
    assert counts.pop("carnivore") == 23
    assert set(counts.values()) == {7}
    assert (COPIES * FOOD_OF).sum() == 593
    base = [t for t in TRAITS if t not in (
        "carnivore", "ambush", "burrowing", "defensive herding", "cooling frills", "heavy fur",
        "hibernation", "migratory", "mud wallowing", "nocturnal")]  # fmt: skip
    is_base = np.isin(TRAIT_OF, [TRAITS.index(t) for t in base])
    assert (COPIES * FOOD_OF)[is_base].sum() == 314
    assert COPIES[is_base].sum() == 91
    assert (COPIES * np.maximum(WARMTH_OF, 0)).sum() == 46
    assert (COPIES * np.minimum(WARMTH_OF, 0)).sum() == -46
    assert len(set(WORDS)) == len(WORDS) == 150
    assert all(row["provenance"] for row in CARD_ROWS)


@pytest.mark.parametrize(
    ("trait", "food"),
    [
        ("ambush", -3), ("burrowing", 3), ("carnivore", 4), ("climbing", 1), ("cooling frills", 9),
        ("cooperation", 0), ("defensive herding", 7), ("fat tissue", 3), ("fertile", 3),
        ("foraging", 2), ("hard shell", 1), ("heavy fur", -3), ("hibernation", 8), ("horns", 1),
        ("intelligence", -2), ("long neck", 4), ("migratory", 4), ("mud wallowing", 7),
        ("nocturnal", -1), ("pack hunting", -3), ("scavenger", 2), ("symbiosis", 1),
        ("warning call", 1),
    ],
)  # fmt: skip
def test_the_food_that_the_rulebook_prints_beside_a_trait_is_on_a_card(trait, food):
    """CM-01"""
    assert any(w.split(f" {food:+d}")[0] == trait for w in WORDS if f" {food:+d}" in w)


def test_the_board_has_nine_zones_and_two_sides():
    """CM-02"""
    assert ZONES[0] == "ice age"
    assert ZONES[8] == "scorching"
    assert LEAF[1].tolist() == [-30, -16, -8, -4, 0, 4, 12, 6, -20]
    assert LEAF[0].tolist() == [-15, -8, -4, -2, 0, 2, 6, 3, -10]


def test_the_marker_starts_in_the_temperate_zone_and_nobody_has_anything_but_a_species():
    """CM-03, CM-08"""
    position = Position.deal(setup(4), 3)
    document = position.to_dict()
    assert document["zone"] == "temperate"
    assert document["watering_hole"] == 0
    for player in document["players"]:
        assert player["species"] == [{"population": 1, "body": 1}]
        assert "bag" not in player


@pytest.mark.parametrize(
    ("players", "aside", "deck"),
    [(2, 88, 79), (3, 60, 102), (4, 30, 127), (5, 0, 152), (6, 0, 147)],
)
def test_cards_are_set_aside_by_the_number_of_players(players, aside, deck):
    """CM-04, CM-09: five cards each have left the deck."""
    row = Position.deal(setup(players), 0).row
    assert row.aside_size == aside
    assert row.deck_size == deck
    assert list(row.hand_sizes[:players]) == [5] * players


def test_each_deck_of_events_has_15_cards_and_its_top_lies_face_up():
    """CM-05"""
    assert [int(EVENT_COPIES[side == EVENT_SIDE].sum()) for side in (0, 1)] == [15, 15]
    tops = set()
    for seed in range(20):
        position = Position.deal(setup(), seed)
        events = position.to_dict()["events"]
        assert [len(events[side]) for side in ("cold", "hot")] == [15, 15]
        assert f"cold: {events['cold'][0]}; hot: {events['hot'][0]}" in position.text(-1)
        tops.add(events["cold"][0])
    assert len(tops) > 4
    assert len(EVENT_WORDS) == 23


def test_the_bank_gives_as_much_as_is_asked_for():
    """CM-06: far beyond the 240 tokens of the box; what is out is counted."""
    position = environment([sp()], [sp()], hole=500, food_cards=["climbing +5", "long neck +9"])
    say(position, "done")
    assert position.row.watering_hole == 514
    assert position.row.bank_out == 514


def test_the_first_player_is_drawn():
    """CM-07"""
    firsts = {Position.deal(setup(3), seed).row.first for seed in range(40)}
    assert firsts == {0, 1, 2}


def ending(*rows, **fields):
    """A scene one `done` before the end of feeding of seat 0, First Player."""
    return scene(*rows, phase="feed", idle=len(rows) - 1, **fields)


def test_who_has_no_species_gets_one_before_cards_are_counted():
    """CM-08, CM-09: so its owner draws 5."""
    position = say(ending([], [sp("1/1", food=1), sp("1/1", food=1)]), "done")
    assert position.row.turn == 3
    assert position.row.num_species[0] == 1
    assert hand_size(position, 0) == 5
    assert hand_size(position, 1) == 6


def test_packets_are_dealt_from_the_first_player_on():
    """CM-09: seat 1 is First Player of the next round."""
    position = ending([sp("1/1", food=1)], [sp("1/1", food=1)])
    deck = position.to_dict()["deck"]
    say(position, "done")
    assert sorted(deck[:5]) == sorted(position.to_dict()["players"][1]["hand"])
    assert sorted(deck[5:10]) == sorted(position.to_dict()["players"][0]["hand"])


def some_cards(count):
    """Words of so many cards that lie at the top of a deck."""
    return [word for word, copies in zip(WORDS, COPIES, strict=True) for _ in range(copies)][:count]


def test_a_deck_that_runs_out_in_the_deal_is_replaced_by_the_cards_aside_in_the_final_round():
    """CM-10, CM-11"""
    cards = some_cards(177)
    position = ending(
        [sp("1/1", food=1)], [sp("1/1", food=1)], deck=cards[:7], aside=cards[7:40],
        discards=cards[40:],
    )  # fmt: skip
    say(position, "done")
    row = position.row
    assert (row.deck_size, row.aside_size) == (30, 0)
    assert list(row.hand_sizes[:2]) == [5, 5]
    assert position.to_dict()["final"] == "this round"
    assert "final round" in position.text(0)


def test_the_deck_has_run_out_with_its_last_card_even_if_no_more_is_wanted():
    """CM-10: exactly ten cards were left."""
    cards = some_cards(177)
    position = ending(
        [sp("1/1", food=1)], [sp("1/1", food=1)], deck=cards[:10], aside=cards[10:40],
        discards=cards[40:],
    )  # fmt: skip
    say(position, "done")
    assert (position.row.deck_size, position.row.aside_size) == (30, 0)
    assert position.to_dict()["final"] == "this round"


def test_with_five_players_the_shuffled_discards_become_the_deck():
    """CM-10"""
    cards = some_cards(177)
    rows = [[sp("1/1", food=1)] for _ in range(5)]
    position = ending(*rows, deck=cards[:6], discards=cards[6:])
    say(position, "done")
    row = position.row
    assert row.deck_size == 171 - 19
    assert sum(row.discards) == 0
    assert position.to_dict()["final"] == "this round"
    again = ending(*rows, deck=cards[:6], discards=cards[6:], rng="77")
    assert say(again, "done").to_dict()["deck"] != position.to_dict()["deck"]


def test_a_deck_that_runs_out_by_an_extinction_makes_the_next_round_the_last():
    """CM-11: the round goes on, and the next is played."""
    cards = some_cards(177)
    used = ["horns +1", "climbing +1"]
    rest = [card for card in cards if card not in used]
    position = ending(
        [sp("1/1", *used)], [sp("1/1", food=1)], deck=rest[:2], aside=rest[2:40],
        discards=rest[40:],
    )  # fmt: skip
    say(position, "done")
    assert position.row.turn == 3
    assert position.to_dict()["final"] == "this round"
    assert not position.is_over
    assert hand_size(position, 0) == 7


def test_a_second_run_out_shuffles_the_discards_and_adds_no_round():
    """CM-12: in the final round, with two players, and no cards aside any more."""
    cards = some_cards(177)
    used = ["horns +1", "climbing +1"]
    rest = [card for card in cards if card not in used]
    position = ending(
        [sp("1/1", *used)], [sp("1/1", food=1)], deck=rest[:1], aside=[], discards=rest[1:],
        final="this round",
    )  # fmt: skip
    say(position, "done")
    assert position.is_over
    assert position.row.turn == 2
    assert hand_size(position, 0) == 2
    assert position.row.deck_size == 175


def test_where_every_pile_is_empty_remaining_draws_are_skipped():
    """CM-12"""
    cards = some_cards(177)
    position = ending(
        [sp("1/1", food=1)], [sp("1/1", food=1)], deck=cards[:3], aside=[], discards=[],
        players=[
            {"species": [sp("1/1", food=1)], "hand": cards[3:100]},
            {"species": [sp("1/1", food=1)], "hand": cards[100:]},
        ],
    )  # fmt: skip
    say(position, "done")
    assert position.row.deck_size == 0
    assert position.row.hand_sizes[1] == 80
    assert position.row.hand_sizes[0] == 97


def test_each_player_lays_one_card_unseen_and_must():
    """CM-13: cards of equal faces are one choice; nobody may say anything else."""
    position = scene([sp()], [sp()], hands=[["climbing", "carnivore +0 snowflake"], ["horns"]])
    assert sorted(position.legal_words()) == ["card carnivore +0 snowflake", "card climbing +5"]
    before = position.observe(1).tobytes()  # which stays until all have chosen (CM-95)
    one, other = position.copy(), position.copy()
    one.step("card climbing +5")
    other.step("card carnivore +0 snowflake")
    assert one.observe(1).tobytes() == other.observe(1).tobytes() == before
    assert one.text(1) == other.text(1)
    assert "a Food Card laid" in one.text(1)
    assert one.row.food_cards[0] >= 0


def test_who_has_no_card_lays_none():
    """CM-13"""
    position = scene([sp()], [sp()], hands=[[], ["horns"]])
    assert position.to_move == 1
    say(position, "card horns +5")
    assert position.to_dict()["phase"] == "play"
    assert position.row.food_cards[0] == -1


def test_used_food_cards_go_to_the_discards_at_the_end_of_phase_4():
    """CM-14"""
    position = environment([sp()], [sp()], food_cards=["climbing +5", "long neck +9"])
    assert "discards" not in position.to_dict()
    say(position, "done")
    assert position.to_dict()["discards"] == ["climbing +5", "long neck +9"]
    assert all("food_card" not in player for player in position.to_dict()["players"])
    assert may(position, "species s0")
