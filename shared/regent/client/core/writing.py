"""How a writer buffers: the arguments of ``writer`` and of its ``push``, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from regent.client.core.checks import check_choice, check_count, check_number
from regent.client.core.pushing import CHUNK_BYTES, CHUNK_ITEMS, WhenFull
from regent.errors import RegentError
from regent.limits import MAX_PUSH_ITEMS, MAX_REQUEST_BYTES

if TYPE_CHECKING:
    from uuid import UUID

#: Told of a message that could not be stored: its transaction id, and why.
OnError = Callable[[str, RegentError], object]


class More(TypedDict, total=False):
    """What belongs to one message alone."""

    partition: str | None
    key: str | None
    transaction_id: str | None
    trace_id: str | UUID | None
    delay_seconds: float | None
    headers: Mapping[str, Any] | None


class How(TypedDict, total=False):
    """The keywords of ``writer``."""

    linger_seconds: float
    max_items: int
    max_bytes: int
    lanes: int
    max_waiting_bytes: int
    when_full: WhenFull
    on_error: OnError | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Writing:
    """How a writer buffers."""

    #: How long a message waits for others that go with it.
    linger_seconds: float = 0.005
    max_items: int = CHUNK_ITEMS
    max_bytes: int = CHUNK_BYTES
    #: How many requests are in flight at once. A partition always belongs to one lane.
    lanes: int = 4
    #: Beyond so many bytes ``push`` waits until there is room.
    max_waiting_bytes: int = 33_554_432
    when_full: WhenFull = "wait"
    on_error: OnError | None = None

    def __post_init__(self) -> None:
        check_number("linger_seconds", self.linger_seconds, 0)
        check_count("max_items", self.max_items, 1, MAX_PUSH_ITEMS)
        check_count("max_bytes", self.max_bytes, 1, MAX_REQUEST_BYTES)
        check_count("lanes", self.lanes, 1)
        check_count("max_waiting_bytes", self.max_waiting_bytes, 1)
        check_choice("when_full", self.when_full, ("wait", "raise"))
