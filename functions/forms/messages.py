"""Messages that are kept, as lists of them tell."""

from __future__ import annotations

from pydantic import BaseModel

from regent.stores.messages import State


class BusStatus(BaseModel):
    """Of the named groups that follow the partition, how many have completed the message."""

    consumedBy: int
    totalGroups: int


class StoredMessage(BaseModel):
    """A message that is kept. ``queueStatus``: what it is to the group of those who name none;
    null when nobody has popped so."""

    id: str
    transactionId: str
    partitionId: str
    queuePath: str
    queue: str
    partition: str
    namespace: str
    task: str
    offset: int
    status: State
    queueStatus: State | None
    busStatus: BusStatus
    traceId: str | None
    producerSub: str | None
    queuePriority: int
    createdAt: str
    leaseExpiresAt: str | None
    isEncrypted: bool
    key: str | None
