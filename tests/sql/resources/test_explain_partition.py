"""queen.explain_partition: each state in which a partition can be for a group."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from functions.forms.partitions import explained
from regent.database import Database
from regent.errors import PartitionNotFound, QueueNotFound
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance, NamedPartition, Resources, WhichPartitions
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.standings import of_the_list, without_clock
from tests.support.store import acks, complete, configure, payloads, pop, push, request


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


@pytest.fixture
def switches(database: Database) -> Maintenance:
    return Maintenance(database)


def explain(resources: Resources, group: str = "g", partition: str = "Default") -> Any:
    facts = resources.explain_partition(NamedPartition("q", partition), group, "all")
    answer = orjson.loads(orjson.dumps(explained(group, facts)))
    assert of_the_queue(resources, group, partition) == of_the_partition(answer)
    assert of_the_list(resources, WhichPartitions("q", group, start=partition)) == without_clock(
        answer
    )
    return answer


def of_the_partition(answer: Any) -> tuple[str, str | None]:
    """Its state, and why it rests."""
    state = "idle" if answer["state"] in ("empty", "not_subscribed") else answer["state"]
    return state, answer["rest"]["reason"] if state == "resting" else None


def of_the_queue(resources: Resources, group: str, partition: str) -> tuple[str, str | None]:
    """What queen.explain_queue says of a partition."""
    for each in resources.explain_queue("q", group)["states"]:
        if partition in [example["partition"] for example in each["examples"]]:
            state = "idle" if each["state"] == "empty" else each["state"]
            return state, each["restReason"]
    return "idle", None


def places(answer: Any) -> tuple[Any, ...]:
    return tuple(answer[name] for name in ("head", "tail", "cursor", "open", "processing"))


def test_a_partition_with_work_is_ready(resources: Resources, store: Queues, clock: Clock) -> None:
    push(store, "q", 1, 2, 3)
    complete(store, pop(store, "q", group="g"), "g")
    clock.advance(100)
    answer = explain(resources)
    assert answer["state"] == "ready"
    assert answer["sentence"] == (
        "It is ready: 2 messages wait for group g. The next pop of group g gets them."
    )
    assert places(answer) == (3, 0, 1, 2, 0)
    assert 100 <= answer["lagSeconds"] < 110
    assert answer["oldestAt"] is not None
    assert answer["lastConsumedAt"] is not None
    for nothing in ("maintenance", "pausedAt", "lease", "rest", "failure", "firstPop"):
        assert answer[nothing] is None, nothing


def test_a_partition_under_a_lease_is_leased(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    pushed = push(store, "q", 1, 2, 3)
    lease = pop(store, "q", group="g", batch=2)
    clock.advance(100)
    store.ack(acks(lease, lease.messages[0], group="g"))
    answer = explain(resources)
    assert answer["state"] == "leased"
    assert answer["sentence"].startswith("A consumer of group g has held 1 message since ")
    assert "its lease ends in 200 s" in answer["sentence"]
    assert places(answer) == (3, 0, 1, 2, 1)
    held = answer["lease"]
    assert lease.id.startswith(held["id"])
    assert 199 < held["secondsLeft"] <= 200
    assert held["since"] < held["expiresAt"]
    assert held["messages"] == [
        {
            "offset": 1,
            "id": pushed[1].message_id,
            "transactionId": pushed[1].transaction_id,
        }
    ]


def test_the_messages_of_a_large_lease_are_told_in_part(
    resources: Resources, store: Queues
) -> None:
    push(store, "q", *range(150))
    pop(store, "q", group="g", batch=150)
    answer = explain(resources)
    assert answer["processing"] == 150
    assert [message["offset"] for message in answer["lease"]["messages"]] == list(range(100))


def test_a_lease_that_ran_out_unnoticed_is_ready(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="g", batch=2)
    clock.advance(301)
    answer = explain(resources)
    assert answer["state"] == "ready"
    assert answer["sentence"] == (
        "It is ready: 2 messages wait for group g."
        " The last lease ran out unanswered, and nobody has looked since:"
        " the next pop of group g takes it over, which counts as a failed attempt."
    )
    assert (answer["lease"], answer["processing"]) == (None, 0)


def test_a_partition_where_all_is_done_is_empty(resources: Resources, store: Queues) -> None:
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="g", batch=2), "g")
    answer = explain(resources)
    assert answer["state"] == "empty"
    assert answer["sentence"] == (
        "Nothing is open: group g is done with all 2 messages pushed here."
    )
    assert places(answer) == (2, 0, 2, 0, 0)
    assert (answer["oldestAt"], answer["lagSeconds"]) == (None, 0)


def test_a_partition_of_which_all_that_is_open_was_deleted_is_empty(
    resources: Resources, store: Queues, owner_url: str
) -> None:
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="g"), "g")
    rows(owner_url, 'delete from queen.messages where "offset" = 1')
    assert explain(resources)["state"] == "empty"


def test_a_window_buffer_rests(resources: Resources, store: Queues, clock: Clock) -> None:
    configure(store, "q", window_buffer=60)
    push(store, "q", 1)
    assert pop(store, "q", group="g").messages == []
    answer = explain(resources)
    assert (answer["state"], answer["rest"]["reason"]) == ("resting", "window_buffer")
    assert 59 < answer["rest"]["secondsLeft"] <= 60
    assert "until nothing is pushed to the partition any more" in answer["sentence"]
    clock.advance(50)
    push(store, "q", 2)
    clock.advance(20)
    assert 39 < explain(resources)["rest"]["secondsLeft"] <= 40
    clock.advance(41)
    assert explain(resources)["state"] == "ready"


def test_delayed_processing_rests(resources: Resources, store: Queues, clock: Clock) -> None:
    pop(store, "q", group="g")
    configure(store, "q", delayed_processing=60)
    push(store, "q", 1)
    answer = explain(resources)
    assert (answer["state"], answer["rest"]["reason"]) == ("resting", "delayed_processing")
    assert pop(store, "q", group="g").messages == []
    answer = explain(resources)
    assert (answer["state"], answer["rest"]["reason"]) == ("resting", "delayed_processing")
    assert 59 < answer["rest"]["secondsLeft"] <= 60
    assert "the queue delays each message; 1 message waits for group g." in answer["sentence"]
    clock.advance(61)
    assert explain(resources)["state"] == "ready"


def test_a_scheduled_message_rests(resources: Resources, store: Queues, clock: Clock) -> None:
    pop(store, "q", group="g")
    push(store, "q", 1, delaySeconds=60)
    push(store, "q", 2)
    assert pop(store, "q", group="g").messages == []
    answer = explain(resources)
    assert (answer["state"], answer["rest"]["reason"]) == ("resting", "scheduled_message")
    assert "its next message was scheduled for later; 2 messages wait" in answer["sentence"]
    clock.advance(61)
    assert explain(resources)["state"] == "ready"


def test_a_retry_delay_rests_and_then_the_message_is_failing(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    configure(store, "q", retry_delay=60_000, retry_limit=3)
    push(store, "q", 1, 2)
    lease = pop(store, "q", group="g", batch=2)
    (answer,) = acks(lease, lease.messages[0], group="g", status="failed")
    store.ack([{**answer, "error": "card declined"}])
    told = explain(resources)
    assert (told["state"], told["rest"]["reason"]) == ("resting", "retry_delay")
    assert 59 < told["rest"]["secondsLeft"] <= 60
    assert told["failure"]["lastError"] == "card declined"
    clock.advance(61)
    told = explain(resources)
    assert told["state"] == "failing"
    assert told["sentence"] == (
        "The message at offset 0 failed once, the last time with 'card declined', and holds up"
        " those behind it; it becomes a dead letter when it fails 3 times more."
        " The next pop of group g gets them."
    )
    failure = told["failure"]
    assert [failure[name] for name in ("offset", "attempts", "retryLimit", "lastError")] == [
        *(0, 1, 3),
        "card declined",
    ]
    assert failure["lastAttempts"] == [{"at": failure["failedAt"], "error": "card declined"}]
    assert told["rest"] is None


def test_a_message_that_kills_its_consumers_is_failing(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    configure(store, "q", retry_limit=1)
    push(store, "q", 1)
    for _ in range(2):
        assert len(pop(store, "q", group="g").messages) == 1
        clock.advance(301)
    told = explain(resources)
    assert told["state"] == "failing"
    assert told["failure"]["lastError"] == "Partition lease expired"
    assert "it becomes a dead letter when it fails once more" in told["sentence"]
    assert "The last lease ran out unanswered" in told["sentence"]


def test_a_message_behind_the_cursor_that_failed_is_told_but_blocks_nothing(
    resources: Resources, store: Queues
) -> None:
    configure(store, "q", retry_delay=0)
    push(store, "q", 1, 2)
    lease = pop(store, "q", group="g", batch=2)
    store.ack(acks(lease, lease.messages[1], group="g", status="failed"))
    told = explain(resources)
    assert (told["state"], told["failure"]["offset"]) == ("ready", 1)


def test_a_rest_that_nothing_explains_any_more(
    resources: Resources, store: Queues, owner_url: str
) -> None:
    configure(store, "q", window_buffer=60)
    push(store, "q", 1)
    pop(store, "q", group="g")
    rows(owner_url, "update queen.queues set window_buffer = 0")
    told = explain(resources)
    assert (told["state"], told["rest"]["reason"]) == ("resting", "next_look")
    assert "an earlier pop found nothing to hand out before then" in told["sentence"]


def test_maintenance_of_the_system_and_of_the_queue(
    resources: Resources, store: Queues, switches: Maintenance
) -> None:
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="g"), "g")
    switches.switch_maintenance(queue="q", pop=True)
    told = explain(resources)
    assert (told["state"], told["maintenance"]) == ("maintenance", "queue")
    assert told["sentence"] == (
        "Pops of this queue are in maintenance; 1 message waits for group g."
    )
    switches.switch_maintenance(pop=True)
    told = explain(resources)
    assert (told["state"], told["maintenance"]) == ("maintenance", "system")
    assert told["sentence"] == (
        "Pops of all queues are in maintenance; 1 message waits for group g."
    )
    switches.switch_maintenance(pop=False)
    switches.switch_maintenance(queue="q", pop=False, push=True)
    assert explain(resources)["state"] == "ready"


def test_a_group_that_is_paused(resources: Resources, store: Queues, owner_url: str) -> None:
    push(store, "q", 1)
    for group in ("g", "other"):
        pop(store, "q", group=group, mode="new")
    push(store, "q", 2)
    rows(owner_url, "update queen.consumer_groups set paused_at = queen.now() where name = 'g'")
    told = explain(resources)
    assert told["state"] == "paused"
    assert told["sentence"].startswith(f"Group g is paused since {told['pausedAt']}; 1 message")
    assert explain(resources, "other")["state"] == "ready"


def test_what_is_held_or_done_is_told_before_the_switches(
    resources: Resources, store: Queues, switches: Maintenance, owner_url: str
) -> None:
    push(store, "q", 1, partition="held")
    push(store, "q", 1, partition="done")
    complete(store, pop(store, "q", "done", group="g"), "g")
    pop(store, "q", "held", group="g")
    switches.switch_maintenance(pop=True)
    rows(owner_url, "update queen.consumer_groups set paused_at = queen.now()")
    held, done = (explain(resources, partition=name) for name in ("held", "done"))
    assert (held["state"], done["state"]) == ("leased", "empty")
    for told in (held, done):
        assert told["maintenance"] == "system"
        assert told["pausedAt"] is not None


@pytest.mark.parametrize("option", ["ttl", "max_wait_time_seconds"])
def test_messages_that_waited_too_long(
    resources: Resources, store: Queues, clock: Clock, option: str
) -> None:
    configure(store, "q", **{option: 60})
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="g"), "g")
    push(store, "q", 3)
    clock.advance(61)
    push(store, "q", 4)
    told = explain(resources)
    assert (told["state"], told["tooOld"], told["open"]) == ("ready", 2, 3)
    assert told["sentence"] == (
        "It is ready, but 2 of 3 messages waited too long (ttl, maxWaitTimeSeconds):"
        " the next pop of group g gives them up."
    )


def test_a_subscription_to_an_instant_to_come(
    resources: Resources, store: Queues, clock: Clock, owner_url: str
) -> None:
    ((when,),) = [tuple(row.values()) for row in rows(owner_url, "select queen.now() + '1 hour'")]
    push(store, "q", 1)
    pop(store, "q", group="g", mode="timestamp", instant=when)
    push(store, "q", 2)
    assert explain(resources)["state"] == "empty"
    clock.advance(3601)
    push(store, "q", 3)
    assert places(explain(resources))[3:] == (1, 0)


FIRST_POPS = {
    "all": ("all", 0, 2),
    "new": ("new", 2, 0),
}


@pytest.mark.parametrize("mode", FIRST_POPS)
def test_a_group_that_never_popped_is_not_subscribed(
    resources: Resources, store: Queues, mode: str
) -> None:
    push(store, "q", 1, 2)
    facts = resources.explain_partition(NamedPartition("q", "Default"), "new here", mode)
    told = explained("new here", facts)
    kind, offset, messages = FIRST_POPS[mode]
    assert told["state"] == "not_subscribed"
    assert told["firstPop"] == {
        "mode": kind,
        "from": None,
        "offset": offset,
        "messages": messages,
    }
    assert told["cursor"] is None
    assert told["sentence"] == (
        f"Group new here never popped here: its first pop would find {messages} messages,"
        f" from offset {offset} on."
    )
    assert len(pop(store, "q", group="new here", mode=mode, batch=9).messages) == messages


def test_a_group_on_record_starts_as_its_record_says(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    """The group follows a namespace. The queue came into it later; no pop has come since."""
    push(store, "q", "before the subscription")
    clock.advance(1)
    store.pop_matching("shop", "", request(group="g", mode="new"))
    clock.advance(1)
    push(store, "q", "after it")
    store.configure("q", namespace="shop", task=None, partitions=None, options={})
    told = explain(resources)
    assert told["state"] == "not_subscribed"
    assert told["firstPop"].pop("from") is not None
    assert told["firstPop"] == {"mode": "new", "offset": 1, "messages": 1}
    lease = store.pop_matching("shop", "", request(group="g", batch=9, mode="new"))
    assert payloads(lease) == ['"after it"']


def test_a_queue_or_partition_that_is_not_there(resources: Resources, store: Queues) -> None:
    with pytest.raises(QueueNotFound) as refused:
        explain(resources)
    assert refused.value.detail == {"queue": "q"}
    push(store, "q", 1)
    with pytest.raises(PartitionNotFound) as refused:
        explain(resources, partition="nowhere")
    assert refused.value.detail == {"queue": "q", "partition": "nowhere"}
