"""pgqueuer (PyPI): a job queue. Its `Queries` are called as its worker calls them. The worker's own
dispatch is left out, which makes it look faster. Its driver is psycopg, as for all contenders."""

from __future__ import annotations

import asyncio
import itertools
import uuid
from datetime import timedelta

import orjson
import psycopg
from pgqueuer.ports.repository import EntrypointExecutionParameter
from pgqueuer.queries import Queries
from pgqueuer.types import QueueEntrypoint, QueueManagerId

from tests.bench.contenders import PushShape, Step, ready_batches

ENTRYPOINT = "bench"
FILL_BATCH = 1_000
#: The defaults of its worker.
HEARTBEAT = timedelta(seconds=30)


class PgQueuer:
    """One entrypoint, durable as installed."""

    name = "pgqueuer"

    def install(self, url: str) -> None:
        """The schema."""
        loop, connection, queries = client(url)
        loop.run_until_complete(queries.install())
        loop.run_until_complete(connection.close())

    def producer(self, url: str, shape: PushShape) -> Step:
        """enqueue, with lists for a batch."""
        loop, _, queries = client(url)
        batches = itertools.cycle(ready_batches(shape.batch))
        return lambda: loop.run_until_complete(_enqueue(queries, next(batches)))

    def consumer(self, url: str, batch: int) -> Step:
        """dequeue and log_jobs, which deletes completed jobs and keeps a line of log."""
        loop, _, queries = client(url)
        entrypoints = {
            QueueEntrypoint(ENTRYPOINT): EntrypointExecutionParameter(concurrency_limit=0)
        }
        worker = QueueManagerId(uuid.uuid4())

        async def work() -> int:
            jobs = await queries.dequeue(batch, entrypoints, worker, None, HEARTBEAT)
            if jobs:
                await queries.log_jobs([(job, "successful", None) for job in jobs])
            return len(jobs)

        return lambda: loop.run_until_complete(work())

    def fill(self, url: str, messages: int, batch: int) -> None:
        """Enqueue that many."""
        loop, connection, queries = client(url)
        payloads = ready_batches(FILL_BATCH)[0]
        for _ in range(0, messages, FILL_BATCH):
            loop.run_until_complete(_enqueue(queries, payloads))
        loop.run_until_complete(connection.close())


def client(url: str) -> tuple[asyncio.AbstractEventLoop, psycopg.AsyncConnection, Queries]:
    """A loop, a connection, and its queries over them."""
    loop = asyncio.new_event_loop()
    connection = loop.run_until_complete(
        psycopg.AsyncConnection.connect(url, autocommit=True, prepare_threshold=1)
    )
    return loop, connection, Queries.from_psycopg_connection(connection)


async def _enqueue(queries: Queries, payloads: list[dict[str, object]]) -> int:
    count = len(payloads)
    if count == 1:
        return len(await queries.enqueue(ENTRYPOINT, orjson.dumps(payloads[0])))
    jobs = await queries.enqueue(
        [ENTRYPOINT] * count, [orjson.dumps(payload) for payload in payloads], [0] * count
    )
    return len(jobs)
