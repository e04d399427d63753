"""The handlers, called as Lambda calls them: with API Gateway's event, over this test's database.

A pytest plugin (conftest.py names it): the folders api/, conformance/ and schedules/ share it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any
from urllib.parse import unquote, urlencode

import pytest
from pydantic import TypeAdapter

from functions import stores as runtime
from functions.handlers import API_MODULES
from regent.errors import RegentError
from tests.support import warm


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
    claims: dict[str, str] | None = None,
    base64: bool = False,
    client: str | None = None,
) -> dict[str, Any]:
    """API Gateway's payload 2.0: the path decoded, the query not."""
    text = body if body is None or isinstance(body, str) else json.dumps(body)
    query = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in (query or {}).items()
    }
    if sub is not None:
        claims = {"sub": sub, "role": "admin"}
    authorizer = (
        {} if claims is None else {"authorizer": {"jwt": {"claims": claims, "scopes": None}}}
    )
    return {
        "version": "2.0",
        "routeKey": f"{method} {path}",
        "rawPath": unquote(path),
        "rawQueryString": urlencode(query),
        "headers": {"host": "test", "content-type": "application/json"}
        | ({} if client is None else {"regent-client": client}),
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


def _check_shape(route: Any, status: int, text: str) -> None:
    """Every answer that a test gets is one that OpenAPI describes: this status, these fields."""
    described = route.responses.get(status)
    if described is None:  # what any route may answer
        assert status in (401, 403, 413, 500), f"{route.method} {route.path} answers {status}"
        return
    model = described.get("content", {}).get("application/json", {}).get("model")
    if model is not None:
        body = json.loads(text)
        described_whole = _adapter(model).dump_python(
            _adapter(model).validate_python(body), mode="json", by_alias=True
        )
        assert _is_part(body, described_whole), f"{route.method} {route.path}: {body}"


def _is_part(body: Any, whole: Any) -> bool:
    """Whether nothing is in a body that its description does not know."""
    if isinstance(body, dict):
        return isinstance(whole, dict) and all(
            name in whole and _is_part(value, whole[name]) for name, value in body.items()
        )
    if isinstance(body, list):
        return len(body) == len(whole) and all(map(_is_part, body, whole))
    return bool(body == whole)


@cache
def _adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


@pytest.fixture
def call(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Call]:
    """``call("POST", "/api/v1/push", {...})`` → what API Gateway would answer."""
    with calling(url, monkeypatch) as send:
        yield send


@contextmanager
def calling(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Call]:
    """``call`` for a fixture that lives longer than a test."""
    monkeypatch.setenv("REGENT_DATABASE_URL", url)
    monkeypatch.setenv("REGENT_ENCRYPTION_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
    forget()
    handlers = [import_module(module) for module in API_MODULES]

    def send(
        method: str, path: str, body: Any = None, *, context: Context | None = None, **rest: Any
    ) -> Reply:
        request = event(method, path, body, **rest)
        for handler in handlers:
            routes = handler.app.known_routes()
            fits = [r for r in routes if r.method == method and r.rule.match(request["rawPath"])]
            if fits:
                _lend(url)
                answer = handler.handler(request, context or Context())
                text = answer.get("body") or ""
                _check_shape(fits[0], answer["statusCode"], text)
                headers = answer.get("headers", {})
                plain = "json" not in headers.get("Content-Type", "json")
                return Reply(
                    answer["statusCode"],
                    text if plain else json.loads(text) if text else None,
                    headers,
                )
        raise AssertionError(f"no handler for {method} {path}")

    try:
        yield send
    finally:
        forget()


#: Whose connections the handlers have.
_lent: list[str] = []


def _lend(url: str) -> None:
    """Hand the handlers a connection that is there, before they open theirs."""
    if "database" in runtime._of_the_process:
        return
    with suppress(RegentError):  # of settings that are wrong, which the handlers will say
        settings = runtime.settings()
        if settings.database_url == url and not (settings.database_proxied or settings.on_lambda):
            warm.lend(url, runtime.database())
            _lent.append(url)


def forget() -> None:
    """Begin anew, with the handlers' connection kept for a later test."""
    while _lent:
        warm.take_back(_lent.pop(), runtime.database())
    runtime.forget()


def restart(monkeypatch: pytest.MonkeyPatch, **settings: str) -> None:
    """What a deployment with other settings does: ``REGENT_<NAME>`` anew, nothing kept warm."""
    for name, value in settings.items():
        monkeypatch.setenv(f"REGENT_{name.upper()}", value)
    forget()
