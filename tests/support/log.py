"""Steps for tests of the event log: messages, and what tests do with the store."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from regent.stores.log import Appended, Condition, LogStore, NewMessage, Work

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


def append(
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


def types_of(found: Mapping[str, Any]) -> list[str]:
    return [each["type"] for each in found["messages"]]


def work(by: Sequence[str], types: Sequence[str], **changes: Any) -> Work:
    return Work(by, types, **({"worker": f"w{next(_workers)}"} | changes))


def claim(
    log: LogStore, group: str, by: Sequence[str], types: Sequence[str], **changes: Any
) -> dict[str, Any] | None:
    """Claim, as a client would read it."""
    found = log.claim_next(group, work(by, types, **changes))
    return None if found is None else parsed(found)


def took(
    log: LogStore, group: str, by: Sequence[str], types: Sequence[str], **changes: Any
) -> tuple[str, list[int]]:
    """Claim something: its key and the positions."""
    found = claim(log, group, by, types, **changes)
    assert found is not None
    return found["partitionKey"], positions(found)


def ack(log: LogStore, group: str, claimed: Mapping[str, Any] | None) -> None:
    """Ack all of a claim."""
    assert claimed is not None
    log.ack_claim(group, claimed["offsetId"], positions(claimed)[-1])
