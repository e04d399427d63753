"""Steps for tests of the event log over HTTP."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.http import Call, Reply
from tests.support.log import positions
from tests.support.queue_http import refused

PATH = "/api/v1/log"
_workers = itertools.count(1)


def append(
    call: Call, *messages: Mapping[str, Any], guard: Mapping[str, Any] | None = None
) -> list[int]:
    """The positions of messages that are appended now."""
    reply = try_append(call, *messages, guard=guard)
    assert reply.status == 201, reply
    found: list[int] = reply.body["positions"]
    return found


def try_append(
    call: Call, *messages: Mapping[str, Any], guard: Mapping[str, Any] | None = None
) -> Reply:
    body = {"messages": messages} | ({} if guard is None else {"guard": guard})
    return call("POST", f"{PATH}/append", body)


def conflicting(reply: Reply) -> list[int]:
    """The positions that a refused append names."""
    found: list[int] = refused(reply, 409, "CONCURRENT_APPEND")["detail"]["conflicts"]
    return found


def register(call: Call, group: str, **fields: Any) -> dict[str, Any]:
    reply = call("POST", f"{PATH}/groups", {"groupId": group, **fields})
    assert reply.status in (200, 201), reply
    found: dict[str, Any] = reply.body
    return found


def claim(
    call: Call, group: str, by: Sequence[str], types: Sequence[str], **fields: Any
) -> dict[str, Any] | None:
    """A claim; None when it answers 204."""
    body = {"partitionBy": by, "handledTypes": types, "workerId": f"w{next(_workers)}", **fields}
    reply = call("POST", f"{PATH}/groups/{group}/claim", body)
    if reply.status == 204:
        assert reply.body is None
        return None
    assert reply.status == 200, reply
    found: dict[str, Any] = reply.body
    assert found["messages"]
    return found


def claimed(
    call: Call, group: str, by: Sequence[str], types: Sequence[str], **fields: Any
) -> dict[str, Any]:
    """A claim that has to be there."""
    found = claim(call, group, by, types, **fields)
    assert found is not None
    return found


def ack(call: Call, group: str, held: Mapping[str, Any], position: int | None = None) -> Reply:
    """Ack a claim, up to its last message where no position is said."""
    last = positions(held)[-1] if position is None else position
    body = {"offsetId": held["offsetId"], "position": last}
    return call("POST", f"{PATH}/groups/{group}/ack", body)


def release(call: Call, group: str, held: Mapping[str, Any], **fields: Any) -> Reply:
    body = {"offsetId": held["offsetId"], **fields}
    return call("POST", f"{PATH}/groups/{group}/release", body)


def offsets(call: Call, group: str) -> list[dict[str, Any]]:
    """A group's partitions."""
    reply = call("GET", f"{PATH}/groups/{group}/offsets")
    assert reply.status == 200, reply
    found: list[dict[str, Any]] = reply.body["offsets"]
    return found


def declare(call: Call, types: Mapping[str, Sequence[str]]) -> None:
    for type_, attributes in types.items():
        reply = call("PUT", f"{PATH}/types/{type_}", {"attributes": attributes})
        assert reply.status == 200, reply
