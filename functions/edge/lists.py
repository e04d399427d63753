"""What every list has in common: the query that asks for a page, and the frame around its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import orjson
from aws_lambda_powertools.event_handler import Response
from pydantic import BaseModel, BeforeValidator, Field

from regent.limits import MAX_PAGE, MAX_PAGE_OFFSET
from regent.names import Text
from regent.paging import Listing, Page, decode_cursor, encode_cursor
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


#: Where an answer without a frame has its cursor.
NEXT_HEADER: Final = "X-Next-Cursor"
_LINES: Final = "application/x-ndjson"


def _split(given: Any) -> Any:
    texts = given if isinstance(given, list) else [given]
    return [each for text in texts for each in str(text).split(",")]


#: Marks a list in a query, whose elements have commas between.
SEPARATED: Final = BeforeValidator(_split)


class Pagination(BaseModel):
    """The rows of this page. ``hasMore``: nextCursor leads to further rows."""

    limit: int
    offset: int
    hasMore: bool


def takes_lines(accepted: str | None) -> bool:
    """Whether an Accept names lines of JSON."""
    kinds = (kind.split(";")[0].strip() for kind in (accepted or "").lower().split(","))
    return _LINES in kinds


def lines(rows: Sequence[Row], next_cursor: str | None) -> Response[Any]:
    """Rows as lines of JSON. The frame of a list has no line: its cursor is in a header."""
    headers: dict[str, str | list[str]] = {}
    if next_cursor is not None:
        headers[NEXT_HEADER] = next_cursor
    body = b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)
    return Response(200, _LINES, body.decode(), headers)


def listed(
    name: str,
    found: Listing,
    page: Page,
    shape: Callable[[Row], Row] | None = None,
    *,
    order: str | None = None,
) -> dict[str, Any]:
    """The frame around what a store found; ``shape`` makes rows of the answer of its rows.
    ``order``: the name in cursors of a list that comes in several orders."""
    return {
        name: found.rows if shape is None else [shape(row) for row in found.rows],
        "total": found.total,
        "pagination": {
            "limit": page.limit,
            "offset": page.offset,
            "hasMore": found.next_key is not None,
        },
        "nextCursor": None
        if found.next_key is None
        else encode_cursor(order or name, found.next_key),
    }
