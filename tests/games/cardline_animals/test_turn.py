"""A turn: CA-11 to CA-18, CA-20."""

import pytest
from cardline_animals.scenes import (
    BEE,
    BEETLE,
    BOWHEAD,
    CLOWNFISH,
    FLY,
    FOX,
    GIRAFFE,
    MITE,
    MOUSE,
    SPIDER,
    TIGER,
    WHALE,
    box,
    hand,
    line,
    play,
    scene,
)
from phylarium.envs.core.errors import IllegalAction


def test_players_take_turns_clockwise_and_the_first_player_opens_every_round():
    """CA-11"""
    position = scene(
        3, first=1, line=FOX, hands=[f"{MITE} {FLY}", f"{BEE} {MOUSE}", f"{TIGER} {WHALE}"]
    )
    movers = []
    for choice in ("card 0 gap 0", "card 0 gap 0", "card 0 gap 0", "card 1 gap 0"):
        movers.append(position.to_move)
        play(position, choice)
    assert movers == [1, 2, 0, 1]
    assert position.row.round == 1


def test_any_card_of_the_hand_may_go_into_any_gap_and_passing_does_not_exist():
    """CA-12, CA-14"""
    position = scene(line=f"{MITE} {FOX}", hands=[f"{BEE} - {TIGER}", WHALE])
    assert position.legal_words() == [f"card {c} gap {g}" for c in (0, 2) for g in range(3)]
    with pytest.raises(IllegalAction):
        position.step("card 1 gap 0")
    with pytest.raises(IllegalAction):
        position.step("card 0 gap 3")


def test_a_choice_is_numbered_by_slot_and_gap():
    """CA-14"""
    position = scene(line=FOX, hands=[f"{BEE} {TIGER}", WHALE])
    assert position.setup.num_actions == 440
    assert position.setup.actions.ids["card 3 gap 109"] == 439
    assert [int(a) for a in position.mask().nonzero()[0]] == [0, 1, 110, 111]


def test_a_card_in_its_right_place_stays_in_the_line():
    """CA-15, CA-16"""
    position = scene(line=f"{MITE} {FOX}", hands=[f"{BEE} {TIGER}", WHALE])
    play(position, "card 0 gap 1")
    assert line(position) == [MITE, BEE, FOX]
    assert box(position) == []
    assert hand(position, 0) == [None, TIGER]
    assert position.to_dict()["last"] == {"card": BEE, "seat": 0, "right": True}


@pytest.mark.parametrize(("card", "right"), [(MITE, [0]), (MOUSE, [1]), (TIGER, [2]), (WHALE, [3])])
def test_only_the_gap_between_smaller_and_greater_is_right(card, right):
    """CA-16"""
    for gap in range(4):
        position = scene(line=f"{BEE} {FOX} {GIRAFFE}", hands=[f"{card} {FLY}", BOWHEAD])
        play(position, f"card 0 gap {gap}")
        assert (len(line(position)) == 4) == (gap in right)


def test_a_wrong_card_goes_to_the_box_and_the_top_of_the_deck_takes_its_slot():
    """CA-13, CA-17, CA-20"""
    position = scene(line=FOX, hands=[f"{FLY} {BEE} {TIGER}", WHALE], deck=f"{GIRAFFE} {BOWHEAD}")
    play(position, "card 1 gap 1")
    assert line(position) == [FOX]
    assert box(position) == [BEE]
    assert hand(position, 0) == [FLY, GIRAFFE, TIGER]
    assert position.row.hand_sizes[0] == 3
    assert position.to_dict()["deck"][0] == BOWHEAD
    assert position.to_dict()["last"] == {"card": BEE, "seat": 0, "right": False}


def test_the_removed_card_is_never_drawn_again():
    """CA-17: it is out of the game."""
    position = scene(line=FOX, hands=[BEE, WHALE], deck=TIGER, rest="box")
    play(position, "card 0 gap 1")
    assert hand(position, 0) == [TIGER]
    assert BEE in box(position)


def test_a_card_keeps_its_slot_when_others_leave():
    """CA-13"""
    position = scene(line=FOX, hands=[f"{FLY} {BEE} {TIGER}", WHALE])
    play(position, "card 0 gap 0")
    assert hand(position, 0) == [None, BEE, TIGER]


@pytest.mark.parametrize(
    ("table", "card", "right"),
    [
        (f"{BEE} {FOX} {TIGER}", SPIDER, {0, 1}),
        (f"{FLY} {FOX} lion", TIGER, {2, 3}),
        (f"{FLY} {MOUSE} {BEETLE} {TIGER}", CLOWNFISH, {1, 2, 3}),
        (f"{MOUSE} {BEETLE}", CLOWNFISH, {0, 1, 2}),
    ],
)
def test_equal_values_lie_side_by_side_in_any_order(table, card, right):
    """CA-18: at the left end, at the right end, inside and around a block."""
    for gap in range(len(table.split()) + 1):
        position = scene(line=table, hands=[f"{card} {WHALE}", BOWHEAD])
        play(position, f"card 0 gap {gap}")
        assert (card in line(position)) == (gap in right)
        if gap in right:
            assert line(position)[gap] == card


def test_placing_by_rank_goes_left_of_all_cards_of_that_rank_or_more():
    """CA-14"""
    position = scene(
        options={"placing": "rank"}, line=f"{FLY} {MOUSE} {BEETLE} {TIGER}", hands=[FOX, WHALE]
    )
    mouse_rank = int(position.row.rank[position.row.line[1]])
    assert position.legal_words() == [f"card 0 rank {rank}" for rank in range(110)]
    for rank, gap in ((0, 0), (mouse_rank, 1), (mouse_rank + 1, 3), (109, 4)):
        copy = position.copy()
        copy.step(f"card 0 rank {rank}")
        assert (FOX in line(copy)) == (gap == 3)


def test_the_true_rank_is_always_right():
    """CA-14, CA-18"""
    position = scene(
        options={"placing": "rank"}, line=f"{FLY} {MOUSE} {BEETLE} {TIGER}", hands=[CLOWNFISH, FOX]
    )
    rank = int(position.row.rank[position.row.hands[0, 0]])
    play(position, f"card 0 rank {rank}")
    assert line(position) == [FLY, CLOWNFISH, MOUSE, BEETLE, TIGER]
