"""queen.switch_maintenance: what the switches stop, and what they do not."""

import pytest

from regent.database import Database
from regent.errors import InMaintenance, QueueNotFound
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance
from tests.support.store import complete, payloads, pop, push, request


@pytest.fixture
def switches(database: Database) -> Maintenance:
    return Maintenance(database)


def test_a_switch_is_left_alone_by_the_other(switches: Maintenance) -> None:
    switches.switch_maintenance(push=True)
    switches.switch_maintenance(pop=True)
    assert (switches.read_maintenance()["push"], switches.read_maintenance()["pop"]) == (True, True)
    switches.switch_maintenance(push=False)
    assert (switches.read_maintenance()["push"], switches.read_maintenance()["pop"]) == (
        False,
        True,
    )


def test_push_maintenance_refuses_every_push_and_makes_no_queue(
    switches: Maintenance, store: Queues
) -> None:
    push(store, "old", 1)
    switches.switch_maintenance(push=True)
    for queue in ("old", "new"):
        with pytest.raises(InMaintenance) as refused:
            push(store, queue, 2)
        assert refused.value.detail == {"queues": None}
    switches.switch_maintenance(push=False)
    push(store, "old", 3)
    assert payloads(pop(store, "old", batch=10)) == ["1", "3"]
    assert not store.delete_queue("new")


def test_push_maintenance_of_one_queue_refuses_the_whole_request(
    switches: Maintenance, store: Queues
) -> None:
    push(store, "closed", 1)
    switches.switch_maintenance(queue="closed", push=True)
    with pytest.raises(InMaintenance) as refused:
        store.push([{"queue": "open", "payload": 2}, {"queue": "closed", "payload": 2}])
    assert refused.value.detail == {"queues": ["closed"]}
    assert pop(store, "open").messages == []
    push(store, "open", 3)
    assert payloads(pop(store, "open", batch=10)) == ["3"]


def test_pop_maintenance_finds_nothing_and_subscribes_all_the_same(
    switches: Maintenance, store: Queues
) -> None:
    push(store, "q", 1)
    switches.switch_maintenance(pop=True)
    assert pop(store, "q", group="g", mode="new").messages == []
    assert store.pop_matching("q", "", request()).messages == []
    push(store, "q", 2)
    switches.switch_maintenance(pop=False)
    assert payloads(pop(store, "q", group="g", mode="new", batch=10)) == ["2"]


def test_pop_maintenance_of_one_queue_leaves_the_others(
    switches: Maintenance, store: Queues
) -> None:
    push(store, "ns.closed", 1)
    push(store, "ns.open", 2)
    switches.switch_maintenance(queue="ns.closed", pop=True)
    assert pop(store, "ns.closed").messages == []
    assert payloads(store.pop_matching("ns", "", request())) == ["2"]


def test_leases_and_acks_go_on_in_maintenance(switches: Maintenance, store: Queues) -> None:
    push(store, "q", 1)
    lease = pop(store, "q")
    switches.switch_maintenance(push=True, pop=True)
    assert store.extend(lease.id, 60)[0] == 1
    (outcome,) = complete(store, lease)
    assert outcome.success


def test_a_queue_that_is_not_there_has_no_switches(switches: Maintenance) -> None:
    with pytest.raises(QueueNotFound) as refused:
        switches.switch_maintenance(queue="nowhere", push=True)
    assert refused.value.detail == {"queue": "nowhere"}
