"""The steps of which tests of the event log are made: over the store, and over HTTP."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from regent.stores.log import Appended, Condition, LogStore, NewMessage, Work
from tests.support.http import Call, Reply
from tests.support.queue_http import refused

PATH = "/api/v1/log"
#: The types of the seed's worked example.
COURSES = ("course.created", "user.registered", "user.joined_course", "course.closed")
#: What the classes of the seed's example declare.
DECLARED = {
    "course.created": ["course_name"],
    "user.registered": ["name", "user_id"],
    "user.joined_course": ["course_name", "user_id"],
    "course.closed": ["course_name"],
}
BOTH = ("course_name", "user_id")
_workers = itertools.count(1)


def message(type_: str, /, **payload: Any) -> NewMessage:
    """A message with an id."""
    return {"id": str(uuid.uuid4()), "type": type_, "payload": payload}


def created(course: str) -> NewMessage:
    return message("course.created", course_name=course)


def registered(user: str) -> NewMessage:
    return message("user.registered", user_id=user, name=user.title())


def joined(course: str, user: str) -> NewMessage:
    return message("user.joined_course", course_name=course, user_id=user)


def closed(course: str) -> NewMessage:
    return message("course.closed", course_name=course)


def condition(type_: str, /, **attrs: Any) -> dict[str, Any]:
    return {"type": type_, "attrs": attrs}


# Over the store.


def put(
    log: LogStore,
    *messages: NewMessage,
    guard: Sequence[Condition] | None = None,
    last: int = 0,
) -> Appended:
    """Append messages in one batch."""
    return log.append(messages, guard, last)


def parsed(value: Any) -> Any:
    """What came as JSON text, as a client would read it."""
    return orjson.loads(orjson.dumps(value))


def positions(found: Mapping[str, Any]) -> list[int]:
    """The positions of the messages of an answer."""
    messages = found["messages"]
    if not isinstance(messages, list):
        messages = parsed(messages)
    return [each["position"] for each in messages]


def work(by: Sequence[str], types: Sequence[str], **changes: Any) -> Work:
    return Work(by, types, **({"worker": f"w{next(_workers)}"} | changes))


def take(
    log: LogStore, group: str, by: Sequence[str], types: Sequence[str], **changes: Any
) -> dict[str, Any] | None:
    """Claim, as a client would read it."""
    found = log.claim_next(group, work(by, types, **changes))
    return None if found is None else parsed(found)


def took(
    log: LogStore, group: str, by: Sequence[str], types: Sequence[str], **changes: Any
) -> tuple[str, list[int]]:
    """Claim something: its key and the positions."""
    found = take(log, group, by, types, **changes)
    assert found is not None
    return found["partitionKey"], positions(found)


def done(log: LogStore, group: str, claimed: Mapping[str, Any] | None) -> None:
    """Ack all of a claim."""
    assert claimed is not None
    log.ack_claim(group, claimed["offsetId"], positions(claimed)[-1])


# Over HTTP.


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


def types_of(found: Mapping[str, Any]) -> list[str]:
    return [each["type"] for each in found["messages"]]
