"""`SeatGames`: many games with one learning seat in each, the engine of the seat, vector and SB3
adapters.

Random and scripted opponents play inside one compiled call; the others are asked here, all games
that wait for the same opponent at once.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from phylarium.envs.core.batch import LEARNER, LEARNER_SIDE, OVER
from phylarium.envs.core.errors import IllegalAction, OptionsError, PhylariumError
from phylarium.envs.core.game import Encoder, Setup
from phylarium.envs.core.position import Position
from phylarium.envs.core.record import new_states
from phylarium.envs.core.rng import derive

from .choices import first_illegal, in_words
from .opponents import OpponentPool, checked_choices, seated
from .search import Searcher
from .spaces import blank, encode_in_python

SEEDS = 1 << 64


def checked_seed(seed: Any) -> int:
    """A seed as an int from 0 to 2**64 - 1; `OptionsError` otherwise."""
    is_whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
    if not is_whole or not 0 <= seed < SEEDS:
        raise OptionsError(f"a seed is a whole number from 0 to 2**64 - 1, got {seed!r}")
    return int(seed)


class SeatGames:
    """n games, each with a learner in one seat and opponents in the others.

    setup      game, players and options
    encoder    what the learner sees (name; default: the game's first)
    opponents  one specification for all seats, or a list in turn order after the learner, or an
               `OpponentPool`
    seat       the learner's seat; None: drawn anew for each game
    threads    the compiled loop runs on so many shares of the games at once

    After `reset` and `step` these hold what happened, one entry a game:
    `obs` float32 [n, size] (a list of strings for a text encoder), `masks` int8 [n, actions] (zeros
    where the game is over), `rewards` float64 [n], `terminated`, `truncated`, `is_over` bool [n].
    The next call overwrites them all but `obs`, which is the caller's to keep.

    A game whose end came before the learner's first choice is no episode: the game of the
    following seed is dealt in its place. Rewards before the first choice come with that choice.
    """

    def __init__(
        self,
        setup: Setup,
        n: int,
        encoder: str | None = None,
        opponents: Any = "random",
        seat: int | None = None,
        threads: int = 1,
    ) -> None:
        self.setup = setup
        self._arguments = (encoder, opponents, seat, threads)
        self.n = _counted("num_envs", n)
        self.encoder = setup.game.encoder(encoder)
        self.states = new_states(setup.game.record, self.n)
        self.learners = new_states(LEARNER_SIDE, self.n)
        self._learners = self.learners.view(np.ndarray)
        self._learners["fixed_seat"] = -1 if seat is None else _checked_seat(seat, setup)
        self._opponent_pool = opponents if isinstance(opponents, OpponentPool) else None
        if self._opponent_pool is not None:
            self._players = list(self._opponent_pool.players)
        else:
            codes, self._players = seated(opponents, setup)
            self._learners["opponents"][:, : len(codes)] = codes
        self.masks: NDArray[np.int8] = np.zeros((self.n, setup.num_actions), np.int8)
        self._all = np.arange(self.n)
        self._has_begun = False
        self._can_go_back = False
        self._threads = _counted("threads", threads)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self.obs: Any = blank(setup, self.encoder, self.n)
        self._opponents_obs: dict[str, Any] = {}
        states = self.states.view(np.ndarray)
        self._waits_for: NDArray[np.int8] = self._learners["waits_for"]
        self._to_move: NDArray[np.int8] = states["to_move"]
        self._terminal: NDArray[np.int8] = states["terminal"]
        self._truncated: NDArray[np.int8] = states["truncated"]
        self.rewards: NDArray[np.float64] = self._learners["reward"]
        self.seats: NDArray[np.int8] = self._learners["seat"]
        self.choices = self._learners["choices"]
        self.returns = states["returns"][:, : setup.num_players]

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return self._waits_for == OVER  # type: ignore[no-any-return]

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Which games the rules have ended."""
        return self._ended_by(self._terminal)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Which games a limit has cut off."""
        return self._ended_by(self._truncated)

    def _ended_by(self, cause: NDArray[np.int8]) -> NDArray[np.bool_]:
        """Where a field of the records is set; only those of finished games are looked at."""
        ended = self.is_over
        rows = np.flatnonzero(ended)
        ended[rows] = cause[rows] != 0
        return ended

    def position(self, i: int) -> Position:
        """A copy of game i, to look at or play on with."""
        return Position(self.setup, self.states[i : i + 1]).copy()

    def reset(self, seeds: Any = None, which: Any = None) -> None:
        """Start an episode in the games `which` (int64 [k], default all).

        With `seeds` (k numbers) a row repeats whatever it did after the same seed before. Without,
        each goes on with the seed that follows that of its last game; the first seeds then come
        from the operating system.
        """
        rows = self._all if which is None else np.asarray(which, np.int64)
        if seeds is None and not self._has_begun:
            seeds = [secrets.randbits(64) for _ in rows]
            if len(rows) < self.n:
                raise PhylariumError("reset all games before single ones")
        if seeds is None:
            following, dealt = 1, np.zeros(len(rows), np.uint64)
        else:
            checked = [checked_seed(seed) for seed in seeds]
            if len(checked) != len(rows):
                raise OptionsError(f"{len(rows)} games need as many seeds, got {len(checked)}")
            following, dealt = 0, np.array(checked, np.uint64)
        with self.all_or_nothing():
            if not following:
                self._learners["rng"][rows, 0] = [derive(int(seed), 1) for seed in dealt]
            self._seat_pool(rows)
            self._learners["reward"][rows] = 0.0
            self.setup.game.loops.seat_reset(
                self.states,
                self.setup.fresh,
                rows,
                dealt,
                following,
                self.learners,
                self.masks,
            )
            self._play_opponents()
        self._has_begun = True
        if which is None:
            self._show_all()
        else:
            self._encode(rows)

    def _seat_pool(self, rows: NDArray[np.int64]) -> None:
        """Tell the pool of opponents, if there is one, what ended in these games, and let it say
        who sits there next.
        """
        pool, others = self._opponent_pool, self.setup.num_players - 1
        if pool is None:
            return
        ended = rows[self._waits_for[rows] == OVER] if self._has_begun else rows[:0]
        if len(ended):
            returns, mine = self.returns[ended], self.seats[ended].astype(np.int64)
            is_first = returns == returns.max(axis=1, keepdims=True)
            shares = is_first[np.arange(len(ended)), mine] / is_first.sum(axis=1)
            pool.report(self._learners["opponents"][ended, :others], shares)
        self._learners["opponents"][rows, :others] = pool.draw(len(rows))

    def step(self, actions: Any, is_checked: bool = False) -> None:
        """One choice of the learner in every game, and all that follows until its next one.

        `actions` int [n]. Raises `IllegalAction` with the words where one is not legal, or where
        an opponent's choice is not; all games are then as they were before the call.
        """
        chosen = actions if is_checked else self.checked_actions(actions)
        with self.all_or_nothing():
            self._advance(self._all, chosen)
            self._play_opponents()
        self._show_all()

    @contextlib.contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """If an opponent fails inside, all games are as they were before."""
        if not self._players or self._can_go_back:
            yield
            return
        arrays = (self.states, self.learners, self.masks)
        before = [array.copy() for array in arrays]
        begun, self._can_go_back = self._has_begun, True
        try:
            yield
        except BaseException:
            for array, content in zip(arrays, before, strict=True):
                array[:] = content
            self._has_begun = begun
            if begun:
                self._show_all()
            raise
        finally:
            self._can_go_back = False

    def checked_actions(self, actions: Any) -> NDArray[np.int64]:
        """The learners' actions as int64 [n]; `IllegalAction` says what is wrong with them."""
        if not self._has_begun:
            raise PhylariumError("reset before the first step")
        try:
            chosen = np.asarray(actions)
        except ValueError:
            raise IllegalAction(f"actions are {self.n} whole numbers, got {actions!r}") from None
        if chosen.shape != (self.n,) or not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalAction(
                f"actions are {self.n} whole numbers, got {chosen.dtype} {list(chosen.shape)}"
            )
        at = first_illegal(chosen, self.masks)
        if at >= 0:
            where = f" in game {at}" if self.n > 1 else ""
            who = f"player_{self.seats[at]}{where}"
            raise IllegalAction(f"{who} chose {in_words(self.setup, chosen[at], self.masks[at])}")
        return chosen.astype(np.int64)

    def _shared(self, work: Any, which: NDArray[np.int64], *each: NDArray[Any]) -> None:
        """Run `work(rows, ...)` on shares of the games, on as many threads as wanted."""
        if self._pool is None or len(which) < self._threads:
            work(which, *each)
            return
        shares = [np.array_split(array, self._threads) for array in (which, *each)]
        list(self._pool.map(work, *shares))

    def _advance(self, which: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """One choice in each game of `which`."""
        seat_step, fresh = self.setup.game.loops.seat_step, self.setup.fresh

        def work(rows: NDArray[np.int64], chosen: NDArray[np.int64]) -> None:
            seat_step(self.states, fresh, rows, chosen, self.learners, self.masks)

        self._shared(work, which, actions)

    def _play_opponents(self) -> None:
        """Ask the opponents that Python plays, until every game waits for its learner."""
        while self._players:
            rows = np.flatnonzero(self._waits_for < LEARNER)
            if not len(rows):
                return
            actions = np.zeros(len(rows), np.int64)
            for code in np.unique(self._waits_for[rows]):
                places = np.flatnonzero(self._waits_for[rows] == code)
                actions[places] = self._choices_of(self._players[LEARNER - 1 - code], rows[places])
            self._advance(rows, actions)

    def _choices_of(self, player: Any, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        masks = np.zeros((len(rows), self.setup.num_actions), np.int8)
        uniforms = np.zeros(len(rows))
        self.setup.game.loops.ask_opponents(self.states, rows, self.learners, masks, uniforms)
        if isinstance(player, Searcher):
            choices: Any = player.choose(self.states[rows], uniforms)
            return checked_choices(player, choices, masks, self.setup)
        encoder = self.setup.game.encoder(getattr(player, "encoder", None))
        if encoder.name not in self._opponents_obs:
            self._opponents_obs[encoder.name] = blank(self.setup, encoder, self.n)
        obs = self._opponents_obs[encoder.name]
        self._observe(encoder, rows, self._to_move.astype(np.int64), obs)
        seen = [obs[i] for i in rows] if isinstance(obs, list) else obs[rows]
        choices = player.act(seen, masks, uniforms)
        return checked_choices(player, choices, masks, self.setup)

    def _show_all(self) -> None:
        """What all learners see, in new memory: the caller may have kept the last."""
        self.obs = blank(self.setup, self.encoder, self.n)
        self._encode(self._all)

    def _encode(self, rows: NDArray[np.int64]) -> None:
        """What the learners of these games see."""
        self._observe(self.encoder, rows, self.seats.astype(np.int64), self.obs)

    def _observe(
        self, encoder: Encoder, rows: NDArray[np.int64], seats: NDArray[np.int64], obs: Any
    ) -> None:
        """What `seats[i]` sees in each game i of `rows`, into `obs[i]`."""
        if encoder.compiled:
            observe_some, tag = self.setup.game.loops.observe_some, encoder.tag
            self._shared(lambda share: observe_some(self.states, share, seats, obs, tag), rows)
            return
        for i in rows.tolist():
            obs[i] = encode_in_python(self.setup, encoder, self.states, i, int(seats[i]))

    def get_state(self) -> dict[str, NDArray[Any]]:
        """All games, streams, seats and counters as arrays that pickle is not needed for.

        `set_state` in another process goes on exactly from there. Opponents played by Python keep
        their own state, if they have any.
        """
        if not self._has_begun:
            raise PhylariumError("reset before saving the state")
        return {
            "states": self.states.view(np.ndarray).copy(),
            "learners": self._learners.copy(),
            "masks": self.masks.copy(),
        }

    def set_state(self, saved: dict[str, NDArray[Any]]) -> None:
        """Go on from `get_state`; `PhylariumError` where it is of another game, size or layout."""
        here = {
            "states": self.states.view(np.ndarray),
            "learners": self._learners,
            "masks": self.masks,
        }
        for name, mine in here.items():
            given = saved.get(name)
            if given is None or given.dtype != mine.dtype or given.shape != mine.shape:
                got = "nothing" if given is None else f"{list(given.shape)} of another type or size"
                raise PhylariumError(
                    f"saved state {name!r} should be {list(mine.shape)}, got {got}"
                )
        fresh, states = self.setup.fresh.view(np.ndarray), saved["states"]
        for field in ("options", "num_players", "skip_forced"):
            if not (states[field] == fresh[field]).all():
                raise PhylariumError(f"the saved state was made with other {field}")
        fixed = ("opponents", "fixed_seat") if self._opponent_pool is None else ("fixed_seat",)
        for field in fixed:
            if not np.array_equal(saved["learners"][field], self._learners[field]):
                raise PhylariumError(f"the saved state was made with other {field}")
        for name, mine in here.items():
            mine[...] = saved[name]
        self._has_begun = True
        self._show_all()

    @property
    def has_begun(self) -> bool:
        """Whether there are games to step."""
        return self._has_begun

    def __deepcopy__(self, memo: Any) -> SeatGames:
        other = SeatGames(self.setup, self.n, *self._arguments)
        if self._has_begun:
            other.set_state(self.get_state())
        return other

    def __getstate__(self) -> Any:
        raise TypeError("pickle the environment, or what get_state() gives")

    def close(self) -> None:
        """End the threads, if there are any."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class KeepsGames(EzPickle):
    """Pickle and deepcopy of an environment: its arguments, and its games at their moment."""

    _games: SeatGames

    def get_state(self) -> dict[str, NDArray[Any]]:
        """Everything that `set_state` needs to go on exactly from here, as arrays."""
        return self._games.get_state()

    def set_state(self, saved: dict[str, NDArray[Any]]) -> Any:
        """Go on from `get_state`, also in another process; refuses a state of another set-up."""
        self._games.set_state(saved)

    def __getstate__(self) -> dict[str, Any]:
        saved = self.get_state() if self._games.has_begun else None
        return {**EzPickle.__getstate__(self), "games": saved}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        EzPickle.__setstate__(self, saved)
        if saved["games"] is not None:
            self.set_state(saved["games"])


def _counted(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise OptionsError(f"{name} is a whole number from 1 up, got {value!r}")
    return int(value)


def _checked_seat(seat: Any, setup: Setup) -> int:
    is_whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if not is_whole or not 0 <= seat < setup.num_players:
        raise OptionsError(
            f"seat is None or a whole number from 0 to {setup.num_players - 1}, got {seat!r}"
        )
    return int(seat)
