"""Dead letters: look at them, try them again, delete them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from regent.client.aio.pages import AsyncPages
from regent.client.aio.session import AsyncSession
from regent.client.core.later import Later

if TYPE_CHECKING:
    from regent.client.core import operations_dead_letters as operations
    from regent.client.core.operations_dead_letters import Letters
    from regent.client.core.rows_dead_letters import (
        DeadLetterRow,
        DeadLetterSummary,
        Redriven,
        RedriveRow,
    )
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

    def rows(self, *, reveal: bool = False) -> AsyncPages[DeadLetterRow]:
        """The letters, page by page. ``reveal``: with what is masked in payloads, for those who may
        write; it is noted in the audit."""
        return AsyncPages(self._session, self._letters.listing(reveal=reveal), self._limit)

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

    async def start_redrive(
        self,
        *,
        ids: Sequence[str] | None = None,
        to: str | None = None,
        rate_per_second: int | None = None,
        limit: int | None = None,
    ) -> AsyncRedrive:
        """Let the server do what ``redrive`` does, with the letters that are there now. It goes on
        when this program has ended."""
        started = await self._session.send(
            operations.start_redrive(
                self._letters,
                ids=ids,
                to=self._session.options.queue_name(to),
                rate_per_second=rate_per_second,
                limit=limit,
            )
        )
        return AsyncRedrive(self._session, started.id)

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


@dataclass(frozen=True, slots=True)
class AsyncRedrive:
    """A redrive that the server carries, by its id."""

    session: AsyncSession
    id: str

    async def show(self) -> RedriveRow:
        """How far it is. Raises RedriveNotFound if it ended long ago."""
        return await self.session.send(operations.read_redrive(self.id))

    async def stop(self) -> RedriveRow:
        """End it behind the part that is under way. What it moved stays moved."""
        return await self.session.send(operations.stop_redrive(self.id))
