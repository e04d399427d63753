"""For tests of handlers, without a server: what would become of their messages.

from regent.testing import outcomes
assert outcomes(bill, [{"total": 12}, {"total": -1}]) == ["completed", "failed"]
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from regent.client.core.http1 import HttpRequest, Reply
from regent.client.core.ids import new_id
from regent.client.core.options import Options, options
from regent.client.core.payloads import Codec, Encoded, codec_for, encoded, json_pair
from regent.client.core.popping import QUEUE_MODE, Popped
from regent.client.core.retry import RetryPolicy
from regent.client.engine.consuming import Consuming, Middleware, OnInvalid
from regent.client.engine.outcomes import Failure
from regent.client.engine.walk import Walk, walk_in_loop, walk_in_thread
from regent.client.errors import InvalidPayload, Misused
from regent.client.sync.message import Batch, Message
from regent.client.sync.session import Session

__all__ = ["message", "outcomes"]

#: What a verdict is called here.
_WORDS: Final = {"failed": "failed", "retry": "retried", "dlq": "dead letter"}
_PARTITION: Final = "1"


class _NoServer:
    """Where a handler's own requests end."""

    def __init__(self) -> None:
        self.called: Misused | None = None

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:  # noqa: ARG002
        self.called = Misused(
            f"the handler called {request.method} {request.target}, and there is no server behind a"
            " message of regent.testing; test it against a real one"
        )
        raise self.called

    def close(self) -> None:
        """Nothing is open."""


def _options() -> Options:
    return options(
        {},
        None,
        auth=None,
        timeout_seconds=1.0,
        retry=RetryPolicy(),
        ssl_context=None,
        proxy=None,
        headers=None,
        json=None,
        max_connections=1,
        allow_http=False,
        tracing="off",
    )


def message(payload: Any, *, queue: str = "test", group: str = QUEUE_MODE, **raw: Any) -> Any:
    """A message as a handler gets it. ``raw``: further fields of a pop's answer, by their names
    there (``headers``, ``key``, ``deliveryAttempt`` …)."""
    popped = Popped([_raw(payload, 0, queue, group) | raw], lease_id=f"{new_id()}.{_PARTITION}")
    (made,) = Batch[Any](Session(_options(), _NoServer()), popped, None)
    return made


def outcomes(
    handler: Callable[[Any], Any],
    payloads: Iterable[Any],
    *,
    payload: Any = Any,
    middleware: Sequence[Middleware] = (),
    batches: bool = False,
    on_invalid: OnInvalid = "dead_letter",
) -> list[str]:
    """What becomes of messages of one partition: ``completed``, ``failed``, ``retried`` or ``dead
    letter``, and ``handed out again`` for those behind a message that was not completed.

    ``payloads`` may hold messages that ``message`` made. The rest is as in ``consumer``.
    """
    consuming = Consuming(
        handler=handler, middleware=middleware, batches=batches, on_invalid=on_invalid
    )
    codec = codec_for(payload)
    raw = []
    for place, one in enumerate(payloads):
        if isinstance(one, Message):
            raw.append(one.raw | {"partitionId": _PARTITION, "offset": place})
        else:
            text, is_base64 = _sent(one, codec)
            made = _raw(json_pair(None).read(text), place, "test", QUEUE_MODE)
            raw.append(made | ({"headers": {"content-encoding": "base64"}} if is_base64 else {}))
    popped = Popped(raw, lease_id=f"{new_id()}.{_PARTITION}")
    server = _NoServer()
    batch = Batch[Any](Session(_options(), server), popped, codec)
    if not raw:
        return []
    (lane,) = batch.lanes
    handed: Sequence[Any] = [batch] if batches else lane.messages
    walk = Walk(consuming, lane, popped.lease_id, handed, lambda *_: None)
    if consuming.is_async:
        asyncio.run(walk_in_loop(walk, consuming.call(), None))
    else:
        walk_in_thread(walk, consuming.call())
    if (error := walk.interrupt or server.called) is not None:
        raise error
    return _said(walk, len(raw))


def _sent(payload: Any, codec: Codec[Any] | None) -> Encoded:
    """A payload as it travels. Others may push into a queue as well, so what is not of its type
    travels as it is."""
    try:
        return encoded(payload, codec, json_pair(None))
    except InvalidPayload:
        return encoded(payload, None, json_pair(None))


def _raw(data: Any, place: int, queue: str, group: str) -> dict[str, Any]:
    """A message as a pop answers it."""
    return {
        "id": new_id(),
        "transactionId": f"test-{place}",
        "traceId": None,
        "data": data,
        "producerSub": None,
        "createdAt": datetime.now(UTC).isoformat(),
        "queue": queue,
        "namespace": None,
        "task": None,
        "partitionId": _PARTITION,
        "partition": "Default",
        "offset": place,
        "key": None,
        "headers": None,
        "deliveryAttempt": 1,
        "failedAttempts": 0,
        "isEncrypted": False,
        "leaseId": f"test.{_PARTITION}",
        "consumerGroup": group,
    }


def _said(walk: Walk, count: int) -> list[str]:
    completed = walk.held.completed
    said = ["dead letter" if place in walk.buried else "completed" for place in range(completed)]
    if isinstance(walk.answer, Failure):
        # A handler of batches fails for all that it was given.
        blamed = count - completed if walk.answer.is_whole else 1
        said += [_WORDS[walk.answer.status]] * blamed
    return said + ["handed out again"] * (count - len(said))
