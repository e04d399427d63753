"""queen.list_archive_batches: what is on its way into the archive, as people look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from regent.database import Database
from regent.paging import Page
from regent.stores.queue import Queues
from regent.stores.retention import Retention
from tests.support.clock import Clock
from tests.support.retention import archive, cuts, retained, retire
from tests.support.store import push

IDS = [f"01900000-0000-7000-8000-00000000000{n}" for n in range(5)]


@pytest.fixture
def seen(database: Database) -> Retention:
    """As the API's role, which may look and do nothing else."""
    return Retention(database)


def old(store: Queues, clock: Clock, *queues: str) -> None:
    """A message that may go, in a partition of each queue."""
    for queue in queues:
        retained(store, queue, pending=1)
        push(store, queue, 1)
    clock.advance(2)


def told(rows: Sequence[dict[str, Any]]) -> list[tuple[Any, ...]]:
    names = ("queue", "status", "files", "messages", "bytes")
    return [tuple(row[name] for name in names) for row in rows]


def test_a_batch_has_its_step_and_what_is_in_its_files(
    store: Queues, retention: Retention, seen: Retention, stopped_clock: Clock
) -> None:
    old(store, stopped_clock, "q")
    (done,) = archive(retention)
    retire(retention, archived=True)
    retention.finish_batches()
    old(store, stopped_clock, "r", "s")
    by_queue = {cut.queue: cut for cut in cuts(retention, archiving=True)}
    retention.open_batches([(IDS[0], "r", [by_queue["r"]]), (IDS[1], "s", [by_queue["s"]])], "/a")
    stopped_clock.advance(60)
    files = [{"rows": 1, "bytes": 700}, {"rows": 0, "bytes": 80}]
    retention.advance_batch(IDS[0], "planned", "written", files)

    found = {row["queue"]: row for row in seen.list_archive_batches(None, None, Page(10)).rows}
    assert told([found["q"], found["r"], found["s"]]) == [
        ("q", "deleted", 1, 1, None),
        ("r", "written", 2, 1, 780),
        ("s", "planned", 0, None, None),
    ]
    assert (found["q"]["id"], found["r"]["archive"]) == (done, "/a")
    retention.fail_batch(IDS[1], "OSError: no space left on device")
    (failed,) = seen.list_archive_batches("s", None, Page(10)).rows
    assert (failed["failures"], failed["lastError"]) == (1, "OSError: no space left on device")
    assert (found["s"]["failures"], found["s"]["lastError"]) == (0, None)
    assert found["s"]["changedAt"] == found["s"]["plannedAt"] < found["r"]["changedAt"]
    assert told(seen.list_archive_batches("s", None, Page(10)).rows) == [told([found["s"]])[0]]
    assert told(seen.list_archive_batches(None, "written", Page(10)).rows) == [
        told([found["r"]])[0]
    ]
    assert seen.list_archive_batches("s", "written", Page(10)) == ([], None, None, {})


def test_the_newest_come_first_and_pages_go_on_behind_an_id(
    store: Queues, retention: Retention, seen: Retention, stopped_clock: Clock
) -> None:
    queues = [f"q{n}" for n in range(5)]
    old(store, stopped_clock, *queues)
    ranges = {cut.queue: [cut] for cut in cuts(retention, archiving=True)}
    batches = [(batch, queue, ranges[queue]) for batch, queue in zip(IDS, queues, strict=True)]
    retention.open_batches(batches, "/archive")
    first = seen.list_archive_batches(None, None, Page(2))
    assert [row["id"] for row in first.rows] == [IDS[4], IDS[3]]
    second = seen.list_archive_batches(None, None, Page(2, 0, first.next_key))
    assert [row["id"] for row in second.rows] == [IDS[2], IDS[1]]
    last = seen.list_archive_batches(None, None, Page(2, 0, second.next_key))
    assert ([row["id"] for row in last.rows], last.next_key) == ([IDS[0]], None)
    assert [row["id"] for row in seen.list_archive_batches(None, None, Page(2, 4)).rows] == [IDS[0]]
