"""The packages of the wheel; all else is in pyproject.toml, which cannot say that the handlers of
`functions/` travel as `regent._rooms.functions` (shared/regent/rooms.py)."""

from setuptools import find_namespace_packages, setup

LIBRARY = find_namespace_packages("shared")
HANDLERS = find_namespace_packages(include=["functions", "functions.*"])

setup(packages=[*LIBRARY, *(f"regent._rooms.{name}" for name in HANDLERS)])
