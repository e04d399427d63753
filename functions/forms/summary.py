"""The answer of the summary, and the alarms in it as sentences with links."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from pydantic import BaseModel

from functions.forms.maintenance import QueueSwitches
from functions.forms.metrics import LogEnd
from regent.alarms import DEAD_LETTERS, LOG_HELD, OLDEST_MESSAGE, RECLAIM_SILENT, Threshold
from regent.rows import Row, instant

_HELP: Final = "docs/run/operations.md"


class Switches(BaseModel):
    """The maintenance switches of all queues, and the queues with a switch of their own on."""

    push: bool
    pop: bool
    queues: list[QueueSwitches]


class Schedule(BaseModel):
    """When a schedule's work was last done (null: never), and whether that is too long ago."""

    name: str
    ranAt: str | None
    ageSeconds: float | None
    late: bool


class WaitingGroup(BaseModel):
    """A group that is behind. ``partition``: the one with its oldest open message; null if it is
    gone since."""

    group: str
    queue: str
    open: int
    partitionsBehind: int
    oldestAt: str
    oldestSeconds: float
    partition: str | None
    leases: int
    state: str


class FullQueue(BaseModel):
    """``depth`` is what ``maxSize`` bounds; without a maximum it and ``percent`` are null."""

    queue: str
    depth: int
    maxSize: int | None
    percent: float | None


class AlarmAnswer(BaseModel):
    """Something that somebody should look at. ``link`` is a page of the console, ``help`` a section
    of the documentation."""

    name: str
    since: str
    sentence: str
    link: str
    help: str


class SystemSummary(BaseModel):
    """``queues``, ``partitions``, ``maintenance``, ``schedules`` and ``log`` are of now. All else
    is as it was ``ageSeconds`` ago (null: never counted); of few partitions, that is now too."""

    serverTime: str
    countedAt: str | None
    ageSeconds: float | None
    queues: int
    partitions: int
    #: Messages that the group furthest behind in each partition has to do.
    open: int
    oldestOpenSeconds: float | None
    deadLetters: int
    #: Given up in the last hour, by the counts of each minute.
    deadLettersLastHour: int
    leases: int
    maintenance: Switches
    schedules: list[Schedule]
    log: LogEnd
    worstGroups: list[WaitingGroup]
    fullestQueues: list[FullQueue]
    alarms: list[AlarmAnswer]


def summary(found: Row, log: Row, silent_seconds: int) -> dict[str, Any]:
    """The answer. ``silent_seconds``: the reclaim is late after so long without a run."""
    named = set(SystemSummary.model_fields) - {"schedules", "log", "worstGroups", "alarms"}
    return {
        **{name: value for name, value in found.items() if name in named},
        "schedules": [
            {
                "name": run["name"],
                "ranAt": run["ranAt"],
                "ageSeconds": run["ageSeconds"] if run["ranAt"] else None,
                "late": (run["ageSeconds"] or 0) > silent_seconds,
            }
            for run in found["schedules"]
        ],
        "log": log,
        "worstGroups": [
            {name: group[name] for name in WaitingGroup.model_fields}
            for group in found["worstGroups"]
        ],
        "alarms": [*_alarms(found, log, silent_seconds)],
    }


def _alarms(found: Row, log: Row, silent_seconds: int) -> Iterator[dict[str, str]]:
    now = datetime.fromisoformat(found["serverTime"])
    yield from _late_groups(found["worstGroups"])
    if found["deadLately"] > DEAD_LETTERS.above:
        sentence = (
            f"Consumers gave up {_messages(found['deadLately'])} in the last"
            f" {DEAD_LETTERS.minutes} minutes."
        )
        yield _alarm(DEAD_LETTERS, found["deadSince"], sentence, "dead-letters", last="1h")
    (silence,) = [run for run in found["schedules"] if run["name"] == "reclaim"]
    if (seconds := silence["ageSeconds"] or 0) > silent_seconds:
        since = instant(now - timedelta(seconds=seconds - silent_seconds))
        has_run = "not" if silence["ranAt"] else "never"
        sentence = (
            f"The reclaim has {has_run} run for {_duration(seconds)}: counts stand still, and a"
            " lease that ran out ends only when somebody pops."
        )
        yield _alarm(RECLAIM_SILENT, since, sentence, "jobs")
    if (held := log["heldSeconds"]) > LOG_HELD.above:
        since = instant(now - timedelta(seconds=held - LOG_HELD.above))
        sentence = (
            f"Readers of the event log have waited at position {log['safePosition']} for"
            f" {_duration(held)}: a transaction that appended is still open."
        )
        yield _alarm(LOG_HELD, since, sentence, "log")


def _late_groups(groups: list[Row]) -> Iterator[dict[str, str]]:
    for late in groups:
        if late["oldestSeconds"] <= OLDEST_MESSAGE.above:
            continue
        group, queue, partition = late["group"], late["queue"], late["partition"]
        place = f"queue {queue}" if partition is None else f"partition {partition} of queue {queue}"
        sentence = (
            f"Group {group} has not completed a message in {place} for"
            f" {_duration(late['oldestSeconds'])}{_why(late)}."
        )
        began = datetime.fromisoformat(late["oldestAt"])
        since = instant(began + timedelta(seconds=OLDEST_MESSAGE.above))
        if partition is None:
            yield _alarm(OLDEST_MESSAGE, since, sentence, "queue", name=queue)
        else:
            names = {"group": group, "name": partition, "queue": queue}
            yield _alarm(OLDEST_MESSAGE, since, sentence, "partition", **names)


def _why(late: Row) -> str:
    if late["state"] == "Paused":
        return ": it is paused"
    return "" if late["leases"] else ", and holds no lease"


def _alarm(
    threshold: Threshold, since: str, sentence: str, page: str, **state: str
) -> dict[str, str]:
    query = f"?{urlencode(state)}" if state else ""
    return {
        "name": threshold.name,
        "since": since,
        "sentence": sentence,
        "link": f"/console/{page}{query}",
        "help": f"{_HELP}#{threshold.name}",
    }


def _messages(count: int) -> str:
    return "1 message" if count == 1 else f"{count} messages"


def _duration(seconds: float) -> str:
    """Two units at most: ``1 h 10 min``."""
    minutes = int(seconds) // 60
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} h {minutes} min"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h"
