"""The retention job, and messages that are too old."""

from __future__ import annotations

from typing import Any

import pytest

from tests.races.retention.job import Job
from tests.races.sessions import Open, Session, Watcher, accepted, acks, pop, push
from tests.support.retention import retained


@pytest.fixture
def job(session: Open, jobs_url: str, owner_url: str, watcher: Watcher) -> Job:
    return Job(session(at=jobs_url), owner_url, watcher)


@pytest.fixture
def old(session: Open, store: Any, stopped_clock: Any) -> Session:
    """Three messages of partition p, two hours old. Group g has completed the first two, and
    completed messages go after an hour."""
    retained(store, seconds=3600, lease_time=60)
    producer = session()
    push(producer, "a", "b", "c")
    producer.commit()
    assert accepted(producer, acks(pop(producer, batch=2))) == [True, True]
    producer.commit()
    stopped_clock.advance(2 * 3600)
    return producer
