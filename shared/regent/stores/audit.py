"""Who changed what."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from regent.database import Database
from regent.limits import AUDIT_DAYS, MAX_AUDIT_CHUNK
from regent.paging import Listing, Page, cut


class WhichChanges(NamedTuple):
    """Which changes; None: all. ``what``: how the names of their actions begin."""

    who: str | None = None
    what: str | None = None
    queue: str | None = None
    since: datetime | None = None
    before: datetime | None = None


class Audit:
    """The changes that were made through the API. Whoever makes one notes it
    (``Database.change``)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_changes(self, which: WhichChanges, page: Page) -> Listing:
        """The newest first."""
        rows = self._database.fetch_rows(
            "select * from queen.list_changes(%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (*which, page.limit + 1, page.offset, *page.key(2)),
        )
        return cut(rows, page, {"at": str, "id": str})

    def expire_changes(self) -> int:
        """Forget some that are older than any is kept; how many."""
        rows = self._database.fetch(
            "select queen.expire_changes(%s, %s)", (AUDIT_DAYS, MAX_AUDIT_CHUNK)
        )
        return int(rows[0][0])
