"""Copying a scripted player before reinforcement: it copies, it resumes, it refuses."""

import numpy as np
import pytest
from phylarium.envs.adapters.sb3 import SeatVecEnv
from phylarium.training import train
from phylarium.training.config import load_config
from phylarium.training.imitation import Teacher
from phylarium.training.strict_yaml import ConfigError
from runs import Stopped, assert_same_training, resume, start, stop_at

COPY = ("imitation.steps=640", "imitation.learning_rate=0.02")


def test_the_policy_comes_to_choose_as_its_teacher_does(config_file, tmp_path):
    told = []
    overrides = (
        "imitation.steps=6400",
        "train.total_timesteps=6400",
        "imitation.learning_rate=0.01",
    )
    train.start(str(config_file), overrides, tmp_path / "run", [], told.append)
    assert "copied greedy" in told[0]
    assert float(told[0].split("chance of ")[1].split()[0]) > 0.85


def test_the_teacher_chooses_what_the_scripted_player_chooses():
    env = SeatVecEnv(64, game="goofspiel", opponents="random")
    env.reset()
    teacher = Teacher(env.setup, "greedy", 64, seed=1)
    for _ in range(6):
        chosen = teacher.choices(env.games.states)
        wanted = [env.games.position(i).choice_of("greedy", seed=i) for i in range(64)]
        assert np.mean(chosen == wanted) == 1.0  # this one draws no lots
        env.step(chosen)


@pytest.mark.parametrize("stop", [200, 900])
def test_a_training_stopped_while_copying_or_after_goes_on_exactly(config_file, tmp_path, stop):
    straight = start(config_file, tmp_path / "straight", *COPY)
    with pytest.raises(Stopped):
        start(config_file, tmp_path / "run", *COPY, progress=stop_at(stop))
    assert_same_training(resume(tmp_path / "run"), straight)


def test_an_unknown_teacher_is_refused_with_the_nearest(config_file):
    with pytest.raises(ConfigError, match="'greedy'"):
        load_config(config_file, ("imitation.steps=10", "imitation.player=gready"))
