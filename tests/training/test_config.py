"""Configs: what they mean, where they are found, and how each mistake is told."""

import pytest
from phylarium.training.config import check, load_config
from phylarium.training.shipped import shipped_configs
from phylarium.training.strict_yaml import ConfigError, read_document


def refusal(config_file, *overrides):
    with pytest.raises(ConfigError) as refused:
        load_config(config_file, overrides)
    return str(refused.value)


def test_a_config_reads_as_written_with_defaults_filled_in(config_file):
    config = load_config(config_file)

    assert config.ppo.n_steps == 8
    assert config.ppo.learning_rate.linear == [1e-3, 1e-4]
    assert config.ppo.gamma == 1.0
    assert config.rollout == 128
    assert config.setup().options.cards == 3


def test_the_resolved_config_reads_back_as_the_same_config(config_file):
    config = load_config(config_file)

    assert check(read_document(config.to_yaml().encode(), "resolved")) == config


@pytest.mark.parametrize(
    ("wrong", "line", "words"),
    [
        (("n_steps: 8", "n_stpes: 8"), 6, "unknown key 'n_stpes'; did you mean 'n_steps'?"),
        (("net_arch: [16]", "net_arhc: [16]"), 11, "did you mean 'net_arch'?"),
        (("seed: 5", "seed: five"), 15, "train.seed is 'five'; it should be a valid integer"),
        (("seed: 5", "seed: 5.0"), 15, "train.seed is 5.0"),
        (("seed: 5", "seed: -1"), 15, "greater than or equal to 0"),
        (("num_envs: 16", "num_envs: true"), 14, "train.num_envs is True"),
        (("n_epochs: 2", "gamma: 1.5"), 8, "less than or equal to 1"),
        (("n_epochs: 2", "gamma: .nan"), 8, "ppo.gamma is nan"),
        (("1e-4]", "no]"), 9, "ppo.learning_rate.linear.1 is 'no'"),
        (("1e-4]", "1e-4, 3]"), 9, "ppo.learning_rate.linear"),
        (("cards: 3", "cards: 30"), 3, "option 'cards' is from 2 to 9, got 30"),
        (("cards: 3", "card: 3"), 3, "unknown option 'card'; did you mean 'cards'?"),
        (("id: goofspiel", "id: gofspiel"), 2, "did you mean 'goofspiel'?"),
        (("opponents: greedy\nppo", "opponents: gredy\nppo"), 4, "did you mean 'greedy'?"),
        (("[greedy]", "[greedy, self]"), 19, "name fixed opponents"),
        (("[greedy]", "[gredy]"), 19, "train.eval_opponents: unknown opponent"),
        (("batch_size: 64", "batch_size: 60"), 7, "the nearest is 64"),
        (("opponents: greedy\nppo", "seat: 2\nppo"), 4, "not one of the seats 0 to 1"),
        (("opponents: greedy\nppo", "num_players: 9\nppo"), 3, "2 to 4 players, got 9"),
        (("opponents: greedy\nppo", "encoder: vectro\nppo"), 4, "did you mean 'vector'?"),
        (("opponents: greedy\nppo", "encoder: text\nppo"), 4, "writes text"),
        (("opponents: greedy\nppo", "opponents: [greedy, random]\nppo"), 4, "2 names for the 1"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_what_is_allowed(config_file, wrong, line, words):
    text = config_file.read_text()
    assert wrong[0] in text
    config_file.write_text(text.replace(*wrong))

    told = refusal(config_file)

    assert words in told
    if "num_players" not in wrong[1]:
        assert f"{config_file}, line {line}: " in told


def test_all_mistakes_are_told_at_once(config_file):
    config_file.write_text(
        config_file.read_text().replace("seed", "sead").replace("n_epochs: 2", "gamma: 2")
    )

    assert len(refusal(config_file).splitlines()) == 2


def test_a_missing_key_is_named(config_file):
    config_file.write_text(config_file.read_text().replace("  total_timesteps: 1280\n", ""))

    assert "train.total_timesteps is missing" in refusal(config_file)


def test_an_override_is_checked_like_the_file(config_file):
    assert load_config(config_file, ["ppo.n_steps=16"]).ppo.n_steps == 16
    told = refusal(config_file, "ppo.activation_fn=relu")
    assert told.startswith("--set ppo.activation_fn=relu: in ppo: unknown key 'activation_fn'")
    assert "did you mean 'relu'?" in refusal(config_file, "ppo.policy_kwargs.activation_fn=rely")


def test_a_name_that_is_no_file_is_looked_up_among_the_shipped_configs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert load_config("configs/clades/quick.yaml") == load_config("clades/quick")
    with pytest.raises(
        ConfigError, match=r"no config 'configs/clades/quik.yaml'.*clades/quick.yaml"
    ):
        load_config("configs/clades/quik.yaml")


@pytest.mark.parametrize("name", shipped_configs())
def test_every_shipped_config_is_a_right_one(name):
    config = load_config(f"configs/{name}")

    assert config.game.id == name.partition("/")[0]


def test_a_folder_is_no_config(tmp_path):
    with pytest.raises(ConfigError, match="Is a directory"):
        load_config(tmp_path)


@pytest.mark.parametrize(
    ("align", "words"),
    [
        ("{price: bid}", "did you mean 'prize'?"),
        ("{prize: bit}", "did you mean 'bid'?"),
        ("{hands: bid}", "the section has 6 numbers, the range 'bid' 3 actions"),
    ],
)
def test_an_alignment_names_a_section_and_a_range_of_its_size(config_file, align, words):
    with pytest.raises(ConfigError) as refusal:
        load_config(config_file, [f"ppo.policy_kwargs.align={align}"])
    assert words in str(refusal.value)
