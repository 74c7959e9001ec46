"""Loops over many games, written once on the verbs; `loops` compiles them for each game.

Conventions: `states` [n] records; `fresh` [1] the set-up's blank record; `masks` int8 [n, actions];
`obs` float32 [n, size]; `rngs` uint64 [n, 1] streams of scripted players and seat draws, apart from
the games' own; `tag` [1] the encoder's tag. Plain functions here, so that each game gets a
dispatcher and a cache of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .cards import has_bit
from .header import is_over
from .jit import jit
from .rng import below, following_seed, uniform
from .verbs import deal, determinize, legal, observe, scripted, skip_opening, step

RANDOM = 0
"""Controller code of a uniformly random legal player; scripted style s has code s + 1."""

LEARNER = -1
"""Controller code of the learner; the codes below it are opponents that Python plays."""

OVER = 127
"""What `waits_for` says of a game that is over."""

MOST_SEATS = 16

LEARNER_SIDE = np.dtype(
    [
        ("rng", np.uint64, (1,)),  # stream of seat draws and of the opponents' choices
        ("reward", np.float64),  # what reached the learner since its last choice began
        ("carried", np.float64),  # what reached it in this game before its first choice
        ("choices", np.int32),  # the learner's choices in this game
        ("opponents", np.int8, (MOST_SEATS,)),  # controllers in turn order after the learner
        ("controllers", np.int8, (MOST_SEATS,)),  # controllers by seat, in this game
        ("fixed_seat", np.int8),  # the learner's seat in every game, -1: drawn for each
        ("seat", np.int8),  # the learner's seat in this game
        ("is_opening", np.int8),  # 1 until the learner's first choice
        ("waits_for", np.int8),  # controller that Python must play next, or OVER
    ]
)
"""What `seat_reset` and `seat_step` keep beside each game: one record a game."""


@jit
def random_choice(mask: Any, rng: Any) -> int:
    """A legal action, each equally likely."""
    count = 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    skip = below(rng, count)
    for action in range(mask.shape[0]):
        if mask[action]:
            if skip == 0:
                return action
            skip -= 1
    return -1


@jit
def chosen_by(state: Any, controller: int, mask: Any, rng: Any) -> int:
    """The choice of a random or scripted controller; `mask` is scratch."""
    if controller == RANDOM:
        legal(state, mask)
        return random_choice(mask, rng)
    return scripted(state, controller - 1, rng)


def deal_many(states: Any, fresh: Any, seeds: Any) -> None:
    """Deal every game from its seed (uint64 [n])."""
    for i in range(states.shape[0]):
        states[i] = fresh[0]
        deal(states[i], seeds[i])


def skip_many(states: Any) -> None:
    """With `skip_forced`, the forced choices that fresh deals start with.

    A loop of its own, so that dealing does not compile all of the rules.
    """
    for i in range(states.shape[0]):
        skip_opening(states[i])


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
    """Play random and scripted seats until a seat that Python plays is to move, or to the game's
    end: `controllers` int8 [n, players].
    """
    for i in range(states.shape[0]):
        state = states[i]
        while not is_over(state) and controllers[i, state.to_move] >= RANDOM:
            step(state, chosen_by(state, controllers[i, state.to_move], masks[i], rngs[i]))


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
                skip_opening(states[i])
            observe(state, state.to_move, obs[i], tag[0])
    return rounds * states.shape[0]


def step_and_mask(states: Any, actions: Any, masks: Any) -> None:
    """`step_many` and then `legal_many`, in one call."""
    for i in range(states.shape[0]):
        if not is_over(states[i]):
            step(states[i], actions[i])
        if is_over(states[i]):
            masks[i, :] = 0
        else:
            legal(states[i], masks[i])


def round_masks(states: Any, masks: Any) -> None:
    """The mask of every seat in the round of choices of game 0: `masks` int8 [players, actions].

    A seat that owes no choice may only wait, which is action 0.
    """
    state = states[0]
    to_move = state.to_move
    for seat in range(masks.shape[0]):
        if has_bit(state.deciding, seat):
            state.to_move = seat
            legal(state, masks[seat])
        else:
            masks[seat, :] = 0
            masks[seat, 0] = 1
    state.to_move = to_move


def round_step(states: Any, actions: Any, rewards: Any) -> None:
    """One choice of every deciding seat of game 0: `actions` int64, `rewards` float64 [players]."""
    state = states[0]
    rewards[:] = 0.0
    owed = 0
    for seat in range(actions.shape[0]):
        owed += has_bit(state.deciding, seat)
    last_ply = state.plies + owed  # by plies, as the core may have made forced choices of the round
    while state.plies < last_ply and not is_over(state):
        step(state, actions[state.to_move])
        for seat in range(actions.shape[0]):
            rewards[seat] += state.rewards[seat]


@jit
def take_seat(learner: Any, num_players: int) -> None:
    """Seat the learner, at its fixed or a drawn seat, and the opponents after it in turn order."""
    if learner.fixed_seat >= 0:
        learner.seat = learner.fixed_seat
    else:
        learner.seat = below(learner.rng, num_players)
    learner.controllers[learner.seat] = LEARNER
    for other in range(num_players - 1):
        learner.controllers[(learner.seat + 1 + other) % num_players] = learner.opponents[other]


@jit
def credited_step(state: Any, learner: Any, action: int) -> None:
    """One choice of any seat; what it brings the learner is kept until it can be handed out."""
    step(state, action)
    if learner.is_opening:
        learner.carried += state.rewards[learner.seat]
    else:
        learner.reward += state.rewards[learner.seat]


@jit
def play_on(state: Any, learner: Any, mask: Any) -> None:
    """Play random and scripted seats until Python must choose or the game is over.

    `mask` is scratch.
    """
    while not is_over(state) and learner.controllers[state.to_move] >= RANDOM:
        controller = learner.controllers[state.to_move]
        credited_step(state, learner, chosen_by(state, controller, mask, learner.rng))


@jit
def open_game(states: Any, i: int, fresh: Any, seed: Any, learner: Any, mask: Any) -> None:
    """Deal game i, seat everybody, and play to the first choice that is Python's."""
    states[i] = fresh[0]
    state = states[i]
    take_seat(learner, state.num_players)
    deal(state, seed)
    skip_opening(state)
    learner.is_opening = 1
    learner.choices = 0
    learner.carried = state.returns[learner.seat]
    play_on(state, learner, mask)


@jit
def settle(states: Any, i: int, fresh: Any, learner: Any, masks: Any) -> None:
    """Say whom game i waits for, and write the learner's mask when it is the learner.

    A game that ended before the learner's first choice is no episode; the next seed's is dealt.
    """
    deals = 0
    while is_over(states[i]) and learner.is_opening:
        open_game(states, i, fresh, following_seed(states[i].seed), learner, masks[i])
        deals += 1
        assert deals < 1000, "1,000 games in a row ended before the learner's first choice"
    state = states[i]
    if is_over(state):
        learner.waits_for = OVER
        masks[i, :] = 0
        return
    learner.waits_for = learner.controllers[state.to_move]
    if learner.waits_for == LEARNER:
        learner.is_opening = 0
        legal(state, masks[i])


def seat_reset(
    states: Any,
    fresh: Any,
    which: Any,
    seeds: Any,
    is_following: int,
    learners: Any,
    masks: Any,
) -> None:
    """Start an episode in each game of `which` (int64 [k]) from `seeds` (uint64 [k]).

    With `is_following` the seed is the one that follows that of the row's last game instead.
    `learners` [n] are LEARNER_SIDE records; `masks` are written as `seat_step` does.
    """
    for k in range(which.shape[0]):
        i = which[k]
        seed = following_seed(states[i].seed) if is_following else seeds[k]
        open_game(states, i, fresh, seed, learners[i], masks[i])
        settle(states, i, fresh, learners[i], masks)


def seat_step(states: Any, fresh: Any, which: Any, actions: Any, learners: Any, masks: Any) -> None:
    """One legal choice of whoever each game of `which` waits for, then random and scripted seats.

    `actions` int64 [k]. `learners[i].reward` gathers all that reaches the learner from its choice
    on, and what `carried` kept for its first one. `masks[i]` is the learner's where
    `learners[i].waits_for` is LEARNER, zero where it is OVER; where it is another code, Python must
    play that opponent before the step is whole. No encoder here, so that a new one compiles little.
    """
    for k in range(which.shape[0]):
        i = which[k]
        learner = learners[i]
        if learner.waits_for == LEARNER:
            learner.choices += 1
            learner.reward = learner.carried
            learner.carried = 0.0
        credited_step(states[i], learner, actions[k])
        play_on(states[i], learner, masks[i])
        settle(states, i, fresh, learner, masks)


def observe_some(states: Any, which: Any, seats: Any, obs: Any, tag: Any) -> None:
    """What `seats[i]` (int64 [n]) sees in each game i of `which`: row i of `obs`."""
    for k in range(which.shape[0]):
        i = which[k]
        observe(states[i], seats[i], obs[i], tag[0])


def ask_opponents(states: Any, which: Any, learners: Any, masks: Any, uniforms: Any) -> None:
    """The mask of the seat to move in each game of `which`, and a uniform number to choose with.

    Row k of `masks` and `uniforms` (float64 [k]) is game `which[k]`; the number comes from the
    learner's stream of that game, so that a seed repeats the opponents' choices.
    """
    for k in range(which.shape[0]):
        legal(states[which[k]], masks[k])
        uniforms[k] = uniform(learners[which[k]].rng)


LOOPS = (
    deal_many,
    skip_many,
    legal_many,
    step_many,
    observe_many,
    determinize_many,
    choose_many,
    play_many,
    random_decisions,
    step_and_mask,
    round_masks,
    round_step,
    seat_reset,
    seat_step,
    observe_some,
    ask_opponents,
)
