"""Requests and answers of the groups of the log."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from functions.edge.lists import Pagination
from functions.forms.log import (
    Attributes,
    GuardScope,
    HandledTypes,
    LogGuard,
    LogMessageAnswer,
    Position,
    QueryPosition,
)
from regent.limits import (
    MAX_DELAY_SECONDS,
    MAX_ERROR_LENGTH,
    MAX_LEASE_SECONDS,
    MAX_LOG_BATCH,
    MAX_PAGE,
    MAX_PARTITION_ATTRIBUTES,
)
from regent.names import LogGroupName, Name, Text
from regent.numbers import WHOLE

Names = Annotated[list[Name], Field(min_length=1, max_length=MAX_PARTITION_ATTRIBUTES)]
LeaseSeconds = Annotated[float, Field(strict=True, gt=0, le=MAX_LEASE_SECONDS)]
RetrySeconds = Annotated[float, Field(strict=True, ge=0, le=MAX_DELAY_SECONDS)]


#: A partition's: a message waits in it, a worker holds it, it rests after a release, or no
#: message is known to wait.
OffsetState = Literal["pending", "claimed", "resting", "idle"]


class LogGroupRequest(BaseModel):
    """A group. With ``partitionBy`` its partitions exist as soon as their messages do."""

    groupId: LogGroupName
    partitionBy: Names | None = None


class LogStopRequest(BaseModel):
    """Why the group stops, and after which time it goes on. With a time it counts as failed."""

    reason: Any = None
    retryInSeconds: RetrySeconds | None = None


class LogReasonRequest(BaseModel):
    """The reason, for the server's own log."""

    reason: Any = None


class LogClaimRequest(BaseModel):
    """Which partitions, which messages, for which worker, and for how long."""

    partitionBy: Names
    handledTypes: HandledTypes
    workerId: Name
    batchSize: Annotated[int, Field(strict=True, ge=1, le=MAX_LOG_BATCH), WHOLE] = 100
    leaseSeconds: LeaseSeconds = 120
    guardScope: GuardScope = "broad"


class LogAckRequest(BaseModel):
    """A claim that is done up to a position."""

    offsetId: Name
    position: Position
    workerId: Name | None = None


class LogExtendRequest(BaseModel):
    """A claim that runs on for so many seconds from now."""

    offsetId: Name
    workerId: Name | None = None
    leaseSeconds: LeaseSeconds = 120


class LogReleaseRequest(BaseModel):
    """A claim that is given back. The partition may rest first."""

    offsetId: Name
    workerId: Name | None = None
    error: Annotated[Text, StringConstraints(max_length=MAX_ERROR_LENGTH)] | None = None
    retryInSeconds: RetrySeconds | None = None


class LogAdvanceRequest(BaseModel):
    """A partition, and the group's new position in it."""

    partition: Annotated[Attributes, Field(min_length=1)]
    position: Position


class LogGroupNamed(BaseModel):
    """The group, where a body names it."""

    groupId: LogGroupName


class LogStopNamedRequest(LogGroupNamed, LogStopRequest):
    """A group that stops, and as without its name: why, and after which time it goes on."""


class LogReasonNamedRequest(LogGroupNamed, LogReasonRequest):
    """A group, and the reason, for the server's own log."""


class LogClaimNamedRequest(LogGroupNamed, LogClaimRequest):
    """A group, and as without its name: which partitions, messages and worker."""


class LogAckNamedRequest(LogGroupNamed, LogAckRequest):
    """A group, and its claim that is done up to a position."""


class LogExtendNamedRequest(LogGroupNamed, LogExtendRequest):
    """A group, and its claim that runs on for so many seconds from now."""


class LogReleaseNamedRequest(LogGroupNamed, LogReleaseRequest):
    """A group, and its claim that is given back. The partition may rest first."""


class LogAdvanceNamedRequest(LogGroupNamed, LogAdvanceRequest):
    """A group, a partition, and the group's new position in it."""


class LogOffsetsQuery(BaseModel):
    """Where to start: an offset's id (inclusive), or the cursor of the last page."""

    start: Annotated[QueryPosition | None, Field(alias="from")] = None
    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 100
    cursor: Text | None = None
    state: OffsetState | None = None


class LogGroupAnswer(BaseModel):
    """A group: whether it runs, how far it is, and in how many partitions messages are pending."""

    groupId: str
    status: Literal["active", "stopped", "failed"]
    errorContext: Any
    retryAt: str | None
    partitionBy: list[str] | None
    createdAt: str
    updatedAt: str
    partitions: int
    pending: int
    claimed: int
    lowestPosition: int | None
    highestPosition: int | None
    scannedPosition: int | None
    safePosition: int


class LogGroupsAnswer(BaseModel):
    """Groups by name."""

    groups: list[LogGroupAnswer]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class LogClaimAnswer(BaseModel):
    """A partition that the worker holds for now, and the messages that are pending in it."""

    offsetId: str
    keyPairIds: list[str]
    partitionKey: str
    partitionValue: dict[str, str]
    messages: list[LogMessageAnswer]
    replaying: bool
    guard: LogGuard


class LogAckAnswer(BaseModel):
    """The claim has ended."""

    acked: bool


class LogExtendAnswer(BaseModel):
    """Until when the claim runs now."""

    offsetId: str
    claimedUntil: str


class LogReleaseAnswer(BaseModel):
    """The claim has ended."""

    released: bool


class LogAdvanceAnswer(BaseModel):
    """The group's position in the partition."""

    position: int


class LogResetAnswer(BaseModel):
    """In how many partitions the group starts again."""

    groupId: str
    offsetsDeleted: int


class LogOffsetAnswer(BaseModel):
    """A group's position in a partition, and the worker that holds the partition. ``claimId``: the
    claim's ``offsetId``, while it runs."""

    id: str
    partitionKey: str
    partitionValue: dict[str, str]
    state: OffsetState
    lastPosition: int
    nextPosition: int | None
    claimed: bool
    claimId: str | None
    claimedBy: str | None
    claimedAt: str | None
    claimedUntil: str | None
    resumeAt: str | None
    error: str | None


class LogOffsetsAnswer(BaseModel):
    """Partitions in the order in which they were found."""

    offsets: list[LogOffsetAnswer]
    nextCursor: str | None
