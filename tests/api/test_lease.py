"""POST /api/v1/lease/<lease>/extend, POST /api/v1/lease/<lease>/release."""

from datetime import datetime, timedelta

import pytest

from tests.support.clock import Clock
from tests.support.http import Call, Reply
from tests.support.queue_http import complete, configure, data, pop, push, refused
from tests.support.rows import value

KEY = "01A1EF2E-BE52-7293-8B8D-017564F12A90"


def extend(call: Call, lease: str, body: object = None) -> Reply:
    reply: Reply = call("POST", f"/api/v1/lease/{lease}/extend", body)
    return reply


def test_extend_prolongs_a_lease(call: Call, clock: Clock, owner_url: str) -> None:
    configure(call, "q", leaseTime=10)
    push(call, "q", 1)
    (message,) = pop(call, "q")
    clock.advance(8)
    now = value(owner_url, "select queen.now()")
    reply = extend(call, message["leaseId"], {"seconds": 30})
    assert reply.status == 200
    until = reply.body["expiresAt"]
    assert reply.body == {
        "leaseId": message["leaseId"],
        "success": True,
        "renewed": 1,
        "leaseSeconds": 30,
        "newExpiresAt": until,
        "expiresAt": until,
        "lease_expires_at": until,
    }
    assert (
        timedelta(0)
        <= datetime.fromisoformat(until) - now - timedelta(seconds=30)
        < timedelta(seconds=5)
    )
    clock.advance(20)
    assert pop(call, "q") == []
    complete(call, message)


def test_extend_takes_no_body_an_empty_one_and_an_empty_object(call: Call, clock: Clock) -> None:
    configure(call, "q", leaseTime=10)
    push(call, "q", 1)
    (message,) = pop(call, "q")
    for body in (None, "", "{}"):
        reply = extend(call, message["leaseId"], body)
        assert (reply.status, reply.body["success"]) == (200, True)
    clock.advance(55)  # the default is a minute
    assert pop(call, "q") == []
    clock.advance(6)
    assert data(pop(call, "q")) == [1]


def test_extend_never_shortens(call: Call, clock: Clock) -> None:
    configure(call, "q", leaseTime=300)
    push(call, "q", 1)
    (message,) = pop(call, "q")
    assert extend(call, message["leaseId"], {"seconds": 1}).body["success"] is True
    clock.advance(299)
    assert pop(call, "q") == []


def test_extend_covers_every_partition_of_the_lease(call: Call, clock: Clock) -> None:
    configure(call, "q", leaseTime=10)
    for partition in "abc":
        push(call, "q", partition, partition=partition)
    held = pop(call, "q", batch=3, partitions=3)
    assert extend(call, held[0]["leaseId"]).body["renewed"] == 3
    clock.advance(30)
    assert pop(call, "q", batch=3, partitions=3) == []
    complete(call, held[1])
    assert extend(call, held[0]["leaseId"]).body["renewed"] == 2


def test_extend_of_a_lease_that_has_ended(call: Call, clock: Clock) -> None:
    push(call, "q", 1, 2)
    (first,) = pop(call, "q")
    complete(call, first)
    (second,) = pop(call, "q")
    clock.advance(301)
    for lease in (first["leaseId"], second["leaseId"]):
        reply = extend(call, lease)
        assert reply.status == 200
        assert reply.body == {
            "leaseId": lease,
            "success": False,
            "renewed": 0,
            "leaseSeconds": None,
            "newExpiresAt": None,
            "expiresAt": None,
            "lease_expires_at": None,
            "error": "Invalid or expired lease",
        }
    assert data(pop(call, "q")) == [2]


def test_extend_of_what_is_no_lease(call: Call) -> None:
    for lease in ("x", "a.b.c", "0f8fad5b-d9cb-469f-a165-70867728950e.1", "1%20%2F%C3%A9"):
        reply = extend(call, lease)
        assert (reply.status, reply.body["success"]) == (200, False)


def test_extend_refuses_seconds_that_make_no_sense(call: Call) -> None:
    push(call, "q", 1)
    (message,) = pop(call, "q")
    for seconds in (0, -1, 86_401, 1e300, "soon", None, [], {}, 1.5):
        reply = extend(call, message["leaseId"], {"seconds": seconds})
        assert refused(reply, 400, "INVALID_REQUEST")["error"].startswith("seconds: ")
    for body in ("null", "[]", "5", '"x"'):
        refused(extend(call, message["leaseId"], body), 400, "INVALID_REQUEST")
    assert extend(call, message["leaseId"], {"seconds": 86_400}).body["success"] is True


def test_extend_refuses_a_lease_id_that_cannot_be_one(call: Call) -> None:
    refused(extend(call, "x" * 5_000), 400, "INVALID_REQUEST")
    refused(extend(call, "a%00b"), 400, "INVALID_REQUEST")


def release(call: Call, lease: str, body: object = None) -> Reply:
    reply: Reply = call("POST", f"/api/v1/lease/{lease}/release", body)
    return reply


def test_a_lease_is_given_back(call: Call) -> None:
    push(call, "q", 1, 2)
    held = pop(call, "q", batch=2, consumerGroup="g")
    assert pop(call, "q", consumerGroup="g") == []
    lease = held[0]["leaseId"]
    assert release(call, lease).body == {"leaseId": lease, "released": 1}
    again = pop(call, "q", batch=2, consumerGroup="g")
    assert [(m["data"], m["deliveryAttempt"], m["failedAttempts"]) for m in again] == [
        (1, 2, 0),
        (2, 2, 0),
    ]
    assert release(call, lease, {}).body == {"leaseId": lease, "released": 0}
    complete(call, *again)


def test_a_key_gives_back_what_its_pop_took(call: Call) -> None:
    configure(call, "q", namespace="ns", task="t")
    push(call, "q", 1, partition="p")
    for where in (
        {"queue": "q"},
        {"queue": "q", "partition": "p"},
        {"namespace": "ns"},
        {"task": "t", "namespace": "ns"},
    ):
        assert len(pop(call, "q", consumerGroup="g", leaseKey=KEY)) == 1
        body = {**where, "consumerGroup": "g"}
        assert release(call, KEY, {**body, "consumerGroup": "h"}).body["released"] == 0
        assert release(call, KEY, body).body == {"leaseId": KEY, "released": 1}
        assert release(call, KEY.lower(), body).body["released"] == 0
    pop(call, "q", leaseKey=KEY)
    assert release(call, KEY, {"queue": "q"}).body["released"] == 1  # of those who name no group


@pytest.mark.parametrize(
    ("lease", "body", "sentence"),
    [
        (KEY, None, f"lease: {KEY} names no partitions"),
        ("x", {}, "lease: x names no partitions"),
        (KEY, {"partition": "p"}, "partition: name its queue too"),
        (KEY, {"queue": "q", "task": "t"}, "queue: a pop takes from a queue or by labels"),
        (KEY, {"queue": ""}, "queue: "),
        (KEY, {"queue": 5}, "queue: "),
        (KEY, {"queue": "q", "consumerGroup": "a/queues/b"}, "consumerGroup: "),
        ("x" * 5_000, {"queue": "q"}, ""),
        ("a%00b", {"queue": "q"}, "lease: "),
    ],
)
def test_a_release_that_says_too_little_is_refused(
    call: Call, lease: str, body: object, sentence: str
) -> None:
    push(call, "q", 1)
    held = pop(call, "q", leaseKey=KEY)
    assert refused(release(call, lease, body), 400, "INVALID_REQUEST")["error"].startswith(sentence)
    complete(call, *held)
