"""Every route and every kind of token, through the real gateway and the real handlers.

The expected answers come from the contract's rules (tests/support/roles.py), not from the code's
own table. The same matrix runs over gateways and handlers that were broken on purpose, and has to
notice each break.
"""

from __future__ import annotations

import asyncio
import inspect
import re
import textwrap
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

import functions.edge.http
import functions.edge.roles
import functions.edge.short_way
from functions.handlers import API_MODULES
from regent.local.auth import Authorizer
from regent.local.gateway import Gateway
from regent.local.routes import RouteTable
from regent.settings import Settings
from tests.local.asking import Answer, ask
from tests.local.tokens import SECRET, STRANGERS_SECRET, bearer
from tests.support.http import Call, restart
from tests.support.roles import LEVELS, level, routes_of

ISSUER, AUDIENCE = "https://issuer.example", "regent"
OURS = {"sub": "ann", "iss": ISSUER, "aud": AUDIENCE}
ADMIN = OURS | {"role": "admin"}

Tokens = dict[str, tuple[str | None, int]]


def tokens() -> Tokens:
    """name -> (the header, the highest level that it opens); -1: it proves nothing."""
    now = int(time.time())
    found: Tokens = {
        "no token": (None, -1),
        "nonsense": ("Bearer nonsense", -1),
        "another scheme": ("Basic YWRtaW46YWRtaW4=", -1),
        "expired": (bearer(ADMIN | {"exp": now - 60}), -1),
        "not yet valid": (bearer(ADMIN | {"nbf": now + 60}), -1),
        "without an end": (bearer(ADMIN | {"exp": None}), -1),
        "a forged signature": (bearer(ADMIN, STRANGERS_SECRET), -1),
        "no signature": (bearer(ADMIN, None, "none"), -1),
        "another audience": (bearer(ADMIN | {"aud": "billing"}), -1),
        "no audience": (bearer({**ADMIN, "aud": []}), -1),
        "another issuer": (bearer(ADMIN | {"iss": "https://elsewhere.example"}), -1),
        "no role": (bearer(OURS), 0),
        "an unknown role": (bearer(OURS | {"role": "superuser", "roles": ["ADMIN"]}), 0),
        "a role that ends like ours": (bearer(OURS | {"role": "not admin"}), 0),
        "a role of which ours is a word": (bearer(OURS | {"roles": ["team admin"]}), 0),
        "a text of which ours is a word": (bearer(OURS | {"roles": "[team admin]"}), 0),
        "a text that looks like an array": (bearer(OURS | {"roles": "[admin]"}), 0),
        "such a text as scopes": (bearer(OURS | {"scope": "[regent:admin]"}), 0),
        "such a text as scp": (bearer(OURS | {"scp": "[x regent:admin]"}), 0),
        "a role as a text of words": (bearer(OURS | {"role": "[x admin y]"}), 0),
        "a scope of which ours is a word": (bearer(OURS | {"scp": ["team regent:admin"]}), 0),
        "a scope of others": (bearer(OURS | {"scope": "admin openid other:admin"}), 0),
    }
    for rank, role in enumerate(LEVELS[1:], 1):
        forms: dict[str, dict[str, Any]] = {
            "as role": {"role": role},
            "as roles": {"roles": [role]},
            "among roles": {"roles": ["read-only", "billing", role]},
            "among roles with our name": {"roles": ["billing team", f"regent:{role}"]},
            "as a scope": {"scope": f"openid regent:{role}"},
            "as scp": {"scp": [f"regent/{role}", "openid"]},
        }
        for form, claims in forms.items():
            found[f"{role} {form}"] = (bearer(OURS | claims), rank)
    return found


def expected(wanted: str, opens: int) -> str:
    """The status that the contract wants: 401, 403, or that the request is let in."""
    needed = LEVELS.index(wanted)
    if needed == 0:
        return "in"
    if opens == -1:
        return "401"
    return "in" if opens >= needed else "403"


#: One of each level: a flaw that opens one route of a level opens all of them.
SAMPLE = (
    ("GET", "/health"),
    ("GET", "/openapi.json"),
    ("GET", "/api/v1/dlq"),
    ("POST", "/api/v1/push"),
    ("POST", "/api/v1/stats/refresh"),
)


def every_route() -> list[tuple[str, str]]:
    """The method and path of each route."""
    return [(method, path) for method, path, _ in routes_of(API_MODULES)]


def wrong_answers(routes: Iterable[tuple[str, str]]) -> list[str]:
    """Each route with every token; returns the wrong answers."""
    return asyncio.run(_wrong_answers(routes))


async def _wrong_answers(routes: Iterable[tuple[str, str]]) -> list[str]:
    settings = Settings(jwt_key=SECRET, jwt_issuer=ISSUER, jwt_audience=AUDIENCE)
    gateway: Any = Gateway(RouteTable(API_MODULES), Authorizer.of(settings))
    complaints = []
    for method, path in routes:
        # No body, and names of nothing: an admitted request finds nothing to change.
        url = re.sub(r"{\w+}", "nowhere", path)
        for name, (header, opens) in tokens().items():
            headers = [] if header is None else [(b"authorization", header.encode())]
            answer = await ask(gateway, method, url, headers)
            wanted = expected(level(method, path), opens)
            if _kind(answer) != wanted:
                complaints.append(f"{method} {path}, {name}: {_kind(answer)}, not {wanted}")
    return complaints


def _kind(answer: Answer) -> str:
    """401 and 403 in the form that clients can act on; any other answer below 500 was let in."""
    status = answer.status
    if status == 401:
        well_formed = answer.headers.get(b"www-authenticate") == b"Bearer"
        return "401" if well_formed and answer.json()["code"] == "UNAUTHORIZED" else "a bare 401"
    if status == 403:
        body = answer.json()
        return "403" if body["code"] == "FORBIDDEN" and body["detail"]["needed"] else "a bare 403"
    return "in" if status < 500 else str(status)


def broken(function: Callable[..., Any], old: str, new: str) -> Callable[..., Any]:
    """A function with one piece of its text replaced."""
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, f"{old!r} is not (once) in {function.__name__}"
    found: dict[str, Any] = {}
    exec(source.replace(old, new), function.__globals__, found)
    changed: Callable[..., Any] = found[function.__name__]
    return changed


@pytest.fixture(params=["true", "false"], ids=["closed", "open"])
def handlers(request: pytest.FixtureRequest, call: Call, monkeypatch: pytest.MonkeyPatch) -> str:
    """Handlers as the local server starts them, and handlers without REGENT_AUTH_REQUIRED."""
    restart(monkeypatch, auth_required=request.param)
    return str(request.param)


@pytest.mark.usefixtures("handlers")
def test_every_route_admits_whom_the_contract_admits() -> None:
    assert len(tokens()) * len(every_route()) > 1_000
    assert set(SAMPLE) <= set(every_route())
    assert wrong_answers(every_route()) == []


class Flaw(NamedTuple):
    """A piece of the code that is replaced, and a complaint that has to follow."""

    #: A class, or the modules that know the function.
    owner: Any
    name: str
    old: str
    new: str
    seen: str


#: Both ways of a request.
BOTH = (functions.edge.http, functions.edge.short_way)
FLAWS = [
    Flaw(BOTH, "admit", "role < needed", "False", "POST /api/v1/push, read-only as role: in"),
    Flaw(BOTH, "admit", "role < needed", "role > needed", "push, admin as role: 403, not in"),
    Flaw(
        BOTH,
        "admit",
        "role < needed",
        "role <= needed",
        "push, read-write as role: 403, not in",
    ),
    Flaw(BOTH, "admit", "role is None", "False", "POST /api/v1/push, no role: 500, not 403"),
    Flaw(
        BOTH,
        "admit",
        "needed is Role.PUBLIC or",
        "",
        "GET /openapi.json, no token: 401",
    ),
    Flaw(functions.edge.roles, "role_of", "max(", "min(", "push, admin among roles: 403, not in"),
    Flaw(
        functions.edge.roles,
        "_texts",
        "return [element for element in elements if isinstance(element, str)]",
        'return " ".join(str(element) for element in elements).split()',
        "a role of which ours is a word",
    ),
    Flaw(
        functions.edge.roles,
        "role_of",
        "[NAMES.get(role)]",
        "[NAMES.get(word) for word in role.split()]",
        "that ends like",
    ),
    Flaw(Gateway, "_claims", "match.route.is_public", "True", "push, admin as role: 401, not in"),
    Flaw(Gateway, "_claims", "match.route.is_public", "False", "GET /health, expired: 401, not in"),
    Flaw(
        Authorizer,
        "claims",
        "_claim(name, value)",
        "value",
        "a text that looks like an array",
    ),
    Flaw(Authorizer, "_signed_claims", '"require": ["exp"],', "", "without an end: in, not 401"),
    Flaw(Authorizer, "_signed_claims", "self._issuer is not None", "False", "another issuer: in"),
    Flaw(Authorizer, "_signed_claims", "not _is_for", "_is_for", "another audience: in, not 401"),
    Flaw(Authorizer, "_signed_claims", "leeway=LEEWAY_SECONDS", "leeway=90", "expired: in, not"),
]


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: f"{flaw.name}: {flaw.new}")
def test_the_matrix_sees_what_is_broken(
    call: Call, monkeypatch: pytest.MonkeyPatch, flaw: Flaw
) -> None:
    restart(monkeypatch, auth_required="true")
    owners = flaw.owner if isinstance(flaw.owner, tuple) else (flaw.owner,)
    changed = broken(getattr(owners[0], flaw.name), flaw.old, flaw.new)
    for owner in owners:
        monkeypatch.setattr(owner, flaw.name, changed)
    assert any(flaw.seen in complaint for complaint in wrong_answers(SAMPLE))


def test_without_a_check_at_the_gateway_the_handlers_are_closed_all_the_same(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind = broken(Gateway._claims, "match.route.is_public", "True")
    monkeypatch.setattr(Gateway, "_claims", blind)
    restart(monkeypatch, auth_required="true")
    assert not any(wrong.endswith(": in, not 401") for wrong in wrong_answers(every_route()))
    restart(monkeypatch, auth_required="false")
    assert any(wrong.endswith(": in, not 401") for wrong in wrong_answers(SAMPLE))
