"""How requests of topics are sent, retried and refused. What every session does is in core/."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from regent.client import (
    Misused,
    NotAllowed,
    OffsetOutOfRange,
    RegentError,
    StaleAssignment,
    Unavailable,
    UnexpectedAnswer,
    UnknownGroup,
    UnknownMember,
    UnknownPartition,
    UnknownTopic,
    Unreachable,
)
from regent.client.api import Api, Member
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.transport import Http


class Server:
    """Answers in turn what it was told to, and remembers what it was asked."""

    def __init__(self, *answers: Reply | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[HttpRequest] = []
        self.within: list[float] = []
        self.is_closed = False

    def http(self, url: str = "http://localhost", **more: Any) -> Http:
        return Http(url, transport=self, **more)

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """As a pool does it."""
        self.requests.append(request)
        self.within.append(within_seconds)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        """Nothing is open."""
        self.is_closed = True


def answer(status: int, body: Any = None, **headers: str) -> Reply:
    named = {name.replace("_", "-").encode(): text.encode() for name, text in headers.items()}
    return Reply(status, named, b"" if body is None else json.dumps(body).encode())


def busy(status: int = 503, **headers: str) -> Reply:
    return answer(status, {"error": "no time", "code": "BUSY"}, **headers)


def ok() -> Reply:
    return answer(200, {"ok": True})


@pytest.mark.parametrize("first", [busy(429), busy(503), Unreachable("lost"), answer(502)])
def test_a_server_that_is_busy_or_gone_is_asked_again(first: Any) -> None:
    server = Server(first, ok())
    assert server.http().call("GET", "/x").body == {"ok": True}
    assert len(server.requests) == 2


@pytest.mark.parametrize("status", [400, 404, 409, 413, 416])
def test_another_refusal_is_final(status: int) -> None:
    server = Server(answer(status, {"error": "no", "code": "NO"}))
    with pytest.raises(RegentError) as refused:
        server.http().call("POST", "/x", {})
    assert (refused.value.status, refused.value.code, str(refused.value)) == (status, "NO", "no")


def test_a_retry_after_beyond_the_time_that_is_left_ends_it() -> None:
    server = Server(busy(retry_after="30"), ok())
    with pytest.raises(Unavailable) as refused:
        server.http().call("GET", "/x", within_seconds=5)
    assert refused.value.retry_after_seconds == 30
    assert len(server.requests) == 1


def test_the_retries_end_with_the_time_and_say_what_happened_last() -> None:
    server = Server(*[Unreachable("nobody listens") for _ in range(99)])
    with pytest.raises(Unreachable, match="nobody listens"):
        server.http().call("GET", "/x", within_seconds=0.3)
    assert len(server.requests) > 1


@pytest.mark.parametrize(
    ("within", "overrun", "longest"),
    [(2.0, 0.0, 2.0), (2.0, 10.0, 12.0), (120.0, 0.0, 35.0), (-1.0, 0.0, 0.01)],
)
def test_a_try_that_hangs_is_given_up(within: float, overrun: float, longest: float) -> None:
    server = Server(ok())
    server.http().call("GET", "/x", within_seconds=within, overrun_seconds=overrun)
    assert longest / 20 <= server.within[0] <= longest


def test_without_retries_there_is_one_try() -> None:
    server = Server(busy(), ok())
    with pytest.raises(Unavailable):
        server.http().call("GET", "/x", retries=False)
    assert len(server.requests) == 1


KINDS: list[tuple[int, str, type[RegentError]]] = [
    (404, "UNKNOWN_TOPIC", UnknownTopic),
    (400, "UNKNOWN_PARTITION", UnknownPartition),
    (404, "UNKNOWN_GROUP", UnknownGroup),
    (404, "UNKNOWN_MEMBER_ID", UnknownMember),
    (409, "ILLEGAL_GENERATION", StaleAssignment),
    (409, "NOT_OWNER", StaleAssignment),
    (416, "OFFSET_OUT_OF_RANGE", OffsetOutOfRange),
    (401, "UNAUTHORIZED", NotAllowed),
    (403, "FORBIDDEN", NotAllowed),
    (403, "SOMETHING_ELSE", NotAllowed),
    (503, "ANYTHING", Unavailable),
]


@pytest.mark.parametrize(("status", "code", "kind"), KINDS)
def test_a_code_becomes_a_class(status: int, code: str, kind: type[RegentError]) -> None:
    body = {"error": "no", "code": code, "detail": {"logStartOffset": 7}, "requestId": "r-1"}
    with pytest.raises(kind) as refused:
        Server(answer(status, body)).http().call("GET", "/x", retries=False)
    assert refused.value.detail == {"logStartOffset": 7}
    assert refused.value.request_id == "r-1"
    if isinstance(refused.value, OffsetOutOfRange):
        assert refused.value.log_start_offset == 7


@pytest.mark.parametrize("content", [b"<html>", b"[1]", b"\xff"])
def test_an_answer_that_is_no_json_object_is_somebody_elses(content: bytes) -> None:
    with pytest.raises(UnexpectedAnswer, match="is this Regent's URL"):
        Server(Reply(200, {}, content)).http().call("GET", "/x")


def test_an_answer_without_a_body_is_an_empty_one() -> None:
    assert Server(answer(204)).http().call("GET", "/x") == ({}, 0)
    assert Server(Reply(200, {}, b'{"a": 1}')).http().call("GET", "/x") == ({"a": 1}, 8)


MEMBER = Member("g", "m")
CALLS: list[Callable[[Api], Any]] = [
    lambda api: api.find_or_create("t", "a", 1),
    lambda api: api.join("g", "c", 1000, 1),
    lambda api: api.assignment(MEMBER, 1),
    lambda api: api.heartbeat(MEMBER, 1, 1),
    lambda api: api.committed("g", 1),
    lambda api: api.ends("t", 1),
    lambda api: api.produce("t", b"{}", 1, 1),
    lambda api: api.records("t", 0, 0, 1, wait_seconds=0, within_seconds=1),
]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("body", [{}, {"results": []}, {"records": 5, "offsets": 5}])
def test_an_answer_without_its_fields_is_unexpected(
    call: Callable[[Api], Any], body: dict[str, Any]
) -> None:
    with pytest.raises(UnexpectedAnswer, match="is not what was expected"):
        call(Api(Server(answer(200, body)).http()))


def test_a_token_goes_with_every_request_and_may_change() -> None:
    tokens = iter(["one", "two"])
    server = Server(ok(), ok())
    http = server.http(auth=lambda: next(tokens))
    http.call("GET", "/x")
    http.call("GET", "/x")
    found = [dict(request.headers)["Authorization"] for request in server.requests]
    assert found == ["Bearer one", "Bearer two"]


def test_without_a_token_there_is_no_header() -> None:
    server = Server(ok())
    server.http().call("POST", "/x", {"a": "é"})
    (request,) = server.requests
    assert "Authorization" not in dict(request.headers)
    assert dict(request.headers)["User-Agent"].startswith("regent/")
    assert json.loads(request.body or b"") == {"a": "é"}


def test_a_stage_in_the_url_stays_before_the_path() -> None:
    server = Server(ok())
    server.http("https://h/prod/").call("GET", "/x", query={"a": "b c", "n": 1})
    assert server.requests[0].origin == "https://h"
    assert server.requests[0].target == "/prod/x?a=b+c&n=1"


def test_one_that_is_closed_sends_nothing_and_leaves_the_transport_open() -> None:
    server = Server(ok())
    http = server.http()
    http.close()
    http.close()
    with pytest.raises(Misused, match="closed"):
        http.call("GET", "/x")
    assert not server.is_closed
