"""Messages of the log that are appended later, as the handler of the log takes and gives them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from functions.edge.instants import ZonedInstant
from functions.edge.lists import PageQuery, Pagination
from functions.forms.log import LogMessage
from functions.forms.preview import in_a_dry_run
from functions.forms.spans import SpanQuery
from regent.limits import MAX_APPEND_MESSAGES


class LogScheduleRequest(BaseModel):
    """Messages, and the instant at which they are appended."""

    messages: Annotated[list[LogMessage], Field(min_length=1, max_length=MAX_APPEND_MESSAGES)]
    at: ZonedInstant


class LogScheduleAnswer(BaseModel):
    """The messages that were kept."""

    scheduleId: str
    messages: int
    at: str


class ScheduledQuery(PageQuery, SpanQuery):
    """Batches that are due from ``from`` on, until before ``to``; without them, all."""


class ScheduledAnswer(BaseModel):
    """A batch that waits to be appended. ``types``: of its messages, the first ten by name."""

    scheduleId: str
    at: str
    scheduledAt: str
    messageCount: int
    types: list[str]


class ScheduledListAnswer(BaseModel):
    """Batches, the one that is due first in front."""

    scheduled: list[ScheduledAnswer]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class ScheduledReadQuery(BaseModel):
    """Which messages of the batch: ``from`` counts them, from 0."""

    start: Annotated[int, Field(alias="from", ge=0, le=MAX_APPEND_MESSAGES)] = 0
    limit: Annotated[int, Field(ge=1, le=MAX_APPEND_MESSAGES)] = 100


class ScheduledMessageAnswer(BaseModel):
    """A message that has no position yet."""

    id: str
    type: str
    payload: dict[str, Any]
    metadata: dict[str, Any] | None
    causationId: str | None
    correlationId: str | None


class ScheduledReadAnswer(ScheduledAnswer):
    """A batch with its messages. ``more``: others follow those that are here."""

    messages: list[ScheduledMessageAnswer]
    more: bool


class CancelledAnswer(ScheduledAnswer):
    """A batch that is never appended; or, in a dry run, that would not be."""

    cancelled: bool
    dryRun: bool = Field(default_factory=in_a_dry_run)
