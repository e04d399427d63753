"""Any Unicode may be in a name, in a body as in a path; 255 characters, no NUL."""

from urllib.parse import quote

import pytest

from tests.support.http import Call
from tests.support.queue_http import complete, configure, data, pop, pop_labels, push, refused
from tests.support.rows import rows

NAMES = (
    "a b",
    "a/b/c",
    "/",
    "50%",
    "a%20b",
    "%00",
    "%",
    "it's",
    '"double"',
    "back\\slash",
    "semi;drop table queen.messages--",
    "{curly} [square] <angle>",
    "a?b=c&d#e",
    "a+b,c",
    "ünïcödé",
    "😀👩‍👩‍👧",
    "日本語",
    "\u202ertl",
    "tab\there\nline",
    " edge ",
    ".",
    "..",
    "partition",
    "queue",
    "null",
    "Default",
    "x" * 255,
    "😀" * 255,
)
ODD = ("a" * 256, "😀" * 256, "", "a\x00b")


def test_any_name_works_for_queue_partition_and_group(call: Call) -> None:
    for name in NAMES:
        queue = "slash" if name == "/" else name
        push(call, queue, name, partition=name, transactionId=name, key=name)
        path = f"/api/v1/pop/queue/{quote(queue, safe='')}/partition/{quote(name, safe='')}"
        reply = call("GET", path, query={"consumerGroup": name})
        assert reply.status == 200, name
        (message,) = reply.body["messages"]
        assert message["queue"] == queue
        for field in ("partition", "transactionId", "key", "data", "consumerGroup"):
            assert message[field] == name, (name, field)
        complete(call, message)
        assert pop(call, queue, name, consumerGroup=name) == []


def test_names_may_come_raw_in_a_path(call: Call) -> None:
    """The Python clients put names into paths as they are; a slash stays a slash."""
    for name in ("a/b/c", "x/queue/y", "a b", "ü 😀"):
        push(call, name, name, partition=name)
        reply = call("GET", f"/api/v1/pop/queue/{name}/partition/{name}")
        assert data(reply.body["messages"]) == [name]
        assert pop(call, name) == []


def test_a_partition_may_hold_the_words_of_the_path(call: Call) -> None:
    push(call, "q", 1, partition="a/partition/b")
    assert data(pop(call, "q", "a/partition/b")) == [1]


def test_labels_may_be_anything(call: Call) -> None:
    for name in NAMES:
        queue = f"{name}."[-255:]
        configure(call, queue, namespace=name, task=name)
        push(call, queue, name)
        assert data(pop_labels(call, namespace=name, task=name)) == [name]


def test_names_are_told_apart_by_case_and_form(call: Call) -> None:
    names = ("a", "A", "é", "e\u0301", "a ", "ａ")  # noqa: RUF001 - a fullwidth letter
    for name in names:
        push(call, name, name)
    assert [data(pop(call, name)) for name in names] == [[name] for name in names]


def test_names_that_are_too_long_empty_or_hold_nul_are_refused(call: Call, owner_url: str) -> None:
    for name in ODD:
        good = {"queue": "q"}
        for field in ("queue", "partition", "transactionId", "key"):
            reply = call("POST", "/api/v1/push", {"items": [{**good, field: name}]})
            refused(reply, 400, "INVALID_REQUEST")
        refused(call("POST", "/api/v1/configure", {"queue": name}), 400, "INVALID_REQUEST")
        verdict = {"transactionId": name, "partitionId": "1"}
        refused(call("POST", "/api/v1/ack", verdict), 400, "INVALID_REQUEST")
        query = {"consumerGroup": name}
        refused(call("GET", "/api/v1/pop/queue/q", query=query), 400, "INVALID_REQUEST")
        if name:
            path = f"/api/v1/pop/queue/{quote(name)}"
            refused(call("GET", path), 400, "INVALID_REQUEST")
            path = f"/api/v1/pop/queue/q/partition/{quote(name)}"
            refused(call("GET", path), 400, "INVALID_REQUEST")
            query = {"namespace": name}
            refused(call("GET", "/api/v1/pop", query=query), 400, "INVALID_REQUEST")
    assert rows(owner_url, "select * from queen.queues") == []
    assert rows(owner_url, "select * from queen.consumer_groups_metadata") == []


def test_names_that_would_cut_a_path_in_two_are_refused(call: Call) -> None:
    for queue in (
        *("a/partition/b", "a/partition", "a/partitions/b", "a/partitions"),
        *("a/depth", "a/b/depth", "a/messages", "a/explain"),
    ):
        reply = call("POST", "/api/v1/push", {"items": [{"queue": queue}]})
        refused(reply, 400, "INVALID_REQUEST")
        refused(call("POST", "/api/v1/configure", {"queue": queue}), 400, "INVALID_REQUEST")
    for group in ("g/queues/q", "g/queues"):
        query = {"consumerGroup": group}
        refused(call("GET", "/api/v1/pop/queue/q", query=query), 400, "INVALID_REQUEST")


@pytest.mark.parametrize("queue", ["orders/", "a/b/", "/", "orders//"])
def test_a_queue_with_a_slash_at_its_end_is_no_other_queue(
    call: Call, owner_url: str, queue: str
) -> None:
    item, topic = {"queue": queue}, {"topic": queue, "partitionsCount": 1}
    for reply in (
        call("GET", f"/api/v1/pop/queue/{queue}", query={"consumerGroup": "g"}),
        call("GET", f"/api/v1/pop/queue/{quote(queue, safe='')}/partition/p"),
        call("POST", "/api/v1/push", {"items": [item]}),
        call("POST", "/api/v1/transaction", {"operations": [{"type": "push", "items": [item]}]}),
        call("POST", "/api/v1/configure", item),
        call("POST", "/api/v1/metadata/topics", topic),
        call("POST", "/api/v1/produce", {"topic": queue, "records": [{"key": "k"}]}),
        call("POST", f"/api/v1/consumer-groups/g/queues/{queue}/seek", {"toEnd": True}),
        call("POST", f"/api/v1/consumer-groups/g/queues/{queue}/pause"),
        call("POST", "/api/v1/dlq/redrive", {"queue": "orders", "to": queue}),
        call("GET", f"/api/v1/resources/queues/{queue}"),
        call("DELETE", f"/api/v1/resources/queues/{queue}"),
    ):
        assert (reply.status, reply.body["code"]) == (400, "INVALID_REQUEST")
        assert "a queue's name may not end in /" in reply.body["error"], reply
    assert rows(owner_url, "select * from queen.queues") == []
    assert rows(owner_url, "select * from queen.consumer_groups_metadata") == []


def test_a_refusal_shows_no_more_than_the_start_of_a_long_name(call: Call) -> None:
    body = call("POST", "/api/v1/configure", {"queue": "x" * 100_000}).body
    assert len(body["error"]) < 300
