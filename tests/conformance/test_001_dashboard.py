"""Seed 001, test 5: a group in mode `new` on an old queue has nothing pending, wherever shown."""

from typing import Any

from tests.support.http import Call
from tests.support.queue_http import complete, pop, push

GROUPS = "/api/v1/consumer-groups"
NEW = {"consumerGroup": "cg-metrics", "subscriptionMode": "new"}


def lags(call: Call) -> list[Any]:
    """What each place tells of the group: the list, its detail, and the list of late partitions."""
    (listed,) = call("GET", GROUPS).body
    detail = call("GET", f"{GROUPS}/cg-metrics").body["test-metrics"]
    late = call("GET", f"{GROUPS}/lagging", query={"minLagSeconds": 0}).body
    return [
        listed["totalLag"],
        detail["totalLag"],
        sum(place["offsetLag"] for place in detail["partitions"]),
        sum(row["offset_lag"] for row in late),
    ]


def test_001_5_history_is_not_pending_for_a_new_group(call: Call) -> None:
    push(call, "test-metrics", "M1", "M2", "M3", partition="p1")
    assert pop(call, "test-metrics", "p1", **NEW) == []
    assert lags(call) == [0, 0, 0, 0]


def test_001_5_what_comes_after_is_pending_until_it_is_done(call: Call) -> None:
    push(call, "test-metrics", "M1", "M2", "M3", partition="p1")
    pop(call, "test-metrics", "p1", **NEW)
    push(call, "test-metrics", "M4", "M5", partition="p1")
    assert lags(call) == [2, 2, 2, 2]
    complete(call, *pop(call, "test-metrics", "p1", **NEW))
    assert lags(call) == [1, 1, 1, 1]


def test_001_5_a_group_from_the_beginning_has_the_history_to_do(call: Call) -> None:
    push(call, "test-metrics", "M1", "M2", "M3", partition="p1")
    pop(call, "test-metrics", "p1", consumerGroup="cg-metrics")
    assert lags(call) == [3, 3, 3, 3]
