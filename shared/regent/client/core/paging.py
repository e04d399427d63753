"""Lists a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from regent.client.core.checks import check_count
from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation, api, json_of
from regent.client.core.rows import Row, row
from regent.limits import MAX_PAGE

R = TypeVar("R", bound=Row)

#: Rows of a page, when a program does not say how many it wants.
PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """Some rows of a list, and where the next ones begin."""

    rows: tuple[R, ...]
    next_cursor: str | None
    #: How many rows the whole list has; None where counting them would cost too much.
    total: int | None


@dataclass(frozen=True, slots=True)
class Listing(Generic[R]):
    """A list of the server: its route, what narrows it, and its rows."""

    words: tuple[str, ...]
    #: The member of the answer that has the rows; None when the answer is an array.
    member: str | None
    kind: type[R]
    query: Mapping[str, object]
    #: The most rows of one page.
    most: int = MAX_PAGE

    def page(self, cursor: str | None, limit: int | None) -> Operation[Page[R]]:
        """The request for one page."""
        size = min(PAGE if limit is None else limit, self.most)
        return Operation(
            "GET", api(*self.words, **self.query, limit=size, cursor=cursor), self._read
        )

    def _read(self, reply: Reply) -> Page[R]:
        said: Any = json_of(reply)
        if self.member is None:
            rows, cursor, total = said, reply.header("x-next-cursor"), None
        else:
            rows, cursor, total = said[self.member], said.get("nextCursor"), said.get("total")
        return Page(tuple(row(self.kind, raw) for raw in rows), cursor, total)


def checked_limit(limit: int | None) -> int | None:
    """The argument ``limit`` of a list."""
    if limit is not None:
        check_count("limit", limit, 1)
    return limit


class Walk(Generic[R]):
    """A list's rows, one after the other: what is fetched next, and what of it is handed out."""

    def __init__(self, listing: Listing[R], limit: int | None) -> None:
        self._listing = listing
        self._left = checked_limit(limit)
        self._cursor: str | None = None
        self._begun = False

    @property
    def over(self) -> bool:
        """Whether nothing follows. A page without rows is not the end."""
        return self._left == 0 or (self._begun and self._cursor is None)

    def next(self) -> Operation[Page[R]]:
        """The request for the next page."""
        return self._listing.page(self._cursor, self._left)

    def take(self, page: Page[R]) -> Page[R]:
        """Go on behind this page; its rows, but no more than were asked for."""
        self._begun, self._cursor = True, page.next_cursor
        if self._left is None:
            return page
        rows = page.rows[: self._left]
        self._left -= len(rows)
        return Page(rows, page.next_cursor, page.total)


Describe = Callable[[Reply], R]
