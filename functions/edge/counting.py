"""Counts requests by queue and group, for what they cost (GET /api/v1/costs).

A process counts in memory and adds to the database in bulk, every REQUEST_COUNT_SECONDS at most: on
Lambda at the end of a request, on one machine by the server's clock and when it stops. So no
request writes for it, and a process that is killed loses what it has counted since. A client that
goes straight to Postgres makes no requests, and counts none.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from aws_lambda_powertools.event_handler import Response

from functions.edge.calls import Call
from functions.edge.telemetry import logger
from functions.stores import activity, database, kept, settings
from regent.database import UnexpectedDatabaseError
from regent.errors import RegentError
from regent.limits import MAX_COUNTED_PLACES, REQUEST_COUNT_SECONDS

#: Neither a queue nor a group has this name.
NOWHERE: Final = ""
#: The columns of a count (request_counts.sql) that are not its place. Counts are lists in this
#: order: a dictionary for each request would take longer than all else here.
NUMBERS: Final = (
    "pushes", "pops", "empty_pops", "acks", "others", "pushed", "popped", "acked",
    "bytes_in", "bytes_out", "waited_seconds",
)  # fmt: skip
_EMPTY_POPS, _OTHERS = NUMBERS.index("empty_pops"), NUMBERS.index("others")
_IN, _OUT, _WAITED = (NUMBERS.index(name) for name in NUMBERS[-3:])


class Did(NamedTuple):
    """A request's kind, and what it did to messages: the places of its counts."""

    request: int
    messages: int


PUSH: Final = Did(NUMBERS.index("pushes"), NUMBERS.index("pushed"))
POP: Final = Did(NUMBERS.index("pops"), NUMBERS.index("popped"))
ACK: Final = Did(NUMBERS.index("acks"), NUMBERS.index("acked"))

Counted = TypeVar("Counted", bound=Response[Any])
Function = TypeVar("Function", bound=Callable[..., Any])
#: What a request did, and the queue of each message that it did it to.
Move = tuple[Did, Sequence[str | None]]


class RequestCounts:
    """What this process has counted and not written down yet."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._places: dict[tuple[str, str], list[float]] = {}
        self._due = monotonic() + REQUEST_COUNT_SECONDS

    def of(self, queue: str, group: str) -> list[float]:
        """The counts of a queue and group, to add to while the lock is held."""
        place = self._places.get((queue, group))
        if place is None:
            if len(self._places) >= MAX_COUNTED_PLACES:
                queue = group = NOWHERE
            # Messages stay whole numbers: their columns take no others.
            place = self._places.setdefault((queue, group), [0] * len(NUMBERS))
        return place

    def write(self) -> None:
        """Write everything down. A failure loses it: whether it was written nobody may know, and
        no request is to fail for its count."""
        with self.lock:
            places, self._places = self._places, {}
            self._due = monotonic() + REQUEST_COUNT_SECONDS
        if not places:
            return
        rows = [
            {"queue": queue, "consumer_group": group, **dict(zip(NUMBERS, numbers, strict=True))}
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
    kind, queue = None, at
    for did, queues in moves:
        if queues:
            if kind is None:
                kind, queue = did.request, queues[0]
            if queues.count(queue) != len(queues):
                return _divided(response, call, moves, group, waited_seconds)
    all_counts = request_counts()
    # With every hot request: nothing is made here, and nothing is divided.
    with all_counts.lock:
        place = all_counts.of(queue or NOWHERE, group)
        place[_kind_of_nothing(moves) if kind is None else kind] += 1
        place[_IN] += call.body_length
        place[_OUT] += len(response.body or "")
        place[_WAITED] += waited_seconds
        for did, queues in moves:
            place[did.messages] += len(queues)
    return response


def _divided(
    response: Counted, call: Call, moves: Sequence[Move], group: str, waited_seconds: float
) -> Counted:
    """A response about several queues, counted."""
    kind = next(did.request for did, queues in moves if queues)
    names = {queue for _, queues in moves for queue in queues}
    part = 1 / len(names)
    all_counts = request_counts()
    with all_counts.lock:
        for name in names:
            place = all_counts.of(name or NOWHERE, group)
            place[kind] += part
            place[_IN] += call.body_length * part
            place[_OUT] += len(response.body or "") * part
            place[_WAITED] += waited_seconds * part
            for did, queues in moves:
                place[did.messages] += queues.count(name)
    return response


def _kind_of_nothing(moves: Sequence[Move]) -> int:
    if not moves:
        return _OTHERS
    first = moves[0][0]
    return _EMPTY_POPS if first is POP else first.request


def write_if_due() -> None:
    """On Lambda, at the end of a request: there is no other time. Only over a connection that is
    open: a database that pauses is not woken up, and nobody waits for one that does not answer."""
    if settings().on_lambda and database().idle_connections:
        request_counts().write_if_due()
