"""Whatever takes the name of a queue gives it the prefix of the test, once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from regent.client.core.http1 import HttpRequest, Reply
from regent.client.errors import Unreachable
from regent.client.sync.groups import Group
from regent.client.sync.session import Session
from regent.client.sync.system import Maintenance
from regent.client.sync.transaction import Transaction
from regent.pytest_plugin.clients import MovedClock, RegentOfTest, prefix_for

PREFIX = "mine-"
QUEUE = "orders-7"
#: What the other arguments of these methods take.
OTHERS = {"name": "requests", "payload": 1, "batch": 1}


class Recorder:
    """A transport that goes nowhere."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """Keep what would have been sent."""
        self.sent.append(request.target + (request.body or b"").decode())
        raise Unreachable("nowhere", sent=False, final=True)

    def close(self) -> None:
        """Nothing is open."""


class Recording(RegentOfTest):
    """A client of a test that notes what it would send."""

    def __init__(self) -> None:
        super().__init__("http://localhost:9", MovedClock(), PREFIX)
        self.recorder = Recorder()
        self._session = Session(self._session.options, self.recorder)

    def transact(self, queue: str) -> None:
        """A transaction of one push."""
        with Transaction(self._session) as transaction:
            transaction.push(queue, 1, partition="p")


def methods() -> Iterator[tuple[str, Callable[[Recording], Any]]]:
    """Each method that takes the name of a queue, on the client and on what it hands out."""
    for owner, of in (
        (Recording, lambda regent: regent),
        (Maintenance, lambda regent: regent.maintenance),
        (Group, lambda regent: regent.group("billing")),
    ):
        for name, method in inspect.getmembers(owner, inspect.isfunction):
            if "queue" in inspect.signature(method).parameters and name[0] != "_":
                yield (
                    f"{owner.__name__}.{name}",
                    lambda regent, name=name, of=of: getattr(of(regent), name),
                )


CASES = dict(methods())


def sends(case: str, queue: str) -> str:
    """What a method sends that is given this name."""
    regent = Recording()
    method = CASES[case](regent)
    asked = inspect.signature(method).parameters
    given = {name: value for name, value in OTHERS.items() if name in asked}
    with suppress(Unreachable):
        next(iter(method(queue=queue, **given)))  # a list sends when it is walked through
    return regent.recorder.sent[0]


@pytest.mark.parametrize("case", CASES)
def test_every_name_of_a_queue_gets_the_prefix(case: str) -> None:
    assert sends(case, QUEUE).count(QUEUE) == sends(case, QUEUE).count(PREFIX + QUEUE) == 1
    # A name that came from the server.
    assert sends(case, PREFIX + QUEUE).count(PREFIX) == 1


def test_nothing_is_left_out() -> None:
    assert {"Recording.push", "Recording.transact", "Recording.lag", "Group.show"} < set(CASES)
    assert len(CASES) == 25


def test_lists_of_queues_are_the_tests_own() -> None:
    regent = Recording()
    for name in (None, "ord"):
        with pytest.raises(Unreachable):
            next(iter(regent.queues(name=name)))
    assert [f"name={PREFIX}&" in f"{each}&" for each in regent.recorder.sent] == [True, False]
    assert f"name={PREFIX}ord" in regent.recorder.sent[1]


def test_a_prefix_names_its_test_and_is_nobody_elses() -> None:
    prefix = prefix_for("test_a_push[customer/1 ☂]")
    assert prefix.startswith("test_a_push-customer-1-")
    assert prefix.endswith("-")
    assert prefix != prefix_for("test_a_push[customer/1 ☂]")
    assert len(prefix_for("x" * 500)) == 50
