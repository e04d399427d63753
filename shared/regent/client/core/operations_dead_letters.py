"""Operations about dead letters."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from regent.client.core.operation import Operation, api, deletion, json_bytes, json_of
from regent.client.core.operations_admin import joined
from regent.client.core.operations_queue import reads
from regent.client.core.paging import Listing
from regent.client.core.retry import Step
from regent.client.core.rows import camel
from regent.client.core.rows_dead_letters import (
    DeadLetterRow,
    DeadLetterSummary,
    Purged,
    Redriven,
    RedriveRow,
)
from regent.client.errors import Misused

#: A redrive's answer comes after it worked for twenty seconds.
_WORK_TIMEOUT_SECONDS = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """Which dead letters are meant."""

    queue: str | None = None
    group: str | None = None
    partition: str | None = None
    namespace: str | None = None
    task: str | None = None
    reason: str | None = None
    fingerprint: str | None = None
    error: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    transaction_id: str | None = None
    trace_id: str | None = None

    def query(self) -> dict[str, object]:
        """What narrows a list."""
        names = {"group": "consumerGroup", "since": "from", "until": "to"}
        return {
            names.get(each.name, camel(each.name)): getattr(self, each.name)
            for each in fields(self)
        }

    def listing(self, *, reveal: bool) -> Listing[DeadLetterRow]:
        """The letters, the newest first."""
        query = {**self.query(), "reveal": reveal or None}
        return Listing(("dlq",), "messages", DeadLetterRow, query)


def summarize(letters: Letters) -> Operation[DeadLetterSummary]:
    """Count them."""
    unfit = [
        name
        for name in ("partition", "transaction_id", "trace_id")
        if getattr(letters, name) is not None
    ]
    if unfit:
        raise Misused(f"a summary cannot be narrowed by {', '.join(unfit)}; list them")
    target = api("dlq", "summary", **letters.query())
    return Operation("GET", target, reads(DeadLetterSummary))


def redrive(
    letters: Letters,
    *,
    ids: Sequence[str] | None,
    to: str | None,
    rate_per_second: float | None,
    limit: int | None,
    progress: Callable[[Redriven], object] | None,
) -> Generator[Step, Any, Redriven]:
    """Try them again, request after request until none is left; the sum of what they did. What
    fails once more meanwhile is left alone: only letters from before the start are meant."""
    body = _redrive_body(letters, ids, to, rate_per_second, None)
    body.setdefault("failedTo", (yield _now()))
    total = messages = 0
    while True:
        if limit is not None:
            body["limit"] = limit - messages
        done: Redriven = yield Operation(
            "POST",
            api("dlq", "redrive"),
            reads(Redriven),
            json_bytes(body),
            repeats=limit is None,  # a second try would move so many once more
            timeout_seconds=_WORK_TIMEOUT_SECONDS,
        )
        total, messages = total + done.redriven, messages + done.messages
        if progress is not None:
            progress(done)
        if not done.more or (limit is not None and messages >= limit):
            return Redriven(
                redriven=total,
                messages=messages,
                remaining=done.remaining,
                more=done.more,
                raw=done.raw,
            )


def start_redrive(
    letters: Letters,
    *,
    ids: Sequence[str] | None,
    to: str | None,
    rate_per_second: float | None,
    limit: int | None,
) -> Operation[RedriveRow]:
    """Let the server try them again. Sent once: a second try would begin a second redrive."""
    body = json_bytes(_redrive_body(letters, ids, to, rate_per_second, limit))
    return Operation("POST", api("dlq", "redrives"), reads(RedriveRow), body, repeats=False)


def list_redrives() -> Listing[RedriveRow]:
    """Those that run, and the newest that ended."""
    return Listing(("dlq", "redrives"), "redrives", RedriveRow, {})


def read_redrive(redrive: str) -> Operation[RedriveRow]:
    """How far one is."""
    return Operation("GET", api("dlq", "redrives", redrive), reads(RedriveRow))


def stop_redrive(redrive: str) -> Operation[RedriveRow]:
    """End one. Said again, it changes nothing."""
    return Operation("POST", api("dlq", "redrives", redrive, "stop"), reads(RedriveRow))


def _redrive_body(
    letters: Letters,
    ids: Sequence[str] | None,
    to: str | None,
    rate_per_second: float | None,
    limit: int | None,
) -> dict[str, object]:
    if letters.queue is None:
        raise Misused("a redrive is of one queue; say dead_letters(queue=…)")
    unfit = [
        name
        for name in ("namespace", "task", "transaction_id", "trace_id")
        if getattr(letters, name) is not None
    ]
    if unfit:
        raise Misused(f"a redrive cannot be narrowed by {', '.join(unfit)}; list them, pass ids")
    given = {
        "queue": letters.queue,
        "consumerGroup": letters.group,
        "partition": letters.partition,
        "reason": letters.reason,
        "fingerprint": letters.fingerprint,
        "error": letters.error,
        "failedFrom": letters.since and letters.since.isoformat(),
        "failedTo": letters.until and letters.until.isoformat(),
        "ids": None if ids is None else list(ids),
        "to": to,
        "ratePerSecond": rate_per_second,
        "limit": limit,
    }
    return {name: value for name, value in given.items() if value is not None}


def _now() -> Operation[str]:
    """The instant, on the database's clock: that of the client may be another."""
    return Operation("GET", api("resources", "overview"), lambda reply: json_of(reply)["timestamp"])


def purge(
    letters: Letters, *, ids: Sequence[str] | None, older_than_seconds: float | None, every: bool
) -> Generator[Step, Any, int]:
    """Delete them, request after request until none is left; how many."""
    target = api(
        "dlq",
        **letters.query(),
        ids=joined(ids),
        olderThanSeconds=older_than_seconds,
        all=True if every else None,
    )
    total = 0
    while True:
        done: Purged = yield Operation(
            "DELETE", target, reads(Purged), timeout_seconds=_WORK_TIMEOUT_SECONDS
        )
        total += done.purged
        if not done.more:
            return total


def purge_one(letter: str) -> Operation[None]:
    """Delete one."""
    return deletion(api("dlq", letter))
