"""The steps of which tests over HTTP are made: each calls a handler and takes the answer apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import quote

from tests.support.http import Call, Reply

Message = dict[str, Any]


def push(call: Call, queue: str, *payloads: Any, **fields: Any) -> list[dict[str, Any]]:
    """Push payloads in one request; ``fields`` (partition, traceId, …) go with each of them."""
    items = [{"queue": queue, "payload": payload, **fields} for payload in payloads]
    reply = call("POST", "/api/v1/push", {"items": items})
    assert reply.status == 201, reply
    answers: list[dict[str, Any]] = reply.body
    return answers


def pop(call: Call, queue: str, partition: str | None = None, **query: Any) -> list[Message]:
    """The messages that a pop hands out; [] when it answers 204."""
    path = f"/api/v1/pop/queue/{quote(queue)}"
    if partition is not None:
        path += f"/partition/{quote(partition)}"
    return _messages(call, path, query)


def pop_labels(call: Call, **query: Any) -> list[Message]:
    """The messages that a pop by namespace and task hands out."""
    return _messages(call, "/api/v1/pop", query)


def ack(
    call: Call, *messages: Message, status: str = "completed", **fields: Any
) -> list[dict[str, Any]]:
    """Answer for messages, each under its own lease, in one batch."""
    acknowledgments = [
        {name: m[name] for name in ("transactionId", "partitionId", "leaseId")}
        | {"status": status, **fields}
        for m in messages
    ]
    body = {
        "acknowledgments": acknowledgments,
        "consumerGroup": messages[0]["consumerGroup"],
    }
    reply = call("POST", "/api/v1/ack/batch", body)
    assert reply.status == 200, reply
    outcomes: list[dict[str, Any]] = reply.body
    return outcomes


def complete(call: Call, *messages: Message) -> None:
    """Ack messages and see that each ack was accepted."""
    outcomes = ack(call, *messages)
    assert [outcome["error"] for outcome in outcomes] == [None] * len(messages)


def configure(
    call: Call, queue: str, *, namespace: str | None = None, task: str | None = None, **options: Any
) -> dict[str, Any]:
    """Make a queue, or replace its options."""
    body = {"queue": queue, "namespace": namespace, "task": task, "options": options}
    reply = call("POST", "/api/v1/configure", body)
    assert reply.status == 200, reply
    answer: dict[str, Any] = reply.body
    return answer


def data(messages: list[Message]) -> list[Any]:
    """The payloads of messages."""
    return [message["data"] for message in messages]


def _messages(call: Call, path: str, query: dict[str, Any]) -> list[Message]:
    reply = call("GET", path, query=query)
    if reply.status == 204:
        assert reply.body is None
        return []
    assert reply.status == 200, reply
    messages: list[Message] = reply.body["messages"]
    assert messages
    return messages


def refused(reply: Reply, status: int, code: str) -> dict[str, Any]:
    """See that a reply is this error, in the one shape that errors have; its body."""
    body: dict[str, Any] = reply.body
    assert (reply.status, body["code"]) == (status, code), reply
    assert {"error", "code", "requestId"} <= set(body) <= {"error", "code", "detail", "requestId"}
    assert isinstance(body["error"], str)
    assert body["error"]
    assert body["requestId"] == "test-request"
    assert reply.headers["Content-Type"] == "application/json"
    return body


def refused_twice(reply: Reply, status: int, code: str) -> dict[str, Any]:
    """See that a reply of topics or members is this error: they repeat the code as errorCode."""
    body = dict(reply.body)
    assert body.pop("errorCode", None) == code, reply
    return refused(replace(reply, body=body), status, code)
