"""Bodies of requests: every route reads JSON alike, and says alike what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from functions.api import openapi
from tests.support.http import Call, Reply
from tests.support.queue_http import configure

MESSAGE = {"transactionId": "t", "partitionId": "1"}
#: JSON values of another type, by the type that a field takes, and what its refusal says.
WRONG = {
    "integer": (("5", True, 5.5, [5]), "takes an integer"),
    "number": (("5", True, {}), "takes a number"),
    "boolean": (("true", 1, 0), "takes true or false"),
    "string": ((5, True, ["x"]), "takes a text"),
}


def top_fields() -> Iterator[tuple[str, str, str]]:
    """The path, the field and the type of what stands at the top of a body."""
    document = openapi.document()
    for path, methods in document["paths"].items():
        for operation in methods.values():
            body = operation.get("requestBody")
            if body is None:
                continue
            schema = body["content"]["application/json"]["schema"]
            fields = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            for name, field in fields["properties"].items():
                kinds = [field, *field.get("anyOf", [])]
                kind = next((each["type"] for each in kinds if each.get("type") in WRONG), None)
                if kind and not any({"enum", "format"} & set(each) for each in kinds):
                    yield re.sub(r"{\w+}", "1", path), name, kind


def refusal(reply: Reply) -> str:
    assert (reply.status, reply.body["code"]) == (400, "INVALID_REQUEST"), reply
    return str(reply.body["error"])


def test_every_field_of_a_body_takes_its_own_type_only(call: Call) -> None:
    fields = [*top_fields()]
    assert {kind for _, _, kind in fields} == {*WRONG}
    assert len(fields) > 60
    for path, name, kind in fields:
        values, words = WRONG[kind]
        for value in values:
            error = refusal(call("POST", path, {name: value}))
            assert f"{name}: {words}" in error, (path, name, value, error)


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        (
            "/api/v1/push",
            {"items": [{"queue": "q", "delaySeconds": "5"}]},
            "items[0].delaySeconds: takes a number, not '5'",
        ),
        (
            "/api/v1/configure",
            {"queue": "q", "options": {"leaseTime": "60"}},
            "options.leaseTime: takes an integer, not '60'",
        ),
        (
            "/api/v1/ack/batch",
            {"acknowledgments": [{**MESSAGE, "upTo": "true"}]},
            "acknowledgments[0].upTo: takes true or false, not 'true'",
        ),
        (
            "/api/v1/transaction",
            {"operations": [{"type": "ack", **MESSAGE, "leaseId": 5}]},
            "operations[0].leaseId: takes a text, not 5",
        ),
        ("/api/v1/push", {"items": [{"queue": "q"}] * 5_001}, "at most 5000 elements, not 5001"),
        ("/api/v1/push", None, "body: is missing"),
    ],
)
def test_a_refusal_is_a_plain_sentence(
    call: Call, path: str, body: dict[str, Any] | None, sentence: str
) -> None:
    error = refusal(call("POST", path, body))
    assert sentence in error
    assert not error.endswith(".")


def test_an_integer_may_be_written_with_a_fraction_of_zero(call: Call) -> None:
    """To JSON Schema, and so to clients that are generated, 936.0 is an integer."""
    options = call(
        "POST", "/api/v1/configure", {"queue": "q", "options": {"leaseTime": 936.0}}
    ).body["options"]
    assert (options["leaseTime"], type(options["leaseTime"])) == (936, int)
    lease = "0f8fad5b-d9cb-469f-a165-70867728950e.1"
    assert call("POST", f"/api/v1/lease/{lease}/extend", {"seconds": 60.0}).status == 200
    configure(call, "topic", partitions=2.0)
    topic = call("GET", "/api/v1/metadata/topics/topic").body
    assert topic["partitions"] == 2
    assert "takes an integer, not 60.5" in refusal(
        call("POST", f"/api/v1/lease/{lease}/extend", {"seconds": 60.5})
    )
