"""A Lambda function of a handler, for batches that are handed to it.

The event has the messages as a pop answers them (``messages``), or as SQS would (``Records``). The
answer lists what was not completed, by message id, in SQS's form with two words more. There is no
such list for messages that failed together: then the function fails, and its batch as a whole.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final, Protocol

from regent.client.core.popping import Popped
from regent.client.engine.consumer import LaneBatch
from regent.client.engine.consuming import Consuming
from regent.client.engine.outcomes import Failure
from regent.client.engine.walk import Walk, walk_in_loop, walk_in_thread
from regent.client.errors import UnexpectedAnswer

#: So long before the function's end no message is begun: the answer has to go out.
RESERVE_SECONDS: Final = 2.0

Event = Mapping[str, Any]
MakeBatch = Callable[[Popped], LaneBatch]
#: Runs work in an event loop to its end.
InLoop = Callable[[Coroutine[Any, Any, None]], None]


class Context(Protocol):
    """What Lambda hands in beside the event."""

    def get_remaining_time_in_millis(self) -> int:
        """How long the function may go on."""


def answered(
    consuming: Consuming,
    make_batch: MakeBatch,
    event: Event,
    context: Context,
    in_loop: InLoop = asyncio.run,
) -> dict[str, list[dict[str, Any]]]:
    """Hand the messages of an event to a handler. In each partition the first failure stops that
    partition and no other. A handler that is ``async def`` runs ``in_loop``."""

    def is_late() -> bool:
        return context.get_remaining_time_in_millis() < RESERVE_SECONDS * 1000

    walks = []
    for raw in _by_partition(_messages(event)):
        batch = make_batch(Popped(raw, str(raw[0].get("leaseId") or "")))
        (lane,) = batch.lanes
        handed: Sequence[Any] = [batch] if consuming.batches else lane.messages
        walk = Walk(consuming, lane, batch.lease.id, handed, lambda *_: None)
        walk.stop_when(is_late)
        walks.append(walk)
    if consuming.is_async:
        in_loop(_all_in_loop(walks, consuming))
    else:
        call = consuming.call()
        for walk in walks:
            walk_in_thread(walk, call)
    for walk in walks:
        if (error := walk.interrupt or walk.whole_error) is not None:
            raise error
    return {"batchItemFailures": [failure for walk in walks for failure in _failures(walk)]}


async def _all_in_loop(walks: Sequence[Walk], consuming: Consuming) -> None:
    call, timeout = consuming.call(), consuming.handler_timeout_seconds
    await asyncio.gather(*(walk_in_loop(walk, call, timeout) for walk in walks))


def _failures(walk: Walk) -> list[dict[str, Any]]:
    messages = walk.lane.messages
    failed: list[dict[str, Any]] = [
        {"itemIdentifier": messages[place].id, "error": reason, "deadLetter": True}
        for place, reason in walk.buried.items()
    ]
    for place in range(walk.held.completed, len(messages)):
        item: dict[str, Any] = {"itemIdentifier": messages[place].id}
        answer = walk.answer
        if not isinstance(answer, Failure) or answer.status == "retry":
            # Given back: there was no time for it, or its handler said later.
            delay = answer.delay_seconds if isinstance(answer, Failure) else None
            item["retryAfterSeconds"] = delay or 0
        elif place == walk.held.completed:
            item["error"] = answer.error
        failed.append(item)
    return failed


def _by_partition(messages: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    partitions: dict[str, list[dict[str, Any]]] = {}
    for message in messages:
        partitions.setdefault(message["partitionId"], []).append(message)
    return list(partitions.values())


def _messages(event: Event) -> list[dict[str, Any]]:
    try:
        if "messages" in event:
            return [dict(message) for message in event["messages"]]
        return [_of_record(record, event) for record in event["Records"]]
    except (LookupError, TypeError, ValueError) as error:
        raise UnexpectedAnswer(
            f"the event is none of Regent's ({error!r}); it has `messages`, or `Records` with"
            " `regent` in each"
        ) from error


def _of_record(record: Mapping[str, Any], event: Event) -> dict[str, Any]:
    """A record in SQS's form, as a pop answers it."""
    own = record["regent"]
    return {
        "namespace": None,
        "task": None,
        "failedAttempts": 0,
        "isEncrypted": False,
        "consumerGroup": event.get("regent", {}).get("consumerGroup"),
        **own,
        "id": record["messageId"],
        "data": json.loads(record["body"]),
        "leaseId": record["receiptHandle"],
    }
