"""Action D: targets, costs, and what each victim loses."""

import pytest
from evolution_earth.scenes import scene, setup, told
from phylarium.envs.games.evolution_earth import cards


def worked_attack(**options):
    """The rulebook's example: D is seat 3 with seven POP and DESERTIFICATION."""
    return scene(
        4, options=options, to_move=3, hands=[{}, {}, {}, {"desertification": 1}],
        pop=[3, 4, 6, 7], supply={"pop": 9},
        worlds=[{"india": "birds"}, {"india": "reptiles"}, {"india": "reptiles"}, {"ocean": None}],
        decks=[["pop"], [], [], []],
    )  # fmt: skip


def test_the_attack_on_india_of_the_rulebook_is_exact_for_every_player():
    """EE-32 to EE-40: the POP pile goes from 9 to 22."""
    position = worked_attack()
    position.step("play desertification on india")
    assert told(position, "pop") == [0, 0, 0, 1]
    assert told(position, "worlds") == [
        {"india": None}, {}, {"india": "reptiles"}, {"ocean": None}
    ]  # fmt: skip
    assert told(position, "under", 3) == {"birds": 1, "reptiles": 1, "india": 1, "pop": 6}
    assert told(position, "supply")["pop"] == 22
    assert told(position, "fossils") == {"desertification": 1}
    assert told(position, "hands", 3) == {}
    assert position.to_move == 0


def target_scene(card, pop=12, own=None, theirs=None, victim_pop=0, **fields):
    return scene(
        hands=[{card: 1}, {}], pop=[pop, victim_pop],
        worlds=[own or {"ocean": None}, theirs or {"ocean": "fishes", "india": "fishes"}],
        **fields,
    )  # fmt: skip


def targets(position, card):
    return {
        words.removeprefix(f"play {card} on ")
        for words in position.legal_words()
        if words.startswith(f"play {card} ")
    }


@pytest.mark.parametrize("card", cards.CATACLYSMS)
def test_a_cataclysm_hits_the_kinds_of_territory_that_its_symbols_show(card):
    """EE-30: one territory a play, ocean or continent."""
    symbols = setup().options.cataclysm_table[cards.TARGETS + cards.CATACLYSMS.index(card)]
    expected = set()
    if symbols & cards.HITS_OCEANS:
        expected.add("ocean")
    if symbols & cards.HITS_CONTINENTS:
        expected.add("india")
    assert targets(target_scene(card), card) == expected


@pytest.mark.parametrize(("pop", "can"), [(10, False), (11, True)])
def test_the_price_must_lie_tabled_when_the_card_is_announced(pop, can):
    """EE-29: POP that victims give up does not help."""
    position = target_scene("ice age", pop=pop, victim_pop=14)
    assert (targets(position, "ice age") != set()) == can


def test_only_cards_in_hand_can_be_played():
    """EE-29"""
    position = scene(
        pop=[12, 0], under=[{"ice age": 1}, {}], decks=[["flood"], []],
        worlds=[{"ocean": None}, {"india": "fishes"}],
    )  # fmt: skip
    assert not any(words.startswith("play") for words in position.legal_words())


def test_a_territory_without_species_of_an_opponent_cannot_be_hit():
    """EE-31: an own species there does not count, nor an empty territory."""
    position = target_scene(
        "ice age", own={"africa": "birds", "india": None}, theirs={"africa": None, "ocean": "birds"}
    )
    assert targets(position, "ice age") == {"ocean"}


def test_the_own_species_there_is_not_hit():
    """EE-32"""
    position = target_scene("earthquake", own={"india": "fishes"}, theirs={"india": "fishes"})
    position.step("play earthquake on india")
    assert told(position, "worlds") == [{"india": "fishes"}, {}]
    assert told(position, "pop", 0) == 7


def test_every_opponent_with_a_species_there_meets_the_full_attack():
    """EE-32, EE-33: who has none there loses no POP."""
    position = scene(
        4, hands=[{"flood": 1}, {}, {}, {}], pop=[4, 5, 5, 5], decks=[[], ["pop"], [], []],
        worlds=[{}, {"india": "fishes"}, {"india": None}, {"india": "birds"}],
    )  # fmt: skip
    position.step("play flood on india")
    assert told(position, "pop") == [0, 0, 5, 0]
    assert told(position, "worlds")[1:] == [
        {"india": "fishes"},
        {"india": None},
        {"india": "birds"},
    ]


def test_pop_absorbs_the_attack_and_goes_back_to_the_pile():
    """EE-34: with enough of it nothing else is lost, and none of it may be kept back."""
    position = target_scene(
        "flood", pop=4, victim_pop=6, theirs={"india": "critters"}, supply={"pop": 3}
    )
    position.step("play flood on india")
    assert told(position, "pop") == [0, 1]
    assert told(position, "supply")["pop"] == 8
    assert told(position, "worlds", 1) == {"india": "critters"}


@pytest.mark.parametrize(
    ("victim_pop", "world"),
    [(6, {"india": "reptiles"}), (5, {"india": None}), (4, {}), (0, {})],
)
def test_what_is_left_of_the_attack_is_set_against_the_defence(victim_pop, world):
    """EE-35: less than it takes nothing; EE-36: as much takes the species; EE-37: more takes the
    territory too. Attack 8, defence 3.
    """
    position = target_scene("desertification", victim_pop=victim_pop, theirs={"india": "reptiles"})
    position.step("play desertification on india")
    assert told(position, "worlds", 1) == world
    assert told(position, "pop", 1) == 0
    gained = dict(told(position, "under", 0))
    assert gained.pop("pop") == 6
    assert gained == {**({"reptiles": 1} if world != {"india": "reptiles"} else {}),
                      **({"india": 1} if not world else {})}  # fmt: skip


@pytest.mark.parametrize(
    ("land", "shield"),
    [("africa", 2), ("antarctica", 1), ("australia", 1), ("eurasia", 3), ("india", 1),
     ("north america", 2), ("south america", 2)],
)  # fmt: skip
def test_with_shields_a_territory_falls_to_its_shield_and_not_before(land, shield):
    """EE-38: attack 8 against fishes of defence 2."""
    for beyond in range(4):
        victim_pop = 8 - 2 - beyond
        position = target_scene(
            "desertification", victim_pop=victim_pop, theirs={land: "fishes"},
            options={"territory_defence": "shield"},
        )  # fmt: skip
        position.step(f"play desertification on {land}")
        assert told(position, "worlds", 1) == ({} if beyond >= shield else {land: None})


def test_the_ocean_has_a_shield_too():
    """EE-38"""
    for victim_pop, world in ((4, {"ocean": None}), (3, {})):  # 8 - 4 - 2 = 2 < 3
        position = target_scene(
            "ocean anoxia", victim_pop=victim_pop, theirs={"ocean": "fishes"},
            options={"territory_defence": "shield"},
        )  # fmt: skip
        position.step("play ocean anoxia on ocean")
        assert told(position, "worlds", 1) == world


def test_the_worked_attack_is_the_same_with_shields():
    """EE-38: India's shield is one."""
    position = worked_attack(territory_defence="shield")
    position.step("play desertification on india")
    assert told(position, "worlds")[:3] == [{"india": None}, {}, {"india": "reptiles"}]


def test_price_and_captured_cards_go_under_the_attackers_deck():
    """EE-39"""
    position = target_scene("supervolcano", pop=9, theirs={"india": "mammals"})
    position.step("play supervolcano on india")
    assert told(position, "under", 0) == {"mammals": 1, "india": 1, "pop": 9}
    assert told(position, "pop", 0) == 0


def test_a_played_cataclysm_is_a_fossil_and_never_comes_back():
    """EE-40: no action takes a card from the fossils."""
    position = target_scene("flood", theirs={"india": "birds", "ocean": "birds"},
                            supply={"flood": 0}, under=[{}, {"flood": 2}])  # fmt: skip
    position.step("play flood on india")
    assert told(position, "fossils") == {"flood": 1}
    position = target_scene("hurricane", fossils={"flood": 3})
    assert "buy flood" not in position.legal_words()


def test_an_attack_that_can_only_cost_pop_is_legal():
    """EE-31: all it needs is a species there."""
    position = target_scene("wildfire", victim_pop=15, theirs={"india": "birds"})
    assert targets(position, "wildfire") == {"india"}


def test_the_extinct_are_not_hit():
    """EE-31, EE-46"""
    position = scene(
        3, alive=[0, 1], hands=[{"flood": 1}, {}, {}], pop=[5, 0, 0],
        worlds=[{}, {"africa": "birds"}, {}],
    )  # fmt: skip
    assert targets(position, "flood") == {"africa"}
