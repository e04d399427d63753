"""Seed 000: the consumer groups' API tells when and how each group subscribed."""

import re
from typing import Any

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import complete, data, pop, pop_labels, push
from tests.support.rows import rows, value

GROUPS = "/api/v1/consumer-groups"
ISO_8601 = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"


def groups(call: Call, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = call("GET", GROUPS, query=query).body
    return found


def group(call: Call, name: str) -> dict[str, Any]:
    """The group over all of its queues, as the seed shows it."""
    (found,) = groups(call, by="group", name=name)
    return found


def test_000_the_answer_is_an_array_of_groups_with_these_fields(call: Call) -> None:
    for queue in ("events", "notifications"):
        pop(call, queue, consumerGroup="realtime-alerts", subscriptionMode="new")
        push(call, queue, 1)
        pop(call, queue, consumerGroup="realtime-alerts", subscriptionMode="new")
    found = group(call, "realtime-alerts")
    assert set(found) >= {
        *("name", "topics", "members", "totalLag", "maxTimeLag", "state", "queues"),
        *("subscriptionMode", "subscriptionTimestamp", "subscriptionCreatedAt"),
    }
    assert found["topics"] == ["events", "notifications"]
    assert set(found["queues"]) == {"events", "notifications"}
    assert (found["members"], found["totalLag"], found["state"]) == (2, 2, "Stable")
    assert type(found["totalLag"]) is type(found["maxTimeLag"]) is int


def test_000_the_subscription_is_told_in_iso_8601(call: Call, owner_url: str) -> None:
    push(call, "q", 1)
    before = value(owner_url, "select queen.now()")
    pop(call, "q", consumerGroup="new", subscriptionMode="new")
    pop(call, "q", consumerGroup="all")
    pop(call, "q", consumerGroup="from", subscriptionFrom="2025-11-10T10:00:00Z")
    modes = {name: group(call, name) for name in ("new", "all", "from")}
    assert [found["subscriptionMode"] for found in modes.values()] == ["new", "all", "timestamp"]
    for found in modes.values():
        assert re.fullmatch(ISO_8601, found["subscriptionTimestamp"])
        assert re.fullmatch(ISO_8601, found["subscriptionCreatedAt"])
    assert modes["new"]["subscriptionTimestamp"] > before.isoformat()
    assert modes["all"]["subscriptionTimestamp"] == "1970-01-01T00:00:00.000000Z"
    assert modes["from"]["subscriptionTimestamp"] == "2025-11-10T10:00:00.000000Z"


def test_000_a_group_from_before_the_records_has_nulls(call: Call, owner_url: str) -> None:
    push(call, "q", 1)
    pop(call, "q", consumerGroup="old")
    rows(owner_url, "delete from queen.consumer_groups_metadata")
    found = group(call, "old")
    assert [found[f"subscription{field}"] for field in ("Mode", "Timestamp", "CreatedAt")] == [
        None,
        None,
        None,
    ]


def test_000_the_subscription_is_the_same_for_partitions_found_later(
    call: Call, clock: Clock
) -> None:
    new = {"consumerGroup": "cg1", "subscriptionMode": "new"}
    push(call, "q", "M0", partition="P1")
    assert pop(call, "q", **new) == []
    subscribed = group(call, "cg1")["subscriptionTimestamp"]
    clock.advance(600)
    push(call, "q", "M1", "M2", "M3", partition="P2")
    clock.advance(300)
    assert data(pop(call, "q", batch=10, **new)) == ["M1", "M2", "M3"]
    assert group(call, "cg1")["subscriptionTimestamp"] == subscribed


def test_000_the_subscription_of_a_namespace_is_the_same_for_its_queues(
    call: Call, clock: Clock
) -> None:
    new = {"consumerGroup": "cg1", "subscriptionMode": "new", "namespace": "ns1"}
    call("POST", "/api/v1/configure", {"queue": "q1", "namespace": "ns1"})
    pop_labels(call, **new)
    clock.advance(600)
    call("POST", "/api/v1/configure", {"queue": "q2", "namespace": "ns1"})
    push(call, "q2", "M2")
    assert data(pop_labels(call, **new)) == ["M2"]
    (first, second) = groups(call, name="cg1")
    assert (first["queueName"], second["queueName"]) == ("q1", "q2")
    assert first["subscriptionTimestamp"] == second["subscriptionTimestamp"]


def test_000_groups_have_independent_subscriptions(call: Call, clock: Clock) -> None:
    push(call, "test", 1)
    pop(call, "test", consumerGroup="cg1", subscriptionMode="new")
    clock.advance(60)
    pop(call, "test", consumerGroup="cg2", subscriptionMode="new")
    (cg1, cg2) = groups(call, queue="test")
    assert cg1["subscriptionTimestamp"] < cg2["subscriptionTimestamp"]


def test_000_a_mode_changes_only_after_the_record_is_deleted(call: Call) -> None:
    push(call, "q", "M1")
    complete(call, *pop(call, "q", consumerGroup="cg"))
    pop(call, "q", consumerGroup="cg", subscriptionMode="new")
    assert group(call, "cg")["subscriptionMode"] == "all"
    (record,) = call("GET", "/api/v1/subscriptions").body["subscriptions"]
    assert call("DELETE", f"/api/v1/subscriptions/{record['id']}").status == 200
    assert group(call, "cg")["subscriptionMode"] is None
    pop(call, "q", consumerGroup="cg", subscriptionMode="new")
    assert group(call, "cg")["subscriptionMode"] == "new"


def test_000_a_record_may_be_deleted_by_its_id_in_sql(call: Call, owner_url: str) -> None:
    """The seed: DELETE FROM queen.consumer_groups_metadata WHERE id = '<uuid>'."""
    pop(call, "q", consumerGroup="cg")
    (record,) = call("GET", "/api/v1/subscriptions").body["subscriptions"]
    rows(owner_url, "delete from queen.consumer_groups_metadata where id = %s", (record["id"],))
    assert call("GET", "/api/v1/subscriptions").body["subscriptions"] == []


def test_000_the_nameless_group_is_listed_without_a_subscription(call: Call) -> None:
    push(call, "q", 1, 2)
    complete(call, *pop(call, "q"))
    (found,) = groups(call)
    assert (found["name"], found["totalLag"]) == ("__QUEUE_MODE__", 1)
    assert found["subscriptionMode"] is None
