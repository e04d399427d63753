"""Connections, over real sockets: kept, looked at before reuse, given up in time."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path

import pytest

from regent.client.core.address import Address, Proxy
from regent.client.core.http1 import HttpRequest
from regent.client.drivers import asyncio_, blocking
from regent.client.drivers.protocols import Route
from regent.client.errors import Misused, UnexpectedAnswer, Unreachable
from tests.client.sockets import (
    KINDS,
    OK,
    Client,
    Peer,
    Server,
    answers,
    certificate,
    client,
    closes,
    hangs,
)

pytestmark = pytest.mark.parametrize("kind", KINDS)


def route(server: Server, connections: int = 64) -> Route:
    return Route(Address.parsed(server.url), max_connections=connections)


def test_a_connection_is_used_again(kind: str) -> None:
    with Server(answers()) as server, client(kind, route(server)) as connected:
        assert [connected.get().body for _ in range(5)] == [b"ok"] * 5
        assert server.connections == 1


def test_a_connection_that_the_server_closes_is_not(kind: str) -> None:
    closing = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"
    with Server(answers(closing)) as server, client(kind, route(server)) as connected:
        assert [connected.get().body for _ in range(3)] == [b"ok"] * 3
        assert server.connections == 3


@pytest.mark.parametrize("more", [b"", b"HTTP/1.1 408 Request Timeout\r\n\r\n"])
def test_a_connection_that_was_closed_meanwhile_is_dropped(kind: str, more: bytes) -> None:
    """Nothing is sent on it, so even what must not happen twice goes through."""
    closed = threading.Event()

    def once(peer: Peer) -> None:
        peer.request()
        peer.send(OK)
        if more:
            peer.send(more)
        peer.connection.close()
        closed.set()

    with Server(once, answers()) as server, client(kind, route(server)) as connected:
        connected.get()
        closed.wait(5)
        connected.run(asyncio.sleep, 0.01) if kind == "asyncio" else None
        reply = connected.get(repeatable=False)
        assert (reply.body, reply.repeated, len(server.requests)) == (b"ok", False, 2)


def twice(peer: Peer) -> None:
    """Answer one request, take a second one, and close the connection."""
    peer.request()
    peer.send(OK)
    peer.request()


def test_a_reused_connection_that_dies_is_replaced_once(kind: str) -> None:
    with Server(twice, answers()) as server, client(kind, route(server)) as connected:
        assert not connected.get().repeated
        reply = connected.get()
        assert (reply.body, reply.repeated) == (b"ok", True)
        assert (server.connections, len(server.requests)) == (2, 3)


def test_what_must_not_happen_twice_is_not_sent_on_another_connection(kind: str) -> None:
    with Server(twice, answers()) as server, client(kind, route(server)) as connected:
        connected.get()
        with pytest.raises(Unreachable) as lost:
            connected.get(repeatable=False)
        assert lost.value.sent
        assert len(server.requests) == 2


def test_a_new_connection_that_dies_is_told(kind: str) -> None:
    with Server(closes) as server, client(kind, route(server)) as connected:
        with pytest.raises(Unreachable, match="before the answer was whole") as lost:
            connected.get()
        assert lost.value.sent
        assert server.connections == 1


def test_an_answer_that_is_cut_at_any_byte_is_none(kind: str) -> None:
    for cut in range(len(OK)):

        def short(peer: Peer, cut: int = cut) -> None:
            peer.request()
            peer.send(OK[:cut])

        with Server(short) as server, client(kind, route(server)) as connected:
            with pytest.raises(Unreachable) as lost:
                connected.get()
            assert lost.value.sent


def test_a_reused_connection_that_dies_within_an_answer_is_not_replaced(kind: str) -> None:
    def half(peer: Peer) -> None:
        peer.request()
        peer.send(OK)
        peer.request()
        peer.send(OK[:20])

    with Server(half, answers()) as server, client(kind, route(server)) as connected:
        connected.get()
        with pytest.raises(Unreachable):
            connected.get()
        assert connected.get().body == b"ok"


def test_nobody_there_means_that_nothing_was_sent(kind: str) -> None:
    with Server(answers()) as server:
        gone = route(server)
    with client(kind, gone) as connected, pytest.raises(Unreachable, match="GET http") as refused:
        connected.get()
    assert (refused.value.sent, refused.value.final) == (False, False)


def test_a_name_that_nobody_has_means_that_nothing_was_sent(kind: str) -> None:
    nowhere = Route(Address.parsed("http://nowhere.invalid"))
    with client(kind, nowhere) as connected, pytest.raises(Unreachable) as unknown:
        connected.get()
    assert not unknown.value.sent


def test_a_server_that_says_nothing_is_given_up_in_time(kind: str) -> None:
    with Server(hangs) as server, client(kind, route(server)) as connected:
        with pytest.raises(Unreachable, match="no answer") as lost:
            connected.get(within=0.1)
        assert lost.value.sent


def test_a_server_that_trickles_is_given_up_in_time(kind: str) -> None:
    def trickles(peer: Peer) -> None:
        peer.request()
        peer.send(b"HTTP/1.1 200 OK\r\n")
        while True:
            peer.send(b"X: x\r\n")
            threading.Event().wait(0.02)

    with Server(trickles) as server, client(kind, route(server)) as connected:
        with pytest.raises(Unreachable) as late:
            connected.get(within=0.2)
        assert late.value.sent


def test_garbage_is_not_an_answer(kind: str) -> None:
    with Server(answers(b"SSH-2.0-x\r\n\r\n")) as server, client(kind, route(server)) as connected:
        for _ in range(2):
            with pytest.raises(UnexpectedAnswer, match="does not speak HTTP"):
                connected.get()
        assert server.connections == 2


def test_what_comes_behind_an_answer_ends_the_connection(kind: str) -> None:
    with Server(answers(OK + OK)) as server, client(kind, route(server)) as connected:
        assert [connected.get().body for _ in range(2)] == [b"ok"] * 2
        assert server.connections == 2


def test_no_more_connections_than_are_allowed(kind: str) -> None:
    with Server(hangs) as server, client(kind, route(server, 1)) as connected:
        if kind == "threads":
            waiting = threading.Thread(target=_ignored, args=(connected, 0.6))
            waiting.start()
            while not server.requests:
                threading.Event().wait(0.01)
            with pytest.raises(Unreachable, match="all 1 connections") as busy:
                connected.get(within=0.1)
            waiting.join()
        else:
            with pytest.raises(Unreachable, match="all 1 connections") as busy:
                connected.run(_two, connected)
        assert not busy.value.sent
        assert len(server.requests) == 1


def _ignored(connected: Client, within: float) -> None:
    with pytest.raises(Unreachable):
        connected.get(within=within)


async def _two(connected: Client) -> None:
    request = HttpRequest("GET", "/x", ())
    first = asyncio.create_task(connected.pool.exchange(request, 5))
    await asyncio.sleep(0.05)
    try:
        await connected.pool.exchange(request, 0.1)
    finally:
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)


def test_idle_connections_are_closed_after_a_while(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(answers()) as server, client(kind, route(server)) as connected:
        connected.get()
        for module in (blocking, asyncio_):
            monkeypatch.setattr(module, "IDLE_SECONDS", 0.0)
        connected.get()
        assert server.connections == 2


def test_a_closed_pool_is_closed(kind: str) -> None:
    with Server(answers()) as server, client(kind, route(server)) as connected:
        connected.get()
        connected.run(connected.pool.close)
        with pytest.raises(Misused, match="closed"):
            connected.get()


# TLS and proxies


def test_tls_is_spoken_with_those_that_are_trusted(kind: str, tmp_path: Path) -> None:
    serving, trusting = certificate(tmp_path)
    with Server(answers(), tls=serving) as server:
        trusted = Route(Address.parsed(server.url), ssl_context=trusting)
        with client(kind, trusted) as connected:
            assert [connected.get().body for _ in range(3)] == [b"ok"] * 3
            assert server.connections == 1
        with client(kind, Route(Address.parsed(server.url))) as wary:
            with pytest.raises(Unreachable, match="certificate") as untrusted:
                wary.get()
            assert (untrusted.value.sent, untrusted.value.final) == (False, True)


def test_tls_is_not_spoken_with_another_host(kind: str, tmp_path: Path) -> None:
    serving, trusting = certificate(tmp_path, "127.0.0.2")
    with Server(answers(), tls=serving) as server:
        wrong = Route(Address.parsed(server.url), ssl_context=trusting)
        with client(kind, wrong) as connected, pytest.raises(Unreachable, match="not valid for"):
            connected.get()
        assert server.requests == []


def tunnels(answer: bytes = b"HTTP/1.1 200 Connection established\r\n\r\n") -> object:
    """A proxy that answers a CONNECT, and is the server itself then."""

    def script(peer: Peer) -> None:
        peer.request()
        peer.send(answer)
        answers()(peer)

    return script


def through(server: Server, credentials: str | None = None) -> Route:
    proxy = Proxy(Address.parsed(server.url), credentials)
    return Route(Address.parsed("http://regent.example:6632"), proxy)


def test_a_proxy_is_asked_for_a_tunnel(kind: str) -> None:
    with Server(tunnels()) as server, client(kind, through(server, "me:secret")) as connected:
        assert [connected.get().body for _ in range(2)] == [b"ok"] * 2
    asked, first, second = server.requests
    assert asked.startswith(
        b"CONNECT regent.example:6632 HTTP/1.1\r\nHost: regent.example:6632\r\n"
    )
    assert b"Proxy-Authorization: Basic bWU6c2VjcmV0\r\n" in asked
    assert first == second
    assert b"Proxy-Authorization" not in first
    assert b"Host: regent.example:6632" in first


@pytest.mark.parametrize(
    ("answer", "final"),
    [
        (b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", True),
        (b"HTTP/1.1 502 Bad Gateway\r\n\r\n", False),
        (b"SSH-2.0\r\n\r\n", False),
        (b"x" * 70_000, False),
    ],
)
def test_a_proxy_that_opens_no_tunnel_is_told(kind: str, answer: bytes, final: bool) -> None:
    with Server(tunnels(answer)) as server, client(kind, through(server)) as connected:
        with pytest.raises(Unreachable, match="the proxy http://127") as refused:
            connected.get()
        assert (refused.value.sent, refused.value.final) == (False, final)


def test_a_proxy_that_hangs_up_is_told(kind: str) -> None:
    with Server(closes) as server, client(kind, through(server)) as connected:
        with pytest.raises(Unreachable) as gone:
            connected.get()
        assert not gone.value.sent


def test_tls_goes_through_the_tunnel(kind: str, tmp_path: Path) -> None:
    serving, trusting = certificate(tmp_path)

    def tunnel(peer: Peer) -> None:
        peer.request()
        peer.send(b"HTTP/1.1 200 OK\r\n\r\n")
        with serving.wrap_socket(peer.connection, server_side=True) as secured:
            answers()(Peer(secured))

    with Server(tunnel) as server:
        proxy = Proxy(Address.parsed(server.url))
        found = Route(Address.parsed("https://127.0.0.1:1"), proxy, trusting)
        with client(kind, found) as connected:
            assert [connected.get().body for _ in range(2)] == [b"ok"] * 2
        assert len(server.requests) == 1


# Forks and loops


def test_a_child_process_does_not_use_its_parents_connections(kind: str) -> None:
    with Server(answers()) as server, client(kind, route(server)) as connected:
        connected.get()
        child = os.fork()
        if child == 0:
            mine = Client(kind, route(server)) if kind == "asyncio" else connected
            mine.pool._idle = connected.pool._idle
            os._exit(0 if mine.get().body == b"ok" and server else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        connected.get()
        assert server.connections == 2
