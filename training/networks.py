"""The policy that training fits. Importing this module imports torch and SB3.

`MaskedPolicy` is SB3's maskable policy with two additions. Its distribution normalises the logits
once a call, where SB3's does so three times and checks each result: with two hundred actions that
is a third of all training time. And observations may speak of actions: a section with one number
for each action of a range (what a call would bring), times one learned weight for the whole
section, is added to the logits of its actions. So what holds for one action holds for all of them
from the start, and hidden layers learn what remains.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import MlpExtractor

Alignment = tuple[int, int, int]
"""Where a section starts in the observation, where its range starts among actions, their size."""

GAIN_SCALE = 10.0
"""A logit needs a weight of several units, far for steps of the size that hidden layers need."""


REFUSED = -1e8
"""The logit of an action that the mask refuses: its probability is exactly 0 in float32."""


class MaskedCategorical(MaskableDistribution):
    """One choice among `num_actions`, of which a mask allows some."""

    def __init__(self, num_actions: int) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.num_actions = num_actions
        # Where SB3's distributions keep their `probs`, callers find those of this one.
        self.distribution: Any = self
        self._logits: torch.Tensor
        self._log_probs: torch.Tensor | None = None

    def proba_distribution_net(self, latent_dim: int) -> torch.nn.Linear:
        """The layer from hidden units to logits."""
        return torch.nn.Linear(latent_dim, self.num_actions)

    def proba_distribution(self, action_logits: torch.Tensor) -> MaskedCategorical:
        """This distribution with other logits, float32 [k, num_actions], and no mask."""
        self._logits, self._log_probs = action_logits, None
        return self

    def apply_masking(self, masks: Any) -> None:
        """Refuse where `masks`, of k times num_actions values, is 0; once for given logits."""
        if masks is not None:
            allowed = torch.as_tensor(masks, dtype=torch.bool, device=self._logits.device)
            allowed = allowed.reshape(self._logits.shape)
            self._logits = torch.where(allowed, self._logits, REFUSED)
            self._log_probs = None

    @property
    def log_probs(self) -> torch.Tensor:
        """Log probability of every action: float32 [k, num_actions]."""
        if self._log_probs is None:
            self._log_probs = torch.log_softmax(self._logits, dim=1)
        return self._log_probs

    @property
    def probs(self) -> torch.Tensor:
        """Probability of every action: float32 [k, num_actions].

        `exp` of the log probabilities would be the same, and slow where they are far below zero.
        """
        return torch.softmax(self._logits, dim=1)

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        """Of the given actions, integers [k]: float32 [k]."""
        return self.log_probs.gather(1, actions.long().reshape(-1, 1)).squeeze(1)

    def entropy(self) -> torch.Tensor:
        """In nats: float32 [k]."""
        return -(self.probs * self.log_probs).sum(1)

    def sample(self) -> torch.Tensor:
        """An allowed action for each row: int64 [k]."""
        reached = self.probs.cumsum(1)
        total = reached[:, -1:]
        drawn = torch.rand_like(total) * total
        # Rounding must not reach the total: no action lies beyond it.
        drawn = torch.minimum(drawn, torch.nextafter(total, torch.zeros_like(total)))
        return torch.searchsorted(reached, drawn, right=True).squeeze(1)

    def mode(self) -> torch.Tensor:
        """The most probable action of each row: int64 [k]."""
        return self._logits.argmax(1)

    def actions_from_params(
        self, action_logits: torch.Tensor, deterministic: bool = False
    ) -> torch.Tensor:
        """The mode or a sample for these logits."""
        return self.proba_distribution(action_logits).get_actions(deterministic=deterministic)

    def log_prob_from_params(
        self, action_logits: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """A sample for these logits, and its log probability."""
        actions = self.actions_from_params(action_logits)
        return actions, self.log_prob(actions)


class AlignedHead(torch.nn.Module):
    """The action layer: a linear layer on the hidden units, plus weighed aligned sections."""

    def __init__(
        self, num_features: int, hidden: torch.nn.Linear, aligned: list[Alignment], gain: float
    ) -> None:
        super().__init__()
        self.hidden = hidden
        self.gains = torch.nn.Parameter(torch.full((len(aligned),), gain / GAIN_SCALE))
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

    def plain_gains(self) -> NDArray[np.float32]:
        """What each section's numbers are multiplied by: float32 [sections]."""
        gains = self.gains.detach().cpu().numpy() * np.float32(GAIN_SCALE)
        return gains.astype(np.float32)  # type: ignore[no-any-return]


class FeaturesBeside(MlpExtractor):
    """Hidden layers whose policy output stands behind the features they were given."""

    def __init__(self, feature_dim: int, *arguments: Any, **keywords: Any) -> None:
        super().__init__(feature_dim, *arguments, **keywords)
        self.hidden_dim = self.latent_dim_pi
        self.latent_dim_pi += feature_dim

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """Features and hidden units of the policy: float32 [k, latent_dim_pi]."""
        return torch.cat((features, self.policy_net(features)), dim=1)


class MaskedPolicy(MaskableActorCriticPolicy):
    """SB3's maskable policy with a `MaskedCategorical` and, where `aligned` (through
    `policy_kwargs`) names sections, an `AlignedHead` whose weights of sections start at
    `align_gain`."""

    def __init__(
        self,
        *arguments: Any,
        aligned: Sequence[Alignment] = (),
        align_gain: float = 0.0,
        **keywords: Any,
    ) -> None:
        self.aligned = list(aligned)
        self.align_gain = align_gain
        super().__init__(*arguments, **keywords)

    def _build_mlp_extractor(self) -> None:
        layers = FeaturesBeside if self.aligned else MlpExtractor
        self.mlp_extractor = layers(
            self.features_dim,
            net_arch=self.net_arch,
            activation_fn=self.activation_fn,
            device=self.device,
        )

    def _build(self, lr_schedule: Any) -> None:
        action_space: Any = self.action_space
        self.action_dist = MaskedCategorical(int(action_space.n))
        super()._build(lr_schedule)
        if not self.aligned:
            return
        layers: Any = self.mlp_extractor
        hidden = torch.nn.Linear(layers.hidden_dim, int(action_space.n))
        if self.ortho_init:
            self.init_weights(hidden, gain=0.01)
        head = AlignedHead(self.features_dim, hidden, self.aligned, self.align_gain)
        self.action_net = head.to(self.device)
        make_optimizer: Any = self.optimizer_class
        self.optimizer = make_optimizer(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )
