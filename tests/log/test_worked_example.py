"""The seed's worked example: Algebra, joe and jake; with classes, and with the names of types."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from regent.log import ConcurrentAppend, Condition, Log, MessageClass
from tests.log.courses import ALL, closed, created, joined, registered
from tests.log.steps import claim, held, said

NAMES = ["course.created", "user.registered", "user.joined_course", "course.closed"]


@pytest.mark.parametrize("types", [ALL, NAMES], ids=["classes", "names"])
def test_the_seeds_example(log: Log, types: Sequence[MessageClass | str]) -> None:
    group = "enrollment-decider"
    log.register_group(group)
    assert log.append(created("Algebra")).positions == (1,)
    assert log.append(registered("joe")).positions == (2,)
    assert log.append(joined("Algebra", "joe")).positions == (3,)
    assert log.append(joined("Algebra", "jake")).positions == (4,)

    # Both partitions begin with CourseCreated: their keys decide, and jake comes before joe.
    jake = held(log, "w-0", group=group, types=types)
    assert jake.partition_key == "course_name:Algebra|user_id:jake"
    assert [position for position, _, _ in said(jake.messages)] == [1, 4]

    result = held(log, "w-1", group=group, types=types)
    assert result.partition_value == {"course_name": "Algebra", "user_id": "joe"}
    assert len(result.key_pair_ids) == 2
    assert said(result.messages) == [
        (1, "course.created", {"course_name": "Algebra"}),
        (2, "user.registered", {"user_id": "joe", "name": "Joe"}),
        (3, "user.joined_course", {"course_name": "Algebra", "user_id": "joe"}),
    ]
    assert result.guard.conditions == (
        Condition("course.created", {"course_name": "Algebra"}),
        Condition("user.registered", {"user_id": "joe"}),
        Condition("user.joined_course", {"course_name": "Algebra"}),
        Condition("user.joined_course", {"user_id": "joe"}),
        Condition("course.closed", {"course_name": "Algebra"}),
    )
    assert (result.guard.last_position, result.replaying) == (3, False)
    assert claim(log, "w-2", group=group, types=types) is None

    # Another student's enrolment in the same course conflicts: it came after position 3.
    with pytest.raises(ConcurrentAppend) as refused:
        log.append(closed("Algebra"), guard=result.guard)
    assert refused.value.detail == {"conflicts": [4], "lastPosition": 3}

    # Read again, decide anew, acknowledge.
    _, guard = log.read_partition(result.partition_value, types)
    assert (guard.conditions, guard.last_position) == (result.guard.conditions, 3)
