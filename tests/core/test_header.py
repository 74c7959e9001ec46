"""The fields that every state starts with, and how a game ends."""

import numpy as np
import pytest
from phylarium.envs.core.header import NOBODY, end_game, header_fields, is_over, seat_after
from phylarium.envs.core.jit import IS_COMPILED
from phylarium.envs.core.record import new_states, record_dtype, row

RECORD = record_dtype("headed", header_fields(4))


def plain(function):
    """A rule as plain Python, which reads a `Row`."""
    return function.py_func if IS_COMPILED else function


@pytest.fixture
def state():
    head = row(new_states(RECORD, 1))
    head.num_players, head.deciding, head.alive = 4, 0b1, 0b1111
    return head


@pytest.mark.parametrize(
    ("by_rule", "terminal", "truncated"), [(True, 1, 0), (False, 0, 1)], ids=["rules", "limit"]
)
def test_the_rules_terminate_and_a_limit_truncates(state, by_rule, terminal, truncated):
    assert not plain(is_over)(state)
    plain(end_game)(state, by_rule)
    assert (state.terminal, state.truncated) == (terminal, truncated)
    assert (state.to_move, state.deciding) == (NOBODY, 0)
    assert plain(is_over)(state)


@pytest.mark.parametrize(("seat", "steps", "after"), [(0, 1, 1), (3, 1, 0), (2, 6, 0), (1, 0, 1)])
def test_turn_order_goes_round_the_table(state, seat, steps, after):
    assert plain(seat_after)(state, seat, steps) == after


def test_deciding_seats_fit_their_field_up_to_fifteen_players():
    assert np.dtype({f[0]: f[1] for f in header_fields(15)}["deciding"]).itemsize == 2
