"""Players and episodes for the tests of what agents are told and what is told of them."""

import numpy as np
from phylarium.envs import registry


def scripted_of(game):
    """The first scripted player of a game."""
    return registry.game(game).scripted_players[0]


def rewards_and_payoff(env, seed, rng, player=None):
    """Sum of the rewards of one episode, and what the finished record says.

    The learner plays at random, or as a scripted player does.
    """
    env.reset(seed=seed)
    total, is_over = 0.0, False
    while not is_over:
        if player is None:
            action = int(rng.choice(np.flatnonzero(env.action_masks())))
        else:
            action = env.position.choice_of(player)
        _, reward, terminated, truncated, info = env.step(action)
        total += reward
        is_over = terminated or truncated
    finished = env.position.row
    assert finished.terminal or finished.truncated
    assert info["returns"][env.seat] == finished.returns[env.seat]
    return total, finished.returns[env.seat]


class FirstLegal:
    """Takes the first legal action."""

    def __repr__(self):
        return "FirstLegal"

    def act(self, observations, masks, uniforms):
        return masks.argmax(axis=1)


class IgnoresMasks:
    """Chooses among all actions, as a network without a mask would."""

    def __repr__(self):
        return "IgnoresMasks"

    def act(self, observations, masks, uniforms):
        return (np.asarray(uniforms) * masks.shape[1]).astype(np.int64)
