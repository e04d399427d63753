"""The switches that stop pushes or pops, for all queues or for one."""

from __future__ import annotations

from regent.database import Database
from regent.rows import Row


class Maintenance:
    """The switches that stop pushes or pops, for all queues or for one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self) -> Row:
        """Which switches are on."""
        return self._database.fetch_rows("select * from queen.read_maintenance()")[0]

    def switch(
        self, *, queue: str | None = None, push: bool | None = None, pop: bool | None = None
    ) -> None:
        """Turn a switch, of all queues when none is named; None leaves it as it is."""
        self._database.fetch("select queen.switch_maintenance(%s, %s, %s)", (queue, push, pop))
