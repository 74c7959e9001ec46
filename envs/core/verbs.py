"""The verbs of every game, declared once; a game supplies their bodies for its own record type.

Compiled callers (`batch`, playouts, search) are written on these names alone. At compile time Numba
asks for the body by the record's type (`numba.extending.overload`); uncompiled the verb looks it up
by dtype. Loops made by a factory that closes over the bodies would miss the disk cache in every
process, which is why dispatch is by type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from .header import is_over
from .jit import jit

_BODIES: dict[tuple[str, Any, Any], Callable[..., Any]] = {}

VERBS = ("deal", "legal", "step", "determinize", "scripted", "standing")


def bind(
    verb: str,
    record: np.dtype[np.void],
    body: Callable[..., Any],
    tag: np.dtype[np.void] | None = None,
) -> None:
    """Make `body` the meaning of a verb for a record type (and, for `observe`, an encoder's tag
    type).
    """
    _BODIES[verb, record, tag] = body


def body_of(verb: str, record: Any, tag: Any = None) -> Callable[..., Any]:
    """The bound body; `LookupError` names the verb and the record where there is none."""
    try:
        return _BODIES[verb, record, tag]
    except KeyError:
        raise LookupError(
            f"no {verb} for record {record.names[-1]} and encoder {tag and tag.names[0]}"
        ) from None


def encoder_tag(name: str) -> np.ndarray[Any, Any]:
    """An array of one whose dtype names an encoder, by which compiled loops pick its body."""
    from .record import new_states

    return new_states(np.dtype([(f"encoder_{name}", np.int8)]), 1)  # type: ignore[no-any-return]


def _typed(verb: str, state: Any, tag: Any = None) -> Callable[..., Any] | None:
    if not isinstance(state, types.Record):
        return None
    return _BODIES.get((verb, state.dtype, tag.dtype if tag is not None else None))


def deal_body(state: Any) -> None:
    """Set the game up. On entry header and options are filled in, all other bytes are zero.

    The body deals from `state.rng`, sets `phase`, `deciding`, `alive` and `to_move`.
    """
    body_of("deal", state.dtype)(state)


def legal(state: Any, mask: Any) -> None:
    """Write what `to_move` may choose: `mask` int8[num_actions] of 0 and 1, every cell written.

    The step body accepts exactly these. A live player to move always has at least one.
    """
    body_of("legal", state.dtype)(state, mask)


def step_body(state: Any, action: int) -> None:
    """Apply one legal choice of `to_move` and run on to the next choice or the end.

    Adds to `state.rewards`, sets `to_move`, `deciding`, `phase`, `turn`, and ends the game with
    `header.end_game`. Bookkeeping common to all games is `step`'s.
    """
    body_of("step", state.dtype)(state, action)


def observe(state: Any, seat: int, out: Any, tag: Any) -> None:
    """Write what `seat` knows, as the encoder named by `tag` puts it: `out` float32[size], every
    cell written.

    Own seat first, the others in turn order. Encoders marked as privileged write everything.
    """
    body_of("observe", state.dtype, tag.dtype)(state, seat, out)


def determinize(state: Any, seat: int, rng: Any) -> None:
    """Re-deal, from `rng`, what `seat` cannot know: hidden cards and choices, and `state.rng`
    itself.

    Everything that `seat` observes stays as it is, byte for byte, whatever the encoder.
    """
    body_of("determinize", state.dtype)(state, seat, rng)


def scripted(state: Any, style: int, rng: Any) -> int:
    """The choice of a scripted player for `to_move`, from what that seat knows; `style` indexes
    `Game.scripted_players`. Ties are broken with `rng`, never with `state.rng`."""
    return body_of("scripted", state.dtype)(state, style, rng)  # type: ignore[no-any-return]


def standing(state: Any, seat: int) -> float:
    """How a seat stands, in any unit: what tree search wants more of, at the end of its playouts.
    It may look at the whole record, since the playout's deal is one of many.
    """
    return body_of("standing", state.dtype)(state, seat)  # type: ignore[no-any-return]


@jit
def lead(state: Any, seat: int) -> float:
    """The usual `standing`: a seat's returns so far less the best of the others'."""
    if state.num_players == 1:
        return float(state.returns[seat])
    best = -np.inf
    for other in range(state.num_players):
        if other != seat:
            best = max(best, state.returns[other])
    return float(state.returns[seat] - best)


@overload(deal_body, strict=False)
def _deal(state):  # type: ignore[no-untyped-def]
    body = _typed("deal", state)
    return body and (lambda state: body(state))


@overload(legal, strict=False)
def _legal(state, mask):  # type: ignore[no-untyped-def]
    body = _typed("legal", state)
    return body and (lambda state, mask: body(state, mask))


@overload(step_body, strict=False)
def _step(state, action):  # type: ignore[no-untyped-def]
    body = _typed("step", state)
    return body and (lambda state, action: body(state, action))


@overload(observe, strict=False)
def _observe(state, seat, out, tag):  # type: ignore[no-untyped-def]
    body = _typed("observe", state, tag)
    return body and (lambda state, seat, out, tag: body(state, seat, out))


@overload(determinize, strict=False)
def _determinize(state, seat, rng):  # type: ignore[no-untyped-def]
    body = _typed("determinize", state)
    return body and (lambda state, seat, rng: body(state, seat, rng))


@overload(scripted, strict=False)
def _scripted(state, style, rng):  # type: ignore[no-untyped-def]
    body = _typed("scripted", state)
    return body and (lambda state, style, rng: body(state, style, rng))


@overload(standing, strict=False)
def _standing(state, seat):  # type: ignore[no-untyped-def]
    body = _typed("standing", state)
    return body and (lambda state, seat: body(state, seat))


@jit
def step(state: Any, action: int) -> None:
    """Apply one choice: rewards start at zero, the game's body runs, returns and plies are kept.

    With `skip_forced` the core goes on making choices that have one possibility.
    """
    state.rewards[:] = 0.0
    step_body(state, action)
    state.plies += 1
    if state.skip_forced:
        skip_forced_choices(state)
    for seat in range(state.num_players):
        state.returns[seat] += state.rewards[seat]


@jit
def skip_forced_choices(state: Any) -> None:
    """Make choices for as long as the player to move has exactly one."""
    mask = np.zeros(state.num_actions, np.int8)
    while not is_over(state):
        legal(state, mask)
        only = -1
        for action in range(len(mask)):
            if mask[action]:
                if only >= 0:
                    return
                only = action
        step_body(state, only)
        state.plies += 1


@jit
def deal(state: Any, seed: Any) -> None:
    """A new game in place. On entry the record is a copy of its set-up's `fresh` record."""
    state.seed = seed
    state.rng[0] = seed
    deal_body(state)
    for seat in range(state.num_players):
        state.returns[seat] = state.rewards[seat]


@jit
def skip_opening(state: Any) -> None:
    """With `skip_forced`, make the forced choices that a fresh deal starts with."""
    if state.skip_forced:
        skip_forced_choices(state)
        for seat in range(state.num_players):
            state.returns[seat] = state.rewards[seat]
