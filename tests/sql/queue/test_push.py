"""queen.push: offsets, order, duplicates, choice of the partition, capacity."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from regent.database import Connection
from regent.errors import MixedPartitions, QueueFull, UnknownPartition
from regent.identifiers import transaction_key
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, pop, push, within

OFFSETS = (
    'select p.name, array_agg(m."offset" order by m."offset") as offsets, max(p.head) as head'
    "  from queen.messages m join queen.partitions p on p.id = m.partition_id"
    " group by 1 order by 1"
)


def offsets(owner_url: str) -> dict[str, tuple[list[int], int]]:
    return {row["name"]: (row["offsets"], row["head"]) for row in rows(owner_url, OFFSETS)}


def test_offsets_count_from_zero_without_gaps(store: Queues, owner_url: str) -> None:
    push(store, "q", 1, 2, partition="a")
    push(store, "q", 3, partition="b")
    push(store, "q", 4, 5, 6, partition="a")
    assert offsets(owner_url) == {"a": ([0, 1, 2, 3, 4], 5), "b": ([0], 1)}


def test_a_duplicate_leaves_no_gap(store: Queues, owner_url: str) -> None:
    push(store, "q", 1, transactionId="x")
    store.push([{"queue": "q", "transactionId": name} for name in ("a", "x", "b", "a", "x", "c")])
    push(store, "q", 2)
    assert offsets(owner_url) == {"Default": ([0, 1, 2, 3, 4], 5)}


def test_a_push_of_duplicates_takes_no_place_in_the_line(store: Queues, clock: Clock) -> None:
    push(store, "q", 1, partition="early", transactionId="x")
    complete(store, pop(store, "q"))
    push(store, "q", 1, partition="early", transactionId="x")
    clock.advance(5)
    push(store, "q", "first", partition="late")
    clock.advance(5)
    push(store, "q", "second", partition="early")
    assert [message.partition for message in pop(store, "q").messages] == ["late"]


def test_a_push_that_is_rolled_back_leaves_no_gap(
    store: Queues, owner_url: str, connect: Callable[[], Connection]
) -> None:
    push(store, "q", 1)
    connection = connect()
    push(within(connection), "q", "taken back")
    connection.rollback()
    push(store, "q", 2)
    assert offsets(owner_url) == {"Default": ([0, 1], 2)}


def test_concurrent_pushes_leave_no_gap_and_lose_nothing(store: Queues, owner_url: str) -> None:
    push(store, "q", "first", partition="a")

    def run(worker: int) -> None:
        for number in range(20):
            partition = "ab"[(worker + number) % 2]
            push(store, "q", worker, number, partition=partition)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(run, range(6)))
    found = offsets(owner_url)
    assert {name: (len(taken), head) for name, (taken, head) in found.items()} == {
        "a": (121, 121),
        "b": (120, 120),
    }
    assert all(taken == list(range(head)) for taken, head in found.values())


def test_created_at_never_goes_back_in_a_partition(
    store: Queues, clock: Clock, owner_url: str
) -> None:
    push(store, "q", 1)
    clock.advance(-3600)
    push(store, "q", 2, 3)
    clock.advance(7200)
    push(store, "q", 4)
    times = [
        row["created_at"]
        for row in rows(owner_url, 'select created_at from queen.messages order by "offset"')
    ]
    assert times[0] == times[1] == times[2] < times[3]


def test_items_of_one_request_share_an_instant(store: Queues, owner_url: str) -> None:
    push(store, "q", *range(50))
    assert value(owner_url, "select count(distinct created_at) from queen.messages") == 1


def test_a_duplicate_names_the_first_message(store: Queues) -> None:
    first, other = store.push(
        [{"queue": "q", "transactionId": "t"}, {"queue": "q", "transactionId": "u"}]
    )
    again = store.push(
        [
            {"queue": "q", "transactionId": "t"},
            {"queue": "q", "transactionId": "new"},
            {"queue": "q", "transactionId": "new"},
        ]
    )
    assert (first.duplicate, other.duplicate) == (False, False)
    assert [(p.duplicate, p.message_id) for p in again] == [
        (True, first.message_id),
        (False, again[1].message_id),
        (True, again[1].message_id),
    ]


def test_duplicates_are_found_in_each_lane_of_a_request(store: Queues) -> None:
    for partition in "ab":
        push(store, "q", 1, partition=partition, transactionId=f"t{partition}")
    pushed = store.push(
        [
            {"queue": "q", "partition": "b", "transactionId": "ta"},
            {"queue": "q", "partition": "a", "transactionId": "ta"},
            {"queue": "r", "partition": "a", "transactionId": "ta"},
            {"queue": "q", "partition": "b", "transactionId": "tb"},
        ]
    )
    assert [p.duplicate for p in pushed] == [False, True, False, True]


def test_a_transaction_id_is_free_again_when_its_message_is_gone(
    store: Queues, owner_url: str
) -> None:
    push(store, "q", 1, transactionId="t")
    rows(owner_url, "delete from queen.messages")
    (again,) = push(store, "q", 2, transactionId="t")
    assert again.duplicate is False


def test_a_text_and_the_uuid_of_its_hash_are_different_ids(store: Queues) -> None:
    key, _ = transaction_key("order-1")
    push(store, "q", 1, transactionId="order-1")
    (other,) = push(store, "q", 2, transactionId="019a1b2c-0000-7000-8000-000000000001")
    assert other.duplicate is False
    assert key[14] == "8"  # no library makes UUIDs of version 8


def test_without_a_partition_a_push_goes_to_the_least_recently_active(
    store: Queues, clock: Clock
) -> None:
    configure(store, "q", partitions=3)
    for partition in ("2", "0", "1"):
        clock.advance(1)
        push(store, "q", 1, partition=partition)
    chosen = []
    for _ in range(4):
        clock.advance(1)
        (pushed,) = push(store, "q", 1)
        chosen.append(pushed.partition_id)
    by_name = {name: push(store, "q", 1, partition=name)[0].partition_id for name in "012"}
    assert chosen == [by_name["2"], by_name["0"], by_name["1"], by_name["2"]]


def test_one_request_may_name_some_partitions_and_leave_one_open(store: Queues) -> None:
    configure(store, "q", partitions=2)
    pushed = store.push(
        [{"queue": "q", "partition": "0"}, {"queue": "q"}, {"queue": "q", "partition": "0"}]
    )
    assert pushed[0].partition_id == pushed[2].partition_id != pushed[1].partition_id


def test_a_fixed_queue_has_no_other_partitions(store: Queues, owner_url: str) -> None:
    configure(store, "q", partitions=2)
    with pytest.raises(UnknownPartition):
        store.push([{"queue": "q", "partition": "1"}, {"queue": "q", "partition": "Default"}])
    with pytest.raises(MixedPartitions):
        store.push([{"queue": "q", "partition": p} for p in ("0", "1", None)])
    assert value(owner_url, "select count(*) from queen.messages") == 0


def test_a_maximum_size_holds_against_concurrent_pushes(store: Queues, owner_url: str) -> None:
    configure(store, "q", max_queue_size=10)

    def attempt(number: int) -> bool:
        try:
            push(store, "q", number, partition=str(number % 4))
        except QueueFull:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        stored = sum(pool.map(attempt, range(40)))
    assert stored == 10
    assert value(owner_url, "select count(*) from queen.messages") == 10


def test_a_maximum_size_counts_each_new_message_once(store: Queues) -> None:
    configure(store, "q", max_queue_size=3)
    push(store, "q", 1, transactionId="t")
    pushed = store.push([{"queue": "q", "transactionId": t} for t in ("t", "a", "a", "b", "t")])
    assert [(p.depth, p.remaining) for p in pushed] == [(3, 0)] * 5
    with pytest.raises(QueueFull) as raised:
        store.push([{"queue": "q", "transactionId": t} for t in ("a", "c", "d")])
    assert raised.value.detail == {
        "queue": "q",
        "depth": 3,
        "maxSize": 3,
        "remaining": 0,
        "requested": 2,
    }


def test_a_maximum_size_set_again_counts_what_came_meanwhile(store: Queues, owner_url: str) -> None:
    """The queue is so wide that not each push counts its depth."""
    configure(store, "q", max_queue_size=2_000)
    store.push([{"queue": "q", "partition": str(number)} for number in range(1_001)])
    rows(owner_url, "update queen.queues set max_queue_size = 0")
    push(store, "q", *range(1_000))
    rows(owner_url, "update queen.queues set max_queue_size = 2_005")
    with pytest.raises(QueueFull):
        push(store, "q", *range(10))


def test_room_comes_back_with_acks_in_a_wide_queue(store: Queues) -> None:
    configure(store, "q", max_queue_size=1_001)
    store.push([{"queue": "q", "partition": str(number)} for number in range(1_001)])
    with pytest.raises(QueueFull):
        push(store, "q", 1)
    complete(store, pop(store, "q"))
    push(store, "q", 1)
    with pytest.raises(QueueFull):
        push(store, "q", 1)


def test_a_group_that_comes_later_takes_room_for_what_it_has_not_read(store: Queues) -> None:
    configure(store, "q", max_queue_size=2)
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", batch=2))
    push(store, "q", 3)
    pop(store, "q", group="late")
    with pytest.raises(QueueFull):
        push(store, "q", 4)


def test_what_was_completed_out_of_order_makes_room(store: Queues) -> None:
    configure(store, "q", max_queue_size=3)
    push(store, "q", 1, 2, 3)
    lease = pop(store, "q", batch=3)
    store.ack(acks(lease, *lease.messages[1:]))
    (pushed, _) = push(store, "q", 4, 5)
    assert (pushed.depth, pushed.remaining) == (3, 0)
    with pytest.raises(QueueFull):
        push(store, "q", 6)


def test_a_push_tells_the_depth_of_any_queue_when_it_is_asked(store: Queues) -> None:
    configure(store, "limited", max_queue_size=9)
    for partition in "ab":
        push(store, "q", 1, 2, partition=partition)
    push(store, "other", 1)
    complete(store, pop(store, "q", "a", batch=2))
    pushed = store.push(
        [
            {"queue": "q", "partition": "a", "transactionId": "t"},
            {"queue": "limited"},
            {"queue": "q", "partition": "b"},
            {"queue": "new"},
            {"queue": "q", "partition": "a", "transactionId": "t"},
        ],
        depth=True,
    )
    assert [(p.depth, p.remaining) for p in pushed] == [
        *((4, None), (1, 8), (4, None), (1, None), (4, None)),
    ]
