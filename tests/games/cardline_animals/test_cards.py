"""The deck: CA-01 to CA-03, CA-19, CA-40; the formatter of values."""

import csv
from decimal import Decimal

import pytest
from cardline_animals.scenes import GAME, setup
from phylarium.envs.core.errors import OptionsError, PhylariumError
from phylarium.envs.core.position import Position
from phylarium.envs.games.cardline_animals import load_deck, read_deck
from phylarium.envs.games.cardline_animals.cards import (
    FAMILIES,
    SHIPPED,
    STATUSES,
    deck_from,
    dense_ranks,
)
from phylarium.envs.games.cardline_animals.units import in_units

HEADING = "id,common_name,scientific_name,family,iucn,size_m,weight_kg,lifespan_years"


def rows(count=12, **changes):
    """The text of a small deck; `changes` replace fields of its third row."""
    lines = [HEADING]
    for k in range(1, count + 1):
        row = {"id": k, "common_name": f"Beast {k}", "scientific_name": f"Bestia {k}"}
        row |= {"family": "birds", "iucn": "LC"}
        row |= {"size_m": k, "weight_kg": k, "lifespan_years": k}
        row.update(changes if k == 3 else {})
        lines.append(",".join(str(value) for value in row.values()))
    return "\n".join(lines) + "\n"


def test_there_are_110_animals_with_names_of_their_own():
    """CA-01"""
    assert len(SHIPPED) == 110
    assert len({a.common_name for a in SHIPPED.animals}) == 110
    assert len({a.scientific_name for a in SHIPPED.animals}) == 110
    assert len(set(SHIPPED.words)) == 110


def test_every_value_has_a_source_and_every_size_its_measure():
    """CA-01, CA-03"""
    from importlib.resources import files

    text = files("phylarium.envs.games.cardline_animals").joinpath("animals.csv").read_text()
    for row in csv.DictReader(text.splitlines()):
        for column in ("size_measure", "size_source", "weight_source", "lifespan_source"):
            assert row[column].strip(), (row["common_name"], column)


def test_the_ten_families_are_there_and_levels_of_risk_may_be_missing():
    """CA-02"""
    assert {a.family for a in SHIPPED.animals} == set(range(10))
    assert len(FAMILIES) == 10
    assert any(STATUSES[a.status] == "" for a in SHIPPED.animals)


def test_values_are_equal_if_the_numbers_are():
    """CA-19"""
    assert dense_ranks([Decimal(v) for v in ("10", "10.0", "10.00", "9.99", "1e1")]) == [
        1, 1, 1, 0, 1,
    ]  # fmt: skip
    deck = deck_from(rows(size_m="2.00"), "deck")
    assert deck.ranks[0][1] == deck.ranks[0][2] == 1


def test_values_that_look_alike_need_not_be_equal():
    """CA-19: 4,004 and 4,003 kg both show as 4 t."""
    assert in_units(Decimal(4004), "weight") == in_units(Decimal(4003), "weight") == "4 t"
    deck = deck_from(rows(weight_kg="2.0000001"), "deck")
    assert deck.ranks[1][1] < deck.ranks[1][2]
    assert deck.levels[1][1] == deck.levels[1][2]


def test_equal_cards_are_as_frequent_as_in_a_printed_deck():
    """CA-18, CA-19: some pairs of each characteristic are equal."""
    for ranks in SHIPPED.ranks:
        pairs = sum(ranks[a] == ranks[b] for a in range(110) for b in range(a))
        assert 10 <= pairs <= 100


@pytest.mark.parametrize(
    ("value", "characteristic", "words"),
    [
        ("0.000000005", "weight", "0.005 mg"),
        ("0.000012", "weight", "12 mg"),
        ("0.055", "weight", "55 g"),
        ("4.8", "weight", "4.8 kg"),
        ("140000", "weight", "140 t"),
        ("0.0003", "size", "0.3 mm"),
        ("0.085", "size", "8.5 cm"),
        ("26", "size", "26 m"),
        ("0.0082", "lifespan", "3 days"),
        ("0.12", "lifespan", "43.8 days"),
        ("0.5", "lifespan", "6 months"),
        ("1", "lifespan", "1 year"),
        ("270", "lifespan", "270 years"),
    ],
)
def test_values_are_shown_in_their_natural_unit(value, characteristic, words):
    """CA-19"""
    assert in_units(Decimal(value), characteristic) == words


def test_another_file_of_the_same_columns_is_a_deck(tmp_path):
    """CA-40"""
    path = tmp_path / "beasts.csv"
    path.write_text(rows(20))
    key = load_deck(path)
    made = GAME.setup(2, {"deck": key, "characteristic": "size", "noise": 0.0})
    assert made.num_actions == 4 * 20
    assert made.max_plies == 19
    position = Position.deal(made, 3)
    while not position.is_over:
        assert sum(position.setup.game.conserved(position.row, made).values()) == 20 + 20 + 2
        position.step(position.choice_of("oracle", 1))
    assert "Beast" in position.text(0)
    again = Position.from_dict(made, position.to_dict())
    assert again.tobytes() == position.tobytes()


def test_a_set_up_names_its_deck_by_a_hash_of_the_rows(tmp_path):
    """CA-40"""
    path = tmp_path / "beasts.csv"
    path.write_text(rows(20))
    key = load_deck(path)
    path.write_text(rows(20, size_m="3.0", iucn="lc"))
    assert load_deck(path) == key
    path.write_text(rows(20, size_m="3.1"))
    assert load_deck(path) != key
    with pytest.raises(OptionsError, match="load its file"):
        GAME.setup(2, {"deck": 12345})


def test_the_key_0_is_the_shipped_deck():
    """CA-40, CA-01"""
    assert GAME.setup(2).num_actions == 440
    assert GAME.setup(2, {"deck": SHIPPED.key}).num_actions == 440


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (rows(7), "8 to 127"),
        (rows(128), "8 to 127"),
        (rows().replace("iucn,", ""), "lacks iucn"),
        (rows(family="bird"), "line 4: unknown family 'bird'; did you mean 'birds'"),
        (rows(iucn="XX"), "line 4: iucn is 'XX'"),
        (rows(size_m="big"), "line 4: size_m is 'big'"),
        (rows(weight_kg="0"), "line 4: weight_kg is '0'"),
        (rows(weight_kg="-1"), "above 0"),
        (rows(lifespan_years="nan"), "lifespan_years"),
        (rows(lifespan_years="inf"), "lifespan_years"),
        (rows(lifespan_years=""), "decimal number"),
        (rows(common_name="Beast 2"), "common_name 'Beast 2' stands in line 3 too"),
        (rows(common_name="beast-2"), "stands in line 3 too"),
        (rows(scientific_name="Bestia 1"), "scientific_name"),
        (rows(common_name=""), "common_name is empty"),
        (rows(id="2"), "id '2' stands in line 3 too"),
        (rows(id="x"), "id is 'x'"),
        (rows(iucn="LC,9"), "as many fields"),
        ("", "lacks id"),
    ],
)
def test_a_bad_deck_is_refused_with_the_line_and_the_reason(tmp_path, text, words):
    """CA-40"""
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(PhylariumError) as refusal:
        read_deck(path)
    assert words in str(refusal.value)
    assert "bad.csv" in str(refusal.value)


def test_a_deck_that_is_not_there_is_refused(tmp_path):
    """CA-40"""
    with pytest.raises(PhylariumError, match="cannot read the deck"):
        read_deck(tmp_path / "none.csv")


def test_birds_are_not_measured_by_bill_and_tail_where_that_is_off_by_a_third():
    """CA-03"""
    measures = {a.word: a.size_measure for a in SHIPPED.animals}
    assert measures["toco-toucan"] == "feet to head"
    assert measures["komodo-dragon"] == "total length with tail"
    assert "(feet to head)" in shown_line("toco-toucan red-fox")


def shown_line(line):
    """The text of a line."""
    from cardline_animals.scenes import scene

    return scene(line=line, hands=["lion", "giraffe"]).text(-1)


def test_the_set_up_of_the_scenes_is_a_set_up():
    assert setup().options.characteristic == "size"
