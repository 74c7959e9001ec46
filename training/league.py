"""The league: whom the learner meets in each game, drawn from snapshots of itself and from anchors.

A seat named `self` is always the newest snapshot; one named `league` is drawn anew for every game;
any other name stays as it is. All games that wait for the same member get one forward call.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phylarium.envs.adapters.opponents import opponent
from phylarium.envs.core.batch import LEARNER
from phylarium.envs.core.game import Setup
from phylarium.envs.core.rng import derive

from .config import LEAGUE, SELF, Config, alignments
from .export import as_saved_policy

Arrays = dict[str, NDArray[np.float32]]

SEATING = 11
"""Where the seeds of the league's draws part from those of the training."""


class Snapshot:
    """A place for the learner's weights of some time ago, which plays with them."""

    def __init__(self, encoder: str, mode: str, align: list[tuple[int, int, int]]) -> None:
        self.encoder = encoder
        self._align = align
        self.mode = mode
        self.arrays: Arrays = {}
        self._policy: Any = None

    def __repr__(self) -> str:
        return "snapshot"

    def renew(self, arrays: Mapping[str, NDArray[np.float32]], activation: str) -> None:
        """Play with these weights from now on (see `export.policy_arrays`)."""
        self.arrays = {name: array.copy() for name, array in arrays.items()}
        names = [name.removesuffix(".weight") for name in arrays if name.endswith(".weight")]
        papers = {
            "name": SELF,
            "encoder": self.encoder,
            "activation": activation,
            "mode": self.mode,
            "layers": names,
            "align": self._align,
        }
        self._policy = as_saved_policy(self.arrays, papers)

    def act(self, observations: Any, masks: Any, uniforms: Any) -> Any:
        """A legal action for each of k games."""
        return self._policy.act(observations, masks, uniforms)


@dataclass
class Member:
    """One that can be drawn.

    code    its controller code in the environment
    steps   the learner's steps when the snapshot was taken, -1 for an anchor
    games   finished games against it, those of long ago weighing less
    losses  how many of them the learner lost, a shared first place counting in part
    """

    name: str
    code: int
    steps: int = -1
    games: float = 0.0
    losses: float = 0.0

    @property
    def loss_rate(self) -> float:
        """The learner's share of lost games, one half before any is known."""
        return (self.losses + 1.0) / (self.games + 2.0)


class League:
    """The pool of members, as `adapters.seats.SeatGames` takes it for `opponents`.

    `players` are those members that Python plays; the environment knows them by codes below
    LEARNER, in this order. Draws come from a generator of its own, which `save` keeps, so that a
    resumed training meets the same opponents.
    """

    def __init__(self, setup: Setup, config: Config) -> None:
        self.settings = config.league
        self._activation = config.ppo.policy_kwargs.activation_fn
        self.players: list[Any] = []
        self._codes: dict[str, int] = {}
        named = config.game.opponents
        others = setup.num_players - 1
        self.seats = [named] * others if isinstance(named, str) else list(named)
        self.anchors = [
            Member(name, self._code_of(name, setup)) for name in self.settings.anchors
        ] * (LEAGUE in self.seats)
        for name in self.seats:
            if name not in (SELF, LEAGUE):
                self._code_of(name, setup)
        encoder = setup.game.encoder(config.game.encoder).name
        self.slots = [
            Snapshot(encoder, self.settings.mode, alignments(config))
            for _ in range(self.settings.most_snapshots)
        ]
        self._first_slot = len(self.players)
        self.players += self.slots
        self.snapshots: list[Member] = []
        self._taken = 0
        self._rng = np.random.default_rng(derive(config.train.seed, SEATING))

    def _code_of(self, name: str, setup: Setup) -> int:
        if name not in self._codes:
            found = opponent(name, setup)
            if not isinstance(found, int):
                self.players.append(found)
                found = LEARNER - len(self.players)
            self._codes[name] = found
        return self._codes[name]

    @property
    def members(self) -> list[Member]:
        """All that can be drawn: the anchors, then the snapshots, the oldest first."""
        return [*self.anchors, *self.snapshots]

    def add(self, arrays: Mapping[str, NDArray[np.float32]], steps: int) -> None:
        """Take a snapshot; the oldest one leaves when there is no place. Anchors never leave."""
        for member in self.members:  # what is known of old games fades
            member.games /= 2
            member.losses /= 2
        slot = self._taken % len(self.slots)
        self.slots[slot].renew(arrays, self._activation)
        self._taken += 1
        code = LEARNER - 1 - (self._first_slot + slot)
        self.snapshots = [m for m in self.snapshots if m.code != code]
        self.snapshots.append(Member(f"{SELF}@{steps}", code, steps))

    def draw(self, games: int) -> NDArray[np.int8]:
        """Who sits where in so many new games: codes int8 [games, other seats], in turn order
        after the learner.
        """
        codes = np.empty((games, len(self.seats)), np.int8)
        for seat, name in enumerate(self.seats):
            if name == SELF:
                codes[:, seat] = self.snapshots[-1].code
            elif name == LEAGUE:
                members = np.array([member.code for member in self.members])
                codes[:, seat] = self._rng.choice(members, games, p=self.chances())
            else:
                codes[:, seat] = self._codes[name]
        return codes

    def chances(self) -> NDArray[np.float64]:
        """How likely each member is drawn: float64 [members]."""
        share = self.settings.anchor_share if self.anchors else 0.0
        parts = [
            total * self._weights(group)
            for group, total in ((self.anchors, share), (self.snapshots, 1.0 - share))
            if group
        ]
        chances = np.concatenate(parts)
        return np.asarray(chances / chances.sum())

    def _weights(self, group: Sequence[Member]) -> NDArray[np.float64]:
        """How the members of a group share its chance."""
        weights = np.ones(len(group))
        if self.settings.sampling == "prioritised":
            weights = np.array([member.loss_rate**2 for member in group])
        elif self.settings.sampling == "latest" and group[-1].steps >= 0:
            weights[:-1] = 0.0
        return np.asarray(weights / weights.sum())

    def report(self, codes: NDArray[np.int8], shares: NDArray[np.float64]) -> None:
        """Finished games: who sat there, int8 [games, other seats], and the learner's share of the
        first place, float64 [games].
        """
        for member in self.members:
            was_there = (codes == member.code).any(axis=1)
            member.games += float(was_there.sum())
            member.losses += float((1.0 - shares[was_there]).sum())

    def manifest(self) -> str:
        """Who is in the pool, and how the learner fares, as JSON text."""
        chances = self.chances() if LEAGUE in self.seats else [None] * len(self.members)
        rows = [
            {
                "name": member.name,
                "pinned": member.steps < 0,
                "steps": member.steps if member.steps >= 0 else None,
                "games": round(member.games, 1),
                "loss_rate": round(member.loss_rate, 3),
                "chance": None if chance is None else round(float(chance), 4),
            }
            for member, chance in zip(self.members, chances, strict=True)
        ]
        return json.dumps({"members": rows}, indent=1)

    def save(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """A document and arrays from which `load` goes on exactly."""
        document = {
            "anchors": [asdict(member) for member in self.anchors],
            "snapshots": [asdict(member) for member in self.snapshots],
            "taken": self._taken,
            "rng": self._rng.bit_generator.state,
        }
        arrays = {
            f"{slot}/{name}": array
            for slot, snapshot in enumerate(self.slots)
            for name, array in snapshot.arrays.items()
        }
        return document, arrays

    def load(self, document: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        self.anchors = [Member(**member) for member in document["anchors"]]
        self.snapshots = [Member(**member) for member in document["snapshots"]]
        self._taken = document["taken"]
        self._rng.bit_generator.state = document["rng"]
        for slot, snapshot in enumerate(self.slots):
            prefix = f"{slot}/"
            mine = {k.removeprefix(prefix): v for k, v in arrays.items() if k.startswith(prefix)}
            if mine:
                snapshot.renew(mine, self._activation)
