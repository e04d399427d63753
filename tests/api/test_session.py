"""GET /api/v1/session: who the caller is, as the server sees it."""

from __future__ import annotations

from typing import Any

import pytest

from regent import __version__
from tests.support.http import Call, restart
from tests.support.queue_http import refused

PATH = "/api/v1/session"


@pytest.fixture
def behind_an_authorizer(call: Call, monkeypatch: pytest.MonkeyPatch) -> Call:
    restart(monkeypatch, auth_required="true", service="regent-prod")
    return call


def test_on_an_open_server_everybody_is_an_administrator_without_a_name(call: Call) -> None:
    reply = call("GET", PATH)
    assert (reply.status, reply.body) == (
        200,
        {
            "subject": None,
            "role": "admin",
            "expiresAt": None,
            "authRequired": False,
            "server": {"version": __version__, "service": "regent"},
        },
    )


@pytest.mark.parametrize(
    ("claims", "subject", "role", "ends"),
    [
        # API Gateway writes numbers as texts.
        ({"sub": "ann", "role": "read-only", "exp": "1893456000"},
         "ann", "read-only", "2030-01-01T00:00:00.000000Z"),
        ({"sub": "ann", "roles": "[read-only read-write]", "exp": "1.8934560005E9"},
         "ann", "read-write", "2030-01-01T00:00:00.500000Z"),
        ({"scope": "regent:admin", "exp": 1893456000},
         None, "admin", "2030-01-01T00:00:00.000000Z"),
        ({"role": "admin"}, None, "admin", None),
        ({"role": "admin", "sub": "", "exp": ""}, None, "admin", None),
        ({"role": "admin", "sub": ["ann"], "exp": ["1893456000"]}, None, "admin", None),
        ({"role": "admin", "sub": "a\ud800"}, "a?", "admin", None),
        ({"role": "admin", "exp": True}, None, "admin", None),
        ({"role": "admin", "exp": "tomorrow"}, None, "admin", None),
        ({"role": "admin", "exp": "nan"}, None, "admin", None),
        ({"role": "admin", "exp": "inf"}, None, "admin", None),
        ({"role": "admin", "exp": "1e300"}, None, "admin", None),
        ({"role": "admin", "exp": "1e12"}, None, "admin", None),
    ],
)  # fmt: skip
def test_a_token_says_who_it_is(
    behind_an_authorizer: Call, claims: dict[str, Any], subject: str | None, role: str, ends: str
) -> None:
    reply = behind_an_authorizer("GET", PATH, claims=claims)
    assert reply.status == 200
    assert reply.body == {
        "subject": subject,
        "role": role,
        "expiresAt": ends,
        "authRequired": True,
        "server": {"version": __version__, "service": "regent-prod"},
    }


def test_a_sub_of_any_length_is_told(behind_an_authorizer: Call) -> None:
    """It is stored nowhere."""
    claims = {"sub": "a" * 10_000, "role": "read-only"}
    assert behind_an_authorizer("GET", PATH, claims=claims).body["subject"] == "a" * 10_000


def test_without_a_token_or_a_role_it_is_refused(behind_an_authorizer: Call) -> None:
    refused(behind_an_authorizer("GET", PATH), 401, "UNAUTHORIZED")
    nobody = behind_an_authorizer("GET", PATH, claims={"sub": "ann"})
    assert refused(nobody, 403, "FORBIDDEN")["detail"] == {"needed": "read-only"}


def test_it_takes_no_parameter(call: Call) -> None:
    refused(call("GET", PATH, query={"token": "x"}), 400, "INVALID_REQUEST")
