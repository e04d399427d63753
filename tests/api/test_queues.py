"""DELETE /api/v1/resources/queues/<queue>."""

from urllib.parse import quote

from tests.handlers import Call, Reply
from tests.steps import ack, configure, data, pop, push, refused, rows, value


def delete(call: Call, queue: str) -> Reply:
    reply: Reply = call("DELETE", f"/api/v1/resources/queues/{quote(queue, safe='')}")
    return reply


def test_delete_says_whether_the_queue_was_there(call: Call) -> None:
    configure(call, "q")
    reply = delete(call, "q")
    assert (reply.status, reply.body) == (200, {"deleted": True, "queue": "q", "existed": True})
    reply = delete(call, "q")
    assert (reply.status, reply.body) == (200, {"deleted": True, "queue": "q", "existed": False})


def test_delete_removes_all_that_the_queue_held(call: Call, owner_url: str) -> None:
    for queue in ("q", "kept"):
        push(call, queue, 1, 2, partition="p")
        ack(call, *pop(call, queue, consumerGroup="g"), status="dlq")
    delete(call, "q")
    for table in (
        *("queues", "partitions", "consumer_groups", "partition_consumers"),
        "dead_letter_queue",
    ):
        assert value(owner_url, f"select count(*) from queen.{table}") == 1, table
    assert value(owner_url, "select count(*) from queen.messages") == 2
    assert pop(call, "q", consumerGroup="g") == []
    assert data(pop(call, "kept", consumerGroup="g")) == [2]


def test_delete_keeps_subscriptions_on_record(call: Call, owner_url: str) -> None:
    push(call, "q", "history")
    assert pop(call, "q", consumerGroup="g", subscriptionMode="new") == []
    delete(call, "q")
    assert rows(
        owner_url, "select consumer_group, queue_name from queen.consumer_groups_metadata"
    ) == [{"consumer_group": "g", "queue_name": "q"}]
    push(call, "q", "first of the new queue")
    assert data(pop(call, "q", consumerGroup="g")) == ["first of the new queue"]


def test_delete_takes_any_name(call: Call) -> None:
    for name in ("a/b", "ü 😀", "50%", 'it\'s "quoted"', "x" * 255):
        configure(call, name)
        assert delete(call, name).body == {"deleted": True, "queue": name, "existed": True}


def test_delete_refuses_what_cannot_be_a_name(call: Call) -> None:
    for name in ("x" * 256, "a\x00b", "a/partition/b"):
        refused(delete(call, name), 400, "INVALID_REQUEST")


def test_an_ack_for_a_deleted_queue_is_refused(call: Call) -> None:
    push(call, "q", 1)
    (message,) = pop(call, "q")
    delete(call, "q")
    (outcome,) = ack(call, message)
    assert (outcome["success"], outcome["error"]) == (False, "Message not found")
