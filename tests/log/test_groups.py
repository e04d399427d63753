"""Consumer groups: their status, their partitions and their positions."""

from __future__ import annotations

import pytest

from regent.errors import InvalidRequest, LogGroupNotFound, PositionBeyondEnd
from regent.log import Log
from tests.log.courses import ALL, ENROLMENT, closed, created, joined
from tests.log.steps import claim, held, places
from tests.support.clock import Clock


def test_a_group_is_registered_once(log: Log) -> None:
    log.register_group("g")
    log.register_group("g")
    (group,) = log.groups()
    assert (group.group_id, group.status, group.partition_by) == ("g", "active", None)
    assert (group.error, group.retry_at, group.lowest_position) == (None, None, None)


def test_groups_are_listed_by_name(log: Log) -> None:
    for name in ("b", "a/b c?", "é", "a"):
        log.register_group(name)
    assert [group.group_id for group in log.groups()] == ["a", "a/b c?", "b", "é"]
    assert log.group("a/b c?").status == "active"


def test_a_group_is_active_until_it_is_stopped(log: Log) -> None:
    assert log.group_active("g") is False
    log.register_group("g")
    assert log.group_active("g") is True
    log.stop_group("g", {"why": "the projection is rebuilt"})
    assert log.group_active("g") is False
    assert log.group("g").status == "stopped"
    assert log.group("g").error == {"why": "the projection is rebuilt"}
    log.start_group("g")
    assert log.group_active("g") is True
    assert log.group("g").error is None


def test_a_stopped_group_claims_nothing_and_its_workers_finish(log: Log) -> None:
    log.register_group("g")
    log.append([joined("A", "joe"), joined("B", "joe")])
    first = held(log)
    log.stop_group("g")
    assert claim(log) is None
    log.ack("g", first)
    log.start_group("g")
    assert held(log).partition_key == "course_name:B|user_id:joe"


def test_a_failed_group_goes_on_by_itself(log: Log, clock: Clock) -> None:
    log.register_group("g")
    log.append(joined("A", "joe"))
    log.stop_group("g", "the mail server is away", retry_in_seconds=60)
    group = log.group("g")
    assert (group.status, group.error) == ("failed", "the mail server is away")
    assert group.retry_at is not None
    assert (log.group_active("g"), claim(log)) == (False, None)
    clock.advance(61)
    assert held(log).partition_key == "course_name:A|user_id:joe"
    assert log.group_active("g") is True


def test_a_group_that_is_not_there_has_nothing(log: Log) -> None:
    log.append(joined("A", "joe"))
    assert claim(log, group="nobody") is None
    for asking in (
        lambda: log.group("nobody"),
        lambda: log.stop_group("nobody"),
        lambda: log.start_group("nobody"),
        lambda: log.reset_group("nobody"),
        lambda: list(log.offsets("nobody")),
        lambda: log.advance("nobody", {"course_name": "A"}, 1),
        lambda: log.ack("nobody", "1.1", 1),
        lambda: log.release("nobody", "1.1"),
    ):
        with pytest.raises(LogGroupNotFound):
            asking()


def test_a_reset_group_sees_the_log_again_and_knows_it(log: Log) -> None:
    log.register_group("g")
    log.append([joined("A", "joe"), closed("A")])
    first = held(log)
    log.ack("g", first)
    log.append(created("A"))
    assert log.reset_group("g") == 1
    assert [offset.last_position for offset in log.offsets("g")] == [0]
    again = held(log)
    assert (places(again.messages), again.replaying) == ([1, 2], True)
    log.ack("g", again)
    new = held(log)
    assert (places(new.messages), new.replaying) == ([3], False)


def test_partitions_are_found_when_they_are_claimed(log: Log) -> None:
    log.register_group("g")
    log.append([joined("A", "joe"), created("A"), joined("A", "jake")])
    assert list(log.offsets("g")) == []
    first = held(log)
    log.ack("g", first)
    second = held(log, "w-2")
    joe, jake = log.offsets("g")
    assert (joe.partition_key, joe.last_position) == ("course_name:A|user_id:joe", 2)
    assert (joe.claimed, joe.claimed_by, joe.claimed_until) == (False, None, None)
    assert (jake.partition_value, jake.last_position) == (
        {"course_name": "A", "user_id": "jake"},
        0,
    )
    assert (jake.claimed, jake.claimed_by) == (True, "w-2")
    assert jake.claimed_at is not None
    assert jake.claimed_until is not None
    assert (jake.claimed_until - jake.claimed_at).total_seconds() == 120
    assert second.partition_key == jake.partition_key
    assert [joe.state, jake.state] == ["idle", "claimed"]
    assert [offset.partition_key for offset in log.offsets("g", state="idle")] == [
        joe.partition_key
    ]
    assert list(log.offsets("g", state="resting")) == []
    with pytest.raises(InvalidRequest):
        log.offsets("g", state="asleep")  # type: ignore[arg-type]


def test_a_group_that_says_how_it_partitions_has_them_at_append(log: Log) -> None:
    log.register_group("g", ENROLMENT)
    log.append([joined("A", "joe"), created("A"), joined("A", "jake")])
    assert [offset.partition_key for offset in log.offsets("g")] == [
        "course_name:A|user_id:joe",
        "course_name:A|user_id:jake",
    ]
    assert log.group("g").partition_by == ("course_name", "user_id")


def test_many_partitions_are_listed_page_by_page(log: Log) -> None:
    log.register_group("g", ENROLMENT)
    for start in (0, 600):
        log.append([joined("A", f"user-{n:04}") for n in range(start, start + 600)])
    found = [offset.partition_value["user_id"] for offset in log.offsets("g")]
    assert found == [f"user-{n:04}" for n in range(1200)]


def test_a_group_knows_how_far_it_is(log: Log) -> None:
    log.register_group("g")
    log.append([joined("A", "joe"), joined("A", "jake"), joined("A", "ann")])
    log.ack("g", held(log))
    held(log)
    group = log.group("g")
    assert (group.partitions, group.pending, group.claimed) == (3, 2, 1)
    assert (group.lowest_position, group.highest_position) == (0, 1)


def test_a_group_is_moved_forward_and_never_back(log: Log) -> None:
    log.register_group("g")
    log.append([created("A"), joined("A", "joe"), closed("A"), closed("A")])
    partition = {"user_id": "joe", "course_name": "A"}
    assert log.advance("g", partition, 2) == 2
    assert log.advance("g", partition, 1) == 2
    assert places(held(log).messages) == [3, 4]
    with pytest.raises(PositionBeyondEnd):
        log.advance("g", partition, 9)


def test_names_that_cannot_be_are_refused(log: Log) -> None:
    for asking in (
        lambda: log.register_group(""),
        lambda: log.register_group("g" * 256),
        lambda: log.register_group("g\0"),
        lambda: log.register_group("g", []),
        lambda: log.group(5),  # type: ignore[arg-type]
        lambda: log.advance("g", {}, 1),
        lambda: log.advance("g", {"course_name": None}, 1),  # type: ignore[dict-item]
        lambda: log.advance("g", {"course_name": "A"}, -1),
        lambda: log.stop_group("g", retry_in_seconds=-1),
        lambda: log.stop_group("g", "x" * 10_001),
        lambda: claim(log, ""),
        lambda: claim(log, by=[]),
        lambda: claim(log, types=[]),
        lambda: claim(log, types=[*ALL, "x\0"]),
        lambda: claim(log, batch_size=0),
        lambda: claim(log, lease_seconds=0),
        lambda: claim(log, lease_seconds=86_401),
        lambda: claim(log, guard_scope="all"),
    ):
        with pytest.raises(InvalidRequest):
            asking()
    assert log.groups() == []
