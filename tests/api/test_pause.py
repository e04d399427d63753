"""POST /api/v1/consumer-groups/<group>…/pause, …/resume"""

from urllib.parse import quote

from tests.support.clock import Clock
from tests.support.http import Call, Reply
from tests.support.queue_http import complete, data, pop, push, refused

PATH = "/api/v1/consumer-groups"


def pause(call: Call, where: str = "") -> Reply:
    return call("POST", f"{PATH}/g{where}/pause")


def resume(call: Call, where: str = "") -> Reply:
    return call("POST", f"{PATH}/g{where}/resume")


def test_a_paused_group_finds_nothing_on_any_queue(call: Call, clock: Clock) -> None:
    push(call, "q", 1, 2)
    held = pop(call, "q", consumerGroup="g")
    reply = pause(call)
    since = reply.body["pausedAt"]
    assert (reply.status, since[-1]) == (200, "Z")
    assert reply.body == {
        "success": True,
        "consumerGroup": "g",
        "paused": True,
        "pausedAt": since,
        "queues": 1,
    }
    clock.advance(10)
    assert pause(call).body["pausedAt"] == since
    push(call, "later", 3)
    for queue in ("q", "later"):
        assert pop(call, queue, consumerGroup="g", wait=True, timeout=50) == []
    complete(call, *held)
    assert resume(call).body == {
        "success": True,
        "consumerGroup": "g",
        "paused": False,
        "pausedAt": None,
        "queues": 2,
    }
    assert data(pop(call, "q", consumerGroup="g")) == [2]
    assert data(pop(call, "later", consumerGroup="g")) == [3]


def test_a_pause_of_one_queue(call: Call) -> None:
    for queue in ("a/pause", "b"):
        push(call, queue, 1, 2)
        pop(call, queue, consumerGroup="g", autoAck=True)
    where = f"/queues/{quote('a/pause')}"
    body = pause(call, where).body
    assert (body["queueName"], body["paused"], body["queues"]) == ("a/pause", True, 1)
    assert pop(call, "a/pause", consumerGroup="g") == []
    assert data(pop(call, "b", consumerGroup="g")) == [2]
    assert resume(call, where).body["pausedAt"] is None
    assert data(pop(call, "a/pause", consumerGroup="g")) == [2]


def test_a_group_may_be_paused_before_its_first_pop(call: Call) -> None:
    assert pause(call).body["queues"] == 0
    push(call, "q", 1)
    assert pop(call, "q", consumerGroup="g") == []
    assert resume(call).body["queues"] == 1
    assert data(pop(call, "q", consumerGroup="g")) == [1]


def test_what_is_not_there_cannot_be_paused(call: Call) -> None:
    push(call, "q", 1)
    refused(resume(call), 404, "GROUP_NOT_FOUND")
    for act in (pause, resume):
        refused(act(call, "/queues/nowhere"), 404, "QUEUE_NOT_FOUND")
        refused(act(call, "/queues/q"), 404, "GROUP_NOT_FOUND")


def test_names_of_another_form_are_refused(call: Call) -> None:
    for act in ("pause", "resume"):
        for names in ("x" * 256, "a%00", "g/queues/" + "x" * 256, "g/queues/a%00"):
            refused(call("POST", f"{PATH}/{names}/{act}"), 400, "INVALID_REQUEST")
