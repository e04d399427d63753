"""Messages that are appended later."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from regent.errors import InvalidRequest
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


def test_what_cannot_be_appended_cannot_be_scheduled(log: Log) -> None:
    for asking in (
        lambda: log.schedule(created("A"), datetime(2030, 1, 1)),  # noqa: DTZ001 - no zone
        lambda: log.schedule(created("A"), "2030-01-01T00:00:00Z"),  # type: ignore[arg-type]
        lambda: log.schedule([], in_seconds(60)),
        lambda: log.schedule(created("A\0"), in_seconds(60)),
    ):
        with pytest.raises(InvalidRequest):
            asking()
