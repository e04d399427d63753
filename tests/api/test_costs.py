"""GET /api/v1/costs, and the requests that it counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from functions.edge import counting
from infra.costs.tables import WORKLOADS, Workload, bill
from regent.costs.bill import total
from regent.costs.usage import HOURS
from tests.support.clock import StoppedClock
from tests.support.costs import count_work
from tests.support.http import Call
from tests.support.owner import execute
from tests.support.queue_http import ack, complete, pop, push
from tests.support.rows import rows, value

Written = Callable[[], list[dict[str, Any]]]
PATH = "/api/v1/costs"
#: docs/run/costs.md: 1 M a day, one by one.
CASE = WORKLOADS[3]
PAGE = (Path(__file__).parents[2] / "docs/run/costs.md").read_text()
COUNTED = b"select to_jsonb(c) from queen.request_counts c order by queue, consumer_group"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, owner_url: str) -> Written:
    """Count as one machine does; what is returned writes the counts down, and reads them."""
    monkeypatch.setattr(counting._Clock, "runs", True)

    def write() -> list[dict[str, Any]]:
        counting.request_counts().write()
        found = execute(owner_url, COUNTED)
        return [row["to_jsonb"] for row in found]

    return write


def numbers(row: dict[str, Any], *names: str) -> list[Any]:
    return [row[name] for name in ("queue", "consumer_group", *names)]


def test_a_push_a_pop_and_an_ack_are_counted(call: Call, written: Written) -> None:
    push(call, "orders", 1, 2)
    complete(call, *pop(call, "orders", batch=10, consumerGroup="g"))
    assert pop(call, "orders", consumerGroup="g") == []
    pushes, consumed = written()
    assert numbers(pushes, "pushes", "pushed", "pops", "acks") == ["orders", "", 1, 2, 0, 0]
    assert numbers(consumed, "pops", "popped", "empty_pops", "acks", "acked") == [
        "orders", "g", 1, 2, 1, 1, 2,
    ]  # fmt: skip
    assert pushes["bytes_in"] > 60
    assert consumed["bytes_out"] > 400
    assert consumed["waited_seconds"] == 0


def test_no_request_writes(call: Call, written: Written, owner_url: str) -> None:
    for _ in range(3):
        push(call, "orders", 1)
        pop(call, "other")
    assert rows(owner_url, "select * from queen.request_counts") == []
    written()
    assert value(owner_url, "select sum(empty_pops) from queen.request_counts") == 3


def test_a_request_about_several_queues_is_divided(call: Call, written: Written) -> None:
    items = [{"queue": queue, "payload": 1} for queue in ("a", "b", "b", "c")]
    assert call("POST", "/api/v1/push", {"items": items}).status == 201
    found = written()
    assert [numbers(row, "pushed") for row in found] == [["a", "", 1], ["b", "", 2], ["c", "", 1]]
    assert [round(row["pushes"], 6) for row in found] == [0.333333] * 3


def test_an_ack_that_takes_the_next_is_one_request(call: Call, written: Written) -> None:
    push(call, "orders", 1, 2)
    (taken,) = pop(call, "orders", consumerGroup="g")
    given = {name: taken[name] for name in ("transactionId", "partitionId", "leaseId")}
    body = {"acknowledgments": [given], "consumerGroup": "g", "next": {"queue": "orders"}}
    assert call("POST", "/api/v1/ack/batch", body).status == 200
    consumed = written()[1]
    assert numbers(consumed, "pops", "popped", "acks", "acked") == ["orders", "g", 1, 2, 1, 1]


def test_a_transaction_is_counted_once(call: Call, written: Written) -> None:
    push(call, "a", 1)
    (taken,) = pop(call, "a", consumerGroup="g")
    operations = [
        {"type": "push", "items": [{"queue": "b", "payload": 2}]},
        {"type": "ack", "consumerGroup": "g"}
        | {name: taken[name] for name in ("transactionId", "partitionId", "leaseId")},
    ]
    assert call("POST", "/api/v1/transaction", {"operations": operations}).body["success"]
    found = {(row["queue"], row["consumer_group"]): row for row in written()}
    assert [found["b", "g"][name] for name in ("pushes", "pushed", "acks")] == [0.5, 1, 0]
    assert [found["a", "g"][name] for name in ("pushes", "acked", "pops")] == [0.5, 1, 1]


def test_a_wait_is_counted(call: Call, written: Written) -> None:
    assert pop(call, "orders", wait=True, timeout=30) == []
    (row,) = written()
    assert numbers(row, "empty_pops") == ["orders", "__QUEUE_MODE__", 1]
    assert row["waited_seconds"] > 0


def test_records_of_topics_are_counted(call: Call, written: Written) -> None:
    assert call("POST", "/api/v1/metadata/topics", {"topic": "t", "partitions": 1}).status == 201
    record = {"value": 1, "partition": 0}
    assert call("POST", "/api/v1/produce", {"topic": "t", "messages": [record]}).status == 201
    query = {"topic": "t", "partition": 0, "offset": 0}
    assert call("GET", "/api/v1/consumer-group/records", query=query).status == 200
    nowhere, topic = written()
    assert numbers(nowhere, "others") == ["", "", 1]
    assert numbers(topic, "pushes", "pushed", "pops", "popped") == ["t", "", 1, 1, 1, 1]


def test_requests_of_other_routes_are_of_no_queue(call: Call, written: Written) -> None:
    assert call("GET", "/api/v1/resources/queues").status == 200
    assert call("GET", "/api/v1/log/messages").status == 200
    assert call("GET", "/api/v1/resources/queues/none").status == 404
    (row,) = written()
    assert numbers(row, "others") == ["", "", 3]


def test_names_beyond_the_bound_are_of_no_queue(
    call: Call, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MAX_COUNTED_PLACES", 2)
    for queue in ("a", "b", "c", "d", "a"):
        push(call, queue, 1)
    assert [numbers(row, "pushes") for row in written()] == [
        ["", "", 2],
        ["a", "", 2],
        ["b", "", 1],
    ]


def test_a_count_that_fails_fails_no_request(
    call: Call, written: Written, owner_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    push(call, "orders", 1)
    rows(owner_url, "alter table queen.request_counts rename to away")
    counting.request_counts().write()
    rows(owner_url, "alter table queen.away rename to request_counts")
    push(call, "orders", 1)
    assert [row["pushes"] for row in written()] == [1]


def test_a_client_without_an_api_counts_nothing(call: Call, owner_url: str) -> None:
    assert not counting.is_counted()
    push(call, "orders", 1)
    counting.request_counts().write()
    assert rows(owner_url, "select * from queen.request_counts") == []


@pytest.fixture
def counted_month(call: Call, owner_url: str, stopped_clock: StoppedClock) -> None:
    count_work(owner_url, CASE, "orders", "2030-01-01")
    stopped_clock.advance(HOURS * 3_600)


def test_the_page_s_own_case_costs_what_the_page_says(call: Call, counted_month: None) -> None:
    body = call("GET", PATH, query={"from": "2030-01-01"}).body
    assert body["period"]["hours"] == HOURS
    # Of the database only what it stores differs: here nothing is kept for seven days.
    page = {line.item: line for line in bill(CASE)}
    shown = {line["item"]: line for line in body["lines"]}
    assert shown.keys() == page.keys()
    for item in page.keys() - {"Aurora, storage"}:
        assert shown[item]["dollars"] == pytest.approx(page[item].dollars, rel=1e-6), item
        assert shown[item]["arithmetic"] == page[item].arithmetic.replace(
            "*", "\N{MULTIPLICATION SIGN}"
        ), item
    stored = page["Aurora, storage"].dollars - shown["Aurora, storage"]["dollars"]
    assert body["month"]["dollars"] == pytest.approx(total(bill(CASE)) - stored, rel=1e-6)
    assert f"| {CASE.name} | {body['month']['dollars'] + stored:,.2f} |" in PAGE
    assert body["period"]["dollars"] == body["month"]["dollars"]


def test_the_parts_add_up(call: Call, counted_month: None, owner_url: str) -> None:
    count_work(owner_url, Workload("", 2_000_000, 100), "batched", "2030-01-01")
    for by in ("queue", "group"):
        body = call("GET", PATH, query={"from": "2030-01-01", "by": by}).body
        month = body["month"]
        told = sum(row["dollars"]["total"] for row in body["rows"]) + body["rest"]
        assert told == pytest.approx(month["used"], rel=1e-6)
        assert month["fixed"] + month["used"] == pytest.approx(month["dollars"], rel=1e-6)
        assert sum(line["dollars"] for line in body["lines"]) == pytest.approx(month["dollars"])
        for row in body["rows"]:
            dollars = dict(row["dollars"])
            assert dollars.pop("total") == pytest.approx(sum(dollars.values()), abs=1e-6)


def test_batches_of_a_hundred_cost_what_the_page_says_of_them(
    call: Call, counted_month: None
) -> None:
    body = call("GET", PATH, query={"from": "2030-01-01"}).body
    page = {line.item: line.dollars for line in bill(WORKLOADS[4])}
    stored = page["Aurora, storage"] - body["lines"][5]["dollars"]
    assert body["lines"][5]["item"] == "Aurora, storage"
    assert body["month"]["ifBatched"] == pytest.approx(sum(page.values()) - stored, rel=1e-6)
    (orders,) = (row for row in body["rows"] if row["queue"] == "orders")
    assert orders["ifBatched"] < orders["dollars"]["total"] / 50


def test_an_empty_stack_costs_what_stands(call: Call, stopped_clock: StoppedClock) -> None:
    body = call("GET", PATH).body
    assert body["countedSince"] is None
    assert body["month"]["used"] < 0.01
    assert round(body["month"]["dollars"], 1) == round(total(bill(WORKLOADS[1])), 1)
    assert (body["rows"][0]["queue"], body["leftOut"]) == (None, 0)
    assert body["month"]["perMillionMessages"] is None


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"by": "colour"}, "by: takes 'queue' or 'group', not 'colour'"),
        ({"batch": 1}, "batch: takes at least 2, not '1'"),
        ({"from": "2030-02-01", "to": "2030-01-01"}, "is later than to"),
    ],
)
def test_a_wrong_query_is_refused(call: Call, query: dict[str, Any], sentence: str) -> None:
    reply = call("GET", PATH, query=query)
    assert (reply.status, reply.body["code"]) == (400, "INVALID_REQUEST")
    assert sentence in reply.body["error"]


def test_a_failed_ack_is_a_request_too(call: Call, written: Written) -> None:
    push(call, "orders", 1)
    (taken,) = pop(call, "orders")
    ack(call, {**taken, "transactionId": "unknown"})
    assert sum(row["acks"] for row in written()) == 1
