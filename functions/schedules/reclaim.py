"""The reclaim does work that is due in partitions and groups that no consumer calls.

It ends leases that ran out, evicts messages that waited too long, and assigns the partitions of
member groups. It appends scheduled messages to the event log, carries redrives on, and once a
minute it counts activity, and how queues and groups stand.
Nothing depends on it, because the requests of clients do this work as well. Two runs at once do no
harm.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.typing import LambdaContext

from functions.edge.telemetry import count, instrumented, report_activity, report_objective
from functions.stores import (
    activity,
    audit,
    dead_letters,
    log_store,
    members,
    queues,
    retention,
    settings,
)
from regent.limits import RECLAIM_REST_SECONDS, REDRIVE_RUN_SECONDS
from regent.objectives import read_objectives

logger = Logger(service=settings().service)
queue_store = queues()
activity_store = activity()
member_store = members()
event_log = log_store()
letter_store = dead_letters()
audit_store = audit()
retention_store = retention()

#: Rows a statement: each holds its locks to the statement's end, and acks wait for them.
BATCH: Final = 500
#: Statements a run. The next run takes what is left.
MAX_ROUNDS: Final = 20
_STOP_MILLISECONDS: Final = 5_000


class Timer(NamedTuple):
    """The clock of redrives. Tests replace it, so they do not sleep."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


timer = Timer()


class _Rest:
    """The end of the present rest. It is kept for as long as Lambda keeps this process."""

    until = 0.0


rest = _Rest()


def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """EventBridge Scheduler calls this function."""
    return instrumented(_reclaim)(event, context)


def _reclaim(_: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    if time.time() < rest.until:
        return {"resting": True}
    counts = {"leasesExpired": 0, "deadLettered": 0, "messagesExpired": 0}
    more = True
    rounds = 0
    while more and rounds < MAX_ROUNDS:
        if context.get_remaining_time_in_millis() < _STOP_MILLISECONDS:
            break
        rounds += 1
        done = queue_store.reclaim(BATCH)
        counts["leasesExpired"] += done.leases_expired
        counts["deadLettered"] += done.dead_lettered
        counts["messagesExpired"] += done.messages_expired
        more = done.more
    counts["rebalances"] = _rebalance(context)
    counts["schedulesAppended"] = _append_due(context)
    for name, value in counts.items():
        count(name[0].upper() + name[1:], value)
    counts["lettersRedriven"], redrives_run = _carry_redrives(context)
    count("DeadLettersRedriven", counts["lettersRedriven"])
    if any(counts.values()):
        logger.info("reclaimed", extra={**counts, "more": more})
    in_time = context.get_remaining_time_in_millis() >= _STOP_MILLISECONDS
    open_messages = _count_activity() if in_time else None
    activity_store.count_backlogs(
        in_time=lambda: context.get_remaining_time_in_millis() >= _STOP_MILLISECONDS
    )
    if context.get_remaining_time_in_millis() >= _STOP_MILLISECONDS:
        _measure_objectives()
        _measure_jobs()
    is_idle = open_messages == 0 and not any(counts.values()) and not redrives_run
    if settings().database_pauses and is_idle:
        rest.until = time.time() + _rest_seconds()
    return {
        **counts,
        "rounds": rounds,
        "more": more,
        "activityCounted": open_messages is not None,
    }


def _rest_seconds() -> float:
    """Until scheduled messages are due, and not longer than a rest takes at most."""
    due = event_log.next_due()
    return RECLAIM_REST_SECONDS if due is None else min(due, RECLAIM_REST_SECONDS)


def _count_activity() -> int | None:
    """Count activity and emit its metrics. Returns the number of open messages; None if
    another count was a moment ago."""
    found = activity_store.count_activity()
    if not found["counted"]:
        return None
    report_activity(found)
    audit_store.expire_changes()
    count("LogHeld", event_log.read_safety()["heldSeconds"], "Seconds")
    return int(found["depth"])


def _measure_objectives() -> None:
    """Emit how far behind the groups are that have an objective."""
    objectives = read_objectives(settings().lag_slo or "")
    if not objectives:
        return
    for name, seconds in activity_store.measure_objectives(objectives).items():
        report_objective(name, seconds, is_missed=seconds > objectives[name].seconds)


def _measure_jobs() -> None:
    """Emit for how long retention has stood still, and its oldest batch, where a job does it."""
    if settings().retention != "job":
        return
    count("ArchiveAge", retention_store.read_archive_age(), "Seconds")
    age = activity_store.read_job_age("retention")
    if age is not None:
        count("RetentionAge", age, "Seconds")


def _rebalance(context: LambdaContext) -> int:
    """Rebalance groups that are due; returns how many. A group that is left is rebalanced by its
    next request."""
    rebalanced = 0
    while (
        context.get_remaining_time_in_millis() >= _STOP_MILLISECONDS
        and member_store.rebalance_due()
    ):
        rebalanced += 1
    return rebalanced


def _append_due(context: LambdaContext) -> int:
    """Append scheduled messages that are due to the event log. Claims and appends do so too."""
    appended = 0
    while context.get_remaining_time_in_millis() >= _STOP_MILLISECONDS and event_log.append_due():
        appended += 1
    return appended


def _carry_redrives(context: LambdaContext) -> tuple[int, bool]:
    """Carry redrives on for some seconds, at their rates; how many letters moved, and whether any
    redrive is left. A slice is a transaction, so the next run goes on wherever this one ends."""
    letters = 0
    until = timer.now() + REDRIVE_RUN_SECONDS
    while context.get_remaining_time_in_millis() >= _STOP_MILLISECONDS:
        done = letter_store.carry_redrive()
        letters += done.letters
        if done.redrive is None:
            if done.wait_seconds is None:
                return letters, False
            if timer.now() + done.wait_seconds >= until:
                break
            timer.sleep(max(0.0, done.wait_seconds))
        elif timer.now() >= until:
            break
    return letters, True
