"""In a queue with a fixed number of partitions a key chooses that of a push, as for `produce`."""

from __future__ import annotations

import random
from zlib import crc32

import pytest

from regent.errors import MixedPartitions, QueueFull, UnknownPartition
from regent.stores.members import Members
from regent.stores.queue import Queues
from regent.stores.queue_types import PushItem
from regent.stores.wire import PushBatch
from tests.races.sessions import rewrite
from tests.sql.queue.conftest import Ways
from tests.support.clock import StoppedClock
from tests.support.rows import rows, value
from tests.support.store import configure, pop, push

WORDS = [*(f"k{number}" for number in range(20)), "ü", "日本", "x" * 255, " "]
#: Its hash is odd, so it moves from partition 1 of 2 to partition 3 of 4.
MOVING = next(word for word in map(str, range(99)) if crc32(word.encode()) % 4 == 3)
PLACES = (
    "select m.transaction_text as id, p.name from queen.messages m"
    " join queen.partitions p on p.id = m.partition_id where transaction_text is not null"
)
PARTITIONS = (
    "select p.name, p.id from queen.partitions p join queen.queues q on q.id = p.queue_id"
    " where q.name = 'q'"
)


def keyed(key: str | None, transaction: str, **fields: str) -> PushItem:
    return {"queue": "q", "payload": 1, "key": key, "transactionId": transaction, **fields}  # type: ignore[typeddict-item]


def places(owner_url: str) -> dict[str, str]:
    """The partition of each message, by its transaction id."""
    return {row["id"]: row["name"] for row in rows(owner_url, PLACES)}


def test_a_push_and_a_produce_agree_on_each_key(
    store: Queues, members: Members, owner_url: str
) -> None:
    members.create_topic("q", 7)
    for number, word in enumerate(WORDS):
        store.push([keyed(word, f"pushed {number}")])
        members.produce("q", [{"value": 1, "key": word, "transactionId": f"made {number}"}])
    store.push([keyed(word, f"together {number}") for number, word in enumerate(WORDS)])
    found = places(owner_url)
    for number, word in enumerate(WORDS):
        named = str(crc32(word.encode()) % 7)
        assert [found[f"{how} {number}"] for how in ("pushed", "made", "together")] == [named] * 3


def test_a_keyed_message_goes_the_short_way(store: Queues, ways: Ways) -> None:
    configure(store, "q", partitions=3)
    for word in WORDS:
        assert ways.push(keyed(word, word)).is_short


def test_a_queue_that_grew_lately_goes_the_long_way(
    store: Queues, ways: Ways, stopped_clock: StoppedClock
) -> None:
    configure(store, "q", partitions=2)
    configure(store, "q", partitions=4)
    assert not ways.push(keyed(MOVING, "t")).is_short
    assert ways.push(keyed(None, "t", partition="3")).is_short
    assert ways.push(keyed(MOVING, "t", partition="3")).is_short
    stopped_clock.advance(601)
    assert ways.push(keyed(MOVING, "t")).is_short


def test_a_key_chooses_nothing_where_partitions_have_names(
    store: Queues, ways: Ways, owner_url: str
) -> None:
    store.push([keyed("a", "t1")])
    assert ways.push(keyed("b", "t2")).is_short
    store.push([keyed("b", "t2"), keyed("c", "t3", partition="p"), keyed("d", "t4")])
    assert places(owner_url) == {"t1": "Default", "t2": "Default", "t3": "p", "t4": "Default"}


def test_a_named_partition_counts_and_not_the_key(store: Queues, owner_url: str) -> None:
    configure(store, "q", partitions=4)
    store.push([keyed(MOVING, "t1", partition="0"), keyed(MOVING, "t2")])
    assert places(owner_url) == {"t1": "0", "t2": "3"}


def test_one_lane_may_be_said_in_three_ways(store: Queues, stopped_clock: StoppedClock) -> None:
    """By name, by a key and by nothing: their messages share a partition, in their order."""
    configure(store, "q", partitions=4)
    for busy in "012":
        stopped_clock.advance(1)
        push(store, "q", 1, partition=busy)
    items: list[PushItem] = [
        keyed(None, "named", partition="3"),
        keyed(MOVING, "by key"),
        keyed(None, "open"),
        keyed(None, "named again", partition="3"),
        keyed(MOVING, "by key"),
    ]
    pushed = store.push(items)
    # The open one avoids the partition that is named, as ever: 0 has rested longest.
    assert [p.partition_id for p in pushed[:2]] == [p.partition_id for p in pushed[3:]]
    assert pushed[2].partition_id != pushed[0].partition_id
    assert [p.duplicate for p in pushed] == [False, False, False, False, True]
    assert pushed[4].message_id == pushed[1].message_id
    lease = pop(store, "q", "3", batch=9)
    assert [m.transaction_id for m in lease.messages] == ["named", "by key", "named again"]
    assert [m.offset for m in lease.messages] == [0, 1, 2]


def test_an_open_message_may_meet_a_keyed_one(store: Queues, owner_url: str) -> None:
    configure(store, "q", partitions=1)
    pushed = store.push([keyed("a", "t1"), keyed(None, "t2"), keyed("b", "t3")])
    assert len({p.partition_id for p in pushed}) == 1
    offsets = rows(owner_url, 'select "offset" from queen.messages order by 1')
    assert [row["offset"] for row in offsets] == [0, 1, 2]


def test_every_partition_named_and_one_left_open_is_refused(store: Queues, owner_url: str) -> None:
    """A keyed message leaves nothing open."""
    configure(store, "q", partitions=2)
    named = [keyed(None, name, partition=name) for name in "01"]
    store.push([*named, keyed("a", "t")])
    with pytest.raises(MixedPartitions):
        store.push([*named, keyed("a", "t"), keyed(None, "u")])
    with pytest.raises(UnknownPartition):
        store.push([keyed("a", "v"), keyed(None, "w", partition="2")])
    assert sorted(places(owner_url)) == ["0", "1", "t"]


def test_queues_of_both_kinds_and_new_ones_share_a_request(store: Queues, owner_url: str) -> None:
    configure(store, "q", partitions=4)
    pushed = store.push(
        [
            {"queue": queue, "key": MOVING, "transactionId": f"{queue} {number}"}
            for number in range(2)
            for queue in ("new", "q", "other")
        ]
    )
    assert [p.queue for p in pushed] == ["new", "q", "other"] * 2
    assert {place: name for place, name in places(owner_url).items() if place.endswith("1")} == {
        "new 1": "Default",
        "q 1": "3",
        "other 1": "Default",
    }


def test_a_maximum_size_and_encryption_hold_for_keyed_messages(store: Queues) -> None:
    configure(store, "q", partitions=4, max_queue_size=3)
    pushed = store.push([keyed("a", "t1"), keyed("b", "t2"), keyed("a", "t1")])
    assert [(p.depth, p.remaining) for p in pushed] == [(2, 1)] * 3
    with pytest.raises(QueueFull):
        store.push([keyed("a", "t3"), keyed("c", "t4")])


def test_pushes_of_several_requests_keep_their_keys(ways: Ways, store: Queues) -> None:
    configure(store, "q", partitions=5)
    chance = random.Random(7)
    for _ in range(20):
        items: list[PushItem] = [
            keyed(chance.choice("abcd"), f"t{chance.randrange(40):02}")
            for _ in range(chance.randint(2, 9))
        ]
        ways.push_together(items)
        store.push(items)


def test_a_request_that_names_default_takes_no_key_along(store: Queues) -> None:
    """Joined with another request, a key still chooses; the wrong name refuses only its own."""
    configure(store, "q", partitions=4)
    wrong = PushBatch([keyed(None, "t1", partition="Default")])
    with pytest.raises(UnknownPartition):
        store.push_together([PushBatch([keyed(MOVING, "t2")]), wrong])
    (pushed,) = store.push(PushBatch([keyed(MOVING, "t2")]))
    named = push(store, "q", 1, partition="3")[0]
    assert pushed.partition_id == named.partition_id


@pytest.mark.parametrize("beside", [[], ["other"]], ids=["alone", "in a batch"])
def test_a_message_that_is_sent_again_after_its_queue_grew_is_stored_once(
    store: Queues, owner_url: str, stopped_clock: StoppedClock, beside: list[str]
) -> None:
    others = [keyed(name, name) for name in beside]
    configure(store, "q", partitions=2)
    first = store.push([keyed(MOVING, "lost answer"), *others])[0]
    configure(store, "q", partitions=4)
    stopped_clock.advance(500)
    again = store.push([keyed(MOVING, "lost answer"), *others])[0]
    assert again.duplicate
    assert (again.message_id, again.partition_id) == (first.message_id, first.partition_id)
    store.push([keyed(MOVING, "new")])
    found = places(owner_url)
    assert (found["lost answer"], found["new"]) == ("1", "3")


def test_a_message_is_found_whose_queue_grew_twice(
    store: Queues, members: Members, owner_url: str, stopped_clock: StoppedClock
) -> None:
    configure(store, "q", partitions=2)
    store.push([keyed(MOVING, "lost answer")])
    members.produce("q", [{"value": 1, "key": MOVING, "transactionId": "lost too"}])
    for count in (4, 11):
        stopped_clock.advance(300)
        configure(store, "q", partitions=count)
    assert store.push([keyed(MOVING, "lost answer")])[0].duplicate
    again = {"value": 1, "key": MOVING, "transactionId": "lost too"}
    assert members.produce("q", [again])[0].duplicate  # type: ignore[list-item]
    assert value(owner_url, "select grown_from from queen.queues") == [2, 4]
    stopped_clock.advance(601)
    configure(store, "q", partitions=12)
    assert value(owner_url, "select grown_from from queen.queues") == [11]


def test_a_size_that_is_forgotten_stores_a_message_twice(store: Queues, owner_url: str) -> None:
    newest = "unnest(q.grown_from[cardinality(q.grown_from):])"
    rewrite(owner_url, "_partition_count_of", ("unnest(q.grown_from)", newest))
    configure(store, "q", partitions=2)
    store.push([keyed(MOVING, "lost answer")])
    for count in (4, 11):
        configure(store, "q", partitions=count)
    assert not store.push([keyed(MOVING, "lost answer")])[0].duplicate


def test_a_transaction_places_keys_too(store: Queues, owner_url: str) -> None:
    configure(store, "q", partitions=4)
    push(store, "in", 1)
    items = [keyed(MOVING, "t1"), keyed("b", "t2"), keyed(MOVING, "t3", partition="0")]
    lease = pop(store, "in")
    done = store.transaction(items, [], [lease.id])
    by_name = {row["name"]: row["id"] for row in rows(owner_url, PARTITIONS)}
    b = str(crc32(b"b") % 4)
    assert [p.partition_id for p in done.pushed] == [by_name["3"], by_name[b], by_name["0"]]
    assert places(owner_url) == {"t1": "3", "t2": b, "t3": "0"}
