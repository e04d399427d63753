"""queen.expire_history: what retention notes of itself does not grow for ever."""

from datetime import timedelta

from tests.support.retention import archive, retained, retire
from tests.support.rows import value
from tests.support.store import push


def test_history_and_finished_batches_before_an_instant(store, retention, stopped_clock, owner_url):
    retained(store, pending=1)
    for day in range(2):
        push(store, "q", 1, partition=str(day))
        stopped_clock.advance(86_400)
        archive(retention)
        retire(retention, archived=True, run_at=retention.now())
        retention.finish_batches()
    push(store, "q", 1, partition="open")
    stopped_clock.advance(2)
    archive(retention)
    before = retention.now() - timedelta(seconds=10)
    assert retention.expire_history(before, 100) == 2
    assert value(owner_url, "select count(*) from queen.retention_history") == 1
    assert value(owner_url, "select count(*) from queen.archive_batches") == 2
    later = retention.now() + timedelta(days=1)
    assert retention.expire_history(later, 100) == 2
    assert [batch.status for batch in retention.list_batches()] == ["committed"]


def test_so_many_rows_a_time(store, retention, stopped_clock):
    retained(store, pending=1)
    for name in "abc":
        push(store, "q", 1, partition=name)
    stopped_clock.advance(2)
    retire(retention)
    later = retention.now() + timedelta(days=1)
    assert [retention.expire_history(later, 2) for _ in range(3)] == [2, 1, 0]
