"""Seed 004: its behaviours 1 to 32, of the store, each under its name; and its worked example."""

from __future__ import annotations

import pytest

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.log import (
    BOTH,
    COURSES,
    DECLARED,
    closed,
    created,
    joined,
    message,
    positions,
    registered,
    types_of,
)
from tests.support.log_http import (
    PATH,
    ack,
    append,
    claim,
    claimed,
    conflicting,
    declare,
    offsets,
    register,
    release,
    try_append,
)
from tests.support.rows import rows

DEVICE = ("device_id",)
SEEN = ("device.seen", "device.bound")


def seen(device: str):
    return message("device.seen", device_id=device)


def bound(device: str):
    return message("device.bound", device_id=device)


def status(call: Call, group: str) -> str | None:
    reply = call("GET", f"{PATH}/groups/{group}")
    return None if reply.status == 404 else reply.body["status"]


@pytest.fixture(autouse=True)
def group(call: Call) -> str:
    register(call, "g")
    return "g"


# Consumer group lifecycle


def test_004_01_register_consumer_group_creates_a_row_with_active_status(
    call: Call, owner_url: str
) -> None:
    assert register(call, "new")["status"] == "active"
    assert rows(owner_url, "select name, status from log.groups where name = 'new'") == [
        {"name": "new", "status": "active"}
    ]


def test_004_02_register_consumer_group_is_idempotent(call: Call, owner_url: str) -> None:
    for expected in (201, 200, 200):
        assert call("POST", f"{PATH}/groups", {"groupId": "new"}).status == expected
    assert len(rows(owner_url, "select id from log.groups where name = 'new'")) == 1


def test_004_03_consumer_group_active_is_told_for_active_stopped_and_nonexistent(
    call: Call,
) -> None:
    assert status(call, "g") == "active"
    call("POST", f"{PATH}/groups/g/stop", {})
    assert status(call, "g") == "stopped"
    assert status(call, "nowhere") is None


def test_004_04_stop_and_start_consumer_group_toggle_the_status(call: Call) -> None:
    for verb, expected in (("stop", "stopped"), ("start", "active"), ("stop", "stopped")):
        assert call("POST", f"{PATH}/groups/g/{verb}", {}).body["status"] == expected
        assert status(call, "g") == expected


def test_004_05_reset_consumer_group_deletes_all_offsets(call: Call, owner_url: str) -> None:
    append(call, seen("d1"), seen("d2"))
    assert ack(call, "g", claimed(call, "g", DEVICE, SEEN)).status == 200
    reply = call("POST", f"{PATH}/groups/g/reset", {})
    assert reply.body == {"groupId": "g", "offsetsDeleted": 2}
    assert rows(owner_url, "select * from log.offsets") == []
    assert rows(owner_url, "select * from log.offset_keys") == []
    assert positions(claimed(call, "g", DEVICE, SEEN)) == [1]


# claim_next, single attribute partition


def test_004_06_bootstraps_offsets_for_new_partitions(call: Call) -> None:
    append(call, seen("d1"), seen("d2"), seen("d1"))
    claimed(call, "g", DEVICE, SEEN)
    assert [each["partitionKey"] for each in offsets(call, "g")] == [
        "device_id:d1",
        "device_id:d2",
    ]


def test_004_07_returns_nil_when_no_pending_messages(call: Call) -> None:
    assert claim(call, "g", DEVICE, SEEN) is None
    append(call, seen("d1"))
    ack(call, "g", claimed(call, "g", DEVICE, SEEN))
    assert claim(call, "g", DEVICE, SEEN) is None


def test_004_08_returns_messages_for_the_next_unclaimed_partition_with_the_right_shape(
    call: Call,
) -> None:
    sent = seen("d1")
    append(call, sent)
    found = claimed(call, "g", DEVICE, SEEN)
    assert set(found) == {
        *("offsetId", "keyPairIds", "partitionKey", "partitionValue"),
        *("messages", "replaying", "guard"),
    }
    assert len(found["keyPairIds"]) == 1
    assert found["partitionKey"] == "device_id:d1"
    assert found["partitionValue"] == {"device_id": "d1"}
    assert found["replaying"] is False
    (got,) = found["messages"]
    assert got.pop("createdAt").endswith("Z")
    assert got == {
        "position": 1,
        "id": sent["id"],
        "type": "device.seen",
        "payload": {"device_id": "d1"},
        "metadata": None,
        "causationId": None,
        "correlationId": None,
    }
    assert found["guard"]["lastPosition"] == 1


def test_004_09_returns_multiple_pending_messages_for_the_same_partition(call: Call) -> None:
    append(call, seen("d1"), seen("d2"), bound("d1"), seen("d1"))
    assert positions(claimed(call, "g", DEVICE, SEEN)) == [1, 3, 4]


def test_004_10_skips_claimed_partitions_a_second_worker_gets_a_different_one(call: Call) -> None:
    append(call, seen("d1"), seen("d2"))
    assert claimed(call, "g", DEVICE, SEEN)["partitionKey"] == "device_id:d1"
    assert claimed(call, "g", DEVICE, SEEN)["partitionKey"] == "device_id:d2"


def test_004_11_returns_nil_when_all_partitions_are_claimed(call: Call) -> None:
    append(call, seen("d1"), seen("d2"))
    claimed(call, "g", DEVICE, SEEN)
    claimed(call, "g", DEVICE, SEEN)
    assert claim(call, "g", DEVICE, SEEN) is None


def test_004_12_respects_the_handled_types_filter(call: Call) -> None:
    append(call, seen("d1"), bound("d2"), bound("d1"))
    found = claimed(call, "g", DEVICE, ("device.bound",))
    assert (found["partitionKey"], positions(found)) == ("device_id:d2", [2])
    found = claimed(call, "g", DEVICE, ("device.bound",))
    assert (found["partitionKey"], positions(found)) == ("device_id:d1", [3])


def test_004_13_only_returns_messages_after_last_position(call: Call) -> None:
    append(call, seen("d1"), seen("d1"), seen("d1"))
    ack(call, "g", claimed(call, "g", DEVICE, SEEN), position=2)
    assert positions(claimed(call, "g", DEVICE, SEEN)) == [3]


def test_004_14_returns_nil_for_a_stopped_consumer_group(call: Call) -> None:
    append(call, seen("d1"))
    call("POST", f"{PATH}/groups/g/stop", {})
    assert claim(call, "g", DEVICE, SEEN) is None
    call("POST", f"{PATH}/groups/g/start", {})
    assert claim(call, "g", DEVICE, SEEN) is not None


def test_004_15_prioritizes_the_partition_with_the_earliest_pending_message(call: Call) -> None:
    append(call, seen("late"), seen("early"))
    ack(call, "g", claimed(call, "g", DEVICE, SEEN))
    append(call, seen("late"))
    found = claimed(call, "g", DEVICE, SEEN)
    assert (found["partitionKey"], positions(found)) == ("device_id:early", [2])


def test_004_16_bootstraps_newly_appeared_partitions_on_subsequent_calls(call: Call) -> None:
    append(call, seen("d1"))
    ack(call, "g", claimed(call, "g", DEVICE, SEEN))
    append(call, seen("d2"))
    assert claimed(call, "g", DEVICE, SEEN)["partitionKey"] == "device_id:d2"


def test_004_17_returns_a_guard_with_conditions_only_for_key_names_each_type_has(
    call: Call,
) -> None:
    append(call, seen("d1"), message("device.bound", device_id="d1", asset_id="a1"))
    append(call, message("asset.painted", asset_id="a1"))
    found = claimed(call, "g", DEVICE, (*SEEN, "asset.painted"))
    assert found["guard"]["conditions"] == [
        {"type": "device.seen", "attrs": {"device_id": "d1"}},
        {"type": "device.bound", "attrs": {"device_id": "d1"}},
    ]


def test_004_18_the_guard_can_be_used_for_optimistic_concurrency_on_append(call: Call) -> None:
    append(call, seen("d1"))
    found = claimed(call, "g", DEVICE, SEEN)
    assert append(call, bound("d1"), guard=found["guard"]) == [2]


def test_004_19_the_guard_detects_concurrent_conflicting_writes(call: Call) -> None:
    append(call, seen("d1"))
    found = claimed(call, "g", DEVICE, SEEN)
    append(call, bound("d2"))
    (position,) = append(call, bound("d1"))
    assert conflicting(try_append(call, bound("d1"), guard=found["guard"])) == [position]


# claim_next, composite partition


def test_004_20_bootstraps_composite_partitions_only_messages_with_all_attributes_make_them(
    call: Call,
) -> None:
    append(call, created("Algebra"), registered("joe"))
    assert claim(call, "g", BOTH, COURSES) is None
    append(call, joined("Algebra", "joe"), joined("Algebra", "jake"))
    claimed(call, "g", BOTH, COURSES)
    assert [each["partitionKey"] for each in offsets(call, "g")] == [
        "course_name:Algebra|user_id:joe",
        "course_name:Algebra|user_id:jake",
    ]


def partition(call: Call, *values: str) -> dict:
    """The claim of a partition, whichever is handed out first."""
    while True:
        found = claimed(call, "g", BOTH, COURSES)
        if tuple(found["partitionValue"][name] for name in BOTH) == values:
            return found


def test_004_21_fetch_returns_messages_with_a_single_partition_attribute(call: Call) -> None:
    append(call, created("Algebra"), registered("joe"), joined("Algebra", "joe"))
    found = partition(call, "Algebra", "joe")
    assert types_of(found) == ["course.created", "user.registered", "user.joined_course"]


def test_004_22_different_composite_partitions_can_be_claimed_in_parallel(call: Call) -> None:
    append(call, joined("Algebra", "joe"), joined("Algebra", "jake"), joined("History", "joe"))
    keys = {claimed(call, "g", BOTH, COURSES)["partitionKey"] for _ in range(3)}
    assert keys == {
        "course_name:Algebra|user_id:joe",
        "course_name:Algebra|user_id:jake",
        "course_name:History|user_id:joe",
    }
    assert claim(call, "g", BOTH, COURSES) is None


def test_004_23_messages_with_all_partition_attributes_must_match_all_values(call: Call) -> None:
    append(call, joined("Algebra", "jake"), joined("Algebra", "joe"))
    assert positions(partition(call, "Algebra", "joe")) == [2]


def test_004_24_messages_with_all_partition_attributes_are_not_duplicated(call: Call) -> None:
    append(call, joined("Algebra", "joe"), joined("Algebra", "joe"))
    assert positions(partition(call, "Algebra", "joe")) == [1, 2]


def test_004_25_messages_with_partial_attributes_of_a_wrong_value_are_excluded(call: Call) -> None:
    append(call, joined("History", "joe"), joined("Algebra", "joe"), registered("jake"))
    append(call, created("History"))
    assert positions(partition(call, "Algebra", "joe")) == [2]


def test_004_26_guard_conditions_only_for_key_names_each_message_type_has(call: Call) -> None:
    declare(call, DECLARED)
    append(call, joined("Algebra", "joe"))
    assert partition(call, "Algebra", "joe")["guard"]["conditions"] == [
        {"type": "course.created", "attrs": {"course_name": "Algebra"}},
        {"type": "user.registered", "attrs": {"user_id": "joe"}},
        {"type": "user.joined_course", "attrs": {"course_name": "Algebra"}},
        {"type": "user.joined_course", "attrs": {"user_id": "joe"}},
        {"type": "course.closed", "attrs": {"course_name": "Algebra"}},
    ]


def test_004_27_the_guard_detects_concurrent_writes_in_a_composite_partition(call: Call) -> None:
    declare(call, DECLARED)
    append(call, joined("Algebra", "joe"))
    guard = partition(call, "Algebra", "joe")["guard"]
    append(call, closed("History"))
    (position,) = append(call, closed("Algebra"))
    reply = try_append(call, joined("Algebra", "joe"), guard=guard)
    assert conflicting(reply) == [position]


# ack and release


def test_004_28_ack_advances_the_offset_and_releases_the_claim(call: Call) -> None:
    append(call, seen("d1"), seen("d1"))
    found = claimed(call, "g", DEVICE, SEEN)
    assert ack(call, "g", found, position=1).status == 200
    (offset,) = offsets(call, "g")
    assert (offset["lastPosition"], offset["claimed"], offset["claimedBy"]) == (1, False, None)


def test_004_29_after_ack_a_subsequent_claim_skips_processed_messages(call: Call) -> None:
    append(call, seen("d1"), seen("d1"))
    ack(call, "g", claimed(call, "g", DEVICE, SEEN))
    append(call, seen("d1"))
    assert positions(claimed(call, "g", DEVICE, SEEN)) == [3]


def test_004_30_release_releases_the_claim_without_advancing(call: Call) -> None:
    append(call, seen("d1"))
    assert release(call, "g", claimed(call, "g", DEVICE, SEEN)).status == 200
    (offset,) = offsets(call, "g")
    assert (offset["lastPosition"], offset["claimed"]) == (0, False)


def test_004_31_after_release_the_same_partition_is_claimed_again_with_the_same_messages(
    call: Call,
) -> None:
    append(call, seen("d1"), seen("d1"))
    first = claimed(call, "g", DEVICE, SEEN)
    release(call, "g", first)
    again = claimed(call, "g", DEVICE, SEEN)
    assert again["partitionKey"] == first["partitionKey"]
    assert again["messages"] == first["messages"]


# clear! is in Python only: test 32 is tests/log's.


def test_004_the_worked_example(call: Call, clock: Clock) -> None:
    declare(call, DECLARED)
    register(call, "enrollment-decider")
    append(call, created("Algebra"))
    append(call, registered("joe"))
    append(call, joined("Algebra", "joe"))
    append(call, joined("Algebra", "jake"))
    claims = [claimed(call, "enrollment-decider", BOTH, COURSES) for _ in range(2)]
    assert claim(call, "enrollment-decider", BOTH, COURSES) is None
    # Both wait since the course was created: the keys decide.
    assert [each["partitionValue"]["user_id"] for each in claims] == ["jake", "joe"]
    jake, joe = claims
    assert positions(jake) == [1, 4]
    assert [(m["type"], m["payload"]) for m in joe["messages"]] == [
        ("course.created", {"course_name": "Algebra"}),
        ("user.registered", {"user_id": "joe", "name": "Joe"}),
        ("user.joined_course", {"course_name": "Algebra", "user_id": "joe"}),
    ]
    assert joe["guard"] == {
        "conditions": [
            {"type": "course.created", "attrs": {"course_name": "Algebra"}},
            {"type": "user.registered", "attrs": {"user_id": "joe"}},
            {"type": "user.joined_course", "attrs": {"course_name": "Algebra"}},
            {"type": "user.joined_course", "attrs": {"user_id": "joe"}},
            {"type": "course.closed", "attrs": {"course_name": "Algebra"}},
        ],
        "lastPosition": 3,
    }
    # Under the seed's own rule jake's enrolment, which joe's decider has not seen, is a conflict.
    assert conflicting(try_append(call, closed("Algebra"), guard=joe["guard"])) == [4]
    seen_since = {**joe["guard"], "lastPosition": 4}
    assert append(call, message("user.welcomed", user_id="joe"), guard=seen_since) == [5]
    assert ack(call, "enrollment-decider", joe).status == 200
    assert release(call, "enrollment-decider", jake).status == 200
    assert positions(claimed(call, "enrollment-decider", BOTH, COURSES)) == [1, 4]
    assert claim(call, "enrollment-decider", BOTH, COURSES) is None


def test_004_an_exact_guard_lets_another_student_join(call: Call) -> None:
    declare(call, DECLARED)
    append(call, created("Algebra"), joined("Algebra", "joe"))
    found = claimed(call, "g", BOTH, COURSES, guardScope="exact")
    assert found["guard"]["conditions"] == [
        {"type": "course.created", "attrs": {"course_name": "Algebra"}},
        {"type": "user.registered", "attrs": {"user_id": "joe"}},
        {"type": "user.joined_course", "attrs": {"course_name": "Algebra", "user_id": "joe"}},
        {"type": "course.closed", "attrs": {"course_name": "Algebra"}},
    ]
    append(call, joined("Algebra", "jake"))
    append(call, message("user.welcomed", user_id="joe"), guard=found["guard"])
    (position,) = append(call, joined("Algebra", "joe"))
    reply = try_append(call, closed("Algebra"), guard=found["guard"])
    assert conflicting(reply) == [position]
