"""Blue Pearl: no shuffling, one known order for all, and cards put under the deck by choice."""

from collections import Counter

import pytest
from evolution_earth.scenes import scene, setup, told
from phylarium.envs.core.position import Position
from phylarium.envs.games.evolution_earth import cards
from phylarium.envs.games.evolution_earth.variants import max_plies, most_cards_put

PEARL = {"blue_pearl": True}
ORDER = (
    "pop, africa, critters, pop, antarctica, critters, pop, australia, critters, eurasia, pop, "
    "critters, india, north america, pop, south america, critters"
)


def test_all_decks_have_one_order():
    """EE-49: the first hand has been drawn from it."""
    for seed in range(5):
        position = Position.deal(setup(4, **PEARL), seed)
        decks = told(position, "decks")
        mover = position.to_move
        others = [decks[seat] for seat in range(4) if seat != mover]
        assert others[0] == others[1] == others[2]
        assert others[0][5:] == decks[mover]
        assert Counter(others[0][:5]) == Counter(told(position, "hands", mover))


def test_orders_are_drawn_anew_for_each_game():
    """EE-49"""
    made = setup(2, first_player=0, **PEARL)
    decks = {tuple(told(Position.deal(made, seed), "decks", 1)) for seed in range(20)}
    assert len(decks) == 20


def test_the_order_may_be_given():
    """EE-49"""
    position = Position.deal(setup(3, starting_order=ORDER, first_player=0, **PEARL), 9)
    words = ORDER.split(", ")
    assert told(position, "decks") == [words[5:], words, words]
    assert told(position, "hands", 0) == dict(Counter(words[:5]))


def test_nothing_is_shuffled_and_a_short_deck_gives_a_short_hand():
    """EE-48"""
    position = scene(options=PEARL, has_tabled=True, pop=[1, 0], decks=[[], ["pop", "india"]])
    position.step("pass")
    assert told(position, "hands", 1) == {"pop": 1, "india": 1}
    position.step("table 1 pop")
    position.step("table india")
    assert position.to_move == 0
    assert told(position, "hands", 0) == {}


def test_all_that_a_turn_brings_is_put_under_the_deck_in_the_players_order():
    """EE-50: bought card, price and the rest of the hand; kinds are chosen, not copies."""
    position = scene(
        options=PEARL, pop=[3, 0], hands=[{"africa": 1, "critters": 1}, {}],
        decks=[["india"], ["pop"]],
    )  # fmt: skip
    position.step("buy fishes")
    assert told(position, "phase") == "order"
    assert position.to_move == 0
    assert set(position.legal_words()) == {"put africa", "put critters", "put fishes", "put pop"}
    for word in ("pop", "fishes", "pop", "africa", "critters", "pop"):
        position.step(f"put {word}")
    assert told(position, "decks", 0) == [
        "india", "pop", "fishes", "pop", "africa", "critters", "pop"
    ]  # fmt: skip
    assert position.to_move == 1


def test_captures_and_rewards_are_ordered_together_with_the_rest():
    """EE-50"""
    position = scene(
        options=PEARL, pop=[4, 0], hands=[{"flood": 1, "pop": 1}, {}],
        worlds=[{}, {"india": "reptiles"}], decks=[[], ["pop"]],
    )  # fmt: skip
    position.step("play flood on india")
    assert told(position, "under", 0) == {"reptiles": 1, "india": 1, "pop": 5}
    position = scene(
        options=PEARL,
        hands=[{"critters": 1}, {}],
        worlds=[{"ocean": None}, {}],
        decks=[[], ["pop"]],
    )
    position.step("table critters on ocean")
    assert told(position, "under", 0) == {"pop": 1}


def test_a_turn_that_leaves_nothing_to_put_asks_for_no_order():
    """EE-50"""
    position = scene(options=PEARL, hands=[{"africa": 1}, {}], decks=[[], ["pop"]])
    position.step("table africa")
    assert position.to_move == 1


def test_a_turn_puts_at_most_22_cards():
    """EE-50: twelve POP, three species, three territories, four of the hand."""
    assert most_cards_put(setup(4, **PEARL)) == 22
    assert max_plies(setup(4, **PEARL)) == 400 * 4 * 24
    position = scene(
        4, options=PEARL, pop=[12, 0, 0, 0], decks=[[], ["pop"], [], []],
        hands=[{"asteroid impact": 1, "critters": 4}, {}, {}, {}],
        worlds=[{}, {"india": "fishes"}, {"india": "birds"}, {"india": "mammals"}],
    )  # fmt: skip
    position.step("play asteroid impact on india")
    assert sum(told(position, "under", 0).values()) == 22


def test_nobody_is_told_the_order_that_another_gave_but_the_first_one_is_public():
    """EE-49, EE-54"""
    made = setup(2, first_player=0, **PEARL)
    position = Position.deal(made, 4)
    before = told(position, "decks", 1)
    other = position.copy()
    other.determinize(0, 77)
    assert told(other, "decks", 1) == before
    while position.row.turns[1] < 4 and not position.is_over:
        position.step(position.choice_of("greedy", position.row.plies))
    if not position.is_over:
        other = position.copy()
        other.determinize(0, 78)
        assert told(other, "decks", 0) == told(position, "decks", 0)
        assert told(other, "decks", 1) != told(position, "decks", 1)


def test_greedy_puts_a_card_to_act_with_into_each_hand_to_come():
    """EE-50"""
    position = scene(
        options=PEARL, phase="order", hands=[{}, {}], worlds=[{"ocean": "critters"}, {}],
        under=[{"pop": 3, "fishes": 1, "critters": 1}, {}], decks=[[], ["pop"]],
    )  # fmt: skip
    for _ in range(5):
        position.step(position.choice_of("greedy"))
    assert told(position, "decks", 0) == ["fishes", "pop", "pop", "pop", "critters"]


def test_the_deck_can_hold_every_card_of_the_game():
    """EE-48"""
    assert cards.MOST_CARDS == 204
    counts = {word: cards.total_of(kind, 4) for kind, word in enumerate(cards.WORDS)}
    for options in ({}, PEARL):
        position = Position.from_dict(
            setup(4, **options),
            {"decks": [counts, [], [], []], "worlds": [{}, {}, {}, {}], "supply": {}},
        )
        assert position.row.deck_sizes[0] == 204


@pytest.mark.parametrize("players", [2, 3])
def test_whole_games_keep_every_card(players):
    """EE-48, EE-50"""
    made = setup(players, **PEARL)
    for seed in range(2):
        position = Position.deal(made, seed)
        first = made.game.conserved(position.row, made)
        while not position.is_over:
            position.step(position.choice_of("greedy:mixed", position.row.plies))
        assert made.game.conserved(position.row, made) == first
