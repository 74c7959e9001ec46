"""Actions B and C: territories, spreading, evolution, fossils, and the POP that species bring."""

import pytest
from evolution_earth.scenes import can_table, scene, species_to_table, told

ALL = ("critters", "fishes", "insects", "reptiles", "birds", "mammals")


def test_a_territory_from_the_hand_is_laid_into_the_own_row():
    """EE-16"""
    position = scene(hands=[{"africa": 1, "pop": 1}, {}])
    position.step("table africa")
    assert told(position, "worlds", 0) == {"ocean": None, "africa": None}
    assert told(position, "under", 0) == {"pop": 1}


def test_no_world_holds_a_territory_twice():
    """EE-16, EE-17: a captured double is dead weight."""
    position = scene(
        hands=[{"africa": 1, "ocean": 1}, {}], worlds=[{"ocean": None, "africa": "critters"}, {}]
    )
    assert not {"table africa", "table ocean"} & set(position.legal_words())


def test_a_captured_ocean_can_be_tabled_by_who_has_none():
    """EE-17"""
    position = scene(hands=[{"ocean": 1}, {}], worlds=[{}, {}])
    position.step("table ocean")
    assert told(position, "worlds", 0) == {"ocean": None}


CAPTIONS = [
    ({"ocean": None}, {"critters"}),
    ({"ocean": "critters", "africa": None}, {"critters", "fishes", "insects"}),
    (
        {"ocean": "fishes", "africa": "critters", "india": None},
        {"critters", "fishes", "insects", "reptiles"},
    ),
    ({"ocean": "fishes", "africa": None}, {"critters", "fishes", "reptiles"}),
    (
        {"ocean": "fishes", "africa": "reptiles", "india": "birds"},
        {"reptiles", "birds", "mammals"},
    ),
    ({"ocean": "insects", "africa": "birds", "india": "insects"}, set()),
]


@pytest.mark.parametrize(("world", "species"), CAPTIONS)
def test_the_six_worlds_of_the_rulebook_can_table_what_their_captions_say(world, species):
    """EE-18 to EE-24: the exact set for each of the six sample worlds."""
    assert species_to_table(world) == species


def test_species_go_onto_tabled_territories_of_the_own_world_alone():
    """EE-18, EE-28: any species on any of them."""
    position = scene(
        hands=[{"critters": 1}, {}], worlds=[{"ocean": None, "india": None}, {"africa": None}]
    )
    assert can_table(position) == {("critters", "ocean"), ("critters", "india")}


def test_a_territory_bears_one_species_card():
    """EE-18: a species does not go onto its own kind or onto a stranger."""
    position = scene(
        hands=[{"critters": 1, "insects": 1, "fishes": 1}, {}],
        worlds=[{"ocean": "fishes", "africa": "insects"}, {}],
    )
    assert can_table(position) == set()


@pytest.mark.parametrize("species", ALL)
def test_a_species_that_lives_in_the_world_spreads_onto_an_empty_territory(species):
    """EE-19"""
    position = scene(
        hands=[{species: 1}, {}], worlds=[{"ocean": species, "india": None, "africa": None}, {}]
    )
    assert can_table(position) == {(species, "india"), (species, "africa")}


def test_critters_spread_without_critters_and_replace_nothing():
    """EE-20"""
    position = scene(hands=[{"critters": 1}, {}], worlds=[{"ocean": "birds", "india": None}, {}])
    assert can_table(position) == {("critters", "india")}


PARENTS = {"fishes": "critters", "insects": "critters", "reptiles": "fishes", "birds": "reptiles",
           "mammals": "reptiles"}  # fmt: skip


@pytest.mark.parametrize("species", PARENTS)
@pytest.mark.parametrize("resident", ALL)
def test_species_evolve_from_the_direct_ancestor_alone(species, resident):
    """EE-21 to EE-24: onto an empty territory, or in its place; not from a grand-ancestor."""
    position = scene(hands=[{species: 1}, {}], worlds=[{"ocean": resident, "india": None}, {}])
    expected = set()
    if resident == PARENTS[species]:
        expected = {(species, "india"), (species, "ocean")}
    if resident == species:
        expected = {(species, "india")}
    assert can_table(position) == expected


def test_a_replaced_ancestor_becomes_a_fossil():
    """EE-22"""
    position = scene(hands=[{"fishes": 1}, {}], worlds=[{"ocean": "critters"}, {}])
    position.step("table fishes on ocean")
    assert told(position, "worlds", 0) == {"ocean": "fishes"}
    assert told(position, "fossils") == {"critters": 1}


def test_evolving_onto_an_empty_territory_leaves_the_ancestor():
    """EE-21"""
    position = scene(hands=[{"fishes": 1}, {}], worlds=[{"ocean": "critters", "india": None}, {}])
    position.step("table fishes on india")
    assert told(position, "worlds", 0) == {"ocean": "critters", "india": "fishes"}
    assert told(position, "fossils") == {}


def test_among_several_ancestors_the_player_chooses():
    """EE-22"""
    position = scene(
        hands=[{"fishes": 1}, {}], worlds=[{"ocean": "critters", "india": "critters"}, {}]
    )
    assert can_table(position) == {("fishes", "ocean"), ("fishes", "india")}


def test_a_fossil_is_no_ancestor():
    """EE-23"""
    position = scene(
        hands=[{"fishes": 1}, {}], worlds=[{"ocean": None}, {}], fossils={"critters": 3}
    )
    assert can_table(position) == set()


@pytest.mark.parametrize(
    ("species", "points"),
    [("critters", 1), ("fishes", 3), ("insects", 4), ("reptiles", 5), ("birds", 8),
     ("mammals", 10)],
)  # fmt: skip
def test_a_tabled_species_brings_its_points_in_pop_under_the_deck(species, points):
    """EE-25: critters too."""
    position = scene(
        hands=[{species: 1}, {}], worlds=[{"ocean": species, "india": None}, {}],
        supply={"pop": 15}, decks=[[], ["pop"]],
    )  # fmt: skip
    position.step(f"table {species} on india")
    assert told(position, "under", 0) == {"pop": points}
    assert told(position, "supply")["pop"] == 15 - points
    assert told(position, "pop", 0) == 0


def test_a_species_that_replaces_its_ancestor_brings_its_full_points():
    """EE-25"""
    position = scene(hands=[{"mammals": 1}, {}], worlds=[{"ocean": "reptiles"}, {}])
    position.step("table mammals on ocean")
    assert told(position, "under", 0) == {"pop": 10}


@pytest.mark.parametrize("left", [0, 4])
def test_a_short_supply_pays_what_it_has_and_owes_nothing(left):
    """EE-26"""
    position = scene(
        hands=[{"mammals": 1}, {}], worlds=[{"ocean": "reptiles"}, {}], supply={"pop": left}
    )
    position.step("table mammals on ocean")
    assert told(position, "under", 0) == ({"pop": left} if left else {})
    assert told(position, "supply").get("pop", 0) == 0


def test_cards_never_move_between_territories():
    """EE-28: no action takes a species from one territory to another."""
    position = scene(worlds=[{"ocean": "fishes", "india": None}, {}], pop=[1, 0])
    assert position.legal_words() == ["pass"]


def test_mammals_may_live_in_the_ocean_and_fishes_on_land():
    """EE-28"""
    assert ("mammals", "ocean") in can_table(
        scene(hands=[{"mammals": 1}, {}], worlds=[{"ocean": None, "india": "reptiles"}, {}])
    )
    assert ("fishes", "africa") in can_table(
        scene(hands=[{"fishes": 1}, {}], worlds=[{"africa": None, "india": "fishes"}, {}])
    )
