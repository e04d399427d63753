"""GET, DELETE /api/v1/subscriptions…, POST /api/v1/consumer-groups/<group>/subscription"""

from typing import Any

import pytest

from tests.support.http import Call
from tests.support.queue_http import data, pop, push, refused
from tests.support.rows import rows, value

PATH = "/api/v1/subscriptions"
GROUP = "/api/v1/consumer-groups/g/subscription"
NOBODY = "0190b7e2-0000-7000-8000-000000000000"


def listed(call: Call, **query: Any) -> list[dict[str, Any]]:
    reply = call("GET", PATH, query=query)
    assert reply.status == 200, reply
    found: list[dict[str, Any]] = reply.body["subscriptions"]
    return found


def test_no_subscription_is_an_empty_page(call: Call) -> None:
    assert call("GET", PATH).body == {
        "subscriptions": [],
        "total": 0,
        "pagination": {"limit": 100, "offset": 0, "hasMore": False},
        "nextCursor": None,
    }


def test_a_subscription_says_where_its_group_starts(call: Call) -> None:
    start = {"subscriptionFrom": "2026-11-18T09:00:00Z"}
    pop(call, "orders", "p", consumerGroup="g", **start)
    (row,) = listed(call)
    assert (len(row.pop("id")), row.pop("createdAt")[-1]) == (36, "Z")
    assert row == {
        "consumerGroup": "g",
        "queueName": "orders",
        "partitionName": "p",
        "namespace": "",
        "task": "",
        "subscriptionMode": "timestamp",
        "subscriptionTimestamp": "2026-11-18T09:00:00.000000Z",
    }


def test_the_list_goes_on_by_cursor_and_by_offset(call: Call) -> None:
    for group in ("g", "h"):
        for queue in ("a", "b"):
            pop(call, queue, consumerGroup=group)
    first = call("GET", PATH, query={"limit": 3}).body
    assert (first["total"], first["pagination"]["hasMore"]) == (4, True)
    rest = call("GET", PATH, query={"limit": 3, "cursor": first["nextCursor"]}).body
    assert [(r["consumerGroup"], r["queueName"]) for r in rest["subscriptions"]] == [("h", "b")]
    assert (rest["total"], rest["nextCursor"]) == (4, None)
    assert listed(call, limit=3, offset=3) == rest["subscriptions"]
    assert len(listed(call, consumerGroup="g")) == 2
    assert [row["consumerGroup"] for row in listed(call, queue="b")] == ["g", "h"]
    assert listed(call, consumerGroup="g", queue="c") == []


def test_deleting_a_subscription_keeps_the_cursors(call: Call) -> None:
    push(call, "q", 1, 2, partition="old")
    pop(call, "q", consumerGroup="g", autoAck=True)
    (row,) = listed(call)
    reply = call("DELETE", f"{PATH}/{row['id']}")
    assert reply.status == 200
    assert reply.body == {
        "success": True,
        **row,
        "cursorsKept": True,
        "nextPop": "The group goes on from its cursors where it has them. To partitions and queues"
        " that it does not follow yet, its next pop subscribes anew, as it asks, unless another"
        " subscription of the group covers them.",
    }
    assert listed(call) == []
    push(call, "q", 3, partition="later")
    found = pop(call, "q", consumerGroup="g", subscriptionMode="new", batch=9, partitions=9)
    assert data(found) == [2]
    assert [row["subscriptionMode"] for row in listed(call)] == ["new"]
    refused(call("DELETE", f"{PATH}/{row['id']}"), 404, "SUBSCRIPTION_NOT_FOUND")


def test_an_id_may_be_written_in_capitals(call: Call) -> None:
    pop(call, "q", consumerGroup="g")
    (row,) = listed(call)
    assert call("DELETE", f"{PATH}/{row['id'].upper()}").body["id"] == row["id"]


def test_an_id_that_nobody_has(call: Call) -> None:
    body = refused(call("DELETE", f"{PATH}/{NOBODY}"), 404, "SUBSCRIPTION_NOT_FOUND")
    assert body["error"] == f"there is no subscription {NOBODY}"
    for other in ("5", "x/y", "a%00", NOBODY[1:], NOBODY.replace("-", "")):
        body = refused(call("DELETE", f"{PATH}/{other}"), 400, "INVALID_REQUEST")
        assert "takes a UUID" in body["error"]


def test_a_subscription_gets_another_instant(call: Call) -> None:
    for queue in ("a", "b"):
        pop(call, queue, consumerGroup="g", subscriptionMode="new")
    pop(call, "a", consumerGroup="other")
    reply = call("POST", GROUP, {"subscriptionTimestamp": "2026-11-18T10:00:00+01:00"})
    assert (reply.status, reply.body) == (
        200,
        {
            "success": True,
            "consumerGroup": "g",
            "newTimestamp": "2026-11-18T09:00:00.000000Z",
            "rowsUpdated": 2,
        },
    )
    assert [row["subscriptionTimestamp"] for row in listed(call, consumerGroup="g")] == [
        "2026-11-18T09:00:00.000000Z"
    ] * 2
    assert [row["subscriptionMode"] for row in listed(call)] == ["timestamp", "timestamp", "all"]


def test_an_instant_without_a_zone_is_utc(call: Call) -> None:
    pop(call, "q", consumerGroup="g")
    reply = call("POST", GROUP, {"subscriptionTimestamp": "2026-11-18"})
    assert reply.body["newTimestamp"] == "2026-11-18T00:00:00.000000Z"


@pytest.mark.parametrize(
    "instant",
    [None, 5, True, "", "now", "yesterday", "2026-13-01", "1\x00", "0001-01-01T00:00:00+10:00", {}],
)
def test_what_is_no_instant_is_refused(call: Call, instant: Any) -> None:
    pop(call, "q", consumerGroup="g")
    body = refused(call("POST", GROUP, {"subscriptionTimestamp": instant}), 400, "INVALID_REQUEST")
    assert body["error"].startswith("subscriptionTimestamp: takes an ISO 8601 instant")
    assert [row["subscriptionMode"] for row in listed(call)] == ["all"]


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_the_first_and_the_last_instant_can_be_shown_anywhere(
    call: Call, owner_url: str, zone: str
) -> None:
    database = value(owner_url, "select current_database()")
    rows(owner_url, f"alter role regent_api in database {database} set timezone = '{zone}'")
    for instant in ("0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z"):
        push(call, "q", 1)
        pop(call, "q", consumerGroup="g", subscriptionFrom=instant)
        assert call("POST", GROUP, {"subscriptionTimestamp": instant}).body["rowsUpdated"] == 1
        (row,) = listed(call)
        (group,) = call("GET", "/api/v1/consumer-groups").body
        place = call("GET", "/api/v1/consumer-groups/g").body["q"]
        for shown in (row, group, place):
            assert shown["subscriptionTimestamp"] == instant
        query = {"deleteMetadata": False, "force": True}
        gone = call("DELETE", "/api/v1/consumer-groups/g/queues/q", query=query)
        assert instant in gone.body["nextPop"]
        gone = call("DELETE", f"{PATH}/{row['id']}").body
        assert gone["subscriptionTimestamp"] == instant


def test_a_missing_instant_or_group_is_refused(call: Call) -> None:
    for body in (None, {}, {"timestamp": "2026-11-18"}):
        refused(call("POST", GROUP, body), 400, "INVALID_REQUEST")
    instant = {"subscriptionTimestamp": "2026-11-18"}
    refused(call("POST", GROUP, instant), 404, "GROUP_NOT_FOUND")
    path = f"/api/v1/consumer-groups/{'x' * 256}/subscription"
    refused(call("POST", path, instant), 400, "INVALID_REQUEST")
    large = call("POST", GROUP, {"subscriptionTimestamp": "x" * 6_000_000})
    refused(large, 413, "PAYLOAD_TOO_LARGE")


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0},
        {"limit": 1001},
        {"offset": -1},
        {"offset": 100_001},
        {"cursor": "WyJhIl0"},
        {"cursor": "\0"},
        {"consumerGroup": ""},
        {"consumerGroup": "a/queues"},
        {"queue": "x" * 256},
    ],
)
def test_a_page_of_another_form_is_refused(call: Call, query: dict[str, Any]) -> None:
    refused(call("GET", PATH, query=query), 400, "INVALID_REQUEST")
