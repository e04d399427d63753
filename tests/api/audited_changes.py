"""A request of each kind that the audit notes: what there is before it, and what its note says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tests.support.dead_letters import bury_over_http, letters
from tests.support.http import Call
from tests.support.queue_http import configure, pop, push

Body = dict[str, Any]
#: Makes what a request needs; the names that its path takes.
Before = Callable[[Call], Body]


class Noted(NamedTuple):
    """A request, and its note. ``{name}`` in a text stands for what ``before`` returned."""

    before: Before
    method: str
    path: str
    target: Body
    result: Body
    query: Mapping[str, Any] = MappingProxyType({})
    body: Body | None = None
    parameters: Mapping[str, Any] = MappingProxyType({})


def _queue(call: Call) -> Body:
    configure(call, "q")
    push(call, "q", 1, 2, partition="p")
    return {}


def _group(call: Call) -> Body:
    _queue(call)
    pop(call, "q", consumerGroup="g", autoAck="true")
    return {}


def _held(call: Call) -> Body:
    _queue(call)
    (message,) = pop(call, "q", consumerGroup="g", batch=1)
    return {"lease": message["leaseId"]}


def _message(call: Call) -> Body:
    _group(call)
    push(call, "q", 3, partition="p", transactionId="t")
    (message,) = call("GET", "/api/v1/messages", query={"transactionId": "t"}).body["messages"]
    return {"place": message["partitionId"]}


def _letter(call: Call) -> Body:
    (message,) = bury_over_http(call, "q", 1, partition="p", group="g", transactionId="t")
    (letter,) = letters(call)
    return {"place": message["partitionId"], "letter": letter["id"]}


def _redrive(call: Call) -> Body:
    _letter(call)
    return {"id": call("POST", "/api/v1/dlq/redrives", {"queue": "q"}).body["id"]}


def _subscription(call: Call) -> Body:
    _group(call)
    found = call("GET", "/api/v1/subscriptions").body["subscriptions"]
    return {"id": next(each["id"] for each in found if each["queueName"] == "q")}


def _topic(call: Call) -> Body:
    call("POST", "/api/v1/metadata/topics", {"topic": "t", "partitions": 2})
    body = {"topic": "t", "appId": "a"}
    found = call("POST", "/api/v1/metadata/consumer-groups/find-or-create", body)
    return {"group": found.body["groupId"]}


def _member(call: Call) -> Body:
    names = _topic(call)
    body = {"groupId": names["group"], "consumerId": "c"}
    return names | {"member": call("POST", "/api/v1/consumer-group/join", body).body["memberId"]}


def _log(call: Call) -> Body:
    call("POST", "/api/v1/log/groups", {"groupId": "l"})
    message = {"type": "course", "payload": {"name": "a"}}
    appended = call("POST", "/api/v1/log/append", {"messages": [message]})
    claim = {"partitionBy": ["name"], "handledTypes": ["course"], "workerId": "w"}
    claimed = call("POST", "/api/v1/log/groups/l/claim", claim)
    assert (appended.status, claimed.status) == (201, 200), (appended, claimed)
    return {"claim": claimed.body["offsetId"]}


def _scheduled(call: Call) -> Body:
    message = {"type": "course", "payload": {"name": "a"}}
    later = {"messages": [message], "at": "2099-01-01T00:00:00Z"}
    return {"schedule": call("POST", "/api/v1/log/schedule", later).body["scheduleId"]}


def _nothing(_: Call) -> Body:
    return {}


_GROUP: Final = "/api/v1/consumer-groups/g"
_ON_QUEUE: Final = f"{_GROUP}/queues/q"
_MESSAGE: Final = "/api/v1/messages/{place}/t"
_LOG: Final = "/api/v1/log/groups/l"
_PLACE: Final = {"queue": "q", "partition": "p"}
_OF_MESSAGE: Final = {**_PLACE, "partitionId": "{place}", "transactionId": "t"}
_Q: Final = {"queue": "q"}
_G: Final = {"consumerGroup": "g"}
_L: Final = {"consumerGroup": "l"}
_DELETED: Final = {"deletedPartitions": 2, "deadLettersDeleted": 0, "subscriptionsDeleted": 1}

#: By the name of the route's function.
CHANGES: Final[dict[str, Noted]] = {
    "configure": Noted(
        *(_nothing, "POST", "/api/v1/configure", _Q, {"revision": 2}),
        body={"queue": "q", "options": {"ttl": 5}},
        parameters={"options": {"ttl": 5}},
    ),
    "redrive": Noted(
        *(_letter, "POST", "/api/v1/dlq/redrive", _Q, {"redriven": 1, "messages": 1}),
        body={"queue": "q", "reason": "rejected"},
        parameters={"reason": "rejected"},
    ),
    "start_redrive": Noted(
        *(_letter, "POST", "/api/v1/dlq/redrives", _Q, {"redrive": "1"}),
        body={"queue": "q", "reason": "rejected"},
        parameters={"reason": "rejected"},
    ),
    "stop_redrive": Noted(
        *(_redrive, "POST", "/api/v1/dlq/redrives/{id}/stop", {"id": "{id}"}, {"redrive": "1"}),
    ),
    "retry": Noted(
        *(_letter, "POST", f"{_MESSAGE}/retry", _OF_MESSAGE, {"redriven": 1, "messages": 1}),
    ),
    "move_to_dead_letters": Noted(
        *(_message, "POST", f"{_MESSAGE}/dlq", {**_OF_MESSAGE, **_G}, {"moved": True}),
        body={"consumerGroup": "g", "error": "bad"},
        parameters={"error": "bad"},
    ),
    "purge": Noted(
        *(_letter, "DELETE", "/api/v1/dlq", _Q, {"purged": 1}),
        query={"queue": "q", "from": "2020-01-01T00:00:00Z"},
        parameters={"from": "2020-01-01T00:00:00Z"},
    ),
    "purge_one": Noted(
        *(_letter, "DELETE", "/api/v1/dlq/{letter}", {"id": "{letter}"}, {"purged": 1}),
    ),
    "delete_message": Noted(_message, "DELETE", _MESSAGE, _OF_MESSAGE, {}),
    "clear_queue": Noted(
        *(_queue, "DELETE", "/api/v1/queues/q/clear", _PLACE),
        {"deletedMessages": 2, "partitions": 1},
        query={"partition": "p", "force": True},
        parameters={"force": True},
    ),
    "delete_queue": Noted(
        *(_queue, "DELETE", "/api/v1/resources/queues/q", _Q, {"existed": True}),
    ),
    "delete_partition": Noted(
        *(_queue, "DELETE", "/api/v1/resources/queues/q/partitions/p", _PLACE),
        {"deletedMessages": 2},
    ),
    "delete_group_on_queue": Noted(_group, "DELETE", _ON_QUEUE, {**_Q, **_G}, _DELETED),
    "delete_group": Noted(_group, "DELETE", _GROUP, _G, _DELETED),
    "pause_on_queue": Noted(_group, "POST", f"{_ON_QUEUE}/pause", {**_Q, **_G}, {"queues": 1}),
    "resume_on_queue": Noted(_group, "POST", f"{_ON_QUEUE}/resume", {**_Q, **_G}, {"queues": 1}),
    "pause": Noted(_group, "POST", f"{_GROUP}/pause", _G, {"queues": 1}),
    "resume": Noted(_group, "POST", f"{_GROUP}/resume", _G, {"queues": 1}),
    "seek": Noted(
        *(_group, "POST", f"{_ON_QUEUE}/seek", {**_Q, **_G}, {"partitionsUpdated": 1}),
        body={"toEnd": True},
        parameters={"toEnd": True},
    ),
    "seek_partition": Noted(
        *(_group, "POST", f"{_ON_QUEUE}/partitions/p/seek", {**_PLACE, **_G}),
        {"partitionsUpdated": 1},
        body={"offset": 0},
        parameters={"offset": 0},
    ),
    "release": Noted(
        *(_held, "POST", "/api/v1/lease/{lease}/release", {"lease": "{lease}"}, {"released": 1}),
    ),
    "delete_subscription": Noted(
        *(_subscription, "DELETE", "/api/v1/subscriptions/{id}", {"subscription": "{id}"}),
        {"consumerGroup": "g", "queueName": "q", "namespace": "", "task": ""},
    ),
    "move_subscription": Noted(
        *(_group, "POST", f"{_GROUP}/subscription", _G, {"rowsUpdated": 1}),
        body={"subscriptionTimestamp": "2026-01-01T00:00:00Z"},
        parameters={"subscriptionTimestamp": "2026-01-01T00:00:00Z"},
    ),
    "switch_push": Noted(
        *(_queue, "POST", "/api/v1/system/maintenance", _Q, {}),
        body={"enabled": True, "queue": "q"},
        parameters={"enabled": True},
    ),
    "switch_pop": Noted(
        *(_nothing, "POST", "/api/v1/system/maintenance/pop", {}, {}),
        body={"enabled": False},
        parameters={"enabled": False},
    ),
    "create_topic": Noted(
        *(_nothing, "POST", "/api/v1/metadata/topics", {"queue": "t"}),
        {"created": True, "partitions": 2},
        body={"topic": "t", "partitions": 2},
        parameters={"partitions": 2},
    ),
    "delete_topic": Noted(
        *(_topic, "DELETE", "/api/v1/metadata/topics/t", {"queue": "t"}, {}),
    ),
    "delete_member_group": Noted(
        *(_topic, "DELETE", "/api/v1/metadata/consumer-groups/{group}"),
        {"consumerGroup": "{group}"},
        {},
    ),
    "evict_member": Noted(
        *(_member, "DELETE", "/api/v1/metadata/consumer-groups/{group}/members/{member}"),
        {"consumerGroup": "{group}", "member": "{member}"},
        {"consumerId": "c", "partitions": 0},
    ),
    "declare_type": Noted(
        *(_nothing, "PUT", "/api/v1/log/types/course", {"type": "course"}, {}),
        body={"attributes": ["name"]},
        parameters={"attributes": ["name"]},
    ),
    "cancel_scheduled": Noted(
        *(_scheduled, "DELETE", "/api/v1/log/scheduled/{schedule}", {"schedule": "{schedule}"}),
        {"messageCount": 1},
    ),
    "stop": Noted(
        *(_log, "POST", f"{_LOG}/stop", _L, {}),
        body={"reason": {"why": "repair"}},
        parameters={"reason": {"why": "repair"}},
    ),
    "start": Noted(_log, "POST", f"{_LOG}/start", _L, {}),
    "reset_group": Noted(_log, "POST", f"{_LOG}/reset", _L, {"offsetsDeleted": 1}),
    "release_claim": Noted(
        *(_log, "POST", f"{_LOG}/release", _L, {}),
        body={"offsetId": "{claim}", "retryInSeconds": 5},
        parameters={"offsetId": "{claim}", "retryInSeconds": 5},
    ),
    "advance_offset": Noted(
        *(_log, "POST", f"{_LOG}/advance", _L, {"position": 1}),
        body={"partition": {"name": "b"}, "position": 1},
        parameters={"partition": {"name": "b"}, "position": 1},
    ),
}


_MESSAGE_NAMED: Final = {"partitionId": "{place}", "transactionId": "t"}
_GROUP_NAMED: Final = {"groupId": "l"}

#: Those that may have their names in the body instead: the path and the body.
NAMED: Final[dict[str, tuple[str, Body]]] = {
    "pause": ("/api/v1/consumer-groups/pause", _G),
    "resume": ("/api/v1/consumer-groups/resume", _G),
    "seek": ("/api/v1/consumer-groups/seek", {**_Q, **_G, "toEnd": True}),
    "seek_partition": ("/api/v1/consumer-groups/seek", {**_PLACE, **_G, "offset": 0}),
    "move_subscription": (
        "/api/v1/consumer-groups/subscription",
        {**_G, "subscriptionTimestamp": "2026-01-01T00:00:00Z"},
    ),
    "clear_queue": ("/api/v1/queues/clear", {**_PLACE, "force": True}),
    "delete_partition": ("/api/v1/resources/partitions/delete", _PLACE),
    "retry": ("/api/v1/messages/retry", _MESSAGE_NAMED),
    "move_to_dead_letters": ("/api/v1/messages/dlq", {**_MESSAGE_NAMED, **_G, "error": "bad"}),
    "stop": ("/api/v1/log/groups/stop", {**_GROUP_NAMED, "reason": {"why": "repair"}}),
    "start": ("/api/v1/log/groups/start", _GROUP_NAMED),
    "reset_group": ("/api/v1/log/groups/reset", _GROUP_NAMED),
    "release_claim": (
        "/api/v1/log/groups/release",
        {**_GROUP_NAMED, "offsetId": "{claim}", "retryInSeconds": 5},
    ),
    "advance_offset": (
        "/api/v1/log/groups/advance",
        {**_GROUP_NAMED, "partition": {"name": "b"}, "position": 1},
    ),
}


def filled(shape: Any, names: Body) -> Any:
    """A text, or all texts of a body, with the names that a test found."""
    if isinstance(shape, Mapping):
        return {key: filled(value, names) for key, value in shape.items()}
    return shape.format(**names) if isinstance(shape, str) else shape
