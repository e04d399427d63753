"""Redrives that go on without their caller, as answers show them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from functions.edge.lists import Pagination
from functions.forms.dlq import Range
from regent.rows import Row


class RedriveShown(BaseModel):
    """A redrive. ``letters``: how many it was about when it began; ``redriven`` of them became
    ``messages`` new ones. ``error``: why the last slice was refused; while it runs, it is tried
    again."""

    id: str
    status: Literal["running", "done", "stopped", "failed"]
    queue: str
    to: str | None
    consumerGroup: str | None
    partition: str | None
    reason: str | None
    fingerprint: str | None
    ratePerSecond: int | None
    limit: int | None
    letters: int
    redriven: int
    messages: int
    error: str | None
    startedBy: str | None
    startedAt: str
    changedAt: str


class RedriveRead(RedriveShown):
    """With the ranges of its first new messages, a thousand at most."""

    copies: list[Range]


class RedrivesAnswer(BaseModel):
    """A page of redrives."""

    redrives: list[RedriveShown]
    total: int
    pagination: Pagination
    nextCursor: str | None


def shown(row: Row) -> dict[str, Any]:
    """A redrive, with the names of its filter beside it."""
    asked = row["filter"]
    told = {name: value for name, value in row.items() if name != "filter"}
    return told | {
        "consumerGroup": asked.get("group"),
        "partition": asked.get("partition"),
        "reason": asked.get("reason"),
        "fingerprint": asked.get("fingerprint"),
    }
