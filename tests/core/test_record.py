"""One structured record is one game, read by the same rule compiled and uncompiled."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from phylarium.envs.core.header import HEADER_NAMES, header_fields
from phylarium.envs.core.record import Row, as_states, new_states, record_dtype, row

SPECIES = np.dtype([("food", np.int8), ("body", np.int16)])
RECORD = record_dtype(
    "toy",
    [
        *header_fields(3),
        ("hand", np.int8, (4,)),
        ("species", SPECIES, (2,)),
        ("leader", SPECIES),
        ("bits", np.int64),
    ],
)


@pytest.fixture
def state():
    return row(new_states(RECORD, 1))


def test_a_record_is_packed_with_its_widest_fields_first():
    plain = [n for n in RECORD.names[:-1] if n not in ("species", "leader")]
    widths = [RECORD.fields[name][0].base.itemsize for name in plain]
    assert widths == sorted(widths, reverse=True)
    assert RECORD.itemsize == sum(RECORD.fields[name][0].itemsize for name in RECORD.names)


def test_a_record_ends_with_the_byte_that_names_its_game():
    assert RECORD.names[-1] == "is_toy"
    assert record_dtype("other", header_fields(3)) != record_dtype("another", header_fields(3))


def test_a_record_keeps_the_order_of_the_headers_fields():
    assert [name for name in RECORD.names if name in HEADER_NAMES] == list(HEADER_NAMES)


def test_fields_read_as_plain_python_numbers(state):
    state.hand[2] = 100
    state.rewards[1] = 0.5
    assert type(state.to_move) is int
    assert type(state.hand[2]) is int
    assert type(state.rewards[1]) is float
    assert state.hand[2] + state.hand[2] == 200
    assert state.hand[2] * state.hand[2] == 10_000


def test_the_stream_stays_unsigned(state):
    state.rng[0] = np.uint64(2**64 - 1)
    assert state.rng[0] == np.uint64(2**64 - 1)
    assert isinstance(state.rng[0], np.uint64)


def test_writes_reach_the_array():
    states = new_states(RECORD, 3)
    row(states, 1).turn = 7
    row(states, 1).species[1].food = 3
    assert states.view(np.ndarray)["turn"].tolist() == [0, 7, 0]
    assert states.view(np.ndarray)["species"]["food"].tolist() == [[0, 0], [0, 3], [0, 0]]


def test_a_nested_record_is_assigned_whole(state):
    state.leader.body = 9
    state.species[1] = state.leader
    state.leader.body = 1
    assert state.species[1].body == 9
    state.leader = state.species[1]
    assert state.leader.body == 9


def test_a_slice_of_a_field_is_a_view(state):
    state.hand[1:3] = 5
    assert [int(card) for card in state.hand] == [0, 5, 5, 0]
    assert len(state.hand) == 4


@pytest.mark.parametrize("access", [lambda s: s.trun, lambda s: setattr(s, "trun", 1)])
def test_a_misspelt_field_is_refused(state, access):
    with pytest.raises(AttributeError, match="is_toy record has no field 'trun'"):
        access(state)


def test_an_array_read_back_from_bytes_works_in_this_mode():
    states = new_states(RECORD, 2)
    row(states, 1).plies = 12
    again = as_states(np.frombuffer(bytearray(states.tobytes()), RECORD))
    assert row(again, 1).plies == 12
    assert type(again) is type(states)


def test_a_row_shows_its_fields(state):
    assert "turn=0" in repr(state)
    assert isinstance(state, Row)


def test_the_same_rule_leaves_the_same_bytes_compiled_and_uncompiled(tmp_path):
    compiled = run_both_modes(tmp_path, disable_jit="0")
    assert set(compiled["bytes"]) != {"0"}
    assert run_both_modes(tmp_path, disable_jit="1") == compiled


def test_compiled_rules_draw_the_published_numbers_of_splitmix64(tmp_path):
    assert run_both_modes(tmp_path, disable_jit="0")["draws"] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def run_both_modes(cache, disable_jit):
    """What `both_modes` prints."""
    script = Path(__file__).parent / "both_modes.py"
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": disable_jit,
        "PHYLARIUM_CACHE_DIR": str(cache),
    }
    ended = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
