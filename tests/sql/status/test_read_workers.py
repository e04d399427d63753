"""queen.read_workers: efficiency, leased partitions, how long a lease takes."""

from datetime import timedelta
from typing import Any

from regent.stores.queue import Queues
from regent.stores.status import Activity, Span
from tests.support.clock import Clock
from tests.support.rows import rows, value
from tests.support.store import complete, configure, pop, push


def workers(activity: Activity, queue: str | None = None) -> dict[str, Any]:
    return {found["queueName"]: found for found in activity.read_workers(Span(), queue)["queues"]}


def test_a_queue_at_rest_has_nothing_to_tell(store: Queues, activity: Activity) -> None:
    configure(store, "q")
    assert workers(activity) == {
        "q": {
            "queueName": "q",
            "popCount": 0,
            "ackCount": 0,
            "efficiencyPercent": None,
            "partitions": 1,
            "leasedPartitions": 0,
            "utilizationPercent": 0,
            "leasesEnded": 0,
            "avgProcessingSeconds": None,
            "maxProcessingSeconds": None,
            "lagSeconds": 0,
        }
    }


def test_efficiency_is_what_was_completed_of_what_was_handed_out(
    store: Queues, activity: Activity, clock: Clock
) -> None:
    push(store, "q", 1, 2, 3)
    complete(store, pop(store, "q"))
    pop(store, "q", batch=2)
    clock.advance(301)
    pop(store, "q")
    activity.count_activity()
    found = workers(activity)["q"]
    assert (found["popCount"], found["ackCount"]) == (4, 1)
    assert found["efficiencyPercent"] == 25


def test_utilization_is_the_part_of_partitions_that_are_leased(
    store: Queues, activity: Activity, clock: Clock
) -> None:
    for name in ("a", "b", "c"):
        push(store, "q", 1, partition=name)
    pop(store, "q", "a", group="g")
    pop(store, "q", "a", group="h")
    found = workers(activity)["q"]
    assert (found["leasedPartitions"], found["utilizationPercent"]) == (1, 33.33)
    clock.advance(301)
    assert workers(activity)["q"]["utilizationPercent"] == 0


def test_processing_time_is_that_of_each_partitions_last_lease(
    store: Queues, activity: Activity, clock: Clock
) -> None:
    for name, seconds in (("a", 10), ("b", 20)):
        push(store, "q", 1, partition=name)
        lease = pop(store, "q", name)
        clock.advance(seconds)
        complete(store, lease)
    push(store, "q", 1, partition="auto")
    pop(store, "q", auto_ack=True)
    found = workers(activity)["q"]
    assert found["leasesEnded"] == 2
    assert 15 <= found["avgProcessingSeconds"] < 20
    assert 20 <= found["maxProcessingSeconds"] < 25
    clock.advance(3_601)
    assert workers(activity)["q"]["leasesEnded"] == 0


def test_one_queue_by_its_name(store: Queues, activity: Activity) -> None:
    for queue in ("a", "b"):
        push(store, queue, 1, 2)
        pop(store, queue, auto_ack=True)
    activity.count_activity()
    found = activity.read_workers(Span(), "b")
    assert [queue["queueName"] for queue in found["queues"]] == ["b"]
    assert sum(point["popped"] for point in found["points"]) == 1
    assert (found["pending"], found["queuesLeftOut"]) == (1, 0)
    assert activity.read_workers(Span(), "nowhere")["queues"] == []


def test_of_many_queues_those_that_popped_most(
    store: Queues, activity: Activity, owner_url: str
) -> None:
    for number in range(1, 5):
        push(store, f"q{number}", *range(number))
        pop(store, f"q{number}", batch=9, auto_ack=True)
    activity.count_activity()
    now = value(owner_url, "select queen.now()")
    (found,) = rows(
        owner_url,
        "select queues, queues_left_out from queen.read_workers(%s, null, null, 2)",
        (now - timedelta(hours=1),),
    )
    assert [queue["queueName"] for queue in found["queues"]] == ["q4", "q3"]
    assert found["queues_left_out"] == 2
