"""Messages that are kept, as a list tells them and as one is read."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from functions.forms.attempts import Attempt
from functions.forms.configure import Options
from regent.rows import Row
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
    #: Of a delayed message, when a consumer can get it.
    dueAt: str | None


class ListedMessage(StoredMessage):
    """A message in a list. ``data`` and ``headers`` are there where payloads were asked for."""

    headers: Any = None
    data: Any = None
    #: Where ``maxDataBytes`` was said: how the JSON of a larger payload begins (``data`` is null
    #: then), and how many bytes all of it has.
    dataStart: str | None = None
    dataBytes: int | None = None
    #: Only on a message of which the key is not here; ``data`` is null then.
    decryptionError: str | None = None
    #: Only where something is hidden: its paths in the payload; `*`: all of it.
    masked: list[str] | None = None


class DeadLetterNote(BaseModel):
    """The dead letter of a message that a group gave up on."""

    id: str
    reason: str


class GroupNote(BaseModel):
    """What a group made of a message. The lease is there while the group holds the message, and
    ``processingAt``, when it was handed out. ``lastConsumedAt``: when the group last completed
    something in this partition; a completed message was completed by then."""

    consumerGroup: str
    status: State
    attempts: int
    #: The last five failed attempts, the newest first.
    lastAttempts: list[Attempt]
    errorMessage: str | None
    failedAt: str | None
    processingAt: str | None
    lastConsumedAt: str | None
    leaseId: str | None
    leaseExpiresAt: str | None
    deadLetter: DeadLetterNote | None


class MessageDetail(StoredMessage):
    """One message, whole. ``errorMessage``: of the group that failed last."""

    availableAt: str | None
    headers: Any
    errorMessage: str | None
    retryCount: int
    queueConfig: Options
    consumerGroups: list[GroupNote]
    data: Any
    #: Only on a message of which the key is not here; ``data`` is null then.
    decryptionError: str | None = None
    #: Only where something is hidden: its paths in the payload; `*`: all of it.
    masked: list[str] | None = None


def stored_message(row: Row) -> Row:
    """A message of queen.list_messages or queen.read_message, as the published console reads it."""
    message: Row = {}
    for name, value in row.items():
        if name == "queue":
            message["queuePath"] = f"{value}/{row['partition']}"
        if name == "consumedBy":
            message["busStatus"] = {"consumedBy": value, "totalGroups": row["totalGroups"]}
        elif name != "totalGroups":
            message[name] = value
    return message


def message_with_payload(row: Row) -> Row:
    """A message with its payload at the end, or why that cannot be read."""
    message = stored_message(row)
    payload = {"data": message.pop("payload")}
    for name in ("decryptionError", "masked", "dataStart", "dataBytes"):
        if name in message:
            payload[name] = message.pop(name)
    return message | payload
