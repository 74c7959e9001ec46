"""What exists: games and variants by id, registered twice unharmed, refused where they clash."""

import dataclasses

import gymnasium
import pettingzoo
import phylarium
import pytest
from phylarium.envs import registry
from phylarium.envs.core.errors import UnknownName
from phylarium.envs.core.record import record_dtype


@pytest.fixture(autouse=True)
def clean_slate(monkeypatch):
    """Entries made by a test go with it."""
    for name in ("_ENTRIES", "_RECORDS", "_OPPONENTS"):
        monkeypatch.setattr(registry, name, dict(getattr(registry, name)))
    before = [dict(r) for r in registries()]
    yield
    for library, kept in zip(registries(), before, strict=True):
        library.clear()
        library.update(kept)


def registries():
    return (gymnasium.registry, pettingzoo.aec_registry, pettingzoo.parallel_registry)


def renamed(game, name):
    """The same rules as another game."""
    fields = [(n, game.record[n].base, game.record[n].shape) for n in game.record.names[:-1]]
    return dataclasses.replace(game, name=name, record=record_dtype(name, fields))


def test_a_registered_game_is_known_everywhere(toy_game):
    phylarium.register(renamed(toy_game, "night_goofspiel"))
    assert "night_goofspiel" in phylarium.games()
    assert "phylarium/NightGoofspiel-v0" in gymnasium.registry
    assert "phylarium/night_goofspiel-v0" in pettingzoo.aec_registry
    assert "phylarium/night_goofspiel-v0" in pettingzoo.parallel_registry
    assert phylarium.setup("night_goofspiel", 3).num_players == 3


def test_the_same_registration_twice_does_no_harm(toy_game):
    game = renamed(toy_game, "night_goofspiel")
    phylarium.register(game)
    phylarium.register(game)
    phylarium.register("goofspiel.game:GAME", name="goofspiel")
    assert phylarium.games().count("night_goofspiel") == 1


def test_another_game_under_a_taken_id_is_refused(toy_game):
    other = dataclasses.replace(toy_game, version="2.0.0")
    with pytest.raises(ValueError, match="'goofspiel' is taken"):
        phylarium.register(other)


def test_a_variant_fixes_options_that_callers_may_override():
    phylarium.register("goofspiel", name="long_goofspiel", options={"cards": 9}, num_players=4)
    assert phylarium.setup("long_goofspiel").options.cards == 9
    assert phylarium.setup("long_goofspiel").num_players == 4
    assert phylarium.setup("long_goofspiel", 2, {"cards": 3}).options.cards == 3
    assert phylarium.setup("goofspiel").options.cards == 5


def test_a_variant_with_other_options_under_the_same_id_is_refused():
    phylarium.register("goofspiel", name="long_goofspiel", options={"cards": 9})
    with pytest.raises(ValueError, match="taken"):
        phylarium.register("goofspiel", name="long_goofspiel", options={"cards": 8})


def test_an_unknown_game_is_refused_with_the_nearest():
    with pytest.raises(UnknownName, match="unknown game 'goofspeil'; did you mean 'goofspiel'"):
        phylarium.setup("goofspeil")


@pytest.mark.parametrize("name", ["Night", "night-goofspiel", "9cards", ""])
def test_an_id_is_lower_case_words_joined_by_underscores(name):
    with pytest.raises(ValueError, match="lower-case words"):
        phylarium.register("goofspiel.game:GAME", name=name or " ")


def test_a_second_game_of_the_same_record_type_is_refused(toy_game):
    phylarium.setup("goofspiel")
    phylarium.register(dataclasses.replace(toy_game, name="copycat"))
    with pytest.raises(TypeError, match="same record type"):
        phylarium.setup("copycat")


def test_a_source_that_leads_to_no_game_is_refused():
    phylarium.register("goofspiel.game:RECORD", name="no_game")
    with pytest.raises(TypeError, match="not a Game"):
        phylarium.setup("no_game")


def test_registering_imports_nothing():
    phylarium.register("no_such_package.game:GAME", name="far_away")
    assert "far_away" in phylarium.games()
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        phylarium.setup("far_away")


def test_opponents_are_known_by_name():
    phylarium.register_opponent("my_bot", lambda setup: "random")
    assert "my_bot" in registry.opponents()


def test_an_encoder_of_a_users_own_is_known_by_name(toy_game):
    from phylarium.envs.core.game import Encoder

    phylarium.register(renamed(toy_game, "night_goofspiel"))
    game = registry.game("night_goofspiel")
    phylarium.register_encoder(
        "night_goofspiel", Encoder("short", lambda row, seat, setup: "short", None, compiled=False)
    )
    assert game.encoder("short").is_text
    assert "short" not in toy_game.extra_encoders


def test_the_shipped_games_have_their_ids():
    registry.register_shipped()
    assert "phylarium/Clades-v0" in gymnasium.registry
    assert "phylarium/clades-v0" in pettingzoo.aec_registry
