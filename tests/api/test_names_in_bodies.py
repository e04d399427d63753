"""The second forms of routes that change something: their names are in the body, where API Gateway
leaves slashes alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.dead_letters import bury_over_http
from tests.support.http import Call
from tests.support.log import message
from tests.support.log_http import append, register
from tests.support.queue_http import data, pop, push, refused

QUEUE, PARTITION, GROUP = "shop/orders", "a/b", "team/billing"
PLACE = {"queue": QUEUE, "partition": PARTITION}
ON_QUEUE = {"consumerGroup": GROUP, "queue": QUEUE}
GROUPS = "/api/v1/consumer-groups"
CLEAR, DELETE = "/api/v1/queues/clear", "/api/v1/resources/partitions/delete"
LOG = "/api/v1/log/groups"


@pytest.fixture
def consumed(call: Call) -> None:
    """Two messages, of which the group has completed one."""
    push(call, QUEUE, 0, 1, partition=PARTITION)
    assert data(pop(call, QUEUE, consumerGroup=GROUP, autoAck=True)) == [0]


def taken(call: Call) -> list[Any]:
    return data(pop(call, QUEUE, consumerGroup=GROUP, batch=9, autoAck=True))


@pytest.mark.usefixtures("consumed")
def test_a_seek_in_one_partition_and_on_the_queue(call: Call) -> None:
    body = {**ON_QUEUE, "partition": PARTITION, "offset": 0}
    previewed = call("POST", f"{GROUPS}/seek", body, query={"dryRun": True}).body
    assert (previewed["dryRun"], previewed["cursorMovedTo"]) == (True, 0)
    assert call("POST", f"{GROUPS}/seek", body).body == {
        "success": True,
        "consumerGroup": GROUP,
        "queueName": QUEUE,
        "seekToEnd": False,
        "targetTimestamp": None,
        "partitionsUpdated": 1,
        "partitionName": PARTITION,
        "updated": True,
        "cursorMovedTo": 0,
    }
    assert taken(call) == [0, 1]
    reply = call("POST", f"{GROUPS}/seek", {**ON_QUEUE, "toBeginning": True})
    assert (reply.status, reply.body["partitionsUpdated"]) == (200, 1)
    assert "partitionName" not in reply.body
    assert taken(call) == [0, 1]


@pytest.mark.usefixtures("consumed")
def test_a_pause_of_one_queue_and_of_all(call: Call) -> None:
    for names in (ON_QUEUE, {"consumerGroup": GROUP}):
        body = call("POST", f"{GROUPS}/pause", names).body
        assert (body["paused"], body["queues"], body.get("queueName")) == (
            *(True, 1),
            names.get("queue"),
        )
        assert taken(call) == []
        assert call("POST", f"{GROUPS}/resume", names).body["paused"] is False
    assert taken(call) == [1]


@pytest.mark.usefixtures("consumed")
def test_a_subscription_moves(call: Call) -> None:
    body = {"consumerGroup": GROUP, "subscriptionTimestamp": "2030-01-01T00:00:00Z"}
    moved = call("POST", f"{GROUPS}/subscription", body).body
    assert (moved["consumerGroup"], moved["rowsUpdated"]) == (GROUP, 1)


@pytest.mark.usefixtures("consumed")
def test_a_partition_is_cleared_and_deleted(call: Call) -> None:
    for path, gone in ((CLEAR, "cleared"), (DELETE, "deleted")):
        previewed = call("POST", path, PLACE, query={"dryRun": True}).body
        assert (previewed[gone], previewed["dryRun"]) == (False, True)
    assert call("POST", CLEAR, PLACE).body == {
        "cleared": True,
        "queue": QUEUE,
        "deletedMessages": 2,
        "partitions": 1,
    }
    push(call, QUEUE, 2, 3, partition=PARTITION)
    pop(call, QUEUE, consumerGroup=GROUP)
    for path in (CLEAR, DELETE):
        refused(call("POST", path, PLACE), 409, "LEASE_LIVE")
    assert call("POST", DELETE, {**PLACE, "force": True}).body == {
        "deleted": True,
        **PLACE,
        "deletedMessages": 2,
    }
    push(call, QUEUE, 4)
    assert call("POST", CLEAR, {"queue": QUEUE}).body["deletedMessages"] == 1


def test_a_message_is_given_up_and_retried(call: Call) -> None:
    push(call, QUEUE, 0, transactionId="t/0")
    (held,) = pop(call, QUEUE, consumerGroup=GROUP)
    named = {"partitionId": held["partitionId"], "transactionId": "t/0"}
    said = {"consumerGroup": GROUP}
    refused(call("POST", "/api/v1/messages/dlq", named | said), 409, "LEASE_LIVE")
    moved = call("POST", "/api/v1/messages/dlq", named | said | {"force": True}).body
    assert (moved["queue"], moved["moved"]) == (QUEUE, True)
    assert call("POST", "/api/v1/messages/dlq", named | said).body["moved"] is False
    assert call("POST", "/api/v1/messages/retry", named | said).body["redriven"] == 1
    refused(call("POST", "/api/v1/messages/retry", named), 404, "DEAD_LETTER_NOT_FOUND")


def test_a_group_of_the_log_is_steered(call: Call) -> None:
    register(call, GROUP)
    append(call, message("a", p="x"), message("a", p="x"))

    def ask(verb: str, **fields: Any) -> Any:
        reply = call("POST", f"{LOG}/{verb}", {"groupId": GROUP, **fields})
        assert reply.status == 200, reply
        return reply.body

    work = {"partitionBy": ["p"], "handledTypes": ["a"], "workerId": "w", "batchSize": 1}
    held = {"offsetId": ask("claim", **work)["offsetId"]}
    assert ask("extend", **held)["offsetId"] == held["offsetId"]
    assert ask("release", **held) == {"released": True}
    refused(call("POST", f"{LOG}/extend", {"groupId": GROUP, **held}), 409, "CLAIM_LOST")
    held = {"offsetId": ask("claim", **work)["offsetId"]}
    assert ask("ack", **held, position=1) == {"acked": True}
    assert ask("advance", partition={"p": "x"}, position=2) == {"position": 2}
    assert ask("stop", reason="a new version")["status"] == "stopped"
    assert ask("start")["status"] == "active"
    assert ask("reset") == {"groupId": GROUP, "offsetsDeleted": 1}


def test_the_name_is_refused_that_is_not_there(call: Call) -> None:
    gone = {"consumerGroup": "gone", "queue": "gone", "partition": "p"}
    for path, body, code in (
        (f"{GROUPS}/seek", {**gone, "toEnd": True}, "QUEUE_NOT_FOUND"),
        (f"{GROUPS}/pause", {"consumerGroup": "gone", "queue": "gone"}, "QUEUE_NOT_FOUND"),
        (f"{GROUPS}/resume", {"consumerGroup": "gone"}, "GROUP_NOT_FOUND"),
        (
            f"{GROUPS}/subscription",
            {"consumerGroup": "gone", "subscriptionTimestamp": "2030-01-01"},
            "GROUP_NOT_FOUND",
        ),
        (CLEAR, {"queue": "gone"}, "QUEUE_NOT_FOUND"),
        (DELETE, {"queue": "gone", "partition": "p"}, "QUEUE_NOT_FOUND"),
        (
            "/api/v1/messages/dlq",
            {"partitionId": "99", "transactionId": "t"},
            "MESSAGE_NOT_FOUND",
        ),
        *(
            (f"{LOG}/{verb}", {"groupId": "gone", **fields}, "LOG_GROUP_NOT_FOUND")
            for verb, fields in (
                ("stop", {}),
                ("start", {}),
                ("reset", {}),
                ("advance", {"partition": {"p": "x"}, "position": 1}),
            )
        ),
    ):
        refused(call("POST", path, body), 404, code)


@pytest.mark.usefixtures("consumed")
def test_a_body_that_says_too_little_changes_nothing(call: Call) -> None:
    bury_over_http(call, "q", 1)
    seek = f"{GROUPS}/seek"
    without_partition = refused(
        call("POST", seek, {**ON_QUEUE, "offset": 1}), 400, "INVALID_REQUEST"
    )
    assert "name the partition too" in without_partition["error"]
    nowhere = refused(
        call("POST", seek, {**ON_QUEUE, "partition": PARTITION}), 400, "INVALID_REQUEST"
    )
    assert "toEnd, toBeginning, timestamp, offset; 0 are given" in nowhere["error"]
    for path, body, missing in (
        (seek, {"queue": QUEUE, "toEnd": True}, "consumerGroup"),
        (seek, {"consumerGroup": GROUP, "toEnd": True}, "queue"),
        (f"{GROUPS}/pause", {}, "consumerGroup"),
        (f"{GROUPS}/subscription", {"subscriptionTimestamp": "2030-01-01"}, "consumerGroup"),
        (CLEAR, {"partition": PARTITION}, "queue"),
        (DELETE, {"queue": QUEUE}, "partition"),
        ("/api/v1/messages/retry", {"partitionId": "1"}, "transactionId"),
        ("/api/v1/messages/dlq", {"transactionId": "t"}, "partitionId"),
        (f"{LOG}/stop", {}, "groupId"),
    ):
        error = refused(call("POST", path, body), 400, "INVALID_REQUEST")["error"]
        assert error.startswith(missing), error
    assert taken(call) == [1]
