"""``dryRun=true``: what a change would do, beside the change itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.dead_letters import bury_over_http
from tests.support.http import Call, restart
from tests.support.queue_http import complete, pop, push, refused
from tests.support.rows import value

SEEK = "/api/v1/consumer-groups/g/queues/q/seek"
PARTITION = "/api/v1/resources/queues/q/partitions/p"
CLEAR = "/api/v1/queues/q/clear"
#: Each change, with its query and its body, and the role that it needs.
CHANGES: list[tuple[str, str, dict[str, str], Any, str]] = [
    ("POST", SEEK, {}, {"toEnd": True}, "read-write"),
    (
        *("POST", "/api/v1/consumer-groups/g/queues/q/partitions/p/seek", {}, {"offset": 0}),
        "read-write",
    ),
    ("DELETE", CLEAR, {}, None, "admin"),
    ("DELETE", CLEAR, {"partition": "p"}, None, "admin"),
    ("DELETE", "/api/v1/resources/queues/q", {}, None, "admin"),
    ("DELETE", PARTITION, {}, None, "admin"),
    ("DELETE", "/api/v1/consumer-groups/g/queues/q", {}, None, "admin"),
    ("DELETE", "/api/v1/consumer-groups/g", {}, None, "admin"),
    ("DELETE", "/api/v1/dlq", {"all": "true"}, None, "admin"),
    ("POST", "/api/v1/dlq/redrive", {}, {"queue": "q"}, "read-write"),
    ("POST", "/api/v1/configure", {}, {"queue": "q", "options": {"ttl": 5}}, "read-write"),
]
_HELD = {
    "dryRun": True,
    "atLeast": False,
    "forceNeeded": True,
    "members": 0,
    "leases": [{"queue": "q", "group": "g", "partitions": 1, "heldUntil": "then"}],
    "groups": [{"queue": "q", "group": "g", "skipped": 2, "again": 0}],
}
_SPOTS = """
    select md5(string_agg(t::text, ',' order by t::text)) from (
        select c::text || c.xmin from queen.partition_consumers c
         union all select p::text || p.xmin from queen.partitions p
         union all select q::text || q.xmin from queen.queues q
         union all select m::text || m.xmin from queen.messages m
         union all select d::text || d.xmin from queen.dead_letter_queue d
         union all select g::text || g.xmin from queen.consumer_groups g
         union all select s::text || s.xmin from queen.consumer_groups_metadata s) t(t)"""


@pytest.fixture
def held(call: Call) -> None:
    """Of five messages in one partition, the group gave up one, did two, and holds one."""
    bury_over_http(call, "q", 0, partition="p", group="g")
    push(call, "q", 1, 2, 3, 4, partition="p")
    complete(call, *pop(call, "q", consumerGroup="g", batch=2))
    pop(call, "q", consumerGroup="g")


def run(call: Call, path: str, method: str = "DELETE", body: Any = None, **query: str) -> Any:
    reply = call(method, path, body, query={"dryRun": "true", **query})
    assert reply.status == 200, reply
    for lease in reply.body.get("leases", ()):
        assert lease["heldUntil"].endswith("Z")
        lease["heldUntil"] = "then"
    return reply.body


@pytest.mark.usefixtures("held")
def test_a_clear_and_deletions_say_what_would_go(call: Call) -> None:
    cleared = {"cleared": False, "queue": "q", "deletedMessages": 5, "partitions": 1}
    assert run(call, CLEAR) == {**cleared, **_HELD}
    assert run(call, CLEAR, partition="p") == {**cleared, **_HELD}
    assert run(call, PARTITION) == {
        "deleted": False,
        "queue": "q",
        "partition": "p",
        "deletedMessages": 5,
        "deadLetters": 1,
        **_HELD,
    }
    queue = {"deleted": False, "queue": "q", "existed": True}
    counts = {"deletedMessages": 5, "partitions": 1, "deadLetters": 1}
    whole = {**queue, **counts, **_HELD, "forceNeeded": False}
    assert run(call, "/api/v1/resources/queues/q") == whole
    gone = run(call, "/api/v1/resources/queues/no")
    assert (gone["existed"], gone["deletedMessages"], gone["groups"]) == (False, 0, [])


@pytest.mark.usefixtures("held")
def test_seeks_and_deletions_of_a_group_say_what_it_would_get(call: Call) -> None:
    seek = run(call, SEEK, "POST", {"toEnd": True})
    assert seek == {
        "success": True,
        "consumerGroup": "g",
        "queueName": "q",
        "seekToEnd": True,
        "targetTimestamp": None,
        "partitionsUpdated": 1,
        **_HELD,
    }
    path = "/api/v1/consumer-groups/g/queues/q/partitions/p/seek"
    back = run(call, path, "POST", {"offset": 1})
    assert (back["cursorMovedTo"], back["updated"], back["seekToEnd"]) == (1, True, False)
    assert back["groups"] == [{"queue": "q", "group": "g", "skipped": 0, "again": 2}]
    deletion = {
        "success": True,
        "consumerGroup": "g",
        "deletedPartitions": 1,
        "deadLettersDeleted": 1,
        "metadataDeleted": True,
        "subscriptionsDeleted": 2,
        **_HELD,
        "groups": [{"queue": "q", "group": "g", "skipped": 0, "again": 3}],
    }
    for path, more in (("/queues/q", {"queueName": "q"}), ("", {})):
        found = run(call, f"/api/v1/consumer-groups/g{path}")
        assert found.pop("nextPop").startswith("The group's next pop")
        assert found == {**deletion, **more}
    kept = run(call, "/api/v1/consumer-groups/g/queues/q", deleteMetadata="false")
    assert (kept["metadataDeleted"], kept["subscriptionsDeleted"]) == (False, 0)
    assert kept["nextPop"].endswith("as recorded.")


@pytest.mark.usefixtures("held")
def test_redrives_and_purges_say_how_many_letters(call: Call) -> None:
    plain = {"dryRun": True, "atLeast": False, "forceNeeded": False, "members": 0, "leases": []}
    assert run(call, "/api/v1/dlq/redrive", "POST", {"queue": "q"}) == {
        "redriven": 1,
        "messages": 1,
        "remaining": 0,
        "more": False,
        **plain,
        "groups": [{"queue": "q", "group": "g", "skipped": 0, "again": 1}],
    }
    assert run(call, "/api/v1/dlq", queue="q") == {
        "purged": 1,
        "more": False,
        "groups": [],
        **plain,
    }
    reply = call("DELETE", "/api/v1/dlq", query={"dryRun": "true"})
    assert "all=true" in refused(reply, 400, "INVALID_REQUEST")["error"]


@pytest.mark.usefixtures("held")
def test_configure_says_what_would_change(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"queue": "q", "namespace": "shop", "options": {"retryLimit": 5, "partitions": None}}
    found = run(call, "/api/v1/configure", "POST", body)
    assert (found["configured"], found["dryRun"], found["revision"]) == (False, True, 2)
    assert found["changes"] == [
        {"option": "namespace", "before": "q", "after": "shop"},
        {"option": "retryLimit", "before": 3, "after": 5},
    ]
    assert (found["effects"], found["atLeast"], found["namespace"]) == ([], False, "shop")
    stale = {**body, "ifRevision": 9}
    reply = call("POST", "/api/v1/configure", stale, query={"dryRun": "true"})
    refused(reply, 409, "QUEUE_CHANGED")
    made = run(call, "/api/v1/configure", "POST", {"queue": "new", "options": {"partitions": 4}})
    assert (made["queueId"], made["partitionId"], made["revision"]) == (None, None, None)
    assert (made["options"]["partitions"], made["changes"]) == (4, [])
    restart(monkeypatch, encryption_key="")
    encrypted = {"queue": "new", "options": {"encryptionEnabled": True}}
    reply = call("POST", "/api/v1/configure", encrypted, query={"dryRun": "true"})
    refused(reply, 400, "ENCRYPTION_UNAVAILABLE")


@pytest.mark.usefixtures("held")
def test_no_dry_run_changes_anything_and_each_needs_the_role_of_its_change(
    call: Call, owner_url: str
) -> None:
    before = value(owner_url, _SPOTS)
    for method, path, query, body, role in CHANGES:
        asked = {**query, "dryRun": "true"}
        lower = "read-only" if role == "read-write" else "read-write"
        reply = call(method, path, body, query=asked, claims={"role": lower})
        refused(reply, 403, "FORBIDDEN")
        reply = call(method, path, body, query=asked, claims={"role": role})
        assert (reply.status, reply.body["dryRun"]) == (200, True)
    assert value(owner_url, _SPOTS) == before


@pytest.mark.usefixtures("held")
def test_a_misspelt_dry_run_changes_nothing(call: Call, owner_url: str) -> None:
    before = value(owner_url, _SPOTS)
    for method, path, query, body, _ in CHANGES:
        for misspelt in ({"dryrun": "true"}, {"dry_run": "true"}, {"dryRun": "please"}):
            reply = call(method, path, body, query={**query, **misspelt})
            refused(reply, 400, "INVALID_REQUEST")
    assert value(owner_url, _SPOTS) == before


@pytest.mark.usefixtures("held")
def test_an_answer_names_its_request(call: Call) -> None:
    reply = call("DELETE", CLEAR, query={"dryRun": "true"})
    told = reply.headers["regent-request-id"]
    reply = call("DELETE", CLEAR)
    assert reply.headers["regent-request-id"] == refused(reply, 409, "LEASE_LIVE")["requestId"]
    assert told
