"""Starting, stopping and comparing small trainings, for the tests of training."""

import numpy as np
from phylarium.training import train
from safetensors.numpy import load_file


class Stopped(Exception):
    """The power went off."""


def nothing(*arguments):
    """A listener that does not listen."""


def start(config_file, folder, *overrides, progress=None):
    return train.start(
        str(config_file), overrides, folder, ["phylarium", "train"], nothing, progress
    )


def resume(folder, *overrides):
    return train.resume(folder, overrides, ["phylarium", "train", "--resume"], nothing)


def stop_at(steps):
    def report(done, total, note):
        if done >= steps:
            raise Stopped

    return report


def weights(run):
    return load_file(run.policy)


def assert_same_training(one, other):
    """Equal weights and equal evaluations, to the last bit."""
    assert one.read_evaluations() == other.read_evaluations()
    assert weights(one).keys() == weights(other).keys()
    for name, array in weights(one).items():
        np.testing.assert_array_equal(array, weights(other)[name], err_msg=name)
