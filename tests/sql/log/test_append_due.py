"""log.append_due: what is due, once."""

from datetime import UTC, datetime, timedelta

import pytest

from regent.database import Database, OpenTransaction
from regent.settings import Settings
from regent.stores.log import LogStore
from tests.support.clock import Clock
from tests.support.log import append, message, parsed
from tests.support.rows import rows

NOW = datetime.now(UTC)


def types(log: LogStore) -> list[str]:
    return [each["type"] for each in parsed(log.read_messages(None, 99)["messages"])]


def test_batches_are_appended_by_their_time_and_in_their_order(log: LogStore, clock: Clock) -> None:
    log.schedule_messages([message("second"), message("third")], NOW + timedelta(hours=2))
    log.schedule_messages([message("first")], NOW + timedelta(hours=1))
    log.schedule_messages([message("last")], NOW + timedelta(days=1))
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
    log.schedule_messages([one, two], NOW + timedelta(hours=1))
    append(log, two)
    clock.advance(3_700)
    assert log.append_due() is True
    assert types(log) == ["two", "one"]


@pytest.mark.parametrize("role", ["regent_api", "regent_reclaim"])
def test_the_api_and_the_schedule_may_both(log: LogStore, url: str, role: str) -> None:
    log.schedule_messages([message("alarm")], NOW - timedelta(seconds=1))
    database = Database(Settings(database_url=url.replace("//regent_api@", f"//{role}@")))
    assert LogStore(database).append_due() is True
    database.close()
    assert types(log) == ["alarm"]


def test_what_is_due_and_cannot_be_appended_now_is_no_error_of_an_append(
    log: LogStore, owner_url: str
) -> None:
    log.schedule_messages([message("alarm")], NOW - timedelta(seconds=1))
    rows(owner_url, "revoke execute on function log.append_due() from regent_api")
    assert append(log, message("other")).positions == [1]
    assert types(log) == ["other"]
    rows(owner_url, "grant execute on function log.append_due() to regent_api")
    assert append(log, message("other")).positions == [2]
    assert types(log) == ["other", "other", "alarm"]


def test_what_is_due_is_not_appended_within_another_transaction(
    log: LogStore, database: Database
) -> None:
    """Its locks would come after those that the transaction holds, and a rollback would undo it."""
    log.schedule_messages([message("alarm")], NOW - timedelta(seconds=1))
    database.transaction(lambda open_: append(LogStore(OpenTransaction(open_)), message("other")))
    assert types(log) == ["other"]
    append(log)
    assert types(log) == ["other", "alarm"]
