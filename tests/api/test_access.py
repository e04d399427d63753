"""Who may call what, as a Lambda behind API Gateway sees it: by the claims in its event."""

from __future__ import annotations

import json
from typing import Any

import pytest

from functions.api import health as health_handler
from functions.api import push as push_handler
from tests.support.http import Call, Context, event, restart
from tests.support.queue_http import pop, refused

PUSH = {"items": [{"queue": "q", "payload": 1}]}
WRITE, ADMIN = "/api/v1/push", "/api/v1/stats/refresh"


@pytest.fixture
def behind_an_authorizer(call: Call, monkeypatch: pytest.MonkeyPatch) -> Call:
    restart(monkeypatch, auth_required="true")
    return call


@pytest.mark.parametrize(
    ("claims", "may_push", "may_administer"),
    [
        ({"role": "read-only"}, False, False),
        ({"role": "read-write"}, True, False),
        ({"role": "admin"}, True, True),
        # API Gateway writes an array as text.
        ({"roles": "[read-only]"}, False, False),
        ({"roles": "[read-only admin read-write]"}, True, True),
        # Beside roles of other systems a bare word may be theirs, so only a prefixed one counts.
        ({"roles": "[billing regent:read-write]"}, True, False),
        ({"roles": "[read-only regent/admin]"}, True, True),
        ({"roles": "[read-only team admin regent:read-write]"}, True, False),
        ({"role": "read-only", "roles": "[admin]"}, True, True),
        ({"scope": "openid regent:read-write"}, True, False),
        ({"scope": "regent/admin"}, True, True),  # Cognito's resource servers
        ({"scp": "[regent:read-only openid]"}, False, False),
        ({"scp": "[openid regent:admin]"}, True, True),
        # Lists that are no text, as other callers of a Lambda may pass them.
        ({"roles": ["read-only", "admin"]}, True, True),
        ({"roles": ["billing team", "read-write"]}, True, False),
        ({"roles": ["billing", "regent:admin"]}, True, True),
    ],
)
def test_a_role_opens_what_it_is_for(
    behind_an_authorizer: Call,
    claims: dict[str, Any],
    may_push: bool,
    may_administer: bool,
) -> None:
    call = behind_an_authorizer
    pushed = call("POST", WRITE, PUSH, claims=claims)
    switched = call("POST", ADMIN, claims=claims)
    if may_push:
        assert pushed.status == 201
    else:
        assert refused(pushed, 403, "FORBIDDEN")["detail"] == {
            "needed": "read-write",
            "given": "read-only",
        }
    if may_administer:
        assert switched.status == 200
    else:
        detail = refused(switched, 403, "FORBIDDEN")["detail"]
        assert detail == {"needed": "admin", "given": "read-write" if may_push else "read-only"}


@pytest.mark.parametrize(
    "claims",
    [
        {},
        {"sub": "ann"},
        {"role": ""},
        {"role": "Admin"},
        {"role": "superuser"},
        {"role": "not admin"},
        {"role": "admin read-write"},
        {"role": "admin,read-write"},
        {"role": "regent:admin"},
        {"role": "[admin]"},
        {"role": "[x admin y]"},
        {"role": ["admin"]},
        {"roles": ["team admin"]},
        {"roles": "[team admin]"},
        {"roles": "[admin billing]"},
        {"roles": "admin read-write"},
        {"scp": ["team regent:admin"]},
        {"role": " admin"},
        {"role": "admin\n"},
        {"roles": "[]"},
        {"roles": "[administrator]"},
        {"roles": "[admin"},
        {"scope": "admin"},
        {"scope": "other:admin"},
        {"scope": "regent:regent:admin"},
        {"scope": "xregent:admin"},
        {"scope": "regent:admin:read"},
        {"scope": "regent:"},
        {"role": None, "roles": None, "scope": None, "scp": None},
        {"role": 3, "roles": {"admin": True}, "scope": ["regent:owner"], "scp": True},
        {"roles": [["admin"], None, 5, {"role": "admin"}]},
        {"role": "admin" * 100_000},
    ],
)
def test_claims_that_give_no_role_are_forbidden_and_change_nothing(
    behind_an_authorizer: Call, claims: Any
) -> None:
    call = behind_an_authorizer
    body = refused(call("POST", WRITE, PUSH, claims=claims), 403, "FORBIDDEN")
    assert body["detail"] == {"needed": "read-write"}
    assert body["error"] == (
        "this needs the role read-write, and the token gives none: it has to be in the claim role"
        " or roles, or a scope such as regent:read-write; among roles of other applications, write"
        " regent:read-write"
    )
    assert pop(call_as_admin(call), "q") == []


@pytest.mark.parametrize(
    ("claims", "role"),
    [
        ({"cognito:groups": "[regent-admin]"}, "admin"),
        ({"cognito:groups": "[shop regent-read-write staff]"}, "read-write"),
        ({"cognito:groups": "[shop regent:admin]"}, "admin"),
        ({"cognito:groups": "regent-read-only"}, "read-only"),
        ({"cognito:groups": ["staff", "regent-admin"]}, "admin"),
        ({"role": "read-only", "groups": "[regent-read-write]"}, "read-write"),
        ({"role": "admin", "groups": "[regent-read-write]"}, "admin"),
    ],
)
def test_a_further_claim_gives_a_role_by_its_prefix(
    behind_an_authorizer: Call, monkeypatch: pytest.MonkeyPatch, claims: Any, role: str
) -> None:
    restart(monkeypatch, jwt_role_claims="cognito:groups,groups")
    session = behind_an_authorizer("GET", "/api/v1/session", claims=claims)
    assert (session.status, session.body["role"]) == (200, role)
    monkeypatch.delenv("REGENT_JWT_ROLE_CLAIMS")
    restart(monkeypatch)
    unnamed = behind_an_authorizer("POST", WRITE, PUSH, claims={**claims, "role": "read-only"})
    refused(unnamed, 403, "FORBIDDEN")


@pytest.mark.parametrize(
    "groups",
    [
        *["admin", "[admin]", "[read-only admin]", "[staff admin]", ["admin"], "regent-", "[]", ""],
        *["[regent-owner]", "xregent-admin", "[regent-admin", "regent-admin x", "Regent-admin"],
        *[["team regent-admin"], [["regent-admin"]], {"regent-admin": True}, 5, None, True],
    ],
)
def test_a_group_of_others_gives_no_role(
    behind_an_authorizer: Call, monkeypatch: pytest.MonkeyPatch, groups: Any
) -> None:
    restart(monkeypatch, jwt_role_claims="cognito:groups")
    reply = behind_an_authorizer("POST", WRITE, PUSH, claims={"cognito:groups": groups})
    assert refused(reply, 403, "FORBIDDEN")["error"].endswith(
        "write regent:read-write; in cognito:groups, write regent-read-write"
    )


def test_the_prefix_of_a_further_claim_is_a_setting(
    behind_an_authorizer: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    restart(monkeypatch, jwt_role_claims="groups", jwt_role_prefix="queues/")
    for groups, status in (("[queues/read-write]", 201), ("[regent-admin]", 403)):
        claims = {"groups": groups}
        assert behind_an_authorizer("POST", WRITE, PUSH, claims=claims).status == status


def call_as_admin(call: Call) -> Call:
    """Calls by somebody who may do everything."""

    def admin(*request: Any, **more: Any) -> Any:
        return call(*request, **more, claims={"role": "admin"})

    return admin


def test_without_claims_a_request_is_refused_where_a_token_is_required(
    behind_an_authorizer: Call,
) -> None:
    reply = behind_an_authorizer("POST", WRITE, PUSH)
    assert refused(reply, 401, "UNAUTHORIZED")["error"] == "a bearer token is required"
    assert reply.headers["WWW-Authenticate"] == "Bearer"
    for open_path in ("/health", "/openapi.json"):
        assert behind_an_authorizer("GET", open_path).status == 200
        assert behind_an_authorizer("GET", open_path, claims={"role": 5}).status == 200


def test_without_an_authorizer_everybody_may_do_everything(call: Call) -> None:
    assert call("POST", WRITE, PUSH).status == 201
    assert call("POST", ADMIN).status == 200
    # A token counts all the same if there is one.
    refused(call("POST", ADMIN, claims={"role": "read-write"}), 403, "FORBIDDEN")


def test_who_may_not_call_learns_nothing_of_the_form(behind_an_authorizer: Call) -> None:
    call = behind_an_authorizer
    for body, base64, status in (
        ({"items": 5}, False, 400),
        ("{", False, 400),
        ({"items": [{"queue": "q\0"}]}, False, 400),
        ("no base64", True, 400),
        ("x" * (5 * 1024 * 1024 + 1), False, 413),
    ):
        sent: Any = {"base64": base64}
        refused(call("POST", WRITE, body, **sent), 401, "UNAUTHORIZED")
        reader, writer = (sent | {"claims": {"role": role}} for role in ("read-only", "read-write"))
        refused(call("POST", WRITE, body, **reader), 403, "FORBIDDEN")
        assert call("POST", WRITE, body, **writer).status == status


@pytest.mark.usefixtures("behind_an_authorizer")
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "get"])
@pytest.mark.parametrize("path", ["/api/v1/push/", "//api/v1/push", "/api/v1", "/", "/api/v2/push"])
@pytest.mark.parametrize("claims", [None, {"role": "read-only"}, {"role": "admin"}])
def test_a_route_that_is_not_there_is_a_404_to_all(method: str, path: str, claims: Any) -> None:
    answer = push_handler.handler(event(method, path, claims=claims), Context())
    assert answer["statusCode"] == 404
    assert json.loads(answer["body"])["code"] == "NOT_FOUND"


@pytest.mark.usefixtures("behind_an_authorizer")
@pytest.mark.parametrize(
    ("authorizer", "status"),
    [
        (None, 401),
        ({}, 401),
        ("admin", 401),
        ({"jwt": None}, 401),
        ({"jwt": "admin"}, 401),
        ({"lambda": {"role": "admin"}}, 401),
        ({"claims": {"role": "admin"}}, 401),
        ({"jwt": {}}, 401),
        ({"jwt": {"claims": None}}, 401),
        ({"jwt": {"claims": "[admin]"}}, 403),
        ({"jwt": {"claims": ["admin"]}}, 403),
        ({"jwt": {"claims": 5}}, 403),
        # `scopes` are those that the route asks for, not those of the token.
        ({"jwt": {"claims": {"sub": "ann"}, "scopes": ["regent:admin"]}}, 403),
        ({"jwt": {"claims": {"scope": "regent:admin"}, "scopes": ["regent:admin"]}}, 201),
        ({"jwt": {"claims": {"role": "admin"}, "scopes": "x"}}, 201),
    ],
)
def test_whatever_an_authorizer_hands_on_is_no_5xx(authorizer: Any, status: int) -> None:
    request = event("POST", WRITE, PUSH)
    request["requestContext"]["authorizer"] = authorizer
    assert push_handler.handler(request, Context())["statusCode"] == status
    opened = event("GET", "/health")
    opened["requestContext"]["authorizer"] = authorizer
    assert health_handler.handler(opened, Context())["statusCode"] == 200


def pushed_by(call: Call, claims: dict[str, Any] | None) -> Any:
    """Push with these claims in another's name, alone and in a transaction; the names it got."""
    item = {"queue": "q", "producerSub": "mallory"}
    operation = {"type": "push", "items": [item], "producerSub": "mallory"}
    body = {"operations": [operation], "producerSub": "mallory"}
    alone = call("POST", WRITE, {"items": [item], "producerSub": "mallory"}, claims=claims)
    together = call("POST", "/api/v1/transaction", body, claims=claims)
    assert (alone.status, together.status) == (201, 200), (alone, together)
    return [m["producerSub"] for m in pop(call_as_admin(call), "q", batch=5, autoAck=True)]


@pytest.mark.parametrize("sub", ["ann", "auth0|1", "ännä 😀", "a" * 255, "null"])
def test_a_message_bears_the_sub_of_the_token(call: Call, sub: str) -> None:
    assert pushed_by(call, {"sub": sub, "role": "read-write"}) == [sub, sub]


@pytest.mark.parametrize("claims", [None, {"role": "admin"}, {"role": "admin", "sub": ""}])
def test_a_message_of_a_token_without_a_sub_bears_none(
    call: Call, claims: dict[str, Any] | None
) -> None:
    assert pushed_by(call, claims) == [None, None]


@pytest.mark.parametrize("sub", ["a" * 256, "a" * 10_000, "a\0b", "\0", "\ud800", 5, ["ann"], {}])
def test_a_sub_that_cannot_be_stored_is_refused_and_never_cut(call: Call, sub: Any) -> None:
    claims = {"sub": sub, "role": "admin"}
    operations = {"operations": [{"type": "push", "items": PUSH["items"]}]}
    for path, body in ((WRITE, PUSH), ("/api/v1/transaction", operations)):
        answer = refused(call("POST", path, body, claims=claims), 400, "INVALID_REQUEST")
        assert answer["error"] == (
            "the token's sub cannot be stored: it takes a text of at most 255"
            " characters, without NUL"
        )
    assert pop(call, "q") == []
