"""Phase 3: CM-15 to CM-24."""

import pytest
from evolution_climate.scenes import (
    bags,
    hand,
    hand_size,
    herd,
    may,
    phase,
    playing,
    say,
    scene,
    setup,
    sp,
    words_of,
)
from phylarium.envs.core.errors import IllegalAction, OptionsError
from phylarium.envs.core.position import Position


def test_players_play_one_turn_each_from_the_first_player_on():
    """CM-15: any number of cards, and the rest stays in hand."""
    position = playing(
        [sp()], [sp()], [sp()], first=1, to_move=1, deck=[],
        hands=[["horns"], ["climbing", "climbing", "horns"], []],
    )  # fmt: skip
    assert position.to_move == 1
    say(position, "card climbing +5", "new right", "card horns +4", "population s0", "done")
    assert phase(position) == "exchange"
    say(position, "done")
    assert position.to_move == 2
    say(position, "done")
    assert position.to_move == 0
    assert hand(position, 1) == ["climbing +4"]
    assert phase(position) == "play"


def test_a_player_may_play_nothing_and_keep_any_number_of_cards():
    """CM-15"""
    position = playing([sp()], [sp()], hands=[["carnivore"] * 20, []])
    say(position, "done", "done")
    assert hand_size(position, 0) == 20
    assert position.to_move == 1


def test_a_trait_is_laid_face_down_and_seen_by_its_owner_alone():
    """CM-16, CM-22"""
    position = playing([sp(), sp()], [sp()], hands=[["long neck"], []])
    say(position, "card long neck +9", "trait s1")
    document = position.to_dict()["players"][0]["species"][1]
    assert document["face_down"] == ["long neck +9"]
    assert "long neck" in position.text(0)
    assert "long neck" not in position.text(1)
    assert "1 face down" in position.text(1)
    assert "1 face down" in position.text(-1)


@pytest.mark.parametrize(("players", "most"), [(2, 3), (3, 4), (5, 4)])
def test_a_species_has_at_most_four_traits_and_three_with_two_players(players, most):
    """CM-17: cards that lie face down count."""
    four = ["horns", "climbing", "fertile", "foraging"]
    row = [sp("1/1", *four[: most - 2], face_down=four[most - 2 : most - 1]), sp()]
    position = playing(
        row, *([sp()] for _ in range(players - 1)), hands=[["symbiosis", "scavenger"]]
        + [[]] * (players - 1),
    )  # fmt: skip
    say(position, "card symbiosis +5")
    assert words_of(position, "trait") == ["s0", "s1"]
    say(position, "trait s0", "card scavenger +7")
    assert words_of(position, "trait") == ["s1"]


def test_a_species_has_no_trait_twice():
    """CM-17: neither beside one that lies open nor beside one face down."""
    position = playing(
        [sp("1/1", "horns"), sp("1/1", face_down=["horns"]), sp()], [sp()], hands=[["horns"], []]
    )
    say(position, "card horns +5")
    assert words_of(position, "trait") == ["s2"]


def test_a_new_species_comes_at_either_end_and_never_between():
    """CM-18: population 1, body size 1; the card is discarded; it may get cards at once."""
    position = playing([sp("2/2"), sp("3/3")], [sp()], hands=[["horns", "fertile", "climbing"], []])
    say(position, "card horns +5")
    assert words_of(position, "new") == ["left", "right"]
    say(position, "new left")
    assert herd(position, 0) == ["1/1", "2/2", "3/3"]
    say(position, "card fertile +7", "new right")
    assert herd(position, 0) == ["1/1", "2/2", "3/3", "1/1"]
    assert position.to_dict()["discards"] == ["fertile +7", "horns +5"]
    say(position, "card climbing +5", "body s0")
    assert herd(position, 0)[0] == "1/2"


def test_new_species_at_the_left_leave_the_others_as_they_were():
    """CM-18: traits, food and cards move with their species."""
    position = playing(
        [sp("2/2", "horns"), sp("3/3", "fat tissue", fat=2)], [sp()], hands=[["fertile"], []]
    )
    say(position, "card fertile +7", "new left")
    species = position.to_dict()["players"][0]["species"]
    assert species[0] == {"population": 1, "body": 1}
    assert species[1]["traits"] == ["horns +1"]
    assert species[2]["fat"] == 2


def test_a_card_raises_population_or_body_size_by_one_up_to_six():
    """CM-19: not on a marker that stands at 6."""
    position = playing([sp("5/6"), sp("6/5")], [sp()], hands=[["horns", "horns", "horns"], []])
    say(position, "card horns +5")
    assert words_of(position, "population") == ["s0"]
    assert words_of(position, "body") == ["s1"]
    say(position, "population s0", "card horns +4", "body s1")
    assert herd(position, 0) == ["6/6", "6/6"]
    assert position.to_dict()["discards"] == ["horns +4", "horns +5"]
    say(position, "card horns +4")
    assert words_of(position, "population") == words_of(position, "body") == []
    with pytest.raises(IllegalAction):
        position.step("population s0")


def test_traits_may_be_removed_in_the_own_turn_for_nothing():
    """CM-20: one laid this turn too; no card is drawn."""
    position = playing([sp("1/1", "horns"), sp("2/2", "horns")], [sp("1/1", "climbing")],
                       hands=[["fertile"], []])  # fmt: skip
    say(position, "card fertile +7", "trait s1")
    assert words_of(position, "name") == ["fertile", "horns"]
    say(position, "name horns")
    assert sorted(position.legal_words()) == ["species s0", "species s1"]
    say(position, "species s1")
    assert position.to_dict()["discards"] == ["horns +2"]
    assert position.to_dict()["players"][0]["species"][1]["face_down"] == ["fertile +7"]
    say(position, "name fertile", "species s1")
    assert position.to_dict()["discards"] == ["fertile +7", "horns +2"]
    assert hand_size(position, 0) == 0


def test_removing_a_trait_makes_room_for_another():
    """CM-20"""
    position = playing(
        [sp("6/6", "horns", "climbing", "fertile")], [sp()], hands=[["foraging"], []],
        options={"species_limit": 1},
    )  # fmt: skip
    assert not may(position, "card foraging +7")
    say(position, "name horns", "species s0", "card foraging +7", "trait s0")
    assert len(position.to_dict()["players"][0]["species"][0]["face_down"]) == 1


def test_food_of_a_removed_fat_tissue_goes_to_the_bag():
    """CM-20, CM-77"""
    position = playing([sp("2/4", "fat tissue", fat=3)], [sp()], hands=[[], []])
    say(position, "name fat tissue", "species s0")
    assert bags(position) == [3, 0]
    assert position.rewards[0] == 3
    assert herd(position, 0) == ["2/4"]


def test_cards_put_under_the_deck_are_replaced_from_its_top():
    """CM-21: once, after playing, and the turn is over then."""
    deck = ["ambush -3 sun", "ambush -2 snowflake", "ambush -1 sun", "ambush +0 snowflake"]
    position = playing([sp()], [sp()], deck=deck, hands=[["horns", "fertile", "climbing"], []])
    say(position, "done")
    assert phase(position) == "exchange"
    size = position.row.deck_size
    say(position, "card horns +5", "card climbing +5")
    assert position.row.deck_size == size + 2
    say(position, "done")
    assert position.row.deck_size == size
    assert hand(position, 0) == ["ambush -2 snowflake", "ambush -3 sun", "fertile +7"]
    assert sorted(position.to_dict()["deck"][-2:]) == ["climbing +5", "horns +5"]
    assert position.to_move == 1
    assert phase(position) == "play"


def test_no_more_cards_are_exchanged_than_the_deck_holds():
    """CM-21: and cards just returned do not come back."""
    words = ["horns +5", "horns +4", "fertile +7"]
    cards = setup().actions.words[1:151]
    rest = [w[5:] for w in cards if w[5:] not in words]
    position = scene(
        [sp()], [sp()], phase="play", players=[{"hand": words}, {}],
        deck=rest[:2], aside=[], discards=rest[2:] + left_over(words, rest),
    )  # fmt: skip
    say(position, "done", "card horns +5", "card horns +4")
    assert position.legal_words() == ["done"]
    say(position, "done")
    assert hand(position, 0) == sorted([*rest[:2], "fertile +7"])
    assert position.row.deck_size == 2
    assert position.row.final == 0


def left_over(hand_words, named_once):
    """All further copies of cards, so that none is left for the deck."""
    from phylarium.envs.games.evolution_climate.cards import COPIES, WORDS

    named = [*hand_words, *named_once]
    return [w for w, n in zip(WORDS, COPIES, strict=True) for _ in range(n - named.count(w))]


def test_returned_cards_lie_under_the_deck_in_random_order():
    """CM-21"""
    orders = set()
    for rng in range(12):
        position = playing([sp()], [sp()], hands=[["horns", "fertile", "climbing"], []],
                           rng=str(rng))  # fmt: skip
        say(position, "done", "card horns +5", "card climbing +5", "card fertile +7", "done")
        orders.add(tuple(position.to_dict()["deck"][-3:]))
    assert len(orders) > 3


def test_who_has_no_card_is_not_asked_to_exchange():
    """CM-21"""
    position = playing([sp()], [sp()], hands=[[], ["horns"]])
    assert say(position, "done").to_move == 1
    assert phase(say(position, "done")) == "exchange"


def test_traits_are_turned_up_when_all_have_played():
    """CM-22: till then they do nothing, as that they are counted with the rest."""
    position = playing([sp("1/1", face_down=["horns"])], [sp()], hands=[[], []])
    say(position, "done")
    assert "face_down" in position.to_dict()["players"][0]["species"][0]
    say(position, "done")
    assert position.to_dict()["players"][0]["species"][0]["traits"] == ["horns +1"]


def test_exchanged_cards_may_pay_for_intelligence_in_the_same_round():
    """CM-22: the ban is on playing them as traits."""
    position = playing(
        [sp("3/1", "intelligence")], [sp()], hands=[["horns"], []],
        food_cards=["climbing +1", "climbing +2"], deck=["fertile +7"],
    )  # fmt: skip
    say(position, "done", "card horns +5", "done", "done")
    assert phase(position) == "feed"
    assert may(position, "card fertile +7")


def quick(**fields):
    return scene(
        [sp("2/2", "fat tissue", fat=2), sp()], [sp()], options={"quick_play": True},
        hands=[["horns", "climbing"], ["fertile"]], **fields,
    )  # fmt: skip


def begun(position):
    """Lay Food Cards so that quick play begins."""
    return say(position, "card climbing +5", "card fertile +7")


def test_in_quick_play_all_choose_at_once_one_link_a_round():
    """CM-23, CM-95"""
    position = Position.deal(setup(3, quick_play=True), 1)
    for _ in range(3):
        position.step(position.choice_of("random", 1))
    assert phase(position) == "play"
    assert position.row.deciding == 0b111
    say(position, "done")
    assert (position.to_move, position.row.deciding) == (1, 0b110)
    position.step(next(w for w in position.legal_words() if w.startswith("card")))
    say(position, "done")
    assert (position.to_move, position.row.deciding) == (1, 0b010)
    say(position, "new left")
    assert (position.to_move, position.row.deciding) == (1, 0b010)


def test_what_is_done_in_quick_play_stays_out_of_sight_until_all_have_done():
    """CM-23: species, traits, discards, hand size, bag; then all is shown and turned up."""
    position, other = begun(quick()), begun(quick())
    say(position, "card horns +5", "done")
    say(other, "name fat tissue", "done")
    for one, link in ((position, "new left"), (other, "species s0")):
        say(one, link)
    assert position.observe(1).tobytes() == other.observe(1).tobytes()
    assert position.text(1) == other.text(1)
    assert position.text(-1) == other.text(-1)
    assert "playing cards out of sight" in position.text(1)
    assert bags(position) == bags(other) == [0, 0]
    assert herd(position, 0) == ["1/1", "2/2 fat 2", "1/1"]
    assert herd(other, 0) == ["2/2", "1/1"]
    say(position, "done")
    say(other, "done")
    assert bags(other) == [2, 0]
    assert other.rewards[0] == 2
    assert any(card.startswith("fat tissue") for card in other.to_dict()["discards"])
    assert "horns +5" in position.to_dict()["discards"]
    assert "playing cards out of sight" not in position.text(1)


def test_exchanges_follow_quick_play_from_the_first_player_on():
    """CM-23, CM-21: traits lie open by then."""
    position = say(
        scene([sp()], [sp()], first=1, options={"quick_play": True},
              hands=[["horns", "climbing"], ["fertile", "foraging"]]),
        "card climbing +5", "card fertile +7", "card horns +5", "done", "trait s0", "done",
    )  # fmt: skip
    assert (phase(position), position.to_move) == ("exchange", 1)
    assert position.to_dict()["players"][0]["species"][0]["traits"] == ["horns +5"]


def test_six_players_always_play_at_once():
    """CM-23: the option would change nothing and is refused."""
    position = Position.deal(setup(6), 0)
    for _ in range(6):
        position.step(position.choice_of("random", 0))
    assert position.row.deciding == 0b111111
    with pytest.raises(OptionsError, match="six players"):
        setup(6, quick_play=True)


def test_a_player_holds_no_more_species_than_the_limit():
    """CM-24"""
    position = playing([sp(), sp()], [sp()], hands=[["horns"], []], options={"species_limit": 2})
    say(position, "card horns +5")
    assert words_of(position, "new") == []
    full = playing([sp()] * 16, [sp()], hands=[["horns"], []])
    say(full, "card horns +5")
    assert words_of(full, "new") == []
    assert len(words_of(full, "trait")) == 16
