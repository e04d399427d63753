"""The views: what monitoring, the console and the jobs read."""

from regent.queues import Queues
from tests.conftest import Clock
from tests.steps import rows
from tests.stores import configured, finish, put, take, verdicts

STATUS = 'select status from queen.messages_status where consumer_group = %s order by "offset"'


def statuses(url: str, group: str) -> list[str]:
    return [row["status"] for row in rows(url, STATUS, (group,))]


def test_messages_status_tells_every_state(store: Queues, url: str) -> None:
    configured(store, "q", retry_delay=60_000)
    put(store, "q", *range(6))
    finish(store, take(store, "q", group="g"), "g")
    lease = take(store, "q", group="g", batch=3)
    assert statuses(url, "g") == [
        *("completed", "processing", "processing", "processing"),
        *("pending", "pending"),
    ]
    store.ack(verdicts(lease, lease.messages[0], group="g", status="dlq"))
    store.ack(verdicts(lease, lease.messages[2], group="g"))
    store.ack(verdicts(lease, lease.messages[1], group="g", status="failed"))
    assert statuses(url, "g") == [
        *("completed", "dead", "failed", "completed"),
        *("pending", "pending"),
    ]


def test_messages_status_is_a_groups_own(store: Queues, url: str) -> None:
    put(store, "q", 1)
    finish(store, take(store, "q", group="done"), "done")
    take(store, "q", group="working")
    take(store, "q", group="late", mode="new")
    assert statuses(url, "done") == ["completed"]
    assert statuses(url, "working") == ["processing"]
    assert statuses(url, "late") == ["completed"]
    assert statuses(url, "never seen") == []


def test_messages_status_of_what_expired(store: Queues, url: str, clock: Clock) -> None:
    configured(store, "q", ttl=60)
    put(store, "q", 1)
    clock.advance(61)
    put(store, "q", 2)
    take(store, "q", group="g")
    assert statuses(url, "g") == ["expired", "processing"]


def test_messages_status_goes_back_when_a_lease_runs_out(
    store: Queues, url: str, clock: Clock
) -> None:
    put(store, "q", 1)
    take(store, "q", group="g")
    clock.advance(301)
    assert statuses(url, "g") == ["pending"]


def test_partition_leases_lists_who_holds_what(store: Queues, url: str) -> None:
    put(store, "q", 1, 2, partition="held")
    put(store, "q", 1, partition="free")
    lease = take(store, "q", batch=2)
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
    store.ack(verdicts(lease, lease.messages[0]))
    (row,) = rows(url, "select message_batch from queen.partition_leases")
    assert row["message_batch"] == [str(lease.messages[1].id)]


def test_queue_depths_follow_the_slowest_group(store: Queues, url: str) -> None:
    depth = (
        "select current_depth, max_queue_size, remaining_capacity from queen.queue_depths"
        " where queue_name = 'q'"
    )
    configured(store, "q")
    assert list(rows(url, depth)[0].values()) == [0, 0, None]
    configured(store, "q", max_queue_size=10)
    for partition in "ab":
        put(store, "q", 1, 2, partition=partition)
    assert list(rows(url, depth)[0].values()) == [4, 10, 6]
    finish(store, take(store, "q", group="fast", batch=4, partitions=2), "fast")
    assert list(rows(url, depth)[0].values()) == [0, 10, 10]
    finish(store, take(store, "q", group="slow"), "slow")
    assert list(rows(url, depth)[0].values()) == [3, 10, 7]
