"""A consumer of one partition at a time, without a group: the program keeps the offsets."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from regent.client.api import Api
from regent.client.core.auth import Auth
from regent.client.records import ConsumerRecord
from regent.client.transport import WITHIN_SECONDS, Http, Way


class SimpleConsumer:
    """Reads records by offset. Reading changes nothing; threads may share it."""

    def __init__(
        self,
        url: str,
        *,
        auth: Auth | None = None,
        transport: Way = None,
    ) -> None:
        self._http = Http(url, auth=auth, transport=transport)
        self._api = Api(self._http)

    def consume(
        self,
        topic: str,
        partition: int,
        offset: int,
        max_records: int = 500,
        *,
        wait_seconds: float = 0.0,
    ) -> list[ConsumerRecord]:
        """Records from an offset on; none at the end of the partition. Raises what went wrong:
        ``OffsetOutOfRange`` for an offset that is not kept."""
        fetched = self._api.records(
            topic,
            partition,
            offset,
            max_records,
            wait_seconds=wait_seconds,
            within_seconds=WITHIN_SECONDS + wait_seconds,
        )
        return fetched.records

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
