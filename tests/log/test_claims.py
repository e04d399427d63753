"""Claims: which worker gets which partition, which messages it gets, and how the claim ends."""

from __future__ import annotations

import pytest

from regent.errors import InvalidRequest, PositionBeyondEnd
from regent.log import ClaimLost, ConcurrentAppend, GenericMessage, Guard, Log, UnreadableMessage
from tests.log.courses import (
    ALL,
    CourseClosed,
    CourseCreated,
    UserJoinedCourse,
    closed,
    created,
    joined,
    registered,
)
from tests.log.steps import claim, held, places
from tests.support.clock import Clock


@pytest.fixture(autouse=True)
def group(log: Log) -> None:
    log.register_group("g")


def test_nothing_is_claimed_where_nothing_is(log: Log) -> None:
    assert claim(log) is None
    log.append([created("A"), registered("joe")])  # no message has both names
    assert claim(log) is None


def test_a_claim_has_the_partition_its_messages_and_a_guard(log: Log) -> None:
    log.append([created("A"), joined("A", "joe"), joined("A", "jake")])
    found = held(log, by="course_name", types=[CourseCreated, UserJoinedCourse])
    assert (found.group_id, found.worker_id, found.replaying) == ("g", "w-1", False)
    assert (found.partition_key, found.partition_value) == ("course_name:A", {"course_name": "A"})
    assert len(found.key_pair_ids) == 1
    assert [type(message) for message in found.messages] == [
        CourseCreated,
        UserJoinedCourse,
        UserJoinedCourse,
    ]
    assert found.last_position == 3
    assert found.guard == Guard(
        (
            *CourseCreated.to_conditions(course_name="A"),
            *UserJoinedCourse.to_conditions(course_name="A"),
        ),
        3,
    )


def test_each_worker_gets_a_partition_of_its_own_the_earliest_first(log: Log) -> None:
    log.append([joined("B", "joe"), joined("A", "joe"), joined("B", "joe"), joined("C", "joe")])
    keys = [held(log, f"w-{n}", by="course_name").partition_key for n in range(3)]
    assert keys == ["course_name:B", "course_name:A", "course_name:C"]
    assert claim(log, by="course_name") is None


def test_a_partition_that_appears_later_is_found(log: Log) -> None:
    log.append(joined("A", "joe"))
    held(log)
    log.append(joined("A", "jake"))
    assert held(log).partition_value == {"course_name": "A", "user_id": "jake"}


def test_only_handled_types_count(log: Log) -> None:
    log.append([joined("A", "joe"), closed("A")])
    assert claim(log, types=[CourseCreated]) is None
    found = held(log, types=[CourseClosed])
    assert places(found.messages) == [2]
    log.ack("g", found)
    assert claim(log, types=[CourseClosed]) is None


def test_an_acked_partition_goes_on_where_it_was(log: Log) -> None:
    log.append([joined("A", "joe"), closed("A")])
    log.ack("g", held(log))
    assert claim(log) is None
    log.append([created("A"), joined("A", "joe")])
    assert places(held(log).messages) == [3, 4]


def test_a_part_of_a_claim_can_be_acked(log: Log) -> None:
    log.append([joined("A", "joe"), closed("A"), created("A")])
    log.ack("g", held(log), 2)
    assert places(held(log).messages) == [3]


def test_a_large_partition_comes_in_batches(log: Log) -> None:
    log.append([joined("A", "joe") for _ in range(5)])
    seen = []
    while (found := claim(log, batch_size=2)) is not None:
        seen.append(places(found.messages))
        assert found.guard.last_position == found.last_position == seen[-1][-1]
        log.ack("g", found)
    assert seen == [[1, 2], [3, 4], [5]]


def test_a_released_partition_comes_again(log: Log) -> None:
    log.append([joined("A", "joe"), closed("A")])
    log.release("g", held(log, "w-1"))
    assert places(held(log, "w-2").messages) == [1, 2]


def test_a_released_partition_may_rest(log: Log, clock: Clock) -> None:
    log.append(joined("A", "joe"))
    log.release("g", held(log), error="no room", retry_in_seconds=30)
    assert claim(log) is None
    (offset,) = log.offsets("g")
    assert (offset.claimed, offset.error) == (False, "no room")
    assert offset.resume_at is not None
    clock.advance(31)
    log.ack("g", held(log))
    assert next(log.offsets("g")).error is None


def test_a_claim_that_runs_out_goes_to_the_next(log: Log, clock: Clock) -> None:
    log.append(joined("A", "joe"))
    first = held(log, "w-1", lease_seconds=10)
    clock.advance(9)
    assert claim(log, "w-2") is None
    clock.advance(2)
    second = held(log, "w-2", lease_seconds=10)
    assert places(second.messages) == [1]
    for late in (lambda: log.ack("g", first), lambda: log.release("g", first)):
        with pytest.raises(ClaimLost):
            late()
    log.ack("g", second)
    assert next(log.offsets("g")).last_position == 1


def test_a_claim_is_kept_by_extending_it(log: Log, clock: Clock) -> None:
    log.append(joined("A", "joe"))
    found = held(log, lease_seconds=10)
    clock.advance(9)
    until = log.extend("g", found, lease_seconds=30)
    assert next(log.offsets("g")).claimed_until == until
    clock.advance(29)
    assert claim(log) is None
    assert log.extend("g", found.offset_id, worker_id=found.worker_id) > until
    with pytest.raises(InvalidRequest):
        log.extend("g", found, lease_seconds=0)
    clock.advance(121)
    with pytest.raises(ClaimLost):
        log.extend("g", found)


def test_the_same_worker_cannot_answer_for_its_earlier_claim(log: Log, clock: Clock) -> None:
    log.append(joined("A", "joe"))
    first = held(log, lease_seconds=10)
    clock.advance(11)
    held(log)
    with pytest.raises(ClaimLost):
        log.ack("g", first)


def test_a_claim_is_answered_once(log: Log) -> None:
    log.append(joined("A", "joe"))
    found = held(log)
    log.ack("g", found)
    with pytest.raises(ClaimLost) as lost:
        log.ack("g", found)
    assert lost.value.detail == {"offsetId": found.offset_id}


def test_a_claim_is_answered_by_its_worker_or_by_its_id(log: Log) -> None:
    log.append([joined("A", "joe"), joined("B", "joe")])
    first, second = held(log, "w-1"), held(log, "w-2")
    with pytest.raises(ClaimLost):
        log.ack("g", first.offset_id, 1, worker_id="w-2")
    log.ack("g", first.offset_id, 1, worker_id="w-1")
    log.release("g", second.offset_id)
    with pytest.raises(InvalidRequest, match="up to which position"):
        log.ack("g", held(log).offset_id)


@pytest.mark.parametrize("offset_id", ["", "1", "x.y", "1.1.1", "-1.1", f"{2**63}.1", "1.\0"])
def test_an_id_of_no_claim_is_refused(log: Log, offset_id: str) -> None:
    for answer in (lambda: log.ack("g", offset_id, 1), lambda: log.release("g", offset_id)):
        with pytest.raises((InvalidRequest, ClaimLost)):
            answer()


def test_another_groups_claim_is_not_this_ones(log: Log) -> None:
    log.register_group("h")
    log.append(joined("A", "joe"))
    found = held(log, group="h")
    with pytest.raises(ClaimLost):
        log.ack("g", found)
    log.ack("h", found)


def test_an_ack_beyond_the_end_is_refused(log: Log) -> None:
    log.append(joined("A", "joe"))
    found = held(log)
    with pytest.raises(PositionBeyondEnd):
        log.ack("g", found, 2)
    log.ack("g", found)


def test_a_claims_guard_detects_what_was_appended_meanwhile(log: Log) -> None:
    log.append([created("A"), joined("A", "joe")])
    found = held(log)
    log.append(joined("B", "jake"))
    assert log.append(joined("A", "joe"), found.guard).last_position == 4
    with pytest.raises(ConcurrentAppend) as refused:
        log.append(closed("A"), found.guard)
    assert refused.value.detail == {"conflicts": [4], "lastPosition": 2}


def test_an_exact_guard_lets_others_enrol(log: Log) -> None:
    log.append([created("A"), joined("A", "joe")])
    found = held(log, guard_scope="exact")
    log.append(joined("A", "jake"))
    assert log.append(joined("A", "joe"), found.guard).last_position == 4


def test_values_are_told_apart_in_keys(log: Log) -> None:
    log.append([joined("A|user_id:x", "joe"), joined("A", "x|user_id:joe"), joined("a\\:b", "é🎓")])
    keys = [held(log, f"w-{n}").partition_key for n in range(3)]
    assert keys == [
        "course_name:A\\|user_id\\:x|user_id:joe",
        "course_name:A|user_id:x\\|user_id\\:joe",
        "course_name:a\\\\\\:b|user_id:é🎓",
    ]


def test_types_without_a_class_are_claimed_as_well(log: Log) -> None:
    log.append(GenericMessage(type="device.seen", payload={"device_id": 7, "on": True}))
    found = held(log, by="device_id", types=["device.seen"])
    assert found.partition_value == {"device_id": "7"}
    (message,) = found.messages
    assert (message.type, message.payload) == ("device.seen", {"device_id": 7, "on": True})
    with pytest.raises(ConcurrentAppend):
        log.append(
            GenericMessage(type="device.seen", payload={"device_id": 7}),
            Guard(found.guard.conditions, 0),
        )


def test_a_partition_with_an_unreadable_message_is_not_kept(log: Log) -> None:
    """Another worker, with the classes of today, may be able to read it."""
    log.append(
        GenericMessage(type="user.joined_course", payload={"course_name": "A", "user_id": [1]})
    )
    log.append(joined("A", "joe"))
    with pytest.raises(UnreadableMessage, match="at position 1 is no UserJoinedCourse"):
        claim(log, by="course_name")
    (offset,) = log.offsets("g")
    assert offset.claimed is False
    assert offset.error is not None
    assert "no UserJoinedCourse" in offset.error
    assert claim(log, by="course_name", types=[CourseClosed]) is None


def test_the_names_of_a_partition_may_come_in_any_order(log: Log) -> None:
    log.append(joined("A", "joe"))
    log.ack("g", held(log, by=["user_id", "course_name"]))
    assert claim(log, by=["course_name", "user_id"], types=ALL) is None
    assert len(list(log.offsets("g"))) == 1
