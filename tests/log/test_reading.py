"""Reads: by conditions, by partition, the whole log both ways, a conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal
from uuid import uuid4

import pytest

from regent.errors import InvalidRequest, LogMessageNotFound
from regent.log import (
    ConcurrentAppend,
    Condition,
    GenericMessage,
    Guard,
    Log,
    Message,
    MessageClass,
)
from tests.log.courses import (
    ALL,
    CourseClosed,
    CourseCreated,
    UserJoinedCourse,
    UserRegistered,
    closed,
    created,
    joined,
    registered,
)
from tests.log.steps import places, said

#: The seed's table of which messages belong to (Algebra, joe).
TABLE = [
    created("Algebra"),
    joined("Algebra", "joe"),
    joined("Algebra", "jake"),
    closed("Algebra"),
    registered("joe"),
    joined("History", "joe"),
    created("History"),
    registered("jake"),
]
ALGEBRA_JOE = {"course_name": "Algebra", "user_id": "joe"}


@pytest.fixture
def table(log: Log) -> Log:
    log.append([message.model_copy(update={"id": uuid4()}) for message in TABLE])
    return log


def many(log: Log, count: int, cause: Message | None = None) -> None:
    """More than one page of users who joined."""
    users = [joined("A", f"user-{n}") for n in range(count)]
    if cause is not None:
        users = [user.caused_by(cause) for user in users]
    for start in range(0, count, 600):
        log.append(users[start : start + 600])


def test_any_condition_brings_a_message_once(table: Log) -> None:
    found = table.read(
        [
            *UserJoinedCourse.to_conditions(course_name="Algebra", user_id="joe"),
            Condition("course.closed"),
        ]
    )
    assert places(found.messages) == [2, 3, 4, 6]
    assert found.guard.last_position == 6


def test_a_read_goes_on_after_a_position(table: Log) -> None:
    conditions = UserJoinedCourse.to_conditions(course_name="Algebra", user_id="joe")
    first = table.read(conditions, limit=2)
    assert places(first.messages) == [2, 3]
    assert first.guard == Guard(conditions, 3)
    assert places(table.read(conditions, after=3).messages) == [6]


def test_a_read_that_finds_nothing_guards_from_where_it_looked(table: Log) -> None:
    nothing = Condition("course.moved")
    assert table.read(nothing) == ([], Guard((nothing,), 8))
    assert table.read(nothing, after=3) == ([], Guard((nothing,), 3))


def test_a_read_of_many_pages_brings_all(log: Log) -> None:
    many(log, 1200)
    conditions = UserJoinedCourse.to_conditions(course_name="A")
    found = log.read(conditions)
    assert places(found.messages) == list(range(1, 1201))
    assert found.guard.last_position == 1200
    assert places(log.read(conditions, limit=1100).messages) == list(range(1, 1101))


def test_a_message_matches_every_attribute_of_a_partition_that_it_has(table: Log) -> None:
    """The seed's table, row by row."""
    found = table.read_partition(ALGEBRA_JOE, ALL)
    assert said(found.messages) == [
        (1, "course.created", {"course_name": "Algebra"}),
        (2, "user.joined_course", {"course_name": "Algebra", "user_id": "joe"}),
        (4, "course.closed", {"course_name": "Algebra"}),
        (5, "user.registered", {"user_id": "joe", "name": "Joe"}),
    ]


def test_a_partition_may_be_one_attribute(table: Log) -> None:
    found = table.read_partition({"course_name": "Algebra"}, ALL)
    assert places(found.messages) == [1, 2, 3, 4]


def test_a_partition_is_read_between_positions_and_of_some_types(table: Log) -> None:
    def read(types: list[MessageClass | str], **between: int) -> list[int | None]:
        return places(table.read_partition(ALGEBRA_JOE, types, **between).messages)

    assert read([*ALL], after=2) == [4, 5]
    assert read([*ALL], after=1, upto=4) == [2, 4]
    assert read([CourseCreated, "user.registered"]) == [1, 5]


def test_the_guard_of_a_partition_is_the_seeds(table: Log) -> None:
    assert table.read_partition(ALGEBRA_JOE, ALL).guard == Guard(
        (
            Condition("course.created", {"course_name": "Algebra"}),
            Condition("user.registered", {"user_id": "joe"}),
            Condition("user.joined_course", {"course_name": "Algebra"}),
            Condition("user.joined_course", {"user_id": "joe"}),
            Condition("course.closed", {"course_name": "Algebra"}),
        ),
        5,
    )


def test_an_exact_guard_has_a_condition_for_each_type(table: Log) -> None:
    found = table.read_partition(ALGEBRA_JOE, ALL, guard_scope="exact")
    assert found.guard == Guard(
        (
            Condition("course.created", {"course_name": "Algebra"}),
            Condition("user.registered", {"user_id": "joe"}),
            Condition("user.joined_course", ALGEBRA_JOE),
            Condition("course.closed", {"course_name": "Algebra"}),
        ),
        5,
    )
    # Another user's enrolment does not break the guard; the closing of the course does.
    assert table.append(joined("Algebra", "ann"), found.guard).last_position == 9
    with pytest.raises(ConcurrentAppend):
        table.append(joined("Algebra", "joe"), table.read_partition(ALGEBRA_JOE, ALL, upto=1).guard)


@pytest.mark.parametrize("scope", ["broad", "exact"])
def test_a_guard_covers_types_of_which_nothing_was_appended(
    log: Log, scope: Literal["broad", "exact"]
) -> None:
    log.append(created("A"))
    found = log.read_partition(
        {"course_name": "A"}, [CourseCreated, CourseClosed], guard_scope=scope
    )
    log.append(closed("A"))
    with pytest.raises(ConcurrentAppend) as refused:
        log.append(joined("A", "joe"), found.guard)
    assert refused.value.detail == {"conflicts": [2], "lastPosition": 1}


def test_types_without_a_class_are_guarded_as_the_log_knows_them(log: Log) -> None:
    """By attributes that were declared or seen. An unknown type may have any attribute."""
    log.append(GenericMessage(type="x.seen", payload={"course_name": "A", "room": 4}))
    log.declare_type("x.declared", ["user_id"])
    guard = log.read_partition(ALGEBRA_JOE, ["x.seen", "x.declared", "x.unknown"]).guard
    assert guard.conditions == (
        Condition("x.seen", {"course_name": "Algebra"}),
        Condition("x.declared", {"user_id": "joe"}),
        Condition("x.unknown", {"course_name": "Algebra"}),
        Condition("x.unknown", {"user_id": "joe"}),
    )


def test_a_partition_of_many_pages_is_read_whole(log: Log) -> None:
    many(log, 1200)
    messages, guard = log.read_partition({"course_name": "A"}, ALL)
    assert places(messages) == list(range(1, 1201))
    assert guard.last_position == 1200


@pytest.mark.parametrize("page_size", [1, 2, 8, 500])
def test_the_log_is_read_forwards_and_backwards(table: Log, page_size: int) -> None:
    def read(*args: int, **options: object) -> list[int | None]:
        return places(table.read_all(*args, page_size=page_size, **options))  # type: ignore[arg-type]

    assert read() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert read(order="desc") == [8, 7, 6, 5, 4, 3, 2, 1]
    assert read(3) == [3, 4, 5, 6, 7, 8]
    assert read(3, order="desc") == [3, 2, 1]
    assert read(9) == []
    assert read(0, order="desc") == []
    assert read(99, order="desc") == [8, 7, 6, 5, 4, 3, 2, 1]
    assert read(type=UserRegistered) == [5, 8]
    assert read(type="user.registered", order="desc") == [8, 5]
    assert read(6, type=UserRegistered, order="desc") == [5]
    assert read(type="nothing.such") == []


def test_no_page_is_read_that_has_nothing(table: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if a page ends with the log."""
    transport = table._transport
    asked: list[str] = []

    def counted(name: str) -> None:
        ask = getattr(transport, name)

        def call(*arguments: object) -> object:
            asked.append(name)
            return ask(*arguments)

        monkeypatch.setattr(transport, name, call)

    for name in ("read", "read_partition", "read_log", "correlated"):
        counted(name)
    assert places(table.read_all(page_size=4)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert places(table.read_all(page_size=4, order="desc")) == [8, 7, 6, 5, 4, 3, 2, 1]
    assert places(table.read_all(page_size=2, type=UserRegistered)) == [5, 8]
    assert asked == ["read_log"] * 5
    table.read(Condition("course.closed"))
    table.read_partition(ALGEBRA_JOE, ALL)
    table.correlated(table.read(Condition("course.closed")).messages[0])
    assert asked[5:] == ["read", "read_partition", "read", "correlated"]


def test_a_log_is_read_as_it_is_asked_for(table: Log) -> None:
    """The log is read page by page: a caller that stops early has read no further page."""
    reading: Iterator[object] = table.read_all(page_size=2)
    next(reading)
    table.append(closed("History"))
    assert len(list(reading)) == 8


def test_a_conversation_is_read_in_order(log: Log) -> None:
    first, other = created("A"), created("B")
    second = joined("A", "joe").caused_by(first)
    third = closed("A").caused_by(second)
    log.append([first, other, second])
    log.append(third)
    for asked in (first, second, third.id, str(third.id)):
        assert places(log.correlated(asked)) == [1, 3, 4]
    assert places(log.correlated(other)) == [2]


def test_a_long_conversation_is_read_whole(log: Log) -> None:
    first = created("A")
    log.append(first)
    many(log, 1200, cause=first)
    assert places(log.correlated(first)) == list(range(1, 1202))


def test_an_id_that_is_not_there_is_refused(log: Log) -> None:
    with pytest.raises(LogMessageNotFound):
        log.correlated(uuid4())
    with pytest.raises(InvalidRequest):
        log.correlated("not an id")


def test_questions_that_make_no_sense_are_refused(log: Log) -> None:
    condition = Condition("course.created")
    for asking in (
        lambda: log.read(condition, after=-1),
        lambda: log.read(condition, limit=0),
        lambda: log.read([]),
        lambda: log.read([condition] * 801),
        lambda: log.read_partition({}, ALL),
        lambda: log.read_partition({"course_name": "A"}, []),
        lambda: log.read_partition({"course_name": "A"}, ALL, guard_scope="wide"),  # type: ignore[arg-type]
        lambda: log.read_partition({"course_name": "A"}, ALL, upto=2**63),
        lambda: list(log.read_all(-1)),
        lambda: list(log.read_all(order="up")),  # type: ignore[arg-type]
        lambda: list(log.read_all(type="")),
        lambda: list(log.read_all(page_size=0)),
    ):
        with pytest.raises(InvalidRequest):
            asking()
