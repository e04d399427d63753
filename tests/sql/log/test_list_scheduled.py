"""log.list_scheduled: batches that wait to be appended."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from regent.limits import SHOWN_TYPES
from regent.paging import Page
from regent.rows import instant
from regent.stores.log import LogStore
from tests.support.clock import StoppedClock
from tests.support.log import message

NOW = datetime(2030, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def ids(log: LogStore, *span: datetime | None) -> list[str]:
    return [row["scheduleId"] for row in log.list_scheduled(Page(99), *span).rows]


def test_a_batch_says_when_it_is_due_and_what_is_in_it(
    log: LogStore, stopped_clock: StoppedClock
) -> None:
    one = message("alarm", id=1)
    log.schedule_messages([one, message("bell"), message("alarm", id=2), one], NOW + HOUR)
    assert log.list_scheduled(Page(99)).rows == [
        {
            "scheduleId": "1",
            "at": instant(NOW + HOUR),
            "scheduledAt": instant(NOW),
            "messageCount": 3,
            "types": ["alarm", "bell"],
        }
    ]


def test_the_batch_that_is_due_first_comes_first(log: LogStore) -> None:
    for hours in (3, 1, 2, 1):
        log.schedule_messages([message("alarm")], NOW + hours * HOUR)
    assert ids(log) == ["2", "4", "3", "1"]
    assert ids(log, NOW + 2 * HOUR) == ["3", "1"]
    assert ids(log, None, NOW + 2 * HOUR) == ["2", "4"]
    assert ids(log, NOW + 2 * HOUR, NOW + 3 * HOUR) == ["3"]


def test_pages_lead_through_batches_of_one_instant(log: LogStore) -> None:
    for _ in range(5):
        log.schedule_messages([message("alarm")], NOW + HOUR)
    page, found = Page(2), []
    while True:
        listing = log.list_scheduled(page)
        found.append([row["scheduleId"] for row in listing.rows])
        if listing.next_key is None:
            break
        page = Page(2, after=listing.next_key)
    assert found == [["1", "2"], ["3", "4"], ["5"]]
    assert [row["scheduleId"] for row in log.list_scheduled(Page(2, 1)).rows] == ["2", "3"]


def test_the_first_types_are_shown(log: LogStore) -> None:
    names = [f"t{number:02}" for number in range(SHOWN_TYPES + 2)]
    log.schedule_messages([message(name) for name in reversed(names)], NOW)
    (row,) = log.list_scheduled(Page(9)).rows
    assert (row["types"], row["messageCount"]) == (names[:SHOWN_TYPES], SHOWN_TYPES + 2)


def test_what_was_appended_is_not_scheduled_any_more(log: LogStore) -> None:
    log.schedule_messages([message("alarm")], datetime.now(UTC) - HOUR)
    assert log.append_due() is True
    assert ids(log) == []
