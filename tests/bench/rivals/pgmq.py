"""pgmq (PyPI `pgmq`, with the SQL that it carries) with its own client. The connection commits by
itself and prepares its statements at once, which the connections of its pool do not."""

from __future__ import annotations

import itertools

import orjson
import psycopg
from pgmq import PGMQueue, install_pgmq_from_sql
from psycopg.types.json import set_json_dumps
from psycopg_pool import ConnectionPool

from tests.bench.contenders import PAYLOAD_BYTES, PushShape, Step, fill_batch, ready_batches

QUEUE = "bench"
LEASE_SECONDS = 300


class Pgmq:
    """A queue."""

    name = "pgmq"

    def __init__(self, payload_bytes: int = PAYLOAD_BYTES) -> None:
        self.payload_bytes = payload_bytes

    def install(self, url: str) -> None:
        """The schema and the queue."""
        with psycopg.connect(url) as connection:
            install_pgmq_from_sql(conn=connection)
        queue, connection = client(url)
        queue.create_queue(QUEUE, conn=connection)
        connection.close()

    def producer(self, url: str, shape: PushShape) -> Step:
        """send_batch, or send for a single message."""
        queue, connection = client(url)
        batches = itertools.cycle(ready_batches(shape.batch, self.payload_bytes))

        def one() -> int:
            queue.send(QUEUE, next(batches)[0], conn=connection)
            return 1

        def many() -> int:
            return len(queue.send_batch(QUEUE, next(batches), conn=connection))

        return one if shape.batch == 1 else many

    def consumer(self, url: str, batch: int, name: str = QUEUE) -> Step:
        """read_batch and delete_batch."""
        queue, connection = client(url)

        def step() -> int:
            messages = queue.read_batch(name, LEASE_SECONDS, batch, conn=connection)
            if messages:
                queue.delete_batch(name, [message.msg_id for message in messages], conn=connection)
            return len(messages)

        return step

    def fill(self, url: str, messages: int, batch: int, name: str = QUEUE) -> None:
        """Send that many."""
        queue, connection = client(url)
        size = fill_batch(self.payload_bytes)
        payloads = ready_batches(size, self.payload_bytes)[0]
        for _ in range(0, messages, size):
            queue.send_batch(name, payloads, conn=connection)
        connection.close()


def client(url: str) -> tuple[PGMQueue, psycopg.Connection]:
    """Its client, and the connection to hand to each of its calls."""
    set_json_dumps(orjson.dumps)
    pool = ConnectionPool(url, open=False)  # never opened: it would start threads
    queue = PGMQueue(conn_string=url.replace("@/", "@localhost/"), pool=pool, init_extension=False)
    return queue, psycopg.connect(url, autocommit=True, prepare_threshold=0)
