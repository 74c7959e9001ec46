"""Information-set Monte Carlo tree search, written once on the verbs.

Every simulation re-deals what the searching seat cannot know (`determinize`), walks down one tree
that all re-deals share, adds a node, plays the game on with a random or scripted player in all
seats, and adds up what each seat got (P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set
Monte Carlo Tree Search", IEEE TCIAIG 4, 2012: the single-observer form, where an action counts as
tried only among the times that it was legal).

A node is a round of choices (see `header`). Players who choose at the same time each have their own
record of their actions there and do not see the others' choice of that round; the node below is
that of all choices together. In a sequential game that is the usual tree. Chains of small choices
are levels of it. Chance after a choice is drawn anew each time and not part of the tree.

Where a seat has many actions, few of them are tried at first and more with each visit (progressive
widening), the first being the scripted player's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .batch import RANDOM, chosen_by, random_choice
from .header import is_over
from .jit import jit
from .verbs import determinize, legal, scripted, step

TREE_NODE = np.dtype([("first_edge", np.int32), ("key", np.int64), ("next_in_bucket", np.int32)])
"""A round of choices: its edges as a list, and its place in the hash table of nodes.

key  the node above times KEYS, and the round's choices there mixed to a number below KEYS
"""

TREE_EDGE = np.dtype(
    [
        ("total", np.float64),  # what the seat got, over the visits
        ("visits", np.int32),
        ("available", np.int32),  # choices of the seat at this node that could have been this one
        ("next_edge", np.int32),
        ("action", np.int32),
        ("seat", np.int32),
    ]
)
"""An action that a seat has tried at a node."""

KEYS = 2147483629  # a prime: KEYS squared fits in 63 bits
NO_EDGE = -1

SETTINGS = np.dtype(
    [
        ("exploration", np.float64),  # weight of the bound that favours actions tried seldom
        ("widening", np.float64),  # actions tried: widening times the root of the visits
        ("simulations", np.int32),
        ("horizon", np.int32),  # choices of a playout, 0: to the end of the game
        ("playout", np.int32),  # controller code of all seats in playouts
        ("first", np.int32),  # controller code of the action tried first
    ]
)
"""How to search, a field each."""


@jit
def child_of(nodes: Any, buckets: Any, node: int, joint: int) -> int:
    """The node below `node` after these choices, -1 where there is none yet."""
    key = node * KEYS + joint
    at = int(buckets[key % buckets.shape[0]])
    while at >= 0 and nodes[at].key != key:
        at = nodes[at].next_in_bucket
    return at


@jit
def add_node(nodes: Any, buckets: Any, num_nodes: int, node: int, joint: int) -> int:
    """A new node below `node`; returns the new count."""
    key = node * KEYS + joint
    new = nodes[num_nodes]
    new.key = key
    new.first_edge = NO_EDGE
    new.next_in_bucket = buckets[key % buckets.shape[0]]
    buckets[key % buckets.shape[0]] = num_nodes
    return num_nodes + 1


@jit
def select(
    state: Any,
    mask: Any,
    node: Any,
    edges: Any,
    num_edges: int,
    worst: float,
    best: float,
    settings: Any,
    rng: Any,
) -> int:
    """The edge that the seat to move takes at a node: one of those there, or `num_edges` for a new
    one, which is then written.

    `mask` holds the legal actions on entry and is scratch. `worst` and `best` are what a seat got
    at the least and at the most so far, by which values are brought to 0 to 1.
    """
    seat = state.to_move
    count, visits = 0, 0
    at: int = node.first_edge
    while at >= 0:
        edge = edges[at]
        if edge.seat == seat:
            visits += edge.visits
            if mask[edge.action]:
                count += 1
                edge.available += 1
        at = edge.next_edge
    num_legal = 0
    for action in range(mask.shape[0]):
        num_legal += int(mask[action])
    if count < num_legal and count <= settings.widening * np.sqrt(float(visits)):
        added: int = new_edge(state, mask, node, edges, num_edges, count, settings, rng)
        return added
    span = max(best - worst, 1e-9)
    chosen: int = NO_EDGE
    highest = -1.0
    at = node.first_edge
    while at >= 0:
        edge = edges[at]
        if edge.seat == seat and mask[edge.action]:
            value = (edge.total / edge.visits - worst) / span
            bound = np.sqrt(np.log(float(edge.available)) / edge.visits)
            if value + settings.exploration * bound > highest:
                chosen, highest = at, value + settings.exploration * bound
        at = edge.next_edge
    return chosen


@jit
def new_edge(
    state: Any,
    mask: Any,
    node: Any,
    edges: Any,
    num_edges: int,
    count: int,
    settings: Any,
    rng: Any,
) -> int:
    """Add an action that the seat to move has not tried at this node; returns its edge."""
    seat = state.to_move
    action = -1
    if count == 0 and settings.first != RANDOM:
        action = scripted(state, settings.first - 1, rng)
    else:
        at = node.first_edge
        while at >= 0:
            if edges[at].seat == seat:
                mask[edges[at].action] = 0
            at = edges[at].next_edge
        action = random_choice(mask, rng)
    edge = edges[num_edges]
    edge.seat = seat
    edge.action = action
    edge.visits = 0
    edge.available = 1
    edge.total = 0.0
    edge.next_edge = node.first_edge
    node.first_edge = num_edges
    return num_edges


@jit
def search(
    root: Any,
    scratch: Any,
    mask: Any,
    nodes: Any,
    edges: Any,
    buckets: Any,
    path: Any,
    settings: Any,
    rng: Any,
) -> None:
    """All simulations from one position, for its seat to move; the tree stays in `nodes` and
    `edges`, the root being node 0.

    root, scratch  arrays of one record; mask int8 [actions] is scratch
    nodes, edges   TREE_NODE [simulations + 1], TREE_EDGE [simulations * players]
    buckets        int32, hash table of nodes; path int32 [simulations * players + players]
    """
    searcher = root[0].to_move
    buckets[:] = -1
    nodes[0].first_edge = NO_EDGE
    num_nodes, num_edges = 1, 0
    worst, best = np.inf, -np.inf
    state = scratch[0]
    for _ in range(settings.simulations):
        scratch[0] = root[0]
        determinize(state, searcher, rng)
        node, joint, length = 0, 0, 0
        is_in_tree, is_leaving = True, False
        while is_in_tree and not is_over(state):
            seat = state.to_move
            is_last = state.deciding == 1 << seat
            legal(state, mask)
            at = select(state, mask, nodes[node], edges, num_edges, worst, best, settings, rng)
            if at == num_edges:
                num_edges += 1
                is_leaving = True
            path[length] = at
            length += 1
            action = edges[at].action
            step(state, action)
            joint = (joint * (mask.shape[0] + 1) + action + 1) % KEYS
            if is_last:
                child = child_of(nodes, buckets, node, joint)
                if child < 0 and not is_over(state):
                    child = num_nodes
                    num_nodes = add_node(nodes, buckets, num_nodes, node, joint)
                    is_leaving = True
                is_in_tree = not is_leaving
                node, joint = child, 0
        left = settings.horizon if settings.horizon > 0 else 1 << 30
        while left > 0 and not is_over(state):
            step(state, chosen_by(state, settings.playout, mask, rng))
            left -= 1
        for k in range(length):
            edge = edges[path[k]]
            got = state.returns[edge.seat] - root[0].returns[edge.seat]
            edge.visits += 1
            edge.total += got
            worst, best = min(worst, got), max(best, got)


def search_many(
    states: Any,
    which: Any,
    rngs: Any,
    settings: Any,
    scratch: Any,
    nodes: Any,
    edges: Any,
    buckets: Any,
    path: Any,
    masks: Any,
    visits: Any,
    values: Any,
) -> None:
    """Search game `which[k]` (int64 [k]) for its seat to move, with the stream `rngs[k]`.

    settings [1] SETTINGS; the arrays up to `masks` (int8 [1, actions]) are scratch (see `search`)
    visits   int32 [k, actions]: how often each action was tried; zeros where the game is over
    values   float64 [k, actions]: what the seat got after it on average, 0 where it was not tried
    """
    for k in range(which.shape[0]):
        visits[k, :] = 0
        values[k, :] = 0.0
        root = states[which[k] : which[k] + 1]
        if is_over(root[0]):
            continue
        search(root, scratch, masks[0], nodes, edges, buckets, path, settings[0], rngs[k])
        at = nodes[0].first_edge
        while at >= 0:
            edge = edges[at]
            if edge.seat == root[0].to_move:
                visits[k, edge.action] = edge.visits
                values[k, edge.action] = edge.total / edge.visits
            at = edge.next_edge
