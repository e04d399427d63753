"""Message classes: their declaration, what they refuse, and how stored messages become
instances."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any
from uuid import UUID

import pytest
from pydantic import Field, ValidationError

from regent.errors import InvalidJson, InvalidRequest
from regent.log import Condition, GenericMessage, Message, UnreadableMessage
from regent.log.messages import message_from, type_name, wire
from tests.log.courses import CourseCreated, UserJoinedCourse, UserRegistered, created, joined


class Colour(Enum):
    RED = "red"


class Painted(Message, type="test.painted"):
    """Attributes of several types, one under a name that every message has."""

    thing_id: UUID = Field(serialization_alias="id")
    colour: Colour
    day: date
    coats: int = 1
    tools: tuple[str, ...] = ()


class Measured(Message):
    """A base for other classes, without a type."""

    metre: str


class Heated(Measured, type="test.heated"):
    degrees: float


THING = UUID("0190b5a4-0000-7000-8000-000000000001")


def stored(message: Message, **fields: Any) -> dict[str, Any]:
    """A message in the form of the log's answers."""
    created_at = "2026-03-01T10:00:00.000000Z"
    return {**wire(message), "position": 7, "createdAt": created_at} | fields


def test_a_message_has_its_attributes_and_an_envelope() -> None:
    message = created("Algebra")
    assert message.course_name == "Algebra"
    assert (message.type, message.payload) == ("course.created", {"course_name": "Algebra"})
    assert message.id.version == 7
    assert (message.metadata, message.causation_id) == ({}, None)
    assert (message.position, message.created_at) == (None, None)
    assert repr(message) == "CourseCreated(course_name='Algebra')"


def test_each_message_has_an_id_of_its_own() -> None:
    assert len({created().id for _ in range(1000)}) == 1000
    assert len({created(), created()}) == 2


@pytest.mark.parametrize("attributes", [{}, {"course_name": 5}, {"course_name": "A", "cours": "A"}])
def test_attributes_are_validated(attributes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CourseCreated(**attributes)


def test_a_message_is_a_fact_and_does_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        created().course_name = "History"


def test_a_payload_is_in_jsons_types() -> None:
    message = Painted(thing_id=THING, colour=Colour.RED, day=date(2026, 3, 1), tools=("brush",))
    assert message.payload == {
        "id": str(THING),
        "colour": "red",
        "day": "2026-03-01",
        "coats": 1,
        "tools": ["brush"],
    }
    assert Painted.payload_attribute_names == ("id", "colour", "day", "coats", "tools")


def test_conditions_ask_for_values_as_a_payload_holds_them() -> None:
    assert Painted.to_conditions(id=THING, colour=Colour.RED, day=date(2026, 3, 1)) == (
        Condition("test.painted", {"id": str(THING)}),
        Condition("test.painted", {"colour": "red"}),
        Condition("test.painted", {"day": "2026-03-01"}),
    )


def test_exact_conditions_are_one_with_all_attributes() -> None:
    assert UserJoinedCourse.to_exact_conditions(course_name="Algebra", user_id="joe", x=1) == (
        Condition("user.joined_course", {"course_name": "Algebra", "user_id": "joe"}),
    )
    assert UserRegistered.to_exact_conditions(course_name="Algebra") == ()


@pytest.mark.parametrize("value", [None, ["a"], {"a": 1}])
def test_a_condition_asks_for_scalars_only(value: Any) -> None:
    with pytest.raises(InvalidRequest, match="course_name is"):
        CourseCreated.to_conditions(course_name=value)


@pytest.mark.parametrize("value", ["x" * 256, "a\0b", float("inf"), 10**255, 1e-254])
def test_a_condition_that_no_message_can_meet_is_refused(value: Any) -> None:
    with pytest.raises(InvalidRequest, match="a condition: "):
        CourseCreated.to_conditions(course_name=value)
    assert CourseCreated.to_conditions(course_name="x" * 255) != ()


def test_an_attribute_may_be_called_cls() -> None:
    assert CourseCreated.to_conditions(cls=1, self=2) == ()


def test_a_class_without_a_type_is_a_base() -> None:
    assert Heated.payload_attribute_names == ("metre", "degrees")
    assert Heated(metre="m1", degrees=20).type == "test.heated"
    with pytest.raises(TypeError, match="Measured is declared without a type"):
        wire(Measured(metre="m1"))
    with pytest.raises(TypeError, match="Measured is declared without a type"):
        type_name(Measured)


def test_a_type_is_declared_once() -> None:
    with pytest.raises(TypeError, match=r"'course.created' is already declared, by .*CourseCreat"):

        class CourseMade(Message, type="course.created"):
            course_name: str

    assert Message.registry["course.created"] is CourseCreated


def test_the_same_class_may_be_declared_anew() -> None:
    """A notebook cell that runs again does so."""

    def cell() -> type[Message]:
        class Cell(Message, type="test.cell"):
            pass

        return Cell

    first, second = cell(), cell()
    assert first is not second
    assert Message.registry["test.cell"] is second


@pytest.mark.parametrize("name", ["", "x" * 256, "a\0b"])
def test_a_type_has_a_name_that_can_be_stored(name: str) -> None:
    with pytest.raises(TypeError, match="Nameless: a type is a text of 1 to 255 characters"):

        class Nameless(Message, type=name):
            pass


def test_what_every_message_has_is_not_declared_again() -> None:
    with pytest.raises(TypeError, match=r'has its own id.*serialization_alias="id"'):

        class WithId(Message, type="test.with_id"):
            id: int  # type: ignore[assignment]

    with pytest.raises(TypeError, match="has its own position"):

        class WithAlias(Message, type="test.with_alias"):
            seat: int = Field(alias="position")

    assert {"test.with_id", "test.with_alias"} & set(Message.registry) == set()


def test_a_message_belongs_to_a_conversation() -> None:
    first = created()
    second = joined().caused_by(first)
    third = joined().caused_by(second)
    assert first.correlation_id == first.id
    assert (second.causation_id, second.correlation_id) == (first.id, first.id)
    assert (third.causation_id, third.correlation_id) == (second.id, first.id)


def test_a_stored_message_is_an_instance_of_its_class() -> None:
    message = created("Algebra").model_copy(update={"metadata": {"by": "joe"}})
    found = message_from(stored(message))
    assert isinstance(found, CourseCreated)
    assert (found.course_name, found.position, found.metadata) == ("Algebra", 7, {"by": "joe"})
    assert found.created_at == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert found.id == message.id
    painted = Painted(thing_id=THING, colour=Colour.RED, day=date(2026, 3, 1))
    assert message_from(stored(painted)).payload == painted.payload


def test_a_message_without_a_conversation_stays_so() -> None:
    assert message_from(stored(created(), correlationId=None)).correlation_id is None


def test_a_type_without_a_class_is_a_generic_message() -> None:
    sent = GenericMessage(type="other.happened", payload={"id": [1], "type": None})
    found = message_from(stored(sent))
    assert isinstance(found, GenericMessage)
    assert (found.type, found.payload) == ("other.happened", {"id": [1], "type": None})
    assert found.payload_attribute_names == ()
    assert repr(found) == (
        "GenericMessage(type='other.happened', payload={'id': [1], 'type': None}, position=7)"
    )


def test_attributes_that_a_class_no_longer_has_are_left_out() -> None:
    found = message_from(stored(created(), payload={"course_name": "A", "room": 4}))
    assert found.payload == {"course_name": "A"}


def test_a_message_that_does_not_fit_its_class_is_refused_with_its_place() -> None:
    with pytest.raises(UnreadableMessage, match=r"at position 7 is no CourseCreated.*course_name"):
        message_from(stored(created(), payload={"name": "A"}))


@pytest.mark.parametrize("value", [float("inf"), float("nan"), "\ud800"])
def test_what_is_no_json_is_refused_before_it_is_sent(value: Any) -> None:
    with pytest.raises(InvalidJson, match="cannot be sent as JSON"):
        wire(GenericMessage(type="t", payload={"value": value}))


def test_ids_may_come_from_elsewhere() -> None:
    own = uuid.uuid4()
    assert CourseCreated(id=own, course_name="A").id == own
