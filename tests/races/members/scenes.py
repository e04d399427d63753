"""A scene in which sessions coordinate one group."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from regent.stores.members import Members
from tests.races.sessions import Open, Session, Watcher, behind
from tests.support.clock import StoppedClock
from tests.support.rows import rows

ASSIGNED = (
    "select p.name, c.assigned, c.lease_id is not null as leased from queen.partition_consumers c"
    "  join queen.partitions p on p.id = c.partition_id order by p.id"
)


@dataclass(frozen=True)
class Scene:
    """A group on a topic of four partitions, and the sessions that meet there."""

    open: Open
    watcher: Watcher
    members: Members
    clock: StoppedClock
    owner_url: str
    group: str

    def two(self) -> tuple[Session, Session]:
        return self.open(), self.open()

    def gate(self) -> Session:
        """A session that may lock whatever it wants."""
        return self.open(at=self.owner_url)

    def after(self, first: Session, second: Session, call: Future[Any]) -> Any:
        """Let the second session run into the first, commit that, and see what comes of it."""
        return behind(first, second, self.watcher, call)

    def assigned(self) -> list[bool]:
        return [row["assigned"] for row in rows(self.owner_url, ASSIGNED)]

    def leased(self) -> list[str]:
        return [row["name"] for row in rows(self.owner_url, ASSIGNED) if row["leased"]]
