"""Routes that make a queue, a partition or a group, where the settings allow no more of them."""

from __future__ import annotations

import pytest

from regent.install import install
from regent.settings import Settings
from tests.support.http import Call
from tests.support.queue_http import Message, ack, pop, push, refused, refused_twice
from tests.support.rows import stored, value


@pytest.fixture(autouse=True)
def full(call: Call, owner_url: str) -> Message:
    """One queue with one partition and one group is there, and no more may be. The group holds the
    only message."""
    push(call, "q", 1, partition="a")
    (message,) = pop(call, "q", consumerGroup="one")
    install(owner_url, settings=Settings(max_queues=1, max_partitions=1, max_groups=1))
    return message


@pytest.mark.parametrize(
    ("method", "path", "asked"),
    [
        ("POST", "/api/v1/push", {"items": [{"queue": "other"}]}),
        ("POST", "/api/v1/push", {"items": [{"queue": "q", "partition": "b"}]}),
        ("POST", "/api/v1/configure", {"queue": "other"}),
        ("GET", "/api/v1/pop/queue/q", {}),
        ("GET", "/api/v1/pop/queue/q/partition/a", {}),
        ("GET", "/api/v1/pop", {"namespace": "q"}),
    ],
)
def test_one_more_is_refused_and_nothing_changes(
    call: Call, owner_url: str, method: str, path: str, asked: dict[str, object]
) -> None:
    told = {"query": {"consumerGroup": "two"} | asked} if method == "GET" else {"body": asked}
    error = refused(call(method, path, **told), 409, "BOUND_REACHED")
    assert error["error"].endswith("delete what nobody uses, or raise the bound")
    assert error["detail"]["bound"] == 1
    assert error["detail"]["there"] == 1
    assert error["detail"]["setting"].startswith("REGENT_MAX_")
    assert stored(owner_url) == 1
    for table in ("queues", "partitions", "consumer_groups", "consumer_groups_metadata"):
        assert value(owner_url, f"select count(*) from queen.{table}") == 1, table


def test_a_transaction_says_so_and_changes_nothing(call: Call, owner_url: str) -> None:
    item = {"queue": "other", "payload": 1}
    reply = call("POST", "/api/v1/transaction", {"operations": [{"type": "push", "items": [item]}]})
    assert (reply.status, reply.body["success"]) == (200, False)
    assert reply.body["code"] == "BOUND_REACHED"
    assert reply.body["error"].startswith("queues: 1 of at most 1, and 'other' would be one more")
    assert stored(owner_url) == 1


def test_a_redrive_to_a_queue_too_many_leaves_the_letters(call: Call, full: Message) -> None:
    ack(call, full, status="dlq")
    body = {"queue": "q", "to": "other"}
    error = refused(call("POST", "/api/v1/dlq/redrive", body), 409, "BOUND_REACHED")
    assert error["error"].startswith("queues: 1 of at most 1, and 'other' would be one more")
    assert [letter["data"] for letter in call("GET", "/api/v1/dlq").body["messages"]] == [1]


def test_topics_and_their_groups_are_held_to_it_too(call: Call) -> None:
    call("DELETE", "/api/v1/resources/queues/q")
    topics = "/api/v1/metadata/topics"
    assert call("POST", topics, {"topic": "t", "partitions": 1}).status == 201
    reply = call("POST", topics, {"topic": "t", "partitions": 2})
    assert (
        refused_twice(reply, 409, "BOUND_REACHED")["detail"]["setting"] == "REGENT_MAX_PARTITIONS"
    )
    path = "/api/v1/metadata/consumer-groups/find-or-create"
    assert call("POST", path, {"topic": "t", "appId": "one"}).status == 200
    reply = call("POST", path, {"topic": "t", "appId": "two"})
    assert refused_twice(reply, 409, "BOUND_REACHED")["detail"]["setting"] == "REGENT_MAX_GROUPS"
