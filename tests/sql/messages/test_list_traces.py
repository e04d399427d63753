"""queen.list_traces: what was noted about a message, oldest first."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import MessageNotFound
from regent.paging import Page
from regent.settings import Settings
from regent.stores.messages import StoredMessages, Traces
from regent.stores.queue import Queues
from tests.support.store import push


@pytest.fixture
def traces(database: Database) -> Traces:
    return Traces(database, Encryption(Settings()))


@pytest.fixture
def partition(store: Queues) -> str:
    """The partition of messages with the transaction ids `t` and `u`."""
    push(store, "q", 1, transactionId="t")
    return str(push(store, "q", 1, transactionId="u")[0].partition_id)


def listed(traces: Traces, partition: str, page: Page) -> tuple[list[Any], int, Any]:
    found = traces.list_traces(partition, "t", page)
    data = [row["data"] for row in found.rows]
    return orjson.loads(orjson.dumps(data)), found.total, found.next_key


def test_a_trace_comes_as_it_was_recorded(traces: Traces, partition: str) -> None:
    first = traces.record_trace(
        partition, "t", data={"z": 1, "a": 2}, names=["b", "a"], event_type="step", group="g",
        worker="w",
    )  # fmt: skip
    second = traces.record_trace(partition, "t", data="plain")
    traces.record_trace(partition, "u", data="of another message")
    found = traces.list_traces(partition, "t", Page(10))
    rows = orjson.loads(orjson.dumps(found.rows))
    instants = [row.pop("createdAt") for row in rows]
    assert rows == [
        {
            "id": first,
            "eventType": "step",
            "data": {"z": 1, "a": 2},
            "consumerGroup": "g",
            "workerId": "w",
            "traceNames": ["a", "b"],
        },
        {
            "id": second,
            "eventType": "info",
            "data": "plain",
            "consumerGroup": None,
            "workerId": None,
            "traceNames": None,
        },
    ]
    assert instants == sorted(instants)
    assert (found.total, found.next_key) == (2, None)


def test_a_message_without_traces_has_an_empty_list(traces: Traces, partition: str) -> None:
    assert listed(traces, partition, Page(10)) == ([], 0, None)


def test_a_message_that_is_not_there_is_not_found(traces: Traces, partition: str) -> None:
    for where, what in ((partition, "other"), ("99", "t"), ("p", "t")):
        with pytest.raises(MessageNotFound):
            traces.list_traces(where, what, Page(10))


def test_pages_follow_each_other(traces: Traces, partition: str) -> None:
    ids = [int(traces.record_trace(partition, "t", data=n)) for n in range(5)]
    assert listed(traces, partition, Page(2)) == ([0, 1], 5, (ids[1],))
    assert listed(traces, partition, Page(2, 0, (ids[1],))) == ([2, 3], 5, (ids[3],))
    assert listed(traces, partition, Page(2, 0, (ids[3],))) == ([4], 5, None)
    assert listed(traces, partition, Page(2, 3)) == ([3, 4], 5, None)
    assert listed(traces, partition, Page(2, 9)) == ([], 5, None)


def test_a_page_ends_before_it_is_too_large_for_an_answer(traces: Traces, partition: str) -> None:
    large = "x" * 60_000
    for _ in range(50):
        traces.record_trace(partition, "t", data=large)
    found = traces.list_traces(partition, "t", Page(50))
    assert (len(found.rows), found.total) == (45, 50)
    assert found.next_key is not None
    assert len(traces.list_traces(partition, "t", Page(50, 0, found.next_key)).rows) == 5


def test_a_transaction_id_that_is_pushed_again_starts_without_traces(
    traces: Traces, partition: str, store: Queues, database: Database
) -> None:
    traces.record_trace(partition, "t", data=1)
    StoredMessages(database, Encryption(Settings())).delete_message(partition, "t")
    push(store, "q", 2, transactionId="t")
    assert listed(traces, partition, Page(10)) == ([], 0, None)
