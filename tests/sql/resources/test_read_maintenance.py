"""queen.read_maintenance: which switches are on."""

import pytest

from regent.database import Database
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance
from tests.support.store import push


@pytest.fixture
def switches(database: Database) -> Maintenance:
    return Maintenance(database)


def test_at_first_all_are_off(switches: Maintenance) -> None:
    assert switches.read_maintenance() == {
        "push": False,
        "pop": False,
        "changedAt": None,
        "queues": [],
    }


def test_queues_with_a_switch_on_are_named(switches: Maintenance, store: Queues) -> None:
    for queue in ("a", "b", "c"):
        push(store, queue, 1)
    switches.switch_maintenance(queue="c", push=True)
    switches.switch_maintenance(queue="a", pop=True)
    assert switches.read_maintenance()["queues"] == [
        {"queue": "a", "push": False, "pop": True},
        {"queue": "c", "push": True, "pop": False},
    ]
