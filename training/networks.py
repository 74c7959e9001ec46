"""Networks beside Stable-Baselines3's own. Importing this module imports torch and SB3.

`AlignedPolicy` is for observations that speak of actions: a section with one number for each action
of a range (what a call would bring). Its numbers, times one learned weight for the whole section,
are added to the logits of their actions. So what holds for one action holds for all of them from
the start, and hidden layers learn what remains.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import MlpExtractor

Alignment = tuple[int, int, int]
"""Where a section starts in the observation, where its range starts among actions, their size."""

GAIN_SCALE = 10.0
"""A logit needs a weight of several units, far for steps of the size that hidden layers need."""


class AlignedHead(torch.nn.Module):
    """The action layer: a linear layer on the hidden units, plus weighed aligned sections."""

    def __init__(
        self, num_features: int, hidden: torch.nn.Linear, aligned: list[Alignment]
    ) -> None:
        super().__init__()
        self.hidden = hidden
        self.gains = torch.nn.Parameter(torch.zeros(len(aligned)))
        self.num_features = num_features
        self.aligned = aligned

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        """Features and hidden units, float32 [k, both], to logits, float32 [k, actions]."""
        logits: torch.Tensor = self.hidden(latent[:, self.num_features :])
        for gain, (section, action, size) in zip(self.gains, self.aligned, strict=True):
            spoken = GAIN_SCALE * gain * latent[:, section : section + size]
            after = logits.shape[1] - action - size
            logits = logits + torch.nn.functional.pad(spoken, (action, after))
        return logits

    def as_linear(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The same as one linear layer on features and hidden units: weight and bias."""
        hidden = self.hidden.weight.detach().cpu().numpy()
        features = np.zeros((hidden.shape[0], self.num_features), np.float32)
        gains = self.gains.detach().cpu().numpy()
        for gain, (section, action, size) in zip(gains, self.aligned, strict=True):
            each = np.arange(size)
            features[action + each, section + each] += np.float32(GAIN_SCALE) * gain
        bias = self.hidden.bias.detach().cpu().numpy()
        return np.concatenate((features, hidden), axis=1), bias


class FeaturesBeside(MlpExtractor):
    """Hidden layers whose policy output stands behind the features they were given."""

    def __init__(self, feature_dim: int, *arguments: Any, **keywords: Any) -> None:
        super().__init__(feature_dim, *arguments, **keywords)
        self.hidden_dim = self.latent_dim_pi
        self.latent_dim_pi += feature_dim

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """Features and hidden units of the policy: float32 [k, latent_dim_pi]."""
        return torch.cat((features, self.policy_net(features)), dim=1)


class AlignedPolicy(MaskableActorCriticPolicy):
    """SB3's maskable policy with an `AlignedHead`; `aligned` comes through `policy_kwargs`."""

    def __init__(self, *arguments: Any, aligned: list[Alignment], **keywords: Any) -> None:
        self.aligned = aligned
        super().__init__(*arguments, **keywords)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = FeaturesBeside(
            self.features_dim,
            net_arch=self.net_arch,
            activation_fn=self.activation_fn,
            device=self.device,
        )

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        layers: Any = self.mlp_extractor
        actions: Any = self.action_net
        hidden = torch.nn.Linear(layers.hidden_dim, actions.out_features)
        if self.ortho_init:
            self.init_weights(hidden, gain=0.01)
        self.action_net = AlignedHead(self.features_dim, hidden, self.aligned).to(self.device)
        make_optimizer: Any = self.optimizer_class
        self.optimizer = make_optimizer(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )
