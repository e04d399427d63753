"""A batch of scheduled messages is cancelled while it is appended: exactly one of both wins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.races.log.steps import a, visible
from tests.races.sessions import STUCK_SECONDS, Open, Watcher, behind, ended

DUE = datetime.now(UTC) - timedelta(seconds=1)


def due(session: Open) -> str:
    """A batch that is due."""
    schedule: str = session(autocommit=True).log.schedule_messages([a("x")], DUE)
    return schedule


def cancelled_behind_an_append(session: Open, watcher: Watcher) -> tuple[Any, list[int]]:
    """The batch is appended, not committed yet, when somebody cancels it. What comes of that, and
    the positions of the log."""
    schedule = due(session)
    one, two = session(), session()
    assert one.log.append_due() is True
    call = two.start(two.log.cancel_scheduled, schedule)
    came = behind(one, two, watcher, call)
    return came, visible(session(autocommit=True))


def test_a_batch_that_is_just_appended_cannot_be_cancelled(session, watcher):
    assert cancelled_behind_an_append(session, watcher) == ("RG041", [1])


def test_a_cancellation_that_looks_before_it_deletes_is_caught(session, watcher, broken):
    """It says that it cancelled what is in the log."""
    deletes = "    delete from scheduled s where s.id = p_id returning s.id,"
    looks = """    with looked as (select s.* from scheduled s where s.id = p_id),
        gone as (delete from scheduled s where s.id = p_id)
    select s.id,"""
    broken(
        "cancel_scheduled",
        (deletes, looks),
        ("s.message_count, s.types;", "s.message_count, s.types from looked s;"),
    )
    came, positions = cancelled_behind_an_append(session, watcher)
    assert (came["messageCount"], positions) == (1, [1])


def test_an_append_that_is_rolled_back_leaves_the_batch_to_its_cancellation(session, watcher):
    schedule = due(session)
    one, two = session(), session()
    assert one.log.append_due() is True
    call = two.start(two.log.cancel_scheduled, schedule)
    watcher.waits(two, call)
    one.rollback()
    assert ended(two, call)["scheduleId"] == schedule
    last = session(autocommit=True)
    assert (last.log.append_due(), visible(last)) == (False, [])


def append_behind_a_cancellation(session: Open) -> list[Any]:
    """The batch is cancelled, not committed yet, when the schedule looks for what is due."""
    schedule = due(session)
    one, two = session(), session(autocommit=True)
    one.log.cancel_scheduled(schedule)
    found = two.start(two.log.append_due).result(STUCK_SECONDS)
    one.commit()
    return [found, visible(two)]


def test_the_schedule_passes_a_batch_that_is_just_cancelled(session):
    """It does not wait: other batches are due, too."""
    assert append_behind_a_cancellation(session) == [False, []]


@pytest.mark.parametrize("rolled_back", [True, False])
def test_two_cancellations_at_once(session, watcher, rolled_back):
    schedule = due(session)
    one, two = session(), session()
    assert one.log.cancel_scheduled(schedule)["messageCount"] == 1
    call = two.start(two.log.cancel_scheduled, schedule)
    watcher.waits(two, call)
    if rolled_back:
        one.rollback()
    else:
        one.commit()
    came = ended(two, call)
    assert came == "RG041" if not rolled_back else came["scheduleId"] == schedule
    assert visible(session(autocommit=True)) == []


def test_an_append_that_does_not_lock_its_batch_is_caught(session, broken):
    """It appends what was cancelled."""
    takes = """    delete from scheduled d
     where d.id = (select s.id from scheduled s where s.due_at <= queen.now()
                    order by s.due_at, s.id limit 1 for update skip locked)
    returning d.messages into v_messages;
"""
    looks = """    select s.messages into v_messages from scheduled s where s.due_at <= queen.now()
     order by s.due_at, s.id limit 1;
"""
    broken("append_due", (takes, looks))
    assert append_behind_a_cancellation(session) == [True, [1]]
