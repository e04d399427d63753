"""Rows as answers carry them: columns in snake_case become names in camelCase, with JSON's
types."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

import orjson

#: A row of an answer, by its names in JSON.
Row = dict[str, Any]


def as_json_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[Row]:
    """Rows as dicts with JSON's names. A ``json`` column arrives as text and stays unparsed."""
    names = [camel(column) for column in columns]
    return [
        {name: _value(name, value) for name, value in zip(names, row, strict=True)} for row in rows
    ]


def json_text(text: str) -> orjson.Fragment:
    """Stored JSON on its way out: passed through without parsing."""
    return orjson.Fragment(text)


def text_of(stored: orjson.Fragment) -> str:
    """The text of stored JSON, for callers that have to look into it."""
    return orjson.dumps(stored).decode()


@cache
def camel(column: str) -> str:
    """``lease_expires_at`` → ``leaseExpiresAt``"""
    first, *rest = column.split("_")
    return first + "".join(word.capitalize() for word in rest)


def instant(moment: datetime) -> str:
    """ISO 8601 in UTC, always with microseconds and a Z."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def _value(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    # To a client an id is opaque; as a number it would not survive every JSON parser.
    if isinstance(value, int) and (name == "id" or name.endswith("Id")):
        return str(value)
    return value
