"""queen.count_expired_dead_letters: how many dead letters would go, counted in pieces."""

from __future__ import annotations

from tests.support.dead_letters import bury
from tests.support.retention import retained
from tests.support.rows import dead_letters
from tests.support.store import configure

DAY = 86_400


def test_those_count_that_their_queue_keeps_no_longer(store, stopped_clock, retention, owner_url):
    retained(store, dead_letter_retention_seconds=DAY)
    retained(store, "kept")
    for name in ("old", "older"):
        bury(store, "q", name)
    bury(store, "kept", "for ever")
    stopped_clock.advance(DAY)
    assert retention.count_expired_dead_letters(0, 10) == (0, None)
    stopped_clock.advance(0.000001)
    first, after = retention.count_expired_dead_letters(0, 1)
    rest, end = retention.count_expired_dead_letters(after, 10)
    assert (first, rest, end) == (1, 1, None)
    configure(store, "q", retention_enabled=False)
    assert retention.count_expired_dead_letters(0, 10) == (0, None)
    assert len(dead_letters(owner_url)) == 3
