"""Phase 4: CM-26 to CM-33 and the events CM-40 to CM-46; protection by traits."""

import pytest
from evolution_climate.scenes import bags, environment, hand_size, herd, say, setup, sp, zone
from phylarium.envs.core.position import Position

PLAIN = ["climbing +1", "climbing +2"]
SUNNY = ["carnivore +0 sun", "climbing +1"]
SNOWY = ["carnivore +0 snowflake", "climbing +1"]
QUIET = {"cold": ["glacial thaw at ice age"], "hot": ["volcanic eruption at scorching to cold"]}


def after(*rows, **fields):
    """Phase 4 played out, no event near unless `events` says so."""
    fields.setdefault("food_cards", PLAIN)
    fields.setdefault("events", QUIET)
    return say(environment(*rows, **fields), "done")


@pytest.mark.parametrize(
    ("food_cards", "start", "end"),
    [
        (["carnivore +0 sun", "climbing +1"], "temperate", "warm"),
        (["carnivore +0 snowflake", "climbing +1"], "temperate", "cool"),
        (["carnivore +0 sun", "carnivore +0 snowflake"], "temperate", "temperate"),
        (["climbing +1", "climbing +2"], "temperate", "temperate"),
        (["cooling frills +9 sun sun", "carnivore +0 sun"], "temperate", "warm"),
        (["cooling frills +9 sun sun", "carnivore +0 snowflake"], "temperate", "warm"),
        (["heavy fur -3 snowflake snowflake", "carnivore +0 sun"], "temperate", "cool"),
        (["carnivore +0 sun", "climbing +1"], "scorching", "scorching"),
        (["carnivore +0 snowflake", "climbing +1"], "ice age", "ice age"),
    ],
)
def test_the_marker_moves_one_zone_by_the_majority_of_icons(food_cards, start, end):
    """CM-26: one step however great the difference, and not beyond the ends."""
    events = {"cold": ["cold snap at cold as freezing"], "hot": ["wildfire at hot"]}
    position = after([sp("6/1")], [sp("6/1")], food_cards=food_cards, zone=start, events=events)
    assert zone(position) == end


LOSSES = [
    ("ice age", [4, 4, 4, 4, 4, 4]),
    ("freezing", [2, 2, 2, 2, 0, 0]),
    ("cold", [1, 1, 0, 0, 0, 0]),
    ("cool", [0] * 6),
    ("temperate", [0] * 6),
    ("warm", [0] * 6),
    ("tropical", [0, 0, 0, 0, 1, 1]),
    ("hot", [0, 0, 2, 2, 2, 2]),
    ("scorching", [4, 4, 4, 4, 4, 4]),
]
NOT_HERE = {"cold": ["volcanic eruption at cool to cold"], "hot": ["wildfire at warm"]}
NOT_COOL = {"cold": ["meteorite at cold"], "hot": ["meteorite at hot"]}


@pytest.mark.parametrize(("where", "losses"), LOSSES)
def test_each_zone_strikes_its_body_sizes(where, losses):
    """CM-29"""
    row = [sp(f"6/{body}") for body in range(1, 7)]
    events = NOT_COOL if where in ("cool", "warm") else NOT_HERE
    position = after(row, [sp("6/1")], zone=where, events=events)
    lost = [6 - int(words[0]) for words in herd(position, 0)]
    assert lost == losses


def lost(where, size, *traits, options=None):
    """Population that one species loses in a zone."""
    position = after(
        [sp(size, *traits)], [sp("6/6")], [sp()], zone=where, events=NOT_HERE, options=options,
        food_cards=["fertile", "fertile", "fertile"],
    )  # fmt: skip
    left = herd(position, 0)
    return int(size[0]) - (int(left[0][0]) if left else 0)


@pytest.mark.parametrize(
    ("where", "traits", "loss"),
    [
        ("scorching", ["burrowing", "migratory", "nocturnal"], 1),
        ("ice age", ["burrowing"], 3),
        ("scorching", ["burrowing"], 3),
        ("scorching", ["cooling frills"], 1),
        ("ice age", ["cooling frills"], 4),
        ("ice age", ["heavy fur"], 0),
        ("scorching", ["heavy fur"], 5),
        ("ice age", ["defensive herding"], 3),
        ("scorching", ["defensive herding"], 4),
        ("ice age", ["hibernation"], 3),
        ("scorching", ["hibernation"], 4),
        ("ice age", ["migratory"], 3),
        ("scorching", ["migratory"], 3),
        ("scorching", ["mud wallowing"], 3),
        ("ice age", ["mud wallowing"], 4),
        ("scorching", ["nocturnal"], 3),
        ("ice age", ["nocturnal"], 4),
        ("scorching", ["cooling frills", "burrowing", "nocturnal"], 0),
        ("scorching", ["heavy fur", "cooling frills"], 2),
        ("ice age", ["defensive herding", "hibernation", "migratory", "burrowing"], 0),
        ("hot", ["mud wallowing"], 1),
        ("hot", ["mud wallowing", "nocturnal", "migratory"], 0),
        ("freezing", ["heavy fur"], 0),
        ("scorching", ["horns", "hard shell"], 4),
    ],
)
def test_protecting_traits_add_up(where, traits, loss):
    """CM-30, CM-71, CM-74, CM-76, CM-81, CM-82, CM-86, CM-87, CM-88: worked numbers of the
    rulebook among them."""
    assert lost(where, "6/3", *traits) == loss


def test_hard_shell_and_cooling_frills_do_not_change_the_body_size_that_a_zone_strikes():
    """CM-29, CM-80: a body of 1 stays out of HOT."""
    assert lost("hot", "6/1", "hard shell") == 0
    assert lost("cold", "6/2", "hard shell") == 1


@pytest.mark.parametrize(("where", "loss"), [("tropical", 1), ("hot", 1), ("scorching", 5)])
def test_heavy_fur_loses_one_more_in_the_three_hot_zones_at_any_size(where, loss):
    """CM-81"""
    assert lost(where, "6/1", "heavy fur") == loss
    within = {"tropical": 0, "hot": 0, "scorching": 5}[where]
    assert lost(where, "6/1", "heavy fur", options={"heavy_fur_out_of_range": False}) == within


def test_heavy_fur_in_range_of_hot_loses_three_and_in_warm_nothing():
    """CM-81, CM-30"""
    assert lost("hot", "6/3", "heavy fur") == 3
    assert lost("hot", "6/3", "heavy fur", options={"heavy_fur_out_of_range": False}) == 3
    assert lost("tropical", "6/1", "heavy fur", "burrowing") == 0
    assert lost("temperate", "6/1", "heavy fur") == 0


def test_all_lose_at_once_and_extinctions_come_after_from_the_first_player_on():
    """CM-31: seat 1 is First Player and draws first, its left species first."""
    cards = ["ambush -3 sun", "ambush -2 snowflake", "ambush -1 sun"]
    position = after(
        [sp("4/1", "horns")], [sp("1/1", "climbing"), sp("6/1"), sp("2/1", "fertile")],
        zone="ice age", events=NOT_HERE, first=1, deck=cards,
    )  # fmt: skip
    players = position.to_dict()["players"]
    assert herd(position, 1) == ["2/1"]
    assert sorted(players[1]["hand"]) == sorted(cards[:2])
    assert players[0]["hand"] == cards[2:]


def test_food_beyond_the_population_left_goes_to_the_bag():
    """CM-31: Long Neck has fed it before."""
    position = after([sp("5/1", "long neck", "foraging")], [sp()], zone="ice age", events=NOT_HERE)
    assert herd(position, 0) == ["1/1 food 1"]
    assert bags(position) == [1, 0]
    assert position.rewards[0] == 1


@pytest.mark.parametrize(
    ("players", "where", "cards", "hole", "total"),
    [
        (2, "temperate", ["climbing +5", "long neck +9"], 3, 17),
        (2, "temperate", ["ambush -3 sun", "heavy fur +3 snowflake"], 3, 3),
        (2, "cool", ["climbing +5", "climbing +2"], 0, 5),
        (2, "cool", ["pack hunting -3", "climbing +2"], 2, 0),
        (2, "tropical", ["climbing +5", "climbing +2"], 0, 13),
        (4, "tropical", ["climbing +5", "climbing +2", "climbing +1", "climbing +3"], 0, 23),
        (4, "cool", ["climbing +5", "climbing +2", "climbing +1", "climbing +3"], 0, 7),
        (4, "ice age", ["climbing +5", "climbing +2", "climbing +1", "climbing +3"], 30, 11),
        (2, "ice age", ["climbing +5", "climbing +2"], 30, 22),
    ],
)
def test_plant_food_is_cards_and_leaf_added_to_the_hole_down_to_none(
    players, where, cards, hole, total
):
    """CM-32, CM-02"""
    rows = [[sp("6/4", "heavy fur")]] + [[sp("6/4")]] * (players - 1)
    events = NOT_COOL if where in ("cool", "warm") else NOT_HERE
    position = after(*rows, zone=where, food_cards=cards, hole=hole, events=events)
    assert position.row.watering_hole == total


def test_without_climate_events_there_are_none():
    """CM-33"""
    made = setup(3, climate_events=False)
    position = Position.deal(made, 5)
    assert position.to_dict()["events"] == {"cold": [], "hot": []}
    while not position.is_over:
        position.step(position.choice_of("random", position.row.plies))
        assert position.row.meteorites == 0
        assert position.row.thaw == position.row.volcano == -1
    assert "Climate events" not in position.text(0)


def test_the_event_at_the_markers_zone_happens_even_if_the_marker_has_not_moved():
    """CM-27"""
    events = {"cold": ["meteorite at cold"], "hot": ["wildfire at warm"]}
    position = after([sp("3/1")], [sp("3/1")], zone="warm", events=events)
    assert herd(position, 0) == ["2/1"]


def test_the_event_is_that_of_the_zone_reached():
    """CM-27"""
    events = {"cold": ["meteorite at cold"], "hot": ["wildfire at warm"]}
    assert herd(after([sp("3/1")], [sp()], food_cards=SUNNY, events=events), 0) == ["2/1"]
    left = after([sp("3/1")], [sp()], food_cards=SNOWY, zone="warm", events=events)
    assert herd(left, 0) == ["3/1"]


def test_a_resolved_event_goes_under_its_deck_and_its_follower_waits_for_the_next_round():
    """CM-28"""
    events = {
        "cold": ["meteorite at cold"],
        "hot": ["wildfire at warm", "heat wave at warm as hot"],
    }
    position = after([sp("3/3")], [sp("3/3")], zone="warm", events=events)
    assert herd(position, 0) == ["2/3"]
    hot = position.to_dict()["events"]["hot"]
    assert hot[0] == "heat wave at warm as hot"
    assert hot[-1] == "wildfire at warm"
    assert len(hot) == 15
    assert position.to_dict()["known_events"] == [0, 1]


def test_cold_snap_brings_losses_and_leaf_of_a_colder_zone():
    """CM-40: the marker stays."""
    events = {"cold": ["cold snap at cool as freezing"], "hot": ["wildfire at warm"]}
    position = after(
        [sp("6/4"), sp("6/5"), sp("6/1", "heavy fur")], [sp("6/5")], zone="cool", events=events,
        food_cards=["climbing +5", "climbing +2"], hole=4,
    )  # fmt: skip
    assert herd(position, 0) == ["4/4", "6/5", "6/1"]
    assert position.row.watering_hole == 4 + 7 - 8
    assert zone(position) == "cool"


def test_desertification_shrinks_bodies_and_lets_nothing_grow():
    """CM-41: bodies first, then the climate; a body of 1 stays; fat too much is eaten."""
    events = {"cold": ["meteorite at cold"], "hot": ["desertification at tropical"]}
    position = after(
        [sp("6/5"), sp("6/6"), sp("6/1"), sp("2/3", "fat tissue", fat=3)], [sp("6/1")],
        zone="tropical", events=events, hole=2,
    )  # fmt: skip
    assert herd(position, 0) == ["6/4", "5/5", "6/1", "2/2 food 2 fat 1"]
    assert position.row.watering_hole == 2


def test_desertification_sends_fat_beyond_the_new_body_size_to_the_bag():
    """CM-41: with the board full."""
    events = {"cold": ["meteorite at cold"], "hot": ["desertification at tropical"]}
    position = after(
        [sp("1/4", "fat tissue", "long neck", fat=4)], [sp("6/1")], zone="tropical", events=events,
    )  # fmt: skip
    while position.to_dict()["phase"] == "order":
        position.step(sorted(position.legal_words())[-1])
    assert bags(position)[0] == 1
    assert herd(position, 0) == ["1/3 food 1 fat 3"]


def test_a_negative_total_is_removed_under_desertification_and_meteorite():
    """CM-41, CM-44"""
    events = {"cold": ["meteorite at cold"], "hot": ["desertification at hot"]}
    cards = ["ambush -3 sun", "heavy fur -3 snowflake snowflake"]
    position = after([sp("6/1")], [sp("6/1")], zone="scorching", events=events, hole=20,
                     food_cards=cards)  # fmt: skip
    assert zone(position) == "hot"
    assert position.row.watering_hole == 20 - 6 + 3
    struck = after([sp("6/1")], [sp("6/1")], zone="temperate", hole=20, food_cards=cards,
                   meteorites=1, events={"cold": ["glacial thaw at ice age"],
                       "hot": []})  # fmt: skip
    assert zone(struck) == "cool"
    assert struck.row.watering_hole == 20 - 6 - 2


def test_heat_wave_brings_losses_and_leaf_of_a_hotter_zone():
    """CM-42: Heavy Fur suffers, though the marker stands at WARM."""
    events = {"cold": ["meteorite at cold"], "hot": ["heat wave at warm as hot"]}
    position = after(
        [sp("6/3"), sp("6/2"), sp("6/1", "heavy fur"), sp("6/3", "nocturnal", "mud wallowing")],
        [sp("6/1")], zone="warm", events=events, food_cards=["climbing +5", "climbing +2"],
    )  # fmt: skip
    assert herd(position, 0) == ["4/3", "6/2", "5/1", "6/3"]
    assert position.row.watering_hole == 7 + 3
    assert zone(position) == "warm"


def test_glacial_thaw_adds_three_suns_in_the_next_round_and_then_goes_under_its_deck():
    """CM-43: in its own round it does nothing, and it is replaced."""
    events = {"cold": ["glacial thaw at cold", "meteorite at cold"], "hot": ["wildfire at warm"]}
    position = after([sp("6/3")], [sp("6/3")], zone="cold", events=events)
    document = position.to_dict()
    assert zone(position) == "cold"
    assert document["thaw"] == "glacial thaw at cold"
    assert document["events"]["cold"][0] == "meteorite at cold"
    assert len(document["events"]["cold"]) == 14
    cold = {"cold": ["cold snap at freezing as ice age"], "hot": ["wildfire at hot"]}
    nxt = after(
        [sp("6/3")], [sp("6/3")], zone="temperate", thaw="glacial thaw at cold", events=cold,
        food_cards=["heavy fur -3 snowflake snowflake", "climbing +1"],
    )  # fmt: skip
    assert zone(nxt) == "warm"
    assert "thaw" not in nxt.to_dict()
    assert nxt.to_dict()["events"]["cold"][-1] == "glacial thaw at cold"


def test_three_suns_of_the_thaw_are_outweighed_by_four_snowflakes():
    """CM-43"""
    position = after(
        [sp("6/3")], [sp("6/3")], zone="temperate", thaw="glacial thaw at cold",
        food_cards=["heavy fur -3 snowflake snowflake", "heavy fur -2 snowflake snowflake"],
    )  # fmt: skip
    assert zone(position) == "cool"


def test_a_meteorite_lets_nothing_grow_for_the_rest_of_the_game():
    """CM-44: climate losses go on; the card is replaced and out of the game."""
    events = {"cold": ["meteorite at cold", "glacial thaw at cold"], "hot": ["wildfire at warm"]}
    position = after([sp("6/1")], [sp("6/3")], zone="cold", events=events, hole=9,
                     food_cards=["long neck +9", "climbing +5"])  # fmt: skip
    assert position.row.watering_hole == 9
    assert herd(position, 0) == ["5/1"]
    assert position.row.meteorites == 1
    assert position.to_dict()["events"]["cold"][0] == "glacial thaw at cold"
    assert len(position.to_dict()["events"]["cold"]) == 14
    later = after([sp("6/1")], [sp("6/3")], hole=9, meteorites=1,
                  events={"cold": ["glacial thaw at ice age"], "hot": []},
                  food_cards=["long neck +9", "climbing +5"])  # fmt: skip
    assert later.row.watering_hole == 9
    assert "nothing grows" in later.text(0)


def test_a_volcano_moves_the_marker_after_feeding():
    """CM-45: nothing else follows from it."""
    events = {"cold": ["volcanic eruption at cool to freezing"], "hot": ["wildfire at warm"]}
    position = after([sp("2/1", food=0)], [sp("2/1")], zone="cool", events=events, hole=20)
    assert zone(position) == "cool"
    assert position.to_dict()["volcano"] == "freezing"
    while position.row.turn == 2:
        position.step("species s0" if "species s0" in position.legal_words() else "done")
    assert zone(position) == "freezing"
    assert herd(position, 0) == ["2/1"]
    assert "volcano" not in position.to_dict()


def test_wildfire_takes_one_population_from_all_without_burrowing():
    """CM-46: heat traits do not help, Heavy Fur does not hurt; the dead are drawn for first."""
    events = {"cold": ["meteorite at cold"], "hot": ["wildfire at warm"]}
    position = after(
        [sp("3/3", "burrowing"), sp("3/3", "cooling frills"), sp("3/3", "heavy fur"),
         sp("1/1", "horns", "climbing")],
        [sp("3/3")], zone="warm", events=events, food_cards=["long neck +9", "fertile +2"], hole=1,
    )  # fmt: skip
    assert herd(position, 0) == ["3/3", "2/3", "2/3"]
    assert hand_size(position, 0) == 2
    assert position.row.watering_hole == 1
    assert position.row.wildfire_food == 9 + 2 + 2


def test_food_set_aside_by_a_wildfire_comes_back_before_the_next_deal():
    """CM-46"""
    events = {"cold": ["meteorite at cold"], "hot": ["wildfire at warm"]}
    position = after([sp("2/3")], [sp("2/3")], zone="warm", events=events, hole=0)
    assert position.row.wildfire_food == 1 + 2 + 2
    say(position, "done", "done")
    assert position.row.turn == 3
    assert position.row.watering_hole == 5
    assert position.row.wildfire_food == 0


def test_wildfire_strikes_before_the_climate_and_a_negative_total_counts_at_once():
    """CM-46: at HOT; under a Meteorite nothing is set aside."""
    events = {"cold": ["meteorite at cold"], "hot": ["wildfire at hot"]}
    cards = ["heavy fur -3 snowflake snowflake", "ambush -3 sun"]
    position = after([sp("3/3", "horns"), sp("4/3")], [sp("6/1")], zone="scorching", events=events,
                     food_cards=cards, hole=10)  # fmt: skip
    assert herd(position, 0) == ["1/3"]
    assert position.row.watering_hole == 10 - 6 + 3
    assert position.row.wildfire_food == 0
    struck = after([sp("3/1")], [sp("3/1")], zone="warm", meteorites=1, hole=1,
                   events={"cold": ["glacial thaw at cold"],
                       "hot": ["wildfire at warm"]})  # fmt: skip
    assert struck.row.wildfire_food == 0
    assert struck.row.watering_hole == 1
