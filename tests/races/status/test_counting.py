"""A count of activity while other sessions work: nothing is lost, nothing is counted twice."""

from __future__ import annotations

from tests.races.sessions import STUCK_SECONDS, Session, behind, drain, ended, push
from tests.support.rows import value

COUNT = "select counted from queen.count_activity(true)"
COUNTED = "select coalesce(sum(pushed), 0)::integer from queen.queue_activity where grain = 'day'"
LAST = "select coalesce(sum(pushed), 0)::integer from queen.queue_totals"


def count(session: Session) -> bool:
    ((counted,),) = session.execute(COUNT)
    return bool(counted)


def two_at_once(session, watcher, owner_url: str) -> tuple[bool, int]:
    """Whether the second count counted, and how many pushes both counted together."""
    one, two = session(), session()
    push(one, "a", "b")
    one.commit()
    assert count(one)
    second = behind(one, two, watcher, two.start(count, two))
    return second, value(owner_url, COUNTED)


def test_two_counts_at_once_count_once(session, watcher, owner_url):
    assert two_at_once(session, watcher, owner_url) == (False, 2)


def test_counting_without_the_lock_is_caught(session, watcher, owner_url, broken):
    broken(
        "count_activity",
        ("pg_try_advisory_xact_lock(hashtextextended('queen.count_activity', 0))", "true"),
    )
    assert two_at_once(session, watcher, owner_url) == (True, 4)


def during_a_deletion(session, owner_url: str, statement: str) -> list[tuple[int, int]]:
    """(in the series, at the last count) after each of two counts; a deletion commits between."""
    one, two, operator = session(), session(autocommit=True), session(at=owner_url)
    push(one, "a", "b", partition="p")
    push(one, "c", partition="kept")
    one.commit()
    drain(one)
    operator.execute(statement)
    found = []
    for finish in (operator.commit, lambda: None):
        assert count(two)
        found.append((value(owner_url, COUNTED), value(owner_url, LAST)))
        finish()
    return found


def test_a_partition_that_is_deleted_during_a_count_is_counted_once(session, owner_url):
    statement = "delete from queen.partitions where name = 'p'"
    assert during_a_deletion(session, owner_url, statement) == [(3, 3), (3, 3)]


def test_deleting_without_keeping_the_counts_is_caught(session, owner_url, broken):
    triggers = [
        (f"create trigger {name}", f"create or replace trigger {name}")
        for name in (
            "keep_counts after delete on queen.partitions\n",
            "keep_counts after delete on queen.partition_consumers\n",
        )
    ]
    broken("_keep_counts", ("where n.head > 0", "where false"), *triggers)
    statement = "delete from queen.partitions where name = 'p'"
    assert during_a_deletion(session, owner_url, statement) == [(3, 3), (3, 1)]


def test_a_group_that_is_deleted_during_a_count_is_counted_once(session, owner_url):
    counted = "select sum(popped)::integer from queen.queue_activity where grain = 'day'"
    statement = "delete from queen.consumer_groups where name = 'g'"
    assert during_a_deletion(session, owner_url, statement) == [(3, 3), (3, 3)]
    assert value(owner_url, counted) == 3


def a_queue_deleted_before(session, watcher) -> bool | str | None:
    """The answer of a count that begins while a queue is being deleted; None: it had to wait."""
    one, two = session(), session()
    push(one, "a")
    one.commit()
    assert one.queues.delete_queue("q")
    call = two.start(count, two)
    waited = not watcher.settled(two, call)
    one.commit()
    answer = ended(two, call)
    return None if waited and not isinstance(answer, str) else answer


def test_a_count_does_not_wait_for_the_deletion_of_a_queue(session, watcher):
    assert a_queue_deleted_before(session, watcher) is True


def test_counting_a_queue_that_is_being_deleted_is_caught(session, watcher, broken):
    broken("count_activity", ("order by q.id for key share skip locked", "order by q.id"))
    assert a_queue_deleted_before(session, watcher) == "23503"


def test_a_deletion_waits_for_the_count_and_goes_on(session, watcher, owner_url):
    one, two = session(), session()
    push(one, "a")
    one.commit()
    assert count(one)
    call = two.start(two.queues.delete_queue, "q")
    watcher.waits(two, call)
    one.commit()
    assert call.result(STUCK_SECONDS)
    two.commit()
    assert value(owner_url, COUNTED) == 0
    assert watcher.deadlocks() == 0


def test_pushes_pops_and_acks_do_not_wait_for_a_count(session):
    one, two = session(), session()
    push(one, "a")
    one.commit()
    assert count(one)
    push(two, "b")
    push(two, "c", queue="new")
    two.commit()
    assert drain(two) == ["a", "b"]
    one.commit()
