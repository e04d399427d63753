"""log.append_due: what is due, once."""

from datetime import UTC, datetime, timedelta

import pytest

from regent.database import Database
from regent.log_store import LogStore
from regent.settings import Settings
from tests.conftest import Clock
from tests.log_steps import message, parsed, put

NOW = datetime.now(UTC)


def types(log: LogStore) -> list[str]:
    return [each["type"] for each in parsed(log.read_messages(None, 99)["messages"])]


def test_batches_are_appended_by_their_time_and_in_their_order(log: LogStore, clock: Clock) -> None:
    log.schedule([message("second"), message("third")], NOW + timedelta(hours=2))
    log.schedule([message("first")], NOW + timedelta(hours=1))
    log.schedule([message("last")], NOW + timedelta(days=1))
    assert log.append_due() is False
    clock.advance(7_300)
    assert [log.append_due() for _ in range(3)] == [True, True, False]
    assert types(log) == ["first", "second", "third"]
    clock.advance(86_400)
    assert [log.append_due() for _ in range(2)] == [True, False]


def test_a_message_that_was_appended_meanwhile_is_not_appended_again(
    log: LogStore, clock: Clock
) -> None:
    one, two = message("one"), message("two")
    log.schedule([one, two], NOW + timedelta(hours=1))
    put(log, two)
    clock.advance(3_700)
    assert log.append_due() is True
    assert types(log) == ["two", "one"]


@pytest.mark.parametrize("role", ["regent_api", "regent_reclaim"])
def test_the_api_and_the_schedule_may_both(log: LogStore, url: str, role: str) -> None:
    log.schedule([message("alarm")], NOW - timedelta(seconds=1))
    database = Database(Settings(database_url=url.replace("//regent_api@", f"//{role}@")))
    assert LogStore(database).append_due() is True
    database.close()
    assert types(log) == ["alarm"]
