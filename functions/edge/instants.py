"""An instant in a request: ISO 8601, in UTC if it names no zone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError


def _parsed(value: Any) -> datetime:
    try:
        if "\0" in value:  # C ends a text here, and so does fromisoformat
            raise ValueError("holds NUL")
        moment = datetime.fromisoformat(value)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        raise PydanticCustomError(
            "instant", "takes an ISO 8601 instant such as 2026-11-18T09:00:00Z"
        ) from None


Instant = Annotated[
    datetime, BeforeValidator(_parsed), WithJsonSchema({"type": "string", "format": "date-time"})
]
