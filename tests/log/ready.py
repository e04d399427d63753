"""Imported once, by the process that the tests' workers are forked from: they start at once then.

That process knows nothing of pytest's paths; it would find an installed Regent instead of this one.
"""

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]

sys.path[:0] = [str(ROOT / "shared"), str(ROOT)]
import_module("tests.log.workers")
