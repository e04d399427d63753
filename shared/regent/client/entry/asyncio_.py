"""Of the entry object for asyncio: it has no topics and no event log, and says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from regent.client.aio.session import AsyncSession

_OF_THREADS: Final = ("topic", "log")


class AsyncTopicsAndLog:
    """Topics and the event log block the thread that calls them, and there is no other form of
    them: a façade that awaits threads would promise more than it keeps."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def _end_others(self) -> None:
        """Its connections are lent to nobody."""

    if not TYPE_CHECKING:  # a type checker is to refuse names that are not there

        def __getattr__(self, name: str) -> object:
            kind = type(self).__name__
            if name in _OF_THREADS:
                raise AttributeError(
                    f"{kind} has no {name!r}: topics and the event log are for threads; make a"
                    " Regent, and call it in a thread of its own or by asyncio.to_thread"
                )
            raise AttributeError(f"{kind!r} object has no attribute {name!r}")
