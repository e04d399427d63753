"""log.read_scheduled: the messages of a batch that waits."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from regent.errors import ScheduleNotFound
from regent.limits import MAX_POP_BYTES
from regent.stores.log import LogStore
from tests.support.log import message, parsed

LATER = datetime(2099, 1, 1, tzinfo=UTC)


def test_messages_are_as_they_will_be_appended(log: LogStore) -> None:
    plain = message("alarm", id=1, nested={"a": [None, 9007199254740993]})
    cause = "0195a7b4-0000-7000-8000-000000000001"
    full = {**message("bell"), "metadata": {"by": "ann"}, "causationId": cause}
    schedule = log.schedule_messages([plain, full], LATER)  # type: ignore[list-item]
    found = log.read_scheduled(schedule, 0, 9)
    assert (found["messageCount"], found["types"], found["more"]) == (2, ["alarm", "bell"], False)
    assert parsed(found["messages"]) == [
        {**plain, "metadata": None, "causationId": None, "correlationId": None},
        {**full, "correlationId": None},
    ]


def test_the_rest_is_read_from_where_the_last_answer_ended(log: LogStore) -> None:
    schedule = log.schedule_messages([message("alarm", n=n) for n in range(5)], LATER)
    pages = [log.read_scheduled(schedule, start, 2) for start in (0, 2, 4, 5)]
    told = [[each["payload"]["n"] for each in parsed(page["messages"])] for page in pages]
    assert told == [[0, 1], [2, 3], [4], []]
    assert [page["more"] for page in pages] == [True, True, False, False]


def test_an_answer_is_bounded_by_bytes(log: LogStore) -> None:
    """One message always fits."""
    sizes = (MAX_POP_BYTES + 1, MAX_POP_BYTES // 2, MAX_POP_BYTES // 3, MAX_POP_BYTES // 3)
    schedule = log.schedule_messages([message("alarm", text="x" * size) for size in sizes], LATER)
    found = [log.read_scheduled(schedule, start, 9) for start in (0, 1, 3)]
    assert [len(parsed(each["messages"])) for each in found] == [1, 2, 1]
    assert [each["more"] for each in found] == [True, True, False]


@pytest.mark.parametrize("schedule", ["1", "x", "-1", "9" * 19, "9" * 20, "1.5"])
def test_what_is_not_there_is_refused(log: LogStore, schedule: str) -> None:
    with pytest.raises(ScheduleNotFound) as refused:
        log.read_scheduled(schedule, 0, 9)
    assert refused.value.detail == {"scheduleId": schedule}
