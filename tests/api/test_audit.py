"""GET /api/v1/audit, and the note that each change leaves."""

from __future__ import annotations

from typing import Any

import pytest

from functions.handlers import API_MODULES
from regent.changes import Change
from regent.database import Database
from tests.api.audited_changes import CHANGES, NAMED, Noted, filled
from tests.support.clock import StoppedClock
from tests.support.dead_letters import bury_over_http, letters
from tests.support.http import Call, Reply
from tests.support.queue_http import configure, pop, push, refused
from tests.support.roles import routes_of

ANN = {"sub": "ann", "role": "admin"}
PURGE = "/api/v1/dlq"


def changes(call: Call, **query: Any) -> list[dict[str, Any]]:
    reply = call("GET", "/api/v1/audit", query=query, claims={"role": "read-only"})
    assert reply.status == 200, reply
    found: list[dict[str, Any]] = reply.body["changes"]
    return found


def make(call: Call, noted: Noted, names: dict[str, Any], **rest: Any) -> Reply:
    body = None if noted.body is None else filled(noted.body, names)
    return call(noted.method, filled(noted.path, names), body, query=noted.query, **rest)


@pytest.mark.parametrize("action", CHANGES)
def test_a_change_says_who_made_it_of_what_and_what_came_of_it(call: Call, action: str) -> None:
    noted = CHANGES[action]
    names = noted.before(call)
    reply = make(call, noted, names, claims=ANN)
    assert reply.status in (200, 201), reply
    (change,) = changes(call, who="ann")
    assert change.pop("at").endswith("Z")
    assert change == {
        "subject": "ann",
        "action": action,
        "target": filled(noted.target, names),
        "parameters": filled(noted.parameters, names),
        "result": noted.result,
        "requestId": "test-request",
    }


@pytest.mark.parametrize("action", NAMED)
def test_a_change_whose_names_are_in_the_body_leaves_the_note_of_the_other(
    call: Call, action: str
) -> None:
    path, body = NAMED[action]
    noted = CHANGES[action]._replace(method="POST", path=path, body=body, query={})
    names = noted.before(call)
    assert make(call, noted, names, claims=ANN).status == 200
    (change,) = changes(call, who="ann")
    told = [change[name] for name in ("action", "target", "parameters", "result")]
    expected = [filled(noted.target, names), filled(noted.parameters, names), noted.result]
    assert told == [action, *expected]


def test_each_change_is_tried() -> None:
    routes = routes_of(API_MODULES)
    audited = {function.__name__ for _, _, function in routes if hasattr(function, "is_audited")}
    assert audited == set(CHANGES) | {f"{action}_named" for action in NAMED} - {
        "seek_partition_named"
    }


def test_a_store_that_forgets_the_note_is_found(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(database: Database, statement: Any, given: Any, **_: Any) -> Any:
        return database.fetch(statement, given)

    monkeypatch.setattr(Database, "change", forgetful)
    with pytest.raises(ValueError, match="not enough values"):
        test_a_change_says_who_made_it_of_what_and_what_came_of_it(call, "seek")


@pytest.mark.parametrize("action", CHANGES)
def test_a_refused_change_leaves_no_note(call: Call, action: str) -> None:
    noted = CHANGES[action]
    names = noted.before(call)
    before = changes(call)
    assert make(call, noted, names, claims={"role": "read-only"}).status == 403
    reply = make(call, noted, names, claims={"role": "admin", "sub": "x" * 256})
    assert (reply.status, "the token's sub cannot be stored" in reply.body["error"]) == (400, True)
    assert changes(call) == before


@pytest.mark.parametrize(
    ("action", "wrong", "status"),
    [
        ("clear_queue", {"path": "/api/v1/queues/no/clear"}, 404),
        ("retry", {"path": "/api/v1/messages/{place}/no/retry"}, 404),
        ("purge_one", {"path": "/api/v1/dlq/99"}, 404),
        ("delete_message", {"path": "/api/v1/messages/{place}/no"}, 404),
        ("seek", {"path": "/api/v1/consumer-groups/no/queues/q/seek"}, 404),
        ("purge", {"query": {}}, 400),
        ("configure", {"body": {"queue": "q", "ifRevision": 9}}, 409),
    ],
)
def test_a_change_that_the_database_refuses_leaves_no_note(
    call: Call, action: str, wrong: dict[str, Any], status: int
) -> None:
    noted = CHANGES[action]._replace(**wrong)
    names = noted.before(call)
    before = changes(call)
    assert make(call, noted, names, claims=ANN).status == status
    assert changes(call) == before


def test_a_dry_run_leaves_no_note(call: Call) -> None:
    bury_over_http(call, "q", 1, partition="p", group="g")
    for action in ("configure", "redrive", "purge", "seek", "clear_queue", "delete_queue"):
        asked = CHANGES[action]
        reply = make(call, asked._replace(query={**asked.query, "dryRun": True}), {}, claims=ANN)
        assert (reply.status, reply.body["dryRun"]) == (200, True)
    assert changes(call, who="ann") == []


def test_what_changed_nothing_leaves_no_note(call: Call) -> None:
    configure(call, "q", ttl=5)
    call("POST", "/api/v1/metadata/topics", {"topic": "t", "partitions": 2})
    call("PUT", "/api/v1/log/types/course", {"attributes": ["name"]})
    before = changes(call)
    assert [change["action"] for change in before] == ["declare_type", "create_topic", "configure"]
    configure(call, "q", ttl=5)
    call("POST", "/api/v1/metadata/topics", {"topic": "t", "partitions": 2})
    call("PUT", "/api/v1/log/types/course", {"attributes": ["name"]})
    call("DELETE", "/api/v1/resources/queues/no")
    call("POST", "/api/v1/dlq/redrive", {"queue": "q"})
    call("DELETE", PURGE, query={"queue": "q"})
    assert changes(call) == before
    call("POST", "/api/v1/metadata/topics", {"topic": "t", "partitions": 3})
    call("PUT", "/api/v1/log/types/course", {"attributes": None})
    assert len(changes(call)) == 5


def test_a_redrive_that_ended_is_stopped_without_a_note(call: Call) -> None:
    names = CHANGES["stop_redrive"].before(call)
    assert make(call, CHANGES["stop_redrive"], names).body["status"] == "stopped"
    before = changes(call)
    assert make(call, CHANGES["stop_redrive"], names).body["status"] == "stopped"
    assert changes(call) == before


def test_a_consumer_that_gives_back_what_it_holds_changes_nothing(call: Call) -> None:
    names = CHANGES["release"].before(call)
    before = changes(call)
    assert make(call, CHANGES["release"], names, client="h" * 101).body["released"] == 1
    claim = CHANGES["release_claim"].before(call)
    body = {"offsetId": claim["claim"], "workerId": "w"}
    assert call("POST", "/api/v1/log/groups/l/release", body).status == 200
    assert changes(call) == before


def test_long_work_is_one_change(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    bury_over_http(call, "q", 1, 2, 3, partition="p", group="g")
    monkeypatch.setattr("functions.api.dlq.MAX_REDRIVE_CHUNK", 2)
    assert call("POST", "/api/v1/dlq/redrive", {"queue": "q"}, sub="ann").body["redriven"] == 3
    (change,) = changes(call, who="ann")
    assert change["result"] == {"redriven": 3, "messages": 3}
    bury_over_http(call, "other", 1, 2, 3, partition="p", group="g")
    monkeypatch.setattr("functions.api.dlq.MAX_PURGE_CHUNK", 2)
    assert call("DELETE", PURGE, query={"all": True}, sub="ann").body["purged"] == 3
    assert changes(call, what="purge")[0]["result"] == {"purged": 3}


def test_who_what_queue_and_time_choose_and_pages_go_on(
    call: Call, stopped_clock: StoppedClock
) -> None:
    for queue in ("a", "b"):
        for who in ("ann", "joe"):
            path = f"/api/v1/queues/{queue}/clear"
            push(call, queue, 1)
            assert call("DELETE", path, sub=who).status == 200
            stopped_clock.advance(60)
    configure(call, "a", ttl=5)
    found = changes(call)
    assert [change["subject"] for change in found] == [None, "joe", "ann", "joe", "ann"]
    assert changes(call, who="ann") == [found[2], found[4]]
    assert changes(call, what="clear") == found[1:]
    assert changes(call, what="c") == found
    assert changes(call, what="lear") == []
    assert changes(call, queue="b") == found[1:3]
    assert changes(call, who="ann", queue="b", what="clear_queue") == [found[2]]
    middle = {"from": found[3]["at"], "to": found[1]["at"]}
    assert changes(call, **middle) == found[2:4]
    one = call("GET", "/api/v1/audit", query={"limit": 2}).body
    assert (one["changes"], one["total"], one["pagination"]["hasMore"]) == (found[:2], None, True)
    rest = call("GET", "/api/v1/audit", query={"cursor": one["nextCursor"]}).body
    assert (rest["changes"], rest["nextCursor"]) == (found[2:], None)
    assert changes(call, offset=4) == found[4:]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"from": "soon"}, "from: takes an ISO 8601 instant"),
        ({"from": "2026-01-02T00:00:00Z", "to": "2026-01-01T00:00:00Z"}, "is later than to"),
        ({"to": "1900-01-01T00:00:00Z"}, "it takes an instant from 1970 to 8999"),
        ({"cursor": "x"}, "not one of this list"),
        ({"action": "seek"}, "action: is no query parameter here"),
    ],
)
def test_a_wrong_question_is_refused(call: Call, query: dict[str, str], words: str) -> None:
    reply = call("GET", "/api/v1/audit", query=query)
    assert words in refused(reply, 400, "INVALID_REQUEST")["error"]


def test_who_may_not_read_sees_no_changes(call: Call) -> None:
    refused(call("GET", "/api/v1/audit", claims={"sub": "ann"}), 403, "FORBIDDEN")


def test_a_signed_request_bears_the_name_that_iam_knows() -> None:
    from functions.edge.calls import Call as Request
    from tests.support.http import Context, event

    arn = "arn:aws:sts::123456789012:assumed-role/ops/ann"
    signed = event("DELETE", "/api/v1/queues/q/clear")
    signed["requestContext"]["authorizer"] = {"iam": {"userArn": arn}}
    assert Request.of_event(signed, Context()).signer == arn  # type: ignore[arg-type]


def test_whatever_is_sent_is_noted_as_it_was_understood(call: Call) -> None:
    """Numbers beyond those of a double, NUL in a word that is ignored, and a very long list."""
    odd = {"queue": "q", "options": {"ttl": 5, "no\u0000such": 9007199254740993}}
    assert call("POST", "/api/v1/configure", odd, sub="ann").status == 200
    (change,) = changes(call, who="ann")
    assert change["parameters"] == {"options": odd["options"]}
    bury_over_http(call, "q", 1, partition="p", group="g")
    (letter,) = letters(call)
    many = {"queue": "q", "ids": [letter["id"], *(str(10**15 + number) for number in range(999))]}
    reply = call("POST", "/api/v1/dlq/redrive", many, sub="ann")
    assert reply.body.get("redriven") == 1, reply
    ids = changes(call, what="redrive")[0]["parameters"]["ids"]
    assert ids.startswith(f"[{letter['id']}, 1000000000000000, ")
    assert ids.endswith(" characters)")
    assert len(ids) < 600


def test_without_a_request_nobody_wants_a_note(call: Call) -> None:
    """A program that calls a store, as the schedules do."""
    assert Change("ann", "seek", {}, {}, "r").columns()[1:] == ("ann", "seek", "{}", "{}", "r")
    push(call, "q", 1)
    pop(call, "q", autoAck="true")
    assert changes(call) == []
