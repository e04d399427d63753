"""The event that a handler gets for a request: API Gateway's payload format 2.0."""

import base64
import json
import re
import socket
from typing import Any
from urllib.parse import parse_qsl

import pytest

from regent.local.events import MAX_QUERY_FIELDS, BadRequest, read_query


def seen(server: Any, method: str, url: str, **request: Any) -> dict[str, Any]:
    """Send a request to an echoing route and return the event that its handler got."""
    answer = server.client.request(method, url, **request)
    assert answer.status_code == 200, answer.text
    event: dict[str, Any] = answer.json()["event"]
    return event


def raw(server: Any, request: bytes) -> bytes:
    """Send bytes as they are, and read until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65536):
            answer += part
            if b"\r\n\r\n" in answer and b"connection: close" not in answer.lower():
                return answer
        return answer


def test_a_get_has_every_field_of_a_version_2_event(server: Any) -> None:
    event = seen(server, "GET", "/echo?a=1", headers={"User-Agent": "test", "X-Mixed-Case": "Kept"})
    context = event.pop("requestContext")
    assert re.fullmatch(r"[0-9a-f-]{36}", context.pop("requestId"))
    assert re.fullmatch(r"\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d \+0000", context.pop("time"))
    assert context.pop("timeEpoch") > 1_700_000_000_000
    assert context == {
        "accountId": "000000000000",
        "apiId": "local",
        "domainName": "127.0.0.1",
        "domainPrefix": "127",
        "http": {
            "method": "GET",
            "path": "/echo",
            "protocol": "HTTP/1.1",
            "sourceIp": "127.0.0.1",
            "userAgent": "test",
        },
        "routeKey": "GET /echo",
        "stage": "$default",
    }
    headers = event.pop("headers")
    assert headers["x-mixed-case"] == "Kept"
    assert headers["x-forwarded-for"] == "127.0.0.1"
    assert headers["x-forwarded-proto"] == "http"
    assert headers["x-forwarded-port"] == str(server.port)
    assert event == {
        "version": "2.0",
        "routeKey": "GET /echo",
        "rawPath": "/echo",
        "rawQueryString": "a=1",
        "queryStringParameters": {"a": "1"},
        "isBase64Encoded": False,
    }


@pytest.mark.parametrize(
    ("sent", "path", "name"),
    [
        ("/items/plain", "/items/plain", "plain"),
        ("/items/a%20b", "/items/a b", "a b"),
        ("/items/%F0%9F%98%80", "/items/\U0001f600", "\U0001f600"),
        ("/items/a%2Fb/c", "/items/a/b/c", "a/b/c"),
        ("/items/100%2525", "/items/100%25", "100%25"),
        ("/items/50%25", "/items/50%", "50%"),
        ("/items/%zz", "/items/%zz", "%zz"),
        ("/items/a+b", "/items/a+b", "a+b"),
        ("/items/line%0Abreak%0A", "/items/line\nbreak\n", "line\nbreak\n"),
        ("/items/nul%00", "/items/nul\0", "nul\0"),
    ],
)
def test_a_path_is_decoded_exactly_once(server: Any, sent: str, path: str, name: str) -> None:
    answer = raw(
        server, f"GET {sent} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    )
    event = json.loads(answer.partition(b"\r\n\r\n")[2])["event"]
    assert event["rawPath"] == path
    assert event["requestContext"]["http"]["path"] == path
    assert event["routeKey"] == "GET /items/{name}"
    assert event["pathParameters"] == {"name": name}


def test_a_query_stays_encoded_and_is_also_parsed(server: Any) -> None:
    event = seen(server, "GET", "/echo?a=%C3%A9&a=2&b=x+y&empty=&a=3")
    assert event["rawQueryString"] == "a=%C3%A9&a=2&b=x+y&empty=&a=3"
    assert event["queryStringParameters"] == {"a": "é,2,3", "b": "x y", "empty": ""}


def test_without_a_query_there_are_no_parameters(server: Any) -> None:
    event = seen(server, "GET", "/echo")
    assert event["rawQueryString"] == ""
    assert "queryStringParameters" not in event
    assert "pathParameters" not in event
    assert "cookies" not in event
    assert "body" not in event
    assert "authorizer" not in event["requestContext"]


def test_repeated_headers_are_joined_and_cookies_have_their_own_field(server: Any) -> None:
    headers = [("X-Tag", "one"), ("X-Tag", "two"), ("Cookie", "a=1; b=2"), ("Cookie", "c=3")]
    event = seen(server, "GET", "/echo", headers=headers)
    assert event["headers"]["x-tag"] == "one,two"
    assert "cookie" not in event["headers"]
    assert event["cookies"] == ["a=1", "b=2", "c=3"]


@pytest.mark.parametrize(
    ("content_type", "body", "text"),
    [
        ("application/json", b'{"a": "\xc3\xa9"}', '{"a": "é"}'),
        ("application/json; charset=utf-8", b"[]", "[]"),
        ("application/problem+json", b"{}", "{}"),
        ("text/plain", b"hello", "hello"),
        (None, b"no type", "no type"),
    ],
)
def test_text_is_passed_as_text(
    server: Any, content_type: str | None, body: bytes, text: str
) -> None:
    headers = {"content-type": content_type} if content_type else {}
    event = seen(server, "POST", "/echo", content=body, headers=headers)
    assert event["body"] == text
    assert event["isBase64Encoded"] is False


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/octet-stream", b"bytes"),
        ("application/json", b'{"bad": "\xff"}'),
        ("application/x-www-form-urlencoded", b"a=1"),
        (None, b"\xff\x00"),
    ],
)
def test_anything_else_is_passed_as_base64(
    server: Any, content_type: str | None, body: bytes
) -> None:
    headers = {"content-type": content_type} if content_type else {}
    event = seen(server, "POST", "/echo", content=body, headers=headers)
    assert event["isBase64Encoded"] is True
    assert base64.b64decode(event["body"]) == body


def test_a_chunked_body_arrives_whole(server: Any) -> None:
    event = seen(
        server,
        "POST",
        "/echo",
        content=iter([b"x" * 70_000, b"y" * 70_000]),
        headers={"content-type": "text/plain"},
    )
    assert event["body"] == "x" * 70_000 + "y" * 70_000


def test_trailers_are_no_headers(server: Any) -> None:
    answer = raw(
        server,
        b"POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
        b"Connection: close\r\n\r\n2\r\n{}\r\n0\r\nHost: evil.example\r\nX-Role: admin\r\n\r\n",
    )
    assert answer.startswith(b"HTTP/1.1 200")
    headers = json.loads(answer.partition(b"\r\n\r\n")[2])["event"]["headers"]
    assert headers["host"] == "localhost"
    assert "x-role" not in headers


def test_the_context_is_a_lambda_context(server: Any) -> None:
    answer = server.client.get("/echo").json()
    context = answer["context"]
    assert context["function_name"] == "regent-fake-handler"
    assert context["arn"] == "arn:aws:lambda:local:000000000000:function:regent-fake-handler"
    assert context["memory"] == 512
    assert 28_000 < context["remaining"] <= 29_000
    # One id for both, so that an answer's requestId finds the handler's log lines.
    assert context["aws_request_id"] == answer["event"]["requestContext"]["requestId"]


def test_head_is_a_get_without_its_body(server: Any) -> None:
    answer = server.client.head("/pid")
    assert answer.status_code == 200
    assert answer.content == b""
    assert int(answer.headers["content-length"]) > 0
    assert answer.headers["x-method"] == "GET"


@pytest.mark.parametrize(
    "query",
    [
        "a=1",
        "batch=10&consumerGroup=bill.ing_1&leaseKey=01a1ef2e-be52-7293-8b8d-017564f12a90",
        "a=1&b=&a=2&a=",
        "from=2026-11-19T15:03:00",
        "a",
        "a&b=1",
        "=1",
        "a=b=c",
        "a=1&&b=2&",
        "a=1;b=2",
        "a+b=c+d",
        "a%20b=%F0%9F%98%80",
        "\u00e9=1",
        "a=1\n",
    ],
)
def test_a_plain_query_is_read_as_any_other(query: str) -> None:
    pairs = parse_qsl(query, keep_blank_values=True, errors="strict")
    assert read_query(query) == {
        name: ",".join(value for each, value in pairs if each == name) for name, _ in pairs
    }


@pytest.mark.parametrize("value", ["1", "%31"])
def test_a_query_of_too_many_fields_is_refused(value: str) -> None:
    fields = [f"a={value}"] * MAX_QUERY_FIELDS
    assert read_query("&".join(fields))["a"].count("1") == MAX_QUERY_FIELDS
    with pytest.raises(BadRequest, match="more than 1000 fields"):
        read_query("&".join([*fields, "b=1"]))
