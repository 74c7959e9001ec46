"""Position documents: what they hold, and what they refuse."""

import json

import pytest
from clades.scenes import NOISE, PLAIN, cards, scene, setup
from phylarium.envs.core.errors import PositionError
from phylarium.envs.core.position import Position

VARIANTS = [
    (2, {}),
    (3, {"victory_break": True, "tie_order": "rotating", "personal_cards": [2, 1, 3]}),
    (2, {"false_call_penalty": True, "false_call_lockout": 2}),
    (3, {"open_hand": "switch", "open_after": 1, "personal_cards": [2, 3]}),
    (2, {"open_hand": "open", "open_after": 1, "vision": "looks", "looks_per_tick": 2}),
    (4, {"chain_before_refill": True, "vision": "triples"}),
    (1, {"solitaire": "race", "vision": "triples"}),
    (1, {"smaller_deck": True}),
    (
        6,
        {"threes_only": True, "smaller_deck": True, "personal_cards": [0], "tie_order": "reaction"},
    ),
    (3, {"smaller_deck": True, "starter_cards": True, "zero_sum": True}),
]


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_a_document_holds_the_whole_position(players, options):
    made = setup(players, **options)
    position = Position.deal(made, 3)
    for ply in range(60):
        document = json.loads(json.dumps(position.to_dict()))
        assert Position.from_dict(made, document).tobytes() == position.tobytes()
        if position.is_over:
            break
        mask = position.mask().nonzero()[0]
        is_wild = ply % 3 == 2
        position.step(
            int(mask[ply * 7919 % len(mask)]) if is_wild else position.choice_of("greedy", ply)
        )


def test_cards_not_named_lie_under_the_deck_with_the_bonus_cards_lowest():
    position = scene(shared=PLAIN, hands=["", ""], deck="sA3r")
    row = position.row
    assert row.deck_size == 80
    assert row.deck[row.deck_size - 1] == 27 + 18 + 6 + 2
    assert list(row.deck[:2]) == [82, 81]


def test_the_top_of_the_deck_is_named_first():
    position = scene(shared=f"{PLAIN} {NOISE}", hands=["", ""], deck="sW2g sW2r aW2b")
    assert position.to_dict()["deck"][:3] == cards("sW2g sW2r aW2b")


BAD = [
    ({"shard": []}, "no field 'shard'; the nearest is 'shared'"),
    ({"shared": ["mammal-water-4-blue"]}, "no card 'mammal-water-4-blue'; the nearest"),
    ({"shared": "fish"}, "a bonus card never lies on the table"),
    ({"shared": "mW1b mW1b"}, "'mammal-water-1-blue' is already in shared"),
    ({"shared": "mW1b", "piles": ["mW1b", ""]}, "is already in shared"),
    ({"temporary": "mW1b"}, "temporary: 1 places, these options have 0"),
    ({"hands": ["mW1b mW2b", ""]}, "seat 0 has 2 places, its hand has 1"),
    ({"hands": ["mW1b"]}, "hands: 1 entries, the game has 2 seats"),
    ({"hands": "mW1b"}, "hands"),
    ({"aside": ["mammal-water-2-blue"]}, "aside: 1 cards, these options set aside 0"),
    ({"rest": "pile 2"}, "rest: 'pile 2' is none of 'deck', 'pile 0', 'pile 1'"),
    ({"tick": -1}, "tick: -1 is outside 0"),
    ({"tick": 2000}, "cut off after 2000 ticks"),
    ({"tick": "3"}, "tick: a whole number is wanted"),
    ({"silence": True}, "silence: a whole number is wanted"),
    ({"rng": "banana"}, "rng: a 64-bit number"),
    ({"seed": -1}, "seed"),
    ({"seed": 0.5}, "seed: a 64-bit number"),
    ({"shared": [[]]}, "shared: no card"),
    ({"order": ["x", 0]}, "order: each seat once"),
    ({"returns": [1.0]}, "returns: 1 entries"),
    ({"returns": [float("nan"), 0]}, "returns: a number is wanted"),
    ({"order": [0, 0]}, "order: each seat once"),
    ({"resting": 1}, "resting: means nothing without option victory_break"),
    ({"hands_open": True}, "hands_open: means nothing without option open_hand"),
    ({"lockouts": [1, 0]}, "lockouts: means nothing"),
    ({"claims": []}, "claims: means nothing"),
    ({"looks": {}}, "played without looks"),
    ({"phase": "giving"}, "phase"),
    ({"over": "maybe"}, "over: 'maybe' is none of"),
    ({"choices": ["call s0 s9", None]}, "seat 0 may not choose 'call s0 s9' here"),
    ({"choices": ["wait", "wait"]}, "deciding"),
    ({"deciding": [5]}, "deciding: 5 is outside 0 to 1"),
    ({"deciding": [1]}, "deciding"),
    ({"to_move": 1}, "to_move: seat 0 is to choose first"),
    ({"deck": [], "shared": "mW1b sW1b"}, "over: no card can come"),
]


@pytest.mark.parametrize(("fields", "reason"), BAD)
def test_an_impossible_position_is_refused_by_its_field(fields, reason):
    fields = {"shared": PLAIN, **fields}
    if fields.get("deck") == []:
        fields["rest"] = "pile 0"
    with pytest.raises(PositionError, match=reason):
        scene(**{k: [v] if k == "hands" and isinstance(v, str) else v for k, v in fields.items()})


def test_a_card_that_the_options_leave_out_is_refused():
    """CL-40"""
    with pytest.raises(PositionError, match="not in the deck of these options"):
        scene(options={"threes_only": True}, shared="mW1b")


def test_nobody_gives_a_card_without_a_choice():
    """CL-51"""
    options = {"open_hand": "switch", "personal_cards": [2]}
    claim = {"seat": 0, "slots": ["s0", "s1", "n1p0"]}
    fields = {"shared": f"- - {NOISE}", "piles": [PLAIN, ""], "phase": "giving", "claims": [claim]}
    held = scene(options=options, hands=["mW2b sA2r", ""], claimed_open=True, **fields)
    assert held.legal_words() == ["give p0", "give p1"]
    with pytest.raises(PositionError, match="no choice of a card to give"):
        scene(options=options, hands=["mW2b", ""], claimed_open=True, **fields)


def test_a_refused_document_leaves_nothing_behind():
    made = setup(2)
    position = Position.deal(made, 1)
    before = position.tobytes()
    with pytest.raises(PositionError):
        Position.from_dict(made, {"shared": ["no such card"]})
    assert position.tobytes() == before


def test_choices_of_the_running_tick_are_part_of_the_document():
    """CL-57"""
    position = scene(3, shared=f"{PLAIN} {NOISE}", hands=[""] * 3)
    position.step("call s0 s1")
    document = position.to_dict()
    assert document["choices"] == ["call s0 s1", None, None]
    again = Position.from_dict(position.setup, document)
    again.step("wait")
    again.step("wait")
    assert again.row.pile_sizes[0] == 3
