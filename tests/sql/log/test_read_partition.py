"""log.read_partition: the seed's conditional AND, and the guard of a decider."""

import pytest

from regent.stores.log import LogStore
from tests.support.log import (
    COURSES,
    DECLARED,
    append,
    closed,
    condition,
    created,
    joined,
    message,
    parsed,
    positions,
    registered,
)

JOE = {"course_name": "Algebra", "user_id": "joe"}


def test_the_table_of_the_seed(log: LogStore) -> None:
    append(
        log,
        created("Algebra"),
        joined("Algebra", "joe"),
        joined("Algebra", "jake"),
        closed("Algebra"),
        registered("joe"),
        joined("History", "joe"),
    )
    assert positions(log.read_partition(JOE, COURSES)) == [1, 2, 4, 5]


def test_a_message_without_any_of_the_attributes_is_not_in_it(log: LogStore) -> None:
    append(log, message("course.created", other="Algebra"), message("course.created"))
    assert positions(log.read_partition(JOE, COURSES)) == []


def test_only_the_handled_types_are_read(log: LogStore) -> None:
    append(log, created("Algebra"), closed("Algebra"))
    assert positions(log.read_partition(JOE, ["course.closed"])) == [2]


def test_after_and_up_to_a_position(log: LogStore) -> None:
    append(log, *(created("Algebra") for _ in range(5)))
    found = log.read_partition(JOE, COURSES, after=1, upto=3)
    assert (positions(found), found["lastPosition"]) == ([2, 3], 3)
    found = log.read_partition(JOE, COURSES, upto=0)
    assert (positions(found), found["lastPosition"]) == ([], 0)
    found = log.read_partition(JOE, COURSES, after=9)
    assert (positions(found), found["lastPosition"]) == ([], 9)
    found = log.read_partition(JOE, COURSES, limit=2)
    assert (positions(found), found["lastPosition"]) == ([1, 2], 2)
    assert log.read_partition({"course_name": "x"}, COURSES)["lastPosition"] == 5


def declared(log: LogStore) -> None:
    for type_, attributes in DECLARED.items():
        log.declare_type(type_, attributes)


def test_the_broad_guard_has_a_condition_for_each_attribute_of_a_type(log: LogStore) -> None:
    declared(log)
    found = log.read_partition(JOE, COURSES)
    assert parsed(found["conditions"]) == [
        condition("course.created", course_name="Algebra"),
        condition("user.registered", user_id="joe"),
        condition("user.joined_course", course_name="Algebra"),
        condition("user.joined_course", user_id="joe"),
        condition("course.closed", course_name="Algebra"),
    ]


def test_the_exact_guard_has_one_condition_for_each_type(log: LogStore) -> None:
    declared(log)
    found = log.read_partition(JOE, COURSES, scope="exact")
    assert parsed(found["conditions"]) == [
        condition("course.created", course_name="Algebra"),
        condition("user.registered", user_id="joe"),
        condition("user.joined_course", course_name="Algebra", user_id="joe"),
        condition("course.closed", course_name="Algebra"),
    ]


def test_a_type_that_nobody_declared_has_the_attributes_of_its_messages(log: LogStore) -> None:
    append(log, created("Algebra"), joined("x", "y"), message("noise", volume=11))
    found = log.read_partition(JOE, ["course.created", "user.joined_course", "noise"])
    assert parsed(found["conditions"]) == [
        condition("course.created", course_name="Algebra"),
        condition("user.joined_course", course_name="Algebra"),
        condition("user.joined_course", user_id="joe"),
    ]


@pytest.mark.parametrize("scope", ["broad", "exact"])
def test_a_type_that_nobody_knows_may_have_any_attribute(log: LogStore, scope: str) -> None:
    """A guard that was made before the type's first message must meet that message."""
    found = log.read_partition(JOE, ["course.closed"], scope=scope)
    assert parsed(found["conditions"]) == [
        condition("course.closed", course_name="Algebra"),
        condition("course.closed", user_id="joe"),
    ]


def test_handled_types_are_asked_for_once(log: LogStore) -> None:
    declared(log)
    found = log.read_partition(JOE, ["course.created", "course.created"])
    assert parsed(found["conditions"]) == [condition("course.created", course_name="Algebra")]


def test_values_come_back_as_they_were_asked_for(log: LogStore) -> None:
    append(log, message("t", n=7), message("t", n="7"))
    found = log.read_partition({"n": 7}, ["t"])
    assert positions(found) == [1, 2]
    assert parsed(found["conditions"]) == [condition("t", n=7)]
