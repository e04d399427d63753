"""The schedule that ends expired leases and evicts messages that waited too long."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from functions.schedules import reclaim
from regent.database import Database
from regent.limits import AUDIT_DAYS
from regent.settings import Settings
from regent.stores import LogStore, Members
from tests.support.changes import switch
from tests.support.clock import Clock, StoppedClock, Watch
from tests.support.dead_letters import bury_over_http
from tests.support.http import Call
from tests.support.log import message
from tests.support.members import group_on, join, owned
from tests.support.queue_http import complete, configure, data, pop, push
from tests.support.rows import dead_letters, rows, value

Run = Callable[..., dict[str, Any]]
NOTHING = {
    "leasesExpired": 0,
    "deadLettered": 0,
    "messagesExpired": 0,
    "rebalances": 0,
    "schedulesAppended": 0,
    "lettersRedriven": 0,
    "rounds": 1,
    "more": False,
}


@pytest.fixture
def run(whole_run: Run) -> Run:
    """A run's answer without the count, which depends on when the last one was."""

    def reclaimed(remaining_ms: int = 60_000) -> dict[str, Any]:
        answer = whole_run(remaining_ms)
        del answer["activityCounted"]
        return answer

    return reclaimed


def test_a_database_that_pauses_is_left_alone_while_it_is_empty(
    call: Call, whole_run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reclaim, "settings", lambda: Settings(database_pauses=True))
    monkeypatch.setattr(reclaim.rest, "until", 0.0)
    assert whole_run()["activityCounted"] is True
    assert whole_run() == {"resting": True}
    monkeypatch.setattr(reclaim.rest, "until", time.time() - 1)
    assert whole_run()["activityCounted"] is False


@pytest.mark.parametrize("due", [(600, 600), (30_000, 21_600), (None, 21_600)])
def test_a_rest_ends_when_scheduled_messages_are_due(
    whole_run: Run,
    stopped_clock: StoppedClock,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    due: tuple[int | None, int],
) -> None:
    due_in, rests = due
    monkeypatch.setattr(reclaim, "settings", lambda: Settings(database_pauses=True))
    monkeypatch.setattr(reclaim.rest, "until", 0.0)
    monkeypatch.setattr(reclaim, "time", SimpleNamespace(time=lambda: 1_000.0))
    stopped_clock.advance(0)
    if due_in is not None:
        now = value(stopped_clock.owner_url, "select queen.now()")
        LogStore(database).schedule_messages([message("reminder")], now + timedelta(seconds=due_in))
    whole_run()
    assert reclaim.rest.until == 1_000 + rests


def test_a_database_that_pauses_is_looked_after_while_it_holds_messages(
    call: Call, whole_run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reclaim, "settings", lambda: Settings(database_pauses=True))
    monkeypatch.setattr(reclaim.rest, "until", 0.0)
    leased(call, 1)
    assert whole_run()["activityCounted"] is True
    assert whole_run()["rounds"] == 1


def test_a_database_that_does_not_pause_is_always_looked_after(whole_run: Run) -> None:
    assert whole_run()["activityCounted"] is True
    assert whole_run()["rounds"] == 1


def test_a_count_deletes_what_was_changed_long_ago(
    database: Database, whole_run: Run, stopped_clock: StoppedClock, owner_url: str
) -> None:
    switch(database)
    stopped_clock.advance((AUDIT_DAYS + 1) * 86_400)
    assert whole_run()["activityCounted"] is True
    assert value(owner_url, "select count(*) from queen.changes") == 0


def leased(call: Call, partitions: int) -> None:
    for number in range(partitions):
        push(call, "q", number, partition=str(number))
    assert len(pop(call, "q", batch=partitions, partitions=partitions)) == partitions


def test_reclaim_of_nothing(run: Run) -> None:
    assert run() == NOTHING


def test_reclaim_leaves_live_leases_alone(call: Call, run: Run) -> None:
    leased(call, 3)
    assert run() == NOTHING


def test_reclaim_ends_leases_that_ran_out(
    call: Call, run: Run, clock: Clock, owner_url: str
) -> None:
    leased(call, 3)
    clock.advance(301)
    assert run() == {**NOTHING, "leasesExpired": 3}
    assert run() == NOTHING
    assert (
        value(owner_url, "select count(*) from queen.partition_leases where released_at is null")
        == 0
    )
    assert rows(
        owner_url, "select distinct retry_count, error_message, status from queen.messages_status"
    ) == [{"retry_count": 1, "error_message": "Partition lease expired", "status": "failed"}]
    # Three partitions were taken together, so each of them comes back alone: one may be poison.
    again = [data(pop(call, "q", batch=9, partitions=9)) for _ in range(3)]
    assert sorted(again) == [[0], [1], [2]]


def test_reclaim_moves_poison_to_the_dead_letters(
    call: Call, run: Run, clock: Clock, owner_url: str
) -> None:
    configure(call, "q", retryLimit=1)
    push(call, "q", "poison", "next")
    counts = []
    for _ in range(2):
        assert data(pop(call, "q")) == ["poison"]
        clock.advance(301)
        counts.append(run()["deadLettered"])
    assert counts == [0, 1]
    assert dead_letters(owner_url) == [("poison", "retries", "Partition lease expired", 2)]
    assert data(pop(call, "q")) == ["next"]


def test_reclaim_counts_an_attempt_once(call: Call, run: Run, clock: Clock) -> None:
    push(call, "q", 1)
    pop(call, "q")
    clock.advance(301)
    run()
    run()
    assert pop(call, "q")[0]["deliveryAttempt"] == 2


def test_reclaim_evicts_what_waited_too_long(
    call: Call, run: Run, clock: Clock, owner_url: str
) -> None:
    configure(call, "q", maxWaitTimeSeconds=60)
    push(call, "q", 1, 2)
    complete(call, *pop(call, "q"))
    clock.advance(61)
    push(call, "q", 3)
    assert run() == {**NOTHING, "deadLettered": 1}
    assert dead_letters(owner_url) == [(2, "max_wait", "Waited longer than 60 seconds", 0)]
    assert data(pop(call, "q")) == [3]


def test_reclaim_passes_over_what_expired(call: Call, run: Run, clock: Clock) -> None:
    configure(call, "q", ttl=60)
    push(call, "q", 1, 2, 3)
    complete(call, *pop(call, "q"))
    clock.advance(61)
    assert run() == {**NOTHING, "messagesExpired": 2}
    assert run() == NOTHING
    assert pop(call, "q") == []


def test_reclaim_spares_what_is_under_a_lease(
    call: Call, run: Run, clock: Clock, owner_url: str
) -> None:
    configure(call, "q", maxWaitTimeSeconds=60)
    push(call, "q", 1)
    held = pop(call, "q")
    clock.advance(61)
    assert run() == NOTHING
    assert dead_letters(owner_url) == []
    complete(call, *held)


def test_reclaim_works_in_rounds(
    call: Call, run: Run, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reclaim, "BATCH", 2)
    leased(call, 5)
    clock.advance(301)
    assert run() == {**NOTHING, "leasesExpired": 5, "rounds": 3}


def test_reclaim_leaves_the_rest_to_the_next_run(
    call: Call, run: Run, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reclaim, "BATCH", 2)
    monkeypatch.setattr(reclaim, "MAX_ROUNDS", 2)
    leased(call, 5)
    clock.advance(301)
    assert run() == {**NOTHING, "leasesExpired": 4, "rounds": 2, "more": True}
    assert run() == {**NOTHING, "leasesExpired": 1}


def test_reclaim_stops_before_lambda_does(call: Call, run: Run, clock: Clock) -> None:
    leased(call, 1)
    clock.advance(301)
    assert run(remaining_ms=4_999) == {**NOTHING, "rounds": 0, "more": True}
    assert run(remaining_ms=5_000) == {**NOTHING, "leasesExpired": 1}


def test_reclaim_counts_activity_once_a_minute(
    call: Call, whole_run: Run, clock: Clock, owner_url: str
) -> None:
    push(call, "q", 1, 2)
    assert whole_run() == {**NOTHING, "activityCounted": True}
    assert whole_run() == {**NOTHING, "activityCounted": False}
    clock.advance(56)
    assert whole_run() == {**NOTHING, "activityCounted": True}
    assert (
        value(
            owner_url, "select sum(pushed)::integer from queen.queue_activity where grain = 'hour'"
        )
        == 2
    )


def test_reclaim_counts_nothing_when_its_time_is_up(whole_run: Run) -> None:
    assert whole_run(remaining_ms=4_999)["activityCounted"] is False
    assert whole_run(remaining_ms=5_000)["activityCounted"] is True


def test_reclaim_counts_how_queues_and_groups_stand(
    call: Call, whole_run: Run, clock: Clock, owner_url: str
) -> None:
    counted = "select coalesce(sum(total), 0)::integer from queen.counted_queues"
    push(call, "q", 1, 2)
    whole_run(remaining_ms=4_999)
    assert value(owner_url, counted) == 0
    whole_run(remaining_ms=5_000)
    assert value(owner_url, counted) == 2
    push(call, "q", 3)
    whole_run()
    assert value(owner_url, counted) == 2
    clock.advance(56)
    whole_run()
    assert value(owner_url, counted) == 3


def test_reclaim_counts_every_queue_statement_by_statement(
    call: Call, whole_run: Run, owner_url: str
) -> None:
    for queue in ("a", "b", "c"):
        push(call, queue, 1)
    rows(owner_url, "update queen.queues set partition_count = 50000")  # each fills a statement
    whole_run()
    assert value(owner_url, "select count(*) from queen.counted_queues") == 3


def test_each_run_is_recorded(call: Call, run: Run, clock: Clock, owner_url: str) -> None:
    leased(call, 2)
    clock.advance(301)
    run()
    recorded = rows(
        owner_url,
        "select name, result, ran_at between queen.now() - interval '1 minute' and queen.now()"
        " as just_now from queen.schedule_runs order by name",
    )
    assert recorded == [
        {"name": "count_activity", "result": {"queues": 1}, "just_now": True},
        {
            "name": "reclaim",
            "result": {
                "leasesExpired": 2,
                "deadLettered": 0,
                "messagesExpired": 0,
                "more": False,
            },
            "just_now": True,
        },
    ]


def test_reclaim_deals_out_what_nobody_asks_for(
    members: Members, run: Run, stopped_clock: StoppedClock
) -> None:
    joined = [join(members, group_on(members, app=app), "x")[0] for app in "abc"]
    assert run() == NOTHING
    stopped_clock.advance(0.5)
    assert run() == {**NOTHING, "rebalances": 3}
    assert run() == NOTHING
    assert owned(members, *joined) == [[0, 1, 2, 3]] * 3


def test_reclaim_removes_members_that_died(
    members: Members, run: Run, stopped_clock: StoppedClock, owner_url: str
) -> None:
    join(members, group_on(members), "a", "b")
    stopped_clock.advance(10)
    assert run() == {**NOTHING, "rebalances": 1}
    assert value(owner_url, "select count(*) from queen.members") == 0


def test_reclaim_leaves_groups_to_the_next_run_when_its_time_is_up(
    members: Members, run: Run, stopped_clock: StoppedClock
) -> None:
    join(members, group_on(members), "a")
    stopped_clock.advance(0.5)
    assert run(remaining_ms=4_999) == {**NOTHING, "rounds": 0, "more": True}
    assert run() == {**NOTHING, "rebalances": 1}


def test_reclaim_appends_what_was_scheduled_for_the_log(call: Call, run: Run, clock: Clock) -> None:
    for number in range(3):
        at = datetime.now(UTC) + timedelta(hours=number + 1)
        body = {"messages": [message("alarm", number=number)], "at": at.isoformat()}
        assert call("POST", "/api/v1/log/schedule", body).status == 201
    assert run() == NOTHING
    clock.advance(7_300)
    assert run(remaining_ms=4_999)["schedulesAppended"] == 0
    assert run() == {**NOTHING, "schedulesAppended": 2}
    found = call("GET", "/api/v1/log/messages").body["messages"]
    assert [each["payload"]["number"] for each in found] == [0, 1]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, owner_url: str) -> Watch:
    """The clock of redrives, and with it the database's."""
    stopped = StoppedClock(owner_url)
    stopped.advance(0)
    found = Watch(stopped)
    monkeypatch.setattr(reclaim, "timer", reclaim.Timer(found.now, found.sleep))
    return found


def test_it_carries_redrives_at_their_rate_and_the_next_run_goes_on(
    run: Run, call: Call, watch: Watch
) -> None:
    bury_over_http(call, "q", *range(9), group="g")
    path = "/api/v1/dlq/redrives"
    redrive = call("POST", path, {"queue": "q", "ratePerSecond": 1}).body["id"]
    assert run()["lettersRedriven"] == 5
    assert watch.slept == [pytest.approx(1.0)] * 4
    found = call("GET", f"{path}/{redrive}").body
    assert (found["status"], found["redriven"], found["messages"]) == ("running", 5, 5)
    watch.advance(10)
    assert run()["lettersRedriven"] == 4
    watch.advance(10)
    assert run() == NOTHING
    found = call("GET", f"{path}/{redrive}").body
    assert (found["status"], found["redriven"]) == ("done", 9)
    assert [each["count"] for each in found["copies"]] == [1] * 9


def test_a_run_without_time_carries_no_redrive(run: Run, call: Call, watch: Watch) -> None:
    bury_over_http(call, "q", 1, group="g")
    call("POST", "/api/v1/dlq/redrives", {"queue": "q"})
    assert run(remaining_ms=4_000)["lettersRedriven"] == 0
    assert run()["lettersRedriven"] == 1
    assert watch.slept == []
