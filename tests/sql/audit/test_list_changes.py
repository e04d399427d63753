"""queen.list_changes: the newest first, page by page."""

from __future__ import annotations

from regent.database import Database
from regent.paging import Page
from regent.stores.audit import Audit, WhichChanges
from tests.support.changes import switch
from tests.support.clock import StoppedClock


def test_changes_of_one_instant_have_an_order_of_their_own(
    database: Database, stopped_clock: StoppedClock
) -> None:
    made = [switch(database).id for _ in range(3)]
    stopped_clock.advance(1)
    newest = switch(database).id
    audit, page, seen = Audit(database), Page(1), []
    while True:
        found = audit.list_changes(WhichChanges(), page)
        seen += [row["id"] for row in found.rows]
        if found.next_key is None:
            break
        page = Page(1, 0, found.next_key)
    assert seen == [newest, *sorted(made, reverse=True)]


def test_an_action_is_found_by_how_it_begins_and_by_nothing_else(database: Database) -> None:
    switch(database)
    audit = Audit(database)
    for what, many in (("switch", 1), ("push", 0), ("%", 0), ("switch_push", 1), ("switch_", 1)):
        assert len(audit.list_changes(WhichChanges(what=what), Page(9)).rows) == many
