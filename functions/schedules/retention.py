"""Retention on one machine: the local server's clock deletes what the queues' settings allow to go.

It does so without an archive, by the same SQL as the job. A run takes seconds at most; the next one
goes on behind the partition at which it stopped. The job stays for archives: while one of its
batches is not in the archive, the clock deletes nothing.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any, Final

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.typing import LambdaContext

from functions.edge.telemetry import instrumented
from functions.stores import retention, settings
from regent.stores.deletion import (
    DROP_PARTITIONS,
    EXPIRE_LETTERS,
    EXPIRE_ROWS,
    Counts,
    How,
    retire_page,
)

logger = Logger(service=settings().service)

#: A run works for so long at most, so that requests keep most of the database.
BUDGET_SECONDS: Final = 5.0
#: It stops earlier when the server stops.
_STOP_MILLISECONDS: Final = 1_000
#: Messages of one deletion: pushes to their partitions wait for it, some milliseconds.
DELETE_MESSAGES: Final = 1_000
#: Partitions that were empty for so long are dropped, and notes of deletions are kept for so long.
IDLE_SECONDS: Final = 7 * 86_400
HISTORY_DAYS: Final = 90


class _Place:
    """Where the next run goes on. A server that starts anew begins at the first partition."""

    retire = 0
    drop = 0


place = _Place()


def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """The local server's clock calls this function."""
    return instrumented(_retain)(event, context)


def _retain(_: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    if settings().retention != "delete":
        return {"leftTo": "job"}
    store = retention()
    if any(batch.status != "committed" for batch in store.list_batches()):
        logger.info("retention is left to the job: a batch is not in its archive yet")
        return {"leftTo": "job"}
    until = time.monotonic() + BUDGET_SECONDS

    def stop() -> bool:
        left = context.get_remaining_time_in_millis()
        return time.monotonic() >= until or left < _STOP_MILLISECONDS

    run_at = store.now()
    # One row of history an hour and partition, not one a minute.
    how = How(
        DELETE_MESSAGES, archived=False, run_at=run_at.replace(minute=0, second=0, microsecond=0)
    )
    done = Counts()
    after: int | None = place.retire
    while after is not None and not stop():
        page, after = retire_page(store, after, how, stop)
        done += page
    place.retire = after or 0
    dropped = _tidy(run_at)
    if done.deleted or dropped:
        logger.info("deleted by retention", extra={"messages": done.deleted, "partitions": dropped})
    return {"deleted": done.deleted, "partitionsDropped": dropped, "more": after is not None}


def _tidy(run_at: datetime) -> int:
    """Drop some idle partitions, and close and forget what is done; how many partitions went."""
    store = retention()
    store.finish_batches()
    store.expire_dead_letters(EXPIRE_LETTERS)
    store.expire_history(run_at - timedelta(days=HISTORY_DAYS), EXPIRE_ROWS)
    dropped, after = store.drop_idle_partitions(IDLE_SECONDS, place.drop, DROP_PARTITIONS)
    place.drop = after or 0
    return dropped
