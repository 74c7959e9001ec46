"""Information-set Monte Carlo tree search, written once on the verbs.

Every simulation re-deals what the searching seat cannot know (`determinize`), walks down one tree
that all re-deals share, adds a node, plays the game on with a random or scripted player in all
seats, and adds up how each seat stands then (P. I. Cowling, E. J. Powley, D. Whitehouse,
"Information Set Monte Carlo Tree Search", IEEE TCIAIG 4, 2012: the single-observer form, where an
action counts as tried only among the times that it was legal).

A node is a round of choices (see `header`). Players who choose at the same time each have their own
record of their actions there and do not see the others' choice of that round; the node below is
that of all choices together. In a sequential game that is the usual tree. Chains of small choices
are levels of it. Chance after a choice is drawn anew each time and not part of the tree.

Where a seat has many actions, few of them are tried at first and more with each visit (progressive
widening). First come the choices of the game's advisors, its scripted players: but for the choice
that is searched for not as the action that one of them took in one deal, but as "do as it says",
whatever the deal. Without that a node would go on with what was good for the cards of its first
visit.

Most of what a simulation brings is luck. So the k-th try of every action at the root meets the same
deal and the same luck as the k-th try of any other (common random numbers), and all values are
measured in standard deviations of what simulations brought.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .batch import chosen_by, random_choice
from .header import is_over
from .jit import jit
from .rng import split
from .verbs import determinize, legal, scripted, standing, step

TREE_NODE = np.dtype([("first_edge", np.int32), ("key", np.int64), ("next_in_bucket", np.int32)])
"""A round of choices: its edges as a list, and its place in the hash table of nodes.

key  the node above times KEYS, and the round's choices there mixed to a number below KEYS
"""

TREE_EDGE = np.dtype(
    [
        ("total", np.float64),  # how the seat stood in the end, over the visits
        ("visits", np.int32),
        ("available", np.int32),  # choices of the seat at this node that could have been this one
        ("next_edge", np.int32),
        ("action", np.int32),
        ("seat", np.int32),
    ]
)
"""What a seat has tried at a node: an action or, but for the choice that is searched for, -1 - k:
what the k-th advisor says, which depends on the deal and is asked for each time."""

KEYS = 2147483629  # a prime: KEYS squared fits in 63 bits
NO_EDGE = -1

MOST_ADVISORS = 4

SETTINGS = np.dtype(
    [
        ("exploration", np.float64),  # weight of what favours actions tried seldom
        ("widening", np.float64),  # actions tried: widening times the square root of the visits
        ("root_widening", np.float64),  # the same for the choice that is searched for
        ("simulations", np.int32),
        ("horizon", np.int32),  # turns that the game is played on, 0: to its end
        ("playout", np.int32),  # controller code of all seats in playouts
        ("num_advisors", np.int32),
        ("advisors", np.int32, (MOST_ADVISORS,)),  # controller codes of scripted players
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
def is_possible(mask: Any, action: int) -> bool:
    """Whether an edge can be taken under this mask; an advisor always has a choice."""
    possible: bool = action < 0 or mask[action] != 0
    return possible


@jit
def select(
    state: Any,
    mask: Any,
    node: Any,
    edges: Any,
    num_edges: int,
    spread: float,
    is_asked: bool,
    settings: Any,
    rng: Any,
) -> int:
    """The edge that the seat to move takes at a node: one of those there, or `num_edges` for a new
    one, which is then written.

    `mask` holds the legal actions on entry and is scratch; `spread` is the standard deviation of
    how the seat stood in the end. `is_asked`: this is the choice that is searched for.
    """
    seat = state.to_move
    known, possible, actions, visits = 0, 0, 0, 0
    at: int = node.first_edge
    while at >= 0:
        edge = edges[at]
        if edge.seat == seat:
            known += 1
            visits += edge.visits
            if is_possible(mask, edge.action):
                possible += 1
                actions += int(edge.action >= 0)
                edge.available += 1
        at = edge.next_edge
    num_legal = 0
    for action in range(mask.shape[0]):
        num_legal += int(mask[action])
    widening = settings.root_widening if is_asked else settings.widening
    if possible <= widening * np.sqrt(float(visits)):
        if not is_asked and known < settings.num_advisors:
            return new_edge(node, edges, num_edges, seat, -1 - known)
        if actions < num_legal:
            action = new_action(state, mask, node, edges, is_asked, settings, rng)
            return new_edge(node, edges, num_edges, seat, action)
    chosen: int = NO_EDGE
    highest = -np.inf
    at = node.first_edge
    while at >= 0:
        edge = edges[at]
        if edge.seat == seat and is_possible(mask, edge.action):
            bound = spread * np.sqrt(np.log(float(edge.available)) / edge.visits)
            value = edge.total / edge.visits + settings.exploration * bound
            if value > highest:
                chosen, highest = at, value
        at = edge.next_edge
    return chosen


@jit
def new_action(
    state: Any, mask: Any, node: Any, edges: Any, is_asked: bool, settings: Any, rng: Any
) -> int:
    """An action that the seat to move has not tried at this node: for the choice that is searched
    for the advisors' first, else any. `mask` is scratch.
    """
    at = node.first_edge
    while at >= 0:
        if edges[at].seat == state.to_move and edges[at].action >= 0:
            mask[edges[at].action] = 0
        at = edges[at].next_edge
    if is_asked:
        for number in range(settings.num_advisors):
            action = int(scripted(state, settings.advisors[number] - 1, rng))
            if mask[action]:
                return action
    return random_choice(mask, rng)


@jit
def new_edge(node: Any, edges: Any, num_edges: int, seat: int, action: int) -> int:
    """Add an edge to a node; returns its number, which is `num_edges`."""
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
) -> float:
    """All simulations from one position, for its seat to move; the tree stays in `nodes` and
    `edges`, the root being node 0. Returns the standard deviation of how that seat stood.

    root, scratch  arrays of one record; mask int8 [actions] is scratch
    nodes, edges   TREE_NODE [simulations + 1], TREE_EDGE [simulations * players]
    buckets        int32, hash table of nodes; path int32 [simulations * players + players]
    """
    searcher, players = root[0].to_move, root[0].num_players
    buckets[:] = -1
    nodes[0].first_edge = NO_EDGE
    num_nodes, num_edges = 1, 0
    worlds, luck = np.zeros((settings.simulations, 1), np.uint64), np.zeros(1, np.uint64)
    split(rng, worlds)
    stands, means, squares = np.zeros(players), np.zeros(players), np.zeros(players)
    spreads = np.ones(players)
    last_turn = root[0].turn + settings.horizon
    state = scratch[0]
    for done in range(settings.simulations):
        scratch[0] = root[0]
        node, joint, length = 0, 0, 0
        is_in_tree, is_leaving = True, False
        while is_in_tree and not is_over(state):
            seat = state.to_move
            is_last = state.deciding == 1 << seat
            legal(state, mask)
            at = select(
                state,
                mask,
                nodes[node],
                edges,
                num_edges,
                spreads[seat],
                length == 0,
                settings,
                rng,
            )
            if at == num_edges:
                num_edges += 1
                is_leaving = True
            if length == 0:
                luck[0] = worlds[edges[at].visits, 0]
                determinize(state, searcher, luck)
            path[length] = at
            length += 1
            action = edges[at].action
            if action < 0:
                action = int(scripted(state, settings.advisors[-1 - action] - 1, luck))
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
        while not is_over(state) and (settings.horizon == 0 or state.turn < last_turn):
            step(state, chosen_by(state, settings.playout, mask, luck))
        for seat in range(players):
            stands[seat] = standing(state, seat)
            off = stands[seat] - means[seat]
            means[seat] += off / (done + 1)
            squares[seat] += off * (stands[seat] - means[seat])
            spreads[seat] = np.sqrt(squares[seat] / (done + 1))
        for k in range(length):
            edge = edges[path[k]]
            edge.visits += 1
            edge.total += stands[edge.seat]
    return float(spreads[searcher])


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
    spreads: Any,
    firsts: Any,
) -> None:
    """Search game `which[k]` (int64 [k]) for its seat to move, with the stream `rngs[k]`.

    settings [1] SETTINGS; the arrays up to `masks` (int8 [1, actions]) are scratch (see `search`)
    visits   int32 [k, actions]: how often each action was tried; zeros where the game is over
    values   float64 [k, actions]: how the seat stood after it on average, 0 where it was not tried
    spreads  float64 [k]: the standard deviation of how it stood, over all simulations
    firsts   int64 [k]: the action tried first, -1 where the game is over
    """
    for k in range(which.shape[0]):
        visits[k, :] = 0
        values[k, :] = 0.0
        spreads[k] = 0.0
        firsts[k] = -1
        root = states[which[k] : which[k] + 1]
        if is_over(root[0]):
            continue
        spreads[k] = search(
            root, scratch, masks[0], nodes, edges, buckets, path, settings[0], rngs[k]
        )
        firsts[k] = edges[0].action
        at = nodes[0].first_edge
        while at >= 0:
            edge = edges[at]
            if edge.seat == root[0].to_move:
                visits[k, edge.action] = edge.visits
                values[k, edge.action] = edge.total / edge.visits
            at = edge.next_edge
