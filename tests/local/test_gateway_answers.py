"""Handlers' answers as HTTP, and requests that are refused before any handler runs."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import orjson
import pytest

from tests.local.test_gateway_events import raw


def assert_error(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Assert the one shape that every error has."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body: dict[str, Any] = answer.json()
    assert set(body) == {"error", "code", "requestId"}
    assert body["code"] == code
    # As the handlers write them.
    assert re.fullmatch(r"[^A-Z].*[^.]", body["error"]), body["error"]
    assert answer.content == orjson.dumps(body)
    assert re.fullmatch(r"[0-9a-f-]{36}", body["requestId"])
    return body


def test_status_headers_cookies_and_base64_come_through(server: Any) -> None:
    answer = server.client.get("/full")
    assert answer.status_code == 418
    assert answer.headers["content-type"] == "text/plain"
    assert answer.headers["x-number"] == "7"
    assert answer.headers["x-flag"] == "true"
    assert answer.headers.get_list("set-cookie") == ["a=1; HttpOnly", "b=2"]
    assert answer.content == b"\x00\xff tea"


def test_an_answer_without_a_body(server: Any) -> None:
    answer = server.client.get("/nothing")
    assert answer.status_code == 204
    assert answer.content == b""
    assert "content-length" not in answer.headers


def test_a_handler_that_raises_is_a_500_that_tells_the_log_only(server: Any) -> None:
    body = assert_error(server.client.get("/fail"), 500, "INTERNAL")
    assert "secret" not in body["error"]
    assert body["requestId"] in server.log
    assert "RuntimeError: the handler's own secret" in server.log


def test_a_handler_that_exits_ends_no_server(server: Any) -> None:
    assert_error(server.client.get("/exit"), 500, "INTERNAL")
    assert server.client.get("/pid").status_code == 200


def test_a_short_way_gets_the_parts_of_a_request(server: Any) -> None:
    answer = server.client.get("/short/a%2Fb?x=1&x=2&y=%20")
    assert (answer.status_code, answer.headers["x-way"]) == (201, "short")
    parts = answer.json()
    assert re.fullmatch(r"[0-9a-f-]{36}", parts.pop("request_id"))
    assert parts == {
        "names": {"name": "a/b"},
        "query": {"x": "1,2", "y": " "},
        "body": "",
        "claims": None,
        "client": None,
        "context": "regent-fake-handler",
        # The event loop never waits for a store.
        "threads": ["MainThread", "quick-1"],
    }


def test_what_a_short_way_does_not_answer_is_for_the_handler(server: Any) -> None:
    answer = server.client.post("/short/a", content="text")
    assert (answer.status_code, answer.headers["x-way"], answer.text) == (201, "long", "text")


def test_a_malformed_answer_is_a_500(server: Any) -> None:
    assert_error(server.client.get("/malformed"), 500, "INTERNAL")


def test_an_unknown_path_is_a_404(server: Any) -> None:
    body = assert_error(server.client.get("/no/such/route"), 404, "NOT_FOUND")
    assert body["error"] == "there is no GET /no/such/route"


def test_a_known_path_with_another_method_is_a_405(server: Any) -> None:
    answer = server.client.delete("/echo")
    body = assert_error(answer, 405, "METHOD_NOT_ALLOWED")
    assert body["error"] == "/echo takes GET, POST, not DELETE"
    assert answer.headers["allow"] == "GET, POST"


def test_a_head_takes_nothing(server: Any) -> None:
    answer = server.client.head("/take")
    assert (answer.status_code, answer.content) == (405, b"")
    assert answer.headers["allow"] == "DELETE, GET"
    assert int(answer.headers["content-length"]) > 0
    assert server.client.head("/pid").status_code == 200
    assert server.client.get("/take").text == "taken"


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET /items/%ff HTTP/1.1", b"400"),
        (b"GET /items/\xff HTTP/1.1", b"400"),
        (b"GET /echo?a=%ff HTTP/1.1", b"400"),
        (b"GET /echo?" + b"&".join(b"a=1" for _ in range(1001)) + b" HTTP/1.1", b"400"),
        (b"GET /items/" + b"a" * 10_240 + b" HTTP/1.1", b"431"),
        (b"GET //echo HTTP/1.1", b"404"),
        (b"GET * HTTP/1.1", b"404"),
        (b"BREW /echo HTTP/1.1", b"400"),
        (b"GET /echo HTTP/9.9", b"400"),
        (b"nonsense", b"400"),
    ],
)
def test_a_hostile_request_line_is_a_4xx(server: Any, request_line: bytes, status: bytes) -> None:
    answer = raw(server, request_line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert answer[9:12] == status


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (b"X-Large: " + b"a" * 10_240, b"431"),
        (b"Content-Length: -1", b"400"),
        (b"Content-Length: abc", b"400"),
        (b"Content-Length: 5\r\nTransfer-Encoding: chunked", b"400"),
        (b"Bad Name: 1", b"400"),
        (b"Origin: http://[", b"403"),
        (b"X-Nul: a\0b", b"400"),
        (b"X-Latin: \xe9\xff", b"200"),
        (b"Authorization: Bearer nonsense", b"200"),
    ],
)
def test_a_hostile_header_is_a_4xx_or_harmless(server: Any, header: bytes, status: bytes) -> None:
    answer = raw(server, b"GET /echo HTTP/1.1\r\nHost: localhost\r\n" + header + b"\r\n\r\n")
    assert answer[9:12] == status


def test_a_body_of_ten_megabytes_passes_and_one_byte_more_is_a_413(server: Any) -> None:
    limit = 10 * 1024 * 1024
    headers = {"content-type": "text/plain"}
    passed = server.client.post("/echo", content=b"x" * limit, headers=headers)
    assert len(passed.json()["event"]["body"]) == limit
    refused = raw(
        server, b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10485761\r\n\r\n"
    )
    assert refused.startswith(b"HTTP/1.1 413")
    assert b'"code":"REQUEST_TOO_LARGE"' in refused


def test_a_chunked_body_over_the_limit_is_a_413(server: Any) -> None:
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    request = (
        b"POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk * 10
    )
    assert raw(server, request + b"1\r\nx\r\n").startswith(b"HTTP/1.1 413")


def test_a_preflight_from_a_local_page_is_allowed(server: Any) -> None:
    origin = "http://localhost:3000"
    headers = {"origin": origin, "access-control-request-headers": "authorization,x-a"}
    answer = server.client.options("/api/v1/anything", headers=headers)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == origin
    assert answer.headers["access-control-allow-headers"] == "authorization,x-a"
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert server.client.get("/echo", headers={"origin": origin}).headers[
        "access-control-allow-origin"
    ] == (origin)


def test_options_without_an_origin_is_a_204(server: Any) -> None:
    assert server.client.options("/echo").status_code == 204


def test_a_strangers_page_may_not_use_an_open_server(server: Any) -> None:
    headers = {"origin": "https://stranger.example", "content-type": "text/plain"}
    assert_error(server.client.post("/echo", content="{}", headers=headers), 403, "FORBIDDEN")


@pytest.mark.parametrize("path", ["/poll?wait=true", "/poll?maxWaitMs=1500", "/patient"])
def test_long_polls_do_not_keep_others_waiting(server: Any, path: str) -> None:
    with ThreadPoolExecutor(60) as pool, httpx.Client(limits=httpx.Limits()) as client:
        polls = [pool.submit(client.get, f"{server.url}{path}", timeout=2) for _ in range(50)]
        time.sleep(0.5)
        began = time.monotonic()
        for _ in range(20):
            assert server.client.get("/pid").status_code == 200
        assert time.monotonic() - began < 1
        for poll in polls:
            assert isinstance(poll.exception(), httpx.ReadTimeout)


@pytest.mark.parametrize("path", ["/health", "/health?wait=true"])
def test_a_monitor_is_answered_while_all_others_queue_up(server: Any, path: str) -> None:
    crowd, slow = 320, f"{server.url}/slow"  # half a second each, for 2 x 16 threads
    with ThreadPoolExecutor(crowd) as pool, httpx.Client(limits=httpx.Limits()) as client:
        asked = [pool.submit(client.get, slow, timeout=20) for _ in range(crowd)]
        time.sleep(1)
        began = time.monotonic()
        assert server.client.get(path).status_code == 200
        assert time.monotonic() - began < 1
        assert not all(each.done() for each in asked)
        assert {each.result().status_code for each in asked} == {200}


@pytest.mark.parametrize(
    "headers",
    [
        b"Host: evil.example:6632",  # a stranger's name that points at this machine
        b"Host: evil.example\r\nOrigin: http://evil.example",
        b"Host: localhost\r\nSec-Fetch-Site: cross-site",  # an image on a page elsewhere
        b"Host: localhost\r\nReferer: http://evil.example/localhost",  # an old browser's
        b"Host: localhost\r\nReferer: http://localhost.evil.example/",
        b"Host: evil.example@localhost",
        b"Host: localhost#.evil.example",
        b"Host: localhost/.evil.example",
        b"Host: localhost\r\nHost: evil.example",
        b"Host: localhost\r\nOrigin: http://evil.example@localhost",
        b"Host: localhost\r\nOrigin: http://localhost/evil",
        b"Host: localhost\r\nOrigin: null",
    ],
)
def test_an_open_server_serves_no_strangers_page(server: Any, headers: bytes) -> None:
    answer = raw(server, b"GET /echo HTTP/1.1\r\n" + headers + b"\r\nConnection: close\r\n\r\n")
    assert answer.split()[1] == b"403", answer


_LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


@pytest.mark.parametrize(
    ("path", "headers", "is_refused"),
    [
        ("/", _LINK, False),
        ("/console", _LINK, False),
        ("/console/queue?name=a", _LINK | {"referer": "http://evil.example/"}, False),
        ("/echo", _LINK, True),  # such a GET may be a pop
        ("/consoles", _LINK, True),
        ("/console/", _LINK | {"sec-fetch-dest": "iframe"}, True),
        ("/console/", _LINK | {"sec-fetch-mode": "no-cors"}, True),
        ("/console/", _LINK | {"origin": "http://evil.example"}, True),
        ("/console/", _LINK | {"host": "evil.example"}, True),
    ],
)
def test_a_link_of_another_site_may_open_the_console(
    server: Any, path: str, headers: Any, is_refused: bool
) -> None:
    answer = server.client.get(path, headers=headers)
    assert (answer.status_code == 403) == is_refused, answer.text


def test_a_form_of_another_site_sends_nothing_to_the_console(server: Any) -> None:
    assert server.client.post("/console/", headers=_LINK).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://127.0.0.1:3000", "sec-fetch-site": "cross-site"},
        {"referer": "http://localhost:3000/a?b=http://evil.example"},
        {"referer": "http://[::1]"},
        {"referer": ""},
        {"host": "LOCALHOST:6632"},
        {"host": "[::1]:6632"},
    ],
)
def test_an_open_server_serves_pages_of_this_machine(server: Any, headers: Any) -> None:
    assert server.client.get("/echo", headers=headers).status_code == 200
