"""Position documents: what they hold, and what they refuse."""

import json

import pytest
from evolution_earth.scenes import scene, setup, told
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.position import Position

VARIANTS = [
    (2, {}),
    (4, {"recycle_pop": True}),
    (3, {"goal": 30, "forbid_suicide": True, "territory_defence": "shield"}),
    (2, {"blue_pearl": True}),
    (3, {"blue_pearl": True, "max_turns": 4}),
]


@pytest.mark.parametrize(("players", "options"), VARIANTS)
@pytest.mark.parametrize("player", ["random", "greedy:aggressive"])
def test_a_document_holds_the_whole_position(players, options, player):
    made = setup(players, **options)
    position = Position.deal(made, 3)
    while True:
        document = json.loads(json.dumps(position.to_dict()))
        assert Position.from_dict(made, document).tobytes() == position.tobytes()
        if position.is_over:
            break
        for _ in range(3):
            if not position.is_over:
                position.step(position.choice_of(player, position.row.plies))


def test_an_empty_document_is_an_early_game():
    position = Position.from_dict(setup(), {})
    assert told(position, "worlds") == [{"ocean": None}, {"ocean": None}]
    assert told(position, "supply")["pop"] == 20
    for seat in range(2):
        under = told(position, "under", seat)
        assert under["critters"] == 5
        assert under["pop"] == 5
        assert sum(under.values()) == 17
    assert position.to_move == 0
    assert told(position, "phase") == "action"


def test_cards_not_named_lie_under_the_decks_by_turns():
    position = Position.from_dict(setup(), {"hands": [{"pop": 2}, {}], "supply": {"pop": 19}})
    assert [told(position, "under", s).get("pop") for s in range(2)] == [5, 4]


def test_in_blue_pearl_cards_not_named_lie_lowest_in_the_decks():
    position = Position.from_dict(setup(blue_pearl=True), {"decks": [["flood"], []]})
    assert told(position, "decks", 0)[0] == "flood"
    assert len(told(position, "decks", 0)) == 18
    assert told(position, "under") == [{}, {}]


def test_a_deck_without_an_order_is_drawn_from_the_documents_stream():
    counts = {"pop": 3, "critters": 3, "africa": 1}
    orders = set()
    for rng in range(12):
        position = scene(decks=[counts, {}], rng=rng)
        deck = told(position, "decks", 0)
        assert sorted(deck) == ["africa", "critters", "critters", "critters", "pop", "pop", "pop"]
        assert deck == told(scene(decks=[counts, {}], rng=rng), "decks", 0)
        orders.add(tuple(deck))
    assert len(orders) > 8


def test_the_top_of_the_deck_is_named_first():
    position = scene(decks=[[], ["pop", "africa", "flood"]], has_tabled=True, pop=[1, 0])
    assert told(position, "decks", 1)[0] == "pop"


FIVE_MAMMALS = dict.fromkeys(("ocean", "africa", "india", "eurasia", "australia"), "mammals")
LAST = {"alive": [0], "worlds": [{}, {}]}
BAD = [
    ({"worl": []}, "no field 'worl'; the nearest is 'worlds'"),
    ({"worlds": [{"asia": None}, {}]}, "worlds: no territory 'asia'"),
    ({"worlds": [{"africa": "flood"}, {}]}, "worlds: 'flood' is no species"),
    ({"worlds": [{"africa": "fish"}, {}]}, "worlds: no card 'fish'; the nearest is 'fishes'"),
    ({"worlds": [[], {}]}, "worlds: territories and species are wanted"),
    ({"worlds": [{}]}, "worlds: 1 entries, the game has 2 seats"),
    ({"hands": [{"pop": 6}, {}]}, "hands: seat 0 has 6 cards, a hand has 5"),
    ({"hands": [{}, {"pop": 1}]}, "hands: seat 1 is not to move, so it holds no card"),
    ({"hands": [{"pop": -1}, {}]}, "hands: -1 is outside 0 to 100"),
    ({"hands": [{"pops": 1}, {}]}, "hands: no card 'pops'; the nearest is 'pop'"),
    ({"hands": ["pop", {}]}, "hands: cards and their counts are wanted"),
    ({"hands": [{"india": 3}, {}]}, "hands: 3 india cards, the game has 2"),
    ({"hands": [{"india": 2}, {}], "worlds": [{"india": None}, {}]}, "worlds, hands: 3 india"),
    ({"hands": [{"flood": 4}, {}], "supply": {"flood": 0}}, "hands: 4 flood cards"),
    ({"pop": [31, 0]}, "pop: 31 is outside 0 to 30"),
    ({"pop": [16, 15]}, "pop: 31 pop cards, the game has 30"),
    ({"pop": [1.5, 0]}, "pop: a whole number is wanted"),
    ({"pop": 3}, "pop: a list of one entry a seat is wanted"),
    ({"decks": [["pop"] * 250, []]}, "decks: 250 cards, the game has fewer"),
    ({"decks": [["kelp"], []]}, "decks: no card 'kelp'"),
    ({"supply": {"critters": 1}}, "supply: there is no pile of critters"),
    ({"supply": {"birds": 6}}, "supply: 6 birds cards, the game has 5"),
    ({"fossils": {"pop": 1}}, "fossils: pop never becomes a fossil"),
    ({"rest": "hands"}, "rest: 'hands' is none of 'decks', 'removed'"),
    ({"phase": "attack"}, "phase: 'attack' is none of 'pop', 'action', 'order'"),
    ({"phase": "order"}, "phase: cards are ordered in Blue Pearl alone"),
    ({"has_tabled": True}, "has_tabled: who has tabled POP in this turn has some"),
    ({"has_tabled": True, "phase": "pop", "pop": [1, 0]}, "has_tabled: POP is tabled before"),
    ({"has_tabled": 1}, "has_tabled: true or false is wanted"),
    ({"to_move": 2}, "to_move: 2 is outside 0 to 1"),
    ({"to_move": 0, "alive": [1], "worlds": [{}, {}]}, "to_move: seat 0 has been eliminated"),
    ({"over": "cut off", "to_move": 0}, "to_move: the game is over"),
    ({"over": "cut off"}, "over: the game is cut off when somebody has begun max_turns turns"),
    ({"over": "won"}, "over: 'won' is none of 'ended', 'cut off'"),
    ({"over": "ended"}, r"over: with points \[0, 0\] and seats \[0, 1\] nobody has won"),
    (LAST, r"over: points are \[0, 0\] and seats \[0\] live, so the game has ended"),
    ({"worlds": [FIVE_MAMMALS, {}]}, r"over: points are \[50, 0\]"),
    ({"alive": [1], "worlds": [{"ocean": None}, {}]}, "alive: seat 0 has been eliminated and owns"),
    ({"alive": []}, "alive: a list of seats is wanted"),
    ({"alive": [0, 3]}, "alive: 3 is outside 0 to 1"),
    ({"turns": [401, 1]}, "turns: 401 is outside 0 to 400"),
    ({"turns": [0, 1]}, "turns: seat 0 is to move and has begun no turn"),
    ({"choices_made": -1}, "choices_made: -1 is outside"),
    ({"rewards": [1, float("nan")]}, "rewards: a number is wanted"),
    ({"seed": "x"}, "seed: a 64-bit number is wanted"),
    ({"rng": 2**64}, "rng: 18446744073709551616 is not a 64-bit number"),
    ({"seen": [{"pop": 1}, {}]}, "seen: 1 pop of seat 0, under has 0"),
    ({"known_tops": [1, 1]}, "known_tops: means nothing without option blue_pearl"),
    ({"tables": "abc"}, "tables: the position is played with the card tables 'abc'"),
]  # fmt: skip
BAD_IN_PEARL = [
    ({"under": [{"pop": 1}, {}]}, "under: in Blue Pearl nothing lies apart from the deck"),
    ({"phase": "order"}, "phase: while cards are ordered they lie in 'under'"),
    (
        {"phase": "order", "under": [{"pop": 1}, {}], "hands": [{"pop": 1}, {}]},
        "phase: while cards",
    ),
    ({"known_tops": [1, 0]}, "known_tops: 1 is outside 0 to 0"),
    ({"seen": [{"pop": 1}, {}]}, "seen: 1 pop of seat 0, hands has 0"),
]


@pytest.mark.parametrize(("document", "says"), BAD)
def test_what_no_game_can_have_is_refused_by_its_field(document, says):
    with pytest.raises(PositionError, match=says):
        Position.from_dict(setup(), {"rest": "removed", **document})


@pytest.mark.parametrize(("document", "says"), BAD_IN_PEARL)
def test_blue_pearl_refuses_what_its_decks_cannot_have(document, says):
    with pytest.raises(PositionError, match=says):
        Position.from_dict(setup(blue_pearl=True), {"rest": "removed", **document})


def test_the_words_of_actions_are_those_of_the_documents():
    words = setup(blue_pearl=True).actions
    for text in (
        "table 2 pop", "buy asteroid impact", "table north america", "pass",
        "table birds on ocean", "play red tide on ocean", "put climate change",
    ):  # fmt: skip
        assert words.name(words.parse(text)) == text
