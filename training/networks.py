"""Networks beside Stable-Baselines3's own. Importing this module imports torch and SB3."""

from __future__ import annotations

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import MlpExtractor


class SkipExtractor(MlpExtractor):
    """Hidden layers whose output stands behind the input they were given."""

    def __init__(self, feature_dim: int, *arguments: Any, **keywords: Any) -> None:
        super().__init__(feature_dim, *arguments, **keywords)
        self.latent_dim_pi += feature_dim
        self.latent_dim_vf += feature_dim

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """Input and hidden layers of the policy: float32 [k, latent_dim_pi]."""
        return torch.cat((features, self.policy_net(features)), dim=1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """Input and hidden layers of the value network: float32 [k, latent_dim_vf]."""
        return torch.cat((features, self.value_net(features)), dim=1)


class SkipPolicy(MaskableActorCriticPolicy):
    """SB3's maskable policy, its last layers reading the observation as well."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = SkipExtractor(
            self.features_dim,
            net_arch=self.net_arch,
            activation_fn=self.activation_fn,
            device=self.device,
        )
