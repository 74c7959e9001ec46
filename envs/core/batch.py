"""Loops over many games, written once on the verbs; `loops` compiles them for each game.

Conventions: `states` [n] records; `fresh` [1] the set-up's blank record; `masks` int8 [n, actions];
`obs` float32 [n, size]; `rngs` uint64 [n, 1] streams of scripted players and seat draws, apart from
the games' own; `tag` [1] the encoder's tag. Plain functions here, so that each game gets a
dispatcher and a cache of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .header import is_over
from .jit import jit, jit_uncached
from .rng import below, following_seed
from .verbs import deal, determinize, legal, observe, scripted, step

EXTERNAL = -1
"""Controller code of a seat that Python plays (the learner, a network, a person)."""

RANDOM = 0
"""Controller code of a uniformly random legal player; scripted style s has code s + 1."""


@jit
def random_choice(mask: Any, rng: Any) -> int:
    """A legal action, each equally likely."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    skip = below(rng, count)
    for action in range(mask.shape[0]):
        if mask[action]:
            if skip == 0:
                return action
            skip -= 1
    return -1


@jit_uncached
def chosen_by(state: Any, controller: int, mask: Any, rng: Any) -> int:
    """The choice of a random or scripted controller; `mask` is scratch."""
    if controller == RANDOM:
        legal(state, mask)
        return random_choice(mask, rng)
    return scripted(state, controller - 1, rng)


@jit_uncached
def run_to_external(state: Any, controllers: Any, mask: Any, rng: Any, seat: int) -> float:
    """Play random and scripted seats until an external seat is to move or the game is over.

    Returns the rewards that reached `seat` on the way.
    """
    reward = 0.0
    while not is_over(state) and controllers[state.to_move] != EXTERNAL:
        step(state, chosen_by(state, controllers[state.to_move], mask, rng))
        reward += state.rewards[seat]
    return reward


def deal_many(states: Any, fresh: Any, seeds: Any) -> None:
    """Deal every game from its seed (uint64 [n])."""
    for i in range(states.shape[0]):
        states[i] = fresh[0]
        deal(states[i], seeds[i])


def legal_many(states: Any, masks: Any) -> None:
    """The mask of each game's player to move; zeros where the game is over."""
    for i in range(states.shape[0]):
        if is_over(states[i]):
            masks[i, :] = 0
        else:
            legal(states[i], masks[i])


def step_many(states: Any, actions: Any) -> None:
    """One legal choice in every game that is not over; legality is the caller's care."""
    for i in range(states.shape[0]):
        if not is_over(states[i]):
            step(states[i], actions[i])


def observe_many(states: Any, seats: Any, obs: Any, tag: Any) -> None:
    """The observation of `seats[i]` in game i."""
    for i in range(states.shape[0]):
        observe(states[i], seats[i], obs[i], tag[0])


def determinize_many(states: Any, seats: Any, rngs: Any) -> None:
    """Re-deal in each game what `seats[i]` cannot know."""
    for i in range(states.shape[0]):
        determinize(states[i], seats[i], rngs[i])


def choose_many(states: Any, controllers: Any, masks: Any, rngs: Any, actions: Any) -> None:
    """The choice of controller `controllers[i]` (not external) in game i; `masks` is scratch."""
    for i in range(states.shape[0]):
        if not is_over(states[i]):
            actions[i] = chosen_by(states[i], controllers[i], masks[i], rngs[i])


def play_many(states: Any, controllers: Any, masks: Any, rngs: Any) -> None:
    """Play every game to its end with random and scripted seats: `controllers` int8 [n,
    players].
    """
    for i in range(states.shape[0]):
        run_to_external(states[i], controllers[i], masks[i], rngs[i], 0)


def random_decisions(
    states: Any, fresh: Any, masks: Any, obs: Any, rngs: Any, tag: Any, rounds: int
) -> int:
    """The benchmark's loop: mask, legal random choice, step, observation, automatic new game;
    returns the number of decisions made."""
    for _ in range(rounds):
        for i in range(states.shape[0]):
            state = states[i]
            legal(state, masks[i])
            step(state, random_choice(masks[i], rngs[i]))
            if is_over(state):
                seed = following_seed(state.seed)
                states[i] = fresh[0]
                deal(states[i], seed)
            observe(state, state.to_move, obs[i], tag[0])
    return rounds * states.shape[0]


@jit
def draw_seat(seats: Any, i: int, fixed: int, num_players: int, rng: Any) -> None:
    """The learner's seat for the next game of row i: the fixed one, or a draw from the row's
    stream.
    """
    seats[i] = fixed if fixed >= 0 else below(rng, num_players)


@jit
def place_controllers(controllers: Any, seat: int, opponents: Any, num_players: int) -> None:
    """Seat the learner (external) and the others after it in turn order."""
    controllers[seat] = EXTERNAL
    for other in range(num_players - 1):
        controllers[(seat + 1 + other) % num_players] = opponents[other]


@jit_uncached
def new_episode(
    states: Any,
    i: int,
    fresh: Any,
    seed: Any,
    seats: Any,
    fixed: int,
    controllers: Any,
    opponents: Any,
    masks: Any,
    rngs: Any,
) -> float:
    """Deal row i, seat the learner, play to the first external choice; returns rewards on the
    way.
    """
    states[i] = fresh[0]
    num_players = int(states[i].num_players)
    draw_seat(seats, i, fixed, num_players, rngs[i])
    place_controllers(controllers[i], seats[i], opponents, num_players)
    deal(states[i], seed)
    return states[i].returns[seats[i]] + run_to_external(
        states[i], controllers[i], masks[i], rngs[i], seats[i]
    )


@jit_uncached
def show(states: Any, i: int, obs: Any, masks: Any, tag: Any) -> None:
    """Observation and mask of whoever is to move in row i."""
    legal(states[i], masks[i])
    observe(states[i], states[i].to_move, obs[i], tag[0])


def seat_reset(
    states: Any,
    fresh: Any,
    rows: Any,
    seeds: Any,
    seats: Any,
    fixed: int,
    controllers: Any,
    opponents: Any,
    obs: Any,
    masks: Any,
    rewards: Any,
    rngs: Any,
    tag: Any,
) -> None:
    """Start an episode in each of `rows` (int64 [k]) from `seeds` (uint64 [k])."""
    for k in range(rows.shape[0]):
        i = rows[k]
        rewards[i] = new_episode(
            states, i, fresh, seeds[k], seats, fixed, controllers, opponents, masks, rngs
        )
        if not is_over(states[i]):
            show(states, i, obs, masks, tag)


def seat_step(
    states: Any,
    fresh: Any,
    rows: Any,
    actions: Any,
    seats: Any,
    fixed: int,
    controllers: Any,
    opponents: Any,
    obs: Any,
    masks: Any,
    rewards: Any,
    carried: Any,
    terminated: Any,
    truncated: Any,
    final_obs: Any,
    final_returns: Any,
    lengths: Any,
    autoreset: int,
    rngs: Any,
    tag: Any,
) -> None:
    """One external choice in each of `rows`: apply it, play the scripted seats on, start over where
    a game ended.

    `rewards` gathers what reached the learner; what it is given in the first moments of a new
    episode, before its first choice, waits in `carried` for that episode's first step. `obs` and
    `masks` show whoever is to move next: the learner, or another external seat that Python must
    play before the step is whole.
    """
    for k in range(rows.shape[0]):
        i = rows[k]
        state = states[i]
        step(state, actions[k])
        rewards[i] += state.rewards[seats[i]]
        rewards[i] += run_to_external(state, controllers[i], masks[i], rngs[i], seats[i])
        if is_over(state):
            terminated[i] = state.terminal != 0
            truncated[i] = state.truncated != 0
            observe(state, seats[i], final_obs[i], tag[0])
            final_returns[i] = state.returns[seats[i]]
            lengths[i] = state.plies
            if autoreset == 0:
                masks[i, :] = 0
                obs[i, :] = final_obs[i]
                continue
            seed = following_seed(state.seed)
            carried[i] = new_episode(
                states, i, fresh, seed, seats, fixed, controllers, opponents, masks, rngs
            )
        show(states, i, obs, masks, tag)


LOOPS = (
    deal_many,
    legal_many,
    step_many,
    observe_many,
    determinize_many,
    choose_many,
    play_many,
    random_decisions,
    seat_reset,
    seat_step,
)
_ = np
