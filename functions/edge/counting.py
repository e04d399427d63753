"""Counts requests by queue and group, for what they cost (GET /api/v1/costs).

A process counts in memory and adds to the database in bulk, every REQUEST_COUNT_SECONDS at most: on
Lambda at the end of a request, on one machine by the server's clock and when it stops. So no
request writes for it, and a process that is killed loses what it has counted since. A client that
goes straight to Postgres makes no requests, and counts none.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from time import monotonic
from typing import Any, Final, TypeVar

from aws_lambda_powertools.event_handler import Response

from functions.edge.calls import Call
from functions.edge.telemetry import logger
from functions.stores import activity, database, kept, settings
from regent.database import UnexpectedDatabaseError
from regent.errors import RegentError
from regent.limits import MAX_COUNTED_PLACES, REQUEST_COUNT_SECONDS

#: Neither a queue nor a group has this name.
NOWHERE: Final = ""
#: The columns of a count (request_counts.sql) that are not its place.
NUMBERS: Final = (
    "pushes", "pops", "empty_pops", "acks", "others", "pushed", "popped", "acked",
    "bytes_in", "bytes_out", "waited_seconds",
)  # fmt: skip


class Did(Enum):
    """A request's kind, and what it did to messages."""

    PUSH = ("pushes", "pushed")
    POP = ("pops", "popped")
    ACK = ("acks", "acked")


Counted = TypeVar("Counted", bound=Response[Any])
Function = TypeVar("Function", bound=Callable[..., Any])
#: What a request did, and the queue of each message that it did it to.
Move = tuple[Did, Iterable[str | None]]


class RequestCounts:
    """What this process has counted and not written down yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._places: dict[tuple[str, str], dict[str, float]] = {}
        self._due = monotonic() + REQUEST_COUNT_SECONDS

    def add(self, queue: str, group: str, numbers: Mapping[str, float]) -> None:
        """Add to the numbers of a queue and group."""
        with self._lock:
            place = self._places.get((queue, group))
            if place is None:
                if len(self._places) >= MAX_COUNTED_PLACES:
                    queue = group = NOWHERE
                place = self._places.setdefault((queue, group), dict.fromkeys(NUMBERS, 0))
            for name, number in numbers.items():
                place[name] += number

    def write(self) -> None:
        """Write everything down. A failure loses it: whether it was written nobody may know, and
        no request is to fail for its count."""
        with self._lock:
            places, self._places = self._places, {}
            self._due = monotonic() + REQUEST_COUNT_SECONDS
        if not places:
            return
        rows = [
            {"queue": queue, "consumer_group": group, **numbers}
            for (queue, group), numbers in places.items()
        ]
        try:
            activity().count_requests(rows)
        except (RegentError, UnexpectedDatabaseError) as error:
            logger().warning(f"counts of requests are lost: {error}", extra={"places": len(rows)})

    def write_if_due(self) -> None:
        """Write, unless that was a moment ago."""
        if monotonic() >= self._due:
            self.write()


@kept
def request_counts() -> RequestCounts:
    """The counts of this process."""
    return RequestCounts()


class _Clock:
    """Whether a server writes the counts of this process down."""

    runs = False


def begin() -> Callable[[], None]:
    """One machine: count from now on. The server calls what this returns, again and again."""
    _Clock.runs = True
    return lambda: request_counts().write()


def is_counted() -> bool:
    """Whether somebody writes down what is counted here."""
    return _Clock.runs or settings().on_lambda


def counts(function: Function) -> Function:
    """Mark a route that counts its requests itself, by queue. Those of any other route are counted
    of no queue."""
    function.counts = True  # type: ignore[attr-defined]
    return function


def counted(
    response: Counted,
    call: Call,
    *moves: Move,
    at: str | None = None,
    group: str = NOWHERE,
    waited_seconds: float = 0,
) -> Counted:
    """The response, counted. The request is of the kind of its first move that has messages; one
    about several queues is divided among them. ``at``: its queue, if it moved no message."""
    if not is_counted():
        return response
    moved: dict[str, dict[str, float]] = {}
    kind: Did | None = None
    for did, queues in moves:
        for queue, messages in Counter(queues).items():
            moved.setdefault(queue or NOWHERE, {})[did.value[1]] = messages
            kind = kind or did
    if kind is None:
        moved[at or NOWHERE] = {}
    request = {
        _request_of(kind, moves): 1.0,
        "bytes_in": call.body_length,
        "bytes_out": len(response.body or ""),
        "waited_seconds": waited_seconds,
    }
    part = 1 / len(moved)
    for queue, messages_of in moved.items():
        shared = {name: number * part for name, number in request.items()}
        request_counts().add(queue, group, shared | messages_of)
    return response


def _request_of(kind: Did | None, moves: tuple[Move, ...]) -> str:
    if kind is not None:
        return kind.value[0]
    if not moves:
        return "others"
    first = moves[0][0]
    return "empty_pops" if first is Did.POP else first.value[0]


def write_if_due() -> None:
    """On Lambda, at the end of a request: there is no other time. A database that pauses is not
    woken up for it: where no connection is open, the request had no need of one."""
    if not settings().on_lambda:
        return
    if not settings().database_pauses or database().idle_connections:
        request_counts().write_if_due()
