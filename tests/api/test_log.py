"""POST /api/v1/log/append, read, read-partition, schedule; GET messages, correlated."""

import threading
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from tests.support.clock import Clock
from tests.support.http import Call, restart
from tests.support.log import (
    BOTH,
    COURSES,
    DECLARED,
    condition,
    created,
    joined,
    message,
    positions,
    registered,
    types_of,
)
from tests.support.log_http import (
    PATH,
    append,
    claim,
    claimed,
    conflicting,
    declare,
    register,
    try_append,
)
from tests.support.queue_http import refused
from tests.support.rows import value

JOE = {"course_name": "Algebra", "user_id": "joe"}


def messages(call: Call, **query: object):
    query = {name.removesuffix("_"): each for name, each in query.items()}
    reply = call("GET", f"{PATH}/messages", query=query)
    assert reply.status == 200, reply
    return reply.body


def stored(owner_url: str) -> int:
    count: int = value(owner_url, "select count(*) from log.messages")
    return count


def test_an_append_answers_positions(call: Call) -> None:
    reply = try_append(call, created("Algebra"), registered("joe"))
    assert (reply.status, reply.body) == (201, {"positions": [1, 2], "lastPosition": 2})
    assert try_append(call).body == {"positions": [], "lastPosition": 2}


def test_a_message_needs_a_type_and_a_payload_only(call: Call) -> None:
    reply = call(
        "POST", f"{PATH}/append", {"messages": [{"type": "t", "payload": {}, "position": 7}]}
    )
    assert reply.body == {"positions": [1], "lastPosition": 1}
    (got,) = messages(call)["messages"]
    assert (got["type"], got["payload"], got["metadata"]) == ("t", {}, None)
    assert uuid.UUID(got["id"]).version == 7


def test_an_append_whose_answer_was_lost_can_be_sent_again(call: Call) -> None:
    sent = [created("Algebra"), joined("Algebra", "joe")]
    guard = {"conditions": [condition("course.created", course_name="Algebra")], "lastPosition": 0}
    assert append(call, *sent, guard=guard) == [1, 2]
    assert append(call, *sent, guard=guard) == [1, 2]
    upper = {**sent[0], "id": sent[0]["id"].upper()}
    assert append(call, upper, guard=guard) == [1]


def test_a_conflict_is_409_with_the_positions(call: Call, owner_url: str) -> None:
    append(call, created("Algebra"), joined("Algebra", "joe"))
    guard = {
        "conditions": [condition("user.joined_course", course_name="Algebra")],
        "lastPosition": 1,
    }
    body = refused(
        try_append(call, created("x"), created("y"), guard=guard), 409, "CONCURRENT_APPEND"
    )
    assert body["detail"] == {"conflicts": [2], "lastPosition": 1}
    assert stored(owner_url) == 2


def test_a_guard_past_the_end_is_refused(call: Call) -> None:
    guard = {"conditions": [condition("course.created")], "lastPosition": 5}
    body = refused(try_append(call, created("x"), guard=guard), 400, "POSITION_BEYOND_END")
    assert body["detail"] == {"position": 5, "lastPosition": 0}


def test_reading_by_conditions_gives_a_guard(call: Call) -> None:
    append(call, created("Algebra"), joined("Algebra", "joe"), joined("Algebra", "jake"))
    asked = [condition("user.joined_course", course_name="Algebra", user_id="joe")]
    reply = call("POST", f"{PATH}/read", {"conditions": asked})
    assert positions(reply.body) == [2]
    assert reply.body["guard"] == {"conditions": asked, "lastPosition": 2}
    append(call, created("Physics"), guard=reply.body["guard"])
    append(call, joined("Algebra", "joe"))
    assert conflicting(try_append(call, created("x"), guard=reply.body["guard"])) == [5]


def test_reading_from_a_position_on(call: Call) -> None:
    append(call, *(created("Algebra") for _ in range(4)))
    body = {"conditions": [condition("course.created")], "afterPosition": 1, "limit": 2}
    found = call("POST", f"{PATH}/read", body).body
    assert (positions(found), found["guard"]["lastPosition"]) == ([2, 3], 3)
    found = call("POST", f"{PATH}/read", {**body, "afterPosition": 4}).body
    assert (positions(found), found["guard"]["lastPosition"]) == ([], 4)
    nothing = {"conditions": [condition("nothing")]}
    assert call("POST", f"{PATH}/read", nothing).body["guard"]["lastPosition"] == 4


def test_reading_after_the_last_position_that_there_is(call: Call) -> None:
    append(call, created("Algebra"))
    last = 2**63 - 1
    asked = {"conditions": [condition("course.created")], "afterPosition": last}
    reply = call("POST", f"{PATH}/read", asked)
    assert (reply.status, reply.body["messages"]) == (200, [])
    handled = {"handledTypes": ["course.created"], "afterPosition": last}
    reply = call(
        "POST", f"{PATH}/read-partition", {"attributes": {"course_name": "Algebra"}, **handled}
    )
    assert (reply.status, reply.body["messages"]) == (200, [])


def test_reading_a_partition(call: Call) -> None:
    declare(call, DECLARED)
    append(call, created("Algebra"), registered("joe"), joined("Algebra", "joe"))
    append(call, joined("Algebra", "jake"), joined("History", "joe"), created("Algebra"))
    body = {"attributes": JOE, "handledTypes": COURSES}
    found = call("POST", f"{PATH}/read-partition", body).body
    assert positions(found) == [1, 2, 3, 6]
    assert found["guard"]["lastPosition"] == 6
    assert len(found["guard"]["conditions"]) == 5
    found = call("POST", f"{PATH}/read-partition", {**body, "afterPosition": 1, "upto": 3}).body
    assert (positions(found), found["guard"]["lastPosition"]) == ([2, 3], 3)
    assert found["more"] is False  # up to there
    found = call("POST", f"{PATH}/read-partition", {**body, "guardScope": "exact"}).body
    assert found["guard"]["conditions"][2] == condition("user.joined_course", **JOE)
    found = call("POST", f"{PATH}/read-partition", {**body, "limit": 1}).body
    assert (positions(found), found["more"], found["guard"]["lastPosition"]) == ([1], True, 1)


def test_a_read_says_whether_there_are_others(call: Call) -> None:
    append(call, *(created("Algebra") for _ in range(3)))
    body = {"conditions": [condition("course.created", course_name="Algebra")]}
    pages = [call("POST", f"{PATH}/read", {**body, "limit": limit}).body for limit in (2, 3, 4)]
    assert [len(page["messages"]) for page in pages] == [2, 3, 3]
    assert [page["more"] for page in pages] == [True, False, False]


def test_the_log_both_ways_by_cursor(call: Call) -> None:
    append(call, *(created(str(number)) for number in range(5)))
    for order, every in (("asc", [1, 2, 3, 4, 5]), ("desc", [5, 4, 3, 2, 1])):
        met: list[int] = []
        page = messages(call, order=order, limit=2)
        while True:
            met += positions(page)
            assert page["safePosition"] == 5
            assert page["lastPosition"] == met[-1]
            assert page["more"] is (page["nextCursor"] is not None) is (len(met) < 5)
            if page["nextCursor"] is None:
                break
            page = messages(call, order=order, limit=2, cursor=page["nextCursor"])
        assert met == every
    assert positions(messages(call, from_=4)) == [4, 5]
    assert positions(messages(call, from_=2, order="desc")) == [2, 1]
    past = messages(call, from_=6)
    assert (past["messages"], past["lastPosition"], past["nextCursor"]) == ([], None, None)


def test_the_log_of_one_type(call: Call) -> None:
    append(call, created("x"), registered("joe"), created("y"))
    assert positions(messages(call, type="course.created")) == [1, 3]
    assert positions(messages(call, type="course.created", order="desc", limit=1)) == [3]
    assert positions(messages(call, type="nothing")) == []


def test_a_page_has_fifty_messages_where_nobody_says_how_many(call: Call) -> None:
    append(call, *(created(str(number)) for number in range(60)))
    assert len(messages(call)["messages"]) == 50


def test_a_conversation(call: Call) -> None:
    root = created("Algebra")
    reply = {**joined("Algebra", "joe"), "correlationId": root["id"], "causationId": root["id"]}
    append(call, root, registered("jake"), reply, {**reply, "id": str(uuid.uuid4())})
    for each in (root, reply):
        found = call("GET", f"{PATH}/messages/{each['id']}/correlated").body
        assert positions(found) == [1, 3, 4]
        assert found["messages"][1]["causationId"] == root["id"]
        assert found["nextCursor"] is None
    path = f"{PATH}/messages/{root['id']}/correlated"
    page = call("GET", path, query={"limit": 1}).body
    assert positions(page) == [1]
    page = call("GET", path, query={"limit": 1, "cursor": page["nextCursor"]}).body
    assert positions(page) == [3]
    assert positions(call("GET", path, query={"from": 4}).body) == [4]


def test_a_conversation_that_is_not_there(call: Call) -> None:
    nobody = str(uuid.uuid4())
    reply = call("GET", f"{PATH}/messages/{nobody}/correlated")
    assert refused(reply, 404, "LOG_MESSAGE_NOT_FOUND")["detail"] == {"id": nobody}
    reply = call("GET", f"{PATH}/messages/no-uuid/correlated")
    refused(reply, 400, "INVALID_REQUEST")


def test_a_message_by_its_id(call: Call) -> None:
    root = created("Algebra")
    append(call, registered("joe"), root)
    found = call("GET", f"{PATH}/messages/{root['id']}").body
    assert (found["position"], found["payload"]) == (2, {"course_name": "Algebra"})
    nobody = str(uuid.uuid4())
    reply = call("GET", f"{PATH}/messages/{nobody}")
    assert refused(reply, 404, "LOG_MESSAGE_NOT_FOUND")["detail"] == {"id": nobody}
    refused(call("GET", f"{PATH}/messages/no-uuid"), 400, "INVALID_REQUEST")


def test_messages_for_later(call: Call, clock: Clock) -> None:
    register(call, "g")
    at = datetime.now(UTC) + timedelta(hours=1)
    body = {"messages": [created("Algebra"), created("History")], "at": at.isoformat()}
    reply = call("POST", f"{PATH}/schedule", body)
    assert reply.status == 201
    said = at.isoformat(timespec="microseconds").replace("+00:00", "Z")
    assert reply.body == {"scheduleId": "1", "messages": 2, "at": said}
    assert messages(call)["messages"] == []
    assert claim(call, "g", ["course_name"], COURSES) is None
    clock.advance(3_601)
    found = claimed(call, "g", ["course_name"], COURSES)
    assert (found["partitionKey"], positions(found)) == ("course_name:Algebra", [1])


def test_an_append_brings_what_is_due_along(call: Call, clock: Clock) -> None:
    at = datetime.now(UTC) + timedelta(seconds=30)
    call("POST", f"{PATH}/schedule", {"messages": [created("due")], "at": at.isoformat()})
    append(call, created("before"))
    clock.advance(60)
    append(call, created("after"))
    names = [each["payload"]["course_name"] for each in messages(call)["messages"]]
    assert names == ["before", "after", "due"]


@pytest.mark.parametrize(
    "at",
    [
        *("", "tomorrow", "2026-11-18T09:00:00", 0, None),
        *("9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"),
    ],
)
def test_an_instant_that_is_none_is_refused(call: Call, at: object) -> None:
    body = {"messages": [created("Algebra")], "at": at}
    refused(call("POST", f"{PATH}/schedule", body), 400, "INVALID_REQUEST")


def test_large_requests_are_refused(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    restart(monkeypatch, max_message_bytes="1000", max_request_bytes="5000")
    small = message("t", text="x" * 900)
    assert append(call, small) == [1]
    body = refused(try_append(call, message("t", text="x" * 1_000)), 413, "PAYLOAD_TOO_LARGE")
    assert body["detail"]["maxBytes"] == 1_000
    reply = try_append(call, *(message("t", text="x" * 900) for _ in range(6)))
    refused(reply, 413, "PAYLOAD_TOO_LARGE")
    at = {"at": "2099-01-01T00:00:00Z"}
    large = {"messages": [message("t", text="x" * 1_000)], **at}
    refused(call("POST", f"{PATH}/schedule", large), 413, "PAYLOAD_TOO_LARGE")


def test_a_message_of_the_largest_size_comes_back(call: Call) -> None:
    register(call, "g")
    append(call, message("t", p="x", text="x" * 4_000_000), message("t", p="x"))
    assert positions(messages(call)) == [1]
    assert positions(claimed(call, "g", ["p"], ["t"])) == [1]


def test_any_name_works(call: Call) -> None:
    for name in ("a b", "a/b", "%", "|:\\", "😀" * 255, "..", "null", "x" * 255, "tab\there"):
        register(call, "g")
        append(call, message(name, **{name: name}))
        found = call("POST", f"{PATH}/read", {"conditions": [condition(name, **{name: name})]}).body
        assert types_of(found) == [name]
        assert claimed(call, "g", [name], [name])["partitionValue"] == {name: name}


ROUTES = (
    ("POST", "append", {"messages": []}, "read-write"),
    ("POST", "read", {"conditions": [{"type": "t"}]}, "read-only"),
    ("POST", "read-partition", {"attributes": JOE, "handledTypes": BOTH}, "read-only"),
    ("GET", "messages", None, "read-only"),
    ("GET", f"messages/{uuid.UUID(int=7)}", None, "read-only"),
    ("GET", f"messages/{uuid.UUID(int=7)}/correlated", None, "read-only"),
    (
        "POST",
        "schedule",
        {"messages": [{"type": "t", "payload": {}}], "at": "2099-01-01T00:00:00Z"},
        "read-write",
    ),
    ("GET", "scheduled", None, "read-only"),
    ("GET", "scheduled/1", None, "read-only"),
    ("DELETE", "scheduled/1", None, "read-write"),
)


@pytest.mark.parametrize(("method", "route", "body", "role"), ROUTES, ids=lambda x: str(x)[:20])
def test_who_may_call_a_route(call: Call, method: str, route: str, body: object, role: str) -> None:
    order = ("read-only", "read-write", "admin")
    for each in order:
        reply = call(method, f"{PATH}/{route}", body, claims={"sub": "s", "role": each})
        if order.index(each) < order.index(role):
            refused(reply, 403, "FORBIDDEN")
        else:
            assert reply.status in (200, 201, 404), reply


def test_a_read_that_waits_gets_what_is_appended_meanwhile(call: Call) -> None:
    append(call, joined("Algebra", "joe"))
    later = threading.Timer(0.1, lambda: append(call, joined("Algebra", "joe")))
    later.start()
    found = messages(call, from_=2, wait=True, timeout=10_000)
    later.join()
    assert positions(found) == [2]


def test_a_read_that_waits_ends_when_its_time_is_up(call: Call) -> None:
    append(call, joined("Algebra", "joe"))
    assert positions(messages(call, wait=True, timeout=10_000)) == [1]  # at once
    found = messages(call, from_=2, wait=True, timeout=50)
    assert (found["messages"], found["lastPosition"], found["safePosition"]) == ([], None, 1)
    assert positions(messages(call, type="nothing", wait=True, timeout=50)) == []


def test_a_read_backwards_does_not_wait(call: Call) -> None:
    reply = call("GET", f"{PATH}/messages", query={"order": "desc", "wait": True})
    assert refused(reply, 400, "INVALID_REQUEST")["error"] == (
        "wait is for what is appended next: it needs order=asc"
    )
