"""Messages that are appended later."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from regent.errors import InvalidRequest, ScheduleNotFound
from regent.log import Condition, Guard, Log
from tests.log.courses import closed, created, joined
from tests.log.steps import claim, held, places, said
from tests.support.clock import Clock


def in_seconds(seconds: float) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=seconds)


def test_what_is_scheduled_is_not_in_the_log(log: Log, clock: Clock) -> None:
    log.append(created("A"))
    assert log.schedule([closed("A"), created("B")], in_seconds(60))
    assert places(log.read_all()) == [1]
    assert log.read(Condition("course.closed")).messages == []
    log.append(joined("A", "joe"), Guard((Condition("course.closed"),), 0))
    clock.advance(61)
    log.append([])
    assert said(log.read_all())[2:] == [
        (3, "course.closed", {"course_name": "A"}),
        (4, "course.created", {"course_name": "B"}),
    ]


def test_a_claim_finds_what_is_due(log: Log, clock: Clock) -> None:
    log.register_group("g")
    log.schedule(joined("A", "joe"), in_seconds(60))
    assert claim(log) is None
    clock.advance(61)
    assert places(held(log).messages) == [1]


def test_what_is_scheduled_for_the_past_is_due_at_once(log: Log) -> None:
    late, early = created("A"), created("B")
    log.schedule(late, in_seconds(-10))
    log.schedule(early, in_seconds(-20))
    log.append([])
    log.append([])
    assert [message.id for message in log.read_all()] == [early.id, late.id]


def test_what_waits_is_listed_read_and_cancelled(log: Log, clock: Clock) -> None:
    later, soon = in_seconds(600), in_seconds(60)
    last = log.schedule(joined("A", "joe"), later)
    first = log.schedule([created("A"), closed("A")], soon)
    found = list(log.scheduled())
    assert [each.schedule_id for each in found] == [first, last]
    assert (found[0].at, found[0].message_count) == (soon, 2)
    assert found[0].types == ("course.closed", "course.created")
    assert found[0].scheduled_at < found[0].at
    assert [each.schedule_id for each in log.scheduled(since=later)] == [last]
    assert [each.schedule_id for each in log.scheduled(before=later)] == [first]
    waiting = log.scheduled_messages(first)
    assert [(each.type, each.position) for each in waiting] == [
        ("course.created", None),
        ("course.closed", None),
    ]
    assert log.cancel(first).message_count == 2
    clock.advance(700)
    log.append([])
    assert said(log.read_all()) == [
        (1, "user.joined_course", {"course_name": "A", "user_id": "joe"})
    ]
    for gone in (first, last, "x"):
        for asks in (log.cancel, log.scheduled_messages):
            with pytest.raises(ScheduleNotFound) as refused:
                asks(gone)
            assert refused.value.detail == {"scheduleId": gone}


def test_what_waits_is_listed_page_by_page(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("over_http", "over_database"):
        monkeypatch.setattr(f"regent.log.{module}.MAX_PAGE", 2)
    ids = [log.schedule(created(name), in_seconds(60)) for name in "ABCDE"]
    assert [each.schedule_id for each in log.scheduled()] == ids


def test_what_cannot_be_appended_cannot_be_scheduled(log: Log) -> None:
    for asking in (
        lambda: log.schedule(created("A"), datetime(2030, 1, 1)),  # noqa: DTZ001 - no zone
        lambda: log.schedule(created("A"), "2030-01-01T00:00:00Z"),  # type: ignore[arg-type]
        lambda: log.schedule([], in_seconds(60)),
        lambda: log.schedule(created("A\0"), in_seconds(60)),
        lambda: log.scheduled(since=datetime(2030, 1, 1)),  # noqa: DTZ001 - no zone
        lambda: log.cancel(""),
    ):
        with pytest.raises(InvalidRequest):
            asking()
