"""queen.configure: makes a queue, or replaces all of its options."""

import pytest

from regent.errors import PartitionsFixed
from regent.stores.queue import Queues
from tests.support.rows import rows, value
from tests.support.store import configure, pop, push


def test_a_queue_is_made_once(store: Queues, owner_url: str) -> None:
    first = store.configure("a.b.c", namespace=None, task=None, partitions=None, options={})
    again = store.configure("a.b.c", namespace=None, task=None, partitions=None, options={})
    assert (first.changed, again.changed) == (True, False)
    assert first._replace(changed=False) == again
    assert (first.namespace, first.task, first.partitions) == ("a", "b", 0)
    assert value(owner_url, "select count(*) from queen.queues") == 1
    assert value(owner_url, "select id from queen.partitions") == first.partition_id


def test_options_that_are_given_are_stored(store: Queues, owner_url: str) -> None:
    configure(store, "q", lease_time=7, retry_limit=2, max_queue_size=9)
    (queue,) = rows(
        owner_url, "select lease_time, retry_limit, max_queue_size, priority from queen.queues"
    )
    assert queue == {"lease_time": 7, "retry_limit": 2, "max_queue_size": 9, "priority": 0}


def test_options_do_not_reach_other_columns(store: Queues, owner_url: str) -> None:
    queue_id = configure(store, "q", id=999, name="other", partition_count=5, no_such=1)
    (queue,) = rows(owner_url, "select id, name, partition_count from queen.queues")
    assert queue == {"id": queue_id, "name": "q", "partition_count": 1}


def test_the_number_of_partitions_may_only_grow(store: Queues, owner_url: str) -> None:
    configure(store, "q", partitions=2)
    configure(store, "q", partitions=2)
    configure(store, "q", partitions=3)
    for fewer in (1, 2):
        with pytest.raises(PartitionsFixed) as raised:
            configure(store, "q", partitions=fewer)
        assert raised.value.detail == {"queue": "q", "partitions": 3, "requested": fewer}
    assert value(owner_url, "select array_agg(name order by id) from queen.partitions") == [
        "0",
        "1",
        "2",
    ]


def test_the_partitions_of_a_free_queue_cannot_be_fixed(store: Queues) -> None:
    push(store, "q", 1)
    with pytest.raises(PartitionsFixed):
        configure(store, "q", partitions=2)


def test_partitions_that_come_later_serve_groups_that_are_there(store: Queues) -> None:
    configure(store, "q", partitions=1)
    pop(store, "q", group="g", mode="new")
    configure(store, "q", partitions=2)
    push(store, "q", 1, partition="1")
    assert [m.partition for m in pop(store, "q", group="g").messages] == ["1"]


def test_a_queue_made_after_its_subscription_serves_it(store: Queues) -> None:
    assert pop(store, "q", group="g", mode="new").messages == []
    configure(store, "q")
    push(store, "q", 1)
    assert len(pop(store, "q", group="g", mode="new").messages) == 1


def test_an_option_that_the_caller_leaves_out_stays(store: Queues, owner_url: str) -> None:
    """The handler leaves none out, because it adds the defaults (tests/api/test_configure.py)."""
    configure(store, "q", lease_time=7, delayed_processing=5)
    configure(store, "q", lease_time=8)
    (queue,) = rows(owner_url, "select lease_time, delayed_processing from queen.queues")
    assert queue == {"lease_time": 8, "delayed_processing": 5}


def test_a_shorter_delay_applies_to_what_is_there(store: Queues) -> None:
    configure(store, "q", delayed_processing=3_600)
    push(store, "q", 1)
    configure(store, "q", delayed_processing=0)
    assert len(pop(store, "q").messages) == 1


def test_a_shorter_delay_wakes_what_rests_already(store: Queues) -> None:
    configure(store, "q", delayed_processing=3_600)
    push(store, "q", 1)
    assert pop(store, "q").messages == []
    configure(store, "q", delayed_processing=0)
    assert len(pop(store, "q").messages) == 1
