"""Ladders: who takes part, how often pairs meet, what is written, and going on after a stop."""

import itertools
import json

import numpy as np
import phylarium
import pytest
from phylarium.envs.core.errors import OptionsError, PhylariumError, UnknownName, VersionMismatch
from phylarium.training.agents import make_agents
from phylarium.training.cli import app
from phylarium.training.ladder.entry import choose_agents, games_at_a_table, ladder_games
from phylarium.training.ladder.finished_tables import FinishedTables, table_key
from phylarium.training.ladder.ladder import play_ladder
from phylarium.training.ladder.report import markdown, tables
from typer.testing import CliRunner


def setup(players=2, **options):
    return phylarium.setup("goofspiel", players, options)


def first_legal(observation, action_mask):
    return int(action_mask.argmax())


class Counting:
    """Plays its first legal card, and counts its choices."""

    def __init__(self):
        self.choices = 0

    def __repr__(self):
        return "counting"

    def act(self, observations, masks, uniforms):
        self.choices += len(masks)
        return masks.argmax(axis=1)


@pytest.fixture
def cli():
    def run(*arguments):
        return CliRunner().invoke(app, [str(a) for a in arguments])

    return run


@pytest.fixture
def policy_for_three(tmp_path):
    """The path of a policy for three players."""
    from phylarium.envs.adapters.policy import save_policy

    three = setup(3)
    papers = {
        "name": "p",
        "game": "goofspiel",
        "game_version": "1.0.0",
        "num_players": 3,
        "options": {"cards": 5},
        "encoder": "vector",
        "layout": three.layout().digest,
        "num_actions": 5,
        "activation": "tanh",
        "layers": ["action"],
        "align": [],
        "mode": "sample",
    }
    size = three.layout().size

    def write(bias=0.0):
        arrays = {
            "action.weight": np.zeros((5, size), np.float32),
            "action.bias": np.full(5, bias, np.float32) * np.arange(5, dtype=np.float32),
        }
        save_policy(tmp_path / "p.safetensors", arrays, papers)
        return str(tmp_path / "p.safetensors")

    return write


@pytest.mark.parametrize(("agents", "players"), [(2, 2), (5, 2), (5, 3), (6, 4), (4, 4)])
def test_every_pair_meets_in_as_many_games_as_asked_for(agents, players):
    each = games_at_a_table(agents, players, 100)
    tables_of = list(itertools.combinations(range(agents), players))

    for pair in itertools.combinations(range(agents), 2):
        together = sum(set(pair) <= set(chosen) for chosen in tables_of)
        assert 100 <= together * each < 100 + together
    assert ladder_games(agents, players, 100) >= len(tables_of) * each


def test_a_ladder_plays_the_games_it_announces():
    found = play_ladder(setup(3), ["random", "greedy", first_legal, "random"], 50)

    assert found.result.games == ladder_games(4, 3, 50)
    assert len(found.result.tables) == 4
    games = np.array(found.pairs()["games"])
    assert (games[~np.eye(4, dtype=bool)] >= 50).all()


def test_random_is_0_and_the_better_agent_is_above():
    found = play_ladder(setup(), ["greedy", "random"], 200, seed=1)

    first, second = found.rows()
    assert (first["agent"], first["rank"]) == ("greedy", 1)
    assert first["rating_low"] > 0
    assert (second["agent"], second["rating"]) == ("random", 0.0)
    assert first["win_rate"] > 0.5


def test_an_agent_and_its_twin_share_a_rank():
    found = play_ladder(setup(), ["greedy", "random", "random"], 200, seed=2)

    assert next((row["agent"], row["rank"]) for row in found.rows()) == ("greedy", 1)
    assert [row["rank"] for row in found.rows()[1:]] == [2, 2]


def test_the_mean_finishing_rank_averages_shared_ones():
    found = play_ladder(setup(3), ["greedy"] * 3, 12)

    # equal bids win nothing: all three always finish equal, on ranks 1, 2 and 3
    assert [row["mean_rank"] for row in found.rows()] == [2.0] * 3
    assert [row["win_rate"] for row in found.rows()] == pytest.approx([1 / 3] * 3)


def test_a_ladder_repeats_with_its_seed():
    agents = ["greedy", "random", first_legal]

    one, again, other = (play_ladder(setup(), agents, 20, seed).document() for seed in (3, 3, 4))

    assert one == again
    assert one["pairs"] != other["pairs"]


def test_one_more_agent_leaves_the_tables_of_the_others_as_they_are():
    two = play_ladder(setup(), ["greedy", "random"], 20)
    three = play_ladder(setup(), ["greedy", "random", first_legal], 20)

    np.testing.assert_array_equal(two.result.tables[0].scores, three.result.tables[0].scores)


def test_without_names_all_that_fit_take_part():
    assert choose_agents("goofspiel", None, None, None)[1] == ["random", "greedy"]
    with pytest.raises(PhylariumError, match="at least 4 agents, got 2: random, greedy"):
        choose_agents("goofspiel", ["random", "greedy"], 4, None)


@pytest.mark.parametrize("game", sorted(phylarium.games()))
def test_every_game_has_a_ladder_of_its_own(game):
    found, agents = choose_agents(game, None, None, None)

    assert agents[0] == "random"
    assert 2 <= found.num_players <= len(agents)
    make_agents(found, agents)


@pytest.mark.parametrize("game", sorted(phylarium.games()))
def test_a_shipped_baseline_takes_part_where_it_fits(game):
    from phylarium.envs.adapters.policy import baselines

    for papers in baselines(phylarium.setup(game).game):
        found, agents = choose_agents(game, None, papers["num_players"], papers["options"])
        assert papers["name"] in agents
        make_agents(found, agents)


def test_tree_search_takes_the_seats_that_are_left_where_nobody_is_named():
    _, agents = choose_agents("goofspiel", None, 4, {})
    assert agents == ["random", "greedy", "mcts:10", "mcts:40"]
    assert choose_agents("goofspiel", None, 2, {})[1] == ["random", "greedy"]


def test_the_table_is_the_games_own_or_the_nearest_that_fits(policy_for_three):
    path = policy_for_three()

    assert choose_agents("goofspiel", ["random"] * 4, None, {})[0].num_players == 2
    assert choose_agents("goofspiel", ["random", "greedy", path], None, {})[0].num_players == 3
    with pytest.raises(VersionMismatch, match=r"for 3 players, here are 2.*no shipped baseline"):
        choose_agents("goofspiel", [path, "greedy"], None, {})


@pytest.mark.parametrize(
    ("agents", "players", "error", "words"),
    [
        (["random"], None, PhylariumError, "at tables of 2 takes at least 2 agents, got 1: random"),
        (["random"] * 2, 3, PhylariumError, "name more, or play at tables of 2"),
        (["random"] * 9, 9, OptionsError, "for 2 to 4 players, got 9"),
        (["random"] * 2, 1, OptionsError, "tables of 2 players or more, got 1"),
        (["random", "gredy"], None, UnknownName, "did you mean 'greedy'"),
    ],
)
def test_a_wrong_table_is_refused(agents, players, error, words):
    with pytest.raises(error, match=words):
        choose_agents("goofspiel", agents, players, None)


def test_a_ladder_of_nothing_is_refused():
    with pytest.raises(PhylariumError, match="at least one game"):
        play_ladder(setup(), ["random", "greedy"], 0)
    with pytest.raises(PhylariumError, match="at least 2 agents, got 1"):
        play_ladder(setup(), ["random"], 10)


def test_finished_tables_are_not_played_again(tmp_path):
    finished, counting = FinishedTables(tmp_path), Counting()
    agents = ["random", counting, "greedy"]

    first = play_ladder(setup(), agents, 20, finished=finished)
    chosen = counting.choices
    progress = []
    again = play_ladder(setup(), agents, 20, finished=finished, progress=progress.append)

    assert len(list(tmp_path.iterdir())) == 3
    assert counting.choices == chosen > 0
    assert again.document() == first.document()
    assert sum(progress) == 60


def test_a_ladder_goes_on_after_a_stop_where_it_was(tmp_path):
    finished, counting = FinishedTables(tmp_path), Counting()
    agents = [counting, "random", "greedy"]

    def stop_at_the_second(line):
        if line.startswith("table 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_ladder(setup(), agents, 20, finished=finished, say=stop_at_the_second)
    assert counting.choices == 2 * 20 * 5
    resumed = play_ladder(setup(), agents, 20, finished=finished)

    assert counting.choices == 2 * 20 * 5  # the third table is without it
    assert resumed.document() == play_ladder(setup(), agents, 20).document()


def test_another_seed_or_number_of_games_or_option_is_played_anew(tmp_path):
    finished, agents = FinishedTables(tmp_path), ["random", "greedy"]

    for found, games, seed in (
        (setup(), 20, 0),
        (setup(), 20, 1),
        (setup(), 22, 0),
        (setup(cards=4), 20, 0),
    ):
        play_ladder(found, agents, games, seed, finished)

    assert len(list(tmp_path.iterdir())) == 4


def test_a_policy_file_with_other_weights_is_another_agent(policy_for_three):
    def key(path):
        return table_key(setup(3), make_agents(setup(3), [path, "random", "greedy"]), 10, 0)

    one, same = key(policy_for_three()), key(policy_for_three())
    other, best = key(policy_for_three(1.0)), key(policy_for_three() + ":best")

    assert one == same
    assert one["agents"][0] != other["agents"][0]
    assert best["agents"][0][1] not in (one["agents"][0][1], other["agents"][0][1])


def test_the_document_says_which_weights_played(policy_for_three):
    agents = ["random", "greedy", policy_for_three()]

    one, same = (play_ladder(setup(3), agents, 6).document() for _ in range(2))
    policy_for_three(1.0)
    other = play_ladder(setup(3), agents, 6).document()

    assert list(one["weights"]) == [agents[2]]
    assert one["weights"] == same["weights"] != other["weights"]


def test_a_damaged_table_is_played_again(tmp_path):
    finished, agents = FinishedTables(tmp_path), ["random", "greedy"]
    first = play_ladder(setup(), agents, 20, finished=finished)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()

    for damaged in (b"", whole[: len(whole) // 2], b"x" * 100):
        file.write_bytes(damaged)
        again = play_ladder(setup(), agents, 20, finished=finished)
        assert again.document() == first.document()
        assert file.read_bytes()[:2] == whole[:2]
        assert len(file.read_bytes()) == len(whole)


def test_a_kept_table_holds_what_the_game_measures(tmp_path):
    found = phylarium.setup("cardline_animals", 2)
    finished, agents = FinishedTables(tmp_path), ["random", "greedy"]

    first = play_ladder(found, agents, 4, finished=finished)
    again = play_ladder(found, agents, 4, finished=finished)

    assert first.rows()[0]["measures"]
    assert again.rows() == first.rows()


def test_the_reports_tell_the_same_as_the_document():
    found = play_ladder(setup(3, cards=4), ["greedy", "random", first_legal], 30)
    best = found.rows()[0]
    text = markdown(found, "ladder.png")

    assert text.startswith("# Ladder: Goofspiel, 3 players, cards=4\n")
    assert f"| 1 | `{best['agent']}` | {best['rating']:.0f} |" in text
    assert "![Ratings with 95 % intervals](ladder.png)" in text
    assert "mean finish" in text
    for row in found.rows():
        for seat in row["seats"]:
            assert f"{seat['win_rate']:.3f}" in text
    heading, _, *lines = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.count("|") == heading.count("|") for line in lines[:3])
    assert [table.row_count for table in tables(found)] == [3, 3, 3]


def test_the_command_writes_its_folder_and_goes_on(cli, tmp_path):
    folder = tmp_path / "deep" / "ladder"
    arguments = ("ladder", "goofspiel", "--games", 40, "--options", "cards=3", "--output", folder)

    first = cli(*arguments, "--json")
    document = json.loads((folder / "ladder.json").read_text())
    (kept,) = (folder / "tables").iterdir()
    written = kept.stat().st_mtime_ns
    second = cli(*arguments)

    assert first.exit_code == 0, first.output
    assert {**json.loads(first.stdout), "made": document["made"]} == document
    assert document["setup"]["options"] == {"cards": 3}
    assert document["setup"]["version"] == "1.0.0"
    assert document["made"]["versions"]["choix"]
    assert (folder / "ladder.png").read_bytes().startswith(b"\x89PNG")
    assert "| `greedy` |" in (folder / "ladder.md").read_text()
    assert second.exit_code == 0
    assert "Win rate by seat" in second.stdout
    assert kept.stat().st_mtime_ns == written


def test_without_the_extra_the_command_says_so_at_once(cli, monkeypatch, tmp_path):
    monkeypatch.setattr("phylarium.training.extras.has", lambda module: module != "choix")

    found = cli("ladder", "goofspiel", "--output", tmp_path / "new")

    assert found.exit_code == 2
    assert "needs choix, which is not installed: pip install 'phylarium[ladder]'" in found.stderr
    assert not (tmp_path / "new").exists()


def test_a_file_is_no_folder_for_a_ladder(cli, tmp_path):
    (tmp_path / "file").write_text("")

    found = cli("ladder", "goofspiel", "--output", tmp_path / "file")

    assert found.exit_code == 2
    assert "is a file; a ladder takes a folder" in found.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gofspiel"], "did you mean 'goofspiel'?"),
        (["goofspiel", "gredy", "random"], "did you mean 'greedy'?"),
        (["goofspiel", "random"], "at tables of 2 takes at least 2 agents, got 1: random; name"),
        (
            ["goofspiel", "random", "greedy", "--players", 4],
            "takes at least 4 agents, got 2: random, greedy; name",
        ),
        (["goofspiel", "--players", 9], "for 2 to 4 players, got 9"),
        (["goofspiel", "--options", "card=3"], "did you mean 'cards'?"),
    ],
)
def test_a_mistake_is_one_sentence_and_leaves_nothing(cli, tmp_path, arguments, words):
    found = cli("ladder", *arguments, "--output", tmp_path / "new")

    assert found.exit_code == 2
    assert words in found.stderr
    assert found.stderr.startswith("phylarium: ")
    assert not (tmp_path / "new").exists()


def test_an_interrupted_ladder_says_how_to_go_on(cli, tmp_path, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("phylarium.training.ladder.ladder.play_ladder", interrupted)

    found = cli("ladder", "goofspiel", "--output", tmp_path)

    assert found.exit_code == 2
    assert f"finished tables are kept in {tmp_path}, the same command goes on" in found.stderr
