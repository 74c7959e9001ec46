"""The position document: read back byte for byte, refused where no game can be."""

import json

import pytest
from cardline_animals.scenes import BEE, FLY, FOX, MOUSE, TIGER, WHALE, scene, setup
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.position import Position

VARIANTS = [
    (2, {}),
    (8, {"noise": 0.3}),
    (3, {"knowledge": "shuffled_world", "noise": 0.2}),
    (4, {"knowledge": "held_out", "deal_from": "mixed"}),
    (3, {"knowledge": "held_out", "deal_from": "test", "characteristic": "random"}),
    (3, {"deck_exhaustion": "reshuffle", "turn_limit": 120}),
    (2, {"early_end": True, "hand_size": 12, "placing": "rank"}),
    (8, {"hand_size": 12}),
]


@pytest.mark.parametrize(("players", "options"), VARIANTS)
@pytest.mark.parametrize("player", ["random", "human:adult"])
def test_every_position_reads_back_byte_for_byte(players, options, player):
    """CA-12, CA-17, CA-23, CA-30"""
    made = setup(players, **options)
    position = Position.deal(made, 6)
    while True:
        document = json.loads(json.dumps(position.to_dict(), allow_nan=False))
        assert Position.from_dict(made, document).tobytes() == position.tobytes()
        if position.is_over:
            break
        position.step(position.choice_of(player, position.row.plies))


def test_little_needs_to_be_said():
    """CA-08: animals not named lie in the deck, estimates are true."""
    position = scene(line=FOX, hands=[BEE, TIGER])
    assert position.to_move == 0
    assert position.row.deck_size == 107
    assert position.row.estimates[0, 1, 0] == position.row.level[position.row.hands[1, 0]]
    document = position.to_dict()
    assert "box" not in document
    assert "tie_break" not in document


GOOD = {"line": FOX, "hands": [f"{BEE} {MOUSE}", f"{TIGER} {FLY}"]}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"line": ""}, "line"),
        ({"line": f"{TIGER} {FOX}", "hands": [BEE, FLY]}, "line"),
        ({"line": "red-foxes"}, "line"),
        ({"line": f"{FOX} {FOX}"}, "line"),
        ({"box": BEE}, "hands"),
        ({"hands": [BEE]}, "hands"),
        ({"hands": [BEE, ""]}, "hands"),
        ({"hands": [f"{BEE} - - - {MOUSE}", TIGER]}, "hands"),
        ({"deck": TIGER}, "deck"),
        ({"rest": "hands"}, "rest"),
        ({"first": 2}, "first"),
        ({"to_move": 2}, "to_move"),
        ({"to_move": "0"}, "to_move"),
        ({"characteristic": "weight"}, "characteristic"),
        ({"out": [1]}, "out"),
        ({"tie_break": True}, "hands"),
        ({"tie_break": 1}, "tie_break"),
        ({"markers": [1, 0]}, "markers"),
        ({"markers": [0, 2]}, "markers"),
        ({"markers": [1, 0], "rest": "box"}, "markers"),
        ({"last": {"card": TIGER, "seat": 0, "right": True}}, "last.card"),
        ({"last": {"card": FOX, "seat": 0, "right": False}}, "last.card"),
        ({"last": {"card": FOX, "seat": 4, "right": True}}, "last.seat"),
        ({"last": [FOX]}, "last"),
        ({"turn": 3}, "turn"),
        ({"choices_made": -1}, "choices_made"),
        ({"round": True}, "round"),
        ({"estimates": [[[1.0], [2.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]]}, "estimates"),
        ({"estimates": [[[1.0, 99.0], [2.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]]}, "estimates"),
        ({"estimates": 3}, "estimates"),
        ({"world": [0.0] * 110}, "world"),
        ({"placed": [1, 0]}, "placed"),
        ({"placed_right": [1, 0]}, "placed_right"),
        ({"seed": 3}, "seed"),
        ({"rng": "x"}, "rng"),
        ({"returns": [0]}, "returns"),
        ({"returns": [0, "1"]}, "returns"),
        ({"over": "won"}, "over"),
        ({"over": "cut off"}, "over"),
        ({"over": "ended", "to_move": 0}, "to_move"),
        ({"lines": 1}, "lines"),
    ],
)
def test_what_no_game_can_have_is_refused_by_name(changes, field):
    """CA-16, CA-09, CA-30"""
    with pytest.raises(PositionError) as refusal:
        scene(**{**GOOD, **changes})
    assert field in str(refusal.value)


def test_an_animal_that_takes_no_part_is_refused():
    """CA-45"""
    made = setup(2, knowledge="held_out", deal_from="test")
    held = Position.deal(made, 1).to_dict()["deck"]
    other = next(w for w in (FOX, BEE, TIGER, WHALE) if w not in held)
    with pytest.raises(PositionError, match="takes no part"):
        Position.from_dict(made, {"line": [other], "hands": [[], []]})


def test_a_world_must_give_every_animal_a_value():
    """CA-46"""
    with pytest.raises(PositionError, match="world"):
        scene(options={"knowledge": "shuffled_world"}, world=[0.0] * 109, **GOOD)
