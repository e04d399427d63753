"""queen.count_activity: what happened, exactly once, in the minute, hour and day of its count."""

from collections.abc import Callable
from datetime import datetime

import pytest

from regent.stores.queue import Queues
from regent.stores.status import Activity
from tests.support.clock import Clock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, pop, push

NOTHING = {
    "pushed": 0,
    "popped": 0,
    "acked": 0,
    "failed": 0,
    "lapsed": 0,
    "expired": 0,
    "dead": 0,
}
SUMS = ", ".join(f"coalesce(sum({name}), 0)::integer as {name}" for name in NOTHING)


@pytest.fixture
def count(activity: Activity, owner_url: str) -> Callable[[], dict[str, int]]:
    """``count()`` → what the minutes of all queues hold, after a count."""

    def counted() -> dict[str, int]:
        assert activity.count_activity(force=True)["counted"] is True
        return minutes(owner_url)

    return counted


Count = Callable[[], dict[str, int]]


def minutes(owner_url: str, grain: str = "minute") -> dict[str, int]:
    found = rows(owner_url, f"select {SUMS} from queen.queue_activity where grain = %s", (grain,))
    return found[0]


def totals(owner_url: str) -> dict[str, int]:
    return rows(owner_url, f"select {SUMS} from queen.queue_totals")[0]


def test_nothing_is_counted_as_nothing(activity: Activity, owner_url: str) -> None:
    counted = activity.count_activity()
    assert (counted["counted"], counted["queues"]) == (True, 0)
    assert value(owner_url, "select count(*) from queen.queue_activity") == 0


def test_a_queue_at_rest_has_no_rows(store: Queues, count: Count, owner_url: str) -> None:
    configure(store, "q")
    count()
    assert value(owner_url, "select count(*) from queen.queue_activity") == 0
    assert totals(owner_url) == NOTHING


def test_pushes_pops_and_acks_are_counted_once(store: Queues, count: Count) -> None:
    push(store, "q", 1, 2, 3)
    push(store, "q", 4, partition="other")
    assert count() == {**NOTHING, "pushed": 4}
    lease = pop(store, "q", batch=2)
    assert count() == {**NOTHING, "pushed": 4, "popped": 2}
    complete(store, lease)
    assert count() == {**NOTHING, "pushed": 4, "popped": 2, "acked": 2}
    pop(store, "q", batch=9, partitions=9, auto_ack=True)
    assert count() == {**NOTHING, "pushed": 4, "popped": 4, "acked": 4}
    assert count() == {**NOTHING, "pushed": 4, "popped": 4, "acked": 4}


def test_a_duplicate_is_no_push(store: Queues, count: Count) -> None:
    for _ in range(3):
        push(store, "q", 1, transactionId="t")
    assert count() == {**NOTHING, "pushed": 1}


def test_each_group_is_counted_for_itself(store: Queues, count: Count) -> None:
    push(store, "q", 1, 2)
    for group in ("a", "b"):
        complete(store, pop(store, "q", group=group, batch=2), group)
    assert count() == {**NOTHING, "pushed": 2, "popped": 4, "acked": 4}


def test_failures_and_dead_letters(store: Queues, count: Count) -> None:
    configure(store, "q", retry_limit=1, retry_delay=0)
    push(store, "q", 1, 2)
    for _ in range(2):
        lease = pop(store, "q")
        store.ack(acks(lease, status="failed"))
    lease = pop(store, "q")
    store.ack(acks(lease, status="dlq"))
    assert count() == {**NOTHING, "pushed": 2, "popped": 3, "failed": 2, "dead": 2}


def test_a_message_given_back_for_a_retry_is_no_failure(store: Queues, count: Count) -> None:
    push(store, "q", 1)
    store.ack(acks(pop(store, "q"), status="retry"))
    assert count() == {**NOTHING, "pushed": 1, "popped": 1}


def test_leases_that_ran_out(store: Queues, count: Count, clock: Clock) -> None:
    push(store, "q", 1, partition="a")
    push(store, "q", 1, partition="b")
    pop(store, "q", batch=2, partitions=2)
    clock.advance(301)
    pop(store, "q", "a")
    assert count() == {**NOTHING, "pushed": 2, "popped": 3, "lapsed": 1}


def test_messages_that_expired_or_waited_too_long(
    store: Queues, count: Count, clock: Clock
) -> None:
    configure(store, "short", ttl=60)
    configure(store, "urgent", max_wait_time_seconds=60)
    for queue in ("short", "urgent"):
        push(store, queue, 1, 2)
        complete(store, pop(store, queue))
    clock.advance(61)
    for queue in ("short", "urgent"):
        assert pop(store, queue).messages == []
    assert count() == {
        **NOTHING,
        "pushed": 4,
        "popped": 2,
        "acked": 2,
        "expired": 1,
        "dead": 1,
    }


def test_hour_and_day_hold_the_sum_of_their_counts(
    store: Queues, count: Count, clock: Clock, owner_url: str
) -> None:
    for _ in range(3):
        push(store, "q", 1)
        count()
        clock.advance(61)
    per_grain = rows(
        owner_url,
        "select grain, sum(pushed)::integer as pushed, count(*) > 1 as several,"
        " bool_and(bucket = date_trunc(grain, bucket, 'UTC')) as whole"
        " from queen.queue_activity group by grain order by grain",
    )
    assert [(row["grain"], row["pushed"], row["whole"]) for row in per_grain] == [
        ("day", 3, True),
        ("hour", 3, True),
        ("minute", 3, True),
    ]
    assert per_grain[2]["several"] is True


def test_it_counts_once_a_minute(activity: Activity, store: Queues, clock: Clock) -> None:
    assert activity.count_activity()["counted"] is True
    again = activity.count_activity()
    assert (again["counted"], again["queues"]) == (False, 0)
    assert datetime.fromisoformat(again["countedAt"])
    clock.advance(54)
    assert activity.count_activity()["counted"] is False
    clock.advance(2)
    assert activity.count_activity()["counted"] is True
    assert activity.count_activity(force=True)["counted"] is True


def test_a_count_from_the_future_stops_nothing(activity: Activity, clock: Clock) -> None:
    activity.count_activity()
    clock.advance(-3600)
    assert activity.count_activity()["counted"] is True


def test_depth_and_lag_are_what_was_found(
    store: Queues, count: Count, clock: Clock, owner_url: str
) -> None:
    gauges = (
        "select max(depth) as depth, max(lag_seconds) as lag_seconds from queen.queue_activity"
        " where grain = 'day'"
    )
    push(store, "q", 1, 2, 3)
    count()
    assert rows(owner_url, gauges) == [{"depth": 3, "lag_seconds": 0}]
    assert pop(store, "q", group="other", mode="new").messages == []
    pop(store, "q", group="g", auto_ack=True)
    clock.advance(10)
    count()
    (found,) = rows(owner_url, gauges)
    assert found["depth"] == 3, "an hour and a day keep the most that was found"
    assert 10 <= found["lag_seconds"] < 20


def test_a_count_says_how_things_stand_now(activity: Activity, store: Queues, clock: Clock) -> None:
    push(store, "q", 1, 2, 3)
    pop(store, "q", auto_ack=True)
    store.ack(acks(pop(store, "q"), status="dlq"))
    clock.advance(10)
    said = activity.count_activity(force=True)
    assert (said["depth"], said["dead"]) == (1, 1)
    assert (said["pushed"], said["popped"], said["acked"]) == (3, 2, 1)
    assert 10 <= said["lagSeconds"] < 20
    again = activity.count_activity(force=True)
    assert (again["depth"], again["dead"]) == (1, 0)
    assert (again["pushed"], again["popped"], again["acked"]) == (0, 0, 0)


def test_a_new_group_on_an_old_queue_is_not_behind(
    store: Queues, count: Count, clock: Clock, owner_url: str
) -> None:
    push(store, "q", 1, 2, 3)
    assert pop(store, "q", group="late", mode="new").messages == []
    clock.advance(600)
    count()
    (found,) = rows(
        owner_url, "select depth, lag_seconds from queen.queue_activity where grain = 'minute'"
    )
    assert found == {"depth": 0, "lag_seconds": 0}


def test_what_a_deleted_partition_had_counted_is_not_lost(
    store: Queues, count: Count, owner_url: str
) -> None:
    push(store, "q", 1, 2, partition="kept")
    push(store, "q", 3, 4, 5, partition="gone")
    complete(store, pop(store, "q", "gone", batch=2))
    assert count() == {**NOTHING, "pushed": 5, "popped": 2, "acked": 2}
    push(store, "q", 6, partition="gone")
    complete(store, pop(store, "q", "gone", batch=1))
    rows(owner_url, "delete from queen.partitions where name = 'gone'")
    expected = {**NOTHING, "pushed": 6, "popped": 3, "acked": 3}
    assert count() == expected
    assert totals(owner_url) == expected
    assert count() == expected
    push(store, "q", 7, partition="gone")
    assert count() == {**expected, "pushed": 7}


def test_what_a_deleted_group_had_counted_is_not_lost(
    store: Queues, count: Count, owner_url: str
) -> None:
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="gone", batch=1), "gone")
    count()
    complete(store, pop(store, "q", group="gone", batch=1), "gone")
    rows(owner_url, "delete from queen.consumer_groups where name = 'gone'")
    expected = {**NOTHING, "pushed": 2, "popped": 2, "acked": 2}
    assert count() == expected
    assert count() == expected
    complete(store, pop(store, "q", group="gone", batch=2), "gone")
    assert count() == {**expected, "popped": 4, "acked": 4}


def test_rows_of_consumers_that_are_deleted_alone_are_not_lost(
    store: Queues, count: Count, owner_url: str
) -> None:
    push(store, "q", 1)
    complete(store, pop(store, "q", group="g"), "g")
    rows(owner_url, "delete from queen.partition_consumers")
    assert count() == {**NOTHING, "pushed": 1, "popped": 1, "acked": 1}


def everything(owner_url: str) -> dict[str, int]:
    """All that ever happened, deleted queues included, as /metrics adds it up."""
    document = value(owner_url, "select queen.read_metrics(10, 10)")
    return document["totals"]  # type: ignore[no-any-return]


def test_a_deleted_queue_takes_its_series_along_and_lowers_no_sum(
    store: Queues, count: Count, owner_url: str
) -> None:
    for queue in ("stays", "goes"):
        push(store, queue, 1, 2)
        complete(store, pop(store, queue), "__QUEUE_MODE__")
    before = everything(owner_url)
    assert before == {**NOTHING, "pushed": 4, "popped": 2, "acked": 2}
    count()
    store.delete_queue("goes")
    assert everything(owner_url) == before
    assert count() == {**NOTHING, "pushed": 2, "popped": 1, "acked": 1}
    assert everything(owner_url) == before
    push(store, "goes", 3)
    assert count() == {**NOTHING, "pushed": 3, "popped": 1, "acked": 1}
    assert everything(owner_url) == {**before, "pushed": 5}


def test_what_deletions_left_is_added_up(store: Queues, count: Count, owner_url: str) -> None:
    left = "select queue_id > 0 as there, pushed from queen.deleted_counts order by 1"
    for name in ("a", "b", "c"):
        push(store, "stays", 1, partition=name)
        push(store, "goes", 1, partition=name)
    for name in ("a", "b", "c"):
        rows(owner_url, "delete from queen.partitions where name = %s", (name,))
    assert len(rows(owner_url, left)) == 6
    store.delete_queue("goes")
    count()
    assert rows(owner_url, left) == [
        {"there": False, "pushed": 3},
        {"there": True, "pushed": 3},
    ]
    count()
    assert len(rows(owner_url, left)) == 2


def test_what_is_too_old_is_deleted(
    store: Queues, count: Count, clock: Clock, owner_url: str
) -> None:
    def kept() -> dict[str, int]:
        found = rows(
            owner_url, "select grain, sum(pushed)::integer from queen.queue_activity group by 1"
        )
        return {row["grain"]: row["sum"] for row in found}

    day = 86_400
    push(store, "q", 1)
    pop(store, "q", auto_ack=True)
    count()
    assert kept() == {"minute": 1, "hour": 1, "day": 1}
    clock.advance(2 * day + 120)
    count()
    assert kept() == {"hour": 1, "day": 1}
    clock.advance(88 * day + 3700)
    count()
    assert kept() == {"day": 1}
    clock.advance(3 * 366 * day)
    count()
    assert kept() == {}


def test_old_rows_are_deleted_some_at_a_time(store: Queues, count: Count, owner_url: str) -> None:
    configure(store, "q")
    rows(
        owner_url,
        "insert into queen.queue_activity"
        " select q.id, 'minute', date_trunc('minute', now()) - interval '3 days' - i * interval"
        " '1 minute', 1, 0, 0, 0, 0, 0, 0, 0, 0 from queen.queues q, generate_series(1, 2500) i",
    )
    assert [count()["pushed"] for _ in range(4)] == [1496, 492, 0, 0]
