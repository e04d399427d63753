"""Lists of rows, which fetch themselves page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Generic, TypeVar

from regent.client.aio.session import AsyncSession
from regent.client.core.paging import Listing, Page, Walk
from regent.client.core.rows import Row

R = TypeVar("R", bound=Row)


class AsyncPages(Generic[R]):
    """The rows of a list. Each walk over them asks the server anew."""

    def __init__(self, session: AsyncSession, listing: Listing[R], limit: int | None) -> None:
        self._session = session
        self._listing = listing
        self._limit = limit

    def __aiter__(self) -> AsyncIterator[R]:
        return self._rows()

    async def _rows(self) -> AsyncIterator[R]:
        async for page in self.pages():
            for row in page.rows:
                yield row

    async def pages(self) -> AsyncIterator[Page[R]]:
        """The rows page by page."""
        walk = Walk(self._listing, self._limit)
        while not walk.over:
            yield walk.take(await self._session.send(walk.next()))

    async def first(self) -> R | None:
        """The first row; None when there is none."""
        walk = Walk(self._listing, 1)
        while not walk.over:
            page = walk.take(await self._session.send(walk.next()))
            if page.rows:
                return page.rows[0]
        return None

    async def all(self) -> list[R]:
        """All rows, in a list."""
        return [row async for row in self]

    async def total(self) -> int | None:
        """How many rows the whole list has; None where counting them would cost too much."""
        page = await self._session.send(self._listing.page(None, 1))
        return page.total
