"""The words between a consumer's schedule and the engine that carries it out: lanes, reports,
actions."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal


class _Release(enum.Enum):
    RELEASE = "release"


#: The answer for a message that is given back uncounted.
RELEASE: Final = _Release.RELEASE


class LaneState(enum.Enum):
    """Where a lane is on its way."""

    WAITING = enum.auto()
    RUNNING = enum.auto()
    #: The handler has ended, and the server does not know it yet.
    ANSWERED = enum.auto()
    #: The lease is gone and the handler still runs. Nothing is acked for it.
    LOST = enum.auto()
    OVER = enum.auto()


@dataclass(eq=False, slots=True)
class HeldLane:
    """The messages of one partition that one answer brought. One handler takes them in turn."""

    lease_id: str
    partition_id: str
    messages: Sequence[Any]
    state: LaneState = LaneState.WAITING
    #: How many messages from the front are done, and of how many the server knows it.
    completed: int = 0
    reported: int = 0
    #: On ``messages[completed]``: None, RELEASE, or whatever a runner makes of a failure.
    answer: object = None
    started_at: float = 0.0
    told_at: float = 0.0
    was_told_to_finish: bool = False
    was_cancelled: bool = False

    @property
    def has_news(self) -> bool:
        """Whether there is something that the server does not know."""
        return self.answer is not None or self.completed > self.reported


@dataclass(frozen=True, slots=True)
class Report:
    """What one lane says to the server."""

    lane: HeldLane
    completed: int
    answer: object = None
    #: Nothing follows for this lane.
    is_final: bool = False


@dataclass(eq=False, slots=True)
class HeldLease:
    """A lease, and until when it surely runs by this process's own clock."""

    id: str
    taken_at: float
    lease_seconds: float
    #: Counted from before the request was sent: the way of an answer makes no lease longer.
    ends_at: float
    renew_at: float
    lanes: list[HeldLane] = field(default_factory=list)
    is_renewing: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for messages of so many partitions. Verdicts travel in the same request."""

    partitions: int
    wait_seconds: float = 0.0
    reports: tuple[Report, ...] = ()


@dataclass(frozen=True, slots=True)
class Ack:
    """Send reports without asking for more."""

    reports: tuple[Report, ...]


@dataclass(frozen=True, slots=True)
class Extend:
    """Renew a lease."""

    lease_id: str


@dataclass(frozen=True, slots=True)
class Start:
    """Hand a lane to a handler."""

    lane: HeldLane


@dataclass(frozen=True, slots=True)
class Finish:
    """Have the runner of a lane stop after the message at hand."""

    lane: HeldLane


@dataclass(frozen=True, slots=True)
class Cancel:
    """Have the runner of a lane stop at once, if its handler can be stopped."""

    lane: HeldLane
    reason: Literal["lease lost", "stopping"]


@dataclass(frozen=True, slots=True)
class HangUp:
    """Nobody wants the poll that is out. A server that notices it is hung up on."""


@dataclass(frozen=True, slots=True)
class End:
    """Nothing is left to do."""


Action = Ask | Ack | Extend | Start | Finish | Cancel | HangUp | End
