"""The reclaim: ends leases that ran out and evicts what waited too long, for partitions that nobody
pops; deals partitions out in groups that nobody calls; once a minute it counts what happened.
Nothing depends on it; two at once do no harm."""

from __future__ import annotations

import time
from typing import Any, Final

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.typing import LambdaContext

from functions.edge.telemetry import count, instrumented, tell_how_things_stand
from functions.stores import activity, log_store, members, queues, settings

logger = Logger(service=settings().service)
store = queues()
numbers = activity()
groups = members()
log = log_store()

#: Rows a statement: each holds its locks to the statement's end, and acks wait for them.
BATCH: Final = 500
#: Statements a run: what is left, the next run takes.
MAX_ROUNDS: Final = 20
_STOP_MILLISECONDS: Final = 5_000
#: How long a database that pauses while unused is left alone after a run that found it empty: each
#: look would wake it up. What is pushed meanwhile, pops take without the reclaim.
REST_SECONDS: Final = 1_800


class _Rest:
    """Until when there is nothing to do; kept as long as Lambda keeps this process."""

    until = 0.0


rest = _Rest()


def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """What EventBridge Scheduler calls."""
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
        done = store.reclaim(BATCH)
        counts["leasesExpired"] += done.leases_expired
        counts["deadLettered"] += done.dead_lettered
        counts["messagesExpired"] += done.messages_expired
        more = done.more
    counts["rebalances"] = _rebalance(context)
    counts["schedulesAppended"] = _append_due(context)
    for name, value in counts.items():
        count(name[0].upper() + name[1:], value)
    if any(counts.values()):
        logger.info("reclaimed", extra={**counts, "more": more})
    in_time = context.get_remaining_time_in_millis() >= _STOP_MILLISECONDS
    open_messages = _count_activity() if in_time else None
    if settings().database_pauses and open_messages == 0 and not any(counts.values()):
        rest.until = time.time() + REST_SECONDS
    return {
        **counts,
        "rounds": rounds,
        "more": more,
        "activityCounted": open_messages is not None,
    }


def _count_activity() -> int | None:
    """Count, and say how things stand to who watches. How many messages are open; None when
    another count was a moment ago."""
    found = numbers.count_activity()
    if not found["counted"]:
        return None
    tell_how_things_stand(found)
    return int(found["depth"])


def _rebalance(context: LambdaContext) -> int:
    """In how many groups something was due. One that is left, its next request finds."""
    rebalanced = 0
    while context.get_remaining_time_in_millis() >= _STOP_MILLISECONDS and groups.rebalance_due():
        rebalanced += 1
    return rebalanced


def _append_due(context: LambdaContext) -> int:
    """Append what was scheduled for the event log and is due; claims and appends do so too."""
    appended = 0
    while context.get_remaining_time_in_millis() >= _STOP_MILLISECONDS and log.append_due():
        appended += 1
    return appended
