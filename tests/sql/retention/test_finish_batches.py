"""queen.finish_batches: a batch is done when its messages are gone."""

from __future__ import annotations

import pytest

from tests.support.retention import archive, cuts, retained, retire
from tests.support.rows import rows, value
from tests.support.store import push


@pytest.fixture
def batches(store, retention, stopped_clock) -> list[str]:
    retained(store, pending=1)
    for name in "ab":
        push(store, "q", 1, 2, partition=name)
    stopped_clock.advance(2)
    return archive(retention)


def test_it_stays_open_while_a_message_is_left(batches, retention):
    assert retention.finish_batches() == 0
    first, second = cuts(retention)
    retire(retention, [first, second._replace(end=1)], archived=True)
    assert retention.finish_batches() == 1
    assert [batch.id for batch in retention.list_batches()] == [batches[1]]
    retire(retention, archived=True)
    assert retention.finish_batches() == 1
    assert retention.list_batches() == []


def test_its_ranges_go(batches, retention, owner_url):
    retire(retention, archived=True)
    retention.finish_batches()
    assert value(owner_url, "select count(*) from queen.archive_ranges") == 0
    assert value(owner_url, "select count(*) from queen.archive_batches") == 2


@pytest.mark.parametrize("way", ["clear_queue('q', null, true)", "delete_queue('q')"])
def test_messages_that_went_another_way_are_gone_too(batches, retention, owner_url, way):
    rows(owner_url, f"select queen.{way}")
    assert retention.finish_batches() == 2


def test_what_is_not_committed_goes_on(store, retention, stopped_clock, owner_url):
    retained(store, pending=1)
    push(store, "q", 1)
    stopped_clock.advance(2)
    archive(retention, "verified")
    rows(owner_url, "select queen.clear_queue('q', null, true)")
    assert retention.finish_batches() == 0
