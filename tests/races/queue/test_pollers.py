"""A partition has one holder, however many consumers poll at once."""

from __future__ import annotations

from collections import Counter

from tests.races.sessions import (
    STUCK_SECONDS,
    Open,
    Watcher,
    as_they_return,
    by_the_long_way,
    follow,
    pop,
    push,
    push_to_each,
)

PARTITIONS = 10
POLLERS = 40
# The pop that everybody writes first: find one, then take it.
FIND_THEN_TAKE = (
    "order by c.oldest_at, c.partition_id limit 1 for no key update skip locked",
    "order by c.oldest_at, c.partition_id limit 1",
)


def granted(session: Open, watcher: Watcher) -> Counter[int]:
    """Messages handed out of each partition when 40 pop before the first of them commits."""
    producer = session()
    names = [f"p{number}" for number in range(PARTITIONS)]
    follow(producer, *names)
    for name in names:
        push(producer, *(f"{name}.{n}" for n in range(3)), partition=name)
    producer.commit()
    pollers = [session() for _ in range(POLLERS)]
    leases = [pop(pollers[0], batch=3, partitions=1)]
    calls = [each.start(pop, each, batch=3, partitions=1) for each in pollers[1:]]
    for poller, call in zip(pollers[1:], calls, strict=True):
        watcher.settled(poller, call)
    pollers[0].commit()
    for poller, call in as_they_return(dict(zip(pollers[1:], calls, strict=True))):
        leases.append(call.result())
        poller.commit()
    return Counter(message.partition_id for lease in leases for message in lease.messages)


def test_forty_pollers_get_each_partition_once(session, watcher):
    leased = granted(session, watcher)
    assert sorted(leased.values()) == [3] * PARTITIONS


def test_pollers_that_find_and_then_take_are_caught(session, watcher, broken):
    broken("_plain_lane", FIND_THEN_TAKE)
    leased = granted(session, watcher)
    assert max(leased.values()) > 3


def test_pollers_that_find_and_then_take_by_the_long_way_are_caught(session, watcher, broken):
    by_the_long_way(broken)
    broken("_pop_any", FIND_THEN_TAKE)
    leased = granted(session, watcher)
    assert max(leased.values()) > 3


def test_forty_pollers_never_hold_more_leases_than_there_are_partitions(session, clock):
    """Each time the leases run out, as many may be granted again. That goes four times; then the
    messages are dead letters."""
    producer = session()
    names = [f"p{number}" for number in range(PARTITIONS)]
    follow(producer, *names)
    push_to_each(producer, *names)
    pollers = [session(autocommit=True) for _ in range(POLLERS)]
    for _ in range(4):
        calls = [
            each.start(lambda each: [pop(each, partitions=1) for _ in range(2)], each)
            for each in pollers
        ]
        leases = [lease for call in calls for lease in call.result(STUCK_SECONDS) if lease.messages]
        holders = Counter(m.partition_id for lease in leases for m in lease.messages)
        assert len(leases) == PARTITIONS
        assert set(holders.values()) == {1}
        clock.advance(301)


def test_two_groups_hold_the_same_partition_without_waiting(session):
    one, two = session(), session()
    for group in ("g", "h"):
        follow(one, "p", group=group)
    push(one, "m")
    one.commit()
    assert len(pop(one, group="g").messages) == 1  # not committed
    assert len(pop(two, group="h").messages) == 1
