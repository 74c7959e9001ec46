"""The masked distribution against Stable-Baselines3's own, and what it draws."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from phylarium.training.networks import MaskedCategorical  # noqa: E402
from sb3_contrib.common.maskable.distributions import (  # noqa: E402
    MaskableCategoricalDistribution,
)


def random_choices(rows=200, actions=37, seed=3):
    rng = np.random.default_rng(seed)
    logits = torch.tensor(rng.normal(0, 4, (rows, actions)), dtype=torch.float32)
    masks = rng.random((rows, actions)) < 0.3
    masks[np.arange(rows), rng.integers(actions, size=rows)] = True
    return logits, masks


def both(logits, masks):
    ours = MaskedCategorical(logits.shape[1]).proba_distribution(logits)
    theirs = MaskableCategoricalDistribution(logits.shape[1]).proba_distribution(logits)
    ours.apply_masking(masks)
    theirs.apply_masking(masks)
    return ours, theirs


@pytest.mark.parametrize("is_masked", [True, False])
def test_the_masked_distribution_says_what_that_of_sb3_says(is_masked):
    logits, masks = random_choices()
    ours, theirs = both(logits, masks if is_masked else None)
    assert torch.equal(ours.mode(), theirs.mode())
    torch.testing.assert_close(ours.log_prob(ours.mode()), theirs.log_prob(ours.mode()))
    torch.testing.assert_close(ours.entropy(), theirs.entropy())


def test_its_gradients_are_those_of_sb3():
    found = []
    for which in (0, 1):
        logits, masks = random_choices()
        logits.requires_grad_()
        dist = both(logits, masks)[which]
        chosen = torch.tensor(masks.argmax(1))
        (dist.log_prob(chosen).sum() + 0.3 * dist.entropy().sum()).backward()
        found.append(logits.grad)
    torch.testing.assert_close(found[0], found[1])


def test_refused_actions_have_no_probability_and_are_never_drawn():
    logits, masks = random_choices()
    logits[~torch.tensor(masks)] += 60.0
    ours, _ = both(logits, masks)
    assert (ours.probs.numpy()[~masks] == 0.0).all()
    torch.manual_seed(5)
    for _ in range(200):
        drawn = ours.sample().numpy()
        assert masks[np.arange(len(masks)), drawn].all()


def test_the_only_action_is_drawn_even_where_rounding_is_at_its_worst(monkeypatch):
    masks = np.eye(37, dtype=bool)
    ours, _ = both(torch.zeros(37, 37), masks)
    monkeypatch.setattr(torch, "rand_like", lambda like: torch.ones_like(like))
    assert ours.sample().tolist() == list(range(37))


def test_actions_are_drawn_as_often_as_their_probability_says():
    logits = torch.log(torch.tensor([[0.5, 0.2, 0.2, 0.1]])).repeat(100_000, 1)
    ours, _ = both(logits, np.tile([True, True, False, True], (100_000, 1)))
    torch.manual_seed(1)
    counts = np.bincount(ours.sample().numpy(), minlength=4) / 100_000
    assert counts == pytest.approx([0.625, 0.25, 0.0, 0.125], abs=0.006)
