"""Modules that are imported when something of them is first used.

A program that pushes and consumes needs none of the rows that those who look after queues read;
making their classes would take a third of the time of its import.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Later:
    """A module of this package, under the name that it would be imported by."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(attribute)  # whoever looks the object over imports nothing
        value = getattr(import_module(self._name, __package__), attribute)
        setattr(self, attribute, value)
        return value
