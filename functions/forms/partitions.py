"""Partitions in answers: how far each is; and what queen.explain_partition found out about one, as
a sentence and the facts that it tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field

from functions.edge.lists import PageQuery
from regent.limits import MAX_PARTITIONS_PAGE
from regent.names import GroupName
from regent.rows import Row
from regent.stores.queue_types import QUEUE_MODE

_RESTS: Final[Mapping[str, str]] = {
    "window_buffer": "the window buffer waits until nothing is pushed to the partition any more",
    "scheduled_message": "its next message was scheduled for later",
    "delayed_processing": "the queue delays each message",
    "retry_delay": "a message failed, and is tried again after the retry delay",
    "next_look": "an earlier pop found nothing to hand out before then",
}


#: Each hides those behind it, as docs/http/resources.md tells.
State = Literal[
    "leased", "empty", "assigned", "maintenance", "paused", "resting", "failing", "ready"
]
Rest = Literal[
    "window_buffer", "scheduled_message", "delayed_processing", "retry_delay", "next_look"
]


class PartitionPageQuery(PageQuery):
    """A page of partitions: shorter than other pages, because each has its groups with it."""

    limit: Annotated[int, Field(ge=1, le=MAX_PARTITIONS_PAGE)] = MAX_PARTITIONS_PAGE


class LeaseHeld(BaseModel):
    """A live lease. The lease id that its consumer knows begins with ``id``."""

    id: str
    expiresAt: str
    secondsLeft: float


class PartitionGroup(BaseModel):
    """What a group has done in a partition. ``open`` = ``pending`` + ``processing``."""

    name: str
    cursor: int
    open: int
    pending: int
    processing: int
    lease: LeaseHeld | None
    lagSeconds: float
    paused: bool


class PartitionKept(BaseModel):
    """A partition, and what it keeps."""

    id: str
    name: str
    head: int
    tail: int
    messages: int
    lastActivity: str
    createdAt: str


class PartitionProgress(PartitionKept):
    """A partition. Of many groups, the hundred that have most left to do are told."""

    groups: list[PartitionGroup]


class LeaseStanding(LeaseHeld):
    """A live lease, and since when it is held."""

    since: str


class PartitionRest(BaseModel):
    """What a pop waits for."""

    reason: Rest
    until: str
    secondsLeft: float


class PartitionFailure(BaseModel):
    """The first open message that failed before. Above ``retryLimit`` it becomes a dead letter."""

    offset: int
    attempts: int
    retryLimit: int
    lastError: str
    failedAt: str


class Standing(BaseModel):
    """How a group stands in a partition. ``cursor`` and ``open`` are null where it never popped.
    ``pausedAt`` and ``maintenance`` are of the whole queue."""

    state: State | Literal["not_subscribed"]
    cursor: int | None
    open: int | None
    pending: int | None
    processing: int
    oldestAt: str | None
    lagSeconds: float
    pausedAt: str | None
    maintenance: Literal["system", "queue"] | None
    lease: LeaseStanding | None
    rest: PartitionRest | None
    failure: PartitionFailure | None


class ExplainQuery(BaseModel):
    """For whom the partition does not move."""

    group: GroupName = QUEUE_MODE


class Example(BaseModel):
    """A partition in that state."""

    partition: str
    partitionId: str


class StateCount(BaseModel):
    """Partitions in a state, and of those that rest in one reason. ``nextUntil``: when the first of
    them ends its rest. The examples wait longest."""

    state: State
    restReason: Rest | None
    partitions: int
    nextUntil: str | None
    examples: list[Example]


class QueueExplanation(BaseModel):
    """The states of the partitions that were looked at. ``more``: others wait or rest, too.
    ``idle``: all that remain, where nothing is open or the group never came; null with ``more``."""

    queue: str
    group: str
    subscribed: bool
    partitions: int
    lookedAt: int
    more: bool
    idle: int | None
    maintenance: Literal["system", "queue"] | None
    pausedAt: str | None
    states: list[StateCount]


def left_out() -> Any:
    """A part that was not asked for is not in the answer."""


def explained(group: str, facts: Row) -> Row:
    """The answer why a partition does not move for this group."""
    return {
        **{name: facts[name] for name in ("queue", "partition")},
        "partitionId": facts["partitionId"],
        "group": group,
        "state": facts["state"],
        "sentence": _sentence(group, facts),
        **{name: facts[name] for name in ("head", "tail", "cursor", "open", "processing")},
        "tooOld": facts["tooOld"] or 0,
        **{name: facts[name] for name in ("oldestAt", "lagSeconds", "lastConsumedAt")},
        **{name: facts[name] for name in ("maintenance", "pausedAt", "owner")},
        "lease": facts["leaseId"]
        and {
            "id": facts["leaseId"],
            "since": facts["leasedAt"],
            "client": facts["leaseClient"],
            "expiresAt": facts["leaseExpiresAt"],
            "secondsLeft": facts["leaseSecondsLeft"],
            "messages": facts["leaseMessages"],
        },
        "rest": facts["restReason"]
        and {
            "reason": facts["restReason"],
            "until": facts["restUntil"],
            "secondsLeft": facts["restSecondsLeft"],
        },
        "failure": None
        if facts["failedOffset"] is None
        else {
            "offset": facts["failedOffset"],
            "attempts": facts["attempts"],
            "retryLimit": facts["retryLimit"],
            "lastError": facts["lastError"],
            "failedAt": facts["failedAt"],
            "lastAttempts": facts["lastAttempts"],
        },
        "firstPop": facts["startMode"]
        and {
            "mode": facts["startMode"],
            "from": facts["startFrom"],
            "offset": facts["startOffset"],
            "messages": facts["open"] - (facts["tooOld"] or 0),
        },
    }


def _sentence(group: str, facts: Row) -> str:
    """Why nothing moves, and what will make it move."""
    return {
        "not_subscribed": _not_subscribed,
        "leased": _leased,
        "empty": _empty,
        "assigned": _assigned,
        "maintenance": _maintenance,
        "paused": _paused,
        "resting": _resting,
        "failing": _failing,
        "ready": _ready,
    }[facts["state"]](group, facts)


def _not_subscribed(group: str, facts: Row) -> str:
    found = _messages(facts["open"] - (facts["tooOld"] or 0))
    start = f"from offset {facts['startOffset']} on"
    return f"Group {group} never popped here: its first pop would find {found}, {start}."


def _leased(group: str, facts: Row) -> str:
    who = facts["leaseClient"] or "A consumer"
    return (
        f"{who} of group {group} has held {_messages(facts['processing'])} since"
        f" {facts['leasedAt']}; its lease ends in {facts['leaseSecondsLeft']:.0f} s, unless it is"
        " answered or extended before."
    )


def _empty(group: str, facts: Row) -> str:
    return f"Nothing is open: group {group} is done with all {facts['head']} messages pushed here."


def _assigned(group: str, facts: Row) -> str:
    if facts["owner"] is None:
        whose = "is being dealt out to one of its members"
    else:
        whose = f"is assigned to its member {facts['owner']}, which has not committed them"
    return f"The partition {whose}; {_waiting(group, facts)}."


def _maintenance(group: str, facts: Row) -> str:
    whose = {"system": "all queues", "queue": "this queue"}[facts["maintenance"]]
    return f"Pops of {whose} are in maintenance; {_waiting(group, facts)}."


def _paused(group: str, facts: Row) -> str:
    return f"Group {group} is paused since {facts['pausedAt']}; {_waiting(group, facts)}."


def _resting(group: str, facts: Row) -> str:
    return (
        f"It rests until {facts['restUntil']}: {_RESTS[facts['restReason']]};"
        f" {_waiting(group, facts)}."
    )


def _failing(group: str, facts: Row) -> str:
    left = facts["retryLimit"] - facts["attempts"] + 1
    fate = (
        f"it becomes a dead letter when it fails {_times(left)} more"
        if left > 0
        else "it becomes a dead letter when it is handed out alone and fails"
    )
    return (
        f"The message at offset {facts['failedOffset']} failed {_times(facts['attempts'])}, the"
        f" last time with {_shortened(facts['lastError'])!r}, and holds up those behind it; {fate}."
        f" {_next_pop(group, facts)}"
    )


def _ready(group: str, facts: Row) -> str:
    if facts["tooOld"]:
        return (
            f"It is ready, but {facts['tooOld']} of {_messages(facts['open'])} waited too long"
            f" (ttl, maxWaitTimeSeconds): the next pop of group {group} gives them up."
        )
    return f"It is ready: {_waiting(group, facts)}. {_next_pop(group, facts)}"


def _next_pop(group: str, facts: Row) -> str:
    if facts["lapsed"]:
        return (
            "The last lease ran out unanswered, and nobody has looked since: the next pop of group"
            f" {group} takes it over, which counts as a failed attempt."
        )
    return f"The next pop of group {group} gets them."


def _waiting(group: str, facts: Row) -> str:
    verb = "waits" if facts["open"] == 1 else "wait"
    return f"{_messages(facts['open'])} {verb} for group {group}"


def _messages(count: int) -> str:
    return "1 message" if count == 1 else f"{count} messages"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _shortened(error: str) -> str:
    return error if len(error) <= 200 else f"{error[:200]}…"
