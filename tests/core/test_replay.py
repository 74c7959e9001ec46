"""A recorded game verifies, or names the ply at which it departs; files are written whole."""

import dataclasses
import json
import os

import pytest
from phylarium.envs.core.errors import IllegalAction, PhylariumError, VersionMismatch
from phylarium.envs.core.position import Position
from phylarium.envs.core.replay import Recorder, load_replay, replay_from, write_whole


@pytest.fixture
def find_game(toy_game):
    return {"goofspiel": toy_game}.__getitem__


@pytest.fixture
def replay(toy_game):
    """A whole game of random players."""
    recorder = Recorder(Position.deal(toy_game.setup(), 8), players=("ann", "ben"))
    while not recorder.position.is_over:
        recorder.step(recorder.position.choice_of("random", int(recorder.position.row.plies)))
    return recorder.replay()


def test_a_replay_verifies_after_a_walk_through_a_file(replay, find_game, tmp_path):
    replay.save(tmp_path / "game.json")
    loaded = load_replay(tmp_path / "game.json", find_game)
    assert loaded == replay
    assert loaded.verify().is_over
    assert loaded.players == ("ann", "ben")


def test_the_file_holds_the_actions_as_words(replay, tmp_path):
    replay.save(tmp_path / "game.json")
    document = json.loads((tmp_path / "game.json").read_text())
    assert all(action.startswith("bid ") for action in document["actions"])
    assert len(document["hashes"]) == len(document["actions"]) + 1


def test_a_replay_that_departs_names_the_ply(replay):
    hashes = list(replay.hashes)
    hashes[4] = "0" * 16
    with pytest.raises(VersionMismatch, match="departs at ply 4"):
        dataclasses.replace(replay, hashes=tuple(hashes)).verify()


def test_a_deal_that_departs_is_named_as_the_deal(replay):
    with pytest.raises(VersionMismatch, match=r"departs at ply 0 \(the deal\)"):
        dataclasses.replace(replay, seed=9).verify()


def test_an_action_that_is_no_longer_legal_names_its_ply(replay):
    actions = list(replay.actions)
    actions[2] = actions[0]
    with pytest.raises(VersionMismatch, match="departs at ply 3"):
        dataclasses.replace(replay, actions=tuple(actions)).verify()


def test_a_replay_may_begin_from_a_position(toy_game, find_game):
    position = Position.deal(toy_game.setup(), 2)
    position.step("bid 2")
    start = position.to_dict()
    recorder = Recorder(position, start=start)
    recorder.step("bid 5")
    again = replay_from(json.loads(json.dumps(recorder.replay().to_dict())), find_game)
    assert again.verify().tobytes() == position.tobytes()


def test_a_refused_choice_is_not_recorded(toy_game):
    recorder = Recorder(Position.deal(toy_game.setup(), 2))
    with pytest.raises(IllegalAction):
        recorder.step(1.5)
    assert recorder.replay().actions == ()


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"version": "0.9.0"}, VersionMismatch, "of goofspiel 0.9.0, the rules here are 1.0.0"),
        ({"format": "phylarium-replay-0"}, VersionMismatch, "not a replay of format"),
        ({"hashes": []}, PhylariumError, "one more is due"),
        ({"actions": None}, PhylariumError, "actions, hashes and players are lists"),
        ({"options": {"crads": 5}}, PhylariumError, "did you mean 'cards'"),
        ({"num_players": 9}, PhylariumError, "2 to 4 players"),
        ({"seed": "twelve"}, PhylariumError, "seed"),
    ],
)
def test_a_document_that_does_not_fit_is_refused(replay, find_game, change, error, says):
    with pytest.raises(error, match=says):
        replay_from({**replay.to_dict(), **change}, find_game)


@pytest.mark.parametrize("key", ["game", "seed", "actions", "hashes"])
def test_a_document_that_lacks_a_part_is_refused_by_its_name(replay, find_game, key):
    document = replay.to_dict()
    del document[key]
    with pytest.raises(PhylariumError, match=f"lacks {key}"):
        replay_from(document, find_game)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b'"text"'])
def test_a_file_that_is_no_replay_is_refused(tmp_path, find_game, content):
    (tmp_path / "game.json").write_bytes(content)
    with pytest.raises(PhylariumError):
        load_replay(tmp_path / "game.json", find_game)


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "game.json"
    file.write_bytes(b"old")

    def no_space(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_whole_write_replaces_the_file(tmp_path):
    file = tmp_path / "game.json"
    for content in (b"old", b"new"):
        write_whole(file, content)
    assert file.read_bytes() == b"new"
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_whole_write_makes_a_file_that_is_as_open_as_any_other(tmp_path):
    (tmp_path / "plain").write_bytes(b"")
    write_whole(tmp_path / "game.json", b"new")
    assert (tmp_path / "game.json").stat().st_mode == (tmp_path / "plain").stat().st_mode
