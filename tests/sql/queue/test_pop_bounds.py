"""queen.pop: its work is bounded, whatever rests or expires, and so is a named partition's cost."""

from __future__ import annotations

from regent.stores.queue import Queues
from regent.stores.queue_types import PopRequest, Subscription
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import acks, configure, push


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


def test_a_pop_that_finds_only_resting_partitions_stops_and_keeps_what_it_found(
    store: Queues, owner_url: str
) -> None:
    configure(store, "q", delayed_processing=3_600)
    store.push([{"queue": "q", "partition": name} for name in names(1_200)])
    resting = []
    for _ in range(3):
        assert store.pop("q", None, PopRequest()).messages == []
        (row,) = rows(
            owner_url,
            "select count(*) from queen.partition_consumers where rest_until is not null",
        )
        resting.append(row["count"])
    assert resting == [500, 1_000, 1_200]


def test_a_named_partition_that_is_due_is_found_among_hundreds(store: Queues, clock: Clock) -> None:
    store.push([{"queue": "q", "partition": name} for name in names(300)])
    lease = store.pop("q", None, PopRequest(batch=300, partitions=100))
    while lease.messages:
        store.ack(acks(lease, status="failed"))
        lease = store.pop("q", None, PopRequest(batch=300, partitions=100))
    clock.advance(2)
    for name in ("p299", "p0", "p150"):
        assert [m.partition for m in store.pop("q", name, PopRequest()).messages] == [name]


def test_a_nameless_group_that_asks_for_new_messages_gets_the_first_one(store: Queues) -> None:
    new = PopRequest(subscription=Subscription("new"))
    assert store.pop("later", None, new).messages == []
    assert store.pop_matching("ns", "", new).messages == []
    push(store, "later", 1)
    push(store, "ns.a", 2)
    assert [m.payload for m in store.pop("later", None, new).messages] == ["1"]
    assert [m.payload for m in store.pop_matching("ns", "", new).messages] == ["2"]


def test_a_partition_that_is_not_there_is_waited_for_without_a_lock(
    store: Queues, owner_url: str
) -> None:
    configure(store, "q", max_queue_size=10)
    push(store, "q", 1)
    new = PopRequest(group="g", subscription=Subscription("new"))
    assert store.pop("q", "missing", new).messages == []
    before = rows(owner_url, "select xmin::text, xmax::text from queen.queues")
    assert store.pop("q", "missing", new).messages == []
    assert rows(owner_url, "select xmin::text, xmax::text from queen.queues") == before
    store.push([{"queue": "q", "partition": "missing", "payload": 2}])
    assert [m.payload for m in store.pop("q", "missing", new).messages] == ["2"]


def test_what_expired_is_remembered_in_at_most_a_hundred_stretches(
    store: Queues, clock: Clock, owner_url: str
) -> None:
    configure(store, "q", ttl=10)
    for number in range(105):
        push(store, "q", number)
        clock.advance(11)
        push(store, "q", -number)
        assert [m.payload for m in store.pop("q", None, PopRequest(auto_ack=True)).messages]
    (row,) = rows(
        owner_url,
        "select (select count(*) from unnest(passed)) as stretches from queen.partition_consumers",
    )
    assert row["stretches"] == 100


def test_a_message_that_is_given_back_again_and_again_starves_nobody(store: Queues) -> None:
    for name in ("a", "b", "c"):
        push(store, "q", name, partition=name)
    seen = []
    for _ in range(4):
        lease = store.pop("q", None, PopRequest())
        (message,) = lease.messages
        seen.append(message.partition)
        status = "retry" if message.partition == "a" else "completed"
        store.ack(acks(lease, status=status))
    assert seen == ["a", "b", "c", "a"]
