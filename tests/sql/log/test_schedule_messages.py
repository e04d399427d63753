"""log.schedule_messages: kept outside of the log."""

from datetime import UTC, datetime, timedelta

import pytest

from regent.errors import InvalidJson, TooManyAttributes
from regent.stores.log import LogStore
from tests.support.clock import Clock
from tests.support.log import append, condition, message, positions, took
from tests.support.rows import value

LATER = datetime.now(UTC) + timedelta(hours=1)


def test_until_they_are_due_nothing_finds_them(log: LogStore) -> None:
    assert log.schedule_messages([message("alarm", id="1")], LATER) == "1"
    assert positions(log.read_messages(None, 9)) == []
    assert positions(log.read_conditions([condition("alarm")])) == []
    assert append(log, message("other"), guard=[condition("alarm")]).positions == [1]
    assert log.append_due() is False


def test_what_an_append_would_refuse_is_refused_at_once(log: LogStore, owner_url: str) -> None:
    crowd = {f"name{number}": number for number in range(101)}
    with pytest.raises(TooManyAttributes):
        log.schedule_messages([message("alarm", id="1"), message("crowded", **crowd)], LATER)
    with pytest.raises(InvalidJson):
        log.schedule_messages([message("alarm", id=float("inf"))], LATER)
    assert value(owner_url, "select count(*) from log.scheduled") == 0


def test_which_attributes_count_is_settled_when_it_is_scheduled(
    log: LogStore, clock: Clock
) -> None:
    """Otherwise, once the declaration is taken back, the message has too many attributes:
    append_due would fail at it, and at every batch behind it."""
    log.register_group("g")
    crowd = {f"name{number}": number for number in range(150)}
    log.declare_type("alarm", ["id"])
    log.schedule_messages([message("alarm", id=1, **crowd)], LATER)
    log.declare_type("alarm", None)
    clock.advance(3_700)
    assert took(log, "g", ["id"], ["alarm"]) == ("id:1", [1])
    assert positions(log.read_conditions([condition("alarm", name3=3)])) == []
    assert positions(log.read_conditions([condition("alarm", id="1")])) == [1]


def test_a_message_that_is_there_twice_is_scheduled_once(
    log: LogStore, clock: Clock, owner_url: str
) -> None:
    one, two = message("alarm", id=1), message("alarm", id=2)
    log.schedule_messages([one, two, one], LATER)
    clock.advance(3_700)
    assert append(log).positions == []
    assert positions(log.read_messages(None, 9)) == [1, 2]
    assert value(owner_url, "select count(*) from log.scheduled") == 0
