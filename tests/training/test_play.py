"""A person at the table."""

import phylarium
from phylarium.training.agents import make_agents
from phylarium.training.play import play, show_replay


def typed(*lines):
    left = list(lines)
    return lambda prompt: left.pop(0) if left else "quit"


def game(*lines, seat=0, agents=("greedy",), players=2):
    told = []
    setup = phylarium.setup("goofspiel", players, {"cards": 3})
    replay = play(setup, seat, make_agents(setup, agents), 7, typed(*lines), told.append)
    return replay, "\n".join(told)


def test_a_game_to_its_end_is_recorded_and_scored():
    replay, told = game("bid 1", "1", "BID   3")

    assert replay.actions[::2] == ("bid 1", "bid 2", "bid 3")
    assert replay.players == ("you", "greedy")
    assert replay.verify().is_over
    assert "player_0 (you): " in told


def test_what_cannot_be_a_choice_is_explained_and_asked_again():
    replay, told = game("bid 7", "99", "", "?", "words", "table", "2", "2", "1", "0")

    assert len(replay.actions) == 6
    assert "the nearest is 'bid" in told
    assert "action 99 is outside 0 to 2" in told
    assert "not legal" in told
    assert "quit     leave the game" in told


def test_leaving_keeps_the_game_so_far():
    replay, told = game("0", "quit")

    assert len(replay.actions) == 2
    assert not replay.verify().is_over
    assert "You left the game." in told


def test_others_move_before_and_after_a_later_seat():
    replay, _ = game("0", "1", "2", seat=1, agents=("random", "greedy"), players=3)

    assert replay.players == ("greedy", "you", "random")
    assert replay.verify().is_over


def test_hidden_choices_of_the_others_are_not_told():
    _, told = game("0", "quit", seat=1)

    assert "player_0 (greedy): " not in told


def test_stepping_through_a_replay_stops_at_quit():
    replay, _ = game("0", "1", "2")
    told = []

    position = show_replay(replay, typed("", "quit"), told.append)

    assert position.row.plies == 1
    assert not position.is_over
