"""How much a pop takes, and messages as it hands them out: also those that an ack takes next."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from pydantic import BaseModel, Field

from regent.errors import InvalidRequest
from regent.limits import MAX_LEASE_SECONDS, MAX_POP_BATCH, MAX_POP_PARTITIONS
from regent.rows import instant
from regent.stores.queue_types import Lease, Popped

Batch = Annotated[int, Field(ge=1, le=MAX_POP_BATCH)]
Partitions = Annotated[int, Field(ge=1, le=MAX_POP_PARTITIONS)]
LeaseSeconds = Annotated[int, Field(ge=1, le=MAX_LEASE_SECONDS)]


class MessageAnswer(BaseModel):
    """A message as it was pushed, with its place and the lease that holds it."""

    id: str
    transactionId: str
    traceId: str | None
    data: Any
    producerSub: str | None
    createdAt: str
    queue: str
    namespace: str
    task: str
    partitionId: str
    partition: str
    offset: int
    key: str | None
    headers: Any
    deliveryAttempt: int
    failedAttempts: int
    isEncrypted: bool
    leaseId: str
    consumerGroup: str
    #: Only on a message whose key is not here; ``data`` is null then.
    decryptionError: str | None = None


def checked_key(key: str | None, repeat: bool) -> str | None:
    """A lease's key as it is stored."""
    if repeat and key is None:
        raise InvalidRequest("repeat: needs the leaseKey of the request that it repeats")
    return None if key is None else key.lower()


def lease_answer(lease: Lease, group: str) -> dict[str, Any]:
    """The messages of a lease and its terms, for an answer."""
    return {
        "leaseId": lease.id,
        "leaseSeconds": lease.seconds,
        "expiresAt": None if lease.expires_at is None else instant(lease.expires_at),
        "messages": [_message(message, lease.id, group) for message in lease.messages],
        "partitionsClaimed": lease.partitions_claimed,
    }


def _message(message: Popped, lease_id: str, group: str) -> dict[str, Any]:
    return {
        "id": str(message.id),
        "transactionId": message.transaction_id,
        "traceId": None if message.trace_id is None else str(message.trace_id),
        # JSON already: it is passed through as text, without parsing.
        "data": orjson.Fragment(message.payload),
        "producerSub": message.producer_sub,
        "createdAt": instant(message.created_at),
        "queue": message.queue,
        "namespace": message.namespace,
        "task": message.task,
        "partitionId": str(message.partition_id),
        "partition": message.partition,
        "offset": message.offset,
        "key": message.key,
        "headers": None if message.headers is None else orjson.Fragment(message.headers),
        "deliveryAttempt": message.delivery,
        "failedAttempts": message.failed_attempts,
        "isEncrypted": message.is_encrypted,
        "leaseId": lease_id,
        "consumerGroup": group,
        **(
            {}
            if message.decryption_error is None
            else {"decryptionError": message.decryption_error}
        ),
    }
