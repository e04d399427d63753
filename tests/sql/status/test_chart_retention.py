"""queen.chart_retention: what was deleted, when and of which queue."""

from __future__ import annotations

import pytest

from regent.stores.status import Activity, Span
from tests.support.retention import consume, retained, retire
from tests.support.rows import rows
from tests.support.store import push


@pytest.fixture
def run(store, retention, stopped_clock):
    """Two queues. A group has read half of the first one."""
    for queue in ("q", "other"):
        retained(store, queue, pending=1)
        push(store, queue, 1, 2)
    consume(store, "q", 1)
    stopped_clock.advance(2)
    retire(retention, run_at=retention.now())


def points(database, queue=None):
    names = ("queue", "deleted", "skipped", "archived", "events")
    chart = Activity(database).chart_retention(Span(), queue)
    return [tuple(point[name] for name in names) for point in chart["points"]]


def test_each_queue_has_its_point(run, database):
    assert points(database) == [("other", 2, 2, None, 1), ("q", 2, 1, None, 1)]
    assert (
        Activity(database).chart_retention(Span(), None)["points"][0]["at"]
        == "2030-01-01T00:00:00.000000Z"
    )


def test_of_one_queue(run, database):
    assert points(database, "q") == [("q", 2, 1, None, 1)]
    assert points(database, "none") == []


def test_runs_of_a_step_are_added_up(run, database, store, retention, stopped_clock):
    push(store, "q", 3)
    stopped_clock.advance(2)
    retire(retention, run_at=retention.now())
    assert points(database, "q") == [("q", 3, 2, None, 2)]


def test_a_queue_that_is_gone_is_left_out(run, database, owner_url):
    rows(owner_url, "select queen.delete_queue('q')")
    assert points(database) == [("other", 2, 2, None, 1)]
