"""What is left of a deleted message in the numbers of groups: nothing."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from tests.support.rows import rows, value
from tests.support.store import complete, pop

OPEN = "select consumer_group, open_messages, processing from queen.group_backlogs order by 1"


@pytest.fixture
def stored(database: Database) -> StoredMessages:
    return StoredMessages(database, Encryption(Settings()))


def named(store: Queues, *names: str) -> str:
    """Messages whose transaction ids are their payloads; the partition's id."""
    items: list[Any] = [{"queue": "q", "payload": n, "transactionId": n} for n in names]
    return str(store.push(items)[0].partition_id)


def test_a_group_that_comes_after_a_deletion_does_not_count_the_message(
    store: Queues, stored: StoredMessages, url: str
) -> None:
    partition = named(store, "a", "b", "c")
    stored.delete_message(partition, "b")
    assert value(url, "select current_depth from queen.queue_depths") == 2
    lease = pop(store, "q", group="late")
    assert [tuple(row.values()) for row in rows(url, OPEN)] == [("late", 2, 1)]
    complete(store, lease, "late")
    assert [m.transaction_id for m in pop(store, "q", group="late", batch=9).messages] == ["c"]


def test_nothing_is_left_open_when_the_last_message_was_deleted_under_a_lease(
    store: Queues, stored: StoredMessages, url: str
) -> None:
    partition = named(store, "a", "b")
    lease = pop(store, "q", group="g")
    stored.delete_message(partition, "b")
    complete(store, lease, "g")
    assert rows(url, OPEN) == []
    assert value(url, "select current_depth from queen.queue_depths") == 0


def test_a_seek_back_does_not_count_the_message(
    store: Queues, stored: StoredMessages, url: str
) -> None:
    partition = named(store, "a", "b", "c")
    complete(store, pop(store, "q", group="g", batch=3), "g")
    stored.delete_message(partition, "b")
    rows(url, "select * from queen.seek('g', 'q', null, 'beginning', null, null, false)")
    assert [tuple(row.values()) for row in rows(url, OPEN)] == [("g", 2, 0)]
    assert [m.transaction_id for m in pop(store, "q", group="g", batch=9).messages] == ["a", "c"]
