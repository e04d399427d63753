"""Appends: positions, guards, batches, ids that come twice."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from regent.errors import InvalidJson, InvalidRequest, PositionBeyondEnd
from regent.log import Appended, ConcurrentAppend, Condition, GenericMessage, Guard, Log
from tests.log.courses import CourseCreated, UserJoinedCourse, closed, created, joined, registered
from tests.log.steps import places, said


def test_messages_get_positions_in_their_order(log: Log) -> None:
    assert log.append([created("A"), joined("A", "joe")]) == Appended((1, 2), 2)
    assert log.append(closed("A")) == Appended((3,), 3)
    assert said(log.read_all()) == [
        (1, "course.created", {"course_name": "A"}),
        (2, "user.joined_course", {"course_name": "A", "user_id": "joe"}),
        (3, "course.closed", {"course_name": "A"}),
    ]


def test_a_stored_message_has_all_that_it_was_sent_with(log: Log) -> None:
    first = created("A").model_copy(update={"metadata": {"by": ["joe", 1.5, None]}})
    second = joined("A", "joe").caused_by(first)
    log.append([first, second])
    found = list(log.read_all())
    assert [(m.id, m.causation_id, m.correlation_id, m.metadata) for m in found] == [
        (first.id, None, first.id, {"by": ["joe", 1.5, None]}),
        (second.id, first.id, first.id, {}),
    ]
    stored_at = found[0].created_at
    assert stored_at is not None
    assert abs((datetime.now(UTC) - stored_at).total_seconds()) < 60


def test_no_messages_answer_where_the_log_ends(log: Log) -> None:
    assert log.append([]) == Appended((), 0)
    log.append([created(), closed()])
    assert log.append([]) == Appended((), 2)


def test_a_message_that_comes_again_stays_where_it_is(log: Log) -> None:
    first, second = created("A"), created("B")
    log.append(first)
    assert log.append([second, first, second]) == Appended((2, 1, 2), 2)
    assert places(log.read_all()) == [1, 2]


def test_a_lost_answer_can_be_asked_for_again(log: Log) -> None:
    """The second time, the message that was appended would break its own guard."""
    guard = Guard(CourseCreated.to_conditions(course_name="A"), 0)
    message = created("A")
    assert log.append(message, guard) == Appended((1,), 1)
    assert log.append(message, guard) == Appended((1,), 1)
    with pytest.raises(ConcurrentAppend):
        log.append(created("A"), guard)


def test_a_broken_guard_appends_nothing_and_says_what_is_in_the_way(log: Log) -> None:
    log.append([created("A"), joined("A", "joe"), joined("A", "jake"), joined("B", "joe")])
    guard = Guard(UserJoinedCourse.to_conditions(course_name="A"), 1)
    with pytest.raises(ConcurrentAppend, match="at position 2") as refused:
        log.append([closed("A"), created("C")], guard)
    assert refused.value.detail == {"conflicts": [2, 3], "lastPosition": 1}
    assert places(log.read_all()) == [1, 2, 3, 4]


def test_a_guard_that_nothing_broke_lets_append(log: Log) -> None:
    log.append([created("A"), joined("A", "joe"), joined("B", "joe")])
    guard = Guard((*UserJoinedCourse.to_conditions(course_name="A"), Condition("course.closed")), 2)
    assert log.append(closed("A"), guard).last_position == 4
    with pytest.raises(ConcurrentAppend):
        log.append(closed("B"), guard)


def test_all_attributes_of_a_condition_have_to_match(log: Log) -> None:
    log.append([joined("A", "joe"), joined("B", "jake")])
    both = Guard(UserJoinedCourse.to_exact_conditions(course_name="A", user_id="jake"), 0)
    assert log.append(joined("A", "jake"), both).last_position == 3
    with pytest.raises(ConcurrentAppend) as refused:
        log.append(joined("A", "jake"), both)
    assert refused.value.detail is not None
    assert refused.value.detail["conflicts"] == [3]


def test_a_guard_without_conditions_lets_append(log: Log) -> None:
    log.append(created("A"))
    assert log.append(created("A"), Guard((), 0)).last_position == 2


def test_a_guard_from_beyond_the_end_is_refused(log: Log) -> None:
    log.append(created("A"))
    guard = Guard(CourseCreated.to_conditions(course_name="A"), 9)
    with pytest.raises(PositionBeyondEnd):
        log.append(created("A"), guard)


@pytest.mark.parametrize(
    "payload",
    [
        {"text": 'Ünï "quoted" \\ \n 🎓', "": 1, "deep": {"a": [1, {"b": None}]}},
        {"large": 2**70, "small": 1e-300, "big": 1e308, "negative": -0.5, "yes": True},
        {},
    ],
)
def test_payloads_come_out_as_they_went_in(log: Log, payload: dict[str, Any]) -> None:
    log.append(GenericMessage(type="any.thing", payload=payload, metadata=payload))
    (found,) = log.read_all()
    assert (found.payload, found.metadata) == (payload, payload)


def test_what_cannot_be_stored_is_refused(log: Log) -> None:
    with pytest.raises(InvalidJson):
        log.append([created("A"), created("a\0b")])
    with pytest.raises(InvalidJson):
        log.append(GenericMessage(type="t", payload={"value": float("nan")}))
    with pytest.raises(InvalidRequest):
        log.append(GenericMessage(type="t\0", payload={}))
    assert list(log.read_all()) == []


def test_messages_are_found_by_values_of_every_kind(log: Log) -> None:
    log.append(
        [
            GenericMessage(type="t", payload={"n": 7, "f": 1.5, "b": True, "s": "x", "no": None}),
            GenericMessage(type="t", payload={"n": "7", "list": [1]}),
        ]
    )
    for attrs, found in (
        ({"n": 7}, [1, 2]),
        ({"n": "7", "f": 1.5}, [1]),
        ({"b": True}, [1]),
        ({"b": False}, []),
        ({}, [1, 2]),
    ):
        assert places(log.read(Condition("t", attrs)).messages) == found  # type: ignore[arg-type]


def test_a_declared_type_is_found_by_what_it_declares(log: Log) -> None:
    log.declare_type(CourseCreated)
    log.declare_type("user.registered", ["user_id"])
    log.append([created("A"), registered("joe"), joined("A", "joe")])
    assert log.types() == {
        "course.created": ("course_name",),
        "user.joined_course": ("course_name", "user_id"),
        "user.registered": ("user_id",),
    }
    assert log.read(Condition("user.registered", {"name": "Joe"})).messages == []
    assert places(log.read(Condition("user.registered", {"user_id": "joe"})).messages) == [2]
    with pytest.raises(InvalidRequest, match=r"name the attributes of 'course\.closed'"):
        log.declare_type("course.closed")
