"""A replay into one group, while others pop, subscribe, seek and ack: they never get its messages,
and nobody is deadlocked."""

from __future__ import annotations

import pytest

from regent.stores.groups import Target
from regent.stores.retention import Replays
from tests.races.sessions import (
    Open,
    Session,
    Watcher,
    acks,
    behind,
    drain,
    follow,
    payloads,
    pop,
    push,
)
from tests.support.retention import archived_message


@pytest.fixture
def job(session: Open, jobs_url: str) -> Session:
    return session(at=jobs_url)


def replay(session: Session, *names: str, group: str = "g", partition: str = "p") -> int:
    found = [archived_message(name, partition) for name in names]
    return Replays(session.database).push_to_group(group, "q", found)


@pytest.fixture
def other(session: Open) -> Session:
    """A consumer of group h; groups g and h follow partition p, where nothing is pending."""
    consumer = session()
    follow(consumer, "p")
    drain(consumer, group="h")
    return consumer


def taken_before_the_commit(other: Session, job: Session) -> list[str]:
    """What another group gets while the replay is under way, and after it."""
    replay(job, "a")
    found = drain(other, group="h")
    job.commit()
    return found + drain(other, group="h")


def test_another_group_sees_nothing_of_it(other, job):
    assert taken_before_the_commit(other, job) == []
    assert drain(other) == ["a"]


def test_a_replay_that_leaves_other_groups_as_they_are_is_caught(other, job, broken):
    broken("push_to_group", ("perform _pass_reserved(v_row, v_at.first, v_at.upto);", "null;"))
    assert taken_before_the_commit(other, job) == ["a"]


def subscribed_meanwhile(other: Session, job: Session, watcher: Watcher) -> list[str]:
    """What a group gets whose first pop came while the replay was under way."""
    replay(job, "a")
    lease = behind(job, other, watcher, other.start(pop, other, group="new"))
    return payloads(lease)


def test_a_group_that_subscribes_meanwhile_waits_and_does_not_get_it(other, job, watcher):
    assert subscribed_meanwhile(other, job, watcher) == ["seed of q/p"]


def test_a_subscription_that_asks_nobody_is_caught(other, job, watcher, broken):
    broken("_subscribe", ("_missing_offsets(h.id, v_group, s.cursor, h.head, h.removed)", "null"))
    assert subscribed_meanwhile(other, job, watcher) == ["seed of q/p", "a"]


def test_a_seek_back_meanwhile_does_not_get_it(other, job, watcher):
    replay(job, "a")
    call = other.start(other.groups.seek, "h", "q", None, Target("beginning"))
    behind(job, other, watcher, call)
    assert drain(other, group="h") == ["seed of q/p"]


def test_a_replay_behind_a_seek_back_does_not_give_it(other, job, watcher):
    other.groups.seek("h", "q", None, Target("beginning"))
    assert behind(other, job, watcher, job.start(replay, job, "a")) == 1
    assert drain(other, group="h") == ["seed of q/p"]


def acked_meanwhile(other: Session, job: Session, watcher: Watcher) -> list[str]:
    """What a group gets that has completed the second one of its messages while the replay looked
    at its row."""
    push(other, "x", "y")
    other.commit()
    lease = pop(other, group="h")
    other.commit()
    other.queues.ack(acks(lease, group="h", only=["y"]))
    assert behind(other, job, watcher, job.start(replay, job, "a")) == 1
    other.queues.ack(acks(lease, group="h", status="retry", only=["x"]))
    other.commit()
    return drain(other, group="h")


def test_an_ack_in_flight_counts(other, job, watcher):
    assert acked_meanwhile(other, job, watcher) == ["x"]
    assert drain(other) == ["x", "y", "a"]


def test_a_replay_that_locks_no_rows_is_caught(other, job, watcher, broken):
    """It writes down rows as they were, and what was completed is done again."""
    broken(
        "push_to_group",
        ("where c.partition_id = any(v_ids) order by c.partition_id, c.group_id", "where false"),
    )
    assert acked_meanwhile(other, job, watcher) == ["x", "y"]
