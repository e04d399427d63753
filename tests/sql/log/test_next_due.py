"""log.next_due: when scheduled messages are due, for a schedule that rests."""

from __future__ import annotations

from datetime import timedelta

from regent.database import Database
from regent.settings import Settings
from regent.stores.log import LogStore
from tests.support.clock import StoppedClock
from tests.support.log import message
from tests.support.rows import value


def test_the_next_scheduled_messages_count(
    log: LogStore, stopped_clock: StoppedClock, owner_url: str
) -> None:
    stopped_clock.advance(0)
    role = owner_url.replace("//postgres@", "//regent_reclaim@")
    database = Database(Settings(database_url=role))
    reclaims = LogStore(database)
    assert reclaims.next_due() is None
    now = value(owner_url, "select queen.now()")
    for hours in (2, 1):
        log.schedule_messages([message("later")], now + timedelta(hours=hours))
    assert reclaims.next_due() == 3_600
    stopped_clock.advance(5_000)
    assert reclaims.next_due() == 0
    assert reclaims.append_due()
    assert reclaims.next_due() == 2_200
    database.close()
