"""Seed 004, "Message class methods": behaviours 33 to 37, with the seed's own classes."""

from __future__ import annotations

from regent.log import Condition, Message
from tests.log.courses import CourseCreated, UserJoinedCourse, UserRegistered


class ServerStarted(Message, type="server.started"):
    """A bare class: it has no attributes."""


def test_33_payload_attribute_names_returns_attribute_names_for_a_defined_message_class() -> None:
    assert CourseCreated.payload_attribute_names == ("course_name",)
    assert UserJoinedCourse.payload_attribute_names == ("course_name", "user_id")
    # Cached at define time, frozen: the same tuple each time.
    assert UserRegistered.payload_attribute_names is UserRegistered.payload_attribute_names


def test_34_payload_attribute_names_returns_nothing_for_a_bare_message_class() -> None:
    assert ServerStarted.payload_attribute_names == ()
    assert Message.payload_attribute_names == ()


def test_35_to_conditions_returns_conditions_only_for_attributes_the_message_class_has() -> None:
    assert CourseCreated.to_conditions(course_name="Algebra", user_id="joe") == (
        Condition("course.created", {"course_name": "Algebra"}),
    )


def test_36_to_conditions_returns_conditions_for_all_matching_attributes() -> None:
    assert UserJoinedCourse.to_conditions(course_name="Algebra", user_id="joe") == (
        Condition("user.joined_course", {"course_name": "Algebra"}),
        Condition("user.joined_course", {"user_id": "joe"}),
    )


def test_37_to_conditions_returns_nothing_when_no_attributes_match() -> None:
    assert CourseCreated.to_conditions(device_id="d-1") == ()
    assert ServerStarted.to_conditions(course_name="Algebra") == ()
