"""Queues and partitions as an operator sees them."""

from __future__ import annotations

from regent.database import Database


class Resources:
    """Queues and partitions as an operator sees them."""

    def __init__(self, database: Database) -> None:
        self._database = database
