"""queen.read_pipeline: the messages of a trace over all queues, with their states and notes."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.messages import Traces
from regent.stores.queue import Queues
from tests.support.store import acks, pop, push

TRACE = UUID("01a1ef2e-be52-7293-8b8d-017564f12a90")
OTHER = UUID("01a1ef2e-be52-7293-8b8d-017564f12a91")


@pytest.fixture
def traces(database: Database) -> Traces:
    return Traces(database, Encryption(Settings()))


def read(traces: Traces, trace: UUID = TRACE, limit: int = 100) -> Any:
    return orjson.loads(orjson.dumps(traces.read_pipeline(trace, limit)))


def test_messages_of_all_queues_come_in_the_order_in_which_they_were_pushed(
    store: Queues, traces: Traces
) -> None:
    for queue in ("orders", "invoices", "mails"):
        push(store, queue, 1, traceId=TRACE, transactionId=f"{queue} 1")
    push(store, "orders", 1, traceId=OTHER)
    found = read(traces)
    assert [message["queue"] for message in found["messages"]] == ["orders", "invoices", "mails"]
    assert [message["transactionId"] for message in found["messages"]] == [
        *("orders 1", "invoices 1", "mails 1")
    ]
    assert found["more"] is False
    short = read(traces, limit=2)
    assert [message["queue"] for message in short["messages"]] == ["orders", "invoices"]
    assert short["more"] is True


def test_each_message_says_what_each_group_made_of_it(store: Queues, traces: Traces) -> None:
    push(store, "q", 1, traceId=TRACE)
    pop(store, "q", group="waits")
    (failed,) = acks(pop(store, "q", group="billing"), group="billing", status="failed")
    store.ack([{**failed, "error": "no such account"}])
    (message,) = read(traces)["messages"]
    billing, waits = message["groups"]
    assert (billing["consumerGroup"], billing["status"]) == ("billing", "failed")
    assert (billing["attempts"], billing["errorMessage"]) == (1, "no such account")
    assert (waits["consumerGroup"], waits["status"]) == ("waits", "processing")
    assert (waits["attempts"], waits["errorMessage"], waits["failedAt"]) == (0, None, None)


def test_notes_name_their_message_by_its_place(store: Queues, traces: Traces) -> None:
    push(store, "a", 1, traceId=TRACE, transactionId="1")
    (later,) = push(store, "b", 1, traceId=TRACE, transactionId="2")
    traces.record_trace(
        str(later.partition_id), "2", data={"n": 1}, names=["y", "x"], event_type="step", group="g"
    )
    (note,) = read(traces)["notes"]
    note.pop("createdAt")
    assert note == {"message": 1, "eventType": "step", "consumerGroup": "g", "names": ["x", "y"]}


def test_notes_are_bounded_and_say_so(store: Queues, traces: Traces, database: Database) -> None:
    (pushed,) = push(store, "a", 1, traceId=TRACE, transactionId="1")
    for _ in range(3):
        traces.record_trace(str(pushed.partition_id), "1", data=1)
    ((notes, more),) = database.fetch(
        "select json_array_length(notes), more_notes from queen.read_pipeline(%s, 100, 2)", (TRACE,)
    )
    assert (notes, more) == (2, True)


def test_a_trace_without_messages_is_empty(traces: Traces) -> None:
    assert read(traces) == {"messages": [], "notes": [], "more": False, "moreNotes": False}
