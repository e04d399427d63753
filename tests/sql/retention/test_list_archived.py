"""queen.list_archived: what is in the archive and may be deleted."""

from tests.support.retention import archive, retained, retire
from tests.support.rows import rows
from tests.support.store import push


def test_partitions_with_archived_messages_page_by_page(store, retention, stopped_clock):
    retained(store, pending=1)
    for name in "abc":
        push(store, "q", 1, 2, partition=name)
    stopped_clock.advance(2)
    archive(retention)
    first = retention.list_archived(0, 2)
    assert [(each.end, each.messages) for each in first] == [(2, 2), (2, 2)]
    rest = retention.list_archived(first[-1].partition, 2)
    assert [(each.end, each.messages) for each in rest] == [(2, 2)]


def test_neither_what_is_not_committed_nor_what_is_gone(store, retention, stopped_clock, owner_url):
    retained(store, pending=1)
    for name in "ab":
        push(store, "q", 1, partition=name)
    stopped_clock.advance(2)
    archive(retention, "verified")
    assert retention.list_archived(0, 9) == []
    rows(owner_url, "update queen.archive_batches set status = 'committed'")
    assert len(retention.list_archived(0, 9)) == 2
    retire(retention, limit=1, archived=True)
    assert len(retention.list_archived(0, 9)) == 1
