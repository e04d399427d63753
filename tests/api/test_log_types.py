"""PUT, GET /api/v1/log/types…: what messages of a type are found by."""

import pytest

from tests.support.http import Call
from tests.support.log import condition, message, positions
from tests.support.log_http import PATH, append
from tests.support.queue_http import refused

TYPES = f"{PATH}/types"


def test_a_type_is_declared_and_shown(call: Call) -> None:
    reply = call("PUT", f"{TYPES}/course.created", {"attributes": ["name", "course", "name"]})
    declared = {"type": "course.created", "attributes": ["course", "name"], "declared": True}
    assert (reply.status, reply.body) == (200, declared)
    assert call("GET", f"{TYPES}/course.created").body == declared


def test_only_declared_attributes_count(call: Call) -> None:
    call("PUT", f"{TYPES}/t", {"attributes": ["a"]})
    append(call, message("t", a=1, b=1))
    for name, found in (("a", [1]), ("b", [])):
        body = {"conditions": [condition("t", **{name: 1})]}
        assert positions(call("POST", f"{PATH}/read", body).body) == found


def test_a_declaration_is_taken_back(call: Call) -> None:
    call("PUT", f"{TYPES}/t", {"attributes": []})
    assert call("PUT", f"{TYPES}/t", {"attributes": None}).body == {
        "type": "t",
        "attributes": [],
        "declared": False,
    }
    refused(call("GET", f"{TYPES}/t"), 404, "NOT_FOUND")
    append(call, message("t", b=1, a=1))
    assert call("GET", f"{TYPES}/t").body == {
        "type": "t",
        "attributes": ["a", "b"],
        "declared": False,
    }


def test_types_by_name_in_pages(call: Call) -> None:
    append(call, *(message(name) for name in "caebd"))
    first = call("GET", TYPES, query={"limit": 2}).body
    assert [each["type"] for each in first["types"]] == ["a", "b"]
    assert first["pagination"] == {"limit": 2, "offset": 0, "hasMore": True}
    second = call("GET", TYPES, query={"limit": 3, "cursor": first["nextCursor"]}).body
    assert [each["type"] for each in second["types"]] == ["c", "d", "e"]
    assert (second["nextCursor"], second["total"]) == (None, None)


@pytest.mark.parametrize(
    "body",
    [
        *({}, {"attributes": 5}, {"attributes": "a"}, {"attributes": {}}, {"attributes": [5]}),
        *({"attributes": [name]} for name in ("", "x" * 256, "a\0")),
        {"attributes": [str(number) for number in range(101)]},
    ],
)
def test_what_has_another_form_is_refused(call: Call, body: object) -> None:
    refused(call("PUT", f"{TYPES}/t", body), 400, "INVALID_REQUEST")
    assert call("GET", TYPES).body["types"] == []


def test_names_that_are_none_are_refused(call: Call) -> None:
    for name in ("x" * 256, "a%00b"):
        reply = call("PUT", f"{TYPES}/{name}", {"attributes": []})
        refused(reply, 400, "INVALID_REQUEST")
        refused(call("GET", f"{TYPES}/{name}"), 400, "INVALID_REQUEST")
    for name in ("a/b", "😀", "types", "x" * 255):
        assert call("PUT", f"{TYPES}/{name}", {"attributes": [name]}).body["type"] == name
        assert call("GET", f"{TYPES}/{name}").body["attributes"] == [name]


@pytest.mark.parametrize(
    "query", [{"cursor": "x"}, {"limit": 0}, {"limit": 1_001}, {"cursor": "WzFd"}]
)
def test_queries_of_another_form_are_refused(call: Call, query: dict[str, object]) -> None:
    refused(call("GET", TYPES, query=query), 400, "INVALID_REQUEST")


def test_who_may_declare(call: Call) -> None:
    for role, status in (("read-only", 403), ("read-write", 200), ("admin", 200)):
        claims = {"sub": "s", "role": role}
        assert call("GET", TYPES, claims=claims).status == 200
        reply = call("PUT", f"{TYPES}/t", {"attributes": []}, claims=claims)
        assert reply.status == status
    assert call("GET", f"{TYPES}/t", claims={"sub": "s", "role": "read-only"}).status == 200
