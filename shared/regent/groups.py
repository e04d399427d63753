"""Consumer groups, their subscriptions and cursors."""

from __future__ import annotations

from regent.database import Database


class Groups:
    """Consumer groups, their subscriptions and cursors."""

    def __init__(self, database: Database) -> None:
        self._database = database
