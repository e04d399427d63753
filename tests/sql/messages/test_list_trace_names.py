"""queen.list_trace_names: the names that traces have, and how they are used."""

from __future__ import annotations

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Listing, Page
from regent.settings import Settings
from regent.stores.messages import StoredMessages, Traces
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.store import push


@pytest.fixture
def traces(database: Database) -> Traces:
    return Traces(database, Encryption(Settings()))


@pytest.fixture
def partition(store: Queues) -> str:
    """The partition of messages with the transaction ids `t` and `u`."""
    push(store, "q", 1, transactionId="t")
    return str(push(store, "q", 1, transactionId="u")[0].partition_id)


def names(found: Listing) -> list[str]:
    return [row["traceName"] for row in found.rows]


def test_a_name_says_how_often_for_how_many_and_when_last(
    traces: Traces, partition: str, clock: Clock
) -> None:
    for transaction, used in (("t", ["a", "b"]), ("t", ["a"]), ("u", ["a"]), ("u", ["b"])):
        traces.record_trace(partition, transaction, data=1, names=used)
        clock.advance(60)
    found = traces.list_trace_names(Page(10))
    seen = {row["traceName"]: row.pop("lastSeen") for row in found.rows}
    assert found.rows == [
        {"traceName": "a", "traceCount": 3, "messageCount": 2},
        {"traceName": "b", "traceCount": 2, "messageCount": 2},
    ]
    assert seen["a"] < seen["b"]
    assert (found.total, found.next_key) == (2, None)


def test_no_names(traces: Traces) -> None:
    assert traces.list_trace_names(Page(10)) == ([], None, 0, {})


def test_pages_follow_each_other_in_the_order_of_names(traces: Traces, partition: str) -> None:
    for name in ("c", "ü", "a", "B", "b/1"):
        traces.record_trace(partition, "t", data=1, names=[name])
    first = traces.list_trace_names(Page(2))
    assert (names(first), first.total, first.next_key) == (["B", "a"], 5, ("a",))
    second = traces.list_trace_names(Page(2, 0, first.next_key))
    assert (names(second), second.total, second.next_key) == (["b/1", "c"], 5, ("c",))
    assert names(traces.list_trace_names(Page(2, 0, second.next_key))) == ["ü"]
    assert names(traces.list_trace_names(Page(10, 3))) == ["c", "ü"]
    beyond = traces.list_trace_names(Page(10, 9))
    assert (names(beyond), beyond.total) == ([], 5)


def test_a_name_goes_with_its_last_message(
    traces: Traces, partition: str, database: Database
) -> None:
    traces.record_trace(partition, "t", data=1, names=["a", "b"])
    traces.record_trace(partition, "u", data=1, names=["b"])
    StoredMessages(database, Encryption(Settings())).delete_message(partition, "t")
    found = traces.list_trace_names(Page(10))
    assert (names(found), found.total) == (["b"], 1)
    assert found.rows[0]["traceCount"] == 1
