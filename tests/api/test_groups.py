"""GET, DELETE /api/v1/consumer-groups…"""

from typing import Any
from urllib.parse import quote

import pytest

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import ack, complete, pop, push, refused
from tests.support.rows import value

PATH = "/api/v1/consumer-groups"
STANDINGS = "/api/v1/resources/groups"
LATE = f"{PATH}/lagging"


def listed(call: Call, **query: Any) -> list[dict[str, Any]]:
    reply = call("GET", PATH, query=query)
    assert reply.status == 200, reply
    found: list[dict[str, Any]] = reply.body
    return found


def test_no_group_is_an_empty_list(call: Call) -> None:
    for path in (PATH, LATE):
        reply = call("GET", path)
        assert (reply.status, reply.body) == (200, [])
        assert "X-Next-Cursor" not in reply.headers


def test_a_group_on_a_queue(call: Call) -> None:
    push(call, "orders", 1, 2, 3)
    complete(call, *pop(call, "orders", consumerGroup="billing", subscriptionMode="all"))
    (group,) = listed(call)
    created = group["subscriptionCreatedAt"]
    place = {
        "members": 0,
        "partitionsWithLag": 1,
        "totalLag": 2,
        "maxTimeLag": 0,
        "state": "Stable",
        "pausedAt": None,
        "subscriptionMode": "all",
        "subscriptionTimestamp": "1970-01-01T00:00:00.000000Z",
        "subscriptionCreatedAt": created,
    }
    assert created.endswith("Z")
    assert group == {
        "name": "billing",
        "topics": ["orders"],
        "queueName": "orders",
        **place,
        "queues": {"orders": place},
    }
    (over_all,) = listed(call, by="group")
    assert over_all == {name: group[name] for name in group if name != "queueName"}


def test_the_list_can_be_narrowed(call: Call) -> None:
    for queue in ("ns.a", "other"):
        push(call, queue, 1)
        for group in ("g1", "h"):
            pop(call, queue, consumerGroup=group)
        pop(call, queue)

    def names(**query: Any) -> list[tuple[str, list[str]]]:
        return [(group["name"], group["topics"]) for group in listed(call, **query)]

    assert len(names()) == 6
    assert names(queue="ns.a", name="g") == [("g1", ["ns.a"])]
    assert names(namespace="ns") == [
        ("__QUEUE_MODE__", ["ns.a"]),
        ("g1", ["ns.a"]),
        ("h", ["ns.a"]),
    ]
    assert names(by="group", name="h") == [("h", ["ns.a", "other"])]
    assert names(namespace="", name="") == names()


def test_the_worst_group_first_with_what_it_did_last(call: Call, clock: Clock) -> None:
    push(call, "orders", 1)
    complete(call, *pop(call, "orders", consumerGroup="done"))
    pop(call, "orders", consumerGroup="late")
    clock.advance(400)
    pop(call, "orders", consumerGroup="later", subscriptionMode="new")
    push(call, "orders", 2)
    first = call("GET", STANDINGS, query={"sort": "lag", "limit": 1}).body
    (late,) = first["groups"]
    assert late.pop("lastPopAt") < late.pop("subscriptionCreatedAt")
    assert late.pop("maxTimeLag") in (400, 401)
    assert late == {
        "name": "late",
        "queueName": "orders",
        "members": 0,
        "partitionsWithLag": 1,
        "totalLag": 2,
        "state": "Lagging",
        "pausedAt": None,
        "subscriptionMode": "all",
        "subscriptionTimestamp": "1970-01-01T00:00:00.000000Z",
        "lastConsumedAt": None,
        "poppedPerMinute": None,
    }
    assert (first["total"], first["pagination"]["hasMore"]) == (3, True)
    rest = call("GET", STANDINGS, query={"sort": "lag", "cursor": first["nextCursor"]}).body
    assert [group["name"] for group in rest["groups"]] == ["done", "later"]
    assert rest["nextCursor"] is None
    assert rest["groups"][0]["lastConsumedAt"] > rest["groups"][0]["lastPopAt"]
    by_name = call("GET", STANDINGS).body["groups"]
    assert [group["name"] for group in by_name] == ["done", "late", "later"]
    lagging = call("GET", STANDINGS, query={"state": "Lagging"}).body["groups"]
    assert [group["name"] for group in lagging] == ["late"]
    assert call("GET", STANDINGS, query={"state": "Paused"}).body["groups"] == []


def test_a_cursor_belongs_to_its_order(call: Call) -> None:
    push(call, "q", 1)
    for name in ("g", "h"):
        pop(call, "q", consumerGroup=name)
    cursor = call("GET", STANDINGS, query={"sort": "lag", "limit": 1}).body["nextCursor"]
    for path in (PATH, STANDINGS):
        refused(call("GET", path, query={"cursor": cursor}), 400, "INVALID_REQUEST")


@pytest.mark.parametrize("by", ["queue", "group"])
def test_the_list_goes_on_by_its_header(call: Call, by: str) -> None:
    push(call, "q", 1)
    for number in range(5):
        pop(call, "q", consumerGroup=f"g{number}")
    seen, cursor = [], None
    for _ in range(3):
        query = {"limit": 2, "by": by} | ({} if cursor is None else {"cursor": cursor})
        reply = call("GET", PATH, query=query)
        seen.append([group["name"] for group in reply.body])
        cursor = reply.headers.get("X-Next-Cursor")
    assert (seen, cursor) == ([["g0", "g1"], ["g2", "g3"], ["g4"]], None)


def test_a_group_by_queue_and_partition(call: Call) -> None:
    push(call, "orders", 1, 2, partition="p")
    push(call, "refunds", 1)
    (message,) = pop(call, "orders", consumerGroup="billing")
    pop(call, "refunds", consumerGroup="billing")
    reply = call("GET", f"{PATH}/billing")
    assert list(reply.body) == ["orders", "refunds"]
    (place,) = reply.body["orders"]["partitions"]
    assert place.pop("leaseExpiresAt").endswith("Z")
    assert place == {
        "partition": "p",
        "partitionId": message["partitionId"],
        "workerId": message["leaseId"].split(".")[0],
        "lastConsumedAt": None,
        "totalConsumed": 0,
        "committed": 0,
        "head": 2,
        "offsetLag": 2,
        "timeLagSeconds": 0,
        "leaseActive": True,
        "client": None,
        "restUntil": None,
        "totalPopped": 1,
        "totalFailed": 0,
        "totalExpired": 0,
        "totalDead": 0,
    }
    (listed_on_orders,) = listed(call, queue="orders")
    found = reply.body["orders"]
    assert found["truncated"] is False
    assert {name: found[name] for name in found if name not in ("partitions", "truncated")} == (
        listed_on_orders["queues"]["orders"]
    )
    assert list(call("GET", f"{PATH}/billing", query={"queue": "refunds"}).body) == ["refunds"]


def test_a_group_on_many_queues_goes_on_by_its_header(call: Call) -> None:
    for number in range(101):
        push(call, f"q{number:03}", 1)
        pop(call, f"q{number:03}", consumerGroup="g")
    first = call("GET", f"{PATH}/g")
    rest = call("GET", f"{PATH}/g", query={"cursor": first.headers["X-Next-Cursor"]})
    assert (list(first.body)[-1], list(rest.body)) == ("q099", ["q100"])
    assert "X-Next-Cursor" not in rest.headers


def test_late_partitions(call: Call, clock: Clock) -> None:
    push(call, "orders", 1, 2, partition="p")
    (message,) = pop(call, "orders", consumerGroup="billing")
    clock.advance(1_234)
    assert call("GET", LATE).body == []
    (row,) = call("GET", LATE, query={"minLagSeconds": 60}).body
    assert row.pop("time_lag_seconds") in (1_234, 1_235)
    assert row.pop("oldest_unconsumed_at").endswith("Z")
    assert row == {
        "consumer_group": "billing",
        "queue_name": "orders",
        "partition_name": "p",
        "partition_id": message["partitionId"],
        "worker_id": None,
        "offset_lag": 2,
        "lag_hours": 0.34,
        "last_consumed_at": None,
    }
    for query in ({"consumerGroup": "other"}, {"queue": "other"}):
        assert call("GET", LATE, query={"minLagSeconds": 0, **query}).body == []
    clock.advance(2_400)
    assert len(call("GET", LATE).body) == 1


def test_a_name_may_hold_what_paths_are_made_of(call: Call) -> None:
    group, queue = "a/b c/partitions/ü?", "q/1 %2F/ü"
    push(call, queue, 1)
    pop(call, queue, consumerGroup=group)
    assert list(call("GET", f"{PATH}/{quote(group)}").body) == [queue]
    path = f"{PATH}/{quote(group)}/queues/{quote(queue)}"
    assert call("DELETE", path, query={"force": True}).body["deletedPartitions"] == 1


def test_a_group_named_lagging_is_in_the_list_only(call: Call) -> None:
    push(call, "q", 1)
    pop(call, "q", consumerGroup="lagging")
    assert call("GET", LATE).body == []
    assert [group["name"] for group in listed(call, name="lagging")] == ["lagging"]
    assert call("DELETE", LATE, query={"force": True}).body["deletedPartitions"] == 1


def test_deleting_a_group_says_what_went_and_what_comes(call: Call) -> None:
    push(call, "orders", 1, 2)
    ack(call, *pop(call, "orders", consumerGroup="billing"), status="dlq")
    reply = call("DELETE", f"{PATH}/billing")
    assert (reply.status, reply.body) == (
        200,
        {
            "success": True,
            "consumerGroup": "billing",
            "deletedPartitions": 1,
            "deadLettersDeleted": 1,
            "metadataDeleted": True,
            "subscriptionsDeleted": 1,
            "nextPop": "The group's next pop of a queue subscribes anew, as it asks: to all"
            " messages that are kept unless it says otherwise.",
        },
    )
    assert listed(call) == []
    assert [m["data"] for m in pop(call, "orders", consumerGroup="billing")] == [1]


def test_deleting_a_group_on_one_queue(call: Call) -> None:
    for queue in ("orders", "refunds"):
        push(call, queue, 1)
        complete(call, *pop(call, queue, consumerGroup="billing"))
    path = f"{PATH}/billing/queues/orders"
    kept = call("DELETE", path, query={"deleteMetadata": False}).body
    assert kept == {
        "success": True,
        "consumerGroup": "billing",
        "queueName": "orders",
        "deletedPartitions": 1,
        "deadLettersDeleted": 0,
        "metadataDeleted": False,
        "subscriptionsDeleted": 0,
        "nextPop": "The group's next pop starts at the first message that is kept, as recorded.",
    }
    gone = call("DELETE", path).body
    assert (gone["deletedPartitions"], gone["subscriptionsDeleted"]) == (0, 1)
    assert gone["nextPop"] == (
        "The group's next pop subscribes anew, as it asks: to all messages that are kept unless it"
        " says otherwise."
    )
    assert [group["topics"] for group in listed(call)] == [["refunds"]]


def test_deleting_a_group_whose_subscription_has_an_instant(call: Call) -> None:
    push(call, "q", 1)
    start = {"subscriptionFrom": "2026-11-18T09:00:00Z"}
    pop(call, "q", consumerGroup="g", autoAck=True, **start)
    query = {"deleteMetadata": False}
    assert call("DELETE", f"{PATH}/g/queues/q", query=query).body["nextPop"] == (
        "The group's next pop starts at the first message since 2026-11-18T09:00:00.000000Z, as"
        " recorded."
    )
    assert call("DELETE", f"{PATH}/g", query=query).body["nextPop"] == (
        "The group's next pop of a queue starts there as its subscription says."
    )


def test_a_group_that_holds_messages_is_deleted_by_force_only(call: Call) -> None:
    push(call, "q", 1)
    pop(call, "q", consumerGroup="g")
    for path in (f"{PATH}/g", f"{PATH}/g/queues/q"):
        body = refused(call("DELETE", path), 409, "LEASE_LIVE")
        assert body["detail"]["partitionsHeld"] == 1
        assert body["error"] == (
            "consumers of group g hold 1 partitions; wait until they are done, or send force"
        )
    assert call("DELETE", f"{PATH}/g", query={"force": True}).body["deletedPartitions"] == 1


def test_deleting_what_is_not_there_changes_nothing(call: Call) -> None:
    for path in (f"{PATH}/g", f"{PATH}/g/queues/q"):
        reply = call("DELETE", path)
        assert (reply.status, reply.body["deletedPartitions"]) == (200, 0)


def test_a_group_that_nobody_knows(call: Call) -> None:
    body = refused(call("GET", f"{PATH}/g"), 404, "GROUP_NOT_FOUND")
    assert (body["error"], body["detail"]) == (
        "there is no consumer group g",
        {"consumerGroup": "g"},
    )
    refused(call("GET", f"{PATH}/g", query={"queue": "q"}), 404, "QUEUE_NOT_FOUND")
    push(call, "q", 1)
    refused(call("GET", f"{PATH}/g", query={"queue": "q"}), 404, "GROUP_NOT_FOUND")


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (PATH, {"by": "partition"}),
        (PATH, {"limit": 0}),
        (PATH, {"limit": 1001}),
        (PATH, {"limit": "many"}),
        (PATH, {"cursor": "x"}),
        (PATH, {"cursor": "WyJhIl0"}),
        (PATH, {"by": "group", "cursor": "WyJhIiwiYiJd"}),
        (PATH, {"queue": ""}),
        (PATH, {"queue": "a\0"}),
        (PATH, {"namespace": "x" * 256}),
        (PATH, {"name": "\0"}),
        (f"{PATH}/g", {"cursor": "WzFd"}),
        (f"{PATH}/g", {"queue": "x" * 256}),
        (f"{PATH}/g", {"limit": -1}),
        (f"{PATH}/{'x' * 256}", {}),
        (f"{PATH}/a%00", {}),
        (LATE, {"minLagSeconds": -1}),
        (LATE, {"minLagSeconds": 10**18}),
        (LATE, {"minLagSeconds": "an hour"}),
        (LATE, {"limit": 10**40}),
        (LATE, {"consumerGroup": "a/queues/b"}),
    ],
)
def test_what_has_another_form_is_refused(call: Call, path: str, query: dict[str, Any]) -> None:
    refused(call("GET", path, query=query), 400, "INVALID_REQUEST")


def test_a_deletion_of_another_form_is_refused(call: Call, owner_url: str) -> None:
    push(call, "q", 1)
    pop(call, "q", consumerGroup="g", autoAck=True)
    for path, query in (
        (f"{PATH}/g", {"deleteMetadata": "perhaps"}),
        (f"{PATH}/g", {"force": ""}),
        (f"{PATH}/g/queues/{'x' * 256}", {}),
        (f"{PATH}/g/queues/a%00", {}),
        (f"{PATH}/g/queues/a/partition/b", {}),
    ):
        refused(call("DELETE", path, query=query), 400, "INVALID_REQUEST")
    assert value(owner_url, "select count(*) from queen.consumer_groups") == 1
