"""Messages of the log, conditions and guards, as the handlers of the log and transactions take and
give them."""

from __future__ import annotations

import uuid
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from regent.limits import (
    MAX_CONDITIONS,
    MAX_HANDLED_TYPES,
    MAX_PARTITION_ATTRIBUTES,
    MAX_POSITION,
)
from regent.names import AttributeValue, Name
from regent.numbers import WHOLE
from regent.stores.log import NewMessage

Attributes = Annotated[dict[Name, AttributeValue], Field(max_length=MAX_PARTITION_ATTRIBUTES)]
Position = Annotated[int, Field(strict=True, ge=0, lt=MAX_POSITION + 1), WHOLE]
QueryPosition = Annotated[int, Field(ge=0, lt=MAX_POSITION + 1)]
GuardScope = Literal["broad", "exact"]
HandledTypes = Annotated[list[Name], Field(min_length=1, max_length=MAX_HANDLED_TYPES)]


class LogMessage(BaseModel):
    """A message to append. Its scalar attributes are what it is found by."""

    id: uuid.UUID | None = None
    type: Name
    payload: dict[str, Any]
    metadata: dict[str, Any] | None = None
    causationId: uuid.UUID | None = None
    correlationId: uuid.UUID | None = None

    def new(self) -> NewMessage:
        """As the store takes it."""
        new: NewMessage = {
            "type": self.type,
            "payload": self.payload,
            "metadata": self.metadata,
            "causationId": None if self.causationId is None else str(self.causationId),
            "correlationId": None if self.correlationId is None else str(self.correlationId),
        }
        if self.id is not None:
            new["id"] = str(self.id)
        return new


class LogCondition(BaseModel):
    """Messages of a type that have all of these values."""

    type: Name
    attrs: Attributes = {}


Conditions = Annotated[list[LogCondition], Field(max_length=MAX_CONDITIONS)]


class LogGuard(BaseModel):
    """Append nothing when a message that matches a condition stands after a position."""

    conditions: Conditions
    lastPosition: Position


class LogMessageAnswer(BaseModel):
    """A message as it was appended, with its place."""

    position: int
    id: str
    type: str
    payload: dict[str, Any]
    metadata: dict[str, Any] | None
    causationId: str | None
    correlationId: str | None
    createdAt: str
