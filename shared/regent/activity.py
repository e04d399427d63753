"""Numbers: what happened, how full the queues are, how far behind the groups."""

from __future__ import annotations

from regent.database import Database


class Activity:
    """Numbers: what happened, how full the queues are, how far behind the groups."""

    def __init__(self, database: Database) -> None:
        self._database = database
