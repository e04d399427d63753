"""Of the entry object for threads: topics and the event log of the same server, over the same
connections, with the same identity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regent.client.entry.topic import Lent, Topic
from regent.client.errors import InvalidConfig
from regent.client.sync.session import Session

if TYPE_CHECKING:
    from regent.log import Log


class TopicsAndLog:
    """What lives on the connections of an entry object, and ends before they do."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lent = Lent(session)

    def topic(self, name: str) -> Topic:
        """A topic: a queue with a fixed number of partitions, which the members of a group share.
        ``queue(name).configure(partitions=4)`` makes one."""
        return Topic(self._session.options.queue_name(name), self._lent)

    @property
    def log(self) -> Log:
        """The event log of the same server. Closing it leaves the connections open."""
        try:
            from regent.log import Log  # noqa: PLC0415 - it needs pydantic
            from regent.log.over_http import HttpTransport  # noqa: PLC0415
        except ImportError as error:
            if (error.name or "").partition(".")[0] not in ("pydantic", "pydantic_core"):
                raise
            raise InvalidConfig(
                "the event log needs pydantic, which is not installed: run pip install '.[log]' in"
                " a clone of Regent's repository"
            ) from error
        session = self._lent.session()
        return Log(HttpTransport(session.options.address.url, transport=session))

    def _end_others(self) -> None:
        """End what still uses the connections."""
        self._lent.end()
