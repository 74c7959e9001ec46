"""What a seat is told: memory of what was open, nothing of what is hidden."""

import numpy as np
import pytest
from evolution_earth.scenes import scene, setup, told
from phylarium.envs.core.position import Position
from phylarium.envs.games.evolution_earth import cards


def section(position, seat, name, encoder="vector"):
    return position.observe(seat, encoder)[position.setup.layout(encoder).slices[name]]


def kinds(position, seat, name, encoder="vector"):
    """Cards of each kind in a section of one row a kind, by their words."""
    found = {}
    for i, value in enumerate(section(position, seat, name, encoder)):
        if value:
            word = cards.WORDS[i % cards.NUM_KINDS]
            found[word] = found.get(word, 0) + round(float(value) * 5)
    return found


def middle(seed=3, player="greedy:mixed", turns=9, players=2, **options):
    position = Position.deal(setup(players, **options), seed)
    while position.row.turns[0] < turns:
        position.step(position.choice_of(player, position.row.plies))
    return position


def test_the_own_deck_is_known_by_kind_and_not_by_order():
    """EE-54: the owner remembers what lies above and below the SHUFFLE card."""
    first = scene(decks=[["pop", "africa", "pop"], []], under=[{"flood": 2}, {}])
    second = scene(decks=[["africa", "pop", "pop"], []], under=[{"flood": 2}, {}])
    assert kinds(first, 0, "deck") == {"pop": 2, "africa": 1}
    assert kinds(first, 0, "under") == {"flood": 2}
    assert (first.observe(0) == second.observe(0)).all()


def test_others_are_known_by_what_they_own_and_what_they_put_under_openly():
    """EE-54"""
    position = scene(
        decks=[[], ["pop", "africa"]], under=[{}, {"flood": 1, "pop": 3}], seen=[{}, {"pop": 3}]
    )
    assert kinds(position, 0, "others") == {"pop": 1, "africa": 1, "flood": 1}
    assert kinds(position, 0, "others_under") == {"pop": 3}


def test_what_is_bought_and_paid_is_seen_and_what_is_left_of_the_hand_is_not():
    """EE-54, EE-12"""
    position = scene(pop=[3, 0], hands=[{"critters": 1, "india": 1}, {}], decks=[[], ["pop"]])
    position.step("buy fishes")
    assert told(position, "seen", 0) == {"fishes": 1, "pop": 3}
    assert kinds(position, 1, "others_under") == {"fishes": 1, "pop": 3}
    assert kinds(position, 1, "others") == {"critters": 1, "india": 1}


def test_a_shuffle_makes_what_was_seen_unknown():
    """EE-54, EE-09"""
    position = scene(
        has_tabled=True, pop=[1, 0], under=[{}, {"pop": 5, "flood": 2}],
        seen=[{}, {"flood": 2}],
    )  # fmt: skip
    position.step("pass")
    assert told(position, "seen") == {}


@pytest.mark.parametrize("options", [{}, {"blue_pearl": True}])
@pytest.mark.parametrize("players", [2, 4])
def test_a_redeal_changes_hidden_cards_and_nothing_that_the_seat_is_told(players, options):
    """EE-54"""
    position = middle(players=players, **options)
    is_changed = False
    for seat in range(players):
        for seed in range(4):
            other = position.copy()
            other.determinize(seat, seed)
            for encoder in ("vector", "hints"):
                assert (other.observe(seat, encoder) == position.observe(seat, encoder)).all()
            assert other.text(seat) == position.text(seat)
            is_changed = is_changed or told(other, "decks") != told(position, "decks")
            assert Position.from_dict(other.setup, other.to_dict()).tobytes() == other.tobytes()
    assert is_changed


def test_a_redeal_keeps_below_the_shuffle_card_what_went_there_openly():
    """EE-54"""
    for seed in range(20):
        position = scene(
            decks=[[], ["pop"] * 3], under=[{}, {"asteroid impact": 1, "critters": 2}],
            seen=[{}, {"asteroid impact": 1}],
        )  # fmt: skip
        position.determinize(0, seed)
        assert "asteroid impact" not in told(position, "decks", 1)
        assert len(told(position, "decks", 1)) == 3


def test_hidden_cards_of_another_are_redealt_evenly():
    """EE-54"""
    tops = []
    for seed in range(300):
        position = scene(decks=[[], ["pop"]], under=[{}, {"critters": 2}])
        position.determinize(0, seed)
        tops.append(told(position, "decks", 1)[0])
    assert 70 < tops.count("pop") < 130


def test_the_own_seat_comes_first():
    """EE-54"""
    position = scene(3, pop=[1, 2, 3], worlds=[{}, {"india": "birds"}, {}])
    assert section(position, 1, "pop") == pytest.approx([0.2, 0.3, 0.1])
    india = cards.TERRITORIES.index("india")
    assert section(position, 1, "worlds")[india * 7 : india * 7 + 7].tolist() == [
        1, 0, 0, 0, 0, 1, 0
    ]  # fmt: skip
    assert section(position, 1, "points") == pytest.approx([8 / 50, 0, 0])
    assert section(position, 1, "to_move").tolist() == [0, 0, 1]


def test_piles_and_fossils_are_told():
    """EE-54"""
    position = scene(supply={"birds": 2, "pop": 15}, fossils={"critters": 5, "flood": 3})
    supply, fossils = section(position, 0, "supply"), section(position, 0, "fossils")
    assert supply[cards.BIRDS - 1] == pytest.approx(0.4)
    assert supply[19] == pytest.approx(0.5)
    assert fossils[cards.CRITTERS] == pytest.approx(0.5)
    assert fossils[6 + cards.CATACLYSMS.index("flood")] == 1


def test_blue_pearl_tells_the_own_hands_to_come_and_the_public_part_of_others():
    """EE-49, EE-54"""
    made = setup(2, blue_pearl=True, first_player=0)
    position = Position.deal(made, 1)
    deck = told(position, "decks", 0)
    for hand in range(2):
        cells = section(position, 0, "next_hands")[29 * hand : 29 * hand + 29]
        expected = np.zeros(29)
        for word in deck[5 * hand : 5 * hand + 5]:
            expected[cards.NUMBER_OF[word]] += 0.2
        assert cells == pytest.approx(expected)
    assert kinds(position, 0, "others_next") == {
        w: told(position, "decks", 1)[:5].count(w) for w in told(position, "decks", 1)[:5]
    }


def test_hints_say_what_actions_bring():
    """EE-25, EE-34: points, POP and wins; zero for what the rules refuse."""
    position = scene(
        hands=[{"mammals": 1, "supervolcano": 1, "pop": 2}, {}], pop=[9, 4],
        worlds=[{"ocean": "reptiles", "india": None}, {"india": "birds", "ocean": "fishes"}],
    )  # fmt: skip
    actions = position.setup.actions

    def hint(name, range_name, words):
        return section(position, 0, name, "hints")[
            actions.parse(words) - actions.ranges[range_name].start
        ]

    assert hint("species_points", "species", "table mammals on india") == pytest.approx(1.0)
    assert hint("species_points", "species", "table mammals on ocean") == pytest.approx(0.5)
    assert hint("species_points", "species", "table birds on ocean") == 0
    assert hint("species_wins", "species", "table mammals on india") == 0
    assert hint("cataclysm_points", "cataclysm", "play supervolcano on india") == pytest.approx(0.8)
    assert hint("cataclysm_pop", "cataclysm", "play supervolcano on india") == pytest.approx(0.4)
    assert hint("cataclysm_points", "cataclysm", "play supervolcano on ocean") == 0
    assert hint("buy_points", "buy", "buy mammals") == pytest.approx(1.0)
    assert hint("buy_attack", "buy", "buy ice age") == 0
    assert hint("buy_attack", "buy", "buy flood") == pytest.approx(0.5)
    assert hint("pop_tabled", "pop", "table 2 pop") == pytest.approx(0.4)
    assert hint("pop_tabled", "pop", "table 3 pop") == 0


def test_hints_are_zero_exactly_where_the_rules_refuse_a_card():
    """EE-18, EE-29"""
    position = middle(seed=8, player="greedy:aggressive", turns=25)
    for _ in range(40):
        if position.is_over:
            break
        if told(position, "phase") == "action":
            mask, seat = position.mask(), position.to_move
            for name, range_name in (
                ("species_points", "species"), ("cataclysm_pop", "cataclysm"),
                ("territory_new", "territory"),
            ):  # fmt: skip
                allowed = mask[list(position.setup.actions.ranges[range_name])]
                assert not section(position, seat, name, "hints")[allowed == 0].any()
        position.step(position.choice_of("greedy:aggressive", position.row.plies))


def test_the_text_tells_the_own_hand_and_hides_others():
    """EE-54"""
    position = scene(
        hands=[{"pop": 2, "flood": 1}, {}], decks=[["africa"], ["ice age"]], under=[{}, {"pop": 1}]
    )
    assert "Your hand: 2 pop, 1 flood." in position.text(0)
    assert "Your hand: none." in position.text(1)
    assert "Hidden cards: 1 pop, 1 ice age." in position.text(0)
    assert "Your hand" not in position.text(-1)
