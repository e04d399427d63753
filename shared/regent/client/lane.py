"""Sends a producer's records to one topic, batch after batch, so that their order is kept."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

from regent.client.api import Api, RecordMetadata
from regent.client.errors import Misused, Unreachable
from regent.client.transport import encoded
from regent.errors import RegentError, UnknownPartition

log = logging.getLogger("regent.client")

#: How long the number of a topic's partitions is kept: it only grows.
_PARTITIONS_SECONDS: Final = 60.0
#: The size of a request, unless one record alone is larger. A server takes 5 MiB.
MAX_BATCH_BYTES: Final = 1024 * 1024
#: The bytes of records that may wait; with more, ``send`` waits.
MAX_WAITING_BYTES: Final = 32 * 1024 * 1024
#: The statuses that refuse a record rather than the request.
_OF_A_RECORD: Final = frozenset({400, 413})
#: How often a thread that waits looks at the time.
_LOOK_SECONDS: Final = 0.1


@dataclass(slots=True, eq=False)
class Outgoing:
    """A record on its way: its JSON without the closing brace, so that a partition can be added."""

    head: bytes
    chooses_partition: bool
    result: Future[RecordMetadata] = field(default_factory=Future)


class Lane:
    """One topic, one thread, one request at a time."""

    def __init__(
        self,
        api: Api,
        topic: str,
        *,
        batch_size: int,
        linger_seconds: float,
        delivery_seconds: float,
    ) -> None:
        self._api = api
        self._topic = topic
        self._topic_json = encoded(topic)
        self._batch_size = batch_size
        self._linger = linger_seconds
        self._delivery = delivery_seconds
        self._changed = threading.Condition()
        self._waiting: deque[tuple[float, Outgoing]] = deque()
        self._waiting_bytes = 0
        self._on_the_way = 0
        self._in_a_hurry = 0
        self._closing = False
        self._partitions = 0
        self._partitions_looked_at = float("-inf")
        # Many producers must not all begin at the same partition.
        self._turn = random.randrange(1_000_000)  # noqa: S311 - a start, not a secret
        self._thread = threading.Thread(target=self._run, name=f"producer-{topic}", daemon=True)
        self._thread.start()

    def put(self, record: Outgoing) -> None:
        """Send a record with the next batch; wait while too many bytes wait already."""
        until = time.monotonic() + self._delivery
        with self._changed:
            if self._closing:
                raise Misused("the producer is closed")
            while self._waiting_bytes >= MAX_WAITING_BYTES:
                if time.monotonic() >= until:
                    raise Unreachable(
                        f"{self._waiting_bytes} bytes have waited for topic {self._topic} for"
                        f" {self._delivery:g} s; the server takes none"
                    )
                self._changed.wait(_LOOK_SECONDS)
            self._waiting.append((time.monotonic(), record))
            self._waiting_bytes += len(record.head)
            self._changed.notify_all()

    def flush(self, deadline: float) -> bool:
        """Send waiting records without lingering. Whether all of them were answered in time."""
        with self._changed:
            self._in_a_hurry += 1
            self._changed.notify_all()
            try:
                return self._changed.wait_for(
                    lambda: not self._waiting and not self._on_the_way,
                    max(0.0, deadline - time.monotonic()),
                )
            finally:
                self._in_a_hurry -= 1

    def close(self, deadline: float) -> None:
        """Send waiting records and end. Those that could not be sent by then fail."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(max(0.0, deadline - time.monotonic()))
        with self._changed:
            left = [record for _, record in self._waiting]
            self._waiting.clear()
        error = Unreachable(f"the producer was closed before topic {self._topic} took the record")
        for record in left:
            if record.result.set_running_or_notify_cancel():
                record.result.set_exception(error)

    def _run(self) -> None:
        while batch := self._next_batch():
            try:
                self._deliver(batch, time.monotonic() + self._delivery)
            finally:
                with self._changed:
                    self._on_the_way = 0
                    self._changed.notify_all()

    def _next_batch(self) -> list[Outgoing]:
        """The next batch; an empty one when the lane is to end."""
        with self._changed:
            while True:
                while not self._is_ready():
                    if self._closing and not self._waiting:
                        return []
                    self._changed.wait(self._until_ready())
                batch: list[Outgoing] = []
                size = 0
                while self._waiting and len(batch) < self._batch_size:
                    _, record = self._waiting[0]
                    if batch and size + len(record.head) > MAX_BATCH_BYTES:
                        break
                    self._waiting.popleft()
                    self._waiting_bytes -= len(record.head)
                    if record.result.set_running_or_notify_cancel():
                        batch.append(record)
                        size += len(record.head)
                self._on_the_way = len(batch)
                self._changed.notify_all()
                if batch:
                    return batch

    def _is_ready(self) -> bool:
        if not self._waiting:
            return False
        return (
            self._closing
            or self._in_a_hurry > 0
            or len(self._waiting) >= self._batch_size
            or self._waiting_bytes >= MAX_BATCH_BYTES
            or self._until_ready() == 0.0
        )

    def _until_ready(self) -> float | None:
        """Seconds until the oldest record has lingered long enough; None when there is none."""
        if not self._waiting:
            return None
        return max(0.0, self._waiting[0][0] + self._linger - time.monotonic())

    def _deliver(self, batch: Sequence[Outgoing], deadline: float) -> None:
        """Send a batch until it is answered. If its content is refused, send it again in halves, so
        that a record that cannot be stored fails alone."""
        try:
            results = self._send(batch, max(0.0, deadline - time.monotonic()))
        except RegentError as error:
            if error.status not in _OF_A_RECORD or len(batch) == 1:
                _fail(batch, error)
                return
            middle = len(batch) // 2
            self._deliver(batch[:middle], deadline)
            self._deliver(batch[middle:], deadline)
        except Exception as error:
            log.exception("sending to %s failed", self._topic)
            _fail(batch, error)
        else:
            for record, result in zip(batch, results, strict=True):
                record.result.set_result(result)

    def _send(self, batch: Sequence[Outgoing], within_seconds: float) -> Sequence[RecordMetadata]:
        body = self._body(batch, within_seconds)
        try:
            return self._api.produce(self._topic, body, len(batch), within_seconds)
        except UnknownPartition:
            if not any(record.chooses_partition for record in batch):
                raise
            # The topic was made anew, with fewer partitions: nothing of the old one is left.
            self._partitions_looked_at = float("-inf")
            body = self._body(batch, within_seconds)
            return self._api.produce(self._topic, body, len(batch), within_seconds)

    def _body(self, batch: Sequence[Outgoing], within_seconds: float) -> bytes:
        """The request. Records without key and partition go to the partition whose turn it is. The
        request names it: a retry must go to the same one, or the server could not tell that it is
        a retry."""
        partition = b""
        if any(record.chooses_partition for record in batch):
            partition = b',"partition":%d' % self._next_partition(within_seconds)
        messages = b",".join(
            record.head + (partition if record.chooses_partition else b"") + b"}"
            for record in batch
        )
        return b'{"topic":%b,"messages":[%b]}' % (self._topic_json, messages)

    def _next_partition(self, within_seconds: float) -> int:
        if time.monotonic() - self._partitions_looked_at > _PARTITIONS_SECONDS:
            self._partitions = len(self._api.ends(self._topic, within_seconds))
            self._partitions_looked_at = time.monotonic()
        self._turn += 1
        return self._turn % self._partitions


def _fail(batch: Sequence[Outgoing], error: Exception) -> None:
    for record in batch:
        record.result.set_exception(error)
