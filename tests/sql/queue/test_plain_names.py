"""Names without a question mark, where a gateway in front cuts paths there (REGENT_PLAIN_NAMES)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from regent.database import Database
from regent.errors import NameNotPlain
from regent.install import install
from regent.settings import Settings
from regent.stores.log import LogStore
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.rows import rows, value
from tests.support.store import configure, pop, push

MADE = (
    "select (select count(*) from queen.queues) + (select count(*) from queen.partitions)"
    " + (select count(*) from queen.consumer_groups) + (select count(*) from log.groups)"
    " + (select count(*) from queen.consumer_groups_metadata) + (select count(*) from log.types)"
)
#: What is named, and how.
WAYS: dict[str, Callable[[Queues, Members, LogStore], object]] = {
    "queue": lambda store, _, __: push(store, "a?b", 1),
    "configured queue": lambda store, _, __: configure(store, "a?b"),
    "partition": lambda store, _, __: push(store, "q", 1, partition="a?b"),
    "group": lambda store, _, __: pop(store, "q", group="a?b"),
    "group of a queue to come": lambda store, _, __: pop(store, "later", group="a?b"),
    "group with members": lambda _, members, __: members.register_group("topic", "a?b"),
    "topic": lambda _, members, __: members.create_topic("a?b", 3),
    "group of the log": lambda _, __, log: log.register_group("a?b"),
    "type": lambda _, __, log: log.declare_type("a?b", ["x"]),
}


@pytest.fixture
def name(
    request: pytest.FixtureRequest, store: Queues, members: Members, database: Database
) -> Callable[[], object]:
    """Names something in one of the ways; a queue and a topic are there."""
    push(store, "q", 1)
    members.create_topic("topic", 3)
    return lambda: WAYS[request.param](store, members, LogStore(database))


@pytest.mark.parametrize("name", WAYS, indirect=True)
def test_a_name_that_a_gateway_cuts_is_refused_and_nothing_is_made(
    name: Callable[[], object], owner_url: str
) -> None:
    install(owner_url, settings=Settings(plain_names=True))
    before = value(owner_url, MADE)
    with pytest.raises(NameNotPlain) as refused:
        name()
    there = refused.value.detail["name"]
    assert there.endswith("a?b")
    assert refused.value.message.endswith(
        f"is '{there}': it may not hold a question mark here (REGENT_PLAIN_NAMES), because API"
        f" Gateway cuts a path there, and requests about it would reach '{there[:-2]}'"
    )
    assert refused.value.status == 400
    assert value(owner_url, MADE) == before


@pytest.mark.parametrize("name", WAYS, indirect=True)
def test_elsewhere_a_name_may_hold_one(name: Callable[[], object], owner_url: str) -> None:
    before = value(owner_url, MADE)
    name()
    assert value(owner_url, MADE) > before


def test_the_last_install_decides(owner_url: str, store: Queues) -> None:
    install(owner_url, settings=Settings(plain_names=True))
    install(owner_url)
    push(store, "a?b", 1)
    (row,) = rows(owner_url, "select plain_names from queen.bounds")
    assert row == {"plain_names": False}


def test_a_name_that_is_there_goes_on(owner_url: str, store: Queues) -> None:
    push(store, "a?b", 1, partition="c?d")
    install(owner_url, settings=Settings(plain_names=True))
    push(store, "a?b", 2, partition="c?d")
    assert len(pop(store, "a?b", batch=10).messages) == 2
