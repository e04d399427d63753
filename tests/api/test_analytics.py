"""GET /api/v1/analytics/…"""

from typing import Any

import pytest

from regent.paging import encode_cursor
from regent.stores.retention import Retention
from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import ack, complete, configure, pop, push, refused
from tests.support.retention import archive, retire

PATHS = (
    *("queue-ops", "queue-lag", "worker-metrics", "system-metrics"),
    *("queue-parked-replicas", "retention"),
)


def read(call: Call, path: str, **query: Any) -> Any:
    reply = call("GET", f"/api/v1/analytics/{path}", query=query)
    assert reply.status == 200, reply
    return reply.body


def busy(call: Call) -> None:
    configure(call, "q", retryDelay=0)
    push(call, "q", 1, 2, 3, 4)
    first, second = pop(call, "q", batch=2)
    complete(call, first)
    ack(call, second, status="failed")
    push(call, "other", 1)
    call("POST", "/api/v1/stats/refresh")


def test_what_happened_in_each_queue(call: Call) -> None:
    busy(call)
    found = read(call, "queue-ops")
    assert (found["bucketMinutes"], found["queues"]) == (1, ["other", "q"])
    assert found["queuesLeftOut"] == 0
    other, q = found["series"]
    assert (other["queueName"], other["pushMessages"], other["depth"]) == ("other", 1, 1)
    del q["bucket"], q["maxLagMs"]
    assert q == {
        "queueName": "q",
        "pushMessages": 4,
        "popMessages": 2,
        "ackSuccess": 1,
        "ackFailed": 1,
        "leasesExpired": 0,
        "messagesExpired": 0,
        "deadLetters": 0,
        "depth": 3,
        "pushPerSecond": 0.07,
        "popPerSecond": 0.03,
        "ackPerSecond": 0.03,
        "avgLagMs": None,
    }
    assert read(call, "queue-ops", queue="other")["queues"] == ["other"]
    assert read(call, "queue-ops", queue="nowhere")["series"] == []


def test_lag_of_each_queue(call: Call, clock: Clock) -> None:
    push(call, "q", 1)
    pop(call, "q")
    clock.advance(20)
    call("POST", "/api/v1/stats/refresh")
    (point,) = read(call, "queue-lag")
    assert (point["queueName"], point["popCount"], point["avgLagMs"]) == ("q", 1, None)
    assert 20_000 <= point["maxLagMs"] < 30_000
    assert point["bucketTime"].endswith(":00.000000Z")


def test_how_consumers_do(call: Call, clock: Clock) -> None:
    busy(call)
    pop(call, "q")
    found = read(call, "worker-metrics")
    assert found["summary"] == {
        "totalPushMessages": 5,
        "totalPopMessages": 2,
        "totalAckMessages": 2,
        "totalAckFailed": 1,
        "totalDlq": 0,
        "totalLeasesExpired": 0,
        "pendingMessages": 3,
        "efficiencyPercent": 50,
    }
    (point,) = [point for point in found["timeSeries"] if point["pushMessages"]]
    assert (point["ackMessages"], point["ackSuccess"], point["ackFailed"]) == (2, 1, 1)
    assert point["efficiencyPercent"] == 50
    assert found["pointCount"] == len(found["timeSeries"]) == 61
    queue = found["queues"][0]
    assert (queue["queueName"], queue["utilizationPercent"], queue["leasesEnded"]) == ("q", 100, 0)
    assert found["workers"] == []
    assert read(call, "worker-metrics", queue="other")["summary"]["totalPushMessages"] == 1


def test_what_the_process_uses(call: Call) -> None:
    found = read(call, "system-metrics")
    assert found["pointCount"] == 1
    (replica,) = found["replicas"]
    (sample,) = replica["timeSeries"]
    assert sample["metrics"]["cpu"]["user_us"]["last"] > 0
    assert sample["metrics"]["database"]["pool_size"]["last"] == 64
    assert replica["hostname"]


def test_nobody_is_parked(call: Call) -> None:
    busy(call)
    parked = read(call, "queue-parked-replicas")
    assert (parked["series"], parked["replicas"]) == ([], [])


NOTHING = {
    "retentionMsgs": 0,
    "completedRetentionMsgs": 0,
    "evictionMsgs": 0,
    "totalMsgs": 0,
    "archivedMsgs": 0,
    "eventCount": 0,
}


def test_what_retention_deleted(call: Call, retention: Retention, clock: Clock) -> None:
    found = read(call, "retention")
    assert (found["series"], found["totals"]) == ([], NOTHING)
    configure(call, "q", retentionEnabled=True, pendingRetentionSeconds=60)
    push(call, "q", 1, 2, 3)
    complete(call, *pop(call, "q"))
    clock.advance(61)
    retire(retention)
    found = read(call, "retention", queue="q")
    (point,) = found["series"]
    assert point.pop("bucket").endswith(":00.000000Z")
    deleted = NOTHING | {"retentionMsgs": 2, "completedRetentionMsgs": 1, "totalMsgs": 3}
    assert point == {"queueName": "q", **deleted, "eventCount": 1}
    assert found["totals"] == {**deleted, "eventCount": 1}
    assert read(call, "retention", queue="other")["series"] == []


def test_what_postgres_says(call: Call) -> None:
    found = read(call, "postgres-stats")
    assert {table["table"] for table in found["tableSizes"]} >= {"messages", "partitions"}
    assert isinstance(found["activeQueries"], list)
    assert found["bufferUsage"] == []
    assert "sharedBuffersSize" in found["bufferConfig"]


def test_leases_with_their_messages_and_their_time(call: Call, clock: Clock) -> None:
    configure(call, "quick", leaseTime=60)
    push(call, "quick", 1, 2, 3, partition="p")
    push(call, "slow", 1)
    pop(call, "quick", "p", batch=2, consumerGroup="g")
    pop(call, "slow")
    clock.advance(40)
    found = read(call, "leases")
    assert (found["total"], found["nextCursor"]) == (2, None)
    quick, slow = found["leases"]
    assert (quick["queue"], quick["partition"], quick["consumerGroup"]) == ("quick", "p", "g")
    assert (quick["messages"], quick["stuck"], slow["stuck"]) == (2, True, False)
    assert 10 < quick["remainingSeconds"] <= 20
    assert 40 <= quick["heldSeconds"] < 50
    assert (quick["leaseId"].endswith(f".{quick['partitionId']}"), quick["client"]) == (True, None)
    assert "groupKey" not in quick
    assert [row["queue"] for row in read(call, "leases", stuck=True)["leases"]] == ["quick"]
    assert read(call, "leases", queue="slow", consumerGroup="g")["leases"] == []


def test_leases_page_by_page(call: Call) -> None:
    for number in range(5):
        push(call, "q", number, partition=str(number))
        pop(call, "q", str(number))
    seen, query = [], {"limit": 2}
    while True:
        page = read(call, "leases", **query)
        assert page["total"] == 5
        seen.append([row["partition"] for row in page["leases"]])
        if page["nextCursor"] is None:
            break
        query["cursor"] = page["nextCursor"]
    assert seen == [["0", "1"], ["2", "3"], ["4"]]


@pytest.mark.parametrize("path", PATHS)
def test_times_that_cannot_be_are_refused(call: Call, path: str) -> None:
    for query in (
        {"from": "soon"},
        {"to": "1900-01-01"},
        {"from": "2026-02-02", "to": "2026-02-01"},
        {"from": "\x00"},
    ):
        reply = call("GET", f"/api/v1/analytics/{path}", query=query)
        refused(reply, 400, "INVALID_REQUEST")


@pytest.mark.parametrize("path", PATHS)
def test_a_long_time_has_few_points(call: Call, path: str) -> None:
    busy(call)
    found = read(call, path, **{"from": "1970-01-01"})
    if path != "queue-lag":
        assert found["bucketMinutes"] == 1440
        assert found["timeRange"]["from"] == "1970-01-01T00:00:00.000000Z"


@pytest.mark.parametrize("path", ["queue-ops", "queue-lag", "worker-metrics", "leases"])
def test_names_that_cannot_be_are_refused(call: Call, path: str) -> None:
    for queue in ("a\x00", "x" * 256):
        reply = call("GET", f"/api/v1/analytics/{path}", query={"queue": queue})
        refused(reply, 400, "INVALID_REQUEST")


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0},
        {"limit": 10**30},
        {"offset": -1},
        {"stuck": "perhaps"},
        {"cursor": "garbage"},
        {"cursor": "WyJhIiwxLDJd"},
        {"consumerGroup": "\x00"},
    ],
)
def test_leases_refuse_what_has_another_form(call: Call, query: dict[str, Any]) -> None:
    refused(call("GET", "/api/v1/analytics/leases", query=query), 400, "INVALID_REQUEST")


def batches(call: Call, **query: Any) -> Any:
    reply = call("GET", "/api/v1/archive/batches", query=query)
    assert reply.status == 200, reply
    return reply.body


def test_batches_of_the_archive_with_their_steps(
    call: Call, retention: Retention, clock: Clock
) -> None:
    assert batches(call) == {
        "batches": [],
        "total": None,
        "pagination": {"limit": 100, "offset": 0, "hasMore": False},
        "nextCursor": None,
    }
    configure(call, "q", retentionEnabled=True, pendingRetentionSeconds=60)
    for name in "abc":
        push(call, "q", 1, 2, partition=name)
    clock.advance(61)
    made = sorted(archive(retention, "verified"))
    (last,) = batches(call, limit=1)["batches"]
    assert last.pop("plannedAt") <= last.pop("changedAt")
    assert last == {
        "id": made[-1],
        "queue": "q",
        "archive": "/archive",
        "status": "verified",
        "files": 1,
        "messages": 2,
        "bytes": None,
        "failures": 0,
        "lastError": None,
    }
    seen, cursor = [], None
    while True:
        page = batches(call, limit=2, queue="q", **({"cursor": cursor} if cursor else {}))
        seen += [row["id"] for row in page["batches"]]
        if (cursor := page["nextCursor"]) is None:
            break
    assert seen == made[::-1]
    assert batches(call, status="committed")["batches"] == []
    assert batches(call, queue="other")["batches"] == []


@pytest.mark.parametrize(
    "query",
    [
        {"status": "done"},
        {"queue": "\x00"},
        {"limit": 1_001},
        {"cursor": "garbage"},
        {"cursor": encode_cursor("leases", ["01900000-0000-7000-8000-000000000000"])},
        {"cursor": encode_cursor("batches", ["no id"])},
        {"cursor": encode_cursor("batches", [1])},
    ],
)
def test_batches_refuse_what_has_another_form(call: Call, query: dict[str, Any]) -> None:
    refused(call("GET", "/api/v1/archive/batches", query=query), 400, "INVALID_REQUEST")
