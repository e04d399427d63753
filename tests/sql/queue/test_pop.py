"""queen.pop: the oldest message first, one holder of a partition, and the rows of a group."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from regent.stores.queue import Queues
from regent.stores.queue_types import Lease
from tests.support.clock import Clock, StoppedClock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, payloads, pop, push

ROW = (
    "select committed, ready, rest_until, lease_id, batch_end, handed"
    "  from queen.partition_consumers"
)


def drained(store: Queues, queue: str, **asked: Any) -> list[str]:
    seen: list[str] = []
    while (lease := pop(store, queue, **asked)).messages:
        seen += payloads(lease)
        complete(store, lease)
    return seen


def test_the_oldest_message_comes_first_across_partitions(store: Queues) -> None:
    for number, partition in enumerate("cabcbaacb"):
        push(store, "q", number, partition=partition)
    assert drained(store, "q") == [str(number) for number in range(9)]


def test_the_oldest_message_comes_first_after_partial_consumption(store: Queues) -> None:
    numbers = itertools.count()
    for partition in "aab":
        push(store, "q", next(numbers), partition=partition)
    seen = []
    for partition in "bcabccaabbca":
        lease = pop(store, "q")
        seen += payloads(lease)
        complete(store, lease)
        push(store, "q", next(numbers), partition=partition)
    assert seen + drained(store, "q") == [str(number) for number in range(15)]


def test_the_oldest_message_comes_first_after_a_lease_ran_out(store: Queues, clock: Clock) -> None:
    push(store, "q", "a1", partition="a")
    push(store, "q", "b1", partition="b")
    push(store, "q", "a2", partition="a")
    lease = pop(store, "q", batch=2)
    assert payloads(lease) == ['"a1"', '"a2"']
    store.ack(acks(lease, lease.messages[0]))
    clock.advance(301)
    assert payloads(pop(store, "q")) == ['"b1"']
    assert payloads(pop(store, "q")) == ['"a2"']


def test_the_oldest_message_comes_first_after_a_failure(store: Queues) -> None:
    configure(store, "q", retry_delay=0)
    push(store, "q", "a1", partition="a")
    push(store, "q", "b1", partition="b")
    lease = pop(store, "q")
    store.ack(acks(lease, status="failed"))
    assert payloads(pop(store, "q")) == ['"a1"']


def test_the_oldest_message_comes_first_after_a_rest(store: Queues, clock: Clock) -> None:
    configure(store, "q", retry_delay=10_000)
    push(store, "q", "a1", partition="a")
    store.ack(acks(pop(store, "q"), status="failed"))
    push(store, "q", "b1", partition="b")
    clock.advance(11)
    push(store, "q", "c1", partition="c")
    assert drained(store, "q") == ['"a1"', '"b1"', '"c1"']


def test_a_pop_passes_over_leased_partitions(store: Queues) -> None:
    for partition in "abc":
        push(store, "q", partition, partition=partition)
    assert payloads(pop(store, "q")) == ['"a"']
    assert payloads(pop(store, "q", batch=9, partitions=9)) == ['"b"', '"c"']
    assert payloads(pop(store, "q", batch=9, partitions=9)) == []


def test_concurrent_pops_never_share_a_partition(store: Queues, owner_url: str) -> None:
    for number in range(12):
        push(store, "q", number, number, partition=str(number))
    with ThreadPoolExecutor(8) as pool:
        leases = list(pool.map(lambda _: pop(store, "q", batch=2), range(12)))
    assert sorted(int(m.payload) for lease in leases for m in lease.messages) == sorted(
        [*range(12), *range(12)]
    )
    assert len({lease.id for lease in leases}) == 12


def test_a_lease_id_names_its_partitions(store: Queues, owner_url: str) -> None:
    for partition in "ab":
        push(store, "q", 1, partition=partition)
    lease = pop(store, "q", batch=2, partitions=2)
    fence, *partitions = lease.id.split(".")
    assert [int(name) for name in partitions] == [m.partition_id for m in lease.messages]
    leases = rows(owner_url, "select distinct lease_id::text from queen.partition_consumers")
    assert leases == [{"lease_id": fence}]


def test_a_leased_row_says_what_it_covers(store: Queues, owner_url: str) -> None:
    push(store, "q", 1, 2, 3)
    pop(store, "q", batch=2)
    (row,) = rows(owner_url, ROW)
    assert row.pop("lease_id") is not None
    assert row == {"committed": 0, "ready": True, "rest_until": None, "batch_end": 2, "handed": 2}


def test_a_row_is_idle_when_all_is_done_and_ready_after_the_next_push(
    store: Queues, owner_url: str
) -> None:
    push(store, "q", 1)
    complete(store, pop(store, "q"))
    idle = {
        "committed": 1,
        "ready": False,
        "rest_until": None,
        "lease_id": None,
        "batch_end": None,
        "handed": None,
    }
    assert rows(owner_url, ROW) == [idle]
    push(store, "q", 2)
    assert rows(owner_url, ROW) == [{**idle, "ready": True}]


def test_a_row_rests_until_its_retry(store: Queues, owner_url: str) -> None:
    configure(store, "q", retry_delay=60_000)
    push(store, "q", 1)
    store.ack(acks(pop(store, "q"), status="failed"))
    assert rows(
        owner_url,
        "select ready, rest_until - queen.now() between interval '50 s' and interval '60 s' as soon"
        " from queen.partition_consumers",
    ) == [{"ready": False, "soon": True}]
    push(store, "q", 2)  # a push must not wake it early
    assert pop(store, "q").messages == []


def test_an_empty_pop_writes_nothing(store: Queues, owner_url: str) -> None:
    push(store, "q", 1)
    complete(store, pop(store, "q"))
    state = "select xmin, c.* from queen.partition_consumers c"
    before = rows(owner_url, state)
    for _ in range(3):
        assert pop(store, "q").messages == []
    assert rows(owner_url, state) == before


def test_a_first_pop_makes_a_row_for_each_partition(store: Queues, owner_url: str) -> None:
    for partition in "abc":
        push(store, "q", 1, 2, partition=partition)
    pop(store, "q", group="new", mode="new")
    assert value(
        owner_url, "select array_agg(committed) from queen.partition_consumers where not ready"
    ) == [2, 2, 2]
    push(store, "q", 1, partition="d")
    assert [m.partition for m in pop(store, "q", group="new", batch=9).messages] == ["d"]


def test_a_pop_of_a_named_partition_follows_that_one_only(store: Queues, owner_url: str) -> None:
    for partition in "ab":
        push(store, "q", partition, partition=partition)
    assert payloads(pop(store, "q", "b", group="g")) == ['"b"']
    assert value(owner_url, "select count(*) from queen.partition_consumers") == 1
    assert payloads(pop(store, "q", group="g")) == ['"a"']


def test_a_pop_skips_messages_that_were_deleted(store: Queues, owner_url: str) -> None:
    push(store, "q", *range(10))
    rows(owner_url, 'delete from queen.messages where "offset" in (0, 1, 4, 9)')
    assert drained(store, "q", batch=2) == ["2", "3", "5", "6", "7", "8"]
    push(store, "q", 10)
    assert drained(store, "q") == ["10"]


def test_a_pop_of_nothing_but_deleted_messages_is_empty(store: Queues, owner_url: str) -> None:
    push(store, "q", *range(10))
    rows(owner_url, "delete from queen.messages")
    assert pop(store, "q", batch=5).messages == []
    push(store, "q", 10)
    assert payloads(pop(store, "q", batch=5)) == ["10"]


def test_ttl_does_not_let_a_young_message_overtake(store: Queues, clock: Clock) -> None:
    configure(store, "q", ttl=60)
    push(store, "q", "a1", partition="a")
    clock.advance(30)
    push(store, "q", "b1", partition="b")
    clock.advance(10)
    push(store, "q", "a2", partition="a")
    clock.advance(25)
    assert drained(store, "q") == ['"b1"', '"a2"']


def deliveries(lease: Lease) -> list[tuple[str, int, int]]:
    return [(m.payload, m.delivery, m.failed_attempts) for m in lease.messages]


def test_a_delivery_is_counted_for_each_message_that_comes_again(
    store: Queues, clock: Clock, owner_url: str
) -> None:
    configure(store, "q", retry_delay=0)
    push(store, "q", *range(6))
    assert deliveries(pop(store, "q", batch=4)) == [(str(n), 1, 0) for n in range(4)]
    clock.advance(301)
    halved = pop(store, "q", batch=4)
    assert deliveries(halved) == [("0", 2, 1), ("1", 2, 0)]
    complete(store, halved)
    lease = pop(store, "q", batch=3)
    assert deliveries(lease) == [("2", 2, 0), ("3", 2, 0), ("4", 1, 0)]
    store.ack(acks(lease, lease.messages[1]))
    store.ack(acks(lease, lease.messages[0], status="retry"))
    lease = pop(store, "q", batch=9)
    assert deliveries(lease) == [("2", 3, 0), ("4", 2, 0), ("5", 1, 0)]
    store.ack(acks(lease, lease.messages[1], status="failed"))
    lease = pop(store, "q", batch=9)
    assert deliveries(lease) == [("2", 4, 0), ("4", 3, 1), ("5", 2, 0)]
    complete(store, lease)
    assert value(owner_url, "select redelivered from queen.partition_consumers") is None
    push(store, "q", 6)
    assert deliveries(pop(store, "q")) == [("6", 1, 0)]


def test_deliveries_are_a_groups_own(store: Queues, clock: Clock) -> None:
    push(store, "q", 0)
    for group in ("one", "one", "two"):
        pop(store, "q", group=group)
        clock.advance(301)
    assert deliveries(pop(store, "q", group="one")) == [("0", 3, 2)]
    assert deliveries(pop(store, "q", group="two")) == [("0", 2, 1)]


def test_deliveries_are_remembered_up_to_a_hundred_ends_of_leases(
    store: Queues, owner_url: str
) -> None:
    """The row stays small however often a batch of another size is given back."""
    push(store, "q", *range(120))
    for size in range(1, 121):
        lease = pop(store, "q", batch=size)
        store.ack(acks(lease, lease.messages[0], status="retry"))
    assert (
        value(
            owner_url,
            "select count(*) from queen.partition_consumers, jsonb_object_keys(redelivered)",
        )
        == 100
    )
    again = pop(store, "q", batch=120).messages
    assert [again[place].delivery for place in (0, 1, 99, 100)] == [101, 100, 2, 1]


def test_where_a_group_starts_is_logged_at_debug(
    store: Queues, caplog: pytest.LogCaptureFixture, stopped_clock: StoppedClock
) -> None:
    caplog.set_level("DEBUG", "regent.database")
    push(store, "q", 1)
    instant = datetime(2029, 12, 31, tzinfo=UTC)
    pop(store, "q", group="from now on", mode="new")
    pop(store, "q", group="from then on", mode="timestamp", instant=instant)
    pop(store, "q")
    pop(store, "later", group="a\nb", mode="new")
    stopped_clock.advance(60)
    push(store, "later", 2)
    pop(store, "later", group="c")
    decided = {record.getMessage() for record in caplog.records}
    assert decided == {
        'group "from now on" subscribed: mode new, queue "q", partition "", namespace "", task ""',
        'group "from now on" starts on queue "q": new messages only, as its pop says',
        (
            'group "from then on" subscribed: mode timestamp, queue "q", partition "", namespace'
            ' "", task ""'
        ),
        (
            'group "from then on" starts on queue "q": from 2029-12-31T00:00:00.000000Z, as its pop'
            " says"
        ),
        'group "__QUEUE_MODE__" starts on queue "q": all that is kept, as its pop says',
        'group "a\\nb" subscribed: mode new, queue "later", partition "", namespace "", task ""',
        'group "c" subscribed: mode all, queue "later", partition "", namespace "", task ""',
        'group "c" starts on queue "later": all that is kept, as its pop says',
    }
    assert {record.levelname for record in caplog.records} == {"DEBUG"}
    caplog.clear()
    pop(store, "q", group="from now on", mode="new")
    assert caplog.records == []


def test_a_group_that_comes_back_starts_where_its_subscription_says(
    store: Queues, caplog: pytest.LogCaptureFixture, owner_url: str, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1)
    stopped_clock.advance(1)
    pop(store, "q", group="g", mode="new")
    rows(owner_url, "delete from queen.consumer_groups")
    stopped_clock.advance(60)
    caplog.set_level("DEBUG", "regent.database")
    assert pop(store, "q", group="g", mode="all").messages == []
    assert caplog.messages == [
        (
            'group "g" starts on queue "q": from 2030-01-01T00:00:01.000000Z, as its subscription'
            " of 2030-01-01T00:00:01.000000Z says"
        )
    ]
