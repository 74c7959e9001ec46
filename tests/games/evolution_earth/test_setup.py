"""Piles, starter decks, who begins, and the tables of what is printed on the cards."""

import csv
from collections import Counter

import pytest
from evolution_earth.scenes import scene, setup, told
from phylarium.envs.core.errors import OptionsError
from phylarium.envs.core.position import Position
from phylarium.envs.games.evolution_earth import cards


def owned(position, seat):
    """All untabled cards of a seat."""
    return (
        Counter(told(position, "decks", seat))
        + Counter(told(position, "hands", seat))
        + Counter(told(position, "under", seat))
    )


@pytest.mark.parametrize(("players", "pile"), [(2, 5), (3, 7), (4, 10)])
def test_piles_of_species_grow_with_the_players_and_cataclysms_come_three_by_three(players, pile):
    """EE-01"""
    supply = told(Position.deal(setup(players)), "supply")
    species = {"fishes", "insects", "reptiles", "birds", "mammals"}
    assert {name: supply[name] for name in species} == dict.fromkeys(species, pile)
    assert [supply[name] for name in cards.CATACLYSMS] == [3] * 14
    assert len(supply) == 20


@pytest.mark.parametrize(("players", "pop"), [(2, 20), (3, 30), (4, 40)])
def test_the_pop_pile_does_not_pay_for_the_starter_decks(players, pop):
    """EE-02"""
    position = Position.deal(setup(players))
    assert told(position, "supply")["pop"] == pop
    conserved = position.setup.game.conserved(position.row, position.setup)
    assert conserved["pop"] == pop + 5 * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_seventeen_cards_and_an_empty_ocean(players):
    """EE-03"""
    position = Position.deal(setup(players), 5)
    starter = Counter({"critters": 5, "pop": 5, **dict.fromkeys(cards.TERRITORIES[1:], 1)})
    for seat in range(players):
        assert owned(position, seat) == starter
        assert told(position, "worlds", seat) == {"ocean": None}
        assert told(position, "pop", seat) == 0


def test_decks_are_shuffled_each_by_itself():
    """EE-04: the first card is each kind as often as there are cards of it."""
    first = Counter()
    for seed in range(300):
        position = Position.deal(setup(2, first_player=0), seed)
        decks = told(position, "decks")
        assert decks[1] != decks[0]
        first[decks[1][0]] += 1
        assert told(position, "under") == [{}, {}]
    assert 60 < first["pop"] < 120
    assert 60 < first["critters"] < 120
    assert len(first) == 9


def test_two_to_four_play():
    """EE-05"""
    for players in (1, 5):
        with pytest.raises(OptionsError, match="for 2 to 4 players"):
            setup(players)


def test_numbers_of_the_rulebook_are_in_the_tables():
    """EE-06: the cost of fishes, three defences, and the worked attack are printed."""
    options = setup().options
    table = options.species_table
    assert table[cards.SPECIES_COST + cards.FISHES] == 3
    assert table[cards.DEFENCE + cards.BIRDS] == 5
    assert table[cards.DEFENCE + cards.REPTILES] == 3
    dry, ice = cards.CATACLYSMS.index("desertification"), cards.CATACLYSMS.index("ice age")
    disasters = options.cataclysm_table
    assert disasters[cards.CATACLYSM_COST + dry] == 6
    assert disasters[cards.ATTACK + dry] == 8
    assert disasters[cards.TARGETS + dry] == cards.HITS_CONTINENTS
    assert disasters[cards.ATTACK + ice] == 14


@pytest.mark.parametrize("name", ["species", "cataclysms", "territories"])
def test_every_row_of_a_table_says_where_its_numbers_come_from(name):
    """EE-06"""
    folder = cards.files(cards.__package__)
    rows = list(csv.DictReader(folder.joinpath(f"{name}.csv").read_text().splitlines()))
    assert all(row["provenance"] for row in rows)


def test_the_first_player_is_drawn_or_given():
    """EE-07"""
    drawn = Counter(Position.deal(setup(3), seed).to_move for seed in range(90))
    assert set(drawn) == {0, 1, 2}
    assert {Position.deal(setup(3, first_player=2), seed).to_move for seed in range(5)} == {2}


def test_play_goes_clockwise_past_those_who_are_extinct():
    """EE-07"""
    position = scene(4, alive=[0, 1, 3], to_move=1, has_tabled=True, pop=[0, 1, 0, 0],
                     turns=[1, 1, 1, 1], worlds=[{}, {}, {}, {}])  # fmt: skip
    position.step("pass")
    assert position.to_move == 3


def write(path, rows):
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


SPECIES_ROWS = ["name,cost,defence,points", "Critters,,1,2", "FISHES,2,2,3", "INSECTS,4,4,4",
                "REPTILES,5,3,5", "birds,7,5,8", "MAMMALS,60,4,100"]  # fmt: skip


def test_a_table_may_be_given_as_a_file(tmp_path):
    """EE-55"""
    made = setup(2, species_table=write(tmp_path / "mine.csv", SPECIES_ROWS))
    assert made.options.species_table == (0, 2, 4, 5, 7, 60, 1, 2, 4, 3, 5, 4, 2, 3, 4, 5, 8, 100)
    position = Position.from_dict(
        made, {"tables": Position.deal(made).to_dict()["tables"], "pop": [2, 0]}
    )
    assert {"buy fishes", "buy wildfire"} <= set(position.legal_words())
    assert "buy insects" not in position.legal_words()


def test_a_position_says_that_it_is_played_with_another_table(tmp_path):
    """EE-55"""
    made = setup(2, species_table=write(tmp_path / "mine.csv", SPECIES_ROWS))
    document = Position.deal(made, 3).to_dict()
    assert Position.from_dict(made, document).to_dict() == document
    for other, given in ((setup(), document), (made, Position.deal(setup(), 3).to_dict())):
        with pytest.raises(ValueError, match="tables: the position is played with the card tables"):
            Position.from_dict(other, given)


def test_a_replay_holds_the_table(tmp_path):
    """EE-55: the file may be gone when it is read back."""
    from phylarium.envs import registry

    path = tmp_path / "mine.csv"
    made = setup(2, species_table=write(path, SPECIES_ROWS))
    described = made.describe()
    path.unlink()
    assert registry.setup_from(described) == made


DISASTER_ROWS = ["name,cost,attack,continent,ocean", *[f"{n},3,4,1,1" for n in cards.CATACLYSMS]]
BAD_TABLES = [
    ("species_table", SPECIES_ROWS[:-1], "has no row for MAMMALS"),
    ("species_table", [*SPECIES_ROWS, "FISHES,3,2,3"], "line 8: FISHES has a row already"),
    ("species_table", [*SPECIES_ROWS[:-1], "MAMMOTHS,8,4,10"],
     "line 7: no species is called 'MAMMOTHS'; the nearest is MAMMALS"),
    ("species_table", [*SPECIES_ROWS[:-1], "MAMMALS,61,4,10"],
     "line 7: cost of MAMMALS is from 1 to 60, got 61"),
    ("species_table", [*SPECIES_ROWS[:-1], "MAMMALS,x,4,10"],
     "line 7: cost of MAMMALS is a whole number, got 'x'"),
    ("species_table", [*SPECIES_ROWS[:-1], "MAMMALS,5"],
     "line 7: defence of MAMMALS is a whole number, got None"),
    ("species_table", ["name,cost,points", "FISHES,3,3"], "lacks the column defence"),
    ("species_table", [""], "lacks the column name, cost, defence, points"),
    ("cataclysm_table", [*DISASTER_ROWS[:-1], "asteroid impact,3,4,0,0"],
     "ASTEROID IMPACT hits neither continent nor ocean"),
    ("cataclysm_table", [*DISASTER_ROWS[:-1], "asteroid impact,3,4,2,0"],
     "continent of ASTEROID IMPACT is from 0 to 1, got 2"),
    ("territory_table", ["name,shield", "OCEAN,0"], "shield of OCEAN is from 1 to 100, got 0"),
]  # fmt: skip


@pytest.mark.parametrize(("option", "rows", "says"), BAD_TABLES)
def test_what_is_wrong_with_a_table_is_said_with_file_and_line(tmp_path, option, rows, says):
    """EE-55"""
    with pytest.raises(OptionsError, match=says):
        setup(2, **{option: write(tmp_path / "mine.csv", rows)})


BAD_OPTIONS = [
    ({"species_table": "no_such.csv"}, "cannot read the species table 'no_such.csv': No such file"),
    ({"species_table": [1, 2, 3]}, "six costs, six defences, six points"),
    ({"species_table": [1, *cards.SPECIES_TABLE[1:]]}, "cost of CRITTERS is from 0 to 0, got 1"),
    ({"species_table": [*cards.SPECIES_TABLE[:-1], 0]}, "points of MAMMALS is from 1 to 100"),
    ({"cataclysm_table": [0]}, "14 costs, 14 attacks, 14 targets"),
    ({"territory_table": [2] * 8}, "means nothing without territory_defence 'shield'"),
    ({"territory_table": [2] * 7, "territory_defence": "shield"}, "eight shields"),
    ({"first_player": 2}, "'first_player' is 2, the last seat is 1"),
    ({"starting_order": "pop"}, "'starting_order' means nothing without 'blue_pearl'"),
    ({"starting_order": "pop, popp", "blue_pearl": True}, "knows no card 'popp'; the nearest"),
    ({"starting_order": "pop, pop", "blue_pearl": True}, "holds 0 critters, a starter deck 5"),
    ({"goal": 0}, "'goal' is from 1 to 1000, got 0"),
    ({"max_turns": 1001}, "'max_turns' is from 1 to 1000"),
]


@pytest.mark.parametrize(("options", "says"), BAD_OPTIONS)
def test_options_that_make_no_sense_are_refused_with_the_reason(options, says):
    """EE-55, EE-05"""
    with pytest.raises(OptionsError, match=says):
        setup(2, **options)
