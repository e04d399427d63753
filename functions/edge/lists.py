"""What every list has in common: the query that asks for a page, and the frame around its rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, Field

from regent.limits import MAX_PAGE, MAX_PAGE_OFFSET
from regent.names import Text
from regent.paging import Page, decode_cursor, encode_cursor
from regent.rows import Row


class PageQuery(BaseModel):
    """``cursor`` continues a list where its last answer ended; ``offset`` counts from its start."""

    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 100
    offset: Annotated[int, Field(ge=0, le=MAX_PAGE_OFFSET)] = 0
    cursor: Text | None = None

    def page(self, name: str, *kinds: type) -> Page:
        """The page for the store. ``name`` is the list's, ``kinds`` are the types of its sort
        key."""
        if self.cursor:
            return Page(self.limit, 0, decode_cursor(name, self.cursor, kinds))
        return Page(self.limit, self.offset)


class Pagination(BaseModel):
    """The rows of this page. ``hasMore``: nextCursor leads to further rows."""

    limit: int
    offset: int
    hasMore: bool


def listed(
    name: str, rows: Sequence[Row], page: Page, last_key: Sequence[Any] | None, total: int | None
) -> dict[str, Any]:
    """The frame. ``last_key``: the sort key of the last row, None if nothing comes after it.
    ``total``: the rows of all pages, None if counting would mean reading everything."""
    return {
        name: list(rows),
        "total": total,
        "pagination": {
            "limit": page.limit,
            "offset": page.offset,
            "hasMore": last_key is not None,
        },
        "nextCursor": None if last_key is None else encode_cursor(name, last_key),
    }
