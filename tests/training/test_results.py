"""Counts, rates and scores of a match, from final scores written by hand."""

import json

import numpy as np
import pytest
from phylarium.training.results import MatchResult, TableResult

SEATS = np.array([[0, 1], [1, 0]])


def result(*deals, distinct=4, truncated=0):
    """Each deal: final scores by seat in both rotations; agent a sits at seat a, then at 1 - a."""
    table = TableResult((0, 1), np.array(deals, float), SEATS, distinct, truncated)
    return MatchResult(("first", "second"), (table,))


def test_wins_draws_and_losses_follow_the_agent_not_the_seat():
    first, second = result([[3, 1], [1, 3]], [[2, 2], [5, 0]]).rows()

    assert (first["wins"], first["draws"], first["losses"]) == (2, 1, 1)
    assert (second["wins"], second["draws"], second["losses"]) == (1, 1, 2)
    assert first["win_rate"] == pytest.approx(2.5 / 4)
    assert first["mean_score"] == pytest.approx((3 + 3 + 2 + 0) / 4)


def test_figures_of_a_seat_are_of_the_games_played_there():
    first, _ = result([[3, 1], [1, 3]], [[2, 2], [5, 0]]).rows()

    at_0, at_1 = first["seats"]
    assert (at_0["seat"], at_0["games"], at_0["wins"], at_0["draws"]) == (0, 2, 1, 1)
    assert (at_1["seat"], at_1["wins"], at_1["losses"], at_1["mean_score"]) == (1, 1, 1, 1.5)


def test_a_draw_among_three_counts_a_third():
    seats = (np.arange(3)[:, None] + np.arange(3)[None, :]) % 3
    scores = np.array([[[4, 4, 4], [4, 4, 1], [0, 2, 9]]], float)
    table = TableResult((0, 1, 2), scores, seats, 3, 0)
    rows = MatchResult(("a", "b", "c"), (table,)).rows()

    # agent a sits at seats 0, 1, 2 in turn: a draw of three, a draw of two, a win
    assert rows[0]["win_rate"] == pytest.approx((1 / 3 + 1 / 2 + 1) / 3)
    assert (rows[0]["wins"], rows[0]["draws"]) == (1, 2)
    assert sum(row["win_rate"] for row in rows) == pytest.approx(1.0)


def test_the_document_has_the_published_keys_and_is_json():
    document = json.loads(result([[3, 1], [1, 3]], [[2, 2], [5, 0]]).to_json())

    assert list(document) == ["agents"]
    wanted = {
        "agent",
        "games",
        "wins",
        "draws",
        "losses",
        "win_rate",
        "win_rate_low",
        "win_rate_high",
        "mean_score",
        "seats",
    }
    for row in document["agents"]:
        assert wanted <= row.keys()
        assert row["wins"] + row["draws"] + row["losses"] == row["games"]
        assert row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"]
        assert wanted - {"agent", "seats"} <= row["seats"][0].keys()


def test_repeated_and_truncated_games_are_told():
    caption = str(result([[3, 1], [1, 3]], distinct=1, truncated=1).table("t").caption)

    assert "only 1 of the 2 games are distinct" in caption
    assert "1 cut off" in caption


def test_tables_of_different_agents_are_counted_together_and_apart():
    first = TableResult((0, 1), np.array([[[3, 1], [1, 3]]], float), SEATS, 2, 0)
    second = TableResult((0, 2), np.array([[[2, 5], [2, 2]]], float), SEATS, 2, 0)
    third = TableResult((1, 2), np.array([[[0, 1], [1, 0]]], float), SEATS, 2, 0)

    rows = MatchResult(("a", "b", "c"), (first, second, third)).rows()

    assert (rows[0]["games"], rows[0]["wins"], rows[0]["draws"], rows[0]["losses"]) == (4, 2, 1, 1)
    assert [each["against"] for each in rows[0]["tables"]] == [["b"], ["c"]]
    assert [each["wins"] for each in rows[0]["tables"]] == [2, 0]
    assert rows[0]["seats"][0]["games"] == 2
    assert sum(row["win_rate"] * row["games"] for row in rows) == pytest.approx(6)
