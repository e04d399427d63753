"""Whatever makes a message available wakes those that wait for it, in all processes of the server.

The server of these tests finds nothing by itself (waking_handlers.py): a wake-up that is lost ends
as an empty answer.
"""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.local.conftest import LocalServer, wait_until

#: Of a poll; a wake-up that comes at all comes long before.
TIMEOUT_MS = 8_000


class Server:
    """A server with two workers, and clients that each have a connection of their own."""

    def __init__(self, server: LocalServer) -> None:
        self.url = server.url
        self.local = server
        self.clients: list[httpx.Client] = []
        self.pool = ThreadPoolExecutor(32)
        self.reconnect()

    def reconnect(self) -> None:
        """Connections are dealt out in turn: of two neighbours one is at each worker."""
        self.disconnect()
        self.clients = [httpx.Client(base_url=self.url, timeout=30) for _ in range(4)]
        self._turn = itertools.cycle(self.clients)
        for client in self.clients:
            client.get("/health").raise_for_status()

    def disconnect(self) -> None:
        for client in self.clients:
            client.close()

    def stop(self) -> int:
        self.disconnect()
        return self.local.stop()

    def send(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """By the next client, so by the other worker."""
        answer = next(self._turn).request(method, f"/api/v1{path}", json=body, params=query)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def push(self, queue: str, *payloads: Any, **fields: Any) -> Any:
        items = [{"queue": queue, "payload": payload, **fields} for payload in payloads]
        return self.send("POST", "/push", {"items": items})

    def push_two(self, queue: str, payload: Any) -> None:
        """A message in each of two partitions, by two workers."""
        for name in "ab":
            self.push(queue, payload, partition=f"{payload} {name}")

    def pop(self, queue: str, **query: Any) -> Any:
        return self.send("GET", f"/pop/queue/{queue}", **query)

    def ack(self, popped: Any, status: str = "completed", **more: Any) -> Any:
        acks = [
            {
                "transactionId": message["transactionId"],
                "partitionId": message["partitionId"],
                "leaseId": popped["leaseId"],
                "status": status,
            }
            for message in popped["messages"]
        ]
        return self.send("POST", "/ack/batch", {"acknowledgments": acks, **more})

    def wait(self, path: str, **query: Any) -> Future[Any]:
        """A request that waits at some worker, and has begun to."""
        client = httpx.Client(base_url=self.url, timeout=30)

        def ask() -> Any:
            with client:
                query.setdefault("wait", "true")
                query.setdefault("timeout", TIMEOUT_MS)
                answer = client.get(f"/api/v1{path}", params=query)
                assert answer.status_code in (200, 204), answer.text
                return answer.json() if answer.content else None

        return self.pool.submit(ask)


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server of its own."""
    handlers = "tests.local.waking_handlers"
    server = Server(LocalServer(folder, {"REGENT_WORKERS": "2"}, handlers=handlers))
    try:
        yield server
    finally:
        server.stop()
        server.pool.shutdown()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("waking")) as server:
        yield server


names = (f"q{number}" for number in itertools.count())


@pytest.fixture
def queue(server: Server) -> str:
    """A queue that a group follows, with nothing pending."""
    name = next(names)
    server.push(name, "seed", partition="p")
    server.pop(name, autoAck="true")
    return name


def woken(server: Server, waiting: list[Future[Any]], act: Callable[[], Any]) -> list[Any]:
    """What the waiting requests are answered after an act. They wait: none is answered before."""
    settle(server)
    assert not any(each.done() for each in waiting)
    act()
    return [each.result(30) for each in waiting]


def settle(server: Server) -> None:
    """Let the waiting requests take their first look: two more pass through each worker, one after
    the other, and come behind them."""
    for _ in range(3):
        for client in server.clients:
            client.get("/api/v1/pop/queue/nothing")


def data(popped: Any) -> list[Any]:
    return [message["data"] for message in popped["messages"]] if popped else []


def test_a_push_wakes_a_pop_at_each_worker(server: Server, queue: str) -> None:
    for turn in range(4):
        waiting = [server.wait(f"/pop/queue/{queue}") for _ in range(2)]
        answers = woken(server, waiting, lambda turn=turn: server.push_two(queue, turn))
        assert [data(popped) for popped in answers] == [[turn], [turn]]


def test_a_push_wakes_pops_of_every_kind(server: Server, queue: str) -> None:
    namespace = f"of {queue}"
    server.send("POST", "/configure", {"queue": queue, "namespace": namespace})
    for group in ("labels", "named", "several", "acked"):
        server.pop(queue, consumerGroup=group, autoAck="true", subscriptionMode="all")
    waiting = [
        server.wait("/pop", namespace=namespace, consumerGroup="labels"),
        server.wait(f"/pop/queue/{queue}/partition/p", consumerGroup="named"),
        server.wait(f"/pop/queue/{queue}", consumerGroup="several", partitions=5),
        server.wait(f"/pop/queue/{queue}", consumerGroup="acked", autoAck="true"),
    ]
    answers = woken(server, waiting, lambda: server.push(queue, "new", partition="p"))
    assert [data(popped)[-1:] for popped in answers] == [["new"]] * 4


def test_a_transaction_wakes(server: Server, queue: str) -> None:
    push = {"type": "push", "items": [{"queue": queue, "payload": "new", "partition": "p"}]}
    waiting = [server.wait(f"/pop/queue/{queue}")]
    (popped,) = woken(
        server, waiting, lambda: server.send("POST", "/transaction", {"operations": [push]})
    )
    assert data(popped) == ["new"]


@pytest.mark.parametrize("status", ["completed", "retry"])
def test_the_end_of_a_lease_wakes(server: Server, queue: str, status: str) -> None:
    server.push(queue, "first", "second", partition="p")
    held = server.pop(queue)
    waiting = [server.wait(f"/pop/queue/{queue}")]
    (popped,) = woken(server, waiting, lambda: server.ack(held, status))
    assert data(popped) == ["second" if status == "completed" else "first"]


def test_a_redrive_wakes(server: Server, queue: str) -> None:
    server.push(queue, "dead", partition="p")
    server.ack(server.pop(queue), "dlq")
    waiting = [server.wait(f"/pop/queue/{queue}")]
    (popped,) = woken(
        server, waiting, lambda: server.send("POST", "/dlq/redrive", {"queue": queue})
    )
    assert data(popped) == ["dead"]


def test_a_seek_wakes(server: Server, queue: str) -> None:
    waiting = [server.wait(f"/pop/queue/{queue}", consumerGroup="g")]
    assert data(waiting[0].result(30)) == ["seed"]
    server.pop(queue, consumerGroup="h", autoAck="true")
    waiting = [server.wait(f"/pop/queue/{queue}", consumerGroup="h")]
    path = f"/consumer-groups/h/queues/{queue}/seek"
    (popped,) = woken(server, waiting, lambda: server.send("POST", path, {"toBeginning": True}))
    assert data(popped) == ["seed"]


def test_a_resume_wakes(server: Server, queue: str) -> None:
    server.pop(queue, consumerGroup=queue, autoAck="true")
    server.send("POST", f"/consumer-groups/{queue}/pause")
    server.push(queue, "new", partition="p")
    waiting = [server.wait(f"/pop/queue/{queue}", consumerGroup=queue)]
    (popped,) = woken(
        server, waiting, lambda: server.send("POST", f"/consumer-groups/{queue}/resume")
    )
    assert data(popped) == ["new"]


def test_the_end_of_maintenance_wakes(server: Server, queue: str) -> None:
    server.send("POST", "/system/maintenance/pop", {"enabled": True})
    server.push(queue, "new", partition="p")
    waiting = [server.wait(f"/pop/queue/{queue}")]
    (popped,) = woken(
        server,
        waiting,
        lambda: server.send("POST", "/system/maintenance/pop", {"enabled": False}),
    )
    assert data(popped) == ["new"]


def test_a_produce_wakes_a_read(server: Server) -> None:
    topic = next(names)
    server.send("POST", "/metadata/topics", {"topic": topic, "partitions": 1})
    path = "/consumer-group/records"
    query = {"topic": topic, "partition": 0, "offset": 0, "maxWaitMs": TIMEOUT_MS}
    answer = server.pool.submit(
        lambda: httpx.get(f"{server.url}/api/v1{path}", params=query, timeout=30).json()
    )
    record = {"topic": topic, "messages": [{"value": "new"}]}
    (read,) = woken(server, [answer], lambda: server.send("POST", "/produce", record))
    assert [each["value"] for each in read["records"]] == ["new"]


def test_an_append_wakes_a_read_of_the_log(server: Server) -> None:
    end = server.send("GET", "/log/messages", order="desc", limit=1)["messages"]
    after = end[0]["position"] + 1 if end else 1
    waiting = [server.wait("/log/messages", **{"from": after})]
    message = {"type": "happened", "payload": {"a": 1}}
    (read,) = woken(
        server, waiting, lambda: server.send("POST", "/log/append", {"messages": [message]})
    )
    assert [each["type"] for each in read["messages"]] == ["happened"]


def test_many_that_wait_share_what_comes(server: Server, queue: str) -> None:
    settle(server)
    waiting = [server.wait(f"/pop/queue/{queue}") for _ in range(24)]
    pushed = [{"queue": queue, "payload": number, "partition": f"{number}"} for number in range(24)]
    answers = woken(server, waiting, lambda: server.send("POST", "/push", {"items": pushed}))
    assert sorted(number for popped in answers for number in data(popped)) == list(range(24))


def test_a_client_that_left_takes_nothing(server: Server, queue: str) -> None:
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{server.url}/api/v1/pop/queue/{queue}", params={"wait": "true"}, timeout=0.3)
    settle(server)
    server.push(queue, "new", partition="p")
    assert data(server.pop(queue)) == ["new"]


def test_a_server_that_stops_lets_those_go_that_wait(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.push("q", "seed", partition="p")
        server.pop("q", autoAck="true")
        waiting = [server.wait("/pop/queue/q", timeout=20_000) for _ in range(8)]
        log = server.wait("/log/messages", **{"from": 10**9}, timeout=20_000)
        settle(server)
        assert not any(each.done() for each in [*waiting, log])
        assert server.stop() == 0
        assert [each.result(5) for each in waiting] == [None] * 8
        assert log.result(5)["messages"] == []
        assert "killing it" not in server.local.log


def test_a_worker_that_is_replaced_is_woken_and_wakes(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.push("q", "seed", partition="p")
        server.pop("q", autoAck="true")
        before = workers(server.local)
        os.kill(before[0], signal.SIGKILL)
        assert wait_until(lambda: len({*before, *workers(server.local)}) == 3)
        assert wait_until(lambda: ready(server.local))
        server.reconnect()
        for turn in range(4):
            waiting = [server.wait("/pop/queue/q") for _ in range(2)]
            answers = woken(server, waiting, lambda turn=turn: server.push_two("q", turn))
            assert [data(each) for each in answers] == [[turn], [turn]]


def workers(local: LocalServer) -> list[int]:
    """The processes that serve."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == local.process.pid and b"worker" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return sorted(found)


def ready(local: LocalServer) -> bool:
    """Whether each of two neighbouring connections is answered."""
    try:
        return all(httpx.get(f"{local.url}/health").status_code == 200 for _ in range(4))
    except httpx.HTTPError:
        return False
