"""A count of backlogs while other sessions work: nobody waits for it, and it waits for nobody."""

from __future__ import annotations

import pytest

from tests.races.sessions import STUCK_SECONDS, Session, acks, behind, drain, pop, push
from tests.support.rows import rows, value

COUNT = "select queues from queen.count_backlogs('infinity')"
TOTAL = "select total::integer from queen.counted_queues"


def count(session: Session) -> int:
    ((queues,),) = session.execute(COUNT)
    return int(queues)


def two_at_once(session, watcher) -> tuple[bool, int]:
    """Whether a second count returns while the first one is not committed, and what it counted."""
    one, two = session(), session()
    push(one, "a")
    one.commit()
    assert count(one) == 1
    call = two.start(count, two)
    returned = watcher.settled(two, call)
    return returned, behind(one, two, watcher, call)


def test_of_two_counts_at_once_the_second_leaves(session, watcher, owner_url):
    assert two_at_once(session, watcher) == (True, 0)
    assert value(owner_url, TOTAL) == 1


def test_a_second_count_that_does_not_leave_is_caught(session, watcher, broken):
    broken(
        "count_backlogs",
        ("pg_try_advisory_xact_lock(hashtextextended('queen.count_backlogs', 0))", "true"),
    )
    assert two_at_once(session, watcher) == (False, 1)


def test_the_next_count_finds_what_the_last_one_could_not_see(session, owner_url):
    """The count that leaves loses nothing: a later one has a later snapshot."""
    one, two = session(), session()
    push(one, "a")
    one.commit()
    assert count(one) == 1
    push(two, "b")
    two.commit()
    assert count(two) == 0
    two.commit()
    one.commit()
    assert value(owner_url, TOTAL) == 1
    assert count(two) == 1
    two.commit()
    assert value(owner_url, TOTAL) == 2


def test_pushes_pops_acks_and_deletions_do_not_wait_for_a_count(session):
    one, two = session(), session()
    push(one, "a")
    push(one, "x", queue="other")
    one.commit()
    pop(two)
    two.rollback()
    assert count(one) == 2
    push(two, "b")
    push(two, "c", queue="new")
    two.commit()
    lease = pop(two)
    assert all(done.success for done in two.queues.ack(acks(lease)))
    two.commit()
    assert drain(two, queue="new") == ["c"]
    for call in (
        lambda: two.queues.delete_queue("other"),
        lambda: two.groups.delete_group("g", "q", records=True, force=True),
    ):
        two.start(call).result(STUCK_SECONDS)
        two.commit()
    one.commit()


@pytest.mark.parametrize("what", ["queue", "group", "partition"])
def test_a_count_does_not_wait_for_a_deletion(session, owner_url, what):
    one, two, operator = session(), session(), session(at=owner_url)
    push(one, "a")
    one.commit()
    drain(one)
    table = {"queue": "queues", "group": "consumer_groups", "partition": "partitions"}[what]
    operator.execute(f"delete from queen.{table} where name in ('q', 'g', 'p')")
    assert two.start(count, two).result(STUCK_SECONDS) == 1
    two.commit()
    operator.commit()
    assert count(two) == (0 if what == "queue" else 1)
    two.commit()
    left = value(owner_url, "select count(*) from queen.counted_queues")
    groups = value(owner_url, "select count(*) from queen.counted_groups")
    assert (left, groups) == {"queue": (0, 0), "group": (1, 0), "partition": (1, 1)}[what]


PUSHED = "select (queen.read_metrics(9, 9) -> 'totals' ->> 'pushed')::integer"
ACTIVITY = "select counted from queen.count_activity(true)"
WIDE = ("c_wide constant bigint := 20000", "c_wide bigint := -1")


def pushed(session: Session) -> int:
    ((number,),) = session.execute(PUSHED)
    return int(number)


def when_a_system_grows_large(session, watcher, owner_url) -> tuple[int, int]:
    """The counter of an answer during the count from which on it is counted, and of the next."""
    one, two, reader = session(), session(), session()
    push(one, "a")
    one.commit()
    rows(owner_url, "select queen.count_activity(true)")
    one.execute(ACTIVITY)
    push(two, "b")
    two.commit()
    call = reader.start(pushed, reader)
    during = behind(one, reader, watcher, call)
    after = pushed(reader)
    reader.commit()
    return during, after


@pytest.fixture
def grown(broken) -> None:
    """From its second count on, a system of any size is a large one."""
    broken("count_activity", WIDE)


def test_no_counter_falls_when_a_system_grows_large(session, watcher, owner_url, grown):
    assert when_a_system_grows_large(session, watcher, owner_url) == (1, 1)


def test_a_count_waits_for_an_answer_of_now(session, watcher, owner_url, grown):
    """The answer has seen a push that the count, had it begun before, would not tell."""
    one, reader = session(), session()
    push(one, "a")
    one.commit()
    rows(owner_url, "select queen.count_activity(true)")
    assert pushed(reader) == 1
    call = one.start(one.execute, ACTIVITY)
    watcher.waits(one, call)
    reader.commit()
    assert call.result(STUCK_SECONDS) == [(True,)]
    push(reader, "b")
    reader.commit()
    one.commit()
    assert pushed(reader) == 1


def test_a_count_of_what_is_large_already_waits_for_no_answer(session, owner_url, grown):
    one, reader = session(), session()
    push(one, "a")
    one.commit()
    for _ in range(2):
        rows(owner_url, "select queen.count_activity(true)")
    assert pushed(reader) == 1
    assert one.start(one.execute, ACTIVITY).result(STUCK_SECONDS) == [(True,)]
    one.commit()


SHARED = "pg_advisory_xact_lock_shared(hashtextextended('queen.counters', 0))"
EXCLUSIVE = "pg_advisory_xact_lock(hashtextextended('queen.counters', 0))"


def test_an_answer_that_does_not_wait_is_caught(session, watcher, owner_url, broken, grown):
    broken("read_metrics", (f"perform {SHARED};", "perform 1;"))
    assert when_a_system_grows_large(session, watcher, owner_url) == (2, 1)


def test_a_count_that_does_not_wait_is_caught(session, watcher, owner_url, broken):
    broken("count_activity", WIDE, (f"perform {EXCLUSIVE};", "perform 1;"))
    assert when_a_system_grows_large(session, watcher, owner_url) == (2, 1)
