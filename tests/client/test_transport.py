"""How requests are sent, retried and refused."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from regent.client import (
    ClientError,
    Misused,
    NotAllowed,
    OffsetOutOfRange,
    Refused,
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
from regent.client.transport import Http

Answer = httpx.Response | Exception


class Server:
    """Answers in turn what it was told to, and remembers what it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        self.slept: list[float] = []

    def http(self, **more: Any) -> Http:
        url = more.pop("url", "http://regent.test")
        return Http(
            url, transport=httpx.MockTransport(self._answer), sleep=self.slept.append, **more
        )

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def busy(status: int = 503, **headers: str) -> httpx.Response:
    body = {"error": "no time", "code": "BUSY"}
    return httpx.Response(status, json=body, headers=headers)


OK = httpx.Response(200, json={"ok": True})
CUT = httpx.ConnectError("nobody listens")


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_server_is_asked_again(status: int) -> None:
    server = Server(busy(status), busy(status), OK)
    assert server.http().call("GET", "/x").body == {"ok": True}
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "error",
    [CUT, httpx.ReadError("lost"), httpx.ReadTimeout("slow"), httpx.RemoteProtocolError("gone")],
)
def test_a_server_that_cannot_be_reached_is_asked_again(error: Exception) -> None:
    server = Server(error, OK)
    assert server.http().call("GET", "/x").body == {"ok": True}


@pytest.mark.parametrize("status", [400, 404, 409, 413, 416, 500])
def test_another_refusal_is_final(status: int) -> None:
    server = Server(httpx.Response(status, json={"error": "no", "code": "NO"}))
    with pytest.raises(Refused) as refused:
        server.http().call("POST", "/x", {})
    assert (refused.value.status, refused.value.code, str(refused.value)) == (
        status,
        "NO",
        "no (NO)",
    )
    assert server.slept == []


def test_the_pauses_grow_up_to_a_bound_with_jitter() -> None:
    server = Server(*[busy() for _ in range(9)], OK)
    server.http().call("GET", "/x")
    longest = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0]
    assert all(most / 2 <= pause <= most for pause, most in zip(server.slept, longest, strict=True))
    parts = {pause / most for pause, most in zip(server.slept, longest, strict=True)}
    assert len(parts) > 1


def test_retry_after_is_waited_for_and_a_little_more() -> None:
    server = Server(busy(**{"Retry-After": "2"}), OK)
    server.http().call("GET", "/x")
    assert 2 <= server.slept[0] <= 2.4


@pytest.mark.parametrize("said", ["soon", "-3", "Wed, 21 Oct 2030 07:28:00 GMT"])
def test_a_retry_after_that_is_no_number_of_seconds_is_ignored(said: str) -> None:
    server = Server(busy(**{"Retry-After": said}), OK)
    server.http().call("GET", "/x")
    assert server.slept[0] <= 0.1


def test_a_retry_after_beyond_the_time_that_is_left_ends_it() -> None:
    server = Server(busy(**{"Retry-After": "30"}), OK)
    with pytest.raises(Unavailable) as refused:
        server.http().call("GET", "/x", within_seconds=5)
    assert refused.value.retry_after_seconds == 30
    assert server.slept == []


def test_more_patience_than_a_minute_is_not_believed() -> None:
    server = Server(busy(**{"Retry-After": "86400"}), OK)
    server.http().call("GET", "/x", within_seconds=100)
    assert 60 <= server.slept[0] <= 72


def test_the_retries_end_with_the_time_and_say_what_happened_last() -> None:
    started = time.monotonic()

    def refuse(request: httpx.Request) -> httpx.Response:
        raise CUT

    http = Http("http://regent.test", transport=httpx.MockTransport(refuse))
    with pytest.raises(Unreachable, match="/x got no answer: nobody listens"):
        http.call("GET", "/x", within_seconds=0.5)
    assert time.monotonic() - started < 2


@pytest.mark.parametrize(
    ("within", "overrun", "longest", "to_connect"),
    [
        (2.0, 0.0, 2.0, 2.0),
        (2.0, 10.0, 12.0, 5.0),
        (120.0, 0.0, 30.0, 5.0),
        (-1.0, 0.0, 0.01, 0.01),
    ],
)
def test_a_try_that_hangs_is_given_up(
    within: float, overrun: float, longest: float, to_connect: float
) -> None:
    server = Server(OK)
    server.http().call("GET", "/x", within_seconds=within, overrun_seconds=overrun)
    timeout = server.requests[0].extensions["timeout"]
    assert longest / 20 <= timeout["read"] <= longest
    assert to_connect / 20 <= timeout["connect"] <= to_connect


def test_without_retries_there_is_one_try() -> None:
    server = Server(busy(), OK)
    with pytest.raises(Unavailable):
        server.http().call("GET", "/x", retries=False)
    assert len(server.requests) == 1


KINDS: list[tuple[int, str, type[ClientError]]] = [
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
    (409, "OFFSET_REWIND", Refused),
    (503, "ANYTHING", Unavailable),
]


@pytest.mark.parametrize(("status", "code", "kind"), KINDS)
def test_a_code_becomes_a_class(status: int, code: str, kind: type[ClientError]) -> None:
    body = {"error": "no", "code": code, "detail": {"logStartOffset": 7}, "requestId": "r-1"}
    server = Server(httpx.Response(status, json=body))
    with pytest.raises(kind) as refused:
        server.http().call("GET", "/x", retries=False)
    assert type(refused.value) is kind
    assert isinstance(refused.value, Refused)
    assert refused.value.detail == {"logStartOffset": 7}
    assert refused.value.request_id == "r-1"


@pytest.mark.parametrize(
    ("response", "sentence"),
    [
        (httpx.Response(403, json={"message": "Forbidden"}), "Forbidden (HTTP_403)"),
        (httpx.Response(404, text="<html>"), "Not Found (HTTP_404)"),
        (httpx.Response(400, json=[1]), "Bad Request (HTTP_400)"),
        (httpx.Response(400, json={"error": "no", "code": "X", "detail": 5}), "no (X)"),
    ],
)
def test_a_refusal_in_another_form_is_one_too(response: httpx.Response, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        Server(response).http().call("GET", "/x", retries=False)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("content", [b"<html>", b"[1]", b"null", b"\xff"])
def test_an_answer_that_is_no_json_object_is_somebody_elses(content: bytes) -> None:
    server = Server(httpx.Response(200, content=content))
    with pytest.raises(UnexpectedAnswer, match="is this Regent's URL"):
        server.http().call("GET", "/x")


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
    server = Server(httpx.Response(200, json=body))
    with pytest.raises(UnexpectedAnswer, match="is not what was expected"):
        call(Api(server.http()))


def test_a_token_goes_with_every_request_and_may_change() -> None:
    tokens = iter(["one", "two"])
    server = Server(OK, OK)
    http = server.http(token=lambda: next(tokens))
    http.call("GET", "/x")
    http.call("GET", "/x")
    assert [r.headers["Authorization"] for r in server.requests] == ["Bearer one", "Bearer two"]


def test_without_a_token_there_is_no_header() -> None:
    server = Server(OK)
    server.http().call("POST", "/x", {"a": "é"})
    (request,) = server.requests
    assert "Authorization" not in request.headers
    assert request.headers["User-Agent"].startswith("regent-client/")
    assert json.loads(request.content) == {"a": "é"}


def test_a_stage_in_the_url_stays_before_the_path() -> None:
    server = Server(OK)
    server.http(url="https://x.test/prod/").call("GET", "/api", query={"topic": "a b&c"})
    assert str(server.requests[0].url) == "https://x.test/prod/api?topic=a+b%26c"


def test_a_client_that_was_passed_in_stays_open() -> None:
    with httpx.Client(transport=httpx.MockTransport(lambda _: OK)) as client:
        http = Http("http://regent.test", client=client)
        http.call("GET", "/x")
        http.close()
        assert not client.is_closed
        with pytest.raises(Misused):
            http.call("GET", "/x")


def test_one_that_was_not_is_closed() -> None:
    server = Server(OK)
    http = server.http()
    http.close()
    http.close()
    with pytest.raises(Misused, match="closed"):
        http.call("GET", "/x")
