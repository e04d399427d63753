"""log.cancel_scheduled: a batch is taken back before it is appended."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from regent.errors import ScheduleNotFound
from regent.paging import Page
from regent.rows import instant
from regent.stores.log import LogStore
from tests.support.clock import StoppedClock
from tests.support.log import append, message, positions

NOW = datetime(2030, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_what_was_cancelled_is_never_appended(log: LogStore, stopped_clock: StoppedClock) -> None:
    kept = log.schedule_messages([message("kept")], NOW + HOUR)
    gone = log.schedule_messages([message("alarm"), message("bell")], NOW + HOUR)
    assert log.cancel_scheduled(gone) == {
        "scheduleId": gone,
        "at": instant(NOW + HOUR),
        "scheduledAt": instant(NOW),
        "messageCount": 2,
        "types": ["alarm", "bell"],
    }
    assert [row["scheduleId"] for row in log.list_scheduled(Page(9)).rows] == [kept]
    stopped_clock.advance(3_601)
    assert [log.append_due() for _ in "ab"] == [True, False]
    assert positions(log.read_messages(None, 9)) == [1]


def test_what_is_due_and_was_not_appended_can_be_cancelled(
    log: LogStore, stopped_clock: StoppedClock
) -> None:
    schedule = log.schedule_messages([message("alarm")], NOW - HOUR)
    log.cancel_scheduled(schedule)
    assert append(log, message("other")).positions == [1]
    assert log.append_due() is False


def test_what_was_appended_or_cancelled_is_refused(log: LogStore) -> None:
    appended = log.schedule_messages([message("alarm")], datetime.now(UTC) - HOUR)
    cancelled = log.schedule_messages([message("alarm")], NOW + 1_000 * HOUR)
    assert log.append_due() is True
    log.cancel_scheduled(cancelled)
    for schedule in (appended, cancelled, "77", "x", "", "9" * 30):
        with pytest.raises(ScheduleNotFound) as refused:
            log.cancel_scheduled(schedule)
        assert refused.value.detail == {"scheduleId": schedule}
    assert positions(log.read_messages(None, 9)) == [1]
