"""Lists of rows, which fetch themselves page by page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from regent.client.core.paging import Listing, Page, Walk
from regent.client.core.rows import Row
from regent.client.sync.session import Session

R = TypeVar("R", bound=Row)


class Pages(Generic[R]):
    """The rows of a list. Each walk over them asks the server anew."""

    def __init__(self, session: Session, listing: Listing[R], limit: int | None) -> None:
        self._session = session
        self._listing = listing
        self._limit = limit

    def __iter__(self) -> Iterator[R]:
        return self._rows()

    def _rows(self) -> Iterator[R]:
        for page in self.pages():
            for row in page.rows:
                yield row

    def pages(self) -> Iterator[Page[R]]:
        """The rows page by page."""
        walk = Walk(self._listing, self._limit)
        while not walk.over:
            yield walk.take(self._session.send(walk.next()))

    def first(self) -> R | None:
        """The first row; None when there is none."""
        walk = Walk(self._listing, 1)
        while not walk.over:
            page = walk.take(self._session.send(walk.next()))
            if page.rows:
                return page.rows[0]
        return None

    def all(self) -> list[R]:
        """All rows, in a list."""
        return [row for row in self]

    def total(self) -> int | None:
        """How many rows the whole list has; None where counting them would cost too much."""
        page = self._session.send(self._listing.page(None, 1))
        return page.total
