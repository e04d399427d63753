"""A scene in which sessions coordinate one group."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import psycopg

from regent.stores.members import Members
from tests.races.sessions import STUCK_SECONDS, Session, Watcher
from tests.support.clock import StoppedClock
from tests.support.rows import rows

ASSIGNED = (
    "select p.name, c.assigned, c.lease_id is not null as leased from queen.partition_consumers c"
    "  join queen.partitions p on p.id = c.partition_id order by p.id"
)


@dataclass(frozen=True)
class Scene:
    """A group on a topic of four partitions, and the sessions that meet there."""

    open: Callable[..., Session]
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

    def answer(self, session: Session, call: Future[Any]) -> Any:
        """What a call answers, or its SQLSTATE; its session's transaction ends."""
        try:
            answered = call.result(STUCK_SECONDS)
        except psycopg.Error as error:
            session.rollback()
            return error.sqlstate
        session.commit()
        return answered

    def after(self, first: Session, second: Session, call: Future[Any]) -> Any:
        """Let the second session's call run into the first, commit that, and return the answer."""
        self.watcher.settled(second, call)
        first.commit()
        return self.answer(second, call)

    def assigned(self) -> list[bool]:
        return [row["assigned"] for row in rows(self.owner_url, ASSIGNED)]

    def leased(self) -> list[str]:
        return [row["name"] for row in rows(self.owner_url, ASSIGNED) if row["leased"]]
