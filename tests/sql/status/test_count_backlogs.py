"""queen.count_backlogs: what it keeps is what a look finds, whatever happened before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import LeaseLive, MessageNotFound
from regent.paging import Page
from regent.settings import Settings
from regent.stores.groups import Filters, Groups, Target
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from regent.stores.queue_types import Lease
from regent.stores.resources import Resources
from regent.stores.status import Activity, Span
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.rows import rows, value
from tests.support.store import acks, configure, pop, push

PAGE = Page(100)
QUEUES, GROUPS, PARTITIONS = ("a", "b", "limited"), ("g", "h", "late"), ("p", "q", "r", "s")


Answers = dict[str, Any]


@pytest.fixture
def answers(activity: Activity, resources: Resources, groups: Groups) -> Callable[..., Answers]:
    """``answers(live=…)`` → what each view tells of all there is."""

    def told(*, live: bool) -> Answers:
        found: Answers = {
            "overview": resources.read_overview(live=live),
            "status": activity.read_status(Span(), None, None, None, live=live),
            "groups": groups.list_groups(Filters(live=live), PAGE).rows,
            "standings": groups.list_standings(Filters(live=live), PAGE, by_lag=True).rows,
        }
        found["namespaces"] = [*resources.list_labels("namespace", PAGE, live=live)]
        found["statuses"] = [*activity.list_queue_status(None, None, PAGE, live=live)]
        queues = resources.list_queues(PAGE, sort="open", live=live)
        found["queues"] = [*queues]
        for queue in queues.rows:
            name = queue["name"]
            for group in (None, *GROUPS):
                found[f"depth {name} {group}"] = depth(resources, name, group, live=live)
            found[f"queue {name}"] = resources.read_queue(name, PAGE, live=live)
            found[f"totals {name}"] = activity.read_queue_status(name, PAGE, live=live).about
            found[f"status {name}"] = activity.read_status(Span(), name, None, None, live=live)
        for name in {row["name"] for row in found["groups"]}:
            found[f"group {name}"] = groups.read_group(name, None, PAGE, live=live).rows
        return orjson.loads(orjson.dumps(found))  # type: ignore[no-any-return]

    return told


def depth(resources: Resources, queue: str, group: str | None, *, live: bool) -> Any:
    """A group that never came to a queue is always looked at, and so tells no age."""
    found = resources.read_depth(queue, group=group, limit=3, live=live)
    return [found[name] for name in found if name not in ("asOf", "ageSeconds")]


def ages(found: Any) -> set[str | None]:
    """Each ``asOf`` in an answer."""
    if isinstance(found, dict):
        own = {found["asOf"]} if "asOf" in found else set()
        return own.union(*(ages(each) for each in found.values()))
    return set().union(*(ages(each) for each in found)) if isinstance(found, list) else set()


def without_age(found: Any) -> Any:
    if isinstance(found, dict):
        return {
            name: without_age(each)
            for name, each in found.items()
            if name not in ("asOf", "ageSeconds")
        }
    return [without_age(each) for each in found] if isinstance(found, list) else found


class Anything:
    """Random operations of clients and operators, the same ones for the same seed."""

    def __init__(self, store: Queues, database: Database, clock: StoppedClock) -> None:
        self.random = random.Random(0)
        self.store, self.clock = store, clock
        self.groups, self.resources = Groups(database), Resources(database)
        self.messages = StoredMessages(database, Encryption(Settings()))
        self.leases: list[tuple[str, Lease]] = []

    def step(self) -> None:
        self.random.choice(
            [self.push] * 4 + [self.pop] * 4 + [self.ack] * 3 + [self.operate, self.wait]
        )()

    def push(self) -> None:
        queue, partition = self.random.choice(QUEUES), self.random.choice(PARTITIONS)
        push(self.store, queue, *range(self.random.randint(1, 4)), partition=partition)

    def pop(self) -> None:
        group = self.random.choice(GROUPS)
        lease = pop(
            self.store,
            self.random.choice(QUEUES),
            group=group,
            batch=self.random.randint(1, 5),
            partitions=self.random.randint(1, 3),
            mode="new" if group == "late" else "all",
        )
        if lease.messages:
            self.leases.append((group, lease))

    def ack(self) -> None:
        if not self.leases:
            return
        group, lease = self.random.choice(self.leases)
        some = self.random.sample(lease.messages, self.random.randint(1, len(lease.messages)))
        status = self.random.choice(["completed", "completed", "failed", "retry", "dlq"])
        self.store.ack(acks(lease, *some, group=group, status=status))  # type: ignore[arg-type]

    def wait(self) -> None:
        self.clock.advance(self.random.choice([1, 61, 301]))

    def operate(self) -> None:
        queue, group = self.random.choice(QUEUES), self.random.choice(GROUPS)
        kind = self.random.choice(["seek", "pause", "delete group", "clear", "delete message"])
        known = [row["queueName"] for row in self._groups() if row["name"] == group]
        if kind == "seek" and queue in known:
            to = self.random.choice(["end", "beginning"])
            self.groups.seek(group, queue, None, Target(to), force=True)  # type: ignore[arg-type]
        elif kind == "pause" and known:
            self.groups.pause_group(group, paused=self.random.random() < 0.5)
        elif kind == "delete group":
            self.groups.delete_group(group, queue, records=True, force=True)
        elif kind == "clear" and queue == "a" and known:
            self.resources.clear_queue(queue, partition=None, force=True)
        elif kind == "delete message" and self.leases:
            _, lease = self.random.choice(self.leases)
            message = lease.messages[-1]
            with suppress(MessageNotFound, LeaseLive):
                self.messages.delete_message(str(message.partition_id), message.transaction_id)

    def _groups(self) -> list[Any]:
        return self.groups.list_groups(Filters(live=True), PAGE).rows


@pytest.fixture
def anything(store: Queues, database: Database, stopped_clock: StoppedClock) -> Anything:
    configure(store, "limited", max_queue_size=1000, retry_delay=1000)
    for queue in QUEUES:
        push(store, queue, 1)
    return Anything(store, database, stopped_clock)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("seed", range(12))
def test_counted_numbers_are_those_of_a_look(
    seed: int, anything: Anything, activity: Activity, answers: Callable[..., Answers]
) -> None:
    anything.random.seed(seed)
    for counted, live in after_operations(anything, activity, answers):
        assert None not in ages(counted)
        assert ages(live) == {None}
        assert without_age(counted) == without_age(live)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(
    "change",
    [
        ("b.lease_expires_at > v_now as leased", "false as leased"),
        ("p.open_messages > 0) as members", "false) as members"),
        ("min(p.oldest_at) as oldest_at", "max(p.oldest_at) as oldest_at"),
        ("max(_taken_at(c))", "min(_taken_at(c))"),
        ("coalesce(f.failed, 0)", "0"),
        ("coalesce(n.completed, 0)", "coalesce(n.total, 0)"),
        ("+ coalesce(n.processing, 0) + coalesce(u", "+ coalesce(u"),
        ("where d.messages > 0", "where true"),
        ("where p.open_messages > p.processing) as pending", "where true) as pending"),
    ],
)
def test_a_count_that_counts_otherwise_is_caught(
    change: tuple[str, str],
    anything: Anything,
    activity: Activity,
    answers: Callable[..., Answers],
) -> None:
    rewrite(anything.clock.owner_url, "count_backlogs", change)
    found = after_operations(anything, activity, answers)
    assert any(without_age(counted) != without_age(live) for counted, live in found)


def after_operations(
    anything: Anything, activity: Activity, answers: Callable[..., Answers]
) -> Iterator[tuple[Answers, Answers]]:
    """What is told after a count, as counted and after a look, again and again."""
    for _ in range(4):
        for _ in range(25):
            anything.step()
        anything.clock.advance(1)
        activity.count_activity(force=True)
        activity.count_backlogs(force=True)
        yield _comparable(answers(live=False)), _comparable(answers(live=True))


def _comparable(found: Answers) -> Answers:
    """Without a median, which is that of quantiles; partitions by name, not as pops take them."""
    for spread in found["overview"]["lag"].values():
        del spread["median"]
        spread["avg"] = round(spread["avg"], 6)
    for name, rows_of in found.items():
        if name.startswith("group "):
            rows_of.sort(key=lambda row: (row["queueName"], row["partition"] or ""))
    return found


def test_each_queue_is_counted_once_a_minute(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    for queue in ("a", "b"):
        push(store, queue, 1)
    assert activity.count_backlogs() == 2
    push(store, "c", 1)
    assert activity.count_backlogs() == 1
    stopped_clock.advance(55)
    assert activity.count_backlogs() == 0
    stopped_clock.advance(1)
    assert activity.count_backlogs() == 3
    stopped_clock.advance(1)
    assert activity.count_backlogs(force=True) == 3


def test_after_a_clock_that_went_back_queues_are_counted(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1)
    activity.count_backlogs()
    stopped_clock.advance(-3600)
    assert activity.count_backlogs() == 1


def test_a_call_counts_one_large_queue_or_many_small_ones_and_the_next_goes_on(
    store: Queues, activity: Activity, owner_url: str, stopped_clock: StoppedClock
) -> None:
    for queue in ("a", "b", "large", "c", "d"):
        push(store, queue, 1)
        stopped_clock.advance(1)
    rows(owner_url, "update queen.queues set partition_count = 50000 where name = 'large'")
    counted = "select count(*) from queen.counted_queues"
    found = []
    for _ in range(3):
        activity.count_backlogs(in_time=iter([True, False]).__next__)
        found.append(value(owner_url, counted))
    assert found == [3, 5, 5]
    stopped_clock.advance(60)
    assert activity.count_backlogs(in_time=iter([True, True, False]).__next__) == 5


def test_a_huge_queue_is_counted_after_all_others(
    store: Queues, activity: Activity, owner_url: str
) -> None:
    """It may outlast the statement's timeout each time."""
    for queue in ("huge", "large", "small"):
        push(store, queue, 1)
    sizes = "(case name when 'huge' then 2000000 else 60000 end)"
    rows(owner_url, f"update queen.queues set partition_count = {sizes} where name <> 'small'")
    counted = "select array_agg(name order by name) from queen.counted_queues c join queen.queues q"
    found = []
    for _ in range(3):
        activity.count_backlogs(in_time=iter([True, False]).__next__)
        found.append(value(owner_url, f"{counted} on q.id = c.queue_id"))
    assert found == [["large"], ["large", "small"], ["huge", "large", "small"]]


def test_rows_of_what_is_gone_go_with_the_next_count(
    store: Queues, activity: Activity, groups: Groups, owner_url: str, stopped_clock: StoppedClock
) -> None:
    for queue in ("a", "b"):
        push(store, queue, 1)
        pop(store, queue, group="g")
    activity.count_backlogs()
    store.delete_queue("a")
    groups.delete_group("g", "b", records=True, force=True)
    stopped_clock.advance(60)
    activity.count_backlogs()
    assert value(owner_url, "select count(*) from queen.counted_queues") == 1
    assert value(owner_url, "select count(*) from queen.counted_groups") == 0
