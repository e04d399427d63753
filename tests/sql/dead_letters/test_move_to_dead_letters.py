"""queen.move_to_dead_letters: a message is given up by hand, for one group."""

from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import AlreadyCompleted, GroupNotFound, LeaseLive, MessageNotFound
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from regent.stores.queue_types import QUEUE_MODE
from tests.support.clock import Clock
from tests.support.rows import dead_letters, rows
from tests.support.store import acks, complete, configure, payloads, pop, push


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


def fresh(store: Queues, count: int = 3, group: str = QUEUE_MODE, **options: int) -> int:
    """The id of a partition with messages "0", "1", … that a group follows, without a lease."""
    configure(store, "q", **options)
    pop(store, "q", group=group)
    pushed = [push(store, "q", n, transactionId=str(n))[0] for n in range(count)]
    return pushed[0].partition_id


def consumer(owner_url: str, *columns: str) -> tuple[Any, ...]:
    (row,) = rows(owner_url, f"select {', '.join(columns)} from queen.partition_consumers")
    return tuple(row.values())


def test_the_group_passes_over_a_message_that_was_moved(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    partition = fresh(store)
    moved = dead.move_to_dead_letters(partition, "1", QUEUE_MODE, error="not this one")
    assert (moved["queue"], moved["partition"], moved["moved"]) == ("q", "Default", True)
    assert dead_letters(owner_url) == [(1, "moved", "not this one", 0)]
    assert payloads(pop(store, "q", batch=10)) == ["0", "2"]
    assert consumer(owner_url, "dead", "popped", "acked") == (1, 2, 0)


def test_the_first_message_is_moved_and_the_cursor_follows(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    partition = fresh(store)
    dead.move_to_dead_letters(partition, "1", QUEUE_MODE)
    dead.move_to_dead_letters(partition, "0", QUEUE_MODE)
    assert consumer(owner_url, "committed", "completed", "ready", "dead") == (2, None, True, 2)
    dead.move_to_dead_letters(partition, "2", QUEUE_MODE)
    assert consumer(owner_url, "committed", "ready") == (3, False)
    push(store, "q", "next")
    assert payloads(pop(store, "q", batch=10)) == ['"next"']


def test_other_groups_get_it_all_the_same(dead: DeadLetters, store: Queues) -> None:
    partition = fresh(store, 1, "g")
    dead.move_to_dead_letters(partition, "0", "g")
    assert pop(store, "q", group="g").messages == []
    assert payloads(pop(store, "q", group="other")) == ["0"]


def test_moved_again_it_stays_as_it_is(dead: DeadLetters, store: Queues, owner_url: str) -> None:
    partition = fresh(store)
    first = dead.move_to_dead_letters(partition, "1", QUEUE_MODE, error="first")
    again = dead.move_to_dead_letters(partition, "1", QUEUE_MODE, error="again")
    assert again == first | {"moved": False}
    assert dead_letters(owner_url) == [(1, "moved", "first", 0)]
    assert consumer(owner_url, "dead") == (1,)


def test_a_message_that_the_group_is_done_with_is_refused(
    dead: DeadLetters, store: Queues, clock: Clock, owner_url: str
) -> None:
    partition = fresh(store)
    lease = pop(store, "q", batch=2)
    complete(store, lease)
    configure(store, "q", ttl=100)
    clock.advance(101)
    pop(store, "q")  # passes over what is left
    for transaction in ("0", "1", "2"):
        with pytest.raises(AlreadyCompleted) as refused:
            dead.move_to_dead_letters(partition, transaction, QUEUE_MODE)
        assert refused.value.detail == {"queue": "q", "consumerGroup": QUEUE_MODE}
    assert dead_letters(owner_url) == []
    assert consumer(owner_url, "dead") == (0,)


def test_a_completed_message_behind_a_gap_is_refused(dead: DeadLetters, store: Queues) -> None:
    partition = fresh(store)
    lease = pop(store, "q", batch=3)
    store.ack(acks(lease, lease.messages[1]))
    with pytest.raises(AlreadyCompleted):
        dead.move_to_dead_letters(partition, "1", QUEUE_MODE, force=True)


def test_a_letter_that_was_purged_is_not_made_again(dead: DeadLetters, store: Queues) -> None:
    partition = fresh(store)
    dead.move_to_dead_letters(partition, "0", QUEUE_MODE)
    dead.purge_dead_letters(LetterFilter(), None, 10)
    with pytest.raises(AlreadyCompleted):
        dead.move_to_dead_letters(partition, "0", QUEUE_MODE)


def test_under_a_live_lease_it_is_refused_unless_forced(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    partition = fresh(store)
    lease = pop(store, "q", batch=2)
    with pytest.raises(LeaseLive) as refused:
        dead.move_to_dead_letters(partition, "0", QUEUE_MODE)
    detail = refused.value.detail or {}
    assert detail["consumerGroup"] == QUEUE_MODE
    assert detail["leaseExpiresAt"].endswith("Z")
    assert dead_letters(owner_url) == []

    assert dead.move_to_dead_letters(partition, "0", QUEUE_MODE, force=True)["moved"] is True
    first, second = store.ack(acks(lease))
    assert (first.success, first.repeated, second.success, second.lease_released) == (
        *(True, True),
        *(True, True),
    )
    assert consumer(owner_url, "committed", "lease_id", "dead", "acked") == (2, None, 1, 1)


def test_the_consumer_of_a_message_moved_by_force_can_give_no_other_verdict(
    dead: DeadLetters, store: Queues
) -> None:
    partition = fresh(store)
    lease = pop(store, "q", batch=2)
    dead.move_to_dead_letters(partition, "1", QUEUE_MODE, force=True)
    (refused,) = store.ack(acks(lease, lease.messages[1], status="failed"))
    assert (refused.success, refused.code) == (False, "ALREADY_ANSWERED")


def test_a_lease_of_which_nothing_is_left_ends(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    partition = fresh(store)
    pop(store, "q", batch=2)
    for transaction in ("0", "1"):
        dead.move_to_dead_letters(partition, transaction, QUEUE_MODE, force=True)
    assert consumer(owner_url, "committed", "lease_id", "ready") == (2, None, True)
    assert payloads(pop(store, "q", batch=10)) == ["2"]


def test_behind_a_live_lease_it_needs_no_force(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    partition = fresh(store)
    lease = pop(store, "q", batch=1)
    assert dead.move_to_dead_letters(partition, "1", QUEUE_MODE)["moved"] is True
    assert consumer(owner_url, "lease_id is null", "batch_end") == (False, 1)
    assert complete(store, lease)[0].lease_released
    assert payloads(pop(store, "q", batch=10)) == ["2"]


def test_a_lease_that_ran_out_ends_first_and_counts(
    dead: DeadLetters, store: Queues, clock: Clock, owner_url: str
) -> None:
    partition = fresh(store)
    pop(store, "q", batch=3)
    clock.advance(301)
    assert dead.move_to_dead_letters(partition, "1", QUEUE_MODE)["moved"] is True
    assert consumer(owner_url, "lease_id", "lapsed", "batch_limit") == (None, 1, 1)
    assert rows(owner_url, 'select "offset", attempts from queen.attempts') == [
        {"offset": 0, "attempts": 1}
    ]
    lease = pop(store, "q", batch=10)
    assert payloads(lease) == ["0"]
    complete(store, lease)
    assert payloads(pop(store, "q", batch=10)) == ["2"]


def test_a_lease_that_ran_out_once_too_often_makes_the_letter_itself(
    dead: DeadLetters, store: Queues, clock: Clock, owner_url: str
) -> None:
    partition = fresh(store, 1, retry_limit=0)
    pop(store, "q")
    clock.advance(301)
    assert dead.move_to_dead_letters(partition, "0", QUEUE_MODE)["moved"] is False
    assert dead_letters(owner_url) == [(0, "retries", "Partition lease expired", 1)]
    assert consumer(owner_url, "dead", "ready") == (1, False)


def test_a_message_that_failed_is_moved_with_its_attempts_and_nobody_rests_for_it(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    partition = fresh(store, retry_delay=60_000)
    lease = pop(store, "q", batch=1)
    answers = acks(lease, status="failed")
    answers[0]["error"] = "try later"
    store.ack(answers)
    assert pop(store, "q").messages == []
    dead.move_to_dead_letters(partition, "0", QUEUE_MODE)
    assert dead_letters(owner_url) == [(0, "moved", "try later", 1)]
    assert consumer(owner_url, "failing", "rest_until") == (False, None)
    assert payloads(pop(store, "q", batch=10)) == ["1", "2"]


def test_who_rests_for_another_message_goes_on_resting(dead: DeadLetters, store: Queues) -> None:
    partition = fresh(store, retry_delay=60_000)
    store.ack(acks(pop(store, "q", batch=1), status="failed"))
    dead.move_to_dead_letters(partition, "1", QUEUE_MODE)
    assert pop(store, "q").messages == []


def test_a_group_that_never_was_here_is_refused(dead: DeadLetters, store: Queues) -> None:
    partition = fresh(store, 1)
    with pytest.raises(GroupNotFound) as refused:
        dead.move_to_dead_letters(partition, "0", "nobody")
    assert refused.value.detail == {
        "queue": "q",
        "partition": "Default",
        "consumerGroup": "nobody",
    }


def test_a_group_that_follows_another_partition_is_refused(
    dead: DeadLetters, store: Queues
) -> None:
    pop(store, "q", "other", group="g")
    push(store, "q", 1, partition="other")
    partition = push(store, "q", 1, transactionId="t")[0].partition_id
    with pytest.raises(GroupNotFound):
        dead.move_to_dead_letters(partition, "t", "g")


def test_a_message_that_is_not_there_is_refused(dead: DeadLetters, store: Queues) -> None:
    partition = fresh(store)
    for place in ((partition, "never pushed"), (partition + 1, "0")):
        with pytest.raises(MessageNotFound) as refused:
            dead.move_to_dead_letters(*place, QUEUE_MODE)
        assert refused.value.detail == {"partitionId": str(place[0])}
