"""The retention job: archives, verifies, deletes; nothing is lost and nothing is there twice."""

from __future__ import annotations

import pytest

from tests.conftest import StoppedClock
from tests.glue_jobs.archives import archived
from tests.retentions import left, retained
from tests.stores import put

HOUR = 3600


@pytest.fixture
def aged(store, stopped_clock: StoppedClock) -> StoppedClock:
    """Two partitions with old messages, over midnight; one with a young one; another queue."""
    retained(store, seconds=HOUR)
    stopped_clock.advance(23 * HOUR)
    put(store, "q", {"n": 1}, {"n": "zwei"}, partition="a")
    put(store, "q", 3, partition="b", key="k", headers={"h": 1}, traceId=None)
    stopped_clock.advance(HOUR)
    put(store, "q", 4, partition="a", transactionId="order 4")
    put(store, "other", 5)
    stopped_clock.advance(HOUR + 1)
    put(store, "q", 6, partition="c")
    return stopped_clock


def test_old_messages_are_in_the_archive_and_not_in_the_table(aged, jobs, owner_url):
    summary = jobs.retention("--archive")
    assert summary["messages deleted"] == 4
    assert archived(jobs.output) == [
        ("q", "a", 0, '{"n":1}'),
        ("q", "a", 1, '{"n":"zwei"}'),
        ("q", "a", 2, "4"),
        ("q", "b", 0, "3"),
    ]
    assert left(owner_url) == [("c", 0)]
    assert left(owner_url, "other") == [("Default", 0)]
