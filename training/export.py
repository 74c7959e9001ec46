"""From a Stable-Baselines3 policy to plain arrays with their papers, as `adapters.policy` plays
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.adapters.policy import SavedPolicy, save_policy
from phylarium.envs.core.errors import PhylariumError
from phylarium.envs.core.game import Setup

from .config import Config, alignments


def policy_arrays(policy: Any) -> dict[str, NDArray[np.float32]]:
    """The actor of a `MaskedPolicy`: `policy.<k>.weight`, `policy.<k>.bias`, ...,
    `action.weight`, `action.bias`, and `gains` where sections are aligned with actions.

    Raises `PhylariumError` for a policy that is more than hidden layers with an activation after
    each.
    """
    import torch

    layers: list[Any] = []
    for module in policy.mlp_extractor.policy_net:
        if isinstance(module, torch.nn.Linear):
            layers.append(module)
        elif not isinstance(module, torch.nn.Tanh | torch.nn.ReLU):
            raise PhylariumError(
                f"a policy with a {type(module).__name__} layer cannot be exported"
            )
    arrays = {}
    for k, layer in enumerate(layers):
        arrays[f"policy.{k}.weight"], arrays[f"policy.{k}.bias"] = _plain(layer)
    head = policy.action_net
    if hasattr(head, "plain_gains"):
        arrays["gains"] = head.plain_gains()
        head = head.hidden
    arrays["action.weight"], arrays["action.bias"] = _plain(head)
    return arrays


def _plain(layer: Any) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Weight and bias of a linear layer."""
    weight, bias = layer.weight.detach().cpu().numpy(), layer.bias.detach().cpu().numpy()
    return weight.astype(np.float32), bias.astype(np.float32)


def metadata(
    config: Config,
    setup: Setup,
    layers: list[str],
    name: str,
    steps: int,
    results: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The papers of an exported policy: what it is for, how it was made, how it did."""
    described = setup.describe()
    encoder = setup.game.encoder(config.game.encoder)
    return {
        "name": name,
        "game": described["game"],
        "game_version": described["version"],
        "num_players": described["num_players"],
        "options": described["options"],
        "encoder": encoder.name,
        "layout": setup.layout(encoder.name).digest,
        "num_actions": setup.num_actions,
        "activation": config.ppo.policy_kwargs.activation_fn,
        "layers": layers,
        "align": alignments(config),
        "mode": config.train.eval_mode,
        "steps": steps,
        "training": config.model_dump(mode="json"),
        "results": dict(results or {}),
    }


def layer_names(arrays: Mapping[str, Any]) -> list[str]:
    """The layers of `policy_arrays`, first to last."""
    return [name.removesuffix(".weight") for name in arrays if name.endswith(".weight")]


def as_saved_policy(
    arrays: Mapping[str, NDArray[np.float32]], papers: Mapping[str, Any]
) -> SavedPolicy:
    """Exported arrays as a player, without a file."""
    layers = [(arrays[f"{n}.weight"].copy(), arrays[f"{n}.bias"].copy()) for n in papers["layers"]]
    return SavedPolicy(layers, papers, gains=arrays.get("gains"))


def export(
    path: Path, arrays: Mapping[str, NDArray[np.float32]], papers: Mapping[str, Any]
) -> None:
    """Write the policy file; it appears whole or not at all."""
    save_policy(path, arrays, papers)
