"""Changes for tests of the audit."""

from __future__ import annotations

from regent.changes import Change, noting
from regent.database import Database
from regent.stores.resources import Maintenance


def switch(database: Database, *, by: str = "ann", queue: str | None = None) -> Change:
    """Let somebody turn a switch; the change that is noted."""
    target = {} if queue is None else {"queue": queue}
    change = Change(by, "switch_push", target, {"enabled": False}, "r1")
    with noting(change):
        Maintenance(database).switch_maintenance(queue=queue, push=False)
    return change
