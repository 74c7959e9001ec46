"""A small network and its papers, for the tests of saved policies."""

import numpy as np


def small_network(setup, seed=1, hidden=(16, 8)):
    """Random weights of the right shapes, as `save_policy` takes them."""
    random = np.random.default_rng(seed)
    sizes = [setup.layout().size, *hidden, setup.num_actions]
    arrays = {}
    for name, into, out in zip(layer_names(hidden), sizes[:-1], sizes[1:], strict=True):
        arrays[f"{name}.weight"] = random.normal(0, 1.5, (out, into)).astype(np.float32)
        arrays[f"{name}.bias"] = random.normal(0, 1, out).astype(np.float32)
    return arrays


def layer_names(hidden=(16, 8)):
    return [f"policy.{k}" for k in range(len(hidden))] + ["action"]


def papers(setup, **more):
    """The metadata of `small_network`."""
    return {
        "name": "small",
        "game": setup.game.name,
        "game_version": setup.game.version,
        "num_players": setup.num_players,
        "options": setup.describe()["options"],
        "encoder": "vector",
        "layout": setup.layout("vector").digest,
        "num_actions": setup.num_actions,
        "activation": "tanh",
        "layers": layer_names(),
        "align": [],
        "mode": "sample",
        "steps": 0,
        **more,
    }
