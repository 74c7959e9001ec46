"""Makes `evolution_climate.scenes` and `evolution_climate.naive` importable for these tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
