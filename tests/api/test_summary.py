"""GET /api/v1/status/summary: its numbers, and its alarms as sentences with links."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from regent import alarms
from regent.database import Connection, OpenTransaction
from regent.stores.log import LogStore
from tests.support.clock import StoppedClock
from tests.support.http import Call, restart
from tests.support.log import message
from tests.support.log_http import append
from tests.support.queue_http import ack, pop, push, refused
from tests.support.rows import rows

Reclaimed = Callable[[], None]
PATH = "/api/v1/status/summary"
OPERATIONS = Path(__file__).parents[2] / "docs/run/operations.md"


def rung(call: Call) -> list[dict[str, Any]]:
    reply = call("GET", PATH)
    assert reply.status == 200
    found: list[dict[str, Any]] = reply.body["alarms"]
    return found


@pytest.fixture
def reclaimed(owner_url: str) -> Reclaimed:
    """Do what the reclaim does, as far as the summary tells of it."""

    def run() -> None:
        rows(owner_url, "select * from queen.reclaim(500)")
        rows(owner_url, "select * from queen.count_activity(false)")

    return run


def test_an_empty_system_has_nothing_and_no_alarm(call: Call, stopped_clock: StoppedClock) -> None:
    stopped_clock.advance(0)
    body = call("GET", PATH).body
    assert body == {
        "serverTime": "2030-01-01T00:00:00.000000Z",
        "countedAt": "2030-01-01T00:00:00.000000Z",
        "ageSeconds": 0,
        "queues": 0,
        "partitions": 0,
        "open": 0,
        "oldestOpenSeconds": None,
        "deadLetters": 0,
        "deadLettersLastHour": 0,
        "leases": 0,
        "maintenance": {"push": False, "pop": False, "queues": []},
        "schedules": [
            {"name": "reclaim", "ranAt": None, "ageSeconds": None, "late": False},
            {"name": "count_activity", "ranAt": None, "ageSeconds": None, "late": False},
        ],
        "log": {"safePosition": 0, "lastPosition": 0, "appendsInFlight": 0, "heldSeconds": 0},
        "worstGroups": [],
        "fullestQueues": [],
        "alarms": [],
    }


def test_the_first_message_is_there_at_once(call: Call) -> None:
    push(call, "q", 1)
    body = call("GET", PATH).body
    assert (body["queues"], body["partitions"], body["open"]) == (1, 1, 1)
    assert body["alarms"] == []


def test_a_group_that_is_late_is_an_alarm_with_a_link_to_its_partition(
    call: Call, reclaimed: Reclaimed, stopped_clock: StoppedClock
) -> None:
    push(call, "shop.orders", 1, partition="a & b/é")
    pop(call, "shop.orders", consumerGroup="billing")
    stopped_clock.advance(3_600)
    reclaimed()
    assert rung(call) == []
    stopped_clock.advance(1)
    assert rung(call) == [
        {
            "name": "oldest-message",
            "since": "2030-01-01T01:00:00.000000Z",
            "sentence": (
                "Group billing has not completed a message in partition a & b/é of queue"
                " shop.orders for 1 h 0 min, and holds no lease."
            ),
            "link": "/console/partition?group=billing&name=a+%26+b%2F%C3%A9&queue=shop.orders",
            "help": "docs/run/operations.md#oldest-message",
        }
    ]
    pop(call, "shop.orders", consumerGroup="billing")
    (held,) = rung(call)
    assert held["sentence"].endswith(" for 1 h 0 min.")
    stopped_clock.advance(2 * 86_400 + 3_600)
    reclaimed()
    call("POST", "/api/v1/consumer-groups/billing/pause")
    (paused,) = rung(call)
    assert paused["sentence"].endswith(" for 2 d 2 h: it is paused.")


def test_messages_that_were_given_up_are_an_alarm_for_five_minutes(
    call: Call, reclaimed: Reclaimed, stopped_clock: StoppedClock
) -> None:
    stopped_clock.advance(0)
    for number in (1, 2):
        push(call, "q", *range(number))
        ack(call, *pop(call, "q", batch=number), status="dlq")
        call("POST", "/api/v1/stats/refresh")
        stopped_clock.advance(60)
    reclaimed()
    assert rung(call) == [
        {
            "name": "dead-letters",
            "since": "2030-01-01T00:00:00.000000Z",
            "sentence": "Consumers gave up 3 messages in the last 5 minutes.",
            "link": "/console/dead-letters?last=1h",
            "help": "docs/run/operations.md#dead-letters",
        }
    ]
    stopped_clock.advance(181)
    reclaimed()
    assert [alarm["sentence"] for alarm in rung(call)] == [
        "Consumers gave up 2 messages in the last 5 minutes."
    ]
    stopped_clock.advance(60)
    reclaimed()
    assert rung(call) == []
    assert call("GET", PATH).body["deadLettersLastHour"] == 3


def late(call: Call) -> list[bool]:
    return [run["late"] for run in call("GET", PATH).body["schedules"]]


def test_a_reclaim_that_does_not_run_is_an_alarm(
    call: Call, reclaimed: Reclaimed, stopped_clock: StoppedClock
) -> None:
    push(call, "q", 1)
    reclaimed()
    stopped_clock.advance(300)
    assert (late(call), rung(call)) == ([False, False], [])
    stopped_clock.advance(180)
    assert late(call) == [True, True]
    assert rung(call) == [
        {
            "name": "reclaim-silent",
            "since": "2030-01-01T00:05:00.000000Z",
            "sentence": (
                "The reclaim has not run for 8 min: counts stand still, and a lease that ran out"
                " ends only when somebody pops."
            ),
            "link": "/console/jobs",
            "help": "docs/run/operations.md#reclaim-silent",
        }
    ]


def test_a_reclaim_that_never_ran_is_an_alarm_once_there_is_something_to_do(
    call: Call, stopped_clock: StoppedClock
) -> None:
    stopped_clock.advance(86_400)
    assert rung(call) == []
    push(call, "q", 1)
    stopped_clock.advance(300)
    assert rung(call) == []
    stopped_clock.advance(1)
    (alarm,) = rung(call)
    assert alarm["sentence"].startswith("The reclaim has never run for 5 min: ")


@pytest.mark.parametrize(
    ("setting", "seconds"), [({"reclaim_minutes": "7"}, 2_100), ({"database_pauses": "1"}, 21_900)]
)
def test_a_reclaim_is_late_by_its_own_interval(
    setting: dict[str, str],
    seconds: int,
    call: Call,
    stopped_clock: StoppedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    restart(monkeypatch, **setting)
    push(call, "q", 1)
    stopped_clock.advance(seconds)
    assert rung(call) == []
    stopped_clock.advance(1)
    assert [alarm["name"] for alarm in rung(call)] == ["reclaim-silent"]


def test_a_log_whose_readers_wait_is_an_alarm(
    call: Call, reclaimed: Reclaimed, stopped_clock: StoppedClock, connect: Callable[[], Connection]
) -> None:
    stopped_clock.advance(0)
    append(call, message("note"))
    slow = connect()
    LogStore(OpenTransaction(slow)).append([message("note")])
    append(call, message("note"))
    stopped_clock.advance(60)
    assert rung(call) == []
    stopped_clock.advance(72)
    reclaimed()
    assert rung(call) == [
        {
            "name": "log-held",
            "since": "2030-01-01T00:01:00.000000Z",
            "sentence": (
                "Readers of the event log have waited at position 1 for 2 min: a transaction that"
                " appended is still open."
            ),
            "link": "/console/log",
            "help": "docs/run/operations.md#log-held",
        }
    ]
    slow.commit()
    assert rung(call) == []


def test_every_alarm_has_its_section() -> None:
    sections = re.findall(r"^### (.+)$", OPERATIONS.read_text(), re.MULTILINE)
    table = [each for each in vars(alarms).values() if isinstance(each, alarms.Threshold)]
    assert len(table) == 4
    assert {each.name for each in table} <= set(sections)


@pytest.mark.parametrize("query", [{"live": True}, {"queue": "q"}])
def test_it_takes_no_parameter(call: Call, query: dict[str, Any]) -> None:
    refused(call("GET", PATH, query=query), 400, "INVALID_REQUEST")
