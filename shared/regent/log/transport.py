"""What the log needs of the place where it is: the routes of docs/http/log.md as methods, each with
what its request's body says, and the body of its answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

#: A JSON object on its way out, and one that came back.
Wire = Mapping[str, Any]
Answer = dict[str, Any]


class Transport(Protocol):
    """A way to a log. Errors are those of ``regent.errors``, whichever way it is."""

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
        """Which attributes of a type count."""

    def types(self, cursor: str | None) -> Answer:
        """``{types, nextCursor}``"""

    def register_group(self, group: str, partition_by: Sequence[str] | None) -> None:
        """Make a group, once."""

    def group(self, group: str) -> Answer:
        """One group."""

    def groups(self, cursor: str | None) -> Answer:
        """``{groups, nextCursor}``"""

    def stop_group(self, group: str, reason: Any, retry_in_seconds: float | None) -> None:
        """Stopped; with a time to go on, failed."""

    def start_group(self, group: str) -> None:
        """Active again."""

    def reset_group(self, group: str) -> int:
        """From the start again; in how many partitions."""

    def claim(self, group: str, request: Wire) -> Answer | None:
        """A claim, or None when there is nothing to claim."""

    def ack(self, group: str, request: Wire) -> None:
        """Done up to a position."""

    def release(self, group: str, request: Wire) -> None:
        """Given back."""

    def advance(self, group: str, partition: Wire, position: int) -> int:
        """Where the group is in the partition now."""

    def offsets(self, group: str, cursor: str | None) -> Answer:
        """``{offsets, nextCursor}``"""

    def schedule(self, messages: Sequence[Wire], at: datetime) -> str:
        """Appended later; the id of these."""

    def installed(self) -> bool:
        """Whether there is a log."""

    def clear(self) -> None:
        """Empty the log."""

    def close(self) -> None:
        """Close what is its own."""


def json_bytes(value: Any) -> bytes:
    """JSON in UTF-8. ValueError or TypeError where there is none: infinite numbers, half
    characters, sets."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
