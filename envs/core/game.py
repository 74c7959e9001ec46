"""`Game`: one frozen record that says all there is to know of a game; `Setup`: a game about to be
dealt.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import verbs
from .actions import ActionWords
from .errors import OptionsError, UnknownName, nearest
from .jit import cache_folder, sources_of
from .layout import Layout
from .loops import Loops
from .options import options_from, options_into, options_record
from .record import new_states, row


@dataclasses.dataclass(frozen=True)
class Encoder:
    """One way to put what a seat knows.

    body        compiled or plain `body(state, seat, out) -> None`, or for text `body(state, seat)
                -> str`
    layout      `layout(setup) -> Layout`; None for text
    compiled    False: `body` runs in plain Python on a `Row`, one game at a time
    privileged  True: may show what the seat cannot know; asked for by name only
    """

    name: str
    body: Callable[..., Any]
    layout: Callable[[Setup], Layout] | None
    compiled: bool = True
    privileged: bool = False

    @property
    def is_text(self) -> bool:
        """Whether it writes a string instead of numbers."""
        return self.layout is None

    @cached_property
    def tag(self) -> Any:
        """The array of one by which compiled loops pick this encoder's body.

        Its type names the encoder and its source's version: the loops' cache follows the game's
        sources, and an encoder may come from somewhere else.
        """
        source = cache_folder(sources_of(getattr(self.body, "py_func", self.body))).name
        return verbs.encoder_tag(f"{self.name}_{source[-16:]}")


@dataclasses.dataclass(frozen=True)
class Search:
    """How tree search plays a game (see `core.search`).

    playout      the player that plays all seats on from the tree: "random" or a scripted player
    advisors     up to four scripted players whose choices are tried first at each node; the first
                 one's is given the benefit of the doubt
    horizon      so many turns (`turn` of the header) the game is played on; 0: to its end
    exploration  weight of what favours actions tried seldom, in standard deviations of the results
    widening     so many actions times the square root of the visits are tried at a node
    root_widening  the same for the choice that is searched for
    caution      the action is chosen that is best even so many standard errors below its average
    """

    playout: str = "random"
    advisors: tuple[str, ...] = ()
    horizon: int = 0
    exploration: float = 1.0
    widening: float = 2.0
    root_widening: float = 2.0
    caution: float = 1.0


@dataclasses.dataclass(frozen=True)
class Game:
    """All there is to know of a game.

    name, title       id (`clades`) and the name on the box
    version           of the rules: golden traces, replays and baselines name it
    players           fewest and most players
    record            dtype of the state (`record.record_dtype`), with a field `options`
    Options           frozen dataclass, a sentence per field (see `options`)
    check_options     `check_options(options, num_players)` raises `OptionsError` with the reason
    deal ... scripted bodies of the verbs (see `verbs`)
    standing          body of that verb; default: the lead in returns
    scripted_players  names of the scripted players; the index is `style`
    privileged_players  more of them, who see what their seat cannot know: for tests
                      (`Position.choice_of`), refused as opponents; their `style` counts on
    encoders          the first is the default; a "text" encoder is made from `text`
    actions           `actions(setup) -> ActionWords`
    text              `text(row, seat, setup) -> str`: what the seat would tell; seat -1 is the open
                      table
    to_dict           `to_dict(row, setup) -> dict`
    from_dict         `from_dict(document, row, setup) -> None` fills a fresh row or raises
                      `PositionError`
    max_plies         `max_plies(setup) -> int`: proven or capped length of a game
    prepare           `prepare(row, setup) -> None`: fills what every fresh record of a set-up holds
                      besides header and options, such as tables read from a file
    measures          `measures(states, setup) -> dict[str, (hits, tries)]`: what evaluations count
                      beside points, by its name: numbers [n, players] of n finished games
    conserved         `conserved(row, setup) -> dict[str, int]`: quantities that no choice may
                      change
    public_info       `public_info(row, seat, setup) -> dict`: extra entries for `info`, known to
                      the seat
    simultaneous      True where players choose at the same time (Parallel hands in all at once)
    search            how tree search plays it
    rules             path of RULES.md, or None
    """

    name: str
    title: str
    version: str
    players: tuple[int, int]
    default_players: int
    record: np.dtype[np.void]
    Options: type
    deal: Callable[..., Any]
    legal: Callable[..., Any]
    step: Callable[..., Any]
    determinize: Callable[..., Any]
    scripted: Callable[..., Any]
    encoders: tuple[Encoder, ...]
    actions: Callable[[Setup], ActionWords]
    text: Callable[..., str]
    to_dict: Callable[..., dict[str, Any]]
    from_dict: Callable[..., None]
    max_plies: Callable[[Setup], int]
    conserved: Callable[..., dict[str, int]]
    scripted_players: tuple[str, ...] = ("greedy",)
    privileged_players: tuple[str, ...] = ()
    prepare: Callable[[Any, Setup], None] = lambda row, setup: None
    check_options: Callable[[Any, int], None] = lambda options, num_players: None
    public_info: Callable[..., dict[str, Any]] = lambda row, seat, setup: {}
    measures: Callable[..., dict[str, tuple[Any, Any]]] = lambda states, setup: {}
    simultaneous: bool = False
    search: Search = Search()
    standing: Callable[..., float] = verbs.lead
    rules: Path | None = None
    # init=False: `dataclasses.replace` makes a variant with encoders of its own.
    extra_encoders: dict[str, Encoder] = dataclasses.field(
        init=False, default_factory=dict, compare=False
    )

    def __post_init__(self) -> None:
        for verb in verbs.VERBS:
            verbs.bind(verb, self.record, getattr(self, verb))
        text = Encoder("text", self.text, None, compiled=False)
        for encoder in (*self.encoders, text):
            self.add_encoder(encoder)

    def add_encoder(self, encoder: Encoder) -> None:
        """Make an encoder known by its name in every adapter; the last one of a name stands."""
        if encoder.compiled:
            verbs.bind("observe", self.record, encoder.body, encoder.tag.dtype)
        self.extra_encoders[encoder.name] = encoder

    def encoder(self, name: str | None = None) -> Encoder:
        """The encoder of that name (default: the first); `UnknownName` with the nearest one."""
        if name is None:
            return self.encoders[0]
        if name not in self.extra_encoders:
            raise nearest(f"encoder for {self.name}", name, self.extra_encoders)
        return self.extra_encoders[name]

    @cached_property
    def sources(self) -> Path:
        """The folder (or file) whose sources the compiled rules depend on."""
        return sources_of(getattr(self.step, "py_func", self.step))

    @cached_property
    def loops(self) -> Loops:
        """The batch loops compiled for this game."""
        return Loops(self)

    def setup(
        self,
        num_players: int | None = None,
        options: Mapping[str, Any] | Any = None,
        skip_forced: bool = False,
    ) -> Setup:
        """A checked set-up. `options` is a mapping or an `Options`; `OptionsError` gives the
        reason.
        """
        count = self.default_players if num_players is None else num_players
        if isinstance(count, bool) or not isinstance(count, int | np.integer):
            raise OptionsError(f"num_players must be a whole number, got {num_players!r}")
        if not self.players[0] <= count <= self.players[1]:
            raise OptionsError(
                f"{self.title} is for {self.players[0]} to {self.players[1]} players, got {count}"
            )
        checked = options_from(self.Options, options)
        self.check_options(checked, int(count))
        return Setup(self, int(count), checked, bool(skip_forced))


@dataclasses.dataclass(frozen=True)
class Setup:
    """A game with its players and options chosen: what sizes the spaces and deals new games."""

    game: Game
    num_players: int
    options: Any
    skip_forced: bool = False

    @cached_property
    def actions(self) -> ActionWords:
        """The action space and its words."""
        return self.game.actions(self)

    @cached_property
    def num_actions(self) -> int:
        """Size of the action space."""
        return len(self.actions)

    @cached_property
    def max_plies(self) -> int:
        """The most choices that a game can take, proven or capped (see the game's RULES.md)."""
        return self.game.max_plies(self)

    @cached_property
    def fresh(self) -> Any:
        """One record in an array: header, options and what `prepare` adds, else zero."""
        states = new_states(self.game.record, 1)
        raw = states.view(np.ndarray)[0]
        raw["num_players"] = self.num_players
        raw["num_actions"] = self.num_actions
        raw["skip_forced"] = self.skip_forced
        options_into(self.options, raw["options"])
        self.game.prepare(row(states), self)
        return states

    def deal(self, states: Any, seeds: Any) -> None:
        """Deal every game of an array of records from its seed, uint64 [n]."""
        self.game.loops.deal_many(states, self.fresh, seeds)
        if self.skip_forced:
            self.game.loops.skip_many(states)

    def layout(self, encoder: str | None = None) -> Layout:
        """The observation layout of an encoder; a text encoder has none."""
        found = self.game.encoder(encoder)
        if found.layout is None:
            raise UnknownName(f"encoder {found.name!r} writes text and has no layout")
        return self._layouts(found)

    def _layouts(self, encoder: Encoder) -> Layout:
        cache: dict[str, Layout] = self.__dict__.setdefault("_layout_cache", {})
        if encoder.name not in cache:
            assert encoder.layout is not None
            cache[encoder.name] = encoder.layout(self)
        return cache[encoder.name]

    def describe(self) -> dict[str, Any]:
        """A JSON document from which `registry.setup_from` makes this set-up again."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "num_players": self.num_players,
            "options": dataclasses.asdict(self.options),
            "skip_forced": self.skip_forced,
        }


__all__ = ["Encoder", "Game", "Setup", "options_record"]
