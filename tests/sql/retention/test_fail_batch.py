"""queen.fail_batch: what stopped a batch of the archive."""

from __future__ import annotations

from tests.support.retention import archive, retained
from tests.support.store import push


def failures(retention):
    return [(batch.failures, batch.last_error) for batch in retention.list_batches()]


def test_failures_are_counted_until_the_next_step(store, retention, stopped_clock):
    retained(store, pending=1)
    push(store, "q", 1)
    stopped_clock.advance(2)
    (batch,) = archive(retention, "planned")
    assert failures(retention) == [(0, None)]
    retention.fail_batch(batch, "the disk is full")
    retention.fail_batch(batch, "x" * 2_000)
    assert failures(retention) == [(2, "x" * 1_000)]
    assert retention.advance_batch(batch, "planned", "written", [{"rows": 1}])
    assert failures(retention) == [(0, None)]


def test_the_error_may_have_what_postgres_does_not_store(store, retention, stopped_clock):
    retained(store, pending=1)
    push(store, "q", 1)
    stopped_clock.advance(2)
    (batch,) = archive(retention, "planned")
    retention.fail_batch(batch, "not Parquet: PAR\0\ud800")
    assert failures(retention) == [(1, "not Parquet: PAR�?")]


def test_a_batch_that_is_in_the_archive_cannot_fail(store, retention, stopped_clock):
    retained(store, pending=1)
    push(store, "q", 1)
    stopped_clock.advance(2)
    (batch,) = archive(retention)
    retention.fail_batch(batch, "too late")
    assert failures(retention) == [(0, None)]
