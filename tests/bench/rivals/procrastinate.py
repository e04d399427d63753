"""procrastinate (PyPI): a task queue. Producers defer; consumers fetch and finish as its worker
does. The worker's own dispatch is left out, which makes it look faster. It takes one job at a
time."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import orjson
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.jobs import Status

from tests.bench.contenders import PushShape, Step, ready_batches

FILL_BATCH = 1_000
_CONNECTION: dict[str, Any] = {
    "kwargs": {"autocommit": True, "prepare_threshold": 1},
    "min_size": 1,
    "max_size": 1,
    "json_dumps": orjson.dumps,
}


class Procrastinate:
    """One task in one queue; finished jobs are deleted, the cheaper of its two ways."""

    name = "procrastinate"

    def install(self, url: str) -> None:
        """The schema."""
        with _app(url).open() as app:
            app.schema_manager.apply_schema()

    def producer(self, url: str, shape: PushShape) -> Step:
        """batch_defer, or defer for a single job."""
        task = _app(url).open().configure_task("bench", queue="bench")
        batches = itertools.cycle(ready_batches(shape.batch))

        def one() -> int:
            task.defer(**next(batches)[0])
            return 1

        return one if shape.batch == 1 else lambda: len(task.batch_defer(*next(batches)))

    def consumer(self, url: str, batch: int) -> Step:
        """fetch_job and finish_job."""
        loop = asyncio.new_event_loop()
        app = App(connector=PsycopgConnector(conninfo=url, **_CONNECTION))
        loop.run_until_complete(app.open_async())
        jobs = app.job_manager
        worker = loop.run_until_complete(jobs.register_worker())

        async def work() -> int:
            job = await jobs.fetch_job(queues=None, worker_id=worker)
            if job is None:
                return 0
            await jobs.finish_job(job, Status.SUCCEEDED, delete_job=True)
            return 1

        return lambda: loop.run_until_complete(work())

    def fill(self, url: str, messages: int, batch: int) -> None:
        """Defer that many."""
        payloads = ready_batches(FILL_BATCH)[0]
        with _app(url).open() as app:
            task = app.configure_task("bench", queue="bench")
            for _ in range(0, messages, FILL_BATCH):
                task.batch_defer(*payloads)


def _app(url: str) -> App:
    return App(connector=SyncPsycopgConnector(conninfo=url, **_CONNECTION))
