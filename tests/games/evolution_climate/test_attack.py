"""Attacks: CM-57 to CM-62 and the traits that matter in them, CM-70 to CM-74, CM-76, CM-80, CM-83,
CM-84, CM-87, CM-89 to CM-92."""

import itertools
import random

import pytest
from evolution_climate.naive import Naive
from evolution_climate.scenes import (
    bags,
    feeding,
    hand,
    hand_size,
    herd,
    may,
    phase,
    say,
    scene,
    sp,
    words_of,
)
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.games.evolution_climate.attack import NEEDS_CARDS_TO_NAME, attack_price


def can_attack(attacker, *row, at=0, cards=0, own=()):
    """Whether the Carnivore of seat 0, leftmost of its row, can attack species `at` of seat 1."""
    traits = ["carnivore", *attacker["traits"]]
    position = feeding([{**attacker, "traits": traits}, *own], list(row), [sp("1/1", food=1)],
                       hands=[["pack hunting"] * cards, [], []])  # fmt: skip
    if not may(position, "species s0"):
        return False
    say(position, "species s0")
    if not may(position, "target n1"):
        return False
    return may(say(position, "target n1"), f"species s{at}")


FED = {"food": 2}


def test_a_carnivore_attacks_only_a_smaller_body():
    """CM-58, CM-72"""
    assert can_attack(sp("2/4"), sp("2/3"))
    assert not can_attack(sp("2/3"), sp("2/3"))
    assert not can_attack(sp("2/3"), sp("2/4"))


def test_a_carnivore_needs_room_to_eat():
    """CM-58: hunger, or the option of Fat Tissue or Hibernation."""
    assert not can_attack(sp("2/4", food=2), sp("2/3"))
    assert can_attack(sp("2/4", "fat tissue", food=2), sp("2/3"))
    assert not can_attack(sp("2/4", "fat tissue", food=2, fat=4), sp("2/3"))
    assert can_attack(sp("2/4", "hibernation", food=1), sp("2/3"))


def test_a_carnivore_attacks_its_owners_species_and_never_itself():
    """CM-57"""
    position = feeding([sp("2/6", "carnivore"), sp("2/3")], [sp("1/1", "climbing")])
    say(position, "species s0")
    assert words_of(position, "target") == ["n0"]
    say(position, "target n0")
    assert words_of(position, "species") == ["s1"]
    say(position, "species s1")
    assert herd(position, 0) == ["2/6 food 2", "1/3"]


def test_a_carnivore_eats_no_plants_and_attacks_when_there_are_none():
    """CM-57, CM-72"""
    lone = feeding([sp("2/6", "carnivore")], [sp("1/1", "climbing")], hole=9)
    assert lone.legal_words() == ["done"]
    position = feeding([sp("2/6", "carnivore")], [sp("2/1")], hole=0)
    assert position.legal_words() == ["species s0"]


def test_hard_shell_adds_four_and_cooling_frills_two_and_they_add_up():
    """CM-80, CM-74, CM-58: body 6 defends as 8, 10 and 12."""
    for traits, defends in ((["cooling frills"], 8), (["hard shell"], 10),
                            (["cooling frills", "hard shell"], 12)):  # fmt: skip
        for population in range(1, 7):
            attacker = sp(f"{population}/6", "pack hunting", food=0)
            assert can_attack(attacker, sp("6/6", *traits)) == (6 + population > defends)
    assert can_attack(sp("1/6"), sp("1/1", "hard shell"))
    assert not can_attack(sp("1/5"), sp("1/1", "hard shell"))


def test_the_meat_of_shielded_prey_is_its_printed_body_size():
    """CM-60, CM-74, CM-80"""
    for trait in ("hard shell", "cooling frills"):
        position = feeding([sp("6/6", "carnivore")], [sp("2/1", trait)])
        say(position, "species s0", "target n1", "species s0")
        assert herd(position, 0) == ["6/6 food 1"]


def test_pack_hunting_adds_population_to_body_size():
    """CM-89: population 5 and body 3 attack as 8."""
    assert can_attack(sp("5/3", "pack hunting"), sp("1/1", "climbing"), sp("2/6")) is False
    assert can_attack(sp("5/3", "pack hunting"), sp("2/6"))
    assert can_attack(sp("4/2", "pack hunting"), sp("2/5"))
    assert not can_attack(sp("3/2", "pack hunting"), sp("2/5"))
    assert not can_attack(sp("5/3"), sp("2/3"))


def test_a_climber_is_attacked_only_by_a_climber():
    """CM-73"""
    assert not can_attack(sp("2/6"), sp("2/1", "climbing"))
    assert can_attack(sp("2/6", "climbing"), sp("2/1", "climbing"))
    assert can_attack(sp("2/6", "climbing"), sp("2/1"))


def test_a_burrower_is_attacked_only_while_hungry():
    """CM-71"""
    assert can_attack(sp("2/6"), sp("2/1", "burrowing", food=1))
    assert not can_attack(sp("2/6"), sp("2/1", "burrowing", food=2))


@pytest.mark.parametrize(("size", "food", "is_safe"), [("5/1", 2, False), ("5/1", 3, True),
                                                        ("2/1", 0, True), ("3/1", 0,
                                                            False)])  # fmt: skip
def test_a_hibernating_burrower_is_safe_while_all_but_two_are_fed(size, food, is_safe):
    """CM-71, CM-82"""
    prey = sp(size, "burrowing", "hibernation", food=food)
    assert can_attack(sp("2/6"), prey) is not is_safe


def test_a_herd_is_attacked_only_by_a_greater_population():
    """CM-76: the present one."""
    assert not can_attack(sp("3/6"), sp("3/1", "defensive herding"))
    assert not can_attack(sp("2/6"), sp("3/1", "defensive herding"))
    assert can_attack(sp("4/6"), sp("3/1", "defensive herding"))


def test_defensive_herding_is_judged_before_horns():
    """CM-76, CM-83: after the loss the attacker has 3, as its prey had."""
    position = feeding([sp("4/6", "carnivore")], [sp("3/2", "defensive herding", "horns")])
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 0) == ["3/6 food 2"]
    assert herd(position, 1) == ["2/2"]


def test_symbiosis_protects_beside_a_larger_species_to_the_right():
    """CM-91: not an equal one, not one to the left, and by printed sizes."""
    guarded = sp("2/2", "symbiosis")
    assert not can_attack(sp("2/6"), guarded, sp("2/3"))
    assert can_attack(sp("2/6"), guarded, sp("2/2"))
    assert can_attack(sp("2/6"), guarded)
    assert can_attack(sp("2/6"), sp("2/5"), guarded, at=1)
    assert can_attack(sp("2/6"), guarded, sp("2/2", "hard shell"))


def test_warning_call_protects_both_neighbours_but_not_the_caller():
    """CM-92"""
    row = [sp("2/1"), sp("2/1", "warning call"), sp("2/1"), sp("2/1")]
    for at, is_open in enumerate((False, True, False, True)):
        assert can_attack(sp("2/6"), *row, at=at) == is_open
    for at in range(4):
        assert can_attack(sp("2/6", "ambush"), *row, at=at)


def test_two_callers_protect_each_other():
    """CM-92"""
    row = [sp("2/1", "warning call"), sp("2/1", "warning call")]
    assert not can_attack(sp("2/6"), *row, at=0)
    assert not can_attack(sp("2/6"), *row, at=1)


def test_warning_call_holds_off_its_owners_carnivores_and_a_calling_carnivore():
    """CM-92: also the caller itself, without Ambush."""
    position = feeding([sp("2/6", "carnivore", "warning call"), sp("2/1")], [sp("1/6")])
    assert position.legal_words() == ["done"]
    position = feeding([sp("2/6", "carnivore"), sp("2/1"), sp("1/6", "warning call")], [sp("1/6")])
    assert position.legal_words() == ["done"]
    ambush = feeding([sp("2/6", "carnivore", "warning call", "ambush"), sp("2/1")], [sp("1/6")])
    assert ambush.legal_words() == ["species s0"]


def test_adjacency_is_read_anew_after_an_extinction():
    """CM-92, CM-66: the gap closes, and the caller comes next to another."""
    row = [sp("2/1"), sp("1/1"), sp("1/1", "warning call", food=1)]
    position = feeding([sp("6/6", "carnivore")], row, [sp("1/6", food=1)])
    say(position, "species s0", "target n1")
    assert words_of(position, "species") == ["s0", "s2"]
    row = [sp("2/1"), sp("1/2", food=1), sp("1/1", "warning call", food=1)]
    position = feeding([sp("6/6", "carnivore", "ambush")], row, [sp("2/6", "carnivore")], hole=0)
    say(position, "species s0", "target n1", "species s1")
    assert herd(position, 1) == ["2/1", "1/1 food 1"]
    say(position, "done") if position.to_move == 1 else None
    say(position, "species s0", "target n2")
    assert words_of(position, "species") == ["s1"]


def test_the_attacked_loses_one_population_and_food_beyond_it_goes_to_its_bag():
    """CM-59"""
    position = feeding([sp("6/6", "carnivore")], [sp("3/2", food=3)])
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 1) == ["2/2 food 2"]
    assert bags(position) == [0, 1]
    assert list(position.rewards) == [0, 1]


def test_meat_is_the_body_size_cut_to_the_room():
    """CM-60, CM-56"""
    for size, food in (("6/6", 5), ("3/6", 3)):
        position = feeding([sp(size, "carnivore")], [sp("2/5")])
        say(position, "species s0", "target n1", "species s0")
        assert herd(position, 0) == [f"{size} food {food}"]


def test_meat_that_the_board_cannot_hold_goes_on_fat_tissue_in_the_same_take():
    """CM-60, CM-77, CM-75: one take, so Cooperation gives 1."""
    position = feeding(
        [sp("2/6", "carnivore", "fat tissue", "cooperation", fat=4), sp("3/6", "carnivore")],
        [sp("2/5")], [sp("1/6", food=1)],
    )  # fmt: skip
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 0) == ["2/6 food 2 fat 6", "3/6 food 1"]


def test_fat_tissue_holds_no_more_than_the_body_size():
    """CM-77, CM-60: the rest of the meat is lost."""
    position = feeding([sp("1/4", "carnivore", "fat tissue", food=1, fat=3)], [sp("2/3")])
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 0) == ["1/4 food 1 fat 4"]
    assert position.row.bank_out == 1 + 4


def test_horns_cost_the_attacker_one_population_before_it_takes_meat():
    """CM-83, CM-62: so it has less room; its surplus food goes to the bag."""
    position = feeding([sp("3/6", "carnivore", food=1)], [sp("2/5", "horns")])
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 0) == ["2/6 food 2"]
    full = feeding([sp("2/6", "carnivore", "fat tissue", food=2)], [sp("2/5", "horns")])
    say(full, "species s0", "target n1", "species s0")
    assert herd(full, 0) == ["1/6 food 1 fat 5"]
    assert bags(full) == [1, 0]


def test_with_no_room_left_after_horns_the_attack_happened_all_the_same():
    """CM-62, CM-90: no meat, no Cooperation, but Scavengers eat."""
    position = feeding(
        [sp("2/6", "carnivore", "cooperation", food=1), sp("3/6", "carnivore")],
        [sp("2/5", "horns"), sp("2/1", "scavenger")], [sp("1/6", food=1)],
    )  # fmt: skip
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 0) == ["1/6 food 1", "3/6"]
    assert herd(position, 1) == ["1/5", "2/1 food 1"]


def test_attacker_and_prey_may_both_die_and_then_only_scavengers_eat():
    """CM-83, CM-66: population 1 each; a worked number of the rulebook."""
    position = feeding(
        [sp("1/6", "carnivore", "cooperation"), sp("2/6", "scavenger")],
        [sp("1/5", "horns"), sp("2/6", "scavenger")],
        deck=["ambush -3 sun", "ambush -2 snowflake", "ambush -1 sun"],
    )  # fmt: skip
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 0) == ["2/6 food 1"]
    assert herd(position, 1) == ["2/6 food 1"]
    assert hand(position, 0) == ["ambush -2 snowflake", "ambush -3 sun"]
    assert hand(position, 1) == ["ambush -1 sun"]


def test_an_own_prey_with_horns_and_its_attacker_leave_the_row_at_once():
    """CM-62, CM-66: slots shift under the attack."""
    row = [sp("1/6", "carnivore"), sp("2/6"), sp("1/5", "horns"), sp("3/6")]
    position = feeding(row, [sp("1/1", "climbing", food=1)])
    say(position, "species s0", "target n0", "species s2")
    assert herd(position, 0) == ["2/6", "3/6"]
    turned = feeding([sp("1/5", "horns"), sp("2/6"), sp("2/6", "carnivore"), sp("3/6")],
                     [sp("1/1", "climbing", food=1)])  # fmt: skip
    say(turned, "species s2", "target n0", "species s0")
    assert herd(turned, 0) == ["2/6", "1/6 food 1", "3/6"]


def test_the_gap_closes_before_cooperation_feeds_the_right_neighbour():
    """CM-62, CM-66, CM-75: the dead species stood between."""
    row = [sp("2/6", "carnivore", "cooperation"), sp("1/1"), sp("3/6", "carnivore")]
    position = feeding(row, [sp("1/6", food=1)])
    say(position, "species s0", "target n0", "species s1")
    assert herd(position, 0) == ["2/6 food 1", "3/6 food 1"]


def test_scavengers_eat_after_any_attack_the_attacker_and_the_attacked_too():
    """CM-90: one token each, from the bank, also for plant eaters."""
    position = feeding(
        [sp("6/6", "carnivore", "scavenger")], [sp("3/2", "scavenger")], [sp("2/1", "scavenger")],
        hole=4,
    )  # fmt: skip
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 0) == ["6/6 food 3"]
    assert herd(position, 1) == ["2/2 food 1"]
    assert herd(position, 2) == ["2/1 food 1"]
    assert position.row.watering_hole == 4


def test_a_scavenger_eats_once_an_attack_though_horns_cost_population_too():
    """CM-90, CM-83"""
    position = feeding([sp("6/6", "carnivore")], [sp("3/2", "horns"), sp("5/6", "scavenger")])
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 1) == ["2/2", "5/6 food 1"]


def test_scavengers_trigger_cooperation_with_meat():
    """CM-90, CM-75: a Carnivore may take it."""
    position = feeding(
        [sp("6/6", "carnivore")],
        [sp("3/2"), sp("2/6", "scavenger", "cooperation"), sp("2/6", "carnivore")],
    )  # fmt: skip
    say(position, "species s0", "target n1", "species s0")
    assert herd(position, 1) == ["2/2", "2/6 food 1", "2/6 food 1"]


def test_a_full_scavenger_with_fat_tissue_is_asked_and_others_after_it():
    """CM-90, CM-77: clockwise from the attacker."""
    position = feeding(
        [sp("2/6", "carnivore")], [sp("1/3", "scavenger", "fat tissue", food=1)],
        [sp("3/2"), sp("2/1", "scavenger")], first=0,
    )  # fmt: skip
    say(position, "species s0", "target n2", "species s0")
    assert (phase(position), position.to_move) == ("offer", 1)
    assert herd(position, 2) == ["2/2", "2/1"]
    say(position, "done")
    assert herd(position, 1) == ["1/3 food 1"]
    assert herd(position, 2) == ["2/2", "2/1 food 1"]
    assert (phase(position), position.to_move) == ("feed", 1)


def test_a_hungry_carnivore_must_attack_be_it_horns_or_its_owners_species():
    """CM-61"""
    position = feeding([sp("1/6", "carnivore"), sp("2/3", "horns", food=2)], [sp("1/6", food=1)])
    assert position.legal_words() == ["species s0"]
    other = feeding([sp("1/6", "carnivore"), sp("2/3", "horns", food=1)], [sp("1/6", food=1)],
                    hole=1)  # fmt: skip
    assert sorted(other.legal_words()) == ["species s0", "species s1"]


def test_a_carnivore_that_need_not_eat_need_not_attack():
    """CM-61, CM-53"""
    position = feeding([sp("2/6", "carnivore", "hibernation")], [sp("2/3")])
    assert sorted(position.legal_words()) == ["done", "species s0"]


def test_mud_wallowing_does_not_lift_the_duty_unless_the_option_says_so():
    """CM-61, CM-87"""
    rows = ([sp("2/6", "carnivore")], [sp("2/3", "mud wallowing")])
    assert feeding(*rows, hands=[["horns"], []]).legal_words() == ["species s0"]
    assert feeding(*rows, hands=[[], []]).legal_words() == ["done"]
    free = feeding(*rows, hands=[["horns"], []], options={"mud_discard_forced": False})
    assert sorted(free.legal_words()) == ["done", "species s0"]


def test_intelligence_never_brings_the_duty_about_and_ambush_does():
    """CM-61, CM-84, CM-70"""
    thinker = feeding([sp("2/6", "carnivore", "intelligence")], [sp("2/3", "climbing")],
                      hands=[["horns"], []])  # fmt: skip
    assert sorted(thinker.legal_words()) == ["done", "species s0"]
    ambush = feeding([sp("2/6", "carnivore", "ambush")], [sp("2/3", "climbing", "migratory")])
    assert ambush.legal_words() == ["species s0"]


def test_mud_wallowing_costs_a_card_for_each_attack():
    """CM-87: face up to the discards, before the attack."""
    position = feeding([sp("6/6", "carnivore")], [sp("3/2", "mud wallowing")],
                       hands=[["horns", "climbing"], []])  # fmt: skip
    say(position, "species s0", "target n1", "species s0")
    assert phase(position) == "pay mud"
    assert herd(position, 1) == ["3/2"]
    assert words_of(position, "card") == ["climbing +5", "horns +5"]
    say(position, "card horns +5")
    assert position.to_dict()["discards"] == ["horns +5"]
    assert herd(position, 1) == ["2/2"]
    say(position, "done", "species s0", "target n1", "species s0", "card climbing +5", "done")
    assert position.to_move == 0
    assert position.legal_words() == ["done"]


def test_ambush_ignores_one_trait_of_a_migratory_prey():
    """CM-70: the attacker's choice of those in the way; two are too many."""
    one = sp("2/1", "climbing", "migratory")
    assert can_attack(sp("2/6", "ambush"), one)
    assert not can_attack(sp("2/6", "ambush"), sp("2/1", "climbing"))
    two = sp("2/1", "climbing", "burrowing", "migratory", food=2)
    assert not can_attack(sp("2/6", "ambush"), two)
    position = feeding([sp("3/6", "carnivore", "ambush")],
                       [sp("2/1", "mud wallowing", "horns", "migratory")],
                           hands=[["fertile"], []])  # fmt: skip
    say(position, "species s0", "target n1", "species s0")
    assert phase(position) == "ignore"
    assert sorted(position.legal_words()) == ["done", "name mud wallowing"]
    declined = say(position.copy(), "done")
    assert phase(declined) == "pay mud"
    say(position, "name mud wallowing")
    assert herd(position, 1) == ["1/1"]
    assert herd(position, 0) == ["2/6 food 1"]
    assert hand_size(position, 0) == 1


@pytest.mark.parametrize(
    "trait",
    ["burrowing", "climbing", "cooling frills", "defensive herding", "hard shell", "mud wallowing",
     "symbiosis"],
)  # fmt: skip
def test_ambush_and_intelligence_overcome_each_defensive_trait(trait):
    """CM-70, CM-84"""
    prey = sp("4/5", trait, food=4)
    guard = sp("2/6")
    for hunters, cards in ((["ambush"], 0), (["intelligence"], 1)):
        wanted = [*prey["traits"], "migratory"] if hunters == ["ambush"] else prey["traits"]
        row = [{**prey, "traits": wanted}, guard]
        assert can_attack(sp("3/6", *hunters), *row, cards=cards)
        assert not can_attack(sp("3/6"), *row, cards=0)


def test_intelligence_ignores_a_trait_for_each_card():
    """CM-84, CM-58: named, then paid; what is named must be in the way."""
    prey = sp("3/5", "climbing", "hard shell", "defensive herding", food=3)
    position = feeding([sp("2/6", "carnivore", "intelligence")], [prey], [sp("1/6")],
                       hands=[["horns", "fertile", "foraging", "symbiosis"], [], []])  # fmt: skip
    say(position, "species s0", "target n1", "species s0")
    assert words_of(position, "name") == ["climbing", "defensive herding", "hard shell"]
    say(position, "name climbing")
    assert phase(position) == "pay named"
    say(position, "card horns +5", "name hard shell", "card fertile +7")
    assert words_of(position, "name") == ["defensive herding"]
    assert not may(position, "done")
    say(position, "name defensive herding", "card foraging +7")
    assert herd(position, 1) == ["2/5 food 2"]
    assert herd(position, 0) == ["2/6 food 2"]
    assert hand(position, 0) == ["symbiosis +5"]


def test_too_few_cards_open_no_attack():
    """CM-84, CM-58, CM-87: one for each trait, and one for Mud Wallowing."""
    prey = sp("3/5", "climbing", "defensive herding", "mud wallowing")
    hunter = sp("2/6", "intelligence")
    assert [can_attack(hunter, prey, cards=n) for n in range(4)] == [False, False, False, True]


def test_one_card_silences_two_warning_callers():
    """CM-84, CM-92: all copies of the trait."""
    row = [sp("2/1", "warning call"), sp("2/2"), sp("2/1", "warning call")]
    assert can_attack(sp("2/6", "intelligence"), *row, at=1, cards=1)
    assert not can_attack(sp("2/6", "intelligence"), *row, at=1, cards=0)


def test_intelligence_may_ignore_horns_though_they_do_not_hold_it_off():
    """CM-84, CM-83: or decline; Ambush may not."""
    position = feeding([sp("3/6", "carnivore", "intelligence")], [sp("2/3", "horns")],
                       hands=[["fertile"], []])  # fmt: skip
    say(position, "species s0", "target n1", "species s0")
    assert sorted(position.legal_words()) == ["done", "name horns"]
    declined = say(position.copy(), "done")
    assert herd(declined, 0) == ["2/6 food 2"]
    say(position, "name horns", "card fertile +7")
    assert herd(position, 0) == ["3/6 food 3"]
    ambush = feeding([sp("3/6", "carnivore", "ambush")], [sp("2/3", "horns", "migratory")])
    say(ambush, "species s0", "target n1", "species s0")
    assert herd(ambush, 0) == ["2/6 food 2"]


def test_intelligence_keeps_the_card_that_mud_wallowing_costs():
    """CM-84, CM-87: Mud Wallowing is not named; Horns only with a card to spare."""
    prey = sp("2/3", "horns", "mud wallowing")
    position = feeding([sp("3/6", "carnivore", "intelligence")], [prey], hands=[["fertile"], []])
    say(position, "species s0", "target n1", "species s0")
    assert phase(position) == "pay mud"
    two = feeding([sp("3/6", "carnivore", "intelligence")], [prey],
                  hands=[["fertile", "foraging"], []])  # fmt: skip
    say(two, "species s0", "target n1", "species s0")
    assert sorted(two.legal_words()) == ["done", "name horns"]


def test_a_plant_eater_with_intelligence_takes_two_from_the_bank_for_each_card():
    """CM-84, CM-79, CM-75: any number, before the feeding and after; each is a take."""
    row = [sp("6/1", "intelligence", "foraging", "cooperation"), sp("6/1")]
    position = feeding(row, [sp("1/1")], hole=9, hands=[["horns", "climbing", "fertile"], []])
    say(position, "card horns +5", "species s0")
    assert herd(position, 0) == ["6/1 food 3", "6/1 food 1"]
    assert position.row.watering_hole == 9
    say(position, "species s1")
    assert (phase(position), position.to_move) == ("afterwards", 0)
    say(position, "card fertile +7", "species s0")
    assert herd(position, 0) == ["6/1 food 6", "6/1 food 3"]
    assert position.to_move == 1
    assert position.to_dict()["discards"] == ["fertile +7", "horns +5"]


def test_intelligence_is_never_forced_and_works_in_a_turn_that_ends_in_a_pass():
    """CM-84, CM-54, CM-50"""
    position = feeding([sp("3/1", "intelligence")], [sp("1/1", food=1)], hole=0,
                       hands=[["horns"], []])  # fmt: skip
    assert sorted(position.legal_words()) == ["card horns +5", "done"]
    say(position, "card horns +5", "species s0", "done")
    assert position.row.idle == 0
    assert herd(position, 0) == ["3/1 food 2"]


def test_intelligence_needs_room_and_a_card():
    """CM-84: Fat Tissue is room."""
    assert feeding([sp("1/1", "intelligence", food=1)], [sp()], hands=[["horns"], []]
                   ).legal_words() == ["done"]  # fmt: skip
    assert feeding([sp("2/1", "intelligence")], [sp()], hands=[[], []]).legal_words() == ["done"]
    fat = feeding([sp("1/3", "intelligence", "fat tissue", food=1)], [sp()], hands=[["horns"], []])
    say(fat, "card horns +5", "species s0")
    assert herd(fat, 0) == ["1/3 food 1 fat 2"]


def test_the_owner_says_which_of_several_intelligent_species_eats():
    """CM-84"""
    row = [sp("2/1", "intelligence"), sp("2/1"), sp("2/1", "intelligence")]
    position = feeding(row, [sp()], hands=[["horns"], []])
    say(position, "card horns +5")
    assert sorted(position.legal_words()) == ["species s0", "species s2"]


def test_intelligence_of_a_full_carnivore_gives_nothing():
    """CM-84: it pays for attacks alone."""
    row = [sp("2/6", "intelligence", "carnivore", food=2)]
    assert feeding(row, [sp("1/1")], hands=[["horns"], []]).legal_words() == ["done"]


# every pair of traits that matter, against the naive rules

PREY_TRAITS = ["burrowing", "climbing", "cooling frills", "defensive herding", "hard shell",
               "mud wallowing", "symbiosis", "horns", "migratory", "hibernation", "scavenger",
               "fat tissue"]  # fmt: skip
HUNTER_TRAITS = ["ambush", "climbing", "pack hunting", "intelligence"]


def pairs(traits):
    return [(), *itertools.combinations(traits, 1), *itertools.combinations(traits, 2)]


def compare_attack(prey_traits, hunter_traits, chooser):
    """One scene with random sizes, food, neighbours and cards, judged by both."""
    prey = sp(f"{chooser.randint(1, 6)}/{chooser.randint(1, 5)}", *prey_traits)
    prey["food"] = chooser.choice([0, prey["population"], max(0, prey["population"] - 2)])
    left = [sp(f"1/{chooser.randint(1, 6)}", *chooser.choice([(), ("warning call",)]))]
    right = [sp(f"1/{chooser.randint(1, 6)}", *chooser.choice([(), ("warning call",)]))]
    row = [*left[: chooser.randint(0, 1)], prey, *right[: chooser.randint(0, 1)]]
    at = row.index(prey)
    hunter = sp(f"{chooser.randint(1, 6)}/{chooser.randint(2, 6)}", "carnivore", *hunter_traits)
    cards = chooser.randint(0, 3)
    position = scene(
        [hunter], row, [sp()], phase="feed", hands=[["long neck"] * cards, [], []],
        options={"mud_discard_forced": chooser.random() < 0.5},
    )  # fmt: skip
    naive = Naive(position.setup, position.to_dict())
    me, other = naive.players[0], naive.players[1]
    attacker, victim = me.species[0], other.species[at]
    told = (hunter, row, at, cards)
    for may_think in (True, False):
        fewest = naive.cheapest(me, attacker, other, victim, may_think)
        price = attack_price(position.row, 0, 0, 1, at, 0, True, may_think)
        assert (fewest is None) == (price >= 1000), told
        if fewest is not None:
            assert price % NEEDS_CARDS_TO_NAME == fewest, told
    targets = {(o.seat, o.species.index(p)) for o, p in naive.targets(me, attacker)}
    must = naive.must_feed(me, attacker)
    legal = position.legal_words()
    assert ("species s0" in legal) == bool(targets), told
    assert ("done" in legal) != must, told
    if targets:
        say(position, "species s0")
        found = set()
        for word in words_of(position, "target"):
            after = say(position.copy(), f"target {word}")
            found |= {(int(word[1:]), int(w[1:])) for w in words_of(after, "species")}
        assert found == targets, told


@pytest.mark.parametrize("hunter_traits", pairs(HUNTER_TRAITS), ids="+".join)
def test_every_pair_of_traits_is_judged_as_by_the_naive_rules(hunter_traits):
    """CM-58, CM-61, CM-70 to CM-92"""
    chooser = random.Random("+".join(hunter_traits))
    for prey_traits in pairs(PREY_TRAITS):
        for _ in range(12 if IS_COMPILED else 3):
            compare_attack(prey_traits, hunter_traits, chooser)


@pytest.mark.full
@pytest.mark.timeout(0)
def test_triples_of_traits_are_judged_as_by_the_naive_rules():
    """CM-58, CM-61, CM-70 to CM-92"""
    chooser = random.Random(3)
    hunters = [c for n in range(5) for c in itertools.combinations(HUNTER_TRAITS, n) if n < 4]
    for prey_traits in itertools.combinations(PREY_TRAITS, 3):
        for hunter_traits in hunters:
            for _ in range(4):
                compare_attack(prey_traits, hunter_traits[:3], chooser)
