"""Makes `evolution_earth.scenes` and `evolution_earth.naive` importable for the tests here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
