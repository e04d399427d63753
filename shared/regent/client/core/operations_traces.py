"""Operations about notes that consumers keep of messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regent.client.core.messages import MessageFields
from regent.client.core.operation import Operation, json_bytes, nothing
from regent.client.errors import InvalidPayload


def record(
    message: MessageFields[Any], data: Any, names: Sequence[str], event: str
) -> Operation[None]:
    """Keep a note. Sent once: a second try could keep it twice."""
    body = {
        "transactionId": message.transaction_id,
        "partitionId": message.partition_id,
        "consumerGroup": message.group,
        "traceNames": list(names),
        "eventType": event,
        "data": data,
    }
    try:
        encoded = json_bytes(body)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidPayload(f"a note that is no JSON cannot be kept: {error}") from error
    return Operation("POST", "/api/v1/traces", nothing, encoded, repeats=False)
