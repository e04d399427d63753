"""The switches that stop pushes or pops."""

from __future__ import annotations

from regent.database import Database


class Maintenance:
    """The switches that stop pushes or pops."""

    def __init__(self, database: Database) -> None:
        self._database = database
