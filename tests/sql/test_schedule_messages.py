"""log.schedule_messages: kept outside of the log."""

from datetime import UTC, datetime, timedelta

import pytest

from regent.errors import InvalidJson, TooManyAttributes
from regent.log_store import LogStore
from tests.log_steps import condition, message, positions, put
from tests.steps import value

LATER = datetime.now(UTC) + timedelta(hours=1)


def test_until_they_are_due_nothing_finds_them(log: LogStore) -> None:
    assert log.schedule([message("alarm", id="1")], LATER) == "1"
    assert positions(log.read_messages(None, 9)) == []
    assert positions(log.read([condition("alarm")])) == []
    assert put(log, message("other"), guard=[condition("alarm")]).positions == [1]
    assert log.append_due() is False


def test_what_an_append_would_refuse_is_refused_at_once(log: LogStore, owner_url: str) -> None:
    crowd = {f"name{number}": number for number in range(101)}
    with pytest.raises(TooManyAttributes):
        log.schedule([message("alarm", id="1"), message("crowded", **crowd)], LATER)
    with pytest.raises(InvalidJson):
        log.schedule([message("alarm", id=float("inf"))], LATER)
    assert value(owner_url, "select count(*) from log.scheduled") == 0
