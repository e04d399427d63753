"""The client, wired to the handlers of this process and this test's database.

Fixtures for tests/client and tests/conformance; their conftest files import them.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from regent.client import Consumer, ConsumerConfig, ConsumerRecord, Producer, SimpleConsumer
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.errors import Unreachable
from tests.support.clock import Clock
from tests.support.http import Call

URL = "http://regent.localhost"
#: A rebalance is due 500 ms after the last change; here the time is moved, not waited for.
BEYOND_REBALANCE_SECONDS = 0.6
STUCK_SECONDS = 10.0

Fault = Callable[[HttpRequest], Reply | None]


class Wire:
    """Takes requests to the handlers, as API Gateway would; a test can cut it."""

    def __init__(self, call: Call, clock: Clock | None = None) -> None:
        self._call = call
        self._clock = clock
        self._moving = threading.Lock()
        #: (method, path) of what was sent, in order.
        self.sent: list[tuple[str, str]] = []
        self.bodies: list[str] = []
        self._before: list[tuple[str, Fault]] = []
        self._after: list[tuple[str, Fault]] = []
        self.is_closed = False

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer."""
        path = urlsplit(request.target).path
        self.sent.append((request.method, path))
        self.bodies.append((request.body or b"").decode())
        if (instead := self._met(self._before, path, request)) is not None:
            return instead
        if self._clock is not None and "/assignment/" in path:
            with self._moving:
                self._clock.advance(BEYOND_REBALANCE_SECONDS)
        answer = self._answer(request, path)
        if (instead := self._met(self._after, path, request)) is not None:
            return instead
        return answer

    def close(self) -> None:
        """Nothing is open, but a client that owns no wire must not close it."""
        self.is_closed = True

    def paths(self, part: str = "") -> list[str]:
        """The paths of what was sent that hold this text."""
        return [path for _, path in self.sent if part in path]

    def refuse(self, part: str, status: int, code: str = "BUSY", times: int = 1, **headers: str):
        """Answer the next requests to such a path like this, without carrying them out."""
        body = json.dumps({"error": "refused by the test", "code": code}).encode()
        named = {name.lower().encode(): value.encode() for name, value in headers.items()}
        answers = [Reply(status, named, body) for _ in range(times)]
        self._before.append((part, lambda _: answers.pop(0) if answers else None))

    def cut(self, part: str, times: int = 1) -> None:
        """Do not carry out the next requests to such a path: there is no connection."""
        error = Unreachable("cut by the test", sent=False)
        self._before.append((part, _raising(error, times)))

    def lose_answer(self, part: str, times: int = 1) -> None:
        """Carry the next requests to such a path out, and lose what was answered."""
        self._after.append((part, _raising(Unreachable("lost by the test"), times)))

    def on(self, part: str, do: Callable[[], Any], times: int = 1) -> None:
        """Do something just before each of the next requests to such a path is carried out."""
        todo = [do] * times

        def once(_: HttpRequest) -> None:
            if todo:
                todo.pop()()

        self._before.append((part, once))

    def mend(self) -> None:
        """No further faults."""
        self._before.clear()
        self._after.clear()

    @staticmethod
    def _met(faults: Iterable[tuple[str, Fault]], path: str, request: HttpRequest) -> Reply | None:
        for part, fault in list(faults):
            if part in path and (answer := fault(request)) is not None:
                return answer
        return None

    def _answer(self, request: HttpRequest, path: str) -> Reply:
        reply = self._call(
            request.method,
            path,
            None if request.body is None else request.body.decode(),
            query=dict(parse_qsl(urlsplit(request.target).query, keep_blank_values=True)),
        )
        headers = {k.lower().encode(): str(v).encode() for k, v in reply.headers.items()}
        body = b"" if reply.body is None else json.dumps(reply.body).encode()
        return Reply(reply.status, headers, body)


def _raising(error: Exception, times: int) -> Fault:
    left = [error] * times

    def fault(_: HttpRequest) -> None:
        if left:
            raise left.pop()

    return fault


class Group:
    """Consumers of one test; all of them are closed at its end."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._opened: list[Any] = []

    def consumer(
        self,
        topic: str | None = "t",
        *,
        wire: Wire | None = None,
        listeners: Any = None,
        **more: Any,
    ) -> Consumer:
        """One that is subscribed, unless the topic is None. It beats often."""
        config = {"url": URL, "group_id": "app", "heartbeat_interval_ms": 50} | more
        consumer = Consumer(ConsumerConfig(**config), transport=wire or self._wire)
        self._opened.append(consumer)
        if topic is not None:
            consumer.subscribe(topic, **(listeners or {}))
        return consumer

    def simple(self) -> SimpleConsumer:
        self._opened.append(SimpleConsumer(URL, transport=self._wire))
        return self._opened[-1]

    def producer(self, **more: Any) -> Producer:
        self._opened.append(Producer(URL, transport=self._wire, **{"linger_ms": 0} | more))
        return self._opened[-1]

    def close(self) -> None:
        self._wire.mend()
        for one in reversed(self._opened):
            one.close()


@pytest.fixture
def wire(call: Call, clock: Clock) -> Wire:
    return Wire(call, clock)


@pytest.fixture
def group(wire: Wire) -> Iterator[Group]:
    group = Group(wire)
    yield group
    group.close()


def make_topic(call: Call, partitions: int = 4, topic: str = "t") -> str:
    body = {"topic": topic, "partitions": partitions}
    assert call("POST", "/api/v1/metadata/topics", body).status == 201
    return topic


def fill(call: Call, *values: Any, topic: str = "t", partition: int = 0) -> None:
    """Store records in one partition."""
    messages = [{"value": value, "partition": partition} for value in values]
    body = {"topic": topic, "messages": messages}
    assert call("POST", "/api/v1/produce", body).status == 201


def committed(call: Call, group: str = "G_t_app") -> dict[int, int]:
    """What the server says is committed."""
    answer = call("GET", "/api/v1/consumer-group/offsets", query={"groupId": group})
    return {int(partition): offset for partition, offset in answer.body["offsets"].items()}


def forget(call: Call, consumer: Consumer) -> None:
    """The server forgets a member, as at the end of its session, and the member hears of it."""
    group = f"/api/v1/metadata/consumer-groups/{consumer.group_id}"
    assert call("DELETE", f"{group}/members/{consumer.member_id}").status == 200
    wait_until(lambda: not consumer._membership.heartbeat.is_member)


def members(call: Call, group: str = "G_t_app") -> list[list[int]]:
    """The partitions of each member, as the server has dealt them out."""
    answer = call("GET", f"/api/v1/metadata/consumer-groups/{group}")
    return [member["partitions"] for member in answer.body["members"]]


def values(records: Iterable[ConsumerRecord]) -> list[Any]:
    return [record.value for record in records]


def poll_until(consumer: Consumer, count: int) -> list[ConsumerRecord]:
    """Poll until so many records have come."""
    found: list[ConsumerRecord] = []
    deadline = time.monotonic() + STUCK_SECONDS
    while len(found) < count:
        assert time.monotonic() < deadline, values(found)
        found += consumer.poll(0.5)
    return found


def poll_until_they_own(consumers: list[Consumer], owned: list[tuple[int, ...]]) -> None:
    """Poll with each in turn, until each has heard of its partitions."""

    def settled() -> bool:
        for consumer in consumers:
            consumer.poll(0.02)
        return [consumer.assignment for consumer in consumers] == owned

    wait_until(settled)


def wait_until(condition: Callable[[], bool]) -> None:
    """Look again and again; fail when it does not come true."""
    deadline = time.monotonic() + STUCK_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def in_thread(work: Callable[[], Any]) -> Future[Any]:
    """Do it in a thread."""
    future: Future[Any] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the future is asked
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future
