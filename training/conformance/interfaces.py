"""The checks that PettingZoo, Gymnasium and Stable-Baselines3 ship for environments, run on the
adapters.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import re
import warnings
from collections.abc import Iterator
from typing import Any

from phylarium.envs.core.game import Setup

from .agreement import named
from .catalogue import Plan, conformance_check
from .report import ConformanceError

UNAVOIDABLE = re.compile(
    "Observation space for each agent probably should be gymnasium.spaces.box"
    "|Observation is not a NumPy array"
    "|env is not specified via gymnasium.make"
    "|not able to test alternative render modes"
    "|A Box observation space (maximum|minimum) value is"
    "|No render fps was declared"
    "|Your observation .* has an unconventional shape",
    re.IGNORECASE,
)


@conformance_check("players")
def check_api(setup: Setup, plan: Plan) -> str | None:
    """The environments pass the tests that PettingZoo, Gymnasium and Stable-Baselines3 ship."""
    arguments = named(setup)
    with quiet():
        pettingzoo_tests(arguments, cycles=50 * plan.games)
        gymnasium_tests(arguments)
        if importlib.util.find_spec("stable_baselines3") is None:
            return "stable-baselines3 is not installed, its check_env is left out"
        sb3_tests(arguments)
    return None


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Swallow what the helpers print; a warning that a game could avoid is a failure."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        yield
    for warning in caught:
        if issubclass(warning.category, UserWarning) and not UNAVOIDABLE.search(
            str(warning.message)
        ):
            raise ConformanceError(f"a helper warns: {warning.message}")


def pettingzoo_tests(arguments: dict[str, Any], cycles: int) -> None:
    """PettingZoo's tests of the AEC and Parallel environments."""
    from pettingzoo.test import api_test, parallel_api_test, seed_test
    from pettingzoo.test.render_test import render_test
    from phylarium.envs.adapters import aec, parallel

    api_test(aec.make_env(**arguments), num_cycles=cycles)
    api_test(aec.AECGame(**arguments), num_cycles=cycles)
    seed_test(lambda: aec.make_env(**arguments), num_cycles=cycles)
    render_test(lambda render_mode=None: aec.AECGame(**arguments, render_mode=render_mode))
    parallel_api_test(parallel.make_env(**arguments), num_cycles=cycles)


def gymnasium_tests(arguments: dict[str, Any]) -> None:
    """Gymnasium's test of the seat environment, with the mask in the info and in the view."""
    from gymnasium.utils.env_checker import check_env
    from phylarium.envs.adapters.seat import SeatEnv

    for mask_in_obs in (False, True):
        check_env(
            SeatEnv(**arguments, mask_in_obs=mask_in_obs, illegal="end"), skip_render_check=True
        )


def sb3_tests(arguments: dict[str, Any]) -> None:
    """Stable-Baselines3's test of the seat environment."""
    from phylarium.envs.adapters.seat import SeatEnv
    from stable_baselines3.common.env_checker import check_env

    check_env(SeatEnv(**arguments, illegal="end"), warn=True, skip_render_check=True)
