"""The steps of the log's tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from regent.log import Claim, Log, Message, MessageClass
from tests.log.courses import ALL, ENROLMENT


def claim(
    log: Log,
    worker: str = "w-1",
    *,
    group: str = "g",
    by: str | Sequence[str] = ENROLMENT,
    types: Sequence[MessageClass | str] = ALL,
    **options: Any,
) -> Claim | None:
    """Claim the next enrolment."""
    return log.claim_next(group, partition_by=by, handled_types=types, worker_id=worker, **options)


def held(log: Log, worker: str = "w-1", **asked: Any) -> Claim:
    """Claim the next enrolment; the test fails if there is none."""
    found = claim(log, worker, **asked)
    assert found is not None
    return found


def said(messages: Iterable[Message]) -> list[tuple[int | None, str, dict[str, Any]]]:
    """Each message's position, type and payload."""
    return [(message.position, message.type, message.payload) for message in messages]


def places(messages: Iterable[Message]) -> list[int | None]:
    """Each message's position."""
    return [message.position for message in messages]
