"""Numbers that several routes tell of the same thing: they agree, whatever happened."""

from __future__ import annotations

from typing import Any

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import ack, complete, pop, push


def explained(call: Call, group: str) -> dict[str, Any]:
    path = "/api/v1/resources/queues/q/partitions/Default/explain"
    body: dict[str, Any] = call("GET", path, query={"group": group}).body
    return body


def detail(call: Call) -> dict[str, Any]:
    body: dict[str, Any] = call("GET", "/api/v1/resources/queues/q").body
    return body


def series(call: Call, name: str) -> list[str]:
    text = call("GET", "/metrics/prometheus").body
    return [line for line in text.splitlines() if line.startswith(f"{name}{{")]


def delete(call: Call, message: dict[str, Any]) -> None:
    path = f"/api/v1/messages/{message['partition_id']}/{message['transaction_id']}"
    assert call("DELETE", path).status == 200


def test_a_group_that_goes_on_on_one_queue_is_not_called_paused(call: Call) -> None:
    push(call, "q", 1, 2)
    pop(call, "q", consumerGroup="g", autoAck=True)
    call("POST", "/api/v1/consumer-groups/g/pause")
    assert explained(call, "g")["state"] == "paused"
    call("POST", "/api/v1/consumer-groups/g/queues/q/resume")
    assert explained(call, "g")["state"] == "ready"
    assert len(pop(call, "q", consumerGroup="g")) == 1


def test_a_deleted_message_is_counted_nowhere(call: Call) -> None:
    _, deleted, _ = push(call, "q", "a", "b", "c")
    delete(call, deleted)
    assert explained(call, "new")["open"] == 2
    assert detail(call)["totals"]["depth"] == 2
    assert [line.rsplit(" ", 1)[1] for line in series(call, "regent_queue_depth")] == ["2"]


def test_lag_is_the_age_of_what_is_open_while_a_lease_is_worked_off(
    call: Call, clock: Clock
) -> None:
    push(call, "q", "a")
    clock.advance(1_000)
    push(call, "q", "b")
    first, _ = pop(call, "q", consumerGroup="g", batch=2)
    complete(call, first)
    (group,) = call("GET", "/api/v1/consumer-groups").body
    assert group["totalLag"] == 1
    assert group["maxTimeLag"] < 500
    assert group["state"] == "Stable"


def test_lag_counts_from_the_push_though_a_message_was_given_back(call: Call, clock: Clock) -> None:
    push(call, "q", "a")
    clock.advance(1_000)
    ack(call, *pop(call, "q", consumerGroup="g"), status="retry")
    pop(call, "q", consumerGroup="g")
    (group,) = call("GET", "/api/v1/consumer-groups").body
    assert group["maxTimeLag"] >= 1_000


def test_a_group_that_starts_later_is_not_behind(call: Call) -> None:
    pop(call, "q", consumerGroup="g", subscriptionFrom="2099-01-01T00:00:00Z")
    push(call, "q", "a")
    (group,) = call("GET", "/api/v1/consumer-groups").body
    assert (group["totalLag"], group["maxTimeLag"]) == (0, 0)


def test_nothing_is_behind_when_what_is_left_was_done_before(call: Call, clock: Clock) -> None:
    push(call, "q", "a", "b", "c")
    a, _, c = pop(call, "q", consumerGroup="g", batch=3)
    complete(call, c)
    ack(call, a, status="retry")
    complete(call, *pop(call, "q", consumerGroup="g", batch=2))
    clock.advance(1_000)
    (group,) = detail(call)["groups"]
    assert (group["partitionsBehind"], group["lagSeconds"]) == (0, 0)
    assert explained(call, "g")["state"] == "empty"


def test_a_dead_letter_whose_message_is_gone_is_not_taken_off_what_is_completed(call: Call) -> None:
    push(call, "q", "a", "b", "c")
    a, b, c = pop(call, "q", consumerGroup="g", batch=3)
    ack(call, b, status="dlq")
    complete(call, a, c)
    assert detail(call)["totals"]["completed"] == 2
    delete(call, {"partition_id": b["partitionId"], "transaction_id": b["transactionId"]})
    assert detail(call)["totals"]["completed"] == 2


def test_partitions_that_different_groups_hold_are_all_leased(call: Call) -> None:
    for partition in ("a", "b"):
        push(call, "q", 1, partition=partition)
        pop(call, "q", partition, consumerGroup=partition)
    leased = series(call, "regent_queue_leased_partitions")
    assert [line.rsplit(" ", 1)[1] for line in leased] == ["2"]


def test_an_empty_label_means_any_in_every_list(call: Call) -> None:
    push(call, "shop.billing", 1)
    for path, labels in (
        ("resources/queues", ("namespace", "task", "name")),
        ("status/queues", ("namespace", "task")),
        ("messages", ("namespace", "task")),
        ("consumer-groups", ("namespace", "name")),
        ("dlq", ("namespace", "task")),
    ):
        asked = call("GET", f"/api/v1/{path}", query=dict.fromkeys(labels, ""))
        assert asked.body == call("GET", f"/api/v1/{path}").body, path


def test_what_a_seek_took_back_is_open_and_not_dead(call: Call) -> None:
    push(call, "q", "a", "b", partition="p0")
    push(call, "q", "c", partition="p1")
    for partition in ("p0", "p1"):
        for message in pop(call, "q", partition, consumerGroup="g", batch=9):
            ack(call, message, status="dlq" if partition == "p0" else "completed")
    assert detail(call)["totals"]["completed"] == 1
    path = "/api/v1/consumer-groups/g/queues/q/partitions/p0/seek"
    assert call("POST", path, {"toBeginning": True}).status == 200
    assert detail(call)["totals"]["completed"] == 1
    assert call("GET", "/api/v1/status/queues/q").body["totals"]["completed"] == 1
    query = {"consumerGroup": "g", "status": "pending"}
    listed = call("GET", "/api/v1/messages", query=query).body["messages"]
    assert [message["partition"] for message in listed] == ["p0", "p0"]
    assert call("GET", "/api/v1/dlq").body["total"] == 2


def test_a_first_pop_that_would_give_up_what_is_too_old_finds_nothing(
    call: Call, clock: Clock
) -> None:
    call("POST", "/api/v1/configure", {"queue": "q", "options": {"ttl": 5}})
    push(call, "q", "a", "b")
    clock.advance(6)
    told = explained(call, "new")
    assert (told["tooOld"], told["firstPop"]["messages"]) == (2, 0)
    assert "its first pop would find 0 messages" in told["sentence"]
