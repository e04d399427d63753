"""How a consumer in a group behaves: six properties, checked when they are put together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from regent.client.errors import InvalidConfig
from regent.client.transport import checked_url
from regent.limits import (
    MAX_NAME_LENGTH,
    MAX_POP_BATCH,
    MAX_SESSION_TIMEOUT_MS,
    MIN_SESSION_TIMEOUT_MS,
)


@dataclass(frozen=True, kw_only=True)
class ConsumerConfig:
    """The properties of a consumer. The first two are required."""

    #: Where the server is, such as http://localhost:6632. A database's may hold a password.
    url: str = field(repr=False)
    #: The application: consumers with the same one share the partitions of a topic.
    group_id: str
    #: How often the consumer says that it lives.
    heartbeat_interval_ms: int = 3_000
    #: After how long without a heartbeat its partitions go to others.
    session_timeout_ms: int = 10_000
    #: Records that one poll returns at most.
    max_poll_records: int = 500
    #: Whether a poll commits the records that the poll before it returned.
    enable_auto_commit: bool = True

    def __post_init__(self) -> None:
        checked_url(self.url)
        _check_name("group_id", self.group_id)
        _check_whole("heartbeat_interval_ms", self.heartbeat_interval_ms, 1, MAX_SESSION_TIMEOUT_MS)
        _check_whole(
            "session_timeout_ms",
            self.session_timeout_ms,
            MIN_SESSION_TIMEOUT_MS,
            MAX_SESSION_TIMEOUT_MS,
        )
        _check_whole("max_poll_records", self.max_poll_records, 1, MAX_POP_BATCH)
        _check_flag("enable_auto_commit", self.enable_auto_commit)
        if self.heartbeat_interval_ms * 2 > self.session_timeout_ms:
            raise InvalidConfig(
                f"heartbeat_interval_ms is {self.heartbeat_interval_ms} and session_timeout_ms"
                f" {self.session_timeout_ms}; a session must be at least two heartbeats long, or"
                " one that comes late ends it"
            )


def _check_name(name: str, value: Any) -> None:
    if not isinstance(value, str) or not 1 <= len(value) <= MAX_NAME_LENGTH or "\0" in value:
        raise InvalidConfig(
            f"{name} is {value!r}; it takes a text of 1 to {MAX_NAME_LENGTH} characters, none NUL"
        )


def _check_flag(name: str, value: Any) -> None:
    if not isinstance(value, bool):
        raise InvalidConfig(f"{name} is {value!r}; it takes True or False")


def _check_whole(name: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidConfig(f"{name} is {value!r}; it takes a whole number from {low} to {high}")
