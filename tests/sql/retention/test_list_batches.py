"""queen.list_batches: the work that a killed job has left."""

from tests.support.retention import archive, retained, retire
from tests.support.store import push


def test_batches_that_are_not_done_the_oldest_first(store, retention, stopped_clock):
    retained(store, pending=1)
    push(store, "q", 1, partition="a")
    stopped_clock.advance(2)
    (first,) = archive(retention)
    push(store, "q", 2, partition="b")
    stopped_clock.advance(2)
    (second,) = archive(retention, "planned")
    assert [(batch.id, batch.status, batch.ranges) for batch in retention.list_batches()] == [
        (first, "committed", 1),
        (second, "planned", 1),
    ]
    retire(retention, archived=True)
    retention.finish_batches()
    assert [batch.id for batch in retention.list_batches()] == [second]
