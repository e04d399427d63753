"""queen.preview_configure: what would change, and what that means for messages that are there."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.errors import PartitionsFixed, QueueChanged
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.races.sessions import rewrite
from tests.support.clock import Clock
from tests.support.previews import moved, open_to
from tests.support.rows import rows, value
from tests.support.store import complete, pop, push

OPTIONS = "select to_jsonb(q) as options from queen.queues q where q.name = 'q'"


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def look(resources: Resources, revision: int | None = None, **options: Any) -> Any:
    return resources.preview_configure("q", (None, None), None, options, revision)


def aged(store: Queues, clock: Clock) -> None:
    """Old and young messages; `g` has done one of the old ones, `done` has done all."""
    for name in "ab":
        push(store, "q", 1, 2, 3, partition=name)
    clock.advance(100)
    for name in "ab":
        push(store, "q", 4, partition=name)
    complete(store, pop(store, "q", group="g"), "g")
    for _ in "ab":
        pop(store, "q", group="done", batch=9, auto_ack=True)


def agrees(resources: Resources, store: Queues, owner_url: str, **options: Any) -> Any:
    """Look, configure, and compare; the preview."""
    before = value(owner_url, OPTIONS)
    seen = look(resources, **options)
    labels = {"namespace": None, "task": None, "partitions": None}
    configured = store.configure("q", **labels, options=options)  # type: ignore[arg-type]
    after = value(owner_url, OPTIONS)
    assert seen["queueId"] == str(configured.queue_id)
    assert seen["partitionId"] in (str(configured.partition_id), None)
    assert (seen["namespace"], seen["task"]) == (configured.namespace, configured.task)
    assert (seen["partitions"], seen["revision"]) == (configured.partitions, configured.revision)
    counts = ("revision", "partition_count", "depth_bound")
    assert {each["column"]: (each["before"], each["after"]) for each in seen["changes"]} == {
        name: (before[name], after[name])
        for name in before
        if before[name] != after[name] and name not in counts
    }
    return seen


def test_what_is_configured_is_what_the_preview_says(
    resources: Resources, store: Queues, clock: Clock, owner_url: str
) -> None:
    aged(store, clock)
    seen = agrees(resources, store, owner_url, ttl=50, retry_limit=7, retention_enabled=True)
    assert [each["column"] for each in seen["changes"]] == [
        "retention_enabled",
        "retry_limit",
        "ttl",
    ]
    assert seen["effects"] == [{"column": "ttl", "consumerGroup": "g", "messages": 5}]
    again = agrees(resources, store, owner_url, ttl=50, retry_limit=7, retention_enabled=True)
    assert (again["changes"], again["effects"], again["atLeast"]) == ([], [], False)


@pytest.mark.parametrize("option", ["ttl", "max_wait_time_seconds"])
def test_messages_that_are_too_old_then_are_those_that_pops_pass_over(
    resources: Resources, store: Queues, clock: Clock, owner_url: str, option: str
) -> None:
    aged(store, clock)
    before = open_to(owner_url)
    (effect,) = agrees(resources, store, owner_url, **{option: 50})["effects"]
    for _ in "abc":
        pop(store, "q", group="g")
    assert moved(before, open_to(owner_url)) == {("q", "g"): (effect["messages"], 0)}
    assert effect == {"column": option, "consumerGroup": "g", "messages": 5}


def test_retention_of_the_unread_counts_while_retention_is_on(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    aged(store, clock)
    assert look(resources, pending_retention_seconds=50)["effects"] == []
    on = look(resources, pending_retention_seconds=50, retention_enabled=True)
    assert on["effects"] == [
        {"column": "pending_retention_seconds", "consumerGroup": "g", "messages": 5}
    ]


def test_a_queue_that_is_not_there_would_be_made(
    resources: Resources, store: Queues, owner_url: str
) -> None:
    seen = resources.preview_configure("shop.orders", (None, "bill"), 4, {}, None)
    assert rows(owner_url, "select from queen.queues") == []
    made = store.configure("shop.orders", namespace=None, task="bill", partitions=4, options={})
    assert seen["changes"] == []
    assert (seen["namespace"], seen["task"], seen["partitions"]) == made[2:5]
    assert (seen["queueId"], seen["partitionId"], seen["revision"]) == (None, None, None)


def test_what_cannot_be_configured_is_refused_as_by_configure(
    resources: Resources, store: Queues
) -> None:
    push(store, "q", 1)
    with pytest.raises(PartitionsFixed):
        resources.preview_configure("q", (None, None), 4, {}, None)
    with pytest.raises(QueueChanged):
        look(resources, revision=2)
    with pytest.raises(QueueChanged, match="not there any more"):
        resources.preview_configure("no", (None, None), None, {}, 1)
    assert look(resources, revision=1)["changes"] == []


def test_it_says_where_it_stopped(store: Queues, clock: Clock, owner_url: str) -> None:
    aged(store, clock)
    looked = (
        "select * from queen.preview_configure('q', null, null, null, '{\"ttl\": 50}', null, %s)"
    )
    (few,), (enough,) = rows(owner_url, looked, (2,)), rows(owner_url, looked, (8,))
    assert (few["at_least"], few["effects"][0]["messages"]) == (True, 2)
    assert (enough["at_least"], enough["effects"][0]["messages"]) == (False, 5)


@pytest.mark.usefixtures("many_states")
@pytest.mark.parametrize(
    "change",
    [
        ("preview_configure", ("a.value <> b.value", "a.value > b.value")),
        ("configure", ("retry_limit = v_queue.retry_limit", "retry_limit = q.retry_limit")),
    ],
)
def test_a_preview_that_disagrees_is_caught(
    resources: Resources, store: Queues, owner_url: str, change: tuple[str, tuple[str, str]]
) -> None:
    rewrite(owner_url, *change)
    with pytest.raises(AssertionError):
        agrees(resources, store, owner_url, retry_limit=2, lease_time=9)
