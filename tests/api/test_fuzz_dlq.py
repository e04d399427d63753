"""Whatever comes in to the routes of dead letters, the answer is never a 5xx."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from functions.api import dlq
from tests.api.test_fuzz import FUZZ, JSON, TEXT, fields, never_5xx
from tests.support.dead_letters import bury_over_http
from tests.support.http import Call

ID = st.integers(-1, 50) | st.integers(0, 50).map(str)
INSTANT = st.datetimes().map(lambda moment: moment.isoformat()) | TEXT
NUMBER = st.integers(-1, 2000).map(str) | st.floats().map(str) | TEXT
NAME = TEXT.filter(bool)
FILTER: dict[str, st.SearchStrategy[Any]] = {
    "queue": TEXT,
    "consumerGroup": TEXT | st.just("g"),
    "partition": TEXT,
    "namespace": TEXT,
    "task": TEXT,
    "reason": st.sampled_from(["retries", "rejected", "max_wait", "moved"]) | TEXT,
    "from": INSTANT,
    "to": INSTANT,
    "transactionId": TEXT,
    "traceId": st.uuids().map(str) | TEXT,
}


def buried(call: Call) -> None:
    for group in ("g", "__QUEUE_MODE__"):
        bury_over_http(call, "q", *range(20), group=group)


def test_fuzz_lists(call: Call) -> None:
    buried(call)
    page = {"limit": NUMBER, "offset": NUMBER, "cursor": TEXT | st.sampled_from(["WzEwXQ"])}

    @FUZZ
    @given(st.fixed_dictionaries({}, optional=FILTER | page))
    def run(query: dict[str, str]) -> None:
        never_5xx(call, "GET", "/api/v1/dlq", query=query)
        never_5xx(call, "GET", "/api/v1/dlq/summary", query=query)

    run()


def test_fuzz_purge(call: Call) -> None:
    buried(call)
    more = {"ids": TEXT | ID.map(str), "olderThanSeconds": NUMBER, "all": st.just("false") | TEXT}

    @FUZZ
    @given(st.fixed_dictionaries({}, optional=FILTER | more), NAME)
    def run(query: dict[str, str], name: str) -> None:
        never_5xx(call, "DELETE", "/api/v1/dlq", query=query)
        never_5xx(call, "DELETE", f"/api/v1/dlq/{name}")

    run()


def test_fuzz_redrive(call: Call, monkeypatch: Any) -> None:
    buried(call)
    monkeypatch.setattr(dlq, "timer", dlq.Timer(sleep=lambda seconds: None))

    @FUZZ
    @given(
        JSON
        | fields(
            queue=st.just("q"),
            consumerGroup=st.just("g"),
            partition=TEXT,
            ids=st.lists(ID, max_size=4),
            reason=TEXT | st.just("rejected"),
            failedFrom=INSTANT,
            failedTo=INSTANT,
            to=TEXT,
            ratePerSecond=st.integers(1, 3),
            limit=st.integers(1, 3),
        )
    )
    def run(body: Any) -> None:
        never_5xx(call, "POST", "/api/v1/dlq/redrive", body)

    run()


def test_fuzz_one_message(call: Call) -> None:
    buried(call)
    partition = st.sampled_from(["1", "2"]) | NAME

    @FUZZ
    @given(
        partition, NAME, JSON | fields(consumerGroup=st.just("g"), error=TEXT, force=st.booleans())
    )
    def run(partition: str, transaction: str, body: Any) -> None:
        for verb in ("retry", "dlq"):
            path = f"/api/v1/messages/{partition}/{transaction}/{verb}"
            never_5xx(call, "POST", path, body)

    run()
