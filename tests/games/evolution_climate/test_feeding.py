"""Feeding turns, duty and passing, plant food, the end of feeding: CM-50 to CM-57, CM-63 to CM-66,
and the traits that feed: Cooperation, Fat Tissue, Foraging, Hibernation, Migratory, Nocturnal."""

import pytest
from evolution_climate.scenes import (
    bags,
    feeding,
    hand_size,
    herd,
    may,
    passes,
    phase,
    say,
    sp,
    words_of,
)


def test_players_feed_one_species_each_in_turn_from_the_first_player_on():
    """CM-50, CM-55: 1 plant token a turn."""
    position = feeding([sp("2/1"), sp("1/1")], [sp("2/1")], [sp("1/1")], hole=10)
    say(position, "species s0", "species s0", "species s0")
    assert position.to_move == 0
    assert herd(position, 0) == ["2/1 food 1", "1/1"]
    assert herd(position, 1) == ["2/1 food 1"]
    assert position.row.watering_hole == 7


def test_a_hungry_species_that_can_eat_must_be_fed():
    """CM-52, CM-51"""
    position = feeding([sp("2/1", food=1), sp("1/1", food=1)], [sp()], hole=1)
    assert position.legal_words() == ["species s0"]


def test_passing_is_allowed_where_none_is_hungry_or_none_can_be_fed():
    """CM-52, CM-56: a full species takes no more."""
    assert feeding([sp("1/1", food=1)], [sp()], hole=5).legal_words() == ["done"]
    assert feeding([sp("2/1")], [sp()], hole=0).legal_words() == ["done"]
    assert feeding([], [sp()], hole=5).legal_words() == ["done"]


def test_a_pass_binds_nobody_later():
    """CM-54: the hole is empty now, the Carnivore's prey grows open later."""
    position = feeding(
        [sp("1/6", "carnivore")], [sp("1/3", "burrowing", food=1), sp("2/4", "carnivore")],
        [sp("1/1", "climbing", food=1)], hole=0,
    )  # fmt: skip
    assert may(position, "target n1") is False
    say(position, "species s0")
    assert phase(position) == "target seat"


def test_feeding_ends_after_a_lap_in_which_nothing_happened():
    """CM-54"""
    position = feeding([sp("1/1")], [sp("2/1")], [sp("1/1", food=1)], hole=2)
    say(position, "species s0", "species s0", "done", "done")
    assert position.row.turn == 2
    say(position, "done")
    assert position.row.turn == 3
    assert position.row.idle == 0


def test_non_carnivores_take_plants_only_if_there_are_some():
    """CM-55"""
    position = feeding([sp("2/1")], [sp()], hole=1)
    say(position, "species s0")
    assert position.row.watering_hole == 0
    assert position.legal_words() == ["done"]


def test_a_species_with_fat_tissue_may_be_fed_though_it_is_full():
    """CM-53, CM-77: also while another is hungry; alone it may be passed over."""
    position = feeding([sp("1/2", "fat tissue", food=1), sp("2/1")], [sp("1/1", food=1)], hole=9)
    assert sorted(position.legal_words()) == ["species s0", "species s1"]
    say(position, "species s0", "done")
    assert herd(position, 0)[0] == "1/2 food 1 fat 1"
    say(position, "species s1", "done", "species s1", "done")
    assert sorted(position.legal_words()) == ["done", "species s0"]
    say(position, "species s0", "done")
    assert herd(position, 0)[0] == "1/2 food 1 fat 2"
    assert position.legal_words() == ["done"]


def test_fat_stays_over_the_round_and_goes_to_the_bag_at_extinction():
    """CM-77, CM-66"""
    position = feeding([sp("1/2", "fat tissue", food=1, fat=2)], [sp("1/1", food=1)], idle=1)
    say(position, "done")
    assert herd(position, 0) == ["1/2 fat 2"]
    assert bags(position) == [1, 1]
    starved = feeding([sp("1/2", "fat tissue", fat=2)], [sp("1/1", food=1)], idle=1)
    say(starved, "done")
    assert bags(starved) == [2, 1]
    assert herd(starved, 0) == ["1/1"]


def test_foraging_takes_one_more_from_the_same_source_if_there_is_hunger_for_it():
    """CM-79"""
    for size, hole, taken in (("3/1", 5, 2), ("1/1", 5, 1), ("3/1", 1, 1)):
        position = feeding([sp(size, "foraging")], [sp("1/1", food=1)], hole=hole)
        say(position, "species s0")
        assert herd(position, 0) == [f"{size} food {taken}"]
        assert position.row.watering_hole == hole - taken


def test_foraging_never_fills_fat_tissue():
    """CM-79, CM-77: a full forager stores 1; one with a single hungry population takes 1."""
    full = feeding([sp("1/5", "foraging", "fat tissue", food=1)], [sp()], hole=5)
    assert herd(say(full, "species s0"), 0) == ["1/5 food 1 fat 1"]
    one = feeding([sp("1/5", "foraging", "fat tissue")], [sp()], hole=5)
    assert herd(say(one, "species s0"), 0) == ["1/5 food 1"]


def test_cooperation_feeds_the_species_to_the_right_from_the_same_source():
    """CM-75"""
    position = feeding([sp("2/1"), sp("2/1", "cooperation"), sp("2/1")], [sp()], hole=9)
    say(position, "species s1")
    assert herd(position, 0) == ["2/1", "2/1 food 1", "2/1 food 1"]
    assert position.row.watering_hole == 7


def test_cooperation_passes_on_through_cooperation_and_foraging_adds_on_the_way():
    """CM-75, CM-79: the extra token of Foraging triggers nothing."""
    position = feeding(
        [sp("3/1", "cooperation", "foraging"), sp("3/1", "cooperation", "foraging"), sp("3/1")],
        [sp()], hole=9,
    )  # fmt: skip
    say(position, "species s0")
    assert herd(position, 0) == ["3/1 food 2", "3/1 food 2", "3/1 food 1"]
    assert position.row.watering_hole == 4


def test_cooperation_stops_at_a_full_species_a_carnivore_and_an_empty_hole():
    """CM-75, CM-57, CM-72"""
    full = [sp("2/1", "cooperation"), sp("1/1", "cooperation", food=1), sp("2/1")]
    assert herd(say(feeding(full, [sp()], hole=9), "species s0"), 0)[2] == "2/1"
    meat = [sp("2/1", "cooperation"), sp("1/1", "cooperation", "carnivore"), sp("2/1")]
    assert herd(say(feeding(meat, [sp()], hole=9), "species s0"), 0)[1:] == ["1/1", "2/1"]
    last = [sp("2/1", "cooperation"), sp("2/1")]
    assert herd(say(feeding(last, [sp()], hole=1), "species s0"), 0) == ["2/1 food 1", "2/1"]


def test_storing_fat_is_a_take_that_cooperation_follows():
    """CM-77, CM-75"""
    position = feeding([sp("1/3", "fat tissue", "cooperation", food=1), sp("2/1")], [sp()], hole=9)
    say(position, "species s0")
    assert herd(position, 0) == ["1/3 food 1 fat 1", "2/1 food 1"]


def test_food_offered_to_a_full_species_with_fat_tissue_may_be_left():
    """CM-77, CM-75: from the Watering Hole it matters; leaving it ends the chain."""
    row = [sp("2/1", "cooperation"), sp("1/3", "fat tissue", "cooperation", food=1), sp("2/1")]
    position = say(feeding(row, [sp()], hole=9), "species s0")
    assert (phase(position), position.to_move) == ("offer", 0)
    left = say(position.copy(), "done")
    assert herd(left, 0)[1:] == ["1/3 food 1", "2/1"]
    assert left.row.watering_hole == 8
    say(position, "species s1")
    assert herd(position, 0)[1:] == ["1/3 food 1 fat 1", "2/1 food 1"]
    assert position.row.watering_hole == 6


def test_hibernation_lets_two_unfed_population_be_ignored():
    """CM-82, CM-51, CM-53: fed by choice, and not by duty."""
    assert feeding([sp("3/1", "hibernation")], [sp()], hole=5).legal_words() == ["species s0"]
    position = feeding([sp("2/1", "hibernation")], [sp()], hole=5)
    assert sorted(position.legal_words()) == ["done", "species s0"]
    say(position, "species s0")
    assert herd(position, 0) == ["2/1 food 1"]


def test_food_offered_to_ignored_population_is_taken_unasked_before_any_fat():
    """CM-82, CM-77"""
    row = [sp("2/1", "cooperation"), sp("2/2", "hibernation", "fat tissue")]
    position = say(feeding(row, [sp("1/1", food=1)], hole=9), "species s0")
    assert phase(position) != "offer"
    assert herd(position, 0)[1] == "2/2 food 1"


@pytest.mark.parametrize(("size", "food", "left"), [("5/1", 1, "3/1"), ("2/1", 0, "2/1"),
                                                      ("3/1", 3, "3/1"), ("4/1", 0,
                                                          "2/1")])  # fmt: skip
def test_hibernation_saves_two_unfed_population_at_the_end(size, food, left):
    """CM-82, CM-63: they give no food points."""
    position = feeding([sp(size, "hibernation", food=food)], [sp("1/1", food=1)], idle=1)
    passes(position)
    assert herd(position, 0) == [left]
    assert bags(position)[0] == food


def test_population_without_food_is_lost_and_a_species_without_any_dies():
    """CM-63, CM-66, CM-64: traits are discarded, as many cards drawn, the gap closes."""
    position = feeding(
        [sp("4/1", food=2), sp("3/2", "horns", "fertile"), sp("1/3", "climbing", food=1)],
        [sp("1/1", food=1)], idle=1, deck=["ambush +3 sun", "carnivore +6 sun"],
    )  # fmt: skip
    before = hand_size(position, 0)
    passes(position)
    assert herd(position, 0) == ["2/1", "1/3"]
    assert bags(position) == [3, 1]
    assert hand_size(position, 0) - before == 2 + 6
    assert {"ambush +3 sun", "carnivore +6 sun"} <= set(position.to_dict()["players"][0]["hand"])
    assert set(position.to_dict()["discards"]) == {"fertile +2", "horns +1"}


def test_who_loses_the_last_species_gets_a_new_one_in_the_next_deal():
    """CM-66, CM-08"""
    position = passes(feeding([sp("3/5")], [sp("1/1", food=1)], idle=1))
    assert herd(position, 0) == ["1/1"]


def test_food_goes_to_the_bags_and_plants_left_stay_on_the_hole():
    """CM-64"""
    position = passes(feeding([sp("2/1", food=2)], [sp("1/1", food=1)], idle=1, hole=7,
                              bags=[4, 0]))  # fmt: skip
    assert bags(position) == [6, 1]
    assert position.row.watering_hole == 7
    assert herd(position, 0) == ["2/1"]
    assert list(position.rewards) == [2, 1]


def test_the_first_player_marker_passes_left_each_round():
    """CM-65"""
    position = passes(feeding([sp("1/1", food=1)], [sp("1/1", food=1)], [sp("1/1", food=1)],
                              idle=2))  # fmt: skip
    assert position.row.first == 1
    assert position.row.turn == 3


def test_migratory_takes_two_from_the_bank_when_the_hole_is_empty():
    """CM-86: for hungry population alone, with Foraging and Cooperation; it feeds nobody again."""
    row = [sp("4/1", "migratory", "foraging", "cooperation"), sp("3/1"), sp("1/5", "migratory",
           "fat tissue", food=1)]  # fmt: skip
    position = passes(feeding(row, [sp("1/1", food=1)], idle=1, hole=0))
    assert herd(position, 0) == ["3/1", "1/1", "1/5"]
    assert bags(position)[0] == 3 + 1 + 1


def test_migratory_takes_nothing_while_there_is_food_on_the_hole():
    """CM-86: a Carnivore takes nothing either."""
    position = passes(feeding([sp("3/1", "migratory", food=1)], [sp("1/1", food=1)], idle=1,
                              hole=0))  # fmt: skip
    assert bags(position)[0] == 3
    position = feeding([sp("3/1", "migratory", "hibernation", food=1)], [sp("1/1", food=1)],
                       idle=1, hole=4)  # fmt: skip
    assert bags(passes(position))[0] == 1
    meat = feeding([sp("3/1", "migratory", "carnivore", food=1)], [sp("1/1", food=1)], idle=1)
    assert bags(passes(meat))[0] == 1


def test_migratory_species_take_from_left_to_right():
    """CM-86, CM-75: the left one's Cooperation feeds the right one before its own turn."""
    row = [sp("1/1", "migratory", "cooperation"), sp("3/1", "migratory")]
    position = passes(feeding(row, [sp("1/1", food=1)], idle=1))
    assert bags(position)[0] == 1 + 1 + 2
    turned = [sp("3/1", "migratory"), sp("1/1", "migratory", "cooperation")]
    assert bags(passes(feeding(turned, [sp("1/1", food=1)], idle=1)))[0] == 3


def test_migratory_cooperation_offers_to_fat_in_the_middle_of_the_end():
    """CM-86, CM-77"""
    row = [sp("2/1", "migratory", "cooperation"), sp("1/2", "fat tissue", food=1)]
    position = say(feeding(row, [sp("1/1", food=1)], idle=1), "done")
    assert phase(position) == "offer"
    say(position, "species s1")
    assert herd(position, 0) == ["2/1", "1/2 fat 1"]
    assert position.row.turn == 3


def at_night(*rows, hole=9, **fields):
    """The last seat has just passed, and seat 0's feeding turn begins."""
    position = feeding(*rows, hole=hole, to_move=len(rows) - 1, feeder=len(rows) - 1, **fields)
    return say(position, "done")


def test_nocturnal_feeds_before_the_feeding_turn_and_may_feed_again_in_it():
    """CM-88"""
    position = at_night([sp("3/1", "nocturnal"), sp("1/1")], [sp("1/1", food=1)])
    assert phase(position) == "night"
    assert sorted(position.legal_words()) == ["done", "species s0"]
    say(position, "species s0")
    assert phase(position) == "feed"
    say(position, "species s0")
    assert herd(position, 0) == ["3/1 food 2", "1/1"]
    assert position.to_move == 1


def test_nocturnal_may_be_declined_and_comes_again_in_the_next_turn():
    """CM-88"""
    position = at_night([sp("3/1", "nocturnal")], [sp("1/1", food=1)])
    say(position, "done")
    assert phase(position) == "feed"
    say(position, "species s0", "done")
    assert phase(position) == "night"


def test_each_nocturnal_species_feeds_once_in_the_owners_order():
    """CM-88, CM-75, CM-79: triggers come with it."""
    position = at_night(
        [sp("3/1", "nocturnal", "foraging"), sp("2/1", "nocturnal", "cooperation"), sp("2/1")],
        [sp("1/1", food=1)],
    )  # fmt: skip
    say(position, "species s1")
    assert words_of(position, "species") == ["s0"]
    say(position, "species s0")
    assert phase(position) == "feed"
    assert herd(position, 0) == ["3/1 food 2", "2/1 food 1", "2/1 food 1"]


def test_nocturnal_does_not_feed_while_a_carnivore_could_attack_it():
    """CM-88: anybody's that has room; a fully fed one, or one that is too small, threatens not."""
    prey = sp("3/2", "nocturnal")
    for hunter, is_feared in (
        (sp("2/3", "carnivore"), True),
        (sp("2/3", "carnivore", food=2), False),
        (sp("2/2", "carnivore"), False),
        (sp("1/3", "carnivore", "fat tissue", food=1), True),
        (sp("2/3", "carnivore", "hibernation", food=0), True),
    ):
        position = at_night([prey], [hunter], [sp("1/1", food=1)])
        assert (phase(position) == "night") == (not is_feared), hunter


def test_the_owners_own_carnivore_is_feared_too():
    """CM-88"""
    position = at_night([sp("3/2", "nocturnal"), sp("2/3", "carnivore")], [sp("1/1", food=1)])
    assert phase(position) == "feed"


def test_an_intelligent_carnivore_is_feared_only_with_cards_enough():
    """CM-88, CM-84, CM-87: to get past all defences; Mud Wallowing costs a card too."""
    prey = sp("3/2", "nocturnal", "climbing")
    hunter = sp("2/5", "carnivore", "intelligence")
    for cards, is_feared in (([], False), (["horns"], True)):
        position = feeding([prey], [hunter], [sp("1/1", food=1)], hole=9, to_move=2, feeder=2,
                           hands=[[], cards, []])  # fmt: skip
        say(position, "done")
        assert (phase(position) == "night") == (not is_feared)
    mud = sp("3/2", "nocturnal", "mud wallowing")
    for cards, is_feared in (([], False), (["horns"], True)):
        position = feeding([mud], [sp("2/5", "carnivore")], [sp("1/1", food=1)], hole=9,
                           to_move=2, feeder=2, hands=[[], cards, []])  # fmt: skip
        say(position, "done")
        assert (phase(position) == "night") == (not is_feared)


def test_nocturnal_needs_food_on_the_hole_and_room():
    """CM-88"""
    assert phase(at_night([sp("3/1", "nocturnal")], [sp("1/1", food=1)], hole=0)) == "feed"
    full = at_night([sp("3/1", "nocturnal", food=3)], [sp("1/1", food=1)])
    assert phase(full) == "feed"


def test_a_nocturnal_carnivore_attacks_for_free():
    """CM-88: and again in its feeding; it is no threat to itself."""
    position = at_night([sp("6/4", "nocturnal", "carnivore")], [sp("3/2", food=3)], hole=0)
    assert phase(position) == "night"
    say(position, "species s0", "target n1", "species s0")
    assert phase(position) == "feed"
    assert herd(position, 0) == ["6/4 food 2"]
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 0) == ["6/4 food 4"]
    assert herd(position, 1) == ["1/2 food 1"]
    assert position.to_move == 1


def test_intelligence_may_help_a_free_attack_unless_the_option_says_no():
    """CM-88, CM-84"""
    rows = ([sp("6/4", "nocturnal", "carnivore", "intelligence")],
            [sp("3/2", "climbing", food=3)])  # fmt: skip
    position = at_night(*rows, hands=[["horns"], []])
    assert phase(position) == "night"
    say(position, "species s0", "target n1", "species s0", "name climbing", "card horns +5")
    assert herd(position, 0) == ["6/4 food 2"]
    never = at_night(*rows, hands=[["horns"], []], options={"intelligence_in_nocturnal": False})
    assert phase(never) == "feed"


def test_a_free_feeding_counts_as_something_happening():
    """CM-54, CM-88: also in a turn that ends in a pass."""
    position = at_night([sp("1/1", "nocturnal")], [sp("1/1", food=1)])
    say(position, "species s0", "done")
    assert position.row.idle == 0
    assert position.to_move == 1
