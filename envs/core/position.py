"""`Position`: the checked Python shell around one game, for people, tests, replays and adapters."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import IllegalAction, PositionError
from .game import Encoder, Setup
from .header import HEADER_NAMES
from .record import Row, as_states, new_states, row


class Position:
    """One game at one moment.

    `states` is the array of one record; `setup` says which game, players and options. Every method
    checks what it is given and leaves the game as it was when it refuses.
    """

    def __init__(self, setup: Setup, states: Any) -> None:
        self.setup = setup
        self.states = states
        self._mask = np.zeros((1, setup.num_actions), np.int8)
        self._action = np.zeros(1, np.int64)
        self._seat = np.zeros(1, np.int64)

    @classmethod
    def deal(cls, setup: Setup, seed: int = 0) -> Position:
        """A new game from a seed (0 to 2**64 - 1)."""
        position = cls(setup, new_states(setup.game.record, 1))
        setup.deal(position.states, np.array([seed], np.uint64))
        return position

    @classmethod
    def from_dict(cls, setup: Setup, document: Mapping[str, Any]) -> Position:
        """The position that a document describes (see the game's notation); parts left out take
        defaults.

        Raises `PositionError` with the field that no game can have.
        """
        if not isinstance(document, Mapping):
            raise PositionError(f"a position is a mapping, got {type(document).__name__}")
        states = new_states(setup.game.record, 1)
        as_states(states)[0] = as_states(setup.fresh)[0]
        setup.game.from_dict(document, row(states), setup)
        return cls(setup, states)

    def to_dict(self) -> dict[str, Any]:
        """The position as a small JSON document, hidden parts included."""
        return self.setup.game.to_dict(self.row, self.setup)

    @property
    def row(self) -> Row:
        """The record, readable and writable by field."""
        return row(self.states)

    @property
    def to_move(self) -> int:
        """The seat to move, -1 when the game is over."""
        return int(self.row.to_move)

    @property
    def is_over(self) -> bool:
        """Whether no choice is left to make."""
        return bool(self.row.terminal or self.row.truncated)

    @property
    def rewards(self) -> NDArray[np.float64]:
        """What each seat got from the last choice, float64 [num_players]."""
        return np.array(self.row.rewards[: self.setup.num_players])

    @property
    def returns(self) -> NDArray[np.float64]:
        """What each seat got so far, float64 [num_players]."""
        return np.array(self.row.returns[: self.setup.num_players])

    def mask(self) -> NDArray[np.int8]:
        """The legal actions of the seat to move, int8 [num_actions]; zeros when the game is
        over.
        """
        self.setup.game.loops.legal_many(self.states, self._mask)
        mask: NDArray[np.int8] = self._mask[0].copy()
        return mask

    def legal_words(self) -> list[str]:
        """The legal actions in words."""
        return [self.setup.actions.words[a] for a in np.flatnonzero(self.mask())]

    def step(self, action: int | str) -> None:
        """Make a choice for the seat to move, by number or in words.

        Raises `IllegalAction` (with the words and what is legal) or `UnknownName`; the game stays
        as it was.
        """
        number = self.check(action)
        self._action[0] = number
        self.setup.game.loops.step_many(self.states, self._action)

    def check(self, action: int | str) -> int:
        """The number of an action that is legal here; raises as `step` does."""
        words = self.setup.actions
        number = words.parse(action) if isinstance(action, str) else whole_number(action)
        if self.is_over:
            raise IllegalAction("the game is over; no action is legal")
        name = words.name(number)
        if not self.mask()[number]:
            raise IllegalAction(
                f"{name!r} (action {number}) is not legal for player_{self.to_move}; "
                f"legal: {shortened(self.legal_words())}"
            )
        return number

    def observe(self, seat: int, encoder: str | Encoder | None = None) -> Any:
        """What a seat knows: float32 [layout.size], or a string for a text encoder."""
        chosen = encoder if isinstance(encoder, Encoder) else self.setup.game.encoder(encoder)
        if chosen.is_text:
            return chosen.body(self.row, seat, self.setup)
        out = np.zeros((1, self.setup.layout(chosen.name).size), np.float32)
        if chosen.compiled:
            self._seat[0] = seat
            self.setup.game.loops.observe_many(self.states, self._seat, out, chosen.tag)
        else:
            chosen.body(self.row, seat, out[0])
        return out[0]

    def text(self, seat: int = -1) -> str:
        """The game as `seat` sees it, -1 for what is open to all."""
        return self.setup.game.text(self.row, seat, self.setup)

    def determinize(self, seat: int, seed: int) -> None:
        """Re-deal in place what `seat` cannot know."""
        self._seat[0] = seat
        self.setup.game.loops.determinize_many(
            self.states, self._seat, np.array([[seed]], np.uint64)
        )

    def choice_of(self, player: str, seed: int = 0) -> int:
        """The choice of a scripted or privileged player, or of "random", for the seat to move."""
        code = controller_code(self.setup, player)
        self.setup.game.loops.choose_many(
            self.states,
            np.array([code], np.int64),
            self._mask,
            np.array([[seed]], np.uint64),
            self._action,
        )
        return int(self._action[0])

    def copy(self) -> Position:
        """An independent copy; playing on in one leaves the other alone."""
        return Position(self.setup, copy.deepcopy(self.states))

    def tobytes(self) -> bytes:
        """The whole state; two equal states are equal bytes."""
        return self.states.tobytes()  # type: ignore[no-any-return]

    def digest(self) -> str:
        """A short hash of the whole state, the same on every machine."""
        return hashlib.sha256(self.tobytes()).hexdigest()[:16]

    def header(self) -> dict[str, Any]:
        """The header's fields as plain values, for messages and tests."""
        return {name: getattr(self.row, name) for name in HEADER_NAMES}


def controller_code(setup: Setup, player: str) -> int:
    """The batch loops' code of "random" or a scripted player; `UnknownName` with the nearest
    one.
    """
    from .errors import nearest

    names = ("random", *setup.game.scripted_players, *setup.game.privileged_players)
    if player not in names:
        raise nearest(f"scripted player of {setup.game.name}", player, names)
    return names.index(player)


def whole_number(action: Any) -> int:
    """An action as an int; floats, NaN, bools and other types are refused with what was given."""
    if isinstance(action, np.ndarray) and action.shape == ():
        action = action[()]
    if isinstance(action, bool | np.bool_) or not isinstance(action, int | np.integer):
        raise IllegalAction(
            f"an action is a whole number or words, got {action!r} ({type(action).__name__})"
        )
    return int(action)


def shortened(words: list[str], most: int = 12) -> str:
    """A list of words for a message, cut after a dozen."""
    tail = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(repr(w) for w in words[:most]) + tail
