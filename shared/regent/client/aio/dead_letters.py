"""Dead letters: look at them, try them again, delete them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING

from regent.client.aio.pages import AsyncPages
from regent.client.aio.session import AsyncSession
from regent.client.core.later import Later

if TYPE_CHECKING:
    from regent.client.core import operations_dead_letters as operations
    from regent.client.core.operations_dead_letters import Letters
    from regent.client.core.rows_admin import DeadLetterRow, DeadLetterSummary, Redriven
else:
    operations = Later(".operations_dead_letters")


class AsyncDeadLetters:
    """The dead letters that were asked for. Walking over them lists them, the newest first."""

    def __init__(self, session: AsyncSession, letters: Letters, limit: int | None) -> None:
        self._session = session
        self._letters = letters
        self._limit = limit

    def __aiter__(self) -> AsyncIterator[DeadLetterRow]:
        return self.rows().__aiter__()

    def rows(self) -> AsyncPages[DeadLetterRow]:
        """The letters, page by page."""
        return AsyncPages(self._session, self._letters.listing, self._limit)

    async def summary(self) -> DeadLetterSummary:
        """How many there are of each group, and what most of them died of."""
        return await self._session.send(operations.summarize(self._letters))

    async def redrive(
        self,
        *,
        ids: Sequence[str] | None = None,
        to: str | None = None,
        rate_per_second: float | None = None,
        limit: int | None = None,
        progress: Callable[[Redriven], object] | None = None,
    ) -> Redriven:
        """Append them to their partitions again, in the order in which they were pushed, or to the
        queue ``to``. It runs to its end and returns the sum; ``progress`` is called after each
        request. What fails once more meanwhile is left alone."""
        return await self._session.run(
            operations.redrive(
                self._letters,
                ids=ids,
                to=self._session.options.queue_name(to),
                rate_per_second=rate_per_second,
                limit=limit,
                progress=progress,
            )
        )

    async def purge(
        self,
        *,
        ids: Sequence[str] | None = None,
        older_than_seconds: float | None = None,
        all: bool = False,  # noqa: A002 - the word of the route
    ) -> int:
        """Delete them, and say how many. Without anything that narrows them, ``all`` is needed."""
        return await self._session.run(
            operations.purge(
                self._letters, ids=ids, older_than_seconds=older_than_seconds, every=all
            )
        )

    async def delete(self, letter_id: str) -> None:
        """Delete one. Raises DeadLetterNotFound if it is not there."""
        await self._session.send(operations.purge_one(letter_id))
