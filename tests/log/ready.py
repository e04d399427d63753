"""Imports what the tests' workers need into the process that forks them, so that they start at
once.

That process does not have pytest's paths: without this file it would find an installed Regent.
"""

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]

sys.path[:0] = [str(ROOT / "shared"), str(ROOT)]
import_module("tests.log.workers")
