"""queen.list_traces_by_name: what was noted under a name, with the messages that it is about."""

from __future__ import annotations

import base64
from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Listing, Page
from regent.settings import Settings
from regent.stores.messages import Traces
from regent.stores.queue import Queues
from tests.support.rows import rows
from tests.support.store import configure, push

KEY = base64.b64encode(b"0" * 32).decode()


@pytest.fixture
def traces(database: Database) -> Traces:
    return Traces(database, Encryption(Settings()))


def pushed(store: Queues, queue: str, transaction: str, payload: Any = None) -> str:
    return str(push(store, queue, payload, transactionId=transaction)[0].partition_id)


def sent(found: Listing) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = orjson.loads(orjson.dumps(found.rows))
    return messages


def test_a_name_leads_across_queues_to_the_messages(store: Queues, traces: Traces) -> None:
    one = pushed(store, "in", "t 1", {"n": 1})
    two = pushed(store, "out", "t 2", [2])
    traces.record_trace(one, "t 1", data="a", names=["order 7"])
    traces.record_trace(two, "t 2", data="b", names=["order 7", "other"])
    traces.record_trace(two, "t 2", data="c", names=["other"])
    found = traces.list_traces_by_name("order 7", Page(10))
    assert (found.total, found.next_key) == (2, None)
    told = [
        (row["data"], row["transactionId"], row["partitionId"], row["queueName"],
         row["partitionName"], row["messagePayload"], row["traceNames"])
        for row in sent(found)
    ]  # fmt: skip
    assert told == [
        ("a", "t 1", one, "in", "Default", {"n": 1}, ["order 7"]),
        ("b", "t 2", two, "out", "Default", [2], ["order 7", "other"]),
    ]


def test_a_name_that_nobody_used_has_an_empty_list(traces: Traces) -> None:
    assert traces.list_traces_by_name("order 7", Page(10)) == ([], None, 0, {})


def test_pages_follow_each_other(store: Queues, traces: Traces) -> None:
    partition = pushed(store, "q", "t")
    ids = [int(traces.record_trace(partition, "t", data=n, names=["n"])) for n in range(5)]

    def data(page: Page) -> tuple[list[Any], int, Any]:
        found = traces.list_traces_by_name("n", page)
        return [row["data"] for row in sent(found)], found.total, found.next_key

    assert data(Page(2)) == ([0, 1], 5, (ids[1],))
    assert data(Page(2, 0, (ids[1],))) == ([2, 3], 5, (ids[3],))
    assert data(Page(2, 0, (ids[3],))) == ([4], 5, None)
    assert data(Page(3, 3)) == ([3, 4], 5, None)


def test_a_page_ends_before_its_payloads_are_too_large_for_an_answer(
    store: Queues, traces: Traces
) -> None:
    for n in range(4):
        partition = pushed(store, "q", f"{n}", "x" * 1_000_000)
        traces.record_trace(partition, f"{n}", data=n, names=["n"])
    found = traces.list_traces_by_name("n", Page(10))
    assert ([row["data"] for row in sent(found)], found.total) == ([0, 1], 4)
    assert found.next_key is not None
    assert [
        row["data"] for row in sent(traces.list_traces_by_name("n", Page(10, 0, found.next_key)))
    ] == [2, 3]


def test_one_message_always_fits(store: Queues, traces: Traces) -> None:
    partition = pushed(store, "q", "t", "x" * 4_000_000)
    for n in range(2):
        traces.record_trace(partition, "t", data=n, names=["n"])
    found = traces.list_traces_by_name("n", Page(10))
    assert [row["data"] for row in sent(found)] == [0]
    assert found.next_key is not None
    found = traces.list_traces_by_name("n", Page(10, 0, found.next_key))
    assert ([row["data"] for row in sent(found)], found.next_key) == ([1], None)


def test_an_encrypted_payload_is_decrypted_where_its_key_is(database: Database) -> None:
    encryption = Encryption(Settings(encryption_key=KEY))
    queues = Queues(database, encryption)
    configure(queues, "q", encryption_enabled=True)
    partition = pushed(queues, "q", "t", {"secret": 1})
    traces = Traces(database, encryption)
    traces.record_trace(partition, "t", data=1, names=["n"])
    (row,) = sent(traces.list_traces_by_name("n", Page(10)))
    assert row["messagePayload"] == {"secret": 1}
    (row,) = sent(Traces(database, Encryption(Settings())).list_traces_by_name("n", Page(10)))
    assert row["messagePayload"] is None


def test_a_trace_that_has_outlived_its_message_says_so(
    store: Queues, traces: Traces, owner_url: str
) -> None:
    partition = pushed(store, "q", "t", 1)
    traces.record_trace(partition, "t", data=1, names=["n"])
    rows(owner_url, "delete from queen.messages")
    (row,) = sent(traces.list_traces_by_name("n", Page(10)))
    assert (row["transactionId"], row["messagePayload"]) == (None, None)
    assert (row["queueName"], row["partitionId"]) == ("q", partition)
