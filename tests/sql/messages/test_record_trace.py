"""queen.record_trace: a note about a message, as long as the message is there."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import InvalidJson, MessageNotFound, PayloadTooLarge
from regent.settings import Settings
from regent.stores.messages import Traces
from regent.stores.queue import Queues
from tests.support.rows import rows, value
from tests.support.store import push


@pytest.fixture
def traces(database: Database) -> Traces:
    return Traces(database, Encryption(Settings()))


@pytest.fixture
def partition(store: Queues) -> str:
    """The partition of a message with the transaction id `t`."""
    return str(push(store, "q", 1, transactionId="t")[0].partition_id)


def test_a_trace_is_kept_with_all_that_was_said(
    traces: Traces, partition: str, owner_url: str
) -> None:
    trace_id = traces.record_trace(
        partition, "t", data={"z": 1, "a": 1e16}, names=["order 7", "pipeline"],
        event_type="step", group="g", worker="w1",
    )  # fmt: skip
    (row,) = rows(owner_url, "select *, data::text as text from queen.message_traces")
    assert (str(row["id"]), str(row["partition_id"]), row["offset"]) == (trace_id, partition, 0)
    assert (row["consumer_group"], row["event_type"], row["worker_id"]) == ("g", "step", "w1")
    assert row["text"] == '{"z":1,"a":1e+16}'
    names = rows(owner_url, 'select name, trace_id, "offset" from queen.message_trace_names')
    assert names == [
        {"name": "order 7", "trace_id": row["id"], "offset": 0},
        {"name": "pipeline", "trace_id": row["id"], "offset": 0},
    ]


def test_a_name_that_is_said_twice_is_one(traces: Traces, partition: str, owner_url: str) -> None:
    traces.record_trace(partition, "t", data=None, names=["a", "b", "a"])
    assert value(owner_url, "select count(*) from queen.message_trace_names") == 2


@pytest.mark.parametrize("data", [None, 0, "", [], {}, "text", [1, {"a": None}]])
def test_data_is_any_json(traces: Traces, partition: str, owner_url: str, data: Any) -> None:
    traces.record_trace(partition, "t", data=data)
    assert value(owner_url, "select data from queen.message_traces") == data


def test_a_message_that_is_not_there_has_no_traces(
    traces: Traces, partition: str, owner_url: str
) -> None:
    for where, what in ((partition, "other"), ("99", "t"), ("p", "t")):
        with pytest.raises(MessageNotFound):
            traces.record_trace(where, what, data=1)
    assert value(owner_url, "select count(*) from queen.message_traces") == 0


def test_data_has_a_bound_in_bytes(traces: Traces, partition: str) -> None:
    traces.record_trace(partition, "t", data="x" * (64 * 1024 - 2))
    with pytest.raises(PayloadTooLarge) as refused:
        traces.record_trace(partition, "t", data="ü" * (32 * 1024 - 1) + "x")
    assert refused.value.detail == {"bytes": 64 * 1024 + 1, "maxBytes": 64 * 1024}


def test_data_holds_no_nul(traces: Traces, partition: str) -> None:
    with pytest.raises(InvalidJson) as refused:
        traces.record_trace(partition, "t", data={"a": "\0"})
    assert refused.value.message == "data holds the NUL character, which cannot be stored"


def test_traces_go_with_their_partition(
    traces: Traces, partition: str, store: Queues, owner_url: str
) -> None:
    traces.record_trace(partition, "t", data=1, names=["a"])
    store.delete_queue("q")
    assert value(owner_url, "select count(*) from queen.message_traces") == 0
    assert value(owner_url, "select count(*) from queen.message_trace_names") == 0
