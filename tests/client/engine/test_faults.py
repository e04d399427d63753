"""Consumers and writers while their server dies or refuses, or while their clock jumps: nothing is
lost, order is kept, and nothing stays leased."""

from __future__ import annotations

import signal
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from regent import Regent
from regent.client.core import pauses
from tests.client.engine.test_consuming import until
from tests.client.handlers import Wire, wire
from tests.client.programs import server
from tests.client.proxies import Proxy
from tests.local.conftest import LocalServer

__all__ = ["server", "wire"]

STUCK_SECONDS = 20.0


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    return str(request.node.name).translate({ord("["): "-", ord("]"): None})


class Restarted:
    """A server behind a proxy, which is killed and begins anew with what it had stored."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.server = self._begin()
        self.proxy = Proxy(self.server.port)

    def _begin(self) -> LocalServer:
        return LocalServer(self._folder, {}, handlers="functions.handlers")

    def restart(self) -> None:
        self.server.stop(signal.SIGKILL)
        self.proxy.keeps = self.proxy.keeps_request = None
        self.server = self._begin()
        self.proxy.upstream = self.server.port

    def stop(self) -> None:
        self.proxy.close()
        self.server.stop()


@pytest.fixture
def restarted(tmp_path: Path) -> Iterator[Restarted]:
    found = Restarted(tmp_path)
    yield found
    found.stop()


class Seen:
    """What handlers got, by partition."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.order: dict[str, list[int]] = defaultdict(list)
        self.began = threading.Event()

    def __call__(self, message: Any) -> None:
        self.order[message.partition].append(message.payload)
        self.began.set()
        time.sleep(self.seconds)

    def all_in_order(self, partitions: int, messages: int) -> bool:
        """Whether each message came, and came first behind the one before it."""
        firsts = {name: list(dict.fromkeys(seen)) for name, seen in self.order.items()}
        return firsts == {f"p{number}": list(range(messages)) for number in range(partitions)}


#: What is under way when the server dies: the bytes of a request that it never gets, or of an
#: answer that nobody gets.
STATES = {
    "a poll is out": ("keeps_request", b"wait=true"),
    "messages are on their way": ("keeps", b'"leaseId"'),
    "verdicts are on their way": ("keeps_request", b"POST /api/v1/ack"),
    "verdicts were taken": ("keeps", b'"acknowledgments"'),
    "a renewal is on its way": ("keeps_request", b"/extend"),
    "a renewal was taken": ("keeps", b'"renewed"'),
    "a handler is at work": (None, b""),
}
QUICK = ["verdicts were taken"]


@pytest.mark.parametrize(
    "state",
    [pytest.param(s, marks=[] if s in QUICK else pytest.mark.slow) for s in STATES],
)
def test_a_server_that_is_killed_loses_nothing(restarted: Restarted, name: str, state: str) -> None:
    proxy = restarted.proxy
    kind, part = STATES[state]
    seen = Seen(1.5 if "renewal" in state else 0.01)
    with Regent(proxy.url) as regent:
        queue = regent.queue(name)
        queue.create()
        messages = 3 if "renewal" in state else 20

        def push() -> None:
            for number in range(messages):
                for partition in range(3):
                    queue.push(number, partition=f"p{partition}")

        if state != "a poll is out":
            push()
        if kind is not None:
            setattr(proxy, kind, part)
        queue.group("g").consumer(concurrency=3, batch=5, lease_seconds=3)(seen)
        running = regent.start()
        until(lambda: proxy.kept or (kind is None and seen.began.is_set()))
        restarted.restart()
        if state == "a poll is out":
            push()
        until(lambda: seen.all_in_order(3, messages))
        until(lambda: queue.depth("g").pending == queue.depth("g").processing == 0)
        running.stop()
        assert running.join(STUCK_SECONDS)
        assert regent.leases(queue=name).all() == []


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        pytest.param("keeps_request", b"POST /api/v1/push", marks=pytest.mark.slow),
        ("keeps", b'"message_id"'),
    ],
)
def test_a_server_that_is_killed_under_a_writer_stores_each_message_once_and_in_order(
    restarted: Restarted, name: str, kind: str, part: bytes
) -> None:
    name = "written"
    with Regent(restarted.proxy.url) as regent:
        queue = regent.queue(name)
        queue.create()
        setattr(restarted.proxy, kind, part)
        with queue.writer() as writer:
            stored = [writer.push(n, partition=f"p{n % 3}") for n in range(300)]
            until(lambda: restarted.proxy.kept)
            restarted.restart()
            stored += [writer.push(n, partition=f"p{n % 3}") for n in range(300, 600)]
        assert len({pushed.result().id for pushed in stored}) == 600
        for partition in range(3):
            kept = queue.partition(f"p{partition}").messages(payloads=True, order="asc")
            assert [row.data for row in kept] == list(range(partition, 600, 3))


@pytest.mark.parametrize(("status", "code"), [(503, "BUSY"), (429, "TOO_MANY_REQUESTS")])
def test_a_storm_of_refusals_loses_nothing_and_is_not_answered_by_another(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, status: int, code: str
) -> None:
    monkeypatch.setattr(pauses, "BROKEN_SECONDS", 0.02)
    seen: list[int] = []
    with Regent(transport=wire) as regent:
        queue = regent.queue("q")
        queue.push_many(range(30), partition="p")
        asked = len(wire.sent)
        for part in ("/pop", "/ack"):
            wire.refuse(part, status, code, times=10, retry_after="0")
        queue.group("g").drain(lambda message: seen.append(message.payload), batch=3)
        assert seen == list(range(30))
        assert queue.depth("g").pending == 0
    assert len(wire.sent) - asked <= 100  # of which 20 were refused


class Jumping:
    """The time of a wall clock that is far off, and is set while messages are handled: an hour
    ahead, and later two hours back."""

    def __init__(self) -> None:
        self.ahead_seconds = 0

    def jump(self, message: Any) -> None:
        self.ahead_seconds += {6: 3_600, 12: -7_200}.get(message.payload, 0)

    def time_ns(self) -> int:
        return time.monotonic_ns() + self.ahead_seconds * 1_000_000_000

    def time(self) -> float:
        return self.time_ns() / 1e9


def test_a_wall_clock_that_jumps_costs_no_lease(
    server: LocalServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leases are counted on a clock that only runs."""
    jumping = Jumping()
    monkeypatch.setattr(time, "time", jumping.time)
    monkeypatch.setattr(time, "time_ns", jumping.time_ns)
    assert handled_while_the_clock_jumps(server, name, jumping) == list(range(20))


def test_a_client_that_counts_leases_on_the_wall_clock_is_caught(
    server: LocalServer, name: str
) -> None:
    """Its batch is not told to be done, so that the messages behind it do not come."""
    jumping = Jumping()
    seen = handled_while_the_clock_jumps(server, name, jumping, counts_on=jumping.time)
    assert 6 in seen
    assert 10 not in seen


def handled_while_the_clock_jumps(
    server: LocalServer,
    name: str,
    jumping: Jumping,
    counts_on: Callable[[], float] = time.monotonic,
) -> list[int]:
    """What a drain of twenty messages, five a batch, handled."""
    seen: list[int] = []

    def handle(message: Any) -> None:
        seen.append(message.payload)
        jumping.jump(message)

    with Regent(server.url) as regent:
        object.__setattr__(regent._session.options, "clock", counts_on)
        queue = regent.queue(name).partition("p")
        assert len({pushed.id for pushed in queue.push_many(range(20))}) == 20
        queue.group("g").drain(handle, batch=5)
    return seen
