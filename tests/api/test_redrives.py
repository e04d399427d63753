"""/api/v1/dlq/redrives: begin one, look at it, stop it. tests/schedules has what carries it on."""

from __future__ import annotations

from typing import Any

import pytest

from regent.limits import MAX_REDRIVES
from tests.support.dead_letters import bury_over_http
from tests.support.http import Call
from tests.support.queue_http import refused
from tests.support.rows import value

PATH = "/api/v1/dlq/redrives"


def test_a_redrive_begins_is_read_listed_and_stopped(call: Call) -> None:
    bury_over_http(call, "q", 1, 2, group="g", error="no account 7")
    asked = {"queue": "q", "consumerGroup": "g", "fingerprint": "no account #", "to": "repair"}
    reply = call("POST", PATH, {**asked, "ratePerSecond": 5, "limit": 9}, sub="ann")
    assert reply.status == 201, reply
    began = reply.body
    assert began == {
        "id": began["id"],
        "status": "running",
        **asked,
        "partition": None,
        "reason": None,
        "ratePerSecond": 5,
        "limit": 9,
        "letters": 2,
        "redriven": 0,
        "messages": 0,
        "error": None,
        "startedBy": "ann",
        "startedAt": began["startedAt"],
        "changedAt": began["startedAt"],
        "copies": [],
    }
    assert call("GET", f"{PATH}/{began['id']}").body == began
    shown = {name: part for name, part in began.items() if name != "copies"}
    listed = call("GET", PATH).body
    assert (listed["redrives"], listed["total"], listed["nextCursor"]) == ([shown], 1, None)
    for _ in range(2):
        stopped = call("POST", f"{PATH}/{began['id']}/stop").body
        assert (stopped["status"], stopped["id"]) == ("stopped", began["id"])
    assert call("GET", "/api/v1/dlq").body["total"] == 2


def test_a_redrive_of_a_signed_request_says_who_signed_it(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    arn = "arn:aws:sts::123456789012:assumed-role/ops/ann"
    monkeypatch.setattr("functions.edge.calls._signer_of", lambda _: arn)
    bury_over_http(call, "q", 1, group="g")
    assert call("POST", PATH, {"queue": "q"}).body["startedBy"] == arn
    (change,) = call("GET", "/api/v1/audit", query={"what": "start_redrive"}).body["changes"]
    assert change["subject"] == arn


def test_a_dry_run_says_what_it_would_do_and_begins_nothing(call: Call) -> None:
    bury_over_http(call, "q", 1, 2)
    body = {"queue": "q", "limit": 1}
    told = call("POST", PATH, body, query={"dryRun": True})
    assert told.status == 200
    once = call("POST", "/api/v1/dlq/redrive", body, query={"dryRun": True})
    assert told.body == once.body
    assert (told.body["redriven"], told.body["remaining"]) == (1, 1)
    assert call("GET", PATH).body["redrives"] == []


def test_a_list_goes_on_by_its_cursor(call: Call) -> None:
    bury_over_http(call, "q", 1)
    ids = [call("POST", PATH, {"queue": "q"}).body["id"] for _ in range(3)]
    first = call("GET", PATH, query={"limit": 2}).body
    assert [each["id"] for each in first["redrives"]] == [ids[2], ids[1]]
    second = call("GET", PATH, query={"limit": 2, "cursor": first["nextCursor"]}).body
    assert [each["id"] for each in second["redrives"]] == [ids[0]]


@pytest.mark.parametrize("redrive", ["7", "0", "x", "9" * 40, "1.0", "a/b"])
def test_one_that_is_not_there(call: Call, redrive: str) -> None:
    for method, path in (("GET", f"{PATH}/{redrive}"), ("POST", f"{PATH}/{redrive}/stop")):
        refused(call(method, path), 404, "REDRIVE_NOT_FOUND")


def test_what_is_refused_begins_nothing(call: Call, owner_url: str) -> None:
    bury_over_http(call, "q", 1)
    refusals: list[tuple[dict[str, Any], int, str]] = [
        ({}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "ratePerSecond": 0}, 400, "INVALID_REQUEST"),
        ({"queue": "q", "limit": 0}, 400, "INVALID_REQUEST"),
        ({"queue": "nowhere"}, 404, "QUEUE_NOT_FOUND"),
        ({"queue": "q", "partition": "nowhere"}, 404, "PARTITION_NOT_FOUND"),
        ({"queue": "q", "consumerGroup": "nobody"}, 404, "GROUP_NOT_FOUND"),
    ]
    for body, status, code in refusals:
        refused(call("POST", PATH, body), status, code)
    call("POST", "/api/v1/system/maintenance", {"enabled": True, "queue": "q"})
    refused(call("POST", PATH, {"queue": "q"}), 503, "IN_MAINTENANCE")
    assert value(owner_url, "select count(*) from queen.redrives") == 0


def test_so_many_run_at_once(call: Call) -> None:
    bury_over_http(call, "q", 1)
    for _ in range(MAX_REDRIVES):
        assert call("POST", PATH, {"queue": "q"}).status == 201
    body = refused(call("POST", PATH, {"queue": "q"}), 409, "TOO_MANY_REDRIVES")
    assert body["error"] == "20 redrives run already; wait until one is done, or stop one"
