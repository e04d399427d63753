"""queen.expire_changes: notes are kept for a hundred days."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from regent.database import Database
from regent.errors import DatabaseForbidden
from regent.limits import AUDIT_DAYS
from regent.paging import Page
from regent.stores.audit import Audit, WhichChanges
from tests.support import warm
from tests.support.changes import switch
from tests.support.clock import StoppedClock

DAY = 86_400


@pytest.fixture
def audit(owner_url: str) -> Iterator[Audit]:
    """As the reclaim logs in: nobody else deletes a note."""
    with warm.opened(owner_url.replace("//postgres@", "//regent_reclaim@")) as database:
        yield Audit(database)


def test_nobody_else_deletes_a_note(database: Database) -> None:
    with pytest.raises(DatabaseForbidden, match="expire_changes"):
        Audit(database).expire_changes()
    with pytest.raises(DatabaseForbidden, match="changes"):
        database.fetch("delete from queen.changes")


def test_the_oldest_go_first_some_at_a_time(
    database: Database, audit: Audit, stopped_clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regent.stores.audit.MAX_AUDIT_CHUNK", 2)
    for who in "abcd":
        switch(database, by=who)
        stopped_clock.advance(DAY)
    stopped_clock.advance((AUDIT_DAYS - 4) * DAY)
    assert audit.expire_changes() == 0
    stopped_clock.advance(2 * DAY + 1)
    left = {"abcd": 2, "cd": 1, "d": 0}
    for who, expired in left.items():
        rows = Audit(database).list_changes(WhichChanges(), Page(9)).rows
        assert sorted(row["subject"] for row in rows) == list(who)
        assert audit.expire_changes() == expired
