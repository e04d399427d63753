"""The clock's retention on one machine: what the settings allow goes, without a job and without an
archive; what is pending stays; a run is bounded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from functions.schedules import retention as schedule
from regent.settings import Settings
from regent.stores.queue import Queues
from regent.stores.retention import Retention
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.dead_letters import bury
from tests.support.http import Context
from tests.support.retention import archive, consume, ends, left, retained
from tests.support.rows import dead_letters, rows, value
from tests.support.store import complete, pop, push

Run = Callable[..., dict[str, Any]]
HOUR = 3600
NOTHING = {"deleted": 0, "partitionsDropped": 0, "more": False}


@pytest.fixture
def run(retention: Retention, monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run()`` → the answer that the clock gets."""
    monkeypatch.setattr(schedule, "retention", lambda: retention)
    monkeypatch.setattr(schedule, "settings", lambda: Settings(retention="delete"))
    monkeypatch.setattr(schedule.place, "retire", 0)
    monkeypatch.setattr(schedule.place, "drop", 0)

    def invoke(context: Context | None = None) -> dict[str, Any]:
        return schedule.handler({}, context or Context())  # type: ignore[arg-type]

    return invoke


@pytest.fixture
def aged(store: Queues, stopped_clock: StoppedClock) -> StoppedClock:
    """Old messages of three partitions. A group has read two of each."""
    retained(store, seconds=HOUR)
    for name in "abc":
        push(store, "q", 0, 1, 2, partition=name)
        complete(store, pop(store, "q", name, group="g", batch=2), "g")
    stopped_clock.advance(HOUR + 1)
    return stopped_clock


PENDING = [("a", 2), ("b", 2), ("c", 2)]


def test_completed_messages_go_and_pending_ones_stay(aged, run, owner_url):
    assert run() == {**NOTHING, "deleted": 6}
    assert left(owner_url) == PENDING
    assert run() == NOTHING


def test_deleting_pending_messages_is_caught(aged, run, owner_url):
    rewrite(owner_url, "_retention_cut", ("least(v_slowest, p_upto)", "p_upto"))
    run()
    assert left(owner_url) != PENDING


def test_each_run_notes_what_is_completed(store, stopped_clock, run, owner_url):
    retained(store, completed=HOUR)
    push(store, "q", *range(9))
    consume(store, "q", 1)
    assert run() == NOTHING
    stopped_clock.advance(HOUR + 1)
    consume(store, "q", 1)
    assert run() == {**NOTHING, "deleted": 1}
    assert len(left(owner_url)) == 8


def test_dead_letters_that_are_kept_no_longer_go(store, stopped_clock, run, owner_url):
    retained(store, dead_letter_retention_seconds=HOUR)
    bury(store, "q", 1, 2)
    assert run() == NOTHING
    stopped_clock.advance(HOUR + 1)
    assert run() == NOTHING
    assert dead_letters(owner_url) == []


class OneLook(Context):
    """Time is over at the second look."""

    def get_remaining_time_in_millis(self) -> int:
        left, self._remaining_ms = self._remaining_ms, 0
        return left


def test_a_run_that_is_out_of_time_goes_on_where_it_stopped(aged, run, owner_url, monkeypatch):
    monkeypatch.setattr(schedule, "DELETE_MESSAGES", 2)
    found = [(run(OneLook()), len(left(owner_url))) for _ in range(4)]
    assert [(answer["deleted"], answer["more"], messages) for answer, messages in found] == [
        (2, True, 7),
        (2, True, 5),
        (2, True, 3),
        (0, False, 3),
    ]


def test_a_run_ends_after_its_seconds(aged, run, owner_url, monkeypatch):
    monkeypatch.setattr(schedule, "BUDGET_SECONDS", 0.0)
    assert run()["more"] is True
    assert len(left(owner_url)) == 9


def test_a_server_that_stops_is_not_kept_waiting(aged, run, owner_url):
    assert run(Context(0))["deleted"] == 0
    assert len(left(owner_url)) == 9
    assert run()["deleted"] == 6


@pytest.mark.parametrize("mode", ["job", None])
def test_it_is_left_to_the_job(aged, run, owner_url, monkeypatch, mode):
    monkeypatch.setattr(schedule, "settings", lambda: Settings(retention=mode))
    assert run() == {"leftTo": "job"}
    assert len(left(owner_url)) == 9


@pytest.mark.parametrize("status", ["planned", "written", "verified"])
def test_while_the_job_archives_the_clock_deletes_nothing(aged, run, retention, owner_url, status):
    archive(retention, status)
    assert run() == {"leftTo": "job"}
    assert len(left(owner_url)) == 9


def test_what_the_job_has_archived_goes_and_its_batches_are_closed(aged, run, retention, owner_url):
    archive(retention)
    assert run()["deleted"] == 6
    assert (
        value(owner_url, "select count(*) from queen.archive_batches where status = 'deleted'") == 3
    )


def test_idle_partitions_and_old_notes_go(aged, store, run, owner_url):
    run()
    consume(store, "q", 3)
    aged.advance(8 * 24 * HOUR)
    assert run() == {**NOTHING, "deleted": 3, "partitionsDropped": 3}
    assert [name for name, *_ in ends(owner_url)] == ["Default"]
    aged.advance(91 * 24 * HOUR)
    run()
    assert value(owner_url, "select count(*) from queen.retention_history") == 0


def test_history_has_a_row_an_hour(aged, store, run, owner_url):
    run()
    consume(store, "q", 1)
    aged.advance(60)
    run()
    found = rows(
        owner_url,
        "select messages_deleted, run_at = date_trunc('hour', run_at) as whole"
        " from queen.retention_history order by messages_deleted",
    )
    assert [tuple(row.values()) for row in found] == [(2, True), (2, True), (3, True)]
