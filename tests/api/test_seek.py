"""POST /api/v1/consumer-groups/<group>/queues/<queue>…/seek"""

from typing import Any
from urllib.parse import quote

import pytest

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import ack, complete, data, pop, push, refused
from tests.support.rows import value

QUEUE = "/api/v1/consumer-groups/g/queues/q/seek"
PARTITION = "/api/v1/consumer-groups/g/queues/q/partitions/p/seek"


@pytest.fixture
def consumed(call: Call) -> None:
    """Three messages, of which the group has completed one."""
    push(call, "q", 0, 1, 2, partition="p")
    complete(call, *pop(call, "q", consumerGroup="g"))


def rest(call: Call) -> list[Any]:
    return data(pop(call, "q", consumerGroup="g", batch=100, autoAck=True))


@pytest.mark.usefixtures("consumed")
def test_to_the_end(call: Call) -> None:
    reply = call("POST", QUEUE, {"toEnd": True})
    assert (reply.status, reply.body) == (
        200,
        {
            "success": True,
            "consumerGroup": "g",
            "queueName": "q",
            "seekToEnd": True,
            "targetTimestamp": None,
            "partitionsUpdated": 1,
        },
    )
    assert rest(call) == []
    push(call, "q", 3, partition="p")
    assert rest(call) == [3]


@pytest.mark.usefixtures("consumed")
def test_to_the_beginning(call: Call) -> None:
    assert call("POST", QUEUE, {"toBeginning": True}).body["partitionsUpdated"] == 1
    assert rest(call) == [0, 1, 2]


@pytest.mark.usefixtures("consumed")
def test_to_an_instant(call: Call, clock: Clock, owner_url: str) -> None:
    clock.advance(100)
    instant = value(owner_url, "select queen.now()").isoformat()
    push(call, "q", 3, partition="p")
    body = call("POST", QUEUE, {"timestamp": instant}).body
    assert (body["seekToEnd"], body["partitionsUpdated"]) == (False, 1)
    assert body["targetTimestamp"].endswith("Z")
    assert rest(call) == [3]


@pytest.mark.usefixtures("consumed")
def test_one_partition(call: Call) -> None:
    push(call, "q", "other", partition="other")
    assert call("POST", PARTITION, {"offset": 2}).body == {
        "success": True,
        "consumerGroup": "g",
        "queueName": "q",
        "seekToEnd": False,
        "targetTimestamp": None,
        "partitionsUpdated": 1,
        "partitionName": "p",
        "updated": True,
        "cursorMovedTo": 2,
    }
    end = call("POST", PARTITION, {"toEnd": True}).body
    assert (end["seekToEnd"], end["updated"], end["cursorMovedTo"]) == (True, True, 3)
    again = call("POST", PARTITION, {"toEnd": True}).body
    assert (again["updated"], again["cursorMovedTo"]) == (False, 3)
    assert rest(call) == ["other"]
    assert call("POST", PARTITION, {"toBeginning": True}).body["cursorMovedTo"] == 0
    assert rest(call) == [0, 1, 2]


@pytest.mark.usefixtures("consumed")
def test_a_consumer_at_work_is_in_the_way(call: Call) -> None:
    (message,) = pop(call, "q", consumerGroup="g")
    for path in (QUEUE, PARTITION):
        detail = refused(call("POST", path, {"toEnd": True}), 409, "LEASE_LIVE")["detail"]
        assert detail.pop("heldUntil").endswith("Z")
        assert detail == {"consumerGroup": "g", "queue": "q", "partitionsHeld": 1}
    assert call("POST", QUEUE, {"toBeginning": True, "force": True}).status == 200
    (outcome,) = ack(call, message)
    assert (outcome["success"], outcome["error"]) == (False, "Invalid or expired lease")
    assert rest(call) == [0, 1, 2]


@pytest.mark.usefixtures("consumed")
@pytest.mark.parametrize("path", [QUEUE, PARTITION])
def test_a_seek_has_one_target(call: Call, path: str) -> None:
    for body, given in (
        ({}, 0),
        ({"toEnd": False, "force": True}, 0),
        ({"timestamp": None}, 0),
        ({"toEnd": True, "toBeginning": True}, 2),
        ({"toEnd": True, "timestamp": "2026-11-18T09:00:00Z"}, 2),
    ):
        error = refused(call("POST", path, body), 400, "INVALID_REQUEST")["error"]
        assert error.endswith(f"; {given} are given")
        assert error.startswith("give exactly one of toEnd, toBeginning, timestamp")
    assert refused(call("POST", path), 400, "INVALID_REQUEST")["error"] == "body: is missing"
    both = {"offset": 1, "toEnd": True}
    refused(call("POST", PARTITION, both), 400, "INVALID_REQUEST")
    assert rest(call) == [1, 2]


@pytest.mark.usefixtures("consumed")
@pytest.mark.parametrize("path", [QUEUE, PARTITION])
@pytest.mark.parametrize(
    "body",
    [
        {"toEnd": "perhaps"},
        {"toEnd": None},
        {"timestamp": 5},
        {"timestamp": "soon"},
        {"timestamp": "2026-11-18T09:00:00\0"},
        {"toEnd": True, "force": []},
    ],
)
def test_what_has_another_form_is_refused(call: Call, path: str, body: Any) -> None:
    refused(call("POST", path, body), 400, "INVALID_REQUEST")
    assert rest(call) == [1, 2]


@pytest.mark.usefixtures("consumed")
def test_an_offset_is_a_number_of_one_partition(call: Call) -> None:
    for offset in (-1, 2**63, 1.5, "x", [1]):
        refused(call("POST", PARTITION, {"offset": offset}), 400, "INVALID_REQUEST")
    error = refused(call("POST", QUEUE, {"offset": 1}), 400, "INVALID_REQUEST")["error"]
    assert error == "give exactly one of toEnd, toBeginning, timestamp; 0 are given"
    assert call("POST", PARTITION, {"offset": 2**63 - 1}).body["cursorMovedTo"] == 3


def test_what_is_not_there_cannot_be_moved(call: Call) -> None:
    body = {"toEnd": True}
    for path in (QUEUE, PARTITION):
        refused(call("POST", path, body), 404, "QUEUE_NOT_FOUND")
    push(call, "q", 1, partition="other")
    refused(call("POST", QUEUE, body), 404, "GROUP_NOT_FOUND")
    refused(call("POST", PARTITION, body), 404, "PARTITION_NOT_FOUND")
    pop(call, "q", "other", consumerGroup="g")
    push(call, "q", 1, partition="p")
    refused(call("POST", PARTITION, body), 404, "GROUP_NOT_FOUND")


def test_names_in_the_path(call: Call) -> None:
    group, queue, partition = "a/seek b", "q/ü", "x/seek/partitions/y"
    push(call, queue, 1, partition=partition)
    pop(call, queue, consumerGroup=group, autoAck=True)
    base = f"/api/v1/consumer-groups/{quote(group)}/queues/{quote(queue)}"
    answer = call("POST", f"{base}/partitions/{quote(partition)}/seek", {"toBeginning": True})
    assert (answer.status, answer.body["cursorMovedTo"]) == (200, 0)
    assert call("POST", f"{base}/seek", {"toEnd": True}).body["partitionsUpdated"] == 1
    for path in (
        f"/api/v1/consumer-groups/{'x' * 256}/queues/q/seek",
        f"/api/v1/consumer-groups/g/queues/{'x' * 256}/seek",
        "/api/v1/consumer-groups/g/queues/q%00/seek",
        f"/api/v1/consumer-groups/g/queues/q/partitions/{'x' * 256}/seek",
        "/api/v1/consumer-groups/g/queues/q/partitions/%00/seek",
    ):
        refused(call("POST", path, {"toEnd": True}), 400, "INVALID_REQUEST")


def test_a_body_that_is_too_large(call: Call) -> None:
    refused(call("POST", QUEUE, {"timestamp": "x" * 6_000_000}), 413, "PAYLOAD_TOO_LARGE")
