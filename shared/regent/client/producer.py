"""A producer: it sends records in batches, in order, and none of them twice."""

from __future__ import annotations

import base64
import threading
import time
import uuid
from collections.abc import Mapping
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Final, Self

from regent.client.api import Api, RecordMetadata
from regent.client.core.auth import Auth
from regent.client.errors import InvalidConfig, InvalidPayload, Misused, Unreachable
from regent.client.lane import Lane, Outgoing
from regent.client.records import BASE64, ENCODING_HEADER
from regent.client.transport import Http, Way, encoded
from regent.limits import MAX_PUSH_ITEMS

_CLOSE_SECONDS: Final = 30.0


class Producer:
    """Threads may share it. Records of one topic leave in the order of ``send``, one request at a
    time, so a partition keeps that order. Each record has a transaction id: if its answer is lost,
    it is sent again and stored once."""

    def __init__(
        self,
        url: str,
        *,
        linger_ms: float = 5.0,
        batch_size: int = 500,
        delivery_timeout_ms: float = 120_000.0,
        auth: Auth | None = None,
        transport: Way = None,
    ) -> None:
        if linger_ms < 0 or delivery_timeout_ms <= 0 or not 1 <= batch_size <= MAX_PUSH_ITEMS:
            raise InvalidConfig(
                f"linger_ms is {linger_ms}, delivery_timeout_ms {delivery_timeout_ms} and"
                f" batch_size {batch_size}; they take 0 or more, more than 0, and 1 to"
                f" {MAX_PUSH_ITEMS}"
            )
        self._http = Http(url, auth=auth, transport=transport)
        self._api = Api(self._http)
        self._linger_seconds = linger_ms / 1000
        self._delivery_seconds = delivery_timeout_ms / 1000
        self._batch_size = batch_size
        self._lanes: dict[str, Lane] = {}
        self._guard = threading.Lock()
        self._closed = False

    def send(
        self,
        topic: str,
        value: Any,
        *,
        key: str | None = None,
        partition: int | None = None,
        headers: Mapping[str, Any] | None = None,
        timestamp: int | None = None,
        transaction_id: str | None = None,
    ) -> Future[RecordMetadata]:
        """Send a record with the next batch. The future has where it was stored, or why not.

        ``value`` is any JSON value or bytes. The same ``key`` always goes to the same partition;
        without key and partition, batches take turns. A ``transaction_id`` of your own makes the
        record unique in its partition beyond this producer's life.
        """
        record = Outgoing(
            _head(
                value,
                key=key,
                partition=partition,
                headers=headers,
                timestamp=timestamp,
                transaction_id=transaction_id,
            ),
            chooses_partition=key is None and partition is None,
        )
        try:
            lane = self._lane(topic)
        except ValueError as error:
            raise InvalidPayload(f"the topic {topic!r} is no JSON: {error}") from error
        lane.put(record)
        return record.result

    @property
    def is_closed(self) -> bool:
        """Whether it takes no further records."""
        return self._closed

    def flush(self, timeout_seconds: float = 120.0) -> None:
        """Wait until every record is answered. An error is an answer too: its future has it."""
        deadline = time.monotonic() + timeout_seconds
        late = [topic for topic, lane in list(self._lanes.items()) if not lane.flush(deadline)]
        if late:
            raise Unreachable(f"not all records for {late} were answered in {timeout_seconds:g} s")

    def close(self, timeout_seconds: float = _CLOSE_SECONDS) -> None:
        """Send waiting records, wait for the answers, end. Records without an answer then fail."""
        with self._guard:
            self._closed = True
            lanes, self._lanes = list(self._lanes.values()), {}
        deadline = time.monotonic() + timeout_seconds
        for lane in lanes:
            lane.close(deadline)
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

    def _lane(self, topic: str) -> Lane:
        with self._guard:
            if self._closed:
                raise Misused("the producer is closed")
            lane = self._lanes.get(topic)
            if lane is None:
                lane = self._lanes[topic] = Lane(
                    self._api,
                    topic,
                    batch_size=self._batch_size,
                    linger_seconds=self._linger_seconds,
                    delivery_seconds=self._delivery_seconds,
                )
            return lane


def _head(
    value: Any,
    *,
    key: str | None,
    partition: int | None,
    headers: Mapping[str, Any] | None,
    timestamp: int | None,
    transaction_id: str | None,
) -> bytes:
    """A record's JSON without its closing brace. Encoded at once: a later change of the value does
    not change the record, and the caller itself hears of a value that cannot be sent."""
    headers = dict(headers or {})
    if isinstance(value, bytes | bytearray | memoryview):
        headers[ENCODING_HEADER] = BASE64
        value = base64.b64encode(value).decode()
    record: dict[str, Any] = {"transactionId": transaction_id or str(uuid.uuid4()), "value": value}
    if key is not None:
        record["key"] = key
    if partition is not None:
        record["partition"] = partition
    if headers:
        record["headers"] = headers
    if timestamp is not None:
        record["timestamp"] = timestamp
    try:
        return encoded(record)[:-1]
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidPayload(f"the record is no JSON: {error}") from error
