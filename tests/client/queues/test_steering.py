"""Looking and steering, over the handlers: each method once, with what its rows say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regent import Regent
from regent.client.core.http1 import Reply
from regent.client.core.operation import json_bytes
from regent.client.errors import Misused
from regent.errors import (
    DeadLetterNotFound,
    InMaintenance,
    LeaseLive,
    MessageNotFound,
    PartitionNotFound,
    QueueNotFound,
)
from tests.client.handlers import Wire
from tests.support.clock import Clock

UNHEALTHY = Reply(503, {}, json_bytes({"status": "unhealthy", "database": "gone"}))
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def orders(regent: Any) -> Any:
    """Three messages in two partitions; one of them is held by billing."""
    queue = regent.queue("shop.orders")
    queue.push_many([1, 2], partition="ada")
    queue.partition("bob").push(3, transaction_id="o-3", trace_id=TRACE)
    queue.partition("ada").group("billing").pop()
    return queue


TRACE = "6f1c6f0e-8a51-4b2b-8d3c-0d5f5e1c9a11"


# Pages


def test_a_list_follows_its_cursors(regent: Any, wire: Wire) -> None:
    for number in range(12):
        regent.queue(f"q{number:02}").create()
    assert [row.name for row in regent.queues()] == [f"q{n:02}" for n in range(12)]
    assert [row.name for row in regent.queues(name="q1")] == ["q10", "q11"]
    assert [row.name for row in regent.queues(limit=3)] == ["q00", "q01", "q02"]
    assert regent.queues().first().name == "q00"
    assert regent.queues(name="no").first() is None
    assert regent.queues().total() == 12
    assert len(regent.queues().all()) == 12
    none = regent.queues(limit=0)
    with pytest.raises(Misused, match="limit is 0"):
        list(none)


def test_pages_come_one_by_one(regent: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regent.client.core.paging.PAGE", 5)
    for number in range(12):
        regent.queue(f"q{number:02}").create()
    assert [len(page.rows) for page in regent.queues().pages()] == [5, 5, 2]
    assert [len(page.rows) for page in regent.queues(limit=7).pages()] == [7]
    assert len(regent.queues().all()) == 12


def test_a_row_has_what_it_was_made_of(regent: Any) -> None:
    regent.queue("q").create()
    row = regent.queues().first()
    assert row.raw["createdAt"].startswith(row.created_at.isoformat()[:19])
    assert row.messages.total == 0
    with pytest.raises(AttributeError):
        row.name = "other"


# Queues


def test_a_queue_is_set_up_and_shown(regent: Any) -> None:
    queue = regent.queue("q").namespace("n").task("t")
    done = queue.configure(lease_time=60, leese_time=5, ttl=10, delayed_processing=20)
    assert (done.options.lease_time, done.ignored_options) == (60, ("leeseTime",))
    assert done.warnings
    shown = queue.show()
    assert (shown.namespace, shown.task, shown.options.lease_time) == ("n", "t", 60)
    assert queue.create().options.lease_time == 60, "one that is there keeps its options"


def test_a_queue_that_is_not_there_is_not_found(regent: Any) -> None:
    with pytest.raises(QueueNotFound) as unknown:
        regent.queue("no").show()
    assert unknown.value.code == "QUEUE_NOT_FOUND"
    assert unknown.value.request_id
    there = regent.queue("there")
    there.create()
    with pytest.raises(PartitionNotFound):
        there.explain("p")


def test_a_queue_tells_what_is_left_and_why(regent: Any, orders: Any) -> None:
    depth = orders.depth("billing")
    assert (depth.pending, depth.processing) == (1, 1)
    assert [each.partition for each in depth.partitions] == ["ada"]
    assert orders.explain("ada", "billing").state == "leased"
    assert orders.partition("bob").explain(group="new").state == "not_subscribed"
    assert [p.name for p in orders.list_partitions()] == ["ada", "bob"]
    assert orders.list_partitions().first().head == 2


def test_a_partition_is_followed_and_nothing_is_taken(regent: Any, wire: Wire) -> None:
    queue = regent.queue("q").partition("p")
    queue.push_many([*range(5)])
    rows = list(queue.messages(payloads=True, order="asc"))
    assert [(row.offset, row.data) for row in rows] == [(n, n) for n in range(5)]
    queue.push(5, headers={"h": 1})
    (row,) = queue.messages(payloads=True, order="asc", after_offset=rows[-1].offset)
    assert (row.data, row.headers, row.decryption_error) == (5, {"h": 1}, None)
    pages = queue.messages(payloads=True, order="asc", limit=150)
    assert [row.data for row in pages] == [*range(6)]
    assert [row.data for row in regent.messages(payloads=True, queue="q", order="asc")] == [
        *range(6)
    ]
    assert len(queue.group("g").pop(9)) == 6


@pytest.mark.parametrize(
    "wrong",
    [
        {"order": "down"},
        {"after_offset": 3},
        {"partition": "p", "queue": "q", "after_offset": -1},
        {"partition": "p", "queue": "q", "after_offset": True},
        {"partition": "p", "queue": "q", "after_offset": "3"},
        {"limit": 0},
    ],
)
def test_a_list_that_makes_no_sense_is_refused_before_it_is_sent(
    regent: Any, wire: Wire, wrong: dict[str, Any]
) -> None:
    with pytest.raises(Misused, match=f"^{list(wrong)[-1]} is "):
        regent.messages(**wrong).first() if "limit" not in wrong else regent.messages(**wrong).all()
    assert wire.sent == []


def test_messages_are_listed_and_looked_at(regent: Any, orders: Any) -> None:
    assert [row.offset for row in orders.messages()] == [0, 1, 0]
    assert [row.status for row in orders.messages(status="processing")] == ["processing"]
    assert [row.transaction_id for row in regent.messages(trace_id=TRACE)] == ["o-3"]
    assert [row.transaction_id for row in orders.partition("bob").messages()] == ["o-3"]
    assert list(orders.messages(until=LONG_AGO)) == []
    assert [message.data for message in orders.peek(2)] == [1, 2]
    assert [message.data for message in orders.peek(2, order="desc")] == [3, 2]
    assert orders.messages().first().data is None
    row = regent.messages(transaction_id="o-3").first()
    detail = regent.message(row.partition_id, "o-3")
    assert (detail.data, detail.trace_id, detail.status) == (3, TRACE, "pending")
    assert regent.delete_message(row.partition_id, "o-3").success
    with pytest.raises(MessageNotFound):
        regent.message(row.partition_id, "o-3")


def test_a_queue_is_cleared_and_deleted(regent: Any, orders: Any) -> None:
    with pytest.raises(LeaseLive):
        orders.clear()
    seen = orders.clear(dry_run=True)
    assert (seen.deleted_messages, seen.force_needed, seen.groups[0].skipped) == (3, True, 2)
    assert orders.delete_partition("bob", dry_run=True).deleted_messages == 1
    assert orders.partition("bob").clear().deleted_messages == 1
    assert orders.clear(force=True).deleted_messages == 2
    assert orders.delete_partition("bob").queue == "shop.orders"
    existed = [orders.delete(dry_run=dry_run).existed for dry_run in (True, False, False)]
    assert existed == [True, True, False]


# Groups


def test_groups_are_listed_and_shown(regent: Any, orders: Any) -> None:
    (row,) = regent.groups(name="bill")
    assert (row.name, row.queue_name, row.members, row.total_lag) == (
        "billing",
        "shop.orders",
        1,
        2,
    )
    assert list(regent.groups(queue="other")) == []
    shown = regent.group("billing").show()
    assert shown["shop.orders"]["partitions"][0]["partition"] == "ada"
    assert [row.name for row in regent.namespaces()] == ["shop"]
    assert [row.name for row in regent.tasks()] == ["orders"]


def test_a_group_is_moved(regent: Any, orders: Any) -> None:
    group = orders.group("mailing")
    assert len(group.pop(10, partitions=9, auto_ack=True)) == 3
    saved = group.cursors()
    assert saved == {"ada": 2, "bob": 1}
    assert group.seek("beginning", dry_run=True).groups[0].again == 3
    assert group.seek("beginning").partitions_updated == 2
    assert group.cursors() == {"ada": 0, "bob": 0}
    group.seek(1, partition="ada")
    assert group.partition("ada").pop(auto_ack=True).payloads == [2]
    group.seek(LONG_AGO)
    group.restore(saved)
    assert group.cursors() == saved
    group.seek("beginning")
    group.seek("end")
    assert group.lag().pending == 0
    assert len(group.pop()) == 0


def test_a_seek_that_makes_no_sense_is_refused(regent: Any, orders: Any, wire: Wire) -> None:
    sent = len(wire.sent)
    with pytest.raises(Misused, match="belongs to one partition"):
        orders.group("g").seek(5)
    with pytest.raises(Misused, match="it takes"):
        orders.group("g").seek("middle")
    with pytest.raises(Misused, match="about one queue"):
        regent.matching(namespace="shop").group("g").pause()
    assert len(wire.sent) == sent
    with pytest.raises(LeaseLive):
        orders.group("billing").seek("end")
    orders.group("billing").seek("end", force=True)


def test_a_group_is_paused_and_deleted(regent: Any, orders: Any) -> None:
    group = orders.group("mailing")
    assert len(group.pop(auto_ack=True)) == 1
    assert group.pause().paused_at is not None
    assert (len(group.pop()), group.explain("ada").state) == (0, "paused")
    group.resume()
    assert len(group.pop(auto_ack=True)) == 1
    whole = regent.group("mailing")
    whole.pause()
    assert len(group.pop()) == 0
    whole.resume()
    assert [whole.delete(dry_run=dry).deleted_partitions for dry in (True, False)] == [2, 2]
    assert list(regent.groups(name="mailing")) == []


def test_a_subscription_is_told_moved_and_deleted(regent: Any, orders: Any, wire: Wire) -> None:
    group = orders.group("mailing")
    assert group.subscription() is None
    group.subscription_mode("new").pop()
    assert group.subscription().subscription_mode == "new"
    assert [row.queue_name for row in regent.subscriptions(group="mailing")] == ["shop.orders"]
    whole = regent.group("mailing")
    whole.start_from(LONG_AGO)
    assert whole.subscriptions().first().subscription_timestamp == LONG_AGO
    group.unsubscribe(keep_cursors=True)
    assert group.subscription() is None
    group.pop()
    wire.lose_answer("/subscriptions/")
    regent.unsubscribe(group.subscription().id)
    group.pop()
    group.unsubscribe()
    assert list(regent.groups(name="mailing")) == []


# Dead letters


def bury(regent: Any, *names: str, queue: str = "q") -> None:
    for name in names:
        regent.queue(queue).push(name, transaction_id=name)
    for message in regent.queue(queue).group("g").pop(100):
        message.dead_letter(f"no {message.payload}")


def test_dead_letters_are_listed_and_counted(regent: Any) -> None:
    bury(regent, "a", "b")
    bury(regent, "c", queue="r")
    assert [letter.transaction_id for letter in regent.dead_letters()] == ["c", "b", "a"]
    assert [letter.data for letter in regent.queue("q").dead_letters(limit=1)] == ["b"]
    assert [letter.reason for letter in regent.dead_letters(transaction_id="a")] == ["rejected"]
    summary = regent.dead_letters(queue="q").summary()
    assert (summary.count, summary.groups[0].consumer_group) == (2, "g")
    assert {error.error_message for error in summary.errors} == {"no a", "no b"}


def test_dead_letters_are_redriven(regent: Any, wire: Wire) -> None:
    bury(regent, "a", "b", "c")
    done: list[Any] = []
    moved = regent.dead_letters(queue="q").redrive(to="repair", limit=2, progress=done.append)
    assert (moved.redriven, moved.messages, len(done)) == (2, 2, 1)
    assert wire.last["failedTo"]
    (message,) = regent.queue("repair").pop()
    assert (message.payload, message.redriven["transactionId"]) == ("a", "a")
    assert regent.queue("q").dead_letters().redrive().messages == 1
    with pytest.raises(Misused, match="of one queue"):
        regent.dead_letters().redrive()
    with pytest.raises(Misused, match="namespace"):
        regent.dead_letters(queue="q", namespace="n").redrive()


def test_what_fails_again_while_it_is_redriven_is_left_alone(
    regent: Any, clock: Clock, wire: Wire
) -> None:
    """The request ends early and says that there is more, as after twenty seconds."""
    bury(regent, "a", "b")
    rounds: list[Any] = []
    consumer = Regent(transport=wire)

    def fail_again(done: Any) -> None:
        rounds.append(done)
        assert len(rounds) < 5
        clock.advance(1)
        for message in consumer.queue("q").group("g").pop(10):
            message.dead_letter("again")

    regent.queue("q").dead_letters().redrive(limit=1, progress=fail_again)
    regent.queue("q").dead_letters().redrive(progress=fail_again)
    assert [letter.error_message for letter in regent.dead_letters()] == ["again"] * 2
    assert len(rounds) == 2


def test_dead_letters_are_purged(regent: Any, wire: Wire) -> None:
    bury(regent, "a", "b", "c", "d")
    letters = regent.dead_letters(queue="q")
    first, second, *_ = [letter.id for letter in letters]
    wire.lose_answer(f"/dlq/{first}")
    letters.delete(first)
    with pytest.raises(DeadLetterNotFound):
        letters.delete(first)
    assert letters.purge(ids=[second]) == 1
    assert letters.purge(older_than_seconds=3600) == 0
    assert regent.dead_letters().purge(all=True) == 2


def test_one_message_is_buried_and_redriven_by_hand(regent: Any) -> None:
    partition = regent.queue("q").push(1, transaction_id="a").partition_id
    regent.queue("q").group("g").subscription_mode("all").pop()[0].release()
    assert regent.bury_message(partition, "a", group="g", error="kills its consumer").moved
    assert not regent.bury_message(partition, "a", group="g").moved
    assert regent.redrive_message(partition, "a").redriven == 1
    with pytest.raises(DeadLetterNotFound):
        regent.redrive_message(partition, "a", "g")


# The system


def test_leases_are_listed(regent: Any, orders: Any) -> None:
    (lease,) = regent.leases()
    assert (lease.queue, lease.partition, lease.stuck) == ("shop.orders", "ada", False)
    assert list(regent.leases(stuck=True)) == list(regent.leases(group="other")) == []


def test_notes_are_found_by_name_and_by_message(regent: Any, orders: Any) -> None:
    (message,) = orders.partition("bob").group("billing").pop()
    message.trace({"done": 1}, "order 3", "billing")
    (note,) = regent.traces("order 3")
    assert (note.data, note.event_type, note.transaction_id) == ({"done": 1}, "step", "o-3")
    (same,) = regent.message_traces(message.partition_id, "o-3")
    assert same.trace_names == ("billing", "order 3")
    assert [name.trace_name for name in regent.trace_names()] == ["billing", "order 3"]


def test_the_system_is_told(regent: Any, orders: Any) -> None:
    assert regent.status()["messages"]["total"] == 3
    assert regent.status(queue="other")["messages"]["total"] == 0
    assert regent.queue_status("shop.orders")["queue"]["name"] == "shop.orders"
    assert [row.lag_messages for row in regent.queue_statuses()] == [2]
    assert regent.overview(live=True)["queues"] == 1
    assert regent.summary()["worstGroups"][0]["group"] == "billing"
    assert regent.caller()["role"] + regent.costs(by="group")["by"] == "admingroup"
    assert regent.refresh()["success"]
    assert regent.activity(interval="minute")["totals"]["pushed"] == 3
    for name in ("queue-ops", "queue-lag", "worker-metrics", "system-metrics", "retention"):
        assert regent.chart(name) is not None
    assert regent.metrics()["version"]
    assert "regent_queues 1" in regent.prometheus()
    assert [*regent.lag(), *regent.lag_partitions(), *regent.archive_batches(queue="q")] == []
    since = datetime.now(UTC) - timedelta(days=1)
    assert [*regent.lag_history(since=since, scope="queue"), *regent.lag_snapshots()] == []
    (late,) = regent.late_partitions(min_lag_seconds=0)
    assert (late.consumer_group, late.partition_name, late.offset_lag) == ("billing", "ada", 2)


def test_maintenance_is_switched(regent: Any) -> None:
    regent.queue("q").create()
    switches = regent.maintenance.stop_pushes("q")
    assert (switches.pushes_stopped, switches.queues[0]["queue"]) == (False, "q")
    with pytest.raises(InMaintenance):
        regent.queue("q").push(1, timeout_seconds=0.1)
    regent.maintenance.allow_pushes("q")
    regent.queue("q").push(1)
    assert regent.maintenance.stop_pops().pops_stopped
    assert len(regent.queue("q").pop()) == 0
    assert not regent.maintenance.allow_pops().pops_stopped
    assert not regent.maintenance.show().pops_stopped


def test_health_is_an_answer_also_when_it_is_bad(regent: Any, wire: Wire) -> None:
    health = regent.health()
    assert (health.is_healthy, health.database) == (True, "connected")
    wire._add(wire._before, "/health", lambda _: UNHEALTHY, 1)
    assert not regent.health().is_healthy
