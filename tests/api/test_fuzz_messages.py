"""Whatever comes in about messages and traces, the answer is the client's fault or a success."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st

from tests.api.test_fuzz import FUZZ, JSON, TEXT, fields, never_5xx
from tests.support.http import Call
from tests.support.queue_http import push

NUMBER = st.integers(-1, 200).map(str) | st.integers(0, 10**30).map(str) | TEXT
INSTANT = st.datetimes().map(str) | st.datetimes().map(lambda at: f"{at.isoformat()}Z") | TEXT
PARTITION = st.sampled_from(["1", "2", "0", "99", str(2**63 - 1), "names", "by-name"]) | TEXT


def cursors(call: Call, path: str) -> st.SearchStrategy[str]:
    """Cursors of this list, of another one, and anything."""
    given = call("GET", path, query={"limit": 1}).body["nextCursor"]
    assert given is not None
    odd = ["WzFd", "W10", "bnVsbA", "WyIyMDI2LTAxLTAxVDAwOjAwOjAwWiIsMSwxLDFd",
           "WyI5OTk5LTEyLTMxVDIzOjU5OjU5LjAwMDAwMC0yMzo1OSIsMCwwLDBd",
           "WyIwMDAxLTAxLTAxVDAwOjAwOjAwKzIzOjU5IiwxLDEsMV0"]  # fmt: skip
    return st.sampled_from([given, given[:-2], given + "A", *odd]) | TEXT


def test_fuzz_lists_of_messages(call: Call) -> None:
    push(call, "q", *range(10))
    push(call, "q", *range(5), partition="p")
    query = st.fixed_dictionaries(
        {},
        optional={
            "queue": st.just("q") | TEXT,
            "partition": st.just("p") | TEXT,
            "namespace": TEXT,
            "ns": TEXT,
            "task": TEXT,
            "status": st.sampled_from(["pending", "dead", "completed"]) | TEXT,
            "consumerGroup": TEXT,
            "traceId": st.uuids().map(str) | TEXT,
            "transactionId": TEXT,
            "from": INSTANT,
            "to": INSTANT,
            "limit": NUMBER,
            "offset": NUMBER,
            "cursor": cursors(call, "/api/v1/messages"),
        },
    )

    @FUZZ
    @given(query)
    def run(query: dict[str, str]) -> None:
        never_5xx(call, "GET", "/api/v1/messages", query=query)

    run()


def test_fuzz_one_message(call: Call) -> None:
    push(call, "q", 1, transactionId="q")

    @FUZZ
    @given(PARTITION.filter(bool), TEXT.filter(bool), st.sampled_from(["GET", "DELETE"]))
    def run(partition: str, transaction: str, method: str) -> None:
        path = f"/api/v1/messages/{quote(partition, safe='')}/{quote(transaction, safe='')}"
        never_5xx(call, method, path)

    run()


def test_fuzz_traces(call: Call) -> None:
    push(call, "q", 1, transactionId="q")

    @FUZZ
    @given(
        JSON
        | fields(
            transactionId=st.just("q"),
            partitionId=st.just("1"),
            data=JSON,
            consumerGroup=TEXT,
            traceNames=st.lists(TEXT, max_size=3),
            eventType=TEXT,
            workerId=TEXT,
        )
    )
    def run(body: Any) -> None:
        never_5xx(call, "POST", "/api/v1/traces", body)

    run()


def test_fuzz_lists_of_traces(call: Call) -> None:
    push(call, "q", 1, transactionId="q")
    note = {"transactionId": "q", "partitionId": "1", "data": 1, "traceNames": ["q", "now"]}
    for _ in range(2):
        assert call("POST", "/api/v1/traces", note).status == 201
    of_names = cursors(call, "/api/v1/traces/names")
    of_traces = cursors(call, "/api/v1/traces/by-name/q")

    @FUZZ
    @given(PARTITION.filter(bool), TEXT.filter(bool), NUMBER, NUMBER, of_names | of_traces)
    def run(partition: str, name: str, limit: str, offset: str, cursor: str) -> None:
        name = quote(name, safe="")
        for query in ({"limit": limit, "offset": offset}, {"cursor": cursor}):
            never_5xx(call, "GET", "/api/v1/traces/names", query=query)
            never_5xx(call, "GET", f"/api/v1/traces/by-name/{name}", query=query)
            path = f"/api/v1/traces/{quote(partition, safe='')}/{name}"
            never_5xx(call, "GET", path, query=query)

    run()
