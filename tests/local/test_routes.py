"""The gateway and the handler each match a request's path: they may never disagree.

The gateway decides by its own match whether to ask for a token. If the handler ran another route,
an open path could reach a closed one. Tried with every route and every odd spelling of its path.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from aws_lambda_powertools.event_handler import Response

from functions.edge.http import Api
from functions.edge.roles import Role, role_needed
from functions.edge.short_way import ShortWay
from functions.handlers import API_MODULES
from regent.limits import MAX_PATH_LENGTH
from regent.local.events import decode_path
from regent.local.gateway import Gateway
from regent.local.routes import RouteTable
from tests.local.asking import ask
from tests.support.roles import level, routes_of

#: Texts that a client may write in the place of a name.
NAMES = (
    "a",
    "a/b",
    "a%2Fb",
    "..",
    "../health",
    "..%2Fhealth",
    "a/queues/b",
    "a/partition/b",
    "%0A",
)
BEFORE = ("", "/", "/.", "/health", "/health/..", "/%2e%2e", "/metrics", "/api/v1/push", "//evil")
AFTER = (
    "",
    "/",
    "//",
    "%2F",
    "/..",
    "/../health",
    "/.",
    "%00",
    "%0A",
    "%20",
    ";a=b",
    "/health",
    "%3F",
)
METHODS = ("GET", "POST", "DELETE", "HEAD")


def spellings(path: str) -> Iterator[str]:
    """A route's path with names in it, and with additions before and behind it."""
    pieces = re.split(r"{\w+}", path)
    for name in NAMES if len(pieces) > 1 else NAMES[:1]:
        yield from (before + name.join(pieces) for before in BEFORE)
        yield from (name.join(pieces) + after for after in AFTER)
    plain = NAMES[0].join(pieces)
    yield from (before + plain + after for before, after in product(BEFORE, AFTER))
    yield from (plain.upper(), plain.replace("/", "//"), plain.replace(".", "X"))
    yield "/" + plain[1:].replace("/", "%2F")


def every_path() -> list[str]:
    """All paths, each once."""
    return sorted({spelt for _, path, _ in routes_of(API_MODULES) for spelt in spellings(path)})


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The routes that handlers would run, whichever way; none of them is really run."""
    found: list[Any] = []

    def note_shortly(self: Api, way: ShortWay, **_: Any) -> Any:
        (route,) = (each for each in self.known_routes() if each.func is way.function)
        found.append(route)

        async def answered() -> Any:
            return {"statusCode": 299}

        return answered()

    def note(self: Api, route: Any, _: Any) -> Any:
        found.append(route)
        return self._response_builder_class(response=Response(299), route=route)

    monkeypatch.setattr(Api, "_call_route", note)
    monkeypatch.setattr(Api, "begin", note_shortly)
    # The gateway hands each request to the handler.
    monkeypatch.setattr(Api, "short_way_of", lambda *_: None)
    return found


async def compare(table: RouteTable, ran: list[Any]) -> tuple[Counter[str], list[str]]:
    """Ask for every path with every method. Returns how many were found, and where the two
    disagree."""
    gateway, counts, complaints = Gateway(table), Counter[str](), []
    for raw_path, method in product(every_path(), METHODS):
        ran.clear()
        status = (await ask(gateway, method, raw_path)).status
        asked, path = ("GET" if method == "HEAD" else method), decode_path(raw_path.encode())
        match = table.find(asked, path)
        if match is not None and method == "HEAD" and match.route.changes:
            counts["taken"] += 1
            if ran or status != 405:
                complaints.append(f"{method} {raw_path}: {status}, though it takes something")
            continue
        if match is None:
            counts["unknown"] += 1
            if ran or status not in (404, 405):
                complaints.append(f"{method} {raw_path}: {status}, though there is no such route")
            continue
        counts["open" if match.route.is_public else "closed"] += 1
        (route,) = ran
        role = role_needed(route.func)
        if f"{route.method} {route.openapi_path}" != match.route.key:
            complaints.append(f"{method} {raw_path}: {match.route.key}, then {route.openapi_path}")
        if match.route.is_public != (role is Role.PUBLIC):
            complaints.append(f"{method} {raw_path}: is asked for a token as if it were another")
        # Nor does any spelling make it a route of another role.
        if role.name.lower().replace("_", "-") != level(asked, path):
            complaints.append(f"{method} {raw_path}: needs {role.name}")
    return counts, complaints


def test_the_handler_runs_the_route_that_the_gateway_found(ran: list[Any]) -> None:
    counts, complaints = asyncio.run(compare(RouteTable(API_MODULES), ran))
    assert complaints == []
    assert counts["open"] >= 4
    assert counts["closed"] > 500
    assert counts["taken"] > 10
    assert counts["unknown"] > 1_000


def test_what_takes_seconds_has_threads_of_its_own() -> None:
    """One that is missing here lets a few clients stop everybody."""
    table = RouteTable(API_MODULES)
    routes = [*table._dynamic, *(match.route for match in table._static.values())]
    group = "/api/v1/log/groups/{group}"
    assert {route.key for route in routes if route.may_wait} == {
        "GET /api/v1/consumer-group/assignment/{member}",
        "POST /api/v1/dlq/redrive",
        "DELETE /api/v1/dlq",
        # A group looks through the log first.
        "POST /api/v1/log/groups",
        *(f"GET {group}{then}" for then in ("", "/offsets")),
        *(f"POST {group}/{then}" for then in ("claim", "stop", "start")),
        *(f"POST /api/v1/log/groups/{then}" for then in ("claim", "stop", "start")),
    }
    assert {route.key for route in routes if route.never_waits} == {"GET /health"}


def test_a_get_that_takes_something_has_no_head() -> None:
    table = RouteTable(API_MODULES)
    routes = [*table._dynamic, *(match.route for match in table._static.values())]
    assert {route.key for route in routes if route.method == "GET" and route.changes} == {
        "GET /api/v1/pop",
        "GET /api/v1/pop/queue/{queue}",
        "GET /api/v1/pop/queue/{queue}/partition/{partition}",
        "GET /api/v1/consumer-group/records",
        "GET /api/v1/consumer-group/assignment/{member}",
    }


def test_a_path_that_no_name_makes_so_long_is_not_looked_for(
    ran: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, looked_for = RouteTable(API_MODULES), list[str]()
    monkeypatch.setattr(RouteTable, "find", lambda _, __, path: looked_for.append(path))
    paths = ["/" + "x" * MAX_PATH_LENGTH, "/" + "%20" * MAX_PATH_LENGTH]
    answers = [asyncio.run(ask(Gateway(table), "GET", path)) for path in paths]
    assert [answer.status for answer in answers] == [400, 400]
    assert looked_for == []
    # It is counted as it is read: three bytes of an escape are one character.
    path = "/" + "%20" * (MAX_PATH_LENGTH - 1)
    assert asyncio.run(ask(Gateway(table), "GET", path)).status == 404
    assert ran == []


def test_a_gateway_that_looks_in_another_order_is_found(ran: list[Any]) -> None:
    table = RouteTable(API_MODULES)
    table._dynamic.reverse()
    _, complaints = asyncio.run(compare(table, ran))
    assert any("/partition/" in complaint for complaint in complaints)
