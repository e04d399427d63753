"""The schedules' clock."""

import logging
import re
import time

import pytest

from regent.local.schedules import Clock
from tests.local import fake_broken_schedule, fake_handlers, fake_schedule
from tests.local.conftest import wait_until


def test_each_schedule_ticks_and_a_failing_one_stops_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fake_schedule.events.clear()
    fake_broken_schedule.calls.clear()
    clock = Clock(fake_handlers.SCHEDULES)
    with caplog.at_level(logging.ERROR):
        clock.start()
        assert wait_until(
            lambda: len(fake_schedule.events) >= 3 and len(fake_broken_schedule.calls) >= 3
        )
        clock.stop()
    assert "a schedule that fails" in caplog.text
    event = fake_schedule.events[0]
    assert re.fullmatch(r"[0-9a-f-]{36}", event.pop("id"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", event.pop("time"))
    assert event == {
        "version": "0",
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": "000000000000",
        "region": "local",
        "resources": ["arn:aws:events:local:000000000000:rule/regent-tick"],
        "detail": {},
    }


def test_a_stopped_clock_ticks_no_more() -> None:
    clock = Clock(fake_handlers.SCHEDULES)
    clock.start()
    clock.stop()
    ticks = len(fake_schedule.events)
    time.sleep(0.3)
    assert len(fake_schedule.events) == ticks
