"""queen.pause_group: a paused group's pops find nothing."""

import pytest

from regent.database import Database
from regent.errors import GroupNotFound, QueueNotFound
from regent.paging import Page
from regent.rows import instant
from regent.stores.groups import Filters, Groups
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.store import complete, payloads, pop, push, request


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def test_a_paused_group_finds_nothing_and_goes_on_where_it_stopped(
    groups: Groups, store: Queues
) -> None:
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="g"), "g")
    groups.pause_group("g", "q", paused=True)
    assert pop(store, "q", group="g").messages == []
    assert pop(store, "q", "Default", group="g").messages == []
    assert store.pop_matching("q", "", request(group="g")).messages == []
    assert payloads(pop(store, "q", group="other")) == ["1"]
    groups.pause_group("g", "q", paused=False)
    assert payloads(pop(store, "q", group="g")) == ["2"]


def test_what_a_paused_group_holds_may_be_acked(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    lease = pop(store, "q", group="g")
    groups.pause_group("g", paused=True)
    assert store.extend(lease.id, 600)[0] == 1
    (outcome,) = complete(store, lease, "g")
    assert outcome.success


def test_pausing_twice_keeps_the_first_instant(groups: Groups, store: Queues, clock: Clock) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    for queue in ("q", None):
        since, queues = groups.pause_group("g", queue, paused=True)
        assert queues == 1
        clock.advance(10)
        assert groups.pause_group("g", queue, paused=True) == (since, 1)
        assert groups.pause_group("g", queue, paused=False) == (None, 1)
        assert groups.pause_group("g", queue, paused=False) == (None, 1)


def test_a_pause_of_one_queue_leaves_the_others(groups: Groups, store: Queues) -> None:
    for queue in ("ns.a", "ns.b"):
        push(store, queue, queue)
        pop(store, queue, group="g", mode="new")
        push(store, queue, queue)
    groups.pause_group("g", "ns.a", paused=True)
    assert pop(store, "ns.a", group="g").messages == []
    assert payloads(store.pop_matching("ns", "", request(group="g"))) == ['"ns.b"']


def test_a_pause_everywhere_holds_for_queues_to_come(groups: Groups, store: Queues) -> None:
    push(store, "old", 1)
    pop(store, "old", group="g", mode="new")
    push(store, "old", 2)
    since, queues = groups.pause_group("g", paused=True)
    assert queues == 1
    (listed,) = groups.list_groups(Filters(), Page(9)).rows
    assert listed["pausedAt"] == instant(since)
    push(store, "later", 3)
    for queue in ("old", "later"):
        assert pop(store, queue, group="g").messages == []
    assert groups.pause_group("g", paused=True)[1] == 2
    assert groups.pause_group("g", paused=False) == (None, 2)
    assert payloads(pop(store, "old", group="g")) == ["2"]
    assert payloads(pop(store, "later", group="g")) == ["3"]
    push(store, "last", 4)
    assert payloads(pop(store, "last", group="g")) == ["4"]


def test_a_group_may_be_paused_before_its_first_pop(groups: Groups, store: Queues) -> None:
    since, queues = groups.pause_group("g", paused=True)
    assert (since is not None, queues) == (True, 0)
    push(store, "q", 1)
    assert pop(store, "q", group="g").messages == []
    assert groups.pause_group("g", paused=False) == (None, 1)
    assert payloads(pop(store, "q", group="g")) == ["1"]


def test_one_queue_may_go_on_while_the_group_is_paused(groups: Groups, store: Queues) -> None:
    for queue in ("a", "b"):
        push(store, queue, 1)
        pop(store, queue, group="g", mode="new")
        push(store, queue, queue)
    groups.pause_group("g", paused=True)
    groups.pause_group("g", "a", paused=False)
    assert payloads(pop(store, "a", group="g")) == ['"a"']
    assert pop(store, "b", group="g").messages == []


def test_what_is_not_there_cannot_be_paused(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    with pytest.raises(GroupNotFound) as refused:
        groups.pause_group("g", paused=False)
    assert refused.value.detail == {"consumerGroup": "g"}
    for paused in (True, False):
        with pytest.raises(GroupNotFound) as refused:
            groups.pause_group("g", "q", paused=paused)
        assert refused.value.detail == {"consumerGroup": "g", "queue": "q"}
        with pytest.raises(QueueNotFound):
            groups.pause_group("g", "nowhere", paused=paused)


def test_the_pause_of_another_group_goes_on(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    for group in ("g", "h"):
        pop(store, "q", group=group)
        groups.pause_group(group, paused=True)
    groups.pause_group("g", paused=False)
    push(store, "later", 2)
    assert payloads(pop(store, "later", group="g")) == ["2"]
    assert pop(store, "later", group="h").messages == []
