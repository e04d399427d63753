"""queen.expire_dead_letters: which dead letters go by their age."""

from __future__ import annotations

import psycopg
import pytest

from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.dead_letters import bury
from tests.support.retention import retained
from tests.support.rows import dead_letters
from tests.support.store import configure

DAY = 86_400


@pytest.fixture
def dead(store: Queues, stopped_clock: StoppedClock) -> StoppedClock:
    """A queue whose dead letters are kept for a day: one failed a day ago, and one just now."""
    retained(store, dead_letter_retention_seconds=DAY)
    bury(store, "q", "old")
    stopped_clock.advance(DAY)
    bury(store, "q", "young")
    return stopped_clock


def payloads(owner_url: str) -> list[str]:
    return [payload for payload, *_ in dead_letters(owner_url)]


def test_those_go_that_failed_longer_ago_than_the_queue_keeps_them(dead, retention, owner_url):
    assert retention.expire_dead_letters(10) == 0
    dead.advance(0.000001)
    assert retention.expire_dead_letters(10) == 1
    assert payloads(owner_url) == ["young"]
    assert retention.expire_dead_letters(10) == 0


@pytest.mark.parametrize(
    "options",
    [
        {"dead_letter_retention_seconds": 0, "pending_retention_seconds": 1},
        {"retention_enabled": False, "dead_letter_retention_seconds": 1},
    ],
    ids=["no-seconds", "switched-off"],
)
def test_they_stay_for_ever_unless_the_queue_says_so(dead, store, retention, owner_url, options):
    configure(store, "q", **options)
    dead.advance(1000 * DAY)
    assert retention.expire_dead_letters(10) == 0
    assert payloads(owner_url) == ["old", "young"]


def test_no_more_go_at_once_than_asked(dead, retention, owner_url):
    dead.advance(2 * DAY)
    assert [retention.expire_dead_letters(1) for _ in range(3)] == [1, 1, 0]
    assert payloads(owner_url) == []


def test_what_another_session_holds_is_left(dead, retention, owner_url):
    dead.advance(2 * DAY)
    with psycopg.connect(owner_url) as redrive:
        redrive.execute("select from queen.dead_letter_queue order by id limit 1 for update")
        assert retention.expire_dead_letters(10) == 1
        assert payloads(owner_url) == ["old"]
    assert retention.expire_dead_letters(10) == 1
