"""Traits that act before the Food Cards are revealed: CM-25, CM-77, CM-78, CM-85."""

from evolution_climate.scenes import bags, environment, herd, may, phase, say, scene, sp, words_of


def test_fertile_adds_population_if_there_is_food_on_the_watering_hole():
    """CM-78: up to 6."""
    row = [sp("2/1", "fertile"), sp("6/1", "fertile"), sp("2/1")]
    assert herd(say(environment(row, [sp()], hole=1), "done"), 0) == ["3/1", "6/1", "2/1"]
    assert herd(say(environment(row, [sp()], hole=0), "done"), 0) == ["2/1", "6/1", "2/1"]


def test_long_neck_takes_one_plant_from_the_bank_not_the_watering_hole():
    """CM-85"""
    position = say(environment([sp("2/1", "long neck")], [sp()], hole=5), "done")
    assert herd(position, 0) == ["2/1 food 1"]
    assert position.row.watering_hole == 5 + 3


def test_long_neck_works_with_foraging_and_cooperation():
    """CM-85, CM-79, CM-75"""
    position = environment([sp("3/1", "long neck", "foraging", "cooperation"), sp("2/1")], [sp()])
    assert herd(say(position, "done"), 0) == ["3/1 food 2", "2/1 food 1"]


def test_long_neck_of_a_carnivore_takes_nothing():
    """CM-85, CM-57, CM-72"""
    position = environment([sp("3/1", "long neck", "carnivore")], [sp()])
    assert herd(say(position, "done"), 0) == ["3/1"]


def test_stored_fat_moves_to_the_board_as_far_as_there_is_hunger():
    """CM-77: the rest stays; it is no take, so Cooperation and Foraging do not act."""
    position = environment(
        [sp("2/5", "fat tissue", "cooperation", "foraging", fat=5), sp("1/1")], [sp()]
    )
    assert herd(say(position, "done"), 0) == ["2/5 food 2 fat 3", "1/1"]


def test_stored_fat_fills_ignored_population_too():
    """CM-77, CM-82"""
    position = environment([sp("2/5", "fat tissue", "hibernation", fat=1)], [sp()])
    assert herd(say(position, "done"), 0) == ["2/5 food 1"]


def test_the_owner_of_several_chooses_their_order():
    """CM-25: Fertile first leaves room for one token more."""
    row = [sp("1/3", "fertile", "fat tissue", fat=2)]
    position = say(environment(row, [sp()], hole=1), "done")
    assert (phase(position), position.to_move) == ("order", 0)
    assert words_of(position, "name") == ["fat tissue", "fertile"]
    other = position.copy()
    say(position, "name fertile", "species s0")
    assert herd(position, 0) == ["2/3 food 2"]
    say(other, "name fat tissue", "species s0")
    assert herd(other, 0) == ["2/3 food 1 fat 1"]


def test_the_species_is_chosen_where_several_have_the_trait():
    """CM-25: Long Neck of the right one first, or it is fed by the left one's Cooperation."""
    row = [sp("2/1", "long neck", "cooperation"), sp("1/1", "long neck")]
    position = say(environment(row, [sp()]), "done", "name long neck")
    assert sorted(position.legal_words()) == ["species s0", "species s1"]
    say(position, "species s1")
    assert herd(position, 0) == ["2/1 food 1", "1/1 food 1"]
    assert phase(position) == "feed"


def test_players_act_from_the_first_player_on_and_a_single_trait_acts_unasked():
    """CM-25"""
    two = [sp("2/1", "long neck"), sp("2/1", "long neck")]
    position = environment(two, [sp("2/1", "long neck")], two, first=2, hole=0)
    say(position, "done")
    assert (phase(position), position.to_move) == ("order", 2)
    say(position, "name long neck", "species s0")
    assert (phase(position), position.to_move) == ("order", 0)
    say(position, "name long neck", "species s1")
    assert herd(position, 1) == ["2/1 food 1"]


def test_traits_that_can_do_nothing_are_left_out():
    """CM-25"""
    row = [sp("6/1", "fertile"), sp("2/1", "fat tissue"), sp("1/1", "long neck", "carnivore"),
           sp("2/1", "fertile")]  # fmt: skip
    position = say(environment(row, [sp()], hole=1), "done")
    assert phase(position) == "feed"
    assert herd(position, 0) == ["6/1", "2/1", "1/1", "3/1"]


def test_empty_fat_tissue_waits_where_a_long_neck_may_fill_it():
    """CM-25, CM-77, CM-85: Long Neck's food for a full board may be stored or left."""
    row = [sp("1/2", "fat tissue", "cooperation"), sp("1/3", "long neck", "cooperation"),
           sp("1/3", "fat tissue", "long neck")]  # fmt: skip
    position = say(environment(row, [sp()]), "done")
    assert words_of(position, "name") == ["fat tissue", "long neck"]
    say(position, "name long neck", "species s2", "name long neck", "species s1")
    assert phase(position) == "offer"
    assert sorted(position.legal_words()) == ["done", "species s2"]
    left = say(position.copy(), "done")
    assert herd(left, 0)[1:] == ["1/3 food 1", "1/3 food 1"]
    say(position, "species s2")
    assert herd(position, 0)[1:] == ["1/3 food 1", "1/3 food 1 fat 1"]


def test_with_fat_offers_accept_nobody_is_asked():
    """CM-77"""
    row = [sp("1/3", "long neck", "cooperation"), sp("1/3", "fat tissue", "long neck")]
    position = say(environment(row, [sp()], options={"fat_offers": "accept"}), "done",
                   "name long neck", "species s1", "name long neck", "species s0")  # fmt: skip
    assert phase(position) != "offer"
    assert herd(position, 0) == ["1/3 food 1", "1/3 food 1 fat 1"]


def test_food_eaten_before_the_reveal_is_there_when_the_climate_strikes():
    """CM-25, CM-31"""
    position = scene(
        [sp("2/1", "long neck", "foraging")], [sp("6/6")], phase="play", to_move=1, turns_taken=1,
        zone="cold", food_cards=["climbing +1", "climbing +2"],
        events={"cold": ["glacial thaw at ice age"]},
    )  # fmt: skip
    say(position, "done")
    assert herd(position, 0) == ["1/1 food 1"]
    assert bags(position) == [1, 0]
    assert may(position, "done")
