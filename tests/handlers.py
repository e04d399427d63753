"""The handlers, called as Lambda calls them: with API Gateway's event, over this test's database.

A pytest plugin (conftest.py names it): the rooms api/, conformance/ and schedules/ share it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from urllib.parse import unquote, urlencode

import pytest

from functions import runtime
from functions.rooms import API_ROOMS


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    headers: dict[str, str]


class Context:
    """Lambda's context, as far as handlers look at it."""

    function_name = "regent-test"
    memory_limit_in_mb = "512"
    invoked_function_arn = "arn:aws:lambda:eu-west-1:123456789012:function:regent-test"
    aws_request_id = "00000000-0000-0000-0000-000000000001"

    def __init__(self, remaining_ms: int = 29_000) -> None:
        self._remaining_ms = remaining_ms

    def get_remaining_time_in_millis(self) -> int:
        return self._remaining_ms


Call = Callable[..., Reply]


def event(
    method: str,
    path: str,
    body: Any = None,
    *,
    query: dict[str, Any] | None = None,
    sub: str | None = None,
    base64: bool = False,
) -> dict[str, Any]:
    """API Gateway's payload 2.0: the path decoded, the query not."""
    text = body if body is None or isinstance(body, str) else json.dumps(body)
    query = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in (query or {}).items()
    }
    authorizer = {"authorizer": {"jwt": {"claims": {"sub": sub}, "scopes": None}}} if sub else {}
    return {
        "version": "2.0",
        "routeKey": f"{method} {path}",
        "rawPath": unquote(path),
        "rawQueryString": urlencode(query),
        "headers": {"host": "test", "content-type": "application/json"},
        **({"queryStringParameters": query} if query else {}),
        "requestContext": {
            "http": {
                "method": method,
                "path": unquote(path),
                "protocol": "HTTP/1.1",
                "sourceIp": "127.0.0.1",
                "userAgent": "test",
            },
            "requestId": "test-request",
            "stage": "$default",
            **authorizer,
        },
        **({} if text is None else {"body": text}),
        "isBase64Encoded": base64,
    }


@pytest.fixture
def call(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Call]:
    """``call("POST", "/api/v1/push", {...})`` → what API Gateway would answer."""
    monkeypatch.setenv("REGENT_DATABASE_URL", url)
    monkeypatch.setenv("REGENT_ENCRYPTION_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
    runtime.settings.cache_clear()
    runtime.queues.cache_clear()
    rooms = [import_module(room) for room in API_ROOMS]

    def send(
        method: str, path: str, body: Any = None, *, context: Context | None = None, **rest: Any
    ) -> Reply:
        request = event(method, path, body, **rest)
        for room in rooms:
            routes = room.app._static_routes + room.app._dynamic_routes
            if any(r.method == method and r.rule.match(request["rawPath"]) for r in routes):
                answer = room.handler(request, context or Context())
                text = answer.get("body") or ""
                return Reply(
                    answer["statusCode"],
                    json.loads(text) if text else None,
                    answer.get("headers", {}),
                )
        raise AssertionError(f"no room for {method} {path}")

    yield send
    _stop()


def restart(monkeypatch: pytest.MonkeyPatch, **settings: str) -> None:
    """What a deployment with other settings does: ``REGENT_<NAME>`` anew, nothing kept warm."""
    for name, value in settings.items():
        monkeypatch.setenv(f"REGENT_{name.upper()}", value)
    _stop()


def _stop() -> None:
    runtime.queues().close()
    runtime.settings.cache_clear()
    runtime.queues.cache_clear()
