"""A schedule that always fails."""

from typing import Any

calls: list[str] = []


def handler(event: dict[str, Any], context: Any) -> None:
    """Fail."""
    calls.append(event["id"])
    raise RuntimeError("a schedule that fails")
