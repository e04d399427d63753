"""Regent as its handlers use it: through regent.stores.queue, as the role of the API."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

from regent.database import Database
from regent.encryption import Encryption
from regent.install import install
from regent.limits import MAX_POP_BYTES
from regent.settings import Settings
from regent.stores.queue import Queues
from regent.stores.queue_types import QUEUE_MODE, Ack, Lease, PopRequest, PushItem, Source
from regent.stores.wire import PushBatch
from tests.bench.arena import execute
from tests.bench.contenders import (
    PARTITIONS,
    PAYLOAD_BYTES,
    PushShape,
    Step,
    fill_batch,
    ready_batches,
)

QUEUE = "bench"
INSTALL_BATCH = 1_000
_CONSUMED = """
update queen.partition_consumers c set committed = p.head, ready = false
  from queen.partitions p where p.id = c.partition_id"""


class Regent:
    """One queue with 1,000 partitions that a group follows, so a push also pays for waking the
    group."""

    name = "regent"

    def __init__(
        self,
        partitions: int = PARTITIONS,
        groups: Sequence[str] = (QUEUE_MODE,),
        payload_bytes: int = PAYLOAD_BYTES,
    ) -> None:
        self.partitions = partitions
        self.groups = groups
        self.payload_bytes = payload_bytes

    def install(self, url: str) -> None:
        """The schema, the groups (by a first pop), the partitions (by a push to each)."""
        install(url)
        store = connect(url)
        store.configure(QUEUE, namespace="", task="", partitions=None, options={})
        for group in self.groups:
            store.pop(QUEUE, None, PopRequest(group=group))
        for start in range(0, self.partitions, INSTALL_BATCH):
            names = map(partition_name, range(start, min(start + INSTALL_BATCH, self.partitions)))
            store.push([{"queue": QUEUE, "partition": name, "payload": None} for name in names])
        store.close()
        # As if the groups had acked those messages.
        execute(url, _CONSUMED)
        execute(url, "vacuum analyze")

    def producer(self, url: str, shape: PushShape) -> Step:
        """Batches of one partition each, or with a random partition for every message."""
        store = connect(url)
        batches = itertools.cycle(
            [
                self._items(payloads, shape.spread)
                for payloads in ready_batches(shape.batch, self.payload_bytes)
            ]
        )
        if shape.together == 1:
            return lambda: len(store.push(next(batches)))

        def push_together() -> int:
            requests = [PushBatch(next(batches)) for _ in range(shape.together)]
            return sum(map(len, store.push_together(requests)))

        return push_together

    def consumer(self, url: str, batch: int, group: str = QUEUE_MODE) -> Step:
        """A pop from one partition and its ack, each as a request of its own."""
        store = connect(url)
        request = PopRequest(group=group, batch=batch)

        def step() -> int:
            lease = store.pop(QUEUE, None, request)
            if lease.messages:
                store.ack(acks(lease, group))
            return len(lease.messages)

        return step

    def fill(self, url: str, messages: int, batch: int) -> None:
        """As many messages in each partition, a batch at a time."""
        store = connect(url)
        payloads = ready_batches(batch, self.payload_bytes)[0]
        names = itertools.cycle(map(partition_name, range(self.partitions)))
        size = fill_batch(self.payload_bytes)
        for _ in range(0, messages, size):
            items: list[PushItem] = []
            while len(items) < size:
                name = next(names)
                items += [{"queue": QUEUE, "partition": name, "payload": p} for p in payloads]
            store.push(items)
        store.close()

    def _items(self, payloads: list[dict[str, Any]], spread: bool) -> list[PushItem]:
        one = random.randrange(self.partitions)
        return [
            {
                "queue": QUEUE,
                "partition": partition_name(random.randrange(self.partitions) if spread else one),
                "payload": payload,
            }
            for payload in payloads
        ]


class TakesNext(Regent):
    """Regent with a client that acks a batch and takes the next one in one request."""

    def consumer(self, url: str, batch: int, group: str = QUEUE_MODE) -> Step:
        """Each step acks what the step before took, so its last batch stays leased."""
        store = connect(url)
        request = PopRequest(group=group, batch=batch)
        held: list[Ack] = []

        def step() -> int:
            _, lease = store.take_next(held, Source(QUEUE), request, MAX_POP_BYTES)
            held[:] = acks(lease, group)
            return len(lease.messages)

        return step


def connect(url: str) -> Queues:
    """A store as a handler has it."""
    url = url.replace("//postgres@", "//regent_api@")
    return Queues(Database(Settings(database_url=url)), Encryption(Settings()))


def partition_name(number: int) -> str:
    """The name of a partition."""
    return f"customer-{number}"


def acks(lease: Lease, group: str = QUEUE_MODE) -> list[Ack]:
    """What completes the messages of a partition's lease, as the Python client says it."""
    return [
        {
            "transactionId": message.transaction_id,
            "partitionId": str(message.partition_id),
            "status": "completed",
            "group": group,
            "leaseId": lease.id,
            "upTo": True,
        }
        for message in lease.messages[-1:]
    ]
