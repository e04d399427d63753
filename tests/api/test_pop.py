"""GET /api/v1/pop…: what is handed out, to whom, and in which order."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from regent.rows import instant
from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import complete, configure, data, pop, pop_labels, push, refused
from tests.support.rows import rows, value

QUEUE = "/api/v1/pop/queue/q"
TRACE = "0f8fad5b-d9cb-469f-a165-70867728950e"


def test_pop_answers_messages_under_a_lease(call: Call, owner_url: str) -> None:
    item = {"queue": "shop.orders", "partition": "p", "payload": {"a": 1}, "transactionId": "t"}
    pushed = call(
        "POST",
        "/api/v1/push",
        {"items": [{**item, "traceId": TRACE, "key": "k", "headers": {"h": 1}}]},
        sub="alice",
    ).body[0]
    reply = call("GET", "/api/v1/pop/queue/shop.orders", query={"consumerGroup": "g"})
    lease = f"{value(owner_url, 'select lease_id from queen.partition_consumers')}"
    created = reply.body["messages"][0].pop("createdAt")
    assert reply.status == 200
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", created)
    assert reply.body["leaseId"].startswith(lease)
    ends = value(owner_url, "select lease_expires_at from queen.partition_consumers")
    assert reply.body == {
        "success": True,
        "queue": "shop.orders",
        "partition": "p",
        "partitionId": pushed["partition_id"],
        "leaseId": reply.body["leaseId"],
        "leaseSeconds": 300,
        "expiresAt": instant(ends),
        "consumerGroup": "g",
        "partitionsClaimed": 1,
        "messages": [
            {
                "id": pushed["message_id"],
                "transactionId": "t",
                "traceId": TRACE,
                "data": {"a": 1},
                "producerSub": "alice",
                "queue": "shop.orders",
                "namespace": "shop",
                "task": "orders",
                "partitionId": pushed["partition_id"],
                "partition": "p",
                "offset": 0,
                "key": "k",
                "headers": {"h": 1},
                "deliveryAttempt": 1,
                "failedAttempts": 0,
                "isEncrypted": False,
                "leaseId": reply.body["leaseId"],
                "consumerGroup": "g",
            }
        ],
    }


def test_pop_answers_204_without_a_body_when_there_is_nothing(call: Call) -> None:
    push(call, "q", 1)
    complete(call, *pop(call, "q"))
    for path in (QUEUE, "/api/v1/pop/queue/none", f"{QUEUE}/partition/none"):
        reply = call("GET", path)
        assert (reply.status, reply.body) == (204, None)
    reply = call("GET", "/api/v1/pop", query={"namespace": "none"})
    assert (reply.status, reply.body) == (204, None)


@pytest.mark.parametrize("path", ["/queue/typo", "/queue/typo/partition/p"])
@pytest.mark.parametrize(
    "query", [{}, {"consumerGroup": "g"}, {"consumerGroup": "g", "wait": True}]
)
def test_pop_from_an_unknown_queue_says_so(call: Call, path: str, query: dict[str, Any]) -> None:
    configure(call, "q")
    for _ in range(2):
        reply = call("GET", f"/api/v1/pop{path}", query={"timeout": 20, **query})
        assert (reply.status, reply.headers.get("regent-queue")) == (204, "unknown")
    push(call, "typo", 1, partition="p")
    reply = call("GET", f"/api/v1/pop{path}", query={"autoAck": True, **query})
    assert (reply.status, reply.headers.get("regent-queue")) == (200, None)
    reply = call("GET", f"/api/v1/pop{path}", query={"timeout": 20, **query})
    assert (reply.status, reply.headers.get("regent-queue")) == (204, None)


@pytest.mark.parametrize(
    "query", [{"namespace": "s"}, {"task": "b"}, {"namespace": "s", "task": "b"}]
)
def test_pop_by_labels_that_no_queue_has_says_so(call: Call, query: dict[str, Any]) -> None:
    configure(call, "other", namespace="s", task="t")
    configure(call, "another", namespace="n", task="b")
    named = {**query, "consumerGroup": "g"}
    wanted = "unknown" if len(query) == 2 else None
    reply = call("GET", "/api/v1/pop", query=named)
    assert (reply.status, reply.headers.get("regent-queue")) == (204, wanted)
    configure(call, "q", namespace="s", task="b")
    reply = call("GET", "/api/v1/pop", query=named)
    assert (reply.status, reply.headers.get("regent-queue")) == (204, None)
    push(call, "q", 1)
    assert data(pop_labels(call, **named)) == [1]


def test_pop_takes_one_message_unless_told_otherwise(call: Call) -> None:
    push(call, "q", *range(5))
    assert data(pop(call, "q")) == [0]
    assert data(pop(call, "q", consumerGroup="g", batch=3)) == [0, 1, 2]


def test_pop_takes_a_hundred_for_a_client_on_autopilot(call: Call) -> None:
    push(call, "q", *range(150))
    assert len(pop(call, "q", autopilot=True, consumerGroup="a")) == 100
    assert len(pop(call, "q", autopilot=True, batch=2, consumerGroup="b")) == 2


def test_pop_hands_out_in_the_order_of_the_pushes(call: Call) -> None:
    for number in range(30):
        push(call, "q", number)
    seen = []
    while popped := pop(call, "q", batch=7):
        seen += data(popped)
        complete(call, *popped)
    assert seen == list(range(30))


def test_pop_sees_a_push_at_once(call: Call) -> None:
    for number in range(10):
        push(call, "q", number)
        popped = pop(call, "q")
        assert data(popped) == [number]
        complete(call, *popped)


def test_pop_of_a_partition_leaves_the_others_alone(call: Call) -> None:
    push(call, "q", "a", partition="a")
    push(call, "q", "b", partition="b")
    assert data(pop(call, "q", "b", batch=9, partitions=9)) == ["b"]
    assert data(pop(call, "q", batch=9, partitions=9)) == ["a"]


def test_pop_of_several_partitions_shares_one_lease_and_one_cap(call: Call) -> None:
    for partition in "abcd":
        push(call, "q", *(f"{partition}{number}" for number in range(4)), partition=partition)
    reply = call("GET", QUEUE, query={"partitions": 3, "batch": 10})
    messages = reply.body["messages"]
    assert data(messages) == [
        *("a0", "a1", "a2", "a3"),
        *("b0", "b1", "b2", "b3"),
        *("c0", "c1"),
    ]
    assert reply.body["partitionsClaimed"] == 3
    assert {message["leaseId"] for message in messages} == {reply.body["leaseId"]}
    assert reply.body["partition"] == "a"
    complete(call, *messages)
    assert data(pop(call, "q", partitions=3, batch=100)) == ["c2", "c3", "d0", "d1", "d2", "d3"]


def test_pop_takes_no_more_of_a_partition_than_asked_for(call: Call) -> None:
    for name, count in (("deep", 9), ("b", 1), ("c", 3)):
        push(call, "q", *(f"{name}{number}" for number in range(count)), partition=name)
    asked = {"perPartition": 2, "batch": 6}
    messages = pop(call, "q", partitions=3, **asked)
    assert sorted(data(messages)) == ["b0", "c0", "c1", "deep0", "deep1"]
    complete(call, *messages)
    messages = pop(call, "q", **asked)
    assert data(messages) == ["deep2", "deep3"]
    body = {"acknowledgments": [], "next": {"queue": "q", "partitions": 3, **asked}}
    taken = call("POST", "/api/v1/ack/batch", body).body["next"]["messages"]
    assert data(taken) == ["c2"]
    query = {"namespace": "q", "consumerGroup": "g", "partitions": 3, **asked}
    assert len(pop_labels(call, **query)) == 5
    assert data(pop(call, "q", "deep", consumerGroup="h", **asked)) == ["deep0", "deep1"]


def test_pop_takes_no_more_partitions_than_asked_for(call: Call) -> None:
    for partition in "abc":
        push(call, "q", partition, partition=partition)
    assert data(pop(call, "q", batch=10)) == ["a"]
    assert data(pop(call, "q", batch=10, partitions=2)) == ["b", "c"]


def test_pop_with_auto_ack_needs_no_answer(call: Call, clock: Clock) -> None:
    push(call, "q", "a", "b", "c")
    reply = call("GET", QUEUE, query={"autoAck": True, "batch": 2})
    assert reply.body["leaseId"] == ""
    assert [(m["data"], m["leaseId"]) for m in reply.body["messages"]] == [("a", ""), ("b", "")]
    assert data(pop(call, "q", autoAck=True, batch=2)) == ["c"]
    clock.advance(1_000)
    assert pop(call, "q", batch=10) == []


@pytest.mark.parametrize("partitions", [1, 2])
def test_pop_leases_for_as_long_as_it_says(call: Call, clock: Clock, partitions: int) -> None:
    push(call, "q", 1)
    query = {"leaseSeconds": 5, "partitions": partitions}
    reply = call("GET", "/api/v1/pop/queue/q", query=query)
    (message,) = reply.body["messages"]
    assert reply.body["leaseSeconds"] == 5
    ends = datetime.fromisoformat(reply.body["expiresAt"])
    assert ends - datetime.fromisoformat(message["createdAt"]) < timedelta(seconds=60)
    clock.advance(6)
    assert data(pop(call, "q")) == [1]


def test_pop_with_auto_ack_has_no_lease(call: Call) -> None:
    push(call, "q", 1, 2)
    for query in ({"autoAck": True}, {"autoAck": True, "leaseSeconds": 5}):
        body = call("GET", "/api/v1/pop/queue/q", query=query).body
        assert (body["leaseId"], body["leaseSeconds"], body["expiresAt"]) == ("", None, None)


def test_pop_by_namespace_task_or_both(call: Call) -> None:
    for queue, namespace, task in (("a", "n", "t"), ("b", "n", "u"), ("c", "m", "t")):
        configure(call, queue, namespace=namespace, task=task)
        push(call, queue, queue)
    assert [data(pop_labels(call, namespace="n"))[0] for _ in range(2)] == ["a", "b"]
    assert pop_labels(call, namespace="n") == []
    seen = [data(pop_labels(call, task="t", consumerGroup="g"))[0] for _ in range(2)]
    assert seen == ["a", "c"]
    assert data(pop_labels(call, namespace="m", task="t", consumerGroup="h")) == ["c"]
    assert pop_labels(call, namespace="m", task="u", consumerGroup="h") == []


def test_pop_by_labels_takes_the_higher_priority_first(call: Call) -> None:
    for queue, priority in (("low", -5), ("normal", 0), ("high", 7)):
        configure(call, queue, namespace="n", priority=priority)
        push(call, queue, queue)
    seen = [data(pop_labels(call, namespace="n"))[0] for _ in range(3)]
    assert seen == ["high", "normal", "low"]


def test_pop_by_labels_needs_a_label(call: Call) -> None:
    refused(call("GET", "/api/v1/pop"), 400, "INVALID_REQUEST")
    refused(call("GET", "/api/v1/pop", query={"namespace": ""}), 400, "INVALID_REQUEST")


def test_pop_gives_a_group_of_its_own_everything(call: Call) -> None:
    push(call, "q", "a", "b")
    for group in ("one", "two", "a,b", "ü 😀/%"):
        popped = pop(call, "q", consumerGroup=group, batch=10)
        assert [(m["data"], m["consumerGroup"]) for m in popped] == [("a", group), ("b", group)]


def test_pop_starts_at_the_instant_of_a_subscription(call: Call, clock: Clock) -> None:
    push(call, "q", "old")
    clock.advance(3600)
    push(call, "q", "young")
    popped = pop(call, "q", batch=10)
    at = popped[1]["createdAt"]
    for group, start in (("a", at), ("b", at.replace("Z", "")), ("c", at.replace("Z", "+00:00"))):
        assert data(pop(call, "q", consumerGroup=group, subscriptionFrom=start)) == ["young"]
    assert data(pop(call, "q", consumerGroup="d", subscriptionFrom="2000-01-01")) == ["old"]
    assert pop(call, "q", consumerGroup="e", subscriptionFrom="now") == []


def test_pop_refuses_a_mode_or_instant_that_it_does_not_know(call: Call, owner_url: str) -> None:
    for query in (
        {"subscriptionMode": "newest"},
        {"subscriptionMode": "newest", "subscriptionFrom": "2026-11-18T09:00:00Z"},
        {"subscriptionFrom": "yesterday"},
        {"subscriptionFrom": "2024-13-01"},
        {"subscriptionFrom": "0001-01-01T00:00:00+14:00"},
    ):
        refused(call("GET", QUEUE, query={"consumerGroup": "g", **query}), 400, "INVALID_REQUEST")
    assert rows(owner_url, "select * from queen.consumer_groups_metadata") == []


@pytest.mark.parametrize("path", [QUEUE, f"{QUEUE}/partition/Default", "/api/v1/pop"])
def test_pop_refuses_numbers_that_make_no_sense(call: Call, owner_url: str, path: str) -> None:
    push(call, "q", 1)
    wrong = [
        *(("batch", text) for text in ("0", "-1", "10001", "1e3", "many", "1.5", "9" * 30)),
        *(("partitions", text) for text in ("0", "-1", "101", "all")),
        *(("perPartition", text) for text in ("0", "-1", "5001", "all")),
        *(("leaseSeconds", text) for text in ("0", "-5", "86401", "1.5", "long")),
        *(("timeout", text) for text in ("-1", "soon", "nan")),
        *((flag, "maybe") for flag in ("wait", "autoAck", "autopilot")),
        *(("consumerGroup", text) for text in ("", "x" * 256, "a\x00b", "g/queues/q")),
        *(("subscriptionMode", text) for text in ("x" * 256, "\x00")),
        ("conflation", "true"),
    ]
    for name, text in wrong:
        answer = call("GET", path, query={"namespace": "q", name: text})
        refused(answer, 400, "INVALID_REQUEST")
    assert rows(owner_url, "select * from queen.partition_consumers") == []


def test_pop_names_the_parameter_that_is_wrong(call: Call) -> None:
    body = call("GET", QUEUE, query={"batch": "many"}).body
    assert body["error"].startswith("batch: ")
    assert "'many'" in body["error"]


def test_pop_takes_the_largest_batch(call: Call) -> None:
    push(call, "q", 1)
    assert data(pop(call, "q", batch=5_000, partitions=100)) == [1]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("group", "did you mean consumerGroup?"),
        ("consumer_group", "did you mean consumerGroup?"),
        ("consumergroup", "did you mean consumerGroup?"),
        ("bacth", "did you mean batch?"),
        ("auto_ack", "did you mean autoAck?"),
        ("x", "there are batch, partitions, perPartition, leaseSeconds, leaseKey, repeat, wait,"),
    ],
)
@pytest.mark.parametrize("path", ["/queue/q", "/queue/q/partition/Default", ""])
def test_a_query_parameter_that_a_pop_does_not_have_is_refused(
    call: Call, path: str, name: str, words: str
) -> None:
    """`?group=billing` popped as the default group, and took another group's messages."""
    push(call, "q", 1)
    query = {name: "1"} | ({} if path else {"namespace": "q"})
    told = refused(call("GET", f"/api/v1/pop{path}", query=query), 400, "INVALID_REQUEST")["error"]
    assert told.startswith(f"{name}: is no query parameter here; {words}")
    assert data(pop(call, "q")) == [1]


def test_a_route_without_query_parameters_says_so(call: Call) -> None:
    told = refused(call("POST", "/api/v1/transaction", {}, query={"queue": "q"}), 400,
                   "INVALID_REQUEST")["error"]  # fmt: skip
    assert told == "queue: is no query parameter here; there are none"
