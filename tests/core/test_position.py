"""`Position`: the checked shell around one game; what it refuses leaves the game as it was."""

import json

import numpy as np
import pytest
from phylarium.envs.core.errors import IllegalAction, OptionsError, PositionError, UnknownName
from phylarium.envs.core.position import Position


@pytest.fixture
def setup(toy_game):
    return toy_game.setup(3)


@pytest.fixture
def position(setup):
    return Position.deal(setup, 5)


def play_out(position):
    while not position.is_over:
        position.step(position.choice_of("random", int(position.row.plies)))


def test_the_same_seed_deals_the_same_game(setup, position):
    assert Position.deal(setup, 5).tobytes() == position.tobytes()
    assert Position.deal(setup, 6).row.prizes.tolist() != position.row.prizes.tolist()


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1])
def test_every_seed_of_64_bits_deals(setup, seed):
    assert int(Position.deal(setup, seed).row.seed) == seed


@pytest.mark.parametrize("action", ["bid 3", "BID  3", 2, np.int8(2), np.uint64(2), np.array(2)])
def test_a_choice_is_a_number_or_words(position, action):
    position.step(action)
    assert position.row.bids.tolist() == [3, 0, 0, 0]
    assert position.to_move == 1


@pytest.mark.parametrize(
    ("action", "error", "says"),
    [
        (2, IllegalAction, r"'bid 3' \(action 2\) is not legal for player_0; legal: 'bid 1'"),
        ("bid 3", IllegalAction, "'bid 3'"),
        (-1, UnknownName, "action -1 is outside 0 to 4"),
        (5, UnknownName, "action 5 is outside 0 to 4"),
        (2**70, UnknownName, "outside 0 to 4"),
        ("bid 33", UnknownName, "the nearest is 'bid 3'"),
        (2.0, IllegalAction, "a whole number or words, got 2.0"),
        (float("nan"), IllegalAction, "got nan"),
        (True, IllegalAction, "got True"),
        (None, IllegalAction, "got None"),
        (np.array([1]), IllegalAction, "a whole number or words"),
        (np.float32(1), IllegalAction, "a whole number or words"),
    ],
)
def test_a_refused_choice_changes_nothing(position, action, error, says):
    for seat_action in ("bid 3", "bid 1", "bid 1"):
        position.step(seat_action)
    before = position.tobytes()
    with pytest.raises(error, match=says):
        position.step(action)
    assert position.tobytes() == before


def test_after_the_end_no_choice_is_legal(position):
    play_out(position)
    before = position.tobytes()
    with pytest.raises(IllegalAction, match="the game is over"):
        position.step(0)
    assert position.tobytes() == before
    assert not position.mask().any()
    assert position.legal_words() == []
    assert position.to_move == -1


def test_the_mask_is_the_callers_to_keep(position):
    mask = position.mask()
    mask[:] = 0
    assert position.mask().sum() == 5


def test_a_copy_lives_on_its_own(position):
    twin = position.copy()
    play_out(twin)
    assert position.row.plies == 0
    again = position.copy()
    play_out(again)
    assert again.tobytes() == twin.tobytes()


def test_a_position_reads_back_from_its_document(setup, position):
    for ply in range(7):
        document = json.loads(json.dumps(position.to_dict()))
        assert Position.from_dict(setup, document).tobytes() == position.tobytes()
        position.step(position.choice_of("random", ply))


@pytest.mark.parametrize("document", [None, 7, "text", ["list"]])
def test_a_document_that_is_no_mapping_is_refused(setup, document):
    with pytest.raises(PositionError, match="a position is a mapping"):
        Position.from_dict(setup, document)


def test_a_document_with_a_field_that_the_game_does_not_have_is_refused(setup, position):
    with pytest.raises(PositionError, match="prices"):
        Position.from_dict(setup, {**position.to_dict(), "prices": [1]})


def test_the_hash_follows_the_state(setup, position):
    before = position.digest()
    assert Position.deal(setup, 5).digest() == before
    position.step(0)
    assert position.digest() != before


def test_the_text_encoder_says_what_text_says(position):
    assert position.observe(1, "text") == position.text(1)


def test_an_unknown_encoder_is_refused_with_the_nearest(position):
    with pytest.raises(UnknownName, match="did you mean 'vector'"):
        position.observe(0, "vektor")


def test_an_unknown_scripted_player_is_refused_with_the_nearest(position):
    with pytest.raises(UnknownName, match="did you mean 'greedy'"):
        position.choice_of("greeedy")


def test_the_players_own_bid_shows_to_nobody_else(setup, position):
    seen = [position.observe(seat) for seat in (1, 2)]
    position.step("bid 4")
    for seat, before in zip((1, 2), seen, strict=True):
        assert position.observe(seat).tolist() == before.tolist()


def test_a_re_deal_leaves_what_the_seat_sees(position):
    for _ in range(4):
        position.step(position.mask().argmax())
    seen, before = position.observe(1), position.tobytes()
    position.determinize(1, seed=9)
    assert position.observe(1).tolist() == seen.tolist()
    assert position.tobytes() != before


@pytest.mark.parametrize("players", [1, 5, 2.0, True, "3"])
def test_a_number_of_players_that_the_game_is_not_for_is_refused(toy_game, players):
    with pytest.raises(OptionsError):
        toy_game.setup(players)


def test_a_set_up_comes_back_from_its_description(setup):
    import goofspiel  # noqa: F401  registers the game
    from phylarium.envs import registry

    skipping = setup.game.setup(4, {"cards": 7}, skip_forced=True)
    for each in (setup, skipping):
        assert registry.setup_from(json.loads(json.dumps(each.describe()))) == each


def test_a_text_encoder_has_no_layout(setup):
    with pytest.raises(UnknownName, match="has no layout"):
        setup.layout("text")


def test_the_header_of_a_position_is_plain_values(position):
    head = position.header()
    assert (head["num_players"], head["to_move"], head["deciding"]) == (3, 0, 0b111)
