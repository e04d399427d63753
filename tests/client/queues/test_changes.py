"""Who changed what, as programs read it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any


def test_changes_come_the_newest_first(regent: Any) -> None:
    regent.queue("q").create()
    regent.maintenance.stop_pushes("q")
    stopped, made = regent.changes(queue="q", since=datetime.now(UTC) - timedelta(days=1))
    assert (stopped.action, stopped.parameters) == ("switch_push", {"enabled": True})
    assert (made.action, made.subject, made.target) == ("configure", None, {"queue": "q"})
    assert made.at <= stopped.at
    assert [row.action for row in regent.changes(what="switch", limit=1)] == ["switch_push"]
    assert list(regent.changes(who="ann")) == []
