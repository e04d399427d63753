"""A schedule that remembers what it was called with."""

from typing import Any

events: list[dict[str, Any]] = []


def handler(event: dict[str, Any], context: Any) -> None:
    """Remember."""
    events.append(event)
