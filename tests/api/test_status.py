"""GET /api/v1/status…, POST /api/v1/stats/refresh"""

from typing import Any

import pytest

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import ack, complete, configure, data, pop, push, refused

COUNTERS = ("pushed", "popped", "acked", "failed", "lapsed", "expired", "dead")
NOTHING = dict.fromkeys(COUNTERS, 0)
EMPTY = dict.fromkeys(("total", "pending", "processing", "completed", "failed", "deadLetter"), 0)


def read(call: Call, path: str = "", **query: Any) -> dict[str, Any]:
    reply = call("GET", f"/api/v1/status{path}", query=query)
    assert reply.status == 200, reply
    found: dict[str, Any] = reply.body
    return found


def refresh(call: Call) -> dict[str, Any]:
    reply = call("POST", "/api/v1/stats/refresh")
    assert reply.status == 200, reply
    found: dict[str, Any] = reply.body
    return found


def test_status_of_an_empty_system(call: Call) -> None:
    found = read(call)
    assert (found["bucketMinutes"], found["pointCount"]) == (1, 61)
    assert len(found["throughput"]) == 61
    assert found["messages"] == EMPTY
    assert found["counters"] == NOTHING
    assert (found["queues"], found["queuesLeftOut"], found["workers"]) == ([], 0, [])
    assert found["deadLetterQueue"] == {"totalMessages": 0, "affectedPartitions": 0}
    assert (found["countedAt"], found["statsAge"]) == (None, None)
    assert set(found["timeRange"]) == {"from", "to"}


def test_status_tells_what_is_and_what_happened(call: Call, clock: Clock) -> None:
    configure(call, "q", retryDelay=60_000)
    push(call, "q", *range(5))
    first, second, third = pop(call, "q", batch=3)
    complete(call, first)
    ack(call, second, status="dlq")
    found = read(call)
    assert found["messages"] == {
        "total": 5,
        "pending": 2,
        "processing": 1,
        "completed": 1,
        "failed": 0,
        "deadLetter": 1,
    }
    assert found["leases"] == {
        "active": 1,
        "partitionsWithLeases": 1,
        "totalBatchSize": 3,
        "totalAcked": 2,
    }
    ack(call, third, status="failed")
    assert refresh(call)["refreshed"] is True
    clock.advance(5)
    found = read(call)
    assert found["counters"] == {**NOTHING, "pushed": 5, "popped": 3, "acked": 1} | {
        "failed": 1,
        "dead": 1,
    }
    assert found["errors"] == {"ackFailed": 1, "dlqMessages": 1, "leasesExpired": 0}
    assert 5 <= found["statsAge"] < 10
    (point,) = [point for point in found["throughput"] if point["ingested"]]
    assert (point["ingested"], point["processed"]) == (5, 1)
    assert (point["ingestedPerSecond"], point["processedPerSecond"]) == (0.08, 0.02)
    assert point["avgLagMs"] is None
    assert found["throughput"][0]["timestamp"] > found["throughput"][-1]["timestamp"]


def test_status_of_some_queues(call: Call) -> None:
    for queue in ("shop.billing", "shop.mail", "other"):
        push(call, queue, 1)
    assert read(call)["messages"]["total"] == 3
    assert read(call, namespace="shop")["messages"]["total"] == 2
    assert read(call, task="mail")["messages"]["total"] == 1
    assert read(call, queue="other")["messages"]["total"] == 1
    assert read(call, queue="nowhere")["messages"] == EMPTY
    assert read(call, queue="", namespace="", task="")["messages"]["total"] == 3


def test_a_new_group_on_an_old_queue_has_nothing_pending(call: Call) -> None:
    """Seed 001, test 5."""
    push(call, "test-metrics", 1, 2, 3, partition="p1")
    options = {"consumerGroup": "cg-metrics", "subscriptionMode": "new"}
    assert pop(call, "test-metrics", "p1", **options) == []
    assert read(call)["messages"]["pending"] == 0
    assert read(call)["lag"] == {"openMessages": 0, "maxSeconds": 0}
    (queue,) = read(call, "/queues")["queues"]
    assert (queue["messages"]["pending"], queue["lagMessages"]) == (0, 0)
    detail = read(call, "/queues/test-metrics")
    assert detail["totals"]["pending"] == 0
    assert [partition["messages"]["pending"] for partition in detail["partitions"]] == [0]


def test_queues_and_how_they_stand(call: Call) -> None:
    push(call, "b", 1, 2)
    push(call, "a.x", 1, partition="p")
    pop(call, "b", consumerGroup="g")
    found = read(call, "/queues")
    assert (found["total"], found["pagination"]["hasMore"], found["nextCursor"]) == (2, False, None)
    first, second = found["queues"]
    assert (first["name"], first["namespace"], first["task"]) == ("a.x", "a", "x")
    assert (second["name"], second["partitions"], second["groups"]) == ("b", 1, 1)
    assert second["messages"] == {**EMPTY, "total": 2, "pending": 1, "processing": 1}
    assert (second["leasedPartitions"], second["utilizationPercent"]) == (1, 100)
    assert [queue["name"] for queue in read(call, "/queues", task="x")["queues"]] == ["a.x"]
    assert read(call, "/queues", namespace="none")["queues"] == []


def pages(call: Call, path: str, name: str, limit: int) -> list[list[str]]:
    found, query = [], {"limit": limit}
    while True:
        page = read(call, path, **query)
        found.append([row["name"] for row in page[name]])
        if page["nextCursor"] is None:
            assert page["pagination"]["hasMore"] is False
            return found
        query["cursor"] = page["nextCursor"]


def test_queues_page_by_page(call: Call) -> None:
    for queue in "abcde":
        configure(call, queue)
    assert pages(call, "/queues", "queues", 2) == [["a", "b"], ["c", "d"], ["e"]]
    assert pages(call, "/queues", "queues", 5) == [["a", "b", "c", "d", "e"]]
    assert [q["name"] for q in read(call, "/queues", limit=2, offset=3)["queues"]] == ["d", "e"]


def test_a_queue_and_its_partitions(call: Call) -> None:
    configure(call, "q", leaseTime=60, maxSize=100)
    push(call, "q", 1, 2, partition="p")
    complete(call, *pop(call, "q", "p"))
    found = read(call, "/queues/q")
    assert found["queue"]["name"] == "q"
    assert found["queue"]["config"] == {
        "leaseTime": 60,
        "retryLimit": 3,
        "retryDelay": 1000,
        "ttl": 0,
        "maxQueueSize": 100,
        "deadLetterQueue": False,
    }
    totals = found["totals"]
    assert totals.pop("messages") == totals == {**EMPTY, "total": 2, "pending": 1, "completed": 1}
    default, partition = found["partitions"]
    assert default["messages"] == default["stats"] == EMPTY
    assert (partition["name"], partition["cursor"]) == ("p", {"totalConsumed": 1})
    assert partition["messages"] == {**EMPTY, "total": 2, "pending": 1, "completed": 1}
    assert partition["oldestMessage"] == partition["lastActivity"]
    assert default["oldestMessage"] is None
    assert found["total"] == 2


def test_partitions_page_by_page(call: Call) -> None:
    for partition in "abcde":
        push(call, "q", 1, partition=partition)
    assert pages(call, "/queues/q", "partitions", 2) == [["a", "b"], ["c", "d"], ["e"]]
    assert read(call, "/queues/q", limit=1)["total"] == 5


@pytest.mark.parametrize("queue", ["a/b", "q space", "🐘", "messages", "x/messages/y"])
def test_a_queue_of_any_name(call: Call, queue: str) -> None:
    push(call, queue, 1)
    assert read(call, f"/queues/{queue}")["queue"]["name"] == queue
    assert len(read(call, f"/queues/{queue}/messages")["messages"]) == 1


def test_a_queue_that_is_not_there(call: Call) -> None:
    body = refused(call("GET", "/api/v1/status/queues/nowhere"), 404, "QUEUE_NOT_FOUND")
    assert body["detail"] == {"queue": "nowhere"}
    assert read(call, "/queues/nowhere/messages")["messages"] == []


def test_the_newest_messages_of_a_queue(call: Call) -> None:
    push(call, "other", 9)
    for number in range(3):
        push(call, "q", number, transactionId=f"t{number}")
    found = read(call, "/queues/q/messages", limit=2)
    assert [message["transactionId"] for message in found["messages"]] == ["t2", "t1"]
    rest = read(call, "/queues/q/messages", cursor=found["nextCursor"])
    assert [message["transactionId"] for message in rest["messages"]] == ["t0"]
    assert "data" not in found["messages"][0]


def test_analytics_by_interval(call: Call) -> None:
    push(call, "q", 1, 2, 3)
    complete(call, *pop(call, "q", batch=2))
    refresh(call)
    for interval, points in (("minute", 61), ("hour", 25), ("day", 31), ("week", 13)):
        found = read(call, "/analytics", interval=interval)
        assert found["interval"] == interval
        assert len(found["dataPoints"]) == points
        assert found["totals"] == {**NOTHING, "pushed": 3, "popped": 2, "acked": 2}
        (point,) = [point for point in found["dataPoints"] if point["pushed"]]
        assert (point["messages"], point["popped"], point["depth"]) == (3, 2, 1)
    assert read(call, "/analytics")["interval"] == "hour"
    assert len(read(call, "/analytics", interval="month")["dataPoints"]) == 13


def test_analytics_of_some_queues_and_times(call: Call) -> None:
    push(call, "shop.a", 1)
    push(call, "other", 1, 2)
    refresh(call)
    assert read(call, "/analytics", namespace="shop")["totals"]["pushed"] == 1
    assert read(call, "/analytics", queue="other")["totals"]["pushed"] == 2
    old = {"from": "2026-01-01", "to": "2026-01-02T00:00:00+02:00", "interval": "day"}
    found = read(call, "/analytics", **old)
    assert found["totals"] == NOTHING
    assert (found["from"], found["to"]) == (
        "2026-01-01T00:00:00.000000Z",
        "2026-01-01T22:00:00.000000Z",
    )
    assert found["keptSince"] < found["from"]


def test_small_lines_of_some_queues(call: Call) -> None:
    for queue, messages in (("a", 2), ("b", 3), ("c", 4)):
        push(call, queue, *range(messages))
    complete(call, pop(call, "a")[0])
    refresh(call)
    ids = {row["name"]: row["id"] for row in read(call, "/queues")["queues"]}
    found = read(call, "/sparklines", queues=f"{ids['a']},{ids['b']},999", points=2)
    assert [(line["id"], sum(line["pushed"]), sum(line["acked"])) for line in found["lines"]] == [
        (ids["a"], 2, 1),
        (ids["b"], 3, 0),
    ]
    assert {len(line["pushed"]) for line in found["lines"]} == {2}
    assert found["from"] < found["to"]
    assert len(read(call, "/sparklines", queues=ids["a"])["lines"][0]["acked"]) == 60


def test_nothing_is_buffered(call: Call) -> None:
    assert read(call, "/buffers") == {"pending": 0, "failed": 0, "dbHealthy": True}


def test_refresh_counts_at_once_and_again(call: Call) -> None:
    push(call, "q", 1)
    first = refresh(call)
    assert (first["success"], first["refreshed"], first["queues"]) == (True, True, 1)
    push(call, "q", 2)
    assert refresh(call)["refreshed"] is True
    assert read(call)["counters"]["pushed"] == 2
    assert data(pop(call, "q", batch=9)) == [1, 2]


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("", {"from": "yesterday"}),
        ("", {"from": "1969-12-31T23:59:59Z"}),
        ("", {"to": "9999-12-31T23:59:59Z"}),
        ("", {"from": "0001-01-01T00:00:00+14:00"}),
        ("", {"from": "2026-02-02", "to": "2026-02-01"}),
        ("", {"queue": "a\x00"}),
        ("", {"namespace": "x" * 256}),
        ("/analytics", {"interval": "fortnight"}),
        ("/analytics", {"interval": ""}),
        ("/analytics", {"to": "NaN"}),
        ("/analytics", {"task": "\x00"}),
        ("/sparklines", {}),
        ("/sparklines", {"queues": ""}),
        ("/sparklines", {"queues": "orders"}),
        ("/sparklines", {"queues": "1,,2"}),
        ("/sparklines", {"queues": ",".join(map(str, range(101)))}),
        ("/sparklines", {"queues": "9" * 19}),
        ("/sparklines", {"queues": "1", "points": 1}),
        ("/sparklines", {"queues": "1", "points": 121}),
        ("/queues", {"limit": 0}),
        ("/queues", {"limit": 1001}),
        ("/queues", {"offset": -1}),
        ("/queues", {"offset": 10**40}),
        ("/queues", {"cursor": "garbage"}),
        ("/queues", {"cursor": "WzFd"}),
        ("/queues/q", {"limit": "many"}),
        ("/queues/q", {"cursor": "WyJhIiwiYiJd"}),
        ("/queues/a\x00", {}),
        ("/queues/" + "x" * 256, {}),
        ("/queues/q/messages", {"cursor": "WyJhIl0"}),
        ("/queues/q/messages", {"limit": 1001}),
        ("/queues/a\x00/messages", {}),
    ],
)
def test_what_has_another_form_is_refused(call: Call, path: str, query: dict[str, Any]) -> None:
    push(call, "q", 1)
    refused(call("GET", f"/api/v1/status{path}", query=query), 400, "INVALID_REQUEST")


def test_a_time_that_ends_before_it_begins_says_so(call: Call) -> None:
    query = {"from": "2026-02-02", "to": "2026-02-01"}
    body = refused(call("GET", "/api/v1/status", query=query), 400, "INVALID_REQUEST")
    assert body["error"] == (
        "from (2026-02-02T00:00:00.000000Z) is later than to (2026-02-01T00:00:00.000000Z)"
    )
