"""Another process that plays the games asked for on standard input and says on standard output what
came of it.

Its parent is `determinism`. Request: `path` (entries for sys.path), `game` ("module:ATTRIBUTE"),
`jobs`, each with `num_players, options, skip_forced` and either `seed, player, plies` (answer: the
trace) or `state` (a pickled record, base64; answer: the hash of the state after it is played on).
"""

from __future__ import annotations

import base64
import importlib
import json
import pickle
import sys
from typing import Any


def main() -> None:
    """Answer the request; the answer is the last line printed."""
    request = json.load(sys.stdin)
    sys.path[:] = list(dict.fromkeys([*request["path"], *sys.path]))
    module, attribute = request["game"].split(":")
    game = getattr(importlib.import_module(module), attribute)
    print(json.dumps([answer(game, job) for job in request["jobs"]]))


def answer(game: Any, job: dict[str, Any]) -> Any:
    """What comes of one job."""
    from phylarium.envs.core.position import Position
    from phylarium.envs.core.record import as_states

    from .engine import play_on
    from .traces import trace

    setup = game.setup(job["num_players"], job["options"], job["skip_forced"])
    if "state" in job:
        position = Position(setup, as_states(pickle.loads(base64.b64decode(job["state"]))))
        play_on(position, "random")
        return position.digest()
    return trace(setup, job["seed"], job["player"], job["plies"])


if __name__ == "__main__":
    main()
