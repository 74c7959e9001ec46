"""Options together, and tables of a user's own, through the checks that every game must pass."""

import pytest
from evolution_earth.scenes import GAME
from phylarium.envs.games.evolution_earth import cards
from phylarium.training.conformance import check

CHEAP = (0, 1, 1, 2, 2, 3, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6)
WILD = (*[1 + i % 3 for i in range(14)], *[100] * 14, *[3] * 14)
SETUPS = [
    (2, {"blue_pearl": True, "forbid_suicide": True, "recycle_pop": True, "goal": 30}),
    (4, {"territory_defence": "shield", "recycle_pop": True, "territory_table": [2] * 8}),
    (3, {"species_table": CHEAP, "cataclysm_table": WILD, "goal": 40}),
    (4, {"blue_pearl": True, "cataclysm_table": WILD, "max_turns": 30}),
    (2, {"blue_pearl": True, "starting_order": ("pop, " * 5 + "critters, " * 5)
         + ", ".join(cards.TERRITORIES[1:])}),
]  # fmt: skip
CHECKED = ("notation", "leak", "conservation", "longest_game", "observation_bounds")


@pytest.mark.parametrize("name", CHECKED)
@pytest.mark.parametrize("given", SETUPS, ids=range(len(SETUPS)))
def test_options_go_together(given, name):
    report = check(GAME, checks=[name], setups=[given])
    report.raise_failures()
    assert report.results
