"""Winning by points, mass extinction, and who is left."""

from collections import Counter

import pytest
from evolution_earth.scenes import scene, setup, told
from phylarium.envs.core.position import Position

WINNING = {
    "ocean": "mammals", "africa": "mammals", "antarctica": "mammals", "australia": "mammals",
    "india": None,
}  # fmt: skip


def test_the_game_ends_at_once_when_a_tabling_reaches_the_goal():
    """EE-41: in the middle of the turn; the winning tabling takes no POP any more."""
    position = scene(worlds=[WINNING, {}], hands=[{"mammals": 1, "pop": 1}, {}])
    position.step("table mammals on india")
    assert position.row.terminal
    assert list(position.rewards) == [1.0, -1.0]
    assert told(position, "supply")["pop"] == 20
    assert told(position, "under", 0) == {}
    assert told(position, "hands", 0) == {"pop": 1}


def test_more_than_the_goal_wins_too_and_less_does_not():
    """EE-41"""
    world = {**WINNING, "south america": "birds"}  # 48
    position = scene(worlds=[world, {}], hands=[{"mammals": 1, "critters": 1}, {}])
    other = position.copy()
    position.step("table mammals on india")
    assert position.row.terminal
    other.step("table critters on india")  # 49
    assert not other.is_over


def test_points_are_those_of_the_world_as_it_is():
    """EE-42: a replaced or lost species counts no more."""
    world = {**WINNING, "india": "reptiles"}  # 45
    position = scene(worlds=[world, {}], hands=[{"birds": 1}, {}])
    position.step("table birds on india")
    assert not position.is_over  # 48, not 53
    world = {**WINNING, "india": "critters"}
    position = scene(worlds=[{}, world], hands=[{"flood": 1}, {}], pop=[4, 0])
    position.step("play flood on india")
    assert position.observe(1)[position.setup.layout().slices["points"]][0] == pytest.approx(0.8)


@pytest.mark.parametrize("goal", [30, 38, 39, 40, 50, 60])
def test_players_may_agree_on_another_level(goal):
    """EE-43"""
    world = {"ocean": "mammals", "africa": "mammals", "australia": "birds", "india": None}  # 28
    position = scene(options={"goal": goal}, worlds=[world, {}], hands=[{"mammals": 1}, {}])
    position.step("table mammals on india")  # 38
    assert bool(position.row.terminal) == (goal <= 38)


def test_who_neither_tables_pop_nor_acts_is_extinct():
    """EE-44"""
    position = scene(3, hands=[{"pop": 1}, {}, {}], phase="pop", decks=[[], ["pop"], []])
    position.step("table 0 pop")
    position.step("pass")
    assert position.row.alive == 0b110
    assert list(position.rewards) == [-0.5, 0.0, 0.0]
    assert position.to_move == 1


def test_who_has_tabled_pop_may_pass():
    """EE-44, EE-11"""
    position = scene(3, hands=[{"pop": 1}, {}, {}], phase="pop", decks=[[], ["pop"], []])
    position.step("table 1 pop")
    position.step("pass")
    assert position.row.alive == 0b111
    assert position.to_move == 1


def test_a_dead_hand_leaves_nothing_but_the_fatal_pass():
    """EE-44, EE-45: cards that cannot be used and no POP."""
    position = scene(
        hands=[{"africa": 1, "ice age": 1, "birds": 1}, {}],
        worlds=[{"ocean": None, "africa": None}, {"ocean": "fishes"}],
        phase="pop",
    )
    assert position.legal_words() == ["table 0 pop"]
    position.step("table 0 pop")
    assert position.legal_words() == ["pass"]
    position.step("pass")
    assert position.row.terminal


def test_extinction_waits_for_the_players_own_turn():
    """EE-44: an empty deck alone kills nobody."""
    position = scene(3, has_tabled=True, pop=[1, 0, 0], worlds=[{}, {}, {}])
    position.step("pass")
    assert position.row.alive == 0b111
    assert position.to_move == 1


def test_passing_is_always_possible_even_where_it_is_fatal():
    """EE-45"""
    position = scene(hands=[{"africa": 1}, {}])
    assert position.legal_words() == ["table africa", "pass"]


def test_forbid_suicide_masks_the_fatal_pass_while_something_can_be_done():
    """EE-45"""
    options = {"forbid_suicide": True}
    assert scene(options=options, hands=[{"africa": 1}, {}]).legal_words() == ["table africa"]
    assert scene(options=options).legal_words() == ["pass"]
    told_already = scene(options=options, hands=[{"africa": 1}, {}], has_tabled=True, pop=[1, 0])
    assert told_already.legal_words() == ["table africa", "pass"]


def test_forbid_suicide_refuses_to_table_no_pop_where_only_the_fatal_pass_would_be_left():
    """EE-45"""
    options = {"forbid_suicide": True}
    position = scene(options=options, phase="pop", hands=[{"pop": 2}, {}])
    assert position.legal_words() == ["table 1 pop", "table 2 pop"]
    position = scene(options=options, phase="pop", hands=[{"pop": 2, "africa": 1}, {}])
    assert position.legal_words()[0] == "table 0 pop"
    assert scene(options=options, phase="pop").legal_words() == ["table 0 pop"]


def doomed(**options):
    return scene(
        3, options=options, hands=[{"flood": 1}, {}, {}], decks=[["pop", "india"], ["pop"], []],
        under=[{"pop": 2}, {}, {}], pop=[3, 0, 0], worlds=[{"ocean": "birds", "africa": None}, {},
        {}], supply={"pop": 30},
    )  # fmt: skip


def gone(before, after):
    return Counter(told(after, "removed")) - Counter(told(before, "removed"))


def test_all_cards_of_the_extinct_leave_the_game():
    """EE-46: world, hand, deck and tabled POP; the supply stays as it was."""
    position = doomed()
    before = position.copy()
    position.step("pass")
    assert gone(before, position) == Counter(
        {"birds": 1, "ocean": 1, "africa": 1, "flood": 1, "india": 1, "pop": 6}
    )
    assert told(position, "supply") == told(before, "supply")
    assert told(position, "worlds", 0) == {}
    assert told(position, "decks", 0) == []


def test_recycle_pop_gives_all_their_pop_to_the_pile():
    """EE-46"""
    position = doomed(recycle_pop=True)
    before = position.copy()
    position.step("pass")
    assert gone(before, position)["pop"] == 0
    assert told(position, "supply")["pop"] == 36


def test_the_last_player_left_wins_at_once():
    """EE-47, EE-52"""
    position = scene(3, alive=[0, 2], to_move=2, worlds=[{}, {}, {}], returns=[0, -0.5, 0],
                     turns=[3, 2, 3])  # fmt: skip
    position.step("pass")
    assert position.row.terminal
    assert position.row.alive == 0b001
    assert list(position.rewards) == [1.0, 0.0, -0.5]
    assert list(position.returns) == [1.0, -0.5, -0.5]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_won_game_pays_one_and_takes_equal_shares_from_the_others(players):
    """EE-52: whoever died has paid already."""
    for seed in range(6):
        position = Position.deal(setup(players), seed)
        while not position.is_over:
            position.step(position.choice_of("random", position.row.plies))
        assert sorted(position.returns) == pytest.approx([-1 / (players - 1)] * (players - 1) + [1])
        assert abs(sum(position.returns)) < 1e-9


def test_in_pettingzoo_the_extinct_die_and_the_others_play_on_in_order():
    """EE-44, EE-52: the dead get their share at once and one step with None."""
    from phylarium.envs.adapters.aec import AECGame

    env = AECGame(game="evolution_earth", num_players=3)
    document = {
        "rest": "removed",
        "to_move": 1,
        "worlds": [{"ocean": None}, {}, {"ocean": None}],
        "decks": [["critters"], [], ["critters"]],
    }
    env.reset(options={"position": document})
    assert env.agent_selection == "player_1"
    env.step("pass")
    assert env.agent_selection == "player_1"
    _, reward, is_dead, is_cut, _ = env.last()
    assert (reward, is_dead, is_cut) == (-0.5, True, False)
    env.step(None)
    assert env.agents == ["player_0", "player_2"]
    assert env.agent_selection == "player_2"
    for words in ("table 0 pop", "table critters on ocean"):
        env.step(words)
    assert env.agent_selection == "player_0"
    for words in ("table 0 pop", "pass"):
        env.step(words)
    ends = {}
    while env.agents:
        agent = env.agent_selection
        ends[agent] = env.last()[1]
        env.step(None)
    assert ends == {"player_0": -0.5, "player_2": 1.0}
