"""An instant in a request: ISO 8601, in UTC if it names no zone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError


def parsed_instant(text: str) -> datetime:
    """The instant that a text names; a ValueError when it names none."""
    if "\0" in text:  # where C ends a text, and so fromisoformat
        raise ValueError("holds NUL")
    try:
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except OverflowError as error:
        raise ValueError("outside of the years that have a number") from error


def _parsed(value: Any) -> datetime:
    try:
        return parsed_instant(value)
    except (TypeError, ValueError):
        raise PydanticCustomError(
            "instant", "takes an ISO 8601 instant such as 2026-11-18T09:00:00Z"
        ) from None


def _parsed_with_zone(value: Any) -> datetime:
    moment = _parsed(value)
    if datetime.fromisoformat(value).tzinfo is None:
        raise PydanticCustomError(
            "instant", "takes an instant with its time zone, such as 2026-11-18T09:00:00Z"
        )
    return moment


Instant = Annotated[
    datetime, BeforeValidator(_parsed), WithJsonSchema({"type": "string", "format": "date-time"})
]
#: One that has to name its zone.
ZonedInstant = Annotated[
    datetime,
    BeforeValidator(_parsed_with_zone),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
