"""How the log is reached: the routes of docs/http/log.md as methods. Each takes the contents of the
request's body, and returns the answer's body."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

#: A JSON object that is sent, and one that is received.
Wire = Mapping[str, Any]
Answer = dict[str, Any]


class Transport(Protocol):
    """A way to reach a log. Every way raises the errors of ``regent.errors``."""

    def append(self, messages: Sequence[Wire], guard: Wire | None) -> Answer:
        """``{positions, lastPosition}``"""

    def read(self, conditions: Sequence[Wire], after: int | None, limit: int) -> Answer:
        """``{messages, more, guard}``"""

    def read_partition(
        self,
        attributes: Wire,
        types: Sequence[str],
        after: int | None,
        upto: int | None,
        scope: str,
    ) -> Answer:
        """``{messages, more, guard}``"""

    def read_log(self, start: int | None, limit: int, order: str, kind: str | None) -> Answer:
        """``{messages, more, lastPosition, safePosition}``"""

    def correlated(self, message_id: str, after: int | None) -> Answer:
        """``{messages, more, lastPosition, safePosition}``"""

    def declare_type(self, kind: str, attributes: Sequence[str] | None) -> None:
        """Declare which attributes of a type count."""

    def types(self, cursor: str | None) -> Answer:
        """``{types, nextCursor}``"""

    def register_group(self, group: str, partition_by: Sequence[str] | None) -> None:
        """Make a group, once."""

    def group(self, group: str) -> Answer:
        """One group."""

    def groups(self, cursor: str | None) -> Answer:
        """``{groups, nextCursor}``"""

    def stop_group(self, group: str, reason: Any, retry_in_seconds: float | None) -> None:
        """Stop a group; with a time after which it goes on, it counts as failed."""

    def start_group(self, group: str) -> None:
        """Make a group active again."""

    def reset_group(self, group: str) -> int:
        """Start a group again from the start of the log; in how many partitions."""

    def claim(self, group: str, request: Wire) -> Answer | None:
        """A claim, or None if there is nothing to claim."""

    def ack(self, group: str, request: Wire) -> None:
        """Complete a claim up to a position."""

    def extend(self, group: str, request: Wire) -> str:
        """Let a claim run longer; until when."""

    def release(self, group: str, request: Wire) -> None:
        """Give a claim back."""

    def advance(self, group: str, partition: Wire, position: int) -> int:
        """Move a group forward in a partition; its position there."""

    def offsets(self, group: str, state: str | None, cursor: str | None) -> Answer:
        """``{offsets, nextCursor}``"""

    def schedule(self, messages: Sequence[Wire], at: datetime) -> str:
        """Append messages later; the id of the batch."""

    def scheduled(
        self, since: datetime | None, before: datetime | None, cursor: str | None
    ) -> Answer:
        """``{scheduled, nextCursor}``"""

    def read_scheduled(self, schedule: str, start: int) -> Answer:
        """A batch that waits: ``{messages, more, …}``"""

    def cancel_scheduled(self, schedule: str) -> Answer:
        """Take a batch back; what it was."""

    def installed(self) -> bool:
        """Whether there is a log."""

    def clear(self) -> None:
        """Empty the log."""

    def close(self) -> None:
        """Close the connections that it opened itself."""


def json_bytes(value: Any) -> bytes:
    """JSON in UTF-8. Raises ValueError or TypeError for values that JSON cannot hold: infinite
    numbers, half characters, sets."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
