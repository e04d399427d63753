"""GET /api/v1/resources/partitions; GET …/explain and DELETE of one."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.support.clock import Clock
from tests.support.http import Call, Reply, restart
from tests.support.queue_http import ack, configure, data, pop, push, refused

LIST = "/api/v1/resources/partitions"
QUEUES = "/api/v1/resources/queues"
ODD = ("a/b", "a/explain", "partitions/x", "ü 😀", "50%", "a/partition/b")


def path(queue: str, partition: str, end: str = "") -> str:
    names = [quote(name, safe="") for name in (queue, partition)]
    return f"/api/v1/resources/queues/{names[0]}/partitions/{names[1]}{end}"


def explain(call: Call, queue: str, partition: str, **query: str) -> Reply:
    return call("GET", path(queue, partition, "/explain"), query=query)


def test_partitions_are_listed_page_by_page(call: Call) -> None:
    for queue in ("q", "r"):
        push(call, queue, 1, partition="a")
        push(call, queue, 1, 2, partition="b")
    pop(call, "q", "b", consumerGroup="g")
    first = call("GET", LIST, query={"limit": 3})
    assert first.status == 200
    assert [(p["queue"], p["name"], p["messages"]) for p in first.body["partitions"]] == [
        *(("q", "a", 1), ("q", "b", 2), ("r", "a", 1)),
    ]
    (group,) = first.body["partitions"][1]["groups"]
    assert (group["name"], group["open"], group["processing"]) == ("g", 2, 1)
    assert group["lease"]["secondsLeft"] > 0
    assert first.body["total"] == 4
    assert first.body["pagination"] == {"limit": 3, "offset": 0, "hasMore": True}
    second = call("GET", LIST, query={"cursor": first.body["nextCursor"]})
    assert [p["queue"] for p in second.body["partitions"]] == ["r"]
    assert second.body["nextCursor"] is None
    one = call("GET", LIST, query={"queue": "r"}).body
    assert [p["name"] for p in one["partitions"]] == ["a", "b"]
    assert one["total"] == 2


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0},
        {"limit": 101},
        {"limit": "many"},
        {"offset": -1},
        {"cursor": "garbage"},
        {"cursor": "WyJhIl0"},
        {"queue": "x" * 256},
        {"queue": "a\x00b"},
        {"queue": "a/partitions/b"},
        {"name": "a", "group": "g"},
        {"name": "a", "from": "a"},
        {"from": "a"},
        {"group": "g"},
        {"sort": "activity"},
        {"queue": "q", "state": "ready"},
        {"queue": "q", "state": "lost", "group": "g"},
        {"queue": "q", "sort": "lag"},
        {"queue": "q", "sort": "newest"},
        {"queue": "q", "sort": "activity", "from": "a"},
        {"queue": "q", "sort": "lag", "group": "g", "state": "empty"},
        {"queue": "q", "group": "g", "state": "ready", "offset": 1},
        {"queue": "q", "group": "g" * 256},
        {"queue": "q", "name": "x" * 256},
    ],
)
def test_a_list_of_partitions_that_cannot_be_is_refused(call: Call, query: dict[str, str]) -> None:
    refused(call("GET", LIST, query=query), 400, "INVALID_REQUEST")


def test_partitions_of_all_queues_are_found_by_their_names(call: Call) -> None:
    for queue, partition in (("b", "ann"), ("a", "anna"), ("a", "bob"), ("c", "an")):
        push(call, queue, 1, partition=partition)
    first = call("GET", LIST, query={"name": "ann", "limit": "1"}).body
    assert [(row["queue"], row["name"]) for row in first["partitions"]] == [("a", "anna")]
    assert first["total"] is None
    query = {"name": "ann", "cursor": first["nextCursor"]}
    rest = call("GET", LIST, query=query).body
    assert [(row["queue"], row["name"]) for row in rest["partitions"]] == [("b", "ann")]
    assert rest["nextCursor"] is None


def test_partitions_of_a_group_are_found_by_state_name_and_order(call: Call) -> None:
    for partition in ("a/1", "a/2", "b"):
        push(call, "q", 1, partition=partition)
    pop(call, "q", "a/1", consumerGroup="g")
    pop(call, "q", "a/2", consumerGroup="other")
    query = {"queue": "q", "group": "g", "state": "leased"}
    found = call("GET", LIST, query=query).body
    (row,) = found["partitions"]
    assert (row["name"], found["total"], found["nextCursor"]) == ("a/1", None, None)
    assert "groups" not in row
    assert (row["standing"]["state"], row["standing"]["open"]) == ("leased", 1)
    for asked, names in (
        ({"queue": "q", "group": "g", "sort": "lag"}, ["a/1"]),
        ({"queue": "q", "sort": "activity"}, ["b", "a/2", "a/1"]),
        ({"queue": "q", "name": "a/"}, ["a/1", "a/2"]),
        ({"queue": "q", "from": "a/2"}, ["a/2", "b"]),
        ({"queue": "q", "from": "", "name": ""}, ["a/1", "a/2", "b"]),
        ({"queue": "q", "group": "g", "state": "not_subscribed"}, ["a/2", "b"]),
        ({"queue": "q", "group": "nobody", "state": "leased"}, []),
    ):
        rows = call("GET", LIST, query=asked).body["partitions"]
        assert [row["name"] for row in rows] == names, asked
    first = call("GET", LIST, query={"queue": "q", "sort": "activity", "limit": 2}).body
    on = {"queue": "q", "sort": "activity", "limit": 2, "cursor": first["nextCursor"]}
    rest = call("GET", LIST, query=on).body
    assert [row["name"] for row in rest["partitions"]] == ["a/1"]
    refused(call("GET", LIST, query=on | {"sort": "name"}), 400, "INVALID_REQUEST")


def test_partitions_of_a_queue_that_is_not_there(call: Call) -> None:
    reply = call("GET", LIST, query={"queue": "nowhere"})
    assert refused(reply, 404, "QUEUE_NOT_FOUND")["detail"] == {"queue": "nowhere"}


def test_explain_answers_for_the_group_that_names_none(call: Call) -> None:
    push(call, "q", 1, partition="p")
    pop(call, "q")
    told = explain(call, "q", "p").body
    assert (told["group"], told["state"]) == ("__QUEUE_MODE__", "leased")
    assert told["lease"]["messages"][0]["offset"] == 0


def test_explain_tells_each_state(call: Call, clock: Clock) -> None:
    def state() -> str:
        told = explain(call, "q", "p", group="g")
        assert told.status == 200
        assert told.body["sentence"]
        found: str = told.body["state"]
        return found

    configure(call, "q", retryDelay=60_000)
    push(call, "q", 1, partition="p")
    assert state() == "not_subscribed"
    (message,) = pop(call, "q", consumerGroup="g")
    assert state() == "leased"
    ack(call, message, status="failed", error="no")
    assert state() == "resting"
    clock.advance(61)
    assert state() == "failing"
    call("POST", "/api/v1/system/maintenance/pop", {"enabled": True, "queue": "q"})
    assert state() == "maintenance"
    call("POST", "/api/v1/system/maintenance/pop", {"enabled": False, "queue": "q"})
    (message,) = pop(call, "q", consumerGroup="g")
    ack(call, message)
    assert state() == "empty"
    push(call, "q", 2, partition="p")
    assert state() == "ready"


def test_explain_knows_where_the_server_lets_groups_start(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    push(call, "q", 1, partition="p")
    first = explain(call, "q", "p", group="g").body["firstPop"]
    assert first == {"mode": "all", "from": None, "offset": 0, "messages": 1}
    restart(monkeypatch, default_subscription_mode="new")
    first = explain(call, "q", "p", group="g").body["firstPop"]
    assert first == {"mode": "new", "from": None, "offset": 1, "messages": 0}
    assert explain(call, "q", "p").body["firstPop"]["mode"] == "all"


def test_any_partition_can_be_explained_and_deleted(call: Call) -> None:
    for name in ODD:
        push(call, "a/b", name, partition=name)
        assert explain(call, "a/b", name).body["partition"] == name
        reply = call("DELETE", path("a/b", name))
        assert (reply.status, reply.body) == (
            200,
            {"deleted": True, "queue": "a/b", "partition": name, "deletedMessages": 1},
        )
        refused(explain(call, "a/b", name), 404, "PARTITION_NOT_FOUND")


def test_explain_and_delete_refuse_what_is_not_there(call: Call) -> None:
    push(call, "q", 1, partition="p")
    for method, end in (("GET", "/explain"), ("DELETE", "")):
        refused(call(method, path("nowhere", "p", end)), 404, "QUEUE_NOT_FOUND")
        body = refused(call(method, path("q", "nowhere", end)), 404, "PARTITION_NOT_FOUND")
        assert body["detail"] == {"queue": "q", "partition": "nowhere"}
        for name in ("x" * 256, "a\x00b"):
            refused(call(method, path("q", name, end)), 400, "INVALID_REQUEST")
            refused(call(method, path(name, "p", end)), 400, "INVALID_REQUEST")
    for query in ({"group": ""}, {"group": "x" * 256}, {"group": "a\x00"}, {"group": "a/queues/b"}):
        refused(explain(call, "q", "p", **query), 400, "INVALID_REQUEST")


def test_a_partition_under_a_lease_is_deleted_by_force_only(call: Call) -> None:
    push(call, "q", 1, partition="p")
    (message,) = pop(call, "q")
    body = refused(call("DELETE", path("q", "p")), 409, "LEASE_LIVE")
    assert (body["detail"]["queue"], body["detail"]["leases"]) == ("q", 1)
    refused(call("DELETE", path("q", "p"), query={"force": "perhaps"}), 400, "INVALID_REQUEST")
    assert call("DELETE", path("q", "p"), query={"force": True}).body["deletedMessages"] == 1
    (outcome,) = ack(call, message)
    assert (outcome["success"], outcome["error"]) == (False, "Message not found")
    push(call, "q", 2, partition="p")
    assert data(pop(call, "q")) == [2]


def test_one_of_a_fixed_number_of_partitions_is_not_deleted(call: Call) -> None:
    configure(call, "q", partitions=2)
    body = refused(call("DELETE", path("q", "0")), 409, "PARTITIONS_FIXED")
    assert body["detail"] == {"queue": "q", "partitions": 2}


def test_a_partition_is_told_and_explained_by_its_id(call: Call) -> None:
    for queue, partition in (("a/b", "c/d"), ("q", "a")):
        pushed, _ = push(call, queue, 1, 2, partition=partition)
        pop(call, queue, partition, consumerGroup="g/h")
        one = call("GET", f"{LIST}/{pushed['partition_id']}")
        listed = call("GET", LIST, query={"queue": queue}).body["partitions"]
        assert (one.status, one.body["name"], one.body["queue"]) == (200, partition, queue)
        for each in (one.body, *listed):  # a moment passes between the two
            for group in each["groups"]:
                group["lease"].pop("secondsLeft")
                group.pop("lagSeconds")
        assert [one.body] == listed
        by_id = call("GET", f"{LIST}/{pushed['partition_id']}/explain", query={"group": "g/h"})
        assert (by_id.status, by_id.body["state"], by_id.body["processing"]) == (200, "leased", 1)
        assert (by_id.body["queue"], by_id.body["partition"]) == (queue, partition)
        by_name = explain(call, queue, partition, group="g/h").body
        names = ("sentence", "lagSeconds", "lease")  # these tell the time
        assert {n: by_id.body[n] for n in by_id.body if n not in names} == {
            n: by_name[n] for n in by_name if n not in names
        }


@pytest.mark.parametrize("end", ["", "/explain"])
@pytest.mark.parametrize(
    "name", ["7", "0", "99999999999999999999", "-1", "1.5", "a", "1 ", "x" * 255]
)
def test_an_id_of_no_partition_is_not_found(call: Call, name: str, end: str) -> None:
    body = refused(call("GET", f"{LIST}/{quote(name)}{end}"), 404, "PARTITION_NOT_FOUND")
    assert body["error"] == f"there is no partition with the id {name}"
    assert body["detail"] == {"partitionId": name}


def test_what_cannot_be_a_group_is_refused_by_id_as_well(call: Call) -> None:
    (pushed,) = push(call, "q", 1)
    path_of_it = f"{LIST}/{pushed['partition_id']}/explain"
    for group in ("", "x" * 256, "a\x00b", "a/queues/b"):
        refused(call("GET", path_of_it, query={"group": group}), 400, "INVALID_REQUEST")
    refused(call("GET", path_of_it, query={"partition": "a"}), 400, "INVALID_REQUEST")
    refused(call("GET", f"{LIST}/{'x' * 256}"), 400, "INVALID_REQUEST")


def test_a_queue_is_explained_by_the_states_of_its_partitions(call: Call) -> None:
    for name in ("a/b", "q"):
        for partition in ("x/y", "z"):
            push(call, name, 1, partition=partition)
        pop(call, name, consumerGroup="g")
        reply = call("GET", f"{QUEUES}/{quote(name, safe='')}/explain", query={"group": "g"})
        assert reply.status == 200
        body = reply.body
        assert (body["queue"], body["group"], body["partitions"]) == (name, "g", 2)
        assert [(each["state"], each["partitions"]) for each in body["states"]] == [
            ("leased", 1),
            ("ready", 1),
        ]
        ((example,), _) = (each["examples"] for each in body["states"])
        assert example["partition"] == "x/y"
        one = call("GET", f"{LIST}/{example['partitionId']}/explain", query={"group": "g"})
        assert one.body["state"] == "leased"


def test_a_queue_that_cannot_be_explained_is_refused(call: Call) -> None:
    push(call, "q", 1)
    nowhere = call("GET", f"{QUEUES}/nowhere/explain")
    assert refused(nowhere, 404, "QUEUE_NOT_FOUND")["detail"] == {"queue": "nowhere"}
    for query in ({"group": ""}, {"group": "a\x00b"}, {"group": "x" * 256}, {"limit": 5}):
        refused(call("GET", f"{QUEUES}/q/explain", query=query), 400, "INVALID_REQUEST")
    refused(call("GET", f"{QUEUES}/{'x' * 256}/explain"), 400, "INVALID_REQUEST")
