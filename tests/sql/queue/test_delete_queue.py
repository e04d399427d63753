"""queen.delete_queue: everything goes but the subscriptions."""

from regent.stores.queue import Queues
from tests.support.rows import rows, value
from tests.support.store import acks, pop, push

TABLES = (
    "queues",
    "partitions",
    "messages",
    "consumer_groups",
    "partition_consumers",
    "attempts",
    "dead_letter_queue",
)


def used(store: Queues, queue: str) -> None:
    """A queue with a row in every table."""
    for partition in "ab":
        push(store, queue, 1, 2, partition=partition)
    lease = pop(store, queue, group="g", batch=2)
    store.ack(acks(lease, lease.messages[0], group="g", status="dlq"))
    store.ack(acks(lease, lease.messages[1], group="g", status="failed"))


def counts(owner_url: str) -> list[int]:
    return [value(owner_url, f"select count(*) from queen.{table}") for table in TABLES]


def test_a_queue_goes_with_all_its_rows(store: Queues, owner_url: str) -> None:
    used(store, "q")
    assert counts(owner_url) == [1, 2, 4, 1, 2, 1, 1]
    assert store.delete_queue("q") is True
    assert counts(owner_url) == [0] * 7
    assert store.delete_queue("q") is False


def test_other_queues_are_left_alone(store: Queues, owner_url: str) -> None:
    used(store, "kept")
    before = counts(owner_url)
    used(store, "q")
    store.delete_queue("q")
    assert counts(owner_url) == before


def test_subscriptions_stay_on_record(store: Queues, owner_url: str) -> None:
    used(store, "q")
    store.delete_queue("q")
    assert rows(
        owner_url, "select consumer_group, queue_name from queen.consumer_groups_metadata"
    ) == [{"consumer_group": "g", "queue_name": "q"}]


def test_a_queue_made_again_starts_anew(store: Queues) -> None:
    used(store, "q")
    store.delete_queue("q")
    push(store, "q", "new", partition="a")
    (message,) = pop(store, "q", group="g").messages
    assert (message.payload, message.offset, message.delivery) == ('"new"', 0, 1)


def test_deleting_a_partition_by_hand_takes_its_rows_along(store: Queues, owner_url: str) -> None:
    """Operators and Queen's own tests use this statement."""
    used(store, "q")
    rows(owner_url, "delete from queen.partitions where name = 'a'")
    assert counts(owner_url) == [1, 1, 2, 1, 1, 0, 0]
    assert value(owner_url, "select partition_count from queen.queues") == 1


def test_deleting_queues_by_pattern_as_the_clients_tests_do(store: Queues, owner_url: str) -> None:
    for queue in ("test-1", "test-2", "other"):
        used(store, queue)
    rows(owner_url, "DELETE FROM queen.queues WHERE name LIKE 'test-%'")
    assert counts(owner_url) == [1, 2, 4, 1, 2, 1, 1]
