"""The views that monitoring, the console and the jobs read."""

from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.clock import Clock, StoppedClock
from tests.support.members import group_on, produce, settled
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, pop, push

STATUS = 'select status from queen.messages_status where consumer_group = %s order by "offset"'


def statuses(url: str, group: str) -> list[str]:
    return [row["status"] for row in rows(url, STATUS, (group,))]


def test_messages_status_tells_every_state(store: Queues, url: str) -> None:
    configure(store, "q", retry_delay=60_000)
    push(store, "q", *range(6))
    complete(store, pop(store, "q", group="g"), "g")
    lease = pop(store, "q", group="g", batch=3)
    assert statuses(url, "g") == [
        *("completed", "processing", "processing", "processing"),
        *("pending", "pending"),
    ]
    store.ack(acks(lease, lease.messages[0], group="g", status="dlq"))
    store.ack(acks(lease, lease.messages[2], group="g"))
    store.ack(acks(lease, lease.messages[1], group="g", status="failed"))
    assert statuses(url, "g") == [
        *("completed", "dead", "failed", "completed"),
        *("pending", "pending"),
    ]


def test_messages_status_is_a_groups_own(store: Queues, url: str) -> None:
    push(store, "q", 1)
    complete(store, pop(store, "q", group="done"), "done")
    pop(store, "q", group="working")
    pop(store, "q", group="late", mode="new")
    assert statuses(url, "done") == ["completed"]
    assert statuses(url, "working") == ["processing"]
    assert statuses(url, "late") == ["completed"]
    assert statuses(url, "never seen") == []


def test_messages_status_of_what_expired(store: Queues, url: str, clock: Clock) -> None:
    configure(store, "q", ttl=60)
    push(store, "q", 1)
    clock.advance(61)
    push(store, "q", 2)
    pop(store, "q", group="g")
    assert statuses(url, "g") == ["expired", "processing"]


def test_messages_status_goes_back_when_a_lease_runs_out(
    store: Queues, url: str, clock: Clock
) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    clock.advance(301)
    assert statuses(url, "g") == ["pending"]


def test_partition_leases_lists_who_holds_what(store: Queues, url: str) -> None:
    push(store, "q", 1, 2, partition="held")
    push(store, "q", 1, partition="free")
    lease = pop(store, "q", batch=2)
    (row,) = rows(
        url,
        "select consumer_group, message_batch, released_at,"
        "       lease_expires_at - created_at = interval '300 s' as runs"
        "  from queen.partition_leases",
    )
    assert row == {
        "consumer_group": "__QUEUE_MODE__",
        "message_batch": [str(message.id) for message in lease.messages],
        "released_at": None,
        "runs": True,
    }
    store.ack(acks(lease, lease.messages[0]))
    (row,) = rows(url, "select message_batch from queen.partition_leases")
    assert row["message_batch"] == [str(lease.messages[1].id)]


def test_queue_depths_follow_the_slowest_group(store: Queues, url: str) -> None:
    depth = (
        "select current_depth, max_queue_size, remaining_capacity from queen.queue_depths"
        " where queue_name = 'q'"
    )
    configure(store, "q")
    assert list(rows(url, depth)[0].values()) == [0, 0, None]
    configure(store, "q", max_queue_size=10)
    for partition in "ab":
        push(store, "q", 1, 2, partition=partition)
    assert list(rows(url, depth)[0].values()) == [4, 10, 6]
    complete(store, pop(store, "q", group="fast", batch=4, partitions=2), "fast")
    assert list(rows(url, depth)[0].values()) == [0, 10, 10]
    complete(store, pop(store, "q", group="slow"), "slow")
    assert list(rows(url, depth)[0].values()) == [3, 10, 7]


def test_queue_depths_count_what_is_open_not_what_is_behind_the_cursor(
    store: Queues, url: str
) -> None:
    depth = "select current_depth from queen.queue_depths"
    push(store, "q", *range(4))
    first = pop(store, "q", group="first", batch=4)
    store.ack(acks(first, *first.messages[1:3], group="first"))
    assert value(url, depth) == 2
    second = pop(store, "q", group="second", batch=4)
    assert value(url, depth) == 4
    store.ack(acks(second, *second.messages[1:], group="second"))
    assert value(url, depth) == 2  # the slowest has most left, though both stand at one cursor
    complete(store, first, "first")
    assert value(url, depth) == 1


BACKLOGS = (
    "select consumer_group, partition_name, open_messages, processing from queen.group_backlogs"
    " order by 1, 2"
)


def backlogs(url: str) -> list[tuple[object, ...]]:
    return [tuple(row.values()) for row in rows(url, BACKLOGS)]


def test_group_backlogs_counts_what_is_open_and_what_is_held(store: Queues, url: str) -> None:
    push(store, "q", *range(5), partition="a")
    push(store, "q", *range(2), partition="b")
    lease = pop(store, "q", "a", group="g", batch=3)
    pop(store, "q", group="late", mode="new")
    assert backlogs(url) == [("g", "a", 5, 3)]
    store.ack(acks(lease, lease.messages[1], group="g"))
    assert backlogs(url) == [("g", "a", 4, 2)]
    store.ack(acks(lease, lease.messages[0], lease.messages[2], group="g"))
    assert backlogs(url) == [("g", "a", 2, 0)]
    push(store, "q", 9, partition="b")
    assert backlogs(url) == [("g", "a", 2, 0), ("late", "b", 1, 0)]


def test_group_backlogs_knows_resting_partitions(store: Queues, url: str) -> None:
    configure(store, "q", retry_delay=60_000)
    push(store, "q", 1, 2)
    lease = pop(store, "q", group="g")
    store.ack(acks(lease, group="g", status="failed"))
    assert backlogs(url) == [("g", "Default", 2, 0)]


def test_group_backlogs_tells_the_age_of_a_message_that_was_given_back(
    store: Queues, url: str, clock: Clock
) -> None:
    """Giving a message back sends its partition behind others; the message gets no younger."""
    pushed_at = "select created_at = oldest_at from queen.group_backlogs b, queen.messages m"
    push(store, "q", 1)
    clock.advance(100)
    lease = pop(store, "q", group="g")
    store.ack(acks(lease, group="g", status="retry"))
    assert rows(url.replace("//regent_api@", "//postgres@"), pushed_at) == [{"?column?": True}]


def test_the_views_know_groups_with_members(
    members: Members, url: str, stopped_clock: StoppedClock
) -> None:
    """Their lag is in the views in which groups that pop have theirs."""
    group = group_on(members, partitions=3)
    produce(members, "t", *range(5), partition=0)
    (member,) = settled(members, stopped_clock, group, "a")
    produce(members, "t", *range(2), partition=2)
    assert backlogs(url) == [(group, "0", 5, 0), (group, "2", 2, 0)]
    members.commit_offsets(group, member, {0: 3, 2: 2})
    assert backlogs(url) == [(group, "0", 2, 0)]
    stopped_clock.advance(7)
    age = (
        "select extract(epoch from queen.now() - oldest_at)::float as age from queen.group_backlogs"
    )
    assert rows(url, age) == [{"age": 7.5}]
    by_partition = (
        "select status from queen.messages_status where consumer_group = %s"
        ' order by partition_id, "offset"'
    )
    assert [row["status"] for row in rows(url, by_partition, (group,))] == [
        *("completed", "completed", "completed", "pending", "pending"),
        *("completed", "completed"),
    ]
    assert rows(url, "select * from queen.partition_leases") == []
    members.commit_offsets(group, member, {0: 5})
    assert backlogs(url) == []
    produce(members, "t", 1, partition=0)
    assert backlogs(url) == [(group, "0", 1, 0)]
