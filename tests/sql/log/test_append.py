"""log.append: all or none, guarded, idempotent by ids."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from regent.errors import (
    ConcurrentAppend,
    InvalidJson,
    PositionBeyondEnd,
    TooManyAttributes,
)
from regent.stores.log import LogStore
from tests.support.log import append, condition, created, joined, message, parsed, positions
from tests.support.rows import value


def everything(log: LogStore) -> list[int]:
    return positions(log.read_messages(None, 1_000))


def test_positions_follow_the_order_of_the_batch(log: LogStore) -> None:
    first = append(log, created("Algebra"), joined("Algebra", "joe"))
    assert (first.positions, first.last_position) == ([1, 2], 2)
    assert append(log, created("History")).positions == [3]
    types = [each["type"] for each in parsed(log.read_messages(None, 9)["messages"])]
    assert types == ["course.created", "user.joined_course", "course.created"]


def test_no_messages_are_answered_with_the_end_of_the_log(log: LogStore) -> None:
    assert (append(log).positions, append(log).last_position) == ([], 0)
    append(log, created("Algebra"), created("History"))
    assert append(log).last_position == 2


def test_a_guard_refuses_what_came_after_it_and_nothing_is_stored(log: LogStore) -> None:
    append(log, joined("Algebra", "joe"), joined("History", "joe"), joined("Algebra", "jake"))
    guard = [condition("user.joined_course", course_name="Algebra")]
    with pytest.raises(ConcurrentAppend, match="position 3") as refused:
        append(log, created("Physics"), guard=guard, last=1)
    assert refused.value.detail == {"conflicts": [3], "lastPosition": 1}
    assert everything(log) == [1, 2, 3]
    append(log, created("Physics"), guard=guard, last=3)


def test_a_condition_is_met_by_all_of_its_attributes(log: LogStore) -> None:
    append(log, joined("Algebra", "joe"))
    elsewhere = [
        condition("user.joined_course", course_name="Algebra", user_id="jake"),
        condition("user.joined_course", course_name="History", user_id="joe"),
        condition("course.created", course_name="Algebra"),
        condition("user.joined_course", course_name="Algebra", user_id="joe", seat="1"),
    ]
    append(log, joined("Algebra", "jake"), guard=elsewhere)
    met = condition("user.joined_course", course_name="Algebra", user_id="joe")
    with pytest.raises(ConcurrentAppend):
        append(log, created("Physics"), guard=[*elsewhere[1:], met], last=0)


def test_a_condition_without_attributes_is_met_by_every_message_of_its_type(log: LogStore) -> None:
    append(log, created("Algebra"))
    append(log, message("ping"), guard=[condition("ping"), condition("course.created")], last=1)
    with pytest.raises(ConcurrentAppend) as refused:
        append(log, message("ping"), guard=[condition("ping")], last=1)
    assert refused.value.detail == {"conflicts": [2], "lastPosition": 1}


def test_a_conflict_names_a_hundred_positions_at_most(log: LogStore) -> None:
    append(log, *(created("Algebra") for _ in range(150)))
    with pytest.raises(ConcurrentAppend) as refused:
        append(log, created("Algebra"), guard=[condition("course.created")])
    assert refused.value.detail is not None
    assert refused.value.detail["conflicts"] == list(range(1, 101))


def test_a_guard_may_not_begin_past_the_end(log: LogStore) -> None:
    append(log, created("Algebra"))
    guard = [condition("course.created", course_name="Algebra")]
    with pytest.raises(PositionBeyondEnd) as refused:
        append(log, created("Algebra"), guard=guard, last=2)
    assert refused.value.detail == {"position": 2, "lastPosition": 1}
    assert everything(log) == [1]


def test_messages_that_are_there_are_answered_before_the_guard_is_looked_at(log: LogStore) -> None:
    sent = [joined("Algebra", "joe"), joined("Algebra", "jake")]
    guard = [condition("user.joined_course", course_name="Algebra")]
    first = append(log, *sent, guard=guard)
    again = append(log, *sent, guard=guard)
    assert (again.positions, again.last_position) == (first.positions, 2)
    assert append(log, *reversed(sent)).positions == [2, 1]
    assert everything(log) == [1, 2]


def test_known_and_new_messages_in_one_request(log: LogStore) -> None:
    """The guard covers the new messages. Known ones of the same request can break it too."""
    known, new = joined("Algebra", "joe"), joined("Algebra", "jake")
    append(log, known)
    append(log, created("Algebra"))
    guard = [condition("user.joined_course", course_name="Algebra")]
    with pytest.raises(ConcurrentAppend):
        append(log, new, known, guard=guard)
    assert append(log, new, known).positions == [3, 1]
    assert everything(log) == [1, 2, 3]


def test_an_id_that_is_repeated_in_a_request_is_one_message(log: LogStore) -> None:
    one, two = created("Algebra"), created("History")
    twice = {**one, "id": one["id"].upper()}
    assert append(log, one, two, twice, one).positions == [1, 2, 1, 1]
    assert everything(log) == [1, 2]


def test_a_message_comes_back_as_it_was_sent(log: LogStore) -> None:
    cause, talk = str(uuid.uuid4()), str(uuid.uuid4())
    payload = {
        "n": 1e16,
        "text": "a\u2028\\u0041|:",
        "nested": {"deep": [None, {"a": 1}]},
        "b": True,
    }
    sent = {**message("odd.type", **payload), "causationId": cause, "correlationId": talk}
    append(log, {**sent, "metadata": {"user": "ü"}})
    (got,) = parsed(log.read_messages(None, 1)["messages"])
    assert got.pop("createdAt").endswith("Z")
    assert got == {**sent, "metadata": {"user": "ü"}, "position": 1}


def test_only_short_scalars_are_attributes(log: LogStore, owner_url: str) -> None:
    append(
        log,
        message(
            "t", text="x", number=1, flag=False, none=None, list=[1], object={"a": 1},
            long="x" * 256, kept="x" * 255, **{"n" * 256: "x"},
        ),
    )  # fmt: skip
    assert value(owner_url, "select names from log.kinds") == ["flag", "kept", "number", "text"]
    assert value(owner_url, "select count(*) from log.message_keys") == 5


def test_declared_attributes_alone_count(log: LogStore, owner_url: str) -> None:
    log.declare_type("t", ["a", "b"])
    append(log, message("t", a="1", c="1"))
    assert value(owner_url, "select names from log.kinds") == ["a"]
    assert positions(log.read_conditions([condition("t", c="1")])) == []
    assert positions(log.read_conditions([condition("t", a="1")])) == [1]


def test_values_are_compared_as_text(log: LogStore) -> None:
    append(
        log, message("t", id=1), message("t", id="1"), message("t", id=True), message("t", id=1.5)
    )
    assert positions(log.read_conditions([condition("t", id=1)])) == [1, 2]
    assert positions(log.read_conditions([condition("t", id="true")])) == [3]
    assert positions(log.read_conditions([condition("t", id=1.5)])) == [4]


def test_a_name_and_a_value_are_not_run_together(log: LogStore) -> None:
    append(
        log,
        message("t", ab="c"),
        message("t", a="bc"),
        message("t", **{"a\x1fb": "c"}),
    )
    assert positions(log.read_conditions([condition("t", ab="c")])) == [1]
    assert positions(log.read_conditions([condition("t", a="bc")])) == [2]
    assert positions(log.read_conditions([condition("t", a="b\x1fc")])) == []


def test_a_message_with_too_many_attributes_is_refused(log: LogStore) -> None:
    crowd = {f"name{number}": number for number in range(101)}
    with pytest.raises(TooManyAttributes, match="PUT /api/v1/log/types") as refused:
        append(log, created("Algebra"), message("crowded", **crowd))
    assert refused.value.detail == {"type": "crowded", "attributes": 101}
    assert everything(log) == []
    log.declare_type("crowded", ["name7"])
    assert append(log, message("crowded", **crowd)).positions == [1]


def test_a_type_with_free_keys_is_refused_after_a_thousand_sets(log: LogStore) -> None:
    for start in range(0, 1_000, 250):
        append(log, *(message("map", **{f"user{start + n}": 1}) for n in range(250)))
    with pytest.raises(TooManyAttributes, match="1000 sets"):
        append(log, message("map", one_more=1))
    append(log, message("map", user7=2), message("other", one_more=1))


def test_what_cannot_be_stored_is_refused(log: LogStore) -> None:
    for payload in ({"a": "\0"}, {"a": float("inf")}, {"\0": 1}):
        with pytest.raises(InvalidJson):
            append(log, created("Algebra"), message("t", **payload))
    assert everything(log) == []


def test_a_thousand_messages_in_one_batch(log: LogStore) -> None:
    assert append(log, *(created(str(n)) for n in range(1_000))).positions == list(range(1, 1_001))


def test_messages_that_are_due_follow_an_append(log: LogStore) -> None:
    log.schedule_messages([message("alarm")], datetime.now(UTC) - timedelta(seconds=1))
    append(log, created("Algebra"))
    types = [each["type"] for each in parsed(log.read_messages(None, 9)["messages"])]
    assert types == ["course.created", "alarm"]


def test_the_last_position_is_the_highest_of_its_messages(log: LogStore) -> None:
    """Also if one of them was in the log before, wherever it stands in the batch."""
    one, two, three = (message("t", n=number) for number in range(3))
    append(log, one, two)
    again = append(log, three, two)
    assert (again.positions, again.last_position) == ([3, 2], 3)
    assert append(log, two).last_position == 2
