"""A client that hangs up takes nothing: what is leased for it in that moment is given back."""

from __future__ import annotations

import itertools
import random
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from regent.identifiers import random_uuid
from tests.local.conftest import LocalServer, wait_until

#: Of a test whose server never gives anything back.
BROKEN_SECONDS = 1.0
_KEY = "uuid_hash_extended(%s::uuid, 4447)"


class Scene:
    """A server, and a session in its database that can hold up a pop by its key."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self.database = psycopg.connect(server.database_url, autocommit=True)
        self._names = itertools.count()
        self.queue = ""

    def begin(self) -> None:
        """A queue of its own, which a group follows."""
        self.queue = f"q{next(self._names)}"
        self.push("first")
        assert len(self.pop(batch=9, autoAck=True)) == 1

    def push(self, *payloads: Any) -> None:
        items = [{"queue": self.queue, "payload": payload} for payload in payloads]
        self.server.client.post("/api/v1/push", json={"items": items}).raise_for_status()

    def pop(self, **query: Any) -> list[dict[str, Any]]:
        query = {"consumerGroup": "g", **query}
        answer = self.server.client.get(f"/api/v1/pop/queue/{self.queue}", params=query)
        found: list[dict[str, Any]] = answer.json()["messages"] if answer.content else []
        return found

    def poll(self, key: str, *, path: str | None = None) -> socket.socket:
        """A pop that waits, on a connection of its own."""
        connection = socket.create_connection(("127.0.0.1", self.server.port))
        path = path or f"/api/v1/pop/queue/{self.queue}?"
        target = f"{path}consumerGroup=g&wait=true&timeout=20000&leaseKey={key}"
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return connection

    @contextmanager
    def held_up(self, key: str) -> Iterator[None]:
        """Nothing is looked for under this key meanwhile."""
        self.database.execute(f"select pg_advisory_lock({_KEY})", (key,))
        yield
        self.database.execute(f"select pg_advisory_unlock({_KEY})", (key,))

    def is_held_up(self) -> bool:
        waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
        return bool(self._one(waiting))

    def leased(self) -> int:
        """How many leases there are in the queue."""
        return self._of_the_rows("count(c.lease_id)")

    def handed_out(self) -> int:
        """How many messages were handed out in the queue, the first one among them."""
        return self._of_the_rows("coalesce(sum(c.popped), 0)")

    def _of_the_rows(self, what: str) -> int:
        return self._one(
            f"select {what} from queen.partition_consumers c"
            " join queen.partitions p on p.id = c.partition_id"
            " join queen.queues q on q.id = p.queue_id where q.name = %s",
            (self.queue,),
        )

    def _one(self, statement: str, parameters: Any = ()) -> int:
        row = self.database.execute(statement.encode(), parameters).fetchone()
        assert row is not None
        return int(row[0])


@contextmanager
def serving(folder: Path, handlers: str) -> Iterator[Scene]:
    server = LocalServer(folder, {}, handlers=handlers)
    scene = Scene(server)
    try:
        yield scene
    finally:
        scene.database.close()
        server.stop()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serving(tmp_path_factory.mktemp("server"), "functions.handlers") as scene:
        yield scene


@pytest.fixture
def scene(served: Scene) -> Scene:
    served.begin()
    return served


def hangs_up_during_the_first_look(scene: Scene) -> None:
    scene.push(1)
    with scene.held_up(key := random_uuid()):
        poll = scene.poll(key)
        assert wait_until(scene.is_held_up)
        poll.close()
    assert wait_until(lambda: scene.handed_out() == 2)


def hangs_up_during_a_later_look(scene: Scene) -> None:
    key = random_uuid()
    with scene.held_up(key):
        poll = scene.poll(key)
        assert wait_until(scene.is_held_up)
    with scene.held_up(key):  # the first look is over: it came before us
        scene.push(1)
        assert wait_until(scene.is_held_up)
        poll.close()
    assert wait_until(lambda: scene.handed_out() == 2)


MOMENTS = [hangs_up_during_the_first_look, hangs_up_during_a_later_look]


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_leased_in_that_moment_is_given_back(scene: Scene, moment: Any) -> None:
    moment(scene)
    assert wait_until(lambda: scene.leased() == 0)
    (again,) = scene.pop(wait=True, timeout=5_000)
    assert (again["data"], again["deliveryAttempt"], again["failedAttempts"]) == (1, 2, 0)


def test_a_server_that_does_not_give_it_back_is_caught(tmp_path: Path) -> None:
    with serving(tmp_path, "tests.local.deaf_handlers") as scene:
        for moment in MOMENTS:
            scene.begin()
            moment(scene)
            assert not wait_until(lambda: scene.leased() == 0, BROKEN_SECONDS)


def test_nothing_is_leased_for_a_client_that_is_gone(scene: Scene) -> None:
    key = random_uuid()
    with scene.held_up(key):
        poll = scene.poll(key)
        assert wait_until(scene.is_held_up)
    with scene.held_up(key):
        poll.close()
        other = scene.poll(random_uuid())
        scene.push(1)
        assert b'"data":1' in other.recv(65_536)
    assert scene.handed_out() == 2
    other.close()


def test_next_messages_of_a_client_that_is_gone_are_given_back(scene: Scene) -> None:
    scene.push(1)
    body = (
        f'{{"consumerGroup": "g", "acknowledgments": [], "next": {{"queue": "{scene.queue}",'
        f' "leaseKey": "{(key := random_uuid())}"}}}}'
    )
    with scene.held_up(key):
        asks = socket.create_connection(("127.0.0.1", scene.server.port))
        head = f"POST /api/v1/ack/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}"
        asks.sendall(f"{head}\r\n\r\n{body}".encode())
        assert wait_until(scene.is_held_up)
        asks.close()
    assert wait_until(lambda: scene.handed_out() == 2)
    assert wait_until(lambda: scene.leased() == 0)


def test_a_client_that_says_that_it_hung_up_finds_it_true(scene: Scene) -> None:
    """Whatever the moment: either the server gives the lease back, or the release by its key."""
    chance = random.Random(1)
    for number in range(60):
        key = random_uuid()
        poll = scene.poll(key)
        if chance.random() < 0.8:
            scene.push(number)
        time.sleep(chance.uniform(0.0, 0.006))
        poll.close()
        body = {"queue": scene.queue, "consumerGroup": "g"}
        scene.server.client.post(f"/api/v1/lease/{key}/release", json=body).raise_for_status()
        assert wait_until(lambda: scene.leased() == 0), number
        for message in scene.pop(batch=9):
            assert message["failedAttempts"] == 0
            body = {"acknowledgments": [message | {"status": "completed"}], "consumerGroup": "g"}
            scene.server.client.post("/api/v1/ack/batch", json=body).raise_for_status()


def test_each_answer_says_that_hang_ups_are_noticed(scene: Scene) -> None:
    client = scene.server.client
    for answer in (
        client.get("/health"),
        client.get(f"/api/v1/pop/queue/{scene.queue}"),
        client.get("/nowhere"),
    ):
        assert answer.headers["regent-hang-ups"] == "noticed"
