"""Seed 003: the requests and answers of its API reference, as it writes them."""

from __future__ import annotations

import pytest

from tests.support.clock import StoppedClock
from tests.support.http import Call, restart
from tests.support.members import EPOCH_OF_2030_MS
from tests.support.members_http import (
    GROUP,
    GROUPS,
    group_on,
    join,
    leave,
    offsets,
    produce,
    settled,
)
from tests.support.queue_http import refused_twice

FIND = f"{GROUPS}/find-or-create"
ORDERS = {"topic": "orders", "appId": "order-processor"}
ID = "G_orders_order-processor"


@pytest.fixture
def topic(call: Call) -> None:
    call("POST", "/api/v1/metadata/topics", {"topic": "orders", "partitions": 5})


@pytest.mark.usefixtures("topic")
def test_003_find_or_create_answers_the_id_and_the_leader(call: Call) -> None:
    first, second = (call("POST", FIND, ORDERS).body for _ in range(2))
    assert first["groupId"] == second["groupId"] == ID
    assert isinstance(first["groupLeaderBrokerId"], int)
    # A client that follows it comes here again: the coordinator is behind the API's own host.
    assert first["groupLeaderUrl"] == "test"
    assert len(call("GET", GROUPS).body) == 1


@pytest.mark.usefixtures("topic", "stopped_clock")
def test_003_describe_has_epoch_milliseconds(call: Call) -> None:
    call("POST", FIND, ORDERS)
    body = call("GET", f"{GROUPS}/{ID}").body
    assert {name: body[name] for name in ("groupId", *ORDERS)} == {"groupId": ID, **ORDERS}
    assert (body["createdAt"], body["lastModifiedAt"]) == (EPOCH_OF_2030_MS, EPOCH_OF_2030_MS)


@pytest.mark.usefixtures("topic")
def test_003_list_is_an_array_of_groups(call: Call) -> None:
    call("POST", FIND, ORDERS)
    (group,) = call("GET", GROUPS).body
    assert (group["groupId"], group["topic"]) == (ID, "orders")


@pytest.mark.usefixtures("topic", "stopped_clock")
def test_003_delete_takes_the_brokers_id(call: Call) -> None:
    call("POST", FIND, ORDERS)
    assert call("DELETE", f"{GROUPS}/{ID}", query={"brokerId": 101}).status == 200
    assert call("GET", GROUPS).body == []


@pytest.mark.usefixtures("topic")
def test_003_the_group_goes_with_its_last_member_when_it_was_made_so(
    call: Call, stopped_clock: StoppedClock
) -> None:
    call("POST", FIND, ORDERS, query={"onEmpty": "delete"})
    (member,) = settled(call, stopped_clock, ID, "1")
    leave(call, ID, member)
    refused_twice(call("GET", f"{GROUPS}/{ID}"), 404, "UNKNOWN_GROUP")


@pytest.mark.usefixtures("topic")
def test_003_the_requests_of_the_reference(call: Call, stopped_clock: StoppedClock) -> None:
    call("POST", FIND, ORDERS)
    produce(call, 0, *range(100))
    produce(call, 2, *range(250))
    reply = call("POST", f"{GROUP}/join", {"groupId": ID, "consumerId": "uuid"})
    member = reply.body["memberId"]
    assert reply.body["rebalanceRequired"] is True
    stopped_clock.advance(0.5)
    body = call("GET", f"{GROUP}/assignment/{member}").body
    assert (body["partitions"], body["generation"]) == ([0, 1, 2, 3, 4], 1)
    assert body["assignedPartitions"] == body["partitions"]
    who = {"groupId": ID, "memberId": member}
    body = call("POST", f"{GROUP}/heartbeat", who).body
    assert (body["success"], body["generation"]) == (True, 1)
    reply = call("POST", f"{GROUP}/commit-offsets", {**who, "offsets": {"0": 100, "2": 250}})
    assert reply.body["success"] is True
    assert offsets(call, ID) == {"0": 100, "1": 0, "2": 250, "3": 0, "4": 0}
    assert call("POST", f"{GROUP}/leave", who).body == {"success": True}


@pytest.mark.usefixtures("topic")
def test_003_member_ids_are_unique_over_all_groups(call: Call) -> None:
    groups = [group_on(call, app=app) for app in ("a", "b")]
    ids = [join(call, group, "the same consumer") for group in groups]
    assert len(set(ids)) == 2


@pytest.mark.usefixtures("topic")
def test_003_broker_side_errors(call: Call, stopped_clock: StoppedClock) -> None:
    call("POST", FIND, ORDERS)
    (member,) = settled(call, stopped_clock, ID, "1")
    reply = call("POST", f"{GROUP}/heartbeat", {"groupId": ID, "memberId": "member-2"})
    refused_twice(reply, 404, "UNKNOWN_MEMBER_ID")
    gone = {"groupId": "G_gone_app", "memberId": member, "offsets": {"0": 0}}
    refused_twice(call("POST", f"{GROUP}/commit-offsets", gone), 404, "UNKNOWN_GROUP")
    old = {"groupId": ID, "memberId": member, "offsets": {"0": 0}, "generation": 0}
    refused_twice(call("POST", f"{GROUP}/commit-offsets", old), 409, "ILLEGAL_GENERATION")


@pytest.mark.usefixtures("topic")
def test_003_nothing_is_kept_in_memory(
    call: Call, stopped_clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request meets an environment that knows nothing of those before it."""
    call("POST", FIND, ORDERS)
    restart(monkeypatch)
    first = join(call, ID, "1")
    restart(monkeypatch)
    second = join(call, ID, "2")
    stopped_clock.advance(0.5)
    seen = []
    for member in (first, second):
        restart(monkeypatch)
        body = call("GET", f"{GROUP}/assignment/{member}").body
        seen.append((body["partitions"], body["generation"]))
    assert seen == [([0, 1, 2], 1), ([3, 4], 1)]
    restart(monkeypatch)
    produce(call, 3, "a")
    body = {"groupId": ID, "memberId": second, "offsets": {"3": 1}}
    assert call("POST", f"{GROUP}/commit-offsets", body).status == 200
    restart(monkeypatch)
    assert offsets(call, ID)["3"] == 1


@pytest.mark.usefixtures("topic")
def test_003_a_record_has_what_the_seed_lists(call: Call) -> None:
    produce(call, 4, {"total": 12})
    query = {"topic": "orders", "partition": 4, "offset": 0, "maxRecords": 500}
    (record,) = call("GET", f"{GROUP}/records", query=query).body["records"]
    assert {"topic", "partition", "offset", "key", "value", "timestamp"} <= set(record)
    assert (record["topic"], record["partition"], record["offset"]) == ("orders", 4, 0)
    assert record["value"] == {"total": 12}
