"""The retention job, as another session."""

from __future__ import annotations

from concurrent.futures import Future

from tests.races.sessions import STUCK_SECONDS, Session, Watcher
from tests.support.rows import value

PARTITIONS = "select array_agg(id order by id) from queen.partitions where name <> 'Default'"
RETIRE = "select partition_id, deleted from queen.retire_messages(%s, %s, 1000, false, queen.now())"


class Job:
    """The retention job's session."""

    def __init__(self, session: Session, owner_url: str, watcher: Watcher) -> None:
        self.session = session
        self.watcher = watcher
        self._owner_url = owner_url

    def retire(self) -> int:
        """How many messages went."""
        partitions = value(self._owner_url, PARTITIONS)
        asked = (partitions, [99] * len(partitions))
        return sum(gone for _, gone in self.session.execute(RETIRE, asked))

    def retire_behind(self, first: Session, *, waits: bool | None = None) -> int:
        """How many messages went, while another session's transaction was open. That one commits
        once this one waits or has returned."""
        call: Future[int] = self.session.start(self.retire)
        returned = self.watcher.settled(self.session, call)
        assert waits is None or returned is not waits
        first.commit()
        gone = call.result(STUCK_SECONDS)
        self.session.commit()
        return gone

    def drop(self) -> int:
        """How many partitions went."""
        ((dropped,),) = self.session.execute(
            "select dropped from queen.drop_idle_partitions(60, 0, 10)"
        )
        return int(dropped)
