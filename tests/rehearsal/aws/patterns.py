"""Whether EventBridge hands an event to a rule (EventBridge guide, "Creating event patterns")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class NotAPattern(Exception):
    """EventBridge refuses the pattern, or we do not know how it reads it."""


def matches(pattern: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """Every field of the pattern is in the event, with one of the listed values."""
    return all(_matches(wanted, event.get(name)) for name, wanted in pattern.items())


def _matches(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, Mapping):
        return isinstance(value, Mapping) and matches(wanted, value)
    if not isinstance(wanted, list) or not wanted:
        raise NotAPattern(f"a field of a pattern is a list of values, not {wanted!r}")
    if any(not isinstance(each, str | int | bool) for each in wanted):
        raise NotAPattern(f"we read values only, no filters: {wanted!r}")
    return value in wanted
