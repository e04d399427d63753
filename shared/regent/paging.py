"""Lists that are read page by page: by offset, or from where the last page ended.

A cursor holds the sort key of the last row of a page. A push or a delete moves no row across that
key, so reading a list by its cursors repeats nothing and skips nothing.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from regent.errors import InvalidRequest
from regent.rows import Row

_LARGEST_BIGINT = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Page:
    """Which rows of a list: ``limit`` of them, after a sort key or else after ``offset`` rows."""

    limit: int
    offset: int = 0
    after: tuple[Any, ...] | None = None

    def key(self, width: int) -> tuple[Any, ...]:
        """The sort key to start after, as parameters of a statement; nulls where there is none."""
        return self.after or (None,) * width


class Listing(NamedTuple):
    """A page of a list, as every store gives it."""

    rows: list[Row]
    #: Where the next page starts, as ``Page.after`` takes it; None when this is the last one.
    next_key: tuple[Any, ...] | None
    #: How many rows all pages have; None where counting would mean reading them.
    total: int | None
    #: What the statement says of the list and of no row.
    about: Row


def cut(
    rows: Sequence[Row],
    page: Page,
    key: Mapping[str, type],
    *,
    about: Sequence[str] = (),
    total: str = "total",
) -> Listing:
    """The page that a statement's rows make. ``key``: the columns that the list is sorted by.

    Each row also has the columns that speak of the list: ``total``, those of ``about``, and
    ``more`` where the statement bounds the page itself. A statement without ``more`` was asked for
    one row more than the page. A list that is empty has one row, without a key, or none.
    """
    first = rows[0] if rows else {}
    last_column = [*key][-1]
    of_list = {total, "more", *about}
    found = [
        {name: value for name, value in row.items() if name not in of_list}
        for row in rows
        if row[last_column] is not None
    ]
    shown = found if "more" in first else found[: page.limit]
    next_key = None
    if shown and first.get("more", len(found) > page.limit):
        next_key = tuple(kind(shown[-1][name]) for name, kind in key.items())
    return Listing(shown, next_key, first.get(total), {name: first[name] for name in about})


def encode_cursor(name: str, key: Sequence[Any]) -> str:
    """A sort key as a client carries it: opaque, safe in a URL, and of no use in another list."""
    text = json.dumps([name, *key], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode_cursor(name: str, cursor: str, kinds: Sequence[type]) -> tuple[Any, ...]:
    """The sort key of a cursor; ``kinds`` (int, str, datetime, UUID) are the types that this list
    sorts by."""
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        its_name, *key = json.loads(text)
        if its_name != name or len(key) != len(kinds):
            raise ValueError("another list's")
        return tuple(_part(value, kind) for value, kind in zip(key, kinds, strict=True))
    except (binascii.Error, ValueError, TypeError, OverflowError, RecursionError):
        raise InvalidRequest(
            "cursor: not one of this list; take nextCursor from its last answer", {"cursor": cursor}
        ) from None


def _part(value: Any, kind: type) -> Any:
    if kind is datetime and isinstance(value, str):
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError("without a zone")
        return moment.astimezone(UTC)  # what has no year there, Postgres could not give back
    if kind is UUID and isinstance(value, str):
        return UUID(value)
    if type(value) is not kind or "\0" in str(value):
        raise ValueError("of another type")
    if isinstance(value, str):
        value.encode()  # half of a surrogate pair is in no name of ours
    if isinstance(value, int) and not 0 <= value <= _LARGEST_BIGINT:
        raise ValueError("no id of ours")
    return value
