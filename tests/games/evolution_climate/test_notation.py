"""The position document: it gives the position back byte for byte, and refuses what cannot be."""

import pytest
from evolution_climate.scenes import feeding, playing, say, scene, setup, sp
from evolution_climate.test_against_naive import VARIANTS, rich_position
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.position import Position


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_a_document_gives_the_position_back(players, options):
    """CM-95, CM-96"""
    made = setup(players, **options)
    for seed in range(2):
        position = rich_position(made, seed) if seed else Position.deal(made, seed)
        for ply in range(400):
            if ply % 5 == 0 or position.row.phase not in (1, 6):
                again = Position.from_dict(made, position.to_dict())
                assert again.tobytes() == position.tobytes()
            if position.is_over:
                break
            position.step(position.choice_of("random" if ply % 4 else "greedy", ply))


def refused(match, count=2, options=None, **document):
    with pytest.raises(PositionError, match=match):
        Position.from_dict(setup(count, **(options or {})), document)


def species(**fields):
    return [{"species": [fields]}, {}]


@pytest.mark.parametrize(
    ("match", "document"),
    [
        ("no field 'zones'", {"zones": 1}),
        ("zone: no 'mild'", {"zone": "mild"}),
        ("players: a list of 2", {"players": [{}]}),
        ("no field 'species_'", {"players": [{"species_": []}, {}]}),
        ("population: 7 is outside", {"players": species(population=7)}),
        ("food: 2 is outside 0 to 1", {"players": species(population=1, food=2)}),
        ("fat: 1 is outside 0 to 0", {"players": species(fat=1)}),
        ("'horns' twice", {"players": species(traits=["horns", "horns +5"])}),
        ("traits: 4 on one species", {"players": species(
            traits=["horns", "climbing", "fertile", "foraging"])}),
        ("named more than 1 times", {"players": [{"hand": ["horns +5", "horns +5"]}, {}]}),
        ("hand: no 'horns'", {"players": [{"hand": ["horns"]}, {}]}),
        ("picked: .* is not in hand", {"players": [{"picked": "horns +5"}, {}], "phase": "play"}),
        ("deciding: nobody owes", {"phase": "food card"}),
        ("bank_out: 3, but 1", {"phase": "feed", "watering_hole": 1, "bank_out": 3}),
        ("chain: it stands in phase", {"phase": "offer"}),
        ("attack: it stands where", {"phase": "target"}),
        ("has nothing to choose", {"phase": "pay mud", "attack": {
            "attacker": 0, "victim_seat": 1, "victim": 0}}),
        ("returned", {"phase": "play", "returned": 3}),
        ("thaw: .* is no glacial thaw", {"thaw": "meteorite at cold"}),
        ("events: more cards", {"events": {"cold": ["meteorite at cold"] * 2}}),
        ("events: more cards", {"events": {"cold": ["wildfire at warm"]}}),
        ("shown", {"phase": "food card", "players": [{"links": 3, "hand": ["horns +5"]}, {}]}),
        ("waiting: 'fertile' is no trait", {"players": species(waiting=["fertile"])}),
        ("over: 'maybe'", {"over": "maybe"}),
        ("feeder: seat 1", {"phase": "feed", "feeder": 1}),
        ("owing", {"phase": "play", "owing": [0]}),
    ],
)  # fmt: skip
def test_what_no_game_can_have_is_refused_with_the_field(match, document):
    refused(match, **document)


def test_events_are_refused_where_there_are_none():
    """CM-33"""
    refused(
        "without climate events", options={"climate_events": False}, phase="feed", volcano="cold"
    )


def test_five_players_have_no_cards_aside():
    """CM-04"""
    refused("no cards are set aside", count=5, phase="feed", aside=["horns +5"])


def test_what_a_document_leaves_out_is_as_in_a_quiet_moment():
    position = scene([sp()], [sp()], phase="feed")
    row = position.row
    assert (row.deck_size, row.aside_size) == (89, 88)
    assert (row.to_move, row.feeder, row.idle, row.attacker, row.chain_slot) == (0, 0, 0, -1, -1)
    assert list(row.num_events) == [15, 15]


def test_traits_may_go_by_their_names():
    position = playing([sp("1/1", "carnivore", "carnivore" and "horns")], [sp()])
    assert position.to_dict()["players"][0]["species"][0]["traits"] == [
        "carnivore +0 snowflake", "horns +1",
    ]  # fmt: skip


def test_actions_have_words_and_numbers():
    """CM-96: 240 and one for each player."""
    for players in range(2, 7):
        actions = setup(players).actions
        assert len(actions) == 240 + players
        assert actions.name(0) == "done"
        assert actions.parse("card heavy fur -3 snowflake snowflake") in actions.ranges["card"]
        assert list(actions.ranges) == [
            "done", "card", "trait", "population", "body", "new", "species", "name", "target",
        ]  # fmt: skip


def test_the_record_numbers_agree_with_the_words():
    """CM-96"""
    from phylarium.envs.games.evolution_climate import state

    ranges = setup(6).actions.ranges
    for name, first in (
        ("card", state.FIRST_CARD), ("trait", state.FIRST_TRAIT),
        ("population", state.FIRST_POPULATION), ("body", state.FIRST_BODY), ("new", state.NEW_LEFT),
        ("species", state.FIRST_SPECIES), ("name", state.FIRST_NAME),
        ("target", state.FIRST_TARGET),
    ):  # fmt: skip
        assert ranges[name].start == first


def test_an_attack_can_be_written_down_at_every_link():
    """CM-96"""
    position = feeding(
        [sp("3/6", "carnivore", "intelligence", "ambush")],
        [sp("2/1", "climbing", "mud wallowing", "migratory")],
        hands=[["horns", "fertile", "foraging"], []],
    )  # fmt: skip
    for word in ("species s0", "target n1", "species s0", "done", "name climbing", "card horns +5",
                 "card fertile +7"):  # fmt: skip
        say(position, word)
        again = Position.from_dict(position.setup, position.to_dict())
        assert again.tobytes() == position.tobytes()
