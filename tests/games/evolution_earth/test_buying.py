"""Action A: what is for sale, what it costs, and where it goes."""

import pytest
from evolution_earth.scenes import scene, told


def test_a_bought_card_and_its_price_go_under_the_deck():
    """EE-13: fishes for three POP, as in the rulebook's example."""
    position = scene(pop=[5, 0], decks=[["africa"], ["pop"]])
    position.step("buy fishes")
    assert told(position, "pop", 0) == 2
    assert told(position, "supply")["fishes"] == 4
    assert told(position, "under", 0) == {"fishes": 1, "pop": 3}
    assert told(position, "decks", 0) == ["africa"]
    assert told(position, "hands", 0) == {}


@pytest.mark.parametrize(("pop", "can"), [(5, False), (6, True), (7, True)])
def test_the_price_must_lie_tabled(pop, can):
    """EE-13: POP in hand or deck does not pay."""
    position = scene(pop=[pop, 0], hands=[{"pop": 2}, {}], decks=[["pop", "pop"], []])
    assert ("buy desertification" in position.legal_words()) == can


def test_cataclysms_are_bought_like_species():
    """EE-13"""
    position = scene(pop=[12, 0])
    position.step("buy asteroid impact")
    assert told(position, "under", 0) == {"asteroid impact": 1, "pop": 12}
    assert told(position, "supply")["asteroid impact"] == 2


def test_critters_pop_and_territories_are_not_for_sale():
    """EE-14"""
    position = scene(pop=[25, 0])
    bought = {w.removeprefix("buy ") for w in position.legal_words() if w.startswith("buy ")}
    assert len(bought) == 19
    assert not bought & {"critters", "pop", "ocean", "africa"}


def test_an_empty_pile_sells_nothing():
    """EE-15"""
    position = scene(pop=[20, 0], supply={"mammals": 0, "flood": 1})
    assert "buy mammals" not in position.legal_words()
    assert "buy flood" in position.legal_words()
    position.step("buy flood")
    position.step("table 0 pop")
    assert "buy flood" not in position.legal_words()


def test_what_a_turn_gains_cannot_be_used_in_it():
    """EE-27: it lies under the deck, not in the hand."""
    position = scene(pop=[3, 0], hands=[{}, {}], decks=[["pop"] * 5, ["pop"]])
    position.step("buy fishes")
    assert position.to_move == 1
    assert told(position, "hands", 0) == {}
