"""queen.reclaim: ends leases and evicts old messages where nobody pops."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from regent.database import Connection, Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.members import group_on, produce
from tests.support.rows import dead_letters, rows, value
from tests.support.store import complete, configure, payloads, pop, push, within


@pytest.fixture
def reclaimer(owner_url: str) -> Iterator[Queues]:
    """The store, logged in as the schedule's role."""
    url = owner_url.replace("//postgres@", "//regent_reclaim@")
    store = Queues(Database(Settings(database_url=url)), Encryption(Settings()))
    yield store
    store.close()


def leased(store: Queues, partitions: int) -> None:
    store.push([{"queue": "q", "partition": str(number)} for number in range(partitions)])
    assert len(pop(store, "q", batch=partitions, partitions=partitions).messages) == partitions


def test_nothing_to_do(store: Queues, reclaimer: Queues) -> None:
    leased(store, 2)
    assert reclaimer.reclaim(100) == (0, 0, 0, False)


def test_a_lease_that_ran_out_ends_and_counts(
    store: Queues, reclaimer: Queues, clock: Clock, owner_url: str
) -> None:
    leased(store, 3)
    clock.advance(301)
    assert reclaimer.reclaim(100) == (3, 0, 0, False)
    assert reclaimer.reclaim(100) == (0, 0, 0, False)
    assert (
        rows(owner_url, "select attempts, last_error from queen.attempts")
        == [{"attempts": 1, "last_error": "Partition lease expired"}] * 3
    )
    assert value(
        owner_url, "select bool_and(ready and lease_id is null) from queen.partition_consumers"
    )


def test_a_run_is_bounded(store: Queues, reclaimer: Queues, clock: Clock) -> None:
    leased(store, 5)
    clock.advance(301)
    assert [reclaimer.reclaim(2) for _ in range(3)] == [
        (2, 0, 0, True),
        (2, 0, 0, True),
        (1, 0, 0, False),
    ]


def test_two_runs_at_once_count_each_lease_once(
    store: Queues, reclaimer: Queues, clock: Clock, owner_url: str
) -> None:
    leased(store, 50)
    clock.advance(301)
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: reclaimer.reclaim(100), range(4)))
    assert sum(run.leases_expired for run in runs) == 50
    assert value(owner_url, "select max(attempts) from queen.attempts") == 1


def test_a_row_that_a_pop_holds_is_left_alone(
    store: Queues, reclaimer: Queues, clock: Clock, connect: Callable[[], Connection]
) -> None:
    leased(store, 2)
    clock.advance(301)
    holder = connect()
    assert len(pop(within(holder), "q").messages) == 1
    assert reclaimer.reclaim(100).leases_expired == 1
    holder.rollback()
    assert reclaimer.reclaim(100).leases_expired == 1


def test_a_message_that_was_completed_meanwhile_is_not_brought_back(
    store: Queues, reclaimer: Queues, clock: Clock
) -> None:
    push(store, "q", 1)
    lease = pop(store, "q")
    store.extend(lease.id, 1_000)
    clock.advance(301)
    assert reclaimer.reclaim(100).leases_expired == 0
    complete(store, lease)
    clock.advance(1_000)
    assert reclaimer.reclaim(100) == (0, 0, 0, False)
    assert pop(store, "q").messages == []


def test_poison_is_dead_after_its_last_retry(
    store: Queues, reclaimer: Queues, clock: Clock, owner_url: str
) -> None:
    configure(store, "q", retry_limit=2)
    push(store, "q", "poison", "next")
    dead = []
    for _ in range(3):
        assert payloads(pop(store, "q")) == ['"poison"']
        clock.advance(301)
        dead.append(reclaimer.reclaim(100).dead_lettered)
    assert dead == [0, 0, 1]
    assert dead_letters(owner_url) == [("poison", "retries", "Partition lease expired", 3)]
    assert payloads(pop(store, "q")) == ['"next"']


def test_what_waited_too_long_is_dead(
    store: Queues, reclaimer: Queues, clock: Clock, owner_url: str
) -> None:
    configure(store, "q", max_wait_time_seconds=60)
    push(store, "q", 0)
    complete(store, pop(store, "q"))
    push(store, "q", 1, 2)
    clock.advance(61)
    push(store, "q", 3)
    assert reclaimer.reclaim(100) == (0, 2, 0, False)
    assert [letter[:2] for letter in dead_letters(owner_url)] == [(1, "max_wait"), (2, "max_wait")]
    assert payloads(pop(store, "q", batch=9)) == ["3"]


def test_what_expired_is_passed_over(store: Queues, reclaimer: Queues, clock: Clock) -> None:
    configure(store, "q", ttl=60)
    push(store, "q", 0)
    complete(store, pop(store, "q"))
    push(store, "q", 1, 2)
    clock.advance(61)
    assert reclaimer.reclaim(100) == (0, 0, 2, False)
    assert pop(store, "q", batch=9).messages == []


def test_a_great_many_that_waited_too_long_take_several_runs(
    store: Queues, reclaimer: Queues, clock: Clock, owner_url: str
) -> None:
    configure(store, "q", max_wait_time_seconds=60)
    push(store, "q", 0)
    complete(store, pop(store, "q"))
    push(store, "q", *range(2_500))
    clock.advance(61)
    dead = 0
    for _ in range(5):
        dead += reclaimer.reclaim(100).dead_lettered
    assert dead == 2_500
    assert len(dead_letters(owner_url)) == 2_500


def test_messages_nobody_looked_at_wait_for_a_group(
    store: Queues, reclaimer: Queues, clock: Clock, owner_url: str
) -> None:
    configure(store, "q", max_wait_time_seconds=60)
    push(store, "q", 1)
    clock.advance(61)
    assert reclaimer.reclaim(100) == (0, 0, 0, False)
    assert value(owner_url, "select count(*) from queen.messages") == 1


def test_what_a_member_reads_is_the_members(
    store: Queues, reclaimer: Queues, members: Members, clock: Clock
) -> None:
    """The reclaim leaves even old messages: after a moved cursor, the next commit would go back."""
    group = group_on(members, partitions=1)
    member = members.join_group(group, "a", 1_800_000).member_id
    clock.advance(1)
    configure(store, "t", max_wait_time_seconds=10)
    produce(members, "t", *range(5))
    clock.advance(20)
    assert members.read_assignment(member).partitions == [0]
    assert reclaimer.reclaim(100) == (0, 0, 0, False)
    members.commit_offsets(group, member, {0: 2})
    assert members.read_offsets(group) == {0: 2}
    members.leave_group(group, member)
    assert reclaimer.reclaim(100) == (0, 3, 0, False)
