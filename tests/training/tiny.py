"""The config of a training of a few seconds, ten rollouts long, on the toy game."""

CONFIG = """\
game:
  id: goofspiel
  options: {cards: 3}
  opponents: greedy
ppo:
  n_steps: 8
  batch_size: 64
  n_epochs: 2
  learning_rate: {linear: [1e-3, 1e-4]}
  policy_kwargs:
    net_arch: [16]
train:
  total_timesteps: 1280
  num_envs: 16
  seed: 5
  checkpoint_every: 256
  eval_every: 512
  eval_games: 20
  eval_opponents: [greedy]
"""
