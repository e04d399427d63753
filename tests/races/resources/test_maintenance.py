"""Switching pushes off while a push is in flight. docs/http/maintenance.md promises no more."""

from __future__ import annotations

from regent.errors import InMaintenance
from tests.races.sessions import STUCK_SECONDS, push, sqlstate
from tests.support.rows import stored


def test_a_push_that_waits_for_its_partition_is_stored_behind_the_switch(
    session, watcher, owner_url
):
    """The switch does not wait for it: a stuck push must not delay the stop."""
    first, second, operator = session(), session(), session()
    push(first, "made")
    first.commit()
    push(first, "in flight")
    waiting = second.start(push, second, "waits")
    watcher.waits(second, waiting)
    operator.execute("select queen.switch_maintenance('q', true, null)")
    operator.commit()
    assert sqlstate(push, operator, "late") == InMaintenance.sqlstate
    operator.rollback()
    first.commit()
    waiting.result(STUCK_SECONDS)
    second.commit()
    assert stored(owner_url) == 3
