"""Answers as bytes: every way in which they may be cut into pieces, and what is no answer."""

from __future__ import annotations

from itertools import combinations

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regent.client.core import http1
from regent.client.core.http1 import Answering, HttpRequest, Reply, request_bytes
from regent.client.errors import UnexpectedAnswer

JSON = b'{"success":true}'
SIZED = b"HTTP/1.1 201 Created\r\nContent-Length: 16\r\nRetry-After: 3\r\n\r\n" + JSON
CHUNKED = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    b'5\r\n{"suc\r\nb;name=value\r\ncess":true}\r\n0\r\nTrailer: 1\r\n\r\n'
)
EMPTY = b"HTTP/1.1 204 No Content\r\nregent-queue: unknown\r\n\r\n"
NOTICED = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n" + SIZED
CLOSING = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 16\r\n\r\n" + JSON
WHOLE = [SIZED, CHUNKED, EMPTY, NOTICED, CLOSING]


def read(*pieces: bytes) -> Answering:
    answering = Answering()
    for place, piece in enumerate(pieces):
        assert answering.feed(piece) == (place == len(pieces) - 1)
    return answering


def as_h11_reads(data: bytes) -> tuple[int, bytes]:
    """The oracle: another parser, written by others."""
    connection = h11.Connection(h11.CLIENT)
    connection.send(h11.Request(method="GET", target="/", headers=[("Host", "h")]))
    connection.send(h11.EndOfMessage())
    connection.receive_data(data)
    status, body = 0, b""
    while not isinstance(event := connection.next_event(), h11.EndOfMessage):
        if isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            body += event.data
    return status, body


@pytest.mark.parametrize("answer", WHOLE)
def test_an_answer_is_read_in_whichever_two_pieces_it_comes(answer: bytes) -> None:
    for cut in range(1, len(answer)):
        reply = read(answer[:cut], answer[cut:]).reply()
        assert (reply.status, reply.body) == as_h11_reads(answer), cut


@pytest.mark.parametrize("answer", [EMPTY, CLOSING])
def test_an_answer_is_read_in_whichever_three_pieces_it_comes(answer: bytes) -> None:
    for first, second in combinations(range(1, len(answer)), 2):
        reply = read(answer[:first], answer[first:second], answer[second:]).reply()
        assert (reply.status, reply.body) == as_h11_reads(answer)


@pytest.mark.parametrize("answer", WHOLE)
def test_an_answer_is_read_byte_by_byte(answer: bytes) -> None:
    reply = read(*[answer[at : at + 1] for at in range(len(answer))]).reply()
    assert (reply.status, reply.body) == as_h11_reads(answer)


@pytest.mark.parametrize("answer", WHOLE)
def test_an_answer_that_ends_early_is_not_whole(answer: bytes) -> None:
    for cut in range(1, len(answer)):
        answering = Answering()
        assert not answering.feed(answer[:cut]), cut
        assert not answering.end(), cut


def test_headers_are_found_by_names_in_lower_case() -> None:
    reply = read(SIZED).reply()
    assert reply.header("retry-after") == "3"
    assert reply.header("regent-queue") is None


def test_a_notice_does_not_leave_its_headers_behind() -> None:
    assert read(NOTICED).reply().header("link") is None


@pytest.mark.parametrize(
    ("answer", "reusable"),
    [(SIZED, True), (CHUNKED, True), (EMPTY, True), (NOTICED, True), (CLOSING, False)],
)
def test_a_connection_is_kept_unless_the_server_closes_it(answer: bytes, reusable: bool) -> None:
    assert read(answer).reusable == reusable


@pytest.mark.parametrize("more", [SIZED, b"garbage", b"\0"])
def test_a_connection_is_not_kept_when_something_came_behind_the_answer(more: bytes) -> None:
    answering = read(SIZED + more)
    assert answering.reply().body == JSON
    assert not answering.reusable


def test_an_answer_without_a_length_ends_with_the_connection() -> None:
    answering = Answering()
    assert not answering.feed(b"HTTP/1.0 200 OK\r\n\r\n" + JSON)
    assert answering.end()
    assert (answering.reply().body, answering.reusable) == (JSON, False)


@pytest.mark.parametrize(
    "garbage",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
        b"<html>no\r\n\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\nhi",
        b"\x16\x03\x01\x02\x00\x01\x00\x01",
    ],
)
def test_what_is_no_http_is_refused(garbage: bytes) -> None:
    with pytest.raises(UnexpectedAnswer, match="does not speak HTTP"):
        Answering().feed(garbage)


@given(st.binary(max_size=200))
def test_nothing_else_comes_of_garbage(garbage: bytes) -> None:
    answering = Answering()
    try:
        whole = answering.feed(garbage) or answering.end()
    except UnexpectedAnswer:
        return
    assert not whole or isinstance(answering.reply(), Reply)


def test_a_head_without_an_end_is_given_up() -> None:
    answering = Answering()
    answering.feed(b"HTTP/1.1 200 OK\r\nX: ")
    answering.feed(b"x" * 65_000)
    with pytest.raises(UnexpectedAnswer, match="does not end after 66020"):
        answering.feed(b"x" * 1000)


def test_a_body_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http1, "MAX_BODY_BYTES", 1000)
    answering = Answering()
    answering.feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    answering.feed(b"40\r\n" + b"x" * 64 + b"\r\n")
    with pytest.raises(UnexpectedAnswer, match="does not end after"):
        answering.feed(b"3e8\r\n" + b"x" * 1000 + b"\r\n")


def test_a_request_is_one_piece_that_another_parser_understands() -> None:
    request = HttpRequest("POST", "/api/v1/push?depth=true", (("User-Agent", "regent"),), b"{}")
    connection = h11.Connection(h11.SERVER)
    connection.receive_data(request_bytes(request, "localhost:6632"))
    head, body = connection.next_event(), connection.next_event()
    assert isinstance(head, h11.Request)
    assert isinstance(body, h11.Data)
    assert (head.method, head.target, body.data) == (b"POST", b"/api/v1/push?depth=true", b"{}")
    assert dict(head.headers) == {
        b"host": b"localhost:6632",
        b"user-agent": b"regent",
        b"content-length": b"2",
    }


@pytest.mark.parametrize(
    ("method", "says_length"), [("GET", False), ("POST", True), ("DELETE", True)]
)
def test_only_a_request_that_may_have_a_body_says_that_it_has_none(
    method: str, says_length: bool
) -> None:
    sent = request_bytes(HttpRequest(method, "/", ()), "h")
    assert (b"Content-Length: 0\r\n" in sent) == says_length
