"""GET /api/v1/analytics/lag…"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regent.paging import encode_cursor
from tests.support.http import Call
from tests.support.lag import partition, rollup
from tests.support.queue_http import pop, push, refused

AT = datetime(2030, 1, 1, 12, tzinfo=UTC)
CAPTURED = "2030-01-01T12:00:00.000000Z"


def read(call: Call, path: str = "", **query: Any) -> Any:
    reply = call("GET", f"/api/v1/analytics/lag{path}", query=query)
    assert reply.status == 200, reply
    return reply.body


@pytest.fixture
def measured(call: Call, owner_url: str) -> None:
    """A snapshot in which group g is behind in both partitions of q; and an earlier one."""
    for name in ("a", "b"):
        push(call, "q", 1, 2, partition=name)
    pop(call, "q", consumerGroup="g")
    rollup(owner_url, AT - timedelta(hours=1), "system", offset_lag=3)
    rollup(owner_url, AT, "system", offset_lag=4, verdict="stalled", partitions=2)
    rollup(
        owner_url,
        AT,
        "consumer",
        namespace="q",
        queue_name="q",
        consumer_group="g",
        partitions=2,
        lagging_partitions=2,
        offset_lag=4,
        offset_lag_p50=1.5,
        time_lag_max_seconds=60.25,
        arrival_per_second=0.5,
        consumption_per_second=1.0,
        seconds_to_drain=8.0,
        verdict="stalled",
        stalled_partitions=1,
    )
    for number in (1, 2):
        partition(owner_url, AT, 1, number, offset_lag=number, verdict="stalled")


@pytest.mark.usefixtures("measured")
def test_a_rollup_says_how_far_behind_and_what_to_think_of_it(call: Call) -> None:
    found = read(call)
    assert (found["capturedAt"], found["total"], found["nextCursor"]) == (CAPTURED, 1, None)
    assert found["rollups"] == [
        {
            "scope": "consumer",
            "namespace": "q",
            "queue": "q",
            "consumerGroup": "g",
            "paused": False,
            "partitions": 2,
            "laggingPartitions": 2,
            "offsetLagP50": 1.5,
            "offsetLagP95": 0.0,
            "offsetLagP99": 0.0,
            "offsetLagMax": 0,
            "warningPartitions": 0,
            "stalledPartitions": 1,
            "stoppedPartitions": 0,
            "rewoundPartitions": 0,
            "timeLagP50Seconds": 0.0,
            "timeLagP95Seconds": 0.0,
            "timeLagP99Seconds": 0.0,
            "timeLagMaxSeconds": 60.25,
            "offsetLag": 4,
            "delayed": 0,
            "arrivalPerSecond": 0.5,
            "consumptionPerSecond": 1.0,
            "secondsToDrain": 8.0,
            "verdict": "stalled",
        }
    ]


@pytest.mark.usefixtures("measured")
def test_names_that_a_scope_does_not_have_are_null(call: Call) -> None:
    (system,) = read(call, scope="system")["rollups"]
    assert (system["namespace"], system["queue"], system["consumerGroup"]) == (None, None, None)
    assert system["offsetLag"] == 4


@pytest.mark.usefixtures("measured")
def test_rollups_by_name_and_verdict(call: Call) -> None:
    assert read(call, queue="q", consumerGroup="g", namespace="q", verdict="stalled")["total"] == 1
    assert read(call, verdict="rewound")["rollups"] == []
    assert read(call, queue="nowhere") == {
        "capturedAt": CAPTURED,
        "rollups": [],
        "total": 0,
        "pagination": {"limit": 100, "offset": 0, "hasMore": False},
        "nextCursor": None,
    }


@pytest.mark.usefixtures("measured")
def test_rollups_page_by_page(call: Call, owner_url: str) -> None:
    for name in ("x", "y"):
        rollup(owner_url, AT, "consumer", queue_name=name, consumer_group="g", offset_lag=4)
    seen, query = [], {"limit": 1}
    while True:
        page = read(call, **query)
        seen += [row["queue"] for row in page["rollups"]]
        if not page["pagination"]["hasMore"]:
            break
        query = {"limit": 1, "cursor": page["nextCursor"]}
    assert seen == ["x", "y", "q"]


@pytest.mark.usefixtures("measured")
def test_partitions_furthest_behind_first(call: Call) -> None:
    found = read(call, "/partitions", limit=1)
    assert found["capturedAt"] == CAPTURED
    (row,) = found["partitions"]
    assert row == {
        "queue": "q",
        "consumerGroup": "g",
        "partition": "b",
        "partitionId": "2",
        "head": 10,
        "position": 9,
        "dueAt": CAPTURED,
        "timeLagSeconds": 1.5,
        "offsetLag": 2,
        "delayed": 0,
        "arrivalPerSecond": None,
        "consumptionPerSecond": None,
        "secondsToDrain": None,
        "verdict": "stalled",
    }
    rest = read(call, "/partitions", limit=1, cursor=found["nextCursor"])
    assert [row["partition"] for row in rest["partitions"]] == ["a"]
    assert rest["nextCursor"] is None
    assert read(call, "/partitions", queue="q", consumerGroup="h")["partitions"] == []


@pytest.mark.usefixtures("measured")
def test_history_page_by_page(call: Call) -> None:
    found = read(call, "/history", limit=1)
    assert (found["scope"], [p["offsetLag"] for p in found["points"]]) == ("system", [4])
    found = read(call, "/history", limit=1, cursor=found["nextCursor"])
    assert ([p["offsetLag"] for p in found["points"]], found["nextCursor"]) == ([3], None)
    found = read(call, "/history", **{"from": CAPTURED})
    assert [point["capturedAt"] for point in found["points"]] == [CAPTURED]
    found = read(call, "/history", scope="consumer", queue="q", consumerGroup="g")
    assert [point["verdict"] for point in found["points"]] == ["stalled"]


def test_before_the_first_snapshot_there_is_nothing(call: Call) -> None:
    assert read(call)["capturedAt"] is None
    assert read(call, "/partitions")["capturedAt"] is None
    assert read(call, "/history")["points"] == []


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("", {"scope": "planet"}),
        ("", {"verdict": "fine"}),
        ("", {"cursor": "x"}),
        ("/partitions", {"limit": 0}),
        ("/history", {"from": "yesterday"}),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else value,
)
def test_what_cannot_be_is_refused(call: Call, path: str, query: dict[str, Any]) -> None:
    reply = call("GET", f"/api/v1/analytics/lag{path}", query=query)
    refused(reply, 400, "INVALID_REQUEST")


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"])
def test_a_cursor_of_a_snapshot_that_has_no_year_in_utc_is_refused(call: Call, moment: str) -> None:
    for path, list_, key in (
        ("", "rollups", [0, "", "", ""]),
        ("/partitions", "partitions", [0, 0, 0]),
    ):
        query = {"cursor": encode_cursor(list_, [moment, *key])}
        reply = call("GET", f"/api/v1/analytics/lag{path}", query=query)
        refused(reply, 400, "INVALID_REQUEST")


@pytest.mark.usefixtures("measured")
def test_the_lists_as_of_an_instant(call: Call) -> None:
    before = "2030-01-01T11:59:59Z"
    assert read(call, at=before)["capturedAt"] == "2030-01-01T11:00:00.000000Z"
    system = read(call, scope="system", at=before)["rollups"][0]
    assert system["offsetLag"] == 3
    found = read(call, "/partitions", at=before)
    assert (found["capturedAt"], found["keptSince"]) == ("2030-01-01T11:00:00.000000Z", CAPTURED)
    assert found["partitions"] == []
    assert read(call, at="2029-01-01T00:00:00Z")["capturedAt"] is None


@pytest.mark.usefixtures("measured")
def test_partitions_by_how_long_messages_waited(call: Call) -> None:
    assert len(read(call, "/partitions", atLeastSeconds=1.5)["partitions"]) == 2
    assert read(call, "/partitions", belowSeconds=1.5)["partitions"] == []


@pytest.mark.usefixtures("measured")
def test_a_heat_map_has_a_column_for_each_snapshot(call: Call, owner_url: str) -> None:
    later = AT + timedelta(hours=1)
    counts = [0, 2, 0, 0, 0, 0, 0, 1]
    rollup(owner_url, later, "system", histogram=counts, lagging_partitions=3)
    found = read(call, "/heatmap", **{"from": CAPTURED})
    assert found == {
        "scope": "system",
        "namespace": None,
        "queue": None,
        "consumerGroup": None,
        "bucketsSeconds": [0, 1, 10, 60, 600, 3600, 21600, 86400],
        "columns": [
            {
                "capturedAt": CAPTURED,
                "laggingPartitions": 0,
                "counts": [0] * 8,
                "partitionsKept": True,
            },
            {
                "capturedAt": "2030-01-01T13:00:00.000000Z",
                "laggingPartitions": 3,
                "counts": counts,
                "partitionsKept": True,
            },
        ],
    }


@pytest.mark.usefixtures("measured")
def test_snapshots_are_listed_page_by_page(call: Call) -> None:
    first = read(call, "/snapshots", limit=1)
    assert first["snapshots"] == [
        {
            "capturedAt": CAPTURED,
            "partitions": 2,
            "laggingPartitions": 0,
            "offsetLag": 4,
            "verdict": "stalled",
            "partitionsKept": True,
        }
    ]
    second = read(call, "/snapshots", limit=1, cursor=first["nextCursor"])
    assert [row["offsetLag"] for row in second["snapshots"]] == [3]
    assert second["nextCursor"] is None


@pytest.mark.parametrize(
    ("path", "query", "sentence"),
    [
        ("", {"at": "yesterday"}, "at: takes an ISO 8601 instant"),
        ("/partitions", {"atLeastSeconds": -1}, "atLeastSeconds: takes at least 0"),
        ("/partitions", {"belowSeconds": "inf"}, "belowSeconds: takes"),
        ("/heatmap", {"from": "2030-01-02", "to": "2030-01-01"}, "is later than to"),
        ("/snapshots", {"cursor": "none"}, "cursor"),
    ],
)
def test_wrong_instants_and_bounds_are_refused(
    call: Call, path: str, query: dict[str, Any], sentence: str
) -> None:
    reply = call("GET", f"/api/v1/analytics/lag{path}", query=query)
    assert sentence in refused(reply, 400, "INVALID_REQUEST")["error"]
