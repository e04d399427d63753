"""GET, DELETE /api/v1/log/scheduled: batches that wait to be appended."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regent.rows import instant
from tests.support.clock import StoppedClock
from tests.support.http import Call, Reply
from tests.support.log import condition, created, message, types_of
from tests.support.log_http import PATH, append
from tests.support.queue_http import refused

SCHEDULED = f"{PATH}/scheduled"
NOW = datetime(2030, 1, 1, tzinfo=UTC)
SOON, LATER = NOW + timedelta(hours=1), NOW + timedelta(hours=2)


def schedule(call: Call, at: datetime, *messages: Any) -> str:
    reply = call("POST", f"{PATH}/schedule", {"messages": messages, "at": instant(at)})
    assert reply.status == 201, reply
    found: str = reply.body["scheduleId"]
    return found


def told(reply: Reply) -> list[str]:
    assert reply.status == 200, reply
    return [each["scheduleId"] for each in reply.body["scheduled"]]


def batch(schedule_id: str, at: datetime, *types: str) -> dict[str, Any]:
    """A batch that was scheduled at the beginning, with one message of each type."""
    return {
        "scheduleId": schedule_id,
        "at": instant(at),
        "scheduledAt": instant(NOW),
        "messageCount": len(types),
        "types": [*types],
    }


def test_a_batch_is_listed_read_and_cancelled(call: Call, stopped_clock: StoppedClock) -> None:
    later = schedule(call, LATER, message("later"))
    one, two = message("alarm", id=1), message("bell", big=9007199254740993)
    soon = schedule(call, SOON, one, two)
    assert call("GET", SCHEDULED).body == {
        "scheduled": [batch(soon, SOON, "alarm", "bell"), batch(later, LATER, "later")],
        "total": None,
        "pagination": {"limit": 100, "offset": 0, "hasMore": False},
        "nextCursor": None,
    }
    shown = call("GET", f"{SCHEDULED}/{soon}").body
    nothing = {"metadata": None, "causationId": None, "correlationId": None}
    assert shown == {
        **batch(soon, SOON, "alarm", "bell"),
        "messages": [one | nothing, two | nothing],
        "more": False,
    }
    rest = call("GET", f"{SCHEDULED}/{soon}", query={"from": 1, "limit": 1}).body
    assert (types_of(rest), rest["more"]) == (["bell"], False)
    dry = call("DELETE", f"{SCHEDULED}/{soon}", query={"dryRun": True})
    assert dry.body == {"cancelled": False, **batch(soon, SOON, "alarm", "bell"), "dryRun": True}
    assert told(call("GET", SCHEDULED)) == [soon, later]
    gone = call("DELETE", f"{SCHEDULED}/{soon}")
    assert (gone.status, gone.body) == (
        200,
        {"cancelled": True, **batch(soon, SOON, "alarm", "bell")},
    )
    stopped_clock.advance(10_000)
    append(call, created("A"))
    append(call, created("A"))
    found = call("POST", f"{PATH}/read", {"conditions": [condition("alarm")]}).body
    assert found["messages"] == []
    assert told(call("GET", SCHEDULED)) == []


def test_batches_of_a_time_come_by_pages(call: Call) -> None:
    ids = [schedule(call, SOON + timedelta(minutes=nth), message("alarm")) for nth in range(4)]
    span = {"from": instant(SOON + timedelta(minutes=1)), "limit": 2}
    first = call("GET", SCHEDULED, query=span)
    second = call("GET", SCHEDULED, query={**span, "cursor": first.body["nextCursor"]})
    assert (told(first), told(second)) == (ids[1:3], ids[3:])
    assert second.body["nextCursor"] is None
    assert told(call("GET", SCHEDULED, query={"to": instant(SOON)})) == []
    assert told(call("GET", SCHEDULED, query={"to": instant(LATER), "offset": 3})) == ids[3:]


@pytest.mark.parametrize(
    "wrong",
    [
        *({"limit": 0}, {"limit": 1_001}, {"cursor": "x"}, {"from": "tomorrow"}, {"offset": -1}),
        {"from": "2030-01-02T00:00:00Z", "to": "2030-01-01T00:00:00Z"},
    ],
)
def test_what_is_no_page_is_refused(call: Call, wrong: dict[str, Any]) -> None:
    refused(call("GET", SCHEDULED, query=wrong), 400, "INVALID_REQUEST")


@pytest.mark.parametrize("schedule_id", ["1", "x", "-1", "9" * 20, "1.5", "%20"])
def test_a_batch_that_is_not_there(call: Call, schedule_id: str) -> None:
    named = schedule_id.replace("%20", " ")
    for method, query in (("GET", {}), ("DELETE", {}), ("DELETE", {"dryRun": True})):
        reply = call(method, f"{SCHEDULED}/{schedule_id}", query=query)
        body = refused(reply, 404, "SCHEDULE_NOT_FOUND")
        assert body["detail"] == {"scheduleId": named}
        assert named in body["error"]


def test_what_is_no_place_in_a_batch_is_refused(call: Call) -> None:
    soon = schedule(call, SOON, message("alarm"))
    for wrong in ({"from": -1}, {"from": 1_001}, {"limit": 0}, {"limit": 1_001}, {"from": "x"}):
        reply = call("GET", f"{SCHEDULED}/{soon}", query=wrong)
        refused(reply, 400, "INVALID_REQUEST")
    reply = call("DELETE", f"{SCHEDULED}/{soon}", query={"dryRun": "perhaps"})
    refused(reply, 400, "INVALID_REQUEST")
    assert told(call("GET", SCHEDULED)) == [soon]
