"""GET, DELETE /api/v1/resources/queues…, and DELETE /api/v1/queues/<queue>/clear."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.support.http import Call, Reply
from tests.support.queue_http import ack, configure, data, pop, push, refused
from tests.support.rows import rows, value


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


LIST = "/api/v1/resources/queues"


def read(call: Call, queue: str, end: str = "", **query: Any) -> Reply:
    reply: Reply = call("GET", f"{LIST}/{quote(queue, safe='')}{end}", query=query)
    return reply


def clear(call: Call, queue: str, **query: Any) -> Reply:
    path = f"/api/v1/queues/{quote(queue, safe='')}/clear"
    reply: Reply = call("DELETE", path, query=query)
    return reply


def test_queues_are_listed_page_by_page(call: Call) -> None:
    configure(call, "shop.orders", maxSize=10, priority=3)
    push(call, "shop.returns", 1, 2)
    pop(call, "shop.returns", consumerGroup="g")
    push(call, "mail", 1)
    first = call("GET", LIST, query={"limit": 2})
    assert first.status == 200
    mail, orders = first.body["queues"]
    assert (mail["name"], mail["namespace"], mail["task"]) == ("mail", "mail", None)
    assert mail["messages"] == {"total": 1, "pending": 1, "processing": 0}
    assert (orders["name"], orders["maxSize"], orders["priority"]) == ("shop.orders", 10, 3)
    assert first.body["total"] == 3
    assert first.body["pagination"] == {"limit": 2, "offset": 0, "hasMore": True}
    second = call("GET", LIST, query={"limit": 2, "cursor": first.body["nextCursor"]}).body
    (returns,) = second["queues"]
    assert returns["messages"] == {"total": 2, "pending": 1, "processing": 1}
    assert returns["groups"] == 1
    assert (second["total"], second["nextCursor"]) == (3, None)


def test_queues_are_filtered(call: Call) -> None:
    for queue in ("shop.orders", "shop.returns", "mail.orders"):
        configure(call, queue)

    def names(**query: str) -> list[str]:
        return [row["name"] for row in call("GET", LIST, query=query).body["queues"]]

    assert names(namespace="shop") == ["shop.orders", "shop.returns"]
    assert names(task="orders") == ["mail.orders", "shop.orders"]
    assert names(name="shop.r") == ["shop.returns"]
    assert names(name="_hop") == []


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0},
        {"limit": 1_001},
        {"limit": 10**30},
        {"offset": 100_001},
        {"cursor": "garbage"},
        {"cursor": "WzFd"},
        {"cursor": "WyJhXHUwMDAwIl0"},
        {"namespace": "x" * 256},
        {"task": "a\x00b"},
        {"name": "a\x00b"},
        {"contains": "a\x00b"},
        {"contains": "x" * 256},
        {"sort": "size"},
        {"sort": ""},
        {"live": "perhaps"},
        {"counted": True},
        # Of another order: ["queues","a"] and ["queues by open",1,"a"].
        {"sort": "open", "cursor": "WyJxdWV1ZXMiLCJhIl0"},
        {"sort": "dead", "cursor": "WyJxdWV1ZXMgYnkgb3BlbiIsMSwiYSJd"},
    ],
)
def test_a_list_of_queues_that_cannot_be_is_refused(call: Call, query: dict[str, Any]) -> None:
    refused(call("GET", LIST, query=query), 400, "INVALID_REQUEST")


def test_queues_are_found_by_a_part_of_their_name_and_sorted_page_by_page(call: Call) -> None:
    for number, queue in enumerate(("shop.Orders", "orders", "returns", "disorder")):
        push(call, queue, *range(number + 1))
    found: list[str] = []
    query: dict[str, Any] = {"contains": "ORDER", "sort": "open", "limit": 2}
    for _ in range(2):
        page = call("GET", LIST, query=query).body
        found += [row["name"] for row in page["queues"]]
        assert page["total"] == 3
        assert not {"asOf", "ageSeconds"} & set(page)
        query["cursor"] = page["nextCursor"]
    assert (found, query["cursor"]) == (["disorder", "orders", "shop.Orders"], None)


@pytest.mark.parametrize(
    ("include", "parts"),
    [
        ("options", {"options"}),
        ("totals", {"totals"}),
        ("groups,options", {"groups", "options"}),
        ("partitions", {"partitions", "pagination", "nextCursor"}),
    ],
)
def test_only_the_parts_of_a_queue_that_are_asked_for_are_told(
    call: Call, include: str, parts: set[str]
) -> None:
    push(call, "q", 1)
    pop(call, "q", consumerGroup="g")
    whole = read(call, "q").body
    about = {"id", "name", "namespace", "task", "createdAt", "total", "revision"}
    about |= {"pushMaintenance", "popMaintenance"}
    found = read(call, "q", include=include).body
    assert set(found) == about | parts
    assert {name: found[name] for name in found if name not in ("groups", "partitions")} == {
        name: whole[name] for name in found if name not in ("groups", "partitions")
    }
    assert set(whole) == about | {"options", "totals", "groups", "partitions"} | {
        "pagination",
        "nextCursor",
    }


@pytest.mark.parametrize("include", ["", "everything", "options,", "options,size", "Options"])
def test_a_part_that_a_queue_does_not_have_is_refused(call: Call, include: str) -> None:
    push(call, "q", 1)
    refused(read(call, "q", include=include), 400, "INVALID_REQUEST")


def test_a_queue_is_told_in_detail(call: Call) -> None:
    given = configure(call, "q", maxSize=100, retryDelay=5, partitions=3)["options"]
    push(call, "q", 1, 2, 3, partition="1")
    pop(call, "q", consumerGroup="g")
    reply = read(call, "q", limit=2)
    assert reply.status == 200
    body = reply.body
    assert body["options"] == given
    assert (body["pushMaintenance"], body["popMaintenance"]) == (False, False)
    assert body["totals"] == {
        "total": 3,
        "pending": 2,
        "processing": 1,
        "completed": 0,
        "failed": 0,
        "deadLetter": 0,
        "depth": 3,
    }
    (group,) = body["groups"]
    assert (group["name"], group["open"], group["partitionsBehind"]) == ("g", 3, 1)
    assert [p["name"] for p in body["partitions"]] == ["0", "1"]
    (progress,) = body["partitions"][1]["groups"]
    assert (progress["cursor"], progress["pending"], progress["processing"]) == (0, 2, 1)
    assert (body["total"], body["pagination"]["hasMore"]) == (3, True)
    second = read(call, "q", limit=2, cursor=body["nextCursor"]).body
    assert [p["name"] for p in second["partitions"]] == ["2"]
    assert (second["total"], second["nextCursor"]) == (3, None)


def test_the_depth_of_a_queue(call: Call) -> None:
    push(call, "q", 1, 2, 3, partition="p")
    pop(call, "q", consumerGroup="g")
    (message,) = pop(call, "q", consumerGroup="h")
    ack(call, message)
    reply = read(call, "q", "/depth", group="h")
    assert reply.status == 200
    (partition,) = reply.body["partitions"]
    assert (partition["partition"], partition["pending"]) == ("p", 2)
    assert {name: reply.body[name] for name in reply.body if name != "partitions"} == {
        "queue": "q",
        "group": "h",
        "subscribed": True,
        "pending": 2,
        "processing": 0,
        "partitionsPending": 1,
        "conflation": False,
        "effectivePending": 2,
        "truncated": False,
    }
    slowest = read(call, "q", "/depth").body
    assert (slowest["group"], slowest["pending"], slowest["processing"]) == (None, 2, 1)


def test_the_detail_refuses_what_cannot_be(call: Call) -> None:
    configure(call, "q")
    two_names = "WyJhIiwiYiJd"  # the cursor of the list of all partitions
    for query in ({"limit": 101}, {"limit": 0}, {"offset": -1}, {"cursor": two_names}):
        refused(read(call, "q", **query), 400, "INVALID_REQUEST")


def test_the_depth_refuses_what_cannot_be(call: Call) -> None:
    configure(call, "q")
    for query in ({"limit": 0}, {"limit": 1_001}, {"group": "x" * 256}, {"group": ""}):
        refused(read(call, "q", "/depth", **query), 400, "INVALID_REQUEST")


def test_names_with_slashes_are_found(call: Call) -> None:
    for name in ("a/b", "depth/of/it", "explain/it", "a/clear", "partitions", "depth", "ü 😀"):
        push(call, name, 1)
        assert read(call, name).body["name"] == name
        assert read(call, name, "/depth").body["queue"] == name
        assert clear(call, name).body["queue"] == name


def test_what_is_not_there_is_not_found(call: Call) -> None:
    for reply in (read(call, "nowhere"), read(call, "nowhere", "/depth"), clear(call, "nowhere")):
        assert refused(reply, 404, "QUEUE_NOT_FOUND")["detail"] == {"queue": "nowhere"}
    for name in ("x" * 256, "a\x00b", "a/partitions/b"):
        for reply in (read(call, name), read(call, name, "/depth"), clear(call, name)):
            refused(reply, 400, "INVALID_REQUEST")


def test_clear_deletes_the_messages(call: Call) -> None:
    for partition in "ab":
        push(call, "q", 1, 2, partition=partition)
    reply = clear(call, "q")
    assert (reply.status, reply.body) == (
        200,
        {"cleared": True, "queue": "q", "deletedMessages": 4, "partitions": 2},
    )
    assert pop(call, "q") == []
    push(call, "q", 3, partition="a")
    assert data(pop(call, "q", batch=9)) == [3]


def test_one_partition_is_cleared(call: Call) -> None:
    for partition in "ab":
        push(call, "q", partition, partition=partition)
    assert clear(call, "q", partition="a").body["deletedMessages"] == 1
    assert data(pop(call, "q", batch=9, partitions=9)) == ["b"]
    body = refused(clear(call, "q", partition="nowhere"), 404, "PARTITION_NOT_FOUND")
    assert body["detail"] == {"queue": "q", "partition": "nowhere"}


def test_a_queue_under_a_lease_is_cleared_by_force_only(call: Call) -> None:
    push(call, "q", 1)
    (message,) = pop(call, "q")
    body = refused(clear(call, "q"), 409, "LEASE_LIVE")
    assert (body["detail"]["queue"], body["detail"]["leases"]) == ("q", 1)
    for query in ({"force": "perhaps"}, {"partition": ""}, {"partition": "x" * 256}):
        refused(clear(call, "q", **query), 400, "INVALID_REQUEST")
    assert clear(call, "q", force=True).body["deletedMessages"] == 1
    (outcome,) = ack(call, message)
    assert (outcome["success"], outcome["error"]) == (False, "Message not found")
