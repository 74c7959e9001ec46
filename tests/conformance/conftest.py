"""The zoo and the toy game of `examples/` as importable modules, here and in other processes."""

import sys
from pathlib import Path

FOLDER = Path(__file__).parent
REPOSITORY = FOLDER.parents[1]

for folder in (FOLDER, REPOSITORY / "examples" / "goofspiel"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
